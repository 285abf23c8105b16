/**
 * The live regions, through which a screen reader announces all events.
 *
 * A screen reader drops a text that is replaced before it was read. So no text is replaced here:
 * every announcement is a paragraph of its own, and sentences of one moment form one announcement.
 * An announcement that arrives while the last one is being read waits its turn.
 */

import { h } from "../dom.js";
import { thinkingSays } from "../scene/state.js";

/** Sentences within this time belong to one announcement, in milliseconds. */
const MOMENT = 90;

/** How long a practised listener takes per character, in milliseconds. */
const CHARACTER = 28;

/** The longest time that an announcement delays the next, in milliseconds. */
const LONGEST = 2500;

/** How many announcements remain in a region, for users who go back through it. */
const KEPT = 8;

/**
 * @typedef {object} Live
 * @property {(text: string, options?: {urgent?: boolean}) => void} say announces a sentence; an
 *   urgent one is announced at once, after those that are waiting
 * @property {(scene: any, step?: any) => void} update announces a step of the table, and the prompt
 *   of this seat once all steps have been shown
 * @property {() => void} destroy
 */

/**
 * Create the live regions in an element.
 * @param {HTMLElement} element
 * @param {{now?: () => number}} [options]
 * @returns {Live}
 */
export function createLive(element, { now = () => performance.now() } = {}) {
  const polite = h("div.live.visually-hidden", {
    "aria-live": "polite",
    "aria-relevant": "additions",
    "aria-atomic": "false",
  });
  const urgent = h("div.live.visually-hidden", {
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
    const text = waiting.map((item) => item.text).join(" ");
    // An assertive region interrupts the current announcement, so waiting sentences go with it.
    const region = waiting.some((item) => item.urgent) ? urgent : polite;
    waiting = [];
    region.append(h("p", text));
    while (region.childElementCount > KEPT) region.firstElementChild?.remove();
    free = now() + Math.min(LONGEST, text.length * CHARACTER);
  }

  /** @param {string} text @param {{urgent?: boolean}} [options] */
  function say(text, options = {}) {
    const sentence = text.trim();
    if (!sentence) return;
    waiting.push({ text: sentence, urgent: options.urgent ?? false });
    timer ??= setTimeout(flush, Math.max(MOMENT, free - now()));
  }

  return {
    say,

    update(scene, step) {
      // The sentence of the whole hand repeats the items of the count.
      if (step?.logged && step.sentence) say(step.sentence);
      const standing = scene.busy ? null : scene.standing;
      const says = scene.guide?.says || thinkingSays(scene) || standing?.says;
      if (!says) return;
      // The same words are a new prompt if something has happened in between.
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
