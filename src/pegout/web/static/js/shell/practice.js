// @ts-check
/** Trying a decision of a game again: to a table of practice, and the way back from it. */

import { go } from "../router.js";
import { keep } from "../store.js";
import { LEVEL, planOf } from "./plan.js";

/**
 * @typedef {import("../games.js").Wish} Wish
 * @typedef {import("../wire").Made} Made
 * @typedef {import("../wire").GameDecision} Decision
 *
 * @typedef {object} Place where a decision is seen in its review
 * @property {number | null} game the number of the game
 * @property {number | null} number the number of the decision
 * @property {number | null} seat through whose eyes
 */

/** The level that was chosen last for a computer player, or the usual one. */
function lastLevel() {
  const { kind } = planOf("computer").chairs[1] ?? { kind: LEVEL };
  return ["me", "here", "open"].includes(kind) ? LEVEL : kind;
}

/**
 * Set up a table of practice at a decision, and go there.
 * @param {(wish: Wish) => Promise<Made>} ask
 * @param {string} review the page of the review
 * @param {number} game
 * @param {Decision} decision
 */
export async function practise(ask, review, game, { number, seat }) {
  const level = lastLevel();
  const wish = { game, number, level };
  const made = await ask(wish).catch((error) => {
    // A computer player that was chosen once may not sit here any more.
    if (error.code !== "unknown_level" || level === LEVEL) throw error;
    return ask({ ...wish, level: LEVEL });
  });
  const back = `${review}?game=${game}&number=${number}&seat=${seat}`;
  keep(made.code, { seats: made.seats, names: [], over: false, review: back });
  await go(`/table/${made.code}`);
}

/**
 * Say which decision the address of a review asks for.
 * @param {string} search
 * @returns {Place}
 */
export function placeIn(search) {
  const asked = new URLSearchParams(search);
  const number = (/** @type {string} */ name) => {
    const text = asked.get(name) ?? "";
    return /^\d{1,6}$/.test(text) ? Number(text) : null;
  };
  return { game: number("game"), number: number("number"), seat: number("seat") };
}
