// @ts-check
/** The moment of the last peg: it goes home, and what was memorable gets its picture and word. */

import { h } from "../dom.js";
import { medal } from "../draw/medals.js";

/** @typedef {import("../wire").Outcome} Outcome */
/** @typedef {import("../wire").Feat} Feat */

/** How long all of it stays, in milliseconds, at the slowest. */
const PLAIN = 1300;
const MEMORABLE = 1800;
/** When the first medal is put beside the peg, and how much later each of the others. */
const FIRST = 450;
const APART = 160;

/**
 * Draw the medal of a feat.
 * @param {Feat} feat
 * @param {Outcome} outcome
 * @returns {SVGSVGElement}
 */
export function medalOf({ kind, hand }, outcome) {
  const side = outcome.winners[0] ?? 0;
  const cards = hand ? [...hand.cards, hand.starter] : [];
  return medal(kind, { side, other: side === 0 ? 1 : 0, cards });
}

/** What is shown over the felt when a game has been won. */
export class Finale {
  /** @type {HTMLElement | null} */
  #element = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /**
   * @param {HTMLElement} felt
   * @param {() => void} done is told when it is over
   */
  constructor(felt, done) {
    this.felt = felt;
    this.done = done;
  }

  /** Whether it is being shown. */
  get on() {
    return this.#element !== null;
  }

  /**
   * Show it.
   * @param {Outcome} outcome
   * @param {number} speed what durations are multiplied with
   */
  show(outcome, speed) {
    this.#remove();
    const pace = Math.min(1, speed);
    const says = h("p", { class: "pt-finale-says" }, outcome.says);
    const home = h(
      "div",
      { class: "pt-finale-one" },
      medal("home", { side: outcome.winners[0] ?? 0 }),
    );
    const feats = outcome.feats.map((feat) =>
      h("div", { class: "pt-finale-one" }, medalOf(feat, outcome), h("span", null, feat.word)),
    );
    // It is said in the log and in the live region.
    this.#element = h(
      "div",
      { class: ["pt-finale", feats.length && "memorable"], "aria-hidden": "true" },
      h("div", { class: "pt-finale-row" }, home, feats),
      says,
    );
    this.felt.append(this.#element);
    this.#move(home, feats, says, pace);
    const time = (feats.length ? MEMORABLE : PLAIN) * pace;
    this.#timer = setTimeout(() => this.end(), time);
  }

  /**
   * @param {HTMLElement} home
   * @param {HTMLElement[]} feats
   * @param {HTMLElement} says
   * @param {number} pace
   */
  #move(home, feats, says, pace) {
    const style = getComputedStyle(this.felt);
    const token = (/** @type {string} */ name) => style.getPropertyValue(name).trim();
    const take = (/** @type {string} */ name) => parseFloat(token(name)) * pace;
    const [easing, fall] = [token("--ease"), token("--ease-in-out")];
    const fill = "backwards";
    this.#element?.animate([{ opacity: 0 }, { opacity: 1 }], { duration: take("--t-fade") });
    const time = take("--t-home");
    home.querySelector(".medal-peg")?.animate(
      [
        { transform: "translate(-46px, 6px) scale(1.1)", easing: fall },
        { transform: "translate(-14px, -34px) scale(1.35)", easing: fall, offset: 0.55 },
        { transform: "none" },
      ],
      { duration: time, fill },
    );
    home.querySelector(".medal-ring")?.animate(
      [
        { transform: "scale(1)", opacity: 1 },
        { transform: "scale(1.7)", opacity: 0 },
      ],
      { duration: time, delay: time * 0.9, easing },
    );
    says.animate([{ opacity: 0 }, { opacity: 1 }], {
      duration: take("--t-medal"),
      delay: time * 0.8,
      fill,
    });
    feats.forEach((feat, at) =>
      feat.animate(
        [
          { opacity: 0, transform: "translateY(14px) scale(0.7)" },
          { opacity: 1, transform: "none" },
        ],
        { duration: take("--t-medal"), delay: (FIRST + at * APART) * pace, easing, fill },
      ),
    );
  }

  /** Be done with it, as when somebody does not wait for its end. */
  end() {
    if (!this.on) return;
    this.#remove();
    this.done();
  }

  #remove() {
    clearTimeout(this.#timer);
    this.#element?.remove();
    this.#element = null;
  }

  destroy() {
    this.#remove();
  }
}
