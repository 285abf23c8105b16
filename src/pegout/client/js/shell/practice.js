/** Trying a decision again: opens a practice table, and leads back from it. */

import { replace } from "../address.js";
import { FACTS } from "../facts.js";
import { go } from "../navigation.js";
import { keep } from "../store.js";
import { setupOf } from "./table_setup.js";

/** @import { Attempt } from "../games.js" */
/** @import { GameDecision as Decision, Made } from "../wire" */
/**
 * @typedef {object} DecisionIndex the position of a decision in its review
 * @property {number | null} game the number of the game
 * @property {number | null} number the number of the decision
 * @property {number | null} seat the seat whose view is shown
 */

/** The level chosen last for a computer player, or the default. */
export function lastLevel() {
  const { kind } = setupOf("computer").seats[1] ?? { kind: FACTS.level };
  return ["me", "here", "open"].includes(kind) ? FACTS.level : kind;
}

/**
 * Set up a practice table at a decision, and open it.
 * @param {(attempt: Attempt) => Promise<Made>} ask
 * @param {string} review the page of the review
 * @param {number} game
 * @param {Decision} decision
 */
export async function practise(ask, review, game, { number, seat }) {
  const level = lastLevel();
  const attempt = { game, number, level };
  const made = await ask(attempt).catch((error) => {
    // The server may no longer offer the level chosen last.
    if (error.code !== "unknown_level" || level === FACTS.level) throw error;
    return ask({ ...attempt, level: FACTS.level });
  });
  await openPractice(made, pageOf(review, game, { number, seat }));
}

/**
 * Let the browser's back lead to a decision, in its review.
 * @param {string} review the page of the review
 * @param {number} game
 * @param {Decision} decision
 */
export function keepPlace(review, game, decision) {
  replace(pageOf(review, game, decision));
}

/**
 * Return the path of the review at a decision.
 * @param {string} review
 * @param {number} game
 * @param {Pick<Decision, "number" | "seat">} decision
 */
function pageOf(review, game, { number, seat }) {
  return `${review}?game=${game}&number=${number}&seat=${seat}`;
}

/**
 * Open a practice table.
 * @param {Made} made
 * @param {string} back the page to return to
 */
export async function openPractice({ code, seats }, back) {
  keep(code, { seats, names: [], over: false, review: back });
  await go(`/table/${code}`);
}

/**
 * Return the decision that the URL of a review names.
 * @param {string} search
 * @returns {DecisionIndex}
 */
export function placeIn(search) {
  const asked = new URLSearchParams(search);
  const number = (/** @type {string} */ name) => {
    const text = asked.get(name) ?? "";
    return /^\d{1,6}$/.test(text) ? Number(text) : null;
  };
  return { game: number("game"), number: number("number"), seat: number("seat") };
}
