// @ts-check
/** A game that is over, to leaf through card by card. */

import { h } from "../dom.js";
import { t } from "../words.js";
import { say } from "./parts.js";
import { replay } from "./script.js";

/**
 * @typedef {import("./script.js").Scene} Scene
 * @typedef {import("./script.js").Step} Step
 */

/** The bar of a review, and where in the game it stands. */
export class Review {
  /** @type {[Scene, Step][]} */
  #stages;
  #at = 0;
  #slider;
  #text;
  #place;
  #show;

  /**
   * @param {HTMLElement} element
   * @param {Scene} scene the end of the game
   * @param {{show: (scene: Scene, step: Step | null) => void, close: () => void}} deeds
   */
  constructor(element, scene, { show, close }) {
    this.#stages = replay(scene);
    this.#show = show;
    this.#text = h("p", { class: "pt-review-text", role: "status" });
    this.#place = h("span", { class: "pt-review-place" });
    this.#slider = h("input", {
      type: "range",
      class: "pt-review-slider",
      min: 0,
      max: Math.max(0, this.#stages.length - 1),
      "aria-label": t("Place in the game"),
      oninput: () => this.go(Number(this.#slider.value)),
    });
    const button = (
      /** @type {string} */ sign,
      /** @type {string} */ label,
      /** @type {() => void} */ act,
    ) =>
      h(
        "button",
        { type: "button", class: "pt-step", "aria-label": label, title: label, onclick: act },
        sign,
      );
    element.replaceChildren(
      this.#text,
      h(
        "div",
        { class: "pt-review-row" },
        button("«", t("The deal before"), () => this.deal(-1)),
        button("‹", t("Back"), () => this.go(this.#at - 1)),
        this.#slider,
        button("›", t("Forward"), () => this.go(this.#at + 1, true)),
        button("»", t("The next deal"), () => this.deal(1)),
      ),
      h(
        "div",
        { class: "pt-review-row" },
        this.#place,
        h("button", { type: "button", class: "pt-quiet", onclick: close }, t("Close the review")),
      ),
    );
  }

  /**
   * @param {number} to
   * @param {boolean} [moving] whether what happened is to be seen
   */
  go(to, moving = false) {
    const at = Math.max(0, Math.min(this.#stages.length - 1, to));
    const stage = this.#stages[at];
    if (!stage) return;
    this.#at = at;
    const [scene, step] = stage;
    this.#slider.value = String(at);
    say(this.#text, step.sentence || scene.sentence);
    say(this.#place, t("{at} of {all}", { at: at + 1, all: this.#stages.length }));
    this.#show({ ...scene, busy: true, standing: null }, moving ? { ...step, speed: 1 } : null);
  }

  /** @param {number} by */
  deal(by) {
    const deals = this.#stages.flatMap(([, step], at) => (step.event.type === "dealt" ? [at] : []));
    const to =
      by > 0 ? deals.find((at) => at > this.#at) : deals.filter((at) => at < this.#at).at(-1);
    this.go(to ?? (by > 0 ? this.#stages.length - 1 : 0));
  }

  /** Go one step on or back. @param {number} by */
  step(by) {
    this.go(this.#at + by, by > 0);
  }
}
