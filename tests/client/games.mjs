/** The games that games.py plays, for the tests to read. */

import { made, some } from "./made.mjs";

/** These have whatever happens in a game, but for the numbers of players. */
const FEW = ["two", "muggins_three", "match", "stopped"];

/** @returns {Map<string, any>} every game by its name */
export const games = () => made("games.py");

/**
 * @param {Map<string, any>} all
 * @returns {[string, any][]} the games that a long test tries
 */
export const tried = (all) =>
  some(
    [...all],
    [...all].filter(([name]) => FEW.includes(name)),
  );
