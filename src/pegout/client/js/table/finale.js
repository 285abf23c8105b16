/**
 * The animation of a win: the last peg moves to the game hole, and memorable events get their
 * medals.
 */

import { h } from "../dom.js";
import { medal } from "../draw/medals.js";

/** @import { Feat, Outcome } from "../wire" */

/** The longest duration of the whole, in milliseconds. */
const PLAIN = 1300;
const MEMORABLE = 1800;
/** When the first medal appears beside the peg, and the delay of each further one. */
const FIRST = 450;
const APART = 160;

/**
 * Draw the medal of a memorable event.
 * @param {Feat} feat
 * @param {Outcome} outcome
 * @returns {SVGSVGElement}
 */
export function medalOf({ kind, hand }, outcome) {
  const side = outcome.winners[0] ?? 0;
  const cards = hand ? [...hand.cards, hand.starter] : [];
  return medal(kind, { side, other: side === 0 ? 1 : 0, cards });
}

/** The animation over the felt after a win. */
export class Finale {
  /** @type {HTMLElement | null} */
  #element = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /**
   * @param {HTMLElement} felt
   * @param {() => void} done a callback, run when the animation is over
   */
  constructor(felt, done) {
    this.felt = felt;
    this.done = done;
  }

  /** Whether the animation is running. */
  get on() {
    return this.#element !== null;
  }

  /**
   * Start the animation.
   * @param {Outcome} outcome
   * @param {number} speed the factor for durations
   */
  show(outcome, speed) {
    this.#remove();
    const pace = Math.min(1, speed);
    const says = h("p.pt-finale-says.dense.bold", outcome.says);
    const home = h(
      "div.pt-finale-item.dense.list.bold",
      medal("home", { side: outcome.winners[0] ?? 0 }),
    );
    const feats = outcome.feats.map((feat) =>
      h("div.pt-finale-item.dense.list.bold", medalOf(feat, outcome), h("span", feat.word)),
    );
    // The log and the live region contain the same text.
    this.#element = h(
      "div",
      {
        class: ["pt-finale row centred middle plate", feats.length && "memorable"],
        "aria-hidden": "true",
      },
      h("div.pt-finale-row.middle", home, feats),
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
    home
      .querySelector(".medal-peg")
      ?.animate(
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

  /** End the animation, for instance when the user skips it. */
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
