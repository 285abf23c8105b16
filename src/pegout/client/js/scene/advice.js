/** The options of a pending decision, in words and numbers. */

import { joined, t } from "../words.js";
import { figures, percent } from "./figures.js";
import { cardName } from "./names.js";

/** @import { DecisionOption as Option } from "../wire" */
/**
 * @typedef {import("../wire").DecisionAdvice} Advice
 * @typedef {Pick<Advice, "kind" | "by_chance" | "options">} Valued the options with their values
 *
 * @typedef {object} Row an option to show
 * @property {string[]} cards
 * @property {number | null} claim the points to claim, if the decision is a claim
 * @property {string} words the choice, in few words
 * @property {string} worth the option's value in the unit of the decision
 * @property {string[]} parts the parts of the value, in the order of the columns
 * @property {number} length the length of its bar, from 0 to 1
 * @property {boolean} tied whether it is tied with another best option
 * @property {string} name all of that in words
 */

/** The least difference that the full length of a bar represents, in points or win probability. */
const SPAN = { points: 3, chance: 0.06 };
/** The shortest bar, for the worst option. */
const SHORTEST = 0.1;

/**
 * Return the length of an option's bar, from 0 to 1.
 * @param {readonly Option[]} options the options that are shown
 * @param {boolean} byChance whether the unit of the decision is the chance of winning
 * @returns {(option: Option) => number}
 */
export function barOf(options, byChance) {
  const worth = (/** @type {Option} */ option) => (byChance ? option.chance : option.points);
  const best = Math.max(...options.map(worth));
  const worst = Math.min(...options.map(worth));
  const span = Math.max(best - worst, byChance ? SPAN.chance : SPAN.points);
  return (option) => 1 - ((best - worth(option)) / span) * (1 - SHORTEST);
}

/**
 * Name the columns of the values.
 * @param {Pick<Advice, "kind" | "by_chance">} advice
 * @returns {string[]} empty if the play is the only part
 */
export function columns({ kind, by_chance: byChance }) {
  if (kind === "discard") return [t("hand"), t("crib"), t("play")];
  return byChance ? [t("play")] : [];
}

/**
 * Name the unit of the decision: points or the chance of winning.
 * @param {Advice} advice
 * @returns {string}
 */
export function decides({ by_chance: byChance }) {
  return byChance ? t("wins") : t("points");
}

/**
 * Return the options to show, the best first.
 * @param {Valued} advice
 * @returns {Row[]}
 */
export function rowsOf(advice) {
  const { options, by_chance: byChance } = advice;
  const length = barOf(options, byChance);
  const ties = options.some((option, at) => at > 0 && option.tied);
  return options.map((option, at) => {
    const top = at === 0 || option.tied;
    const row = {
      cards: option.cards,
      claim: option.claim,
      words: option.words,
      worth: byChance ? percent(option.chance) : figures(option.points, true),
      parts: partsOf(advice, option),
      length: top ? 1 : length(option),
      tied: ties && top,
    };
    return { ...row, name: named(advice, row, at) };
  });
}

/**
 * Return the parts of an option's value, in the order of the columns.
 * @param {Pick<Advice, "kind" | "by_chance">} advice
 * @param {Option} option
 * @returns {string[]}
 */
export function partsOf({ kind, by_chance: byChance }, { hand, crib, play }) {
  if (kind === "discard") return [figures(hand), figures(crib, true), figures(play, true)];
  return byChance ? [figures(play, true)] : [];
}

/**
 * @param {Valued} advice
 * @param {Omit<Row, "name">} row
 * @param {number} at
 */
function named(advice, { cards, words, worth, parts, tied }, at) {
  const values = { cards: cards.length ? joined(cards.map(cardName)) : words, worth };
  const first = advice.by_chance
    ? t("{cards}: wins {worth}", values)
    : t("{cards}: {worth} points", values);
  const names = columns(advice);
  const made = parts.map((part, n) => `${names[n]} ${part}`);
  const note = tied ? t("tie") : at ? "" : t("best");
  return [first, ...made, note].filter(Boolean).join(", ");
}
