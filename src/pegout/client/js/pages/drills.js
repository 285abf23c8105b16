/** The drills, the daily and the solitaire, and what they are called. */

import { due, today } from "../progress.js";
import { t } from "../words.js";

/** The drills in their order. */
export const DRILLS = ["counting", "discards", "play"];
/** What comes back in all of them, with the mistakes of games. */
export const MISTAKES = "mistakes";
/** The daily. */
export const DAILY = "daily";
/** The solitaire, which has a page of its own. */
export const SQUARES = "squares";
/** The numbers that new questions and replies follow from are below this. */
const SEEDS = 2 ** 53;

/** @param {string} drill */
export function nameOf(drill) {
  if (drill === "counting") return t("Counting hands");
  if (drill === "discards") return t("Discards");
  if (drill === MISTAKES) return t("My mistakes");
  if (drill === SQUARES) return t("Cribbage squares");
  return drill === DAILY ? t("Daily") : t("The play");
}

/** @param {string} drill */
export function helpOf(drill) {
  if (drill === "counting") return t("What is a hand, a crib or a card of the play worth?");
  if (drill === "discards") return t("Which cards do you discard? A tie is right.");
  if (drill === MISTAKES) return t("What you missed, in drills and in games, until you know it.");
  if (drill === DAILY) return t("Five questions and a deal, the same for everybody today.");
  if (drill === SQUARES)
    return t("Sixteen cards in a square: eight hands, and the best possible result.");
  return t("Which card do you play? Then the reply is played out.");
}

/** Return what comes back today. @param {string} drill */
export const dueIn = (drill) => due(drill === MISTAKES ? DRILLS : [drill], today());

/** Draw the number that a new question or a reply follows from. */
export const seed = () => Math.floor(Math.random() * SEEDS);
