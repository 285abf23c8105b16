/** Luck and skill in the text view: the line of the end, and the costliest decision in words. */

import { h } from "../dom.js";
import { t } from "../words.js";

/** @import { Scene } from "../scene/state.js" */
/** @typedef {import("../review/luck_line.js").LuckLine} LuckLine */

/** Shows the line of the game that is over. */
export class Luck {
  /** @type {LuckLine | null} */
  #line = null;
  #told = "";

  /**
   * @param {(scene: Scene) => Promise<import("../review/judging.js").Analysis | null | undefined>}
   *   analysis returns the functions that review a game
   * @param {(number: number) => unknown} review opens the review at a decision
   */
  constructor(analysis, review) {
    this.analysis = analysis;
    this.review = review;
    this.element = h("div.text-luck", { role: "status" });
  }

  destroy() {
    this.#line?.destroy();
  }

  /** @param {Scene} scene */
  update(scene) {
    const { view, busy, outcome, match, game, standing } = scene;
    const over = view.phase === "over" && !busy && outcome;
    const told = over ? JSON.stringify([match, game, standing?.over, t("Review")]) : "";
    if (told === this.#told) return;
    this.#told = told;
    this.#line?.destroy();
    this.#line = null;
    this.element.replaceChildren();
    if (told) void this.#ask(scene, told);
  }

  /** @param {Scene} scene @param {string} told */
  async #ask(scene, told) {
    const { luckLine } = await import("../review/luck_line.js");
    if (told !== this.#told) return;
    this.#line = luckLine(scene, this.analysis, this.review, true);
    this.element.append(this.#line.element);
  }
}
