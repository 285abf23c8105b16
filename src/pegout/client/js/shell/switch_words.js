/** What is said beside a switch of the rules before a game begins: faults, and what it costs. */

import { sidesOf } from "../rules.js";
import { t } from "../words.js";

/** @typedef {any} Rules the value of every switch, as it was chosen */

const [MIN_TARGET, MAX_TARGET] = [31, 241];
const MAX_POINTS = 1000;
/** The switches for which there are no win probabilities. */
const ALONE = ["lowball", "five_card"];

/**
 * Return whether these are whole numbers within limits.
 * @param {number[]} values
 * @param {number} minimum
 * @param {number} maximum
 */
function within(values, minimum, maximum) {
  return values.every((n) => Number.isInteger(n) && n >= minimum && n <= maximum);
}

/** @type {Record<string, (rules: Rules) => string>} */
const PROBLEMS = {
  target: ({ target }) =>
    within([target], MIN_TARGET, MAX_TARGET)
      ? ""
      : t("The last hole is a number from {minimum} to {maximum}.", {
          minimum: MIN_TARGET,
          maximum: MAX_TARGET,
        }),
  start_scores: (rules) =>
    [0, sidesOf(rules)].includes(rules.start_scores.length) &&
    within(rules.start_scores, 0, rules.target - 1)
      ? ""
      : t("A score at the start is a whole number from 0 to {maximum}.", {
          maximum: rules.target - 1,
        }),
  skunk_lines: ({ skunk_lines: lines }) =>
    within(lines, 1, MAX_TARGET) &&
    [1, 2, 3].includes(lines.length) &&
    lines.every((/** @type {number} */ n, /** @type {number} */ at) => !at || n > lines[at - 1])
      ? ""
      : t("Skunk lines are one to three numbers from 1 to {maximum}, the smallest first.", {
          maximum: MAX_TARGET,
        }),
  match_points: ({ match_points: points, skunk_lines: lines }) =>
    within(points, 0, MAX_POINTS) && points.length === lines.length + 1
      ? ""
      : t("Match points are {n} numbers here: for a game, and for each skunk line.", {
          n: lines.length + 1,
        }),
};

/**
 * Say what is wrong with the value of a switch.
 * @param {string} name
 * @param {Rules} rules
 * @returns {string} empty if it can be played
 */
export function switchProblem(name, rules) {
  return PROBLEMS[name]?.(rules) ?? "";
}

/**
 * Say what is not known of a game with the value of a switch.
 * @param {string} name
 * @param {Rules} rules
 * @returns {string} empty if everything is
 */
export function switchNote(name, rules) {
  const unknown =
    name === "players" ? sidesOf(rules) === 4 : ALONE.includes(name) && rules[name] === true;
  return unknown ? t("The review of such a game does not tell luck from skill.") : "";
}
