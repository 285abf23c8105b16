/** What follows from the rules of a game: its sides, its skunk lines, and what is lost. */

/**
 * Return the side of a seat; partners sit opposite each other.
 * @param {{players: number, teams?: boolean}} rules
 * @param {number} seat
 * @returns {number}
 */
export function sideOf(rules, seat) {
  return seat % sidesOf(rules);
}

/**
 * Return the number of sides.
 * @param {{players: number, teams?: boolean}} rules
 * @returns {number}
 */
export function sidesOf(rules) {
  return rules.players === 4 && rules.teams !== false ? 2 : rules.players;
}

/**
 * Return how many holes short of the target each skunk line is; none without skunks.
 * @param {{skunks: boolean, skunk_lines: number[]}} rules
 * @returns {number[]}
 */
export function linesJudged(rules) {
  return rules.skunks ? rules.skunk_lines : [];
}

/**
 * Return whether points that a player's claim misses are not pegged.
 * @param {{missed: string, muggins: boolean}} rules
 * @returns {boolean}
 */
export function losesMissed(rules) {
  return rules.muggins || rules.missed === "lost";
}
