// @ts-check
/**
 * The live regions: everything that happens, said aloud by a screen reader.
 *
 * A screen reader drops a sentence that is replaced before it was begun. So nothing is replaced
 * here: every announcement is a paragraph of its own, what comes in one moment is one announcement,
 * and what comes while the last one is still being read waits and is said after it, in order.
 */

import { h } from "../dom.js";
import { thinkingSays } from "./state.js";

/** Sentences that come within this time belong to one moment, in milliseconds. */
const MOMENT = 90;

/** How long a character takes to be read by a listener who is used to it, in milliseconds. */
const CHARACTER = 28;

/** The longest that an announcement holds up the next, in milliseconds. */
const LONGEST = 2500;

/** How many announcements stay in a region, for whoever walks back through it. */
const KEPT = 8;

/**
 * @typedef {object} Live
 * @property {(text: string, options?: {urgent?: boolean}) => void} say say a sentence; an
 *   urgent one is said at once, after what waits already
 * @property {(scene: any, step?: any) => void} update say what a step of the table says, and what
 *   this seat is to do once the steps are over
 * @property {() => void} destroy
 */

/**
 * Make the live regions in an element.
 * @param {HTMLElement} element
 * @param {{now?: () => number}} [options]
 * @returns {Live}
 */
export function createLive(element, { now = () => performance.now() } = {}) {
  const polite = h("div", {
    class: "live visually-hidden",
    "aria-live": "polite",
    "aria-relevant": "additions",
    "aria-atomic": "false",
  });
  const urgent = h("div", {
    class: "live visually-hidden",
    "aria-live": "assertive",
    "aria-relevant": "additions",
    "aria-atomic": "false",
  });
  element.append(polite, urgent);

  /** @type {{text: string, urgent: boolean}[]} */
  let waiting = [];
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let free = 0;
  let prompted = "";

  function flush() {
    timer = undefined;
    const text = waiting.map((one) => one.text).join(" ");
    // An assertive region breaks off what is being read, so what waited goes with it.
    const region = waiting.some((one) => one.urgent) ? urgent : polite;
    waiting = [];
    region.append(h("p", null, text));
    while (region.childElementCount > KEPT) region.firstElementChild?.remove();
    free = now() + Math.min(LONGEST, text.length * CHARACTER);
  }

  /**
   * @param {string} text
   * @param {{urgent?: boolean}} [options]
   */
  function say(text, options = {}) {
    const sentence = text.trim();
    if (!sentence) return;
    waiting.push({ text: sentence, urgent: options.urgent ?? false });
    timer ??= setTimeout(flush, Math.max(MOMENT, free - now()));
  }

  return {
    say,

    update(scene, step) {
      // The items of a count come again in the sentence of the whole hand.
      if (step?.logged && step.sentence) say(step.sentence);
      const standing = scene.busy ? null : scene.standing;
      const says = thinkingSays(scene) || standing?.says;
      if (!says) return;
      // The same words are a new prompt once something has happened in between.
      const prompt = `${scene.game} ${scene.log.length} ${says}`;
      if (prompt === prompted) return;
      prompted = prompt;
      say(says, { urgent: Boolean(standing?.legal.length) });
    },

    destroy() {
      clearTimeout(timer);
      polite.remove();
      urgent.remove();
    },
  };
}
