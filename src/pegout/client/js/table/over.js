/**
 * The end of a game at the table: the animation, then the result. Its modules are loaded during the
 * game, because they are not needed before.
 */

import { find, style, write } from "../dom.js";
import { sentSays } from "../scene/sent.js";
import { reducedMotion } from "../settings.js";
import { t } from "../words.js";

/** @import { Scene, Step } from "../scene/script.js" */
/** @typedef {typeof import("./end.js")} Module */

/**
 * Events that occur in every deal before its last hole, also when a page is opened in the middle.
 */
const LATER = ["starter_cut", "played", "hand_shown"];

/** The pause before a failed module is requested again, in milliseconds. */
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
  #analysis;
  /** The line about the last game that was over. @type {import("../review/luck_line.js").LuckLine | null} */
  #luck = null;
  #told = "";

  /**
   * @param {HTMLElement} element the element of the result
   * @param {HTMLElement} felt
   * @param {() => void} redraw a callback, run when there is a change to show
   * @param {(scene: Scene) => Promise<import("../review/judging.js").Analysis | null | undefined>}
   *   analysis returns the functions that review a game
   */
  constructor(element, felt, redraw, analysis) {
    this.#element = element;
    this.#felt = felt;
    this.#redraw = redraw;
    this.#analysis = analysis;
  }

  destroy() {
    this.#finale?.destroy();
    this.#luck?.destroy();
  }

  /**
   * Return the line about a game; its review is asked for as soon as the game is over.
   * @param {Scene} scene
   * @param {Module} module
   * @param {Record<string, (of?: any) => unknown>} handlers
   */
  #line(scene, module, handlers) {
    const { match, game, seat } = scene;
    const told = JSON.stringify([match, game, seat, t("Review")]);
    if (!this.#luck || this.#told !== told) {
      this.#luck?.destroy();
      this.#told = told;
      const review = (/** @type {number} */ number) => handlers.review?.(number);
      this.#luck = module.luckLine(scene, this.#analysis, review);
    }
    return this.#luck.element;
  }

  /** Whether the animation is running. */
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
   * Handle a step at the end: a game that was played to its last hole has an animation.
   * @param {Scene} scene
   * @param {Step} step
   * @param {number} speed 0 if the page is hidden
   */
  follow({ outcome }, { event }, speed) {
    if (LATER.includes(event.type) && !this.#module) void this.#load();
    if (event.type !== "game_ended" || !outcome || outcome.early) return;
    if (speed && !reducedMotion()) this.#finale?.show(outcome, speed);
  }

  /** Press the primary button of the result. */
  press() {
    const button = find(this.#element, ".pt-do");
    button?.click();
  }

  /** End the animation, if it is running. */
  end() {
    this.#finale?.end();
  }

  /**
   * @param {Scene} scene
   * @param {boolean} on whether the game is over and its end is to be shown
   * @param {Record<string, (of?: any) => unknown>} handlers
   */
  update(scene, on, handlers) {
    const { standing, match, game, log, points } = scene;
    this.#element.hidden = !on;
    if (on && !this.#module) {
      void this.#load();
      return;
    }
    // The result is not redrawn while it stays the same, so that it keeps the focus.
    const { next_game: next, over: ended } = standing ?? {};
    const facts = [match, game, log.at(-1), points, next, ended, t("Review")];
    const state = on ? JSON.stringify(facts) : "";
    if (state === this.#drawn) return;
    this.#drawn = state;
    this.#element.replaceChildren();
    if (!on || !this.#module) return;
    const line = scene.outcome ? this.#line(scene, this.#module, handlers) : null;
    this.#element.append(this.#module.ending(scene, handlers, line));
  }

  /**
   * Show a request made here, and its answer.
   * @param {import("../scene/sent.js").Asked | null} now the request under way
   * @param {string} error
   */
  answer(now, error) {
    const says = find(this.#element, ".pt-end-says");
    if (!says) return;
    for (const button of this.#element.querySelectorAll("button")) {
      button.classList.toggle("sent", now !== null && now.key === button.dataset.key);
    }
    write(says, sentSays(now) || error);
    says.hidden = !says.textContent;
  }
}
