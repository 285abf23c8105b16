// @ts-check
/**
 * The end of a game at the table: its moment, then what is said of it. What that is drawn with is
 * fetched during the game, for nobody needs it before.
 */

import { style } from "../dom.js";
import { reducedMotion } from "../settings.js";
import { t } from "../words.js";
import { say } from "./parts.js";
import { sentSays } from "./sent.js";

/**
 * @typedef {import("./script.js").Scene} Scene
 * @typedef {import("./script.js").Step} Step
 * @typedef {typeof import("./end.js")} Module
 */

/** What happens in every deal, and before its last hole, also where a page is opened on the way. */
const LATER = ["starter_cut", "played", "hand_shown"];

/** After how long it is asked for again where the net is down, in milliseconds. */
const AGAIN = 2000;

/** Shows that a game is over. */
export class Over {
  /** @type {Module | null} */
  #module = null;
  /** @type {import("./finale.js").Finale | null} */
  #finale = null;
  #drawn = "";
  #element;
  #felt;
  #redraw;

  /**
   * @param {HTMLElement} element for what is said of the game
   * @param {HTMLElement} felt
   * @param {() => void} redraw is told when there is something else to be shown
   */
  constructor(element, felt, redraw) {
    this.#element = element;
    this.#felt = felt;
    this.#redraw = redraw;
  }

  destroy() {
    this.#finale?.destroy();
  }

  /** Whether the last peg is still going home. */
  get celebrates() {
    return this.#finale?.on ?? false;
  }

  async #load() {
    let module;
    try {
      [module] = await Promise.all([import("./end.js"), style("end")]);
    } catch (error) {
      console.warn("the end cannot be had yet", error);
      setTimeout(this.#redraw, AGAIN);
      return;
    }
    if (this.#module) return;
    this.#module = module;
    this.#finale = new module.Finale(this.#felt, this.#redraw);
    if (!this.#element.hidden) this.#redraw();
  }

  /**
   * Show what a step means for the end: a game that was played to its last hole has its moment.
   * @param {Scene} scene
   * @param {Step} step
   * @param {number} speed 0 where nobody sees it
   */
  follow({ outcome }, { event }, speed) {
    if (LATER.includes(event.type) && !this.#module) void this.#load();
    if (event.type !== "game_ended" || !outcome || outcome.early) return;
    if (speed && !reducedMotion()) this.#finale?.show(outcome, speed);
  }

  /** Be done with the moment, if it is still there. */
  end() {
    this.#finale?.end();
  }

  /**
   * @param {Scene} scene
   * @param {boolean} on whether the game is over, and is to be seen to be
   * @param {Record<string, () => unknown>} deeds
   */
  update(scene, on, deeds) {
    const { standing, match, game, log, points } = scene;
    this.#element.hidden = !on;
    if (on && !this.#module) {
      void this.#load();
      return;
    }
    // What is drawn stays as long as it is true, and the focus with it.
    const { next_game: next, over: ended } = standing ?? {};
    const facts = [match, game, log.at(-1), points, next, ended, t("Review")];
    const state = on ? JSON.stringify(facts) : "";
    if (state === this.#drawn) return;
    this.#drawn = state;
    this.#element.replaceChildren();
    if (on && this.#module) this.#element.append(this.#module.ending(scene, deeds));
  }

  /**
   * Show what was pressed here, and what came of it.
   * @param {import("./sent.js").Asked | null} now what is on its way
   * @param {string} error
   */
  answer(now, error) {
    const says = /** @type {HTMLElement | null} */ (this.#element.querySelector(".pt-end-says"));
    if (!says) return;
    for (const button of this.#element.querySelectorAll("button")) {
      button.classList.toggle("sent", now !== null && now.key === button.dataset.key);
    }
    say(says, sentSays(now) || error);
    says.hidden = !says.textContent;
  }
}
