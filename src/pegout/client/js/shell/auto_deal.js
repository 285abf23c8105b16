/** Deals the next cards for a player who wants that, a while after the count; a press holds them. */

import { PACING, speedOf } from "../pacing.js";
import { choicesOf } from "../scene/choices.js";
import { isLesson } from "../scene/lesson.js";
import { settings } from "../settings.js";

/** @import { Scene } from "../scene/script.js" */

/** The pace that shows things at once leaves a count up as long as this one. */
const FASTEST = "quick";

/**
 * Return how long a count stays before the next deal, in milliseconds.
 * @returns {number} infinite if the player deals: they wish to, or take every step themselves, or
 *   listen to the table in words, which takes as long as it takes
 */
export function dealsAfter() {
  const { autoDeal, pace, textView } = settings.get();
  if (!autoDeal || textView || pace === "step") return Infinity;
  return 1000 * PACING.read * (speedOf(pace) || speedOf(FASTEST));
}

export class AutoDeal {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** The deal that is waited for, or was held back. */
  #deal = "";
  #element;
  #act;

  /**
   * @param {HTMLElement} element the element with the class `deals`, and the time as `--deals`
   * @param {(action: any) => unknown} act
   */
  constructor(element, act) {
    this.#element = element;
    this.#act = act;
  }

  /** Whether the next deal comes by itself now. */
  get waits() {
    return this.#timer !== undefined;
  }

  /**
   * Begin to wait once the player may ask for the next deal, and stop when that has passed.
   * @param {Scene} scene
   * @returns {boolean} whether it has begun just now
   */
  follow(scene) {
    const { busy, match, game, view } = scene;
    const { ready, accept } = choicesOf(scene.standing);
    const due = !busy && ready && !accept && view.deal > 0 && !isLesson(scene);
    const deal = due ? `${match}/${game}/${view.deal}` : "";
    if (deal === this.#deal) return false;
    this.hold();
    this.#deal = deal;
    const wait = dealsAfter();
    if (!deal || wait === Infinity) return false;
    this.#element.classList.add("deals");
    this.#element.style.setProperty("--deals", `${wait}ms`);
    this.#timer = setTimeout(() => {
      this.hold();
      // Who looks elsewhere has not seen the count.
      if (!document.hidden) this.#act({ type: "ready", seat: scene.seat, contribution: "" });
    }, wait);
    return true;
  }

  /** Hold the next deal back: the player asks for it with the button. */
  hold() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#element.classList.remove("deals");
  }
}
