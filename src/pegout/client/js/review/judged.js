/**
 * A reviewed game by the steps of its replay: the step of each decision, the curve of win
 * probability, and the beginnings of the deals.
 */

import { sideOf } from "../rules.js";
import { barOf } from "../scene/advice.js";

/** @import { Scene, Step } from "../scene/script.js" */
/** @import { DecisionOption as Option, GameReview, SplitParts } from "../wire" */
/**
 * @typedef {import("../wire").GameDecision} Decision
 *
 * @typedef {{at: number, chance: number}} Point the win probability after a step
 *
 * @typedef {object} Decided a decision, and the step that shows it
 * @property {number} at
 * @property {Decision} decision
 *
 * @typedef {object} Ranked an option to show
 * @property {Option} option
 * @property {number} rank its rank among all options, from 1 on
 * @property {boolean} chosen
 * @property {boolean} best whether it is the best, or tied with the best
 * @property {number} length the length of its bar, from 0 to 1
 */

/** The number of options shown. */
const SHOWN = 4;

/** The verdicts that count as mistakes. */
const MISTAKES = ["mistake", "large_mistake"];

/** The results of a review, as one seat sees them. */
export class Judged {
  /** The decisions of the seat, or of all seats for a spectator. @type {Decided[]} */
  decisions;
  /**
   * The win probability in the seat's own view, at the steps where it is known. @type {Point[]}
   */
  curve;
  /** The same with all cards open; empty where it cannot be computed. @type {Point[]} */
  opened;
  /** @type {{deal: number, from: number, to: number}[]} */
  deals;
  /** @type {any} */
  #setup;

  /**
   * @param {GameReview} review
   * @param {[Scene, Step][]} stages the steps of the same game
   * @param {number | null} seat
   */
  constructor(review, stages, seat) {
    this.review = review;
    this.seat = seat;
    /** @type {Map<number, number>} */
    const first = new Map();
    stages.forEach(([, { number }], at) => {
      if (!first.has(number)) first.set(number, at);
    });
    const own = (/** @type {Decision} */ decision) => seat === null || decision.seat === seat;
    this.decisions = review.decisions.filter(own).flatMap((decision) => {
      const at = first.get(decision.number);
      return at === undefined ? [] : [{ at, decision }];
    });
    this.#setup = stages[0]?.[0].setup;
    const placed = (/** @type {GameReview["curve"]} */ points) => {
      // Not every entry has a step: a point stands after the last step that is not later.
      const numbers = stages.map(([, { number }]) => number);
      const found = points.map(({ number, chance }) => {
        const at = numbers.filter((other) => other <= number).length - 1;
        return { at: Math.max(0, at), chance };
      });
      const ended = found.at(-1);
      return ended ? [...found, { ...ended, at: stages.length - 1 }] : [];
    };
    this.curve = placed(review.curve);
    this.opened = placed(review.opened);
    const begins = review.deals.flatMap(({ deal, number }) => {
      const from = first.get(number);
      return from === undefined ? [] : [{ deal, from }];
    });
    this.deals = begins.map(({ deal, from }, n) => ({
      deal,
      from,
      to: begins[n + 1]?.from ?? stages.length,
    }));
  }

  /**
   * Return the decision that a step shows.
   * @param {number} at
   * @returns {Decision | null}
   */
  decisionAt(at) {
    return this.decisions.find((item) => item.at === at)?.decision ?? null;
  }

  /**
   * Return the step of the next or previous decision.
   * @param {number} at
   * @param {number} by
   * @param {boolean} [mistakes] whether only mistakes count
   * @returns {number} -1 if there is none
   */
  next(at, by, mistakes = false) {
    const wanted = this.decisions.filter(({ decision }) => !mistakes || isMistake(decision));
    const there = wanted.filter((item) => (by > 0 ? item.at > at : item.at < at));
    return there.at(by > 0 ? 0 : -1)?.at ?? -1;
  }

  /**
   * Return the win probability at a step, in the seat's own view; a spectator's is that of seat 0.
   * At a decision it is the one that the choice leaves.
   * @param {number} at
   * @returns {number} one half while it is unknown
   */
  chanceAt(at) {
    const decision = this.decisionAt(at);
    if (decision?.seat === (this.seat ?? 0)) return chanceAfter(decision);
    return chanceOn(this.curve, at);
  }

  /**
   * Return the win probability at a step with all cards open.
   * @param {number} at
   */
  openAt(at) {
    return chanceOn(this.opened, at);
  }

  /**
   * Return the names of the side of a seat.
   * @param {number} seat
   * @returns {string[]}
   */
  sideNames(seat) {
    const { rules, seats = [] } = this.#setup ?? {};
    return seats
      .filter(
        (/** @type {any} */ _, /** @type {number} */ at) =>
          sideOf(rules, at) === sideOf(rules, seat),
      )
      .map((/** @type {any} */ { name }) => name);
  }
}

/** @param {Point[]} curve @param {number} at */
function chanceOn(curve, at) {
  const known = curve.filter((point) => point.at <= at);
  return (known.at(-1) ?? curve[0])?.chance ?? 0.5;
}

/**
 * Return the win probability that the best option of a decision has, for the player who decided.
 * @param {Decision} decision
 */
export function bestChance({ options }) {
  return /** @type {Option} */ (options[0]).chance;
}

/**
 * Return the win probability that the choice leaves: that of the best less what was lost.
 * @param {Decision} decision
 */
export function chanceAfter(decision) {
  return bestChance(decision) - decision.loss.chance;
}

/**
 * Return whether a decision's loss is large enough for a mistake.
 * @param {Decision} decision
 */
export function isMistake({ verdict }) {
  return MISTAKES.includes(verdict.name);
}

/**
 * Return the mark of a decision: its verdict, or a tie if other options were as good.
 * @param {Decision} decision
 * @returns {"tie" | "fine" | "inaccuracy" | "mistake" | "large_mistake"}
 */
export function markOf({ chosen, loss, verdict }) {
  return verdict.name === "fine" && chosen > 0 && loss.tied ? "tie" : verdict.name;
}

/**
 * Return the options to show: the best ones, and the chosen one at any rank.
 * @param {Decision} decision
 * @returns {Ranked[]}
 */
export function ranked({ options, chosen, by_chance: byChance }) {
  const indices = options.map((_, at) => at).slice(0, SHOWN);
  if (!indices.includes(chosen)) indices[indices.length - 1] = chosen;
  const shown = indices.map((at) => /** @type {Option} */ (options[at]));
  const length = barOf(shown, byChance);
  return indices.map((at, n) => {
    const option = /** @type {Option} */ (shown[n]);
    const best = at === 0 || option.tied;
    return { option, rank: at + 1, chosen: at === chosen, best, length: best ? 1 : length(option) };
  });
}
