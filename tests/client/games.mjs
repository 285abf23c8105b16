/** The games that games.py plays, for the tests to read. */

import { made } from "./made.mjs";

/** @returns {Map<string, any>} every game by its name */
export const games = () => made("games.py");
