// @ts-check
/** Decisions that were reviewed, in words and figures: for the table, and for the text view. */

import { isMistake, markOf } from "../table/judged.js";
import { plural, t } from "../words.js";
import { figures, percent } from "./figures.js";
import { cardName, joined } from "./names.js";

/**
 * @typedef {import("../table/judged.js").Decision} Decision
 * @typedef {import("../table/judged.js").Judged} Judged
 * @typedef {import("../table/judged.js").Ranked} Ranked
 * @typedef {import("../wire").DecisionOption} Option
 */

/** Fewer points are not named: they would be rounded to none. */
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
 * Give what an option is worth, by what decides here.
 * @param {Decision} decision
 * @param {Ranked} ranked
 * @returns {string}
 */
export function worth({ by_chance: byChance }, { option }) {
  return byChance ? percent(option.chance) : figures(option.points);
}

/**
 * Say what is to be said of an option beside its number: that it was chosen, or is as good.
 * @param {Ranked} ranked
 * @param {boolean} own whether the player is spoken to
 * @returns {string}
 */
export function remark({ rank, chosen, best }, own) {
  if (chosen) return own ? t("your choice") : t("this choice");
  if (rank === 1) return t("best");
  return best ? t("as good") : "";
}

/**
 * Name an option for the ear: its cards, or what is claimed.
 * @param {Option} option
 * @returns {string}
 */
export function optionNamed(option) {
  return option.cards.length ? cardsNamed(option.cards) : option.words;
}

/**
 * Say what an option is worth in a sentence.
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
 * Say what a decision lost: "−1.1 points, −3.0%"; nothing of one that lost nothing.
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
 * Say what a decision was in a word or two: "Mistake".
 * @param {Decision} decision
 * @returns {string}
 */
export function verdictWord(decision) {
  return markOf(decision) === "tie" ? t("As good as the best") : upper(decision.verdict.word);
}

/**
 * Say what a decision was, and what it lost.
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
 * Say of a whole game how many decisions there were, and what they lost; those that were made with
 * help are left out.
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
 * Say which decision of how many is seen, and in which deal.
 * @param {Judged} judged
 * @param {Decision} decision
 * @returns {string}
 */
export function placeSays({ decisions }, decision) {
  const at = decisions.findIndex((one) => one.decision === decision) + 1;
  return t("{at} of {all}", { at, all: decisions.length });
}

/**
 * Give a decision as a line of a list: "Deal 3: six of hearts. Mistake: −1.1 points, −3.0%."
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
