// @ts-check
/** Reviewed decisions in words and numbers, for the table and the text view. */

import { isMistake, markOf } from "../table/judged.js";
import { plural, t } from "../words.js";
import { figures, percent, rounded } from "./figures.js";
import { cardName, joined } from "./names.js";

/**
 * @typedef {import("../table/judged.js").Decision} Decision
 * @typedef {import("../table/judged.js").Judged} Judged
 * @typedef {import("../table/judged.js").Ranked} Ranked
 * @typedef {import("../wire").DecisionOption} Option
 */

/** The least loss in points that is mentioned; a smaller one would be rounded to zero. */
const LEAST = 0.05;

/**
 * Name the cards of an option.
 * @param {readonly string[]} cards
 * @returns {string}
 */
export function cardsNamed(cards) {
  return joined(cards.map(cardName));
}

/**
 * Return the value of an option in the unit of the decision.
 * @param {Decision} decision
 * @param {Ranked} ranked
 * @returns {string}
 */
export function worth({ by_chance: byChance }, { option }) {
  return byChance ? percent(option.chance) : figures(option.points);
}

/**
 * Return the remark on an option: that it was chosen, or that it is tied with the best.
 * @param {Ranked} ranked
 * @param {boolean} own whether the player is addressed
 * @returns {string}
 */
export function remark({ rank, chosen, best }, own) {
  if (chosen) return own ? t("your choice") : t("this choice");
  if (rank === 1) return t("best");
  return best ? t("as good") : "";
}

/**
 * Name an option for screen readers: its cards, or its claim.
 * @param {Option} option
 * @returns {string}
 */
export function optionNamed(option) {
  return option.cards.length ? cardsNamed(option.cards) : option.words;
}

/**
 * Describe the value of an option in a sentence.
 * @param {Decision} decision
 * @param {Ranked} one
 * @param {boolean} own
 * @returns {string}
 */
export function optionSays(decision, one, own) {
  const cards = optionNamed(one.option);
  const noted = remark(one, own);
  const values = { cards, worth: worth(decision, one) };
  const says = decision.by_chance
    ? t("{cards}: {worth} to win", values)
    : t("{cards}: {worth} points", values);
  return upper(noted ? t("{says}; {remark}.", { says, remark: noted }) : `${says}.`);
}

/**
 * Format the loss of a decision: "−1.1 points, −3.0%"; empty without a loss.
 * @param {Decision} decision
 * @returns {string}
 */
export function lossSays({ loss }) {
  if (loss.tied || loss.chance <= 0) return "";
  const share = percent(-loss.chance, true);
  if (loss.points < LEAST) return share;
  return t("{points} points, {share}", { points: figures(-loss.points, true), share });
}

/**
 * Return the verdict on a decision in a word or two: "Mistake".
 * @param {Decision} decision
 * @returns {string}
 */
export function verdictWord(decision) {
  return markOf(decision) === "tie" ? t("As good as the best") : upper(decision.verdict.word);
}

/**
 * Return the verdict on a decision with its loss.
 * @param {Decision} decision
 * @returns {string}
 */
export function verdictSays(decision) {
  const word = verdictWord(decision);
  const lost = lossSays(decision);
  const says = lost
    ? t("{verdict}: {lost}.", { verdict: word, lost })
    : t("{verdict}.", { verdict: word });
  return decision.helped ? `${says} ${upper(decision.helped)}.` : says;
}

/**
 * Say the chance of winning at a step: “You win 62 %”, or for a spectator “Ann wins 62 %”.
 * @param {Judged} judged
 * @param {number} at
 * @returns {string} empty where it is unknown
 */
export function chanceSays(judged, at) {
  if (!judged.curve.length) return "";
  const share = rounded(judged.chanceAt(at));
  if (judged.seat !== null) return t("You win {share}", { share });
  const [name = "", ...others] = judged.sided;
  if (!others.length) return t("{name} wins {share}", { name, share });
  return t("{names} win {share}", { names: joined(judged.sided), share });
}

/**
 * Say that there is no mistake to go to.
 * @param {Judged} judged
 * @param {number} by
 * @returns {string}
 */
export function noMistakeSays(judged, by) {
  if (!judged.decisions.some(({ decision }) => isMistake(decision))) {
    return t("No mistakes in this game.");
  }
  return by > 0 ? t("No mistake after this one.") : t("No mistake before this one.");
}

/**
 * Summarise the number of decisions in a game and their losses; decisions made with help are left
 * out.
 * @param {Judged} judged
 * @returns {string}
 */
export function sumsSay({ decisions: every }) {
  const decisions = every.filter(({ decision }) => !decision.helped);
  const helped = every.length - decisions.length;
  const left = helped
    ? plural("{n} decision with help is left out.", "{n} decisions with help are left out.", helped)
    : "";
  const many = plural("{n} decision", "{n} decisions", decisions.length);
  const wrong = decisions.filter(({ decision }) => isMistake(decision)).length;
  const mistakes = wrong ? plural("{n} mistake", "{n} mistakes", wrong) : t("no mistakes");
  const lost = decisions.reduce((sum, { decision }) => sum + decision.loss.chance, 0);
  const says = t("{decisions}, {mistakes}; {lost} of a game lost.", {
    decisions: many,
    mistakes,
    lost: percent(lost),
  });
  return left ? `${says} ${left}` : says;
}

/**
 * Return which decision of how many is shown, and its deal.
 * @param {Judged} judged
 * @param {Decision} decision
 * @returns {string}
 */
export function placeSays({ decisions }, decision) {
  const at = decisions.findIndex((one) => one.decision === decision) + 1;
  return t("{at} of {all}", { at, all: decisions.length });
}

/**
 * Return a decision as a line of a list: "Deal 3: six of hearts. Mistake: −1.1 points, −3.0%."
 * @param {Decision} decision
 * @returns {string}
 */
export function decisionSays(decision) {
  const option = decision.options[decision.chosen];
  return t("Deal {deal}: {cards}. {verdict}", {
    deal: decision.deal,
    cards: option ? optionNamed(option) : "",
    verdict: verdictSays(decision),
  });
}

/** @param {string} word */
export function upper(word) {
  return word.charAt(0).toLocaleUpperCase() + word.slice(1);
}
