/** Reviewed decisions in words and numbers, for the table and the text view. */

import { columns, partsOf } from "../scene/advice.js";
import { figures, percent, rounded } from "../scene/figures.js";
import { cardName } from "../scene/names.js";
import { joined, plural, t } from "../words.js";
import { bestChance, chanceAfter, isMistake, markOf } from "./judged.js";

/** @import { Decision, Judged, Ranked } from "./judged.js" */
/** @typedef {import("../wire").DecisionOption} Option */

/** The least loss in points that is mentioned; a smaller one would be rounded to zero. */
const MIN = 0.05;

/**
 * Name the cards of an option.
 * @param {readonly string[]} cards
 * @returns {string}
 */
export function cardsNamed(cards) {
  return joined(cards.map(cardName));
}

/**
 * Return what an option costs against the best, in the unit of the decision.
 * @param {Decision} decision
 * @param {Ranked} ranked
 * @returns {string}
 */
export function cost({ by_chance: byChance, options }, { option, rank }) {
  const best = /** @type {Option} */ (options[0]);
  if (rank === 1) return "0";
  return byChance
    ? percent(option.chance - best.chance, true)
    : figures(option.points - best.points, true);
}

/**
 * Return the parts of an option of a discard: hand, crib and play in points.
 * @param {Decision} decision
 * @param {Option} option
 * @returns {{name: string, figure: string}[]}
 */
export function splitOf(decision, option) {
  if (decision.kind !== "discard") return [];
  const parts = partsOf(decision, option);
  return columns(decision).map((name, at) => ({ name, figure: parts[at] ?? "" }));
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
 * Describe the cost of an option in a sentence, and the parts of a discard.
 * @param {Decision} decision
 * @param {Ranked} ranked
 * @param {boolean} own
 * @returns {string}
 */
export function optionSays(decision, ranked, own) {
  const noted = remark(ranked, own);
  const values = { cards: optionNamed(ranked.option), cost: cost(decision, ranked) };
  const costs = decision.by_chance
    ? t("{cards}: {cost} to win", values)
    : t("{cards}: {cost} points", values);
  const first = ranked.rank === 1 ? t("{cards}: costs nothing", values) : costs;
  const parts = splitOf(decision, ranked.option).map(({ name, figure }) => `${name} ${figure}`);
  const says = [first, parts.join(", "), noted].filter(Boolean).join("; ");
  return `${upper(says)}.`;
}

/**
 * Format the loss of a decision: "−1.1 points, −3.0%"; empty without a loss.
 * @param {Decision} decision
 * @returns {string}
 */
export function lossSays({ loss }) {
  if (loss.tied || loss.chance <= 0) return "";
  const share = percent(-loss.chance, true);
  if (loss.points < MIN) return share;
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
 * Say the chance of winning at a step, in the own view of the player who decides: “You win 21 %
 * (best: 28 %)”, or of another player “Ann wins 62 %”.
 * @param {Judged} judged
 * @param {number} at
 * @returns {string} empty where it is unknown
 */
export function chanceSays(judged, at) {
  const decision = judged.decisionAt(at);
  const says = chanceShort(judged, at);
  if (!decision) return says;
  const [share, best] = [chanceAfter(decision), bestChance(decision)].map(rounded);
  return share === best ? says : t("{says} (best: {best})", { says, best: best ?? "" });
}

/**
 * Say the same without what the best would win.
 * @param {Judged} judged
 * @param {number} at
 * @returns {string}
 */
export function chanceShort(judged, at) {
  const decision = judged.decisionAt(at);
  if (decision) return winsSays(judged, decision.seat, chanceAfter(decision));
  return judged.curve.length ? winsSays(judged, judged.seat ?? 0, judged.chanceAt(at)) : "";
}

/**
 * @param {Judged} judged
 * @param {number} seat
 * @param {number} chance
 */
function winsSays(judged, seat, chance) {
  const share = rounded(chance);
  if (judged.seat === seat) return t("You win {share}", { share });
  const names = judged.sideNames(seat);
  if (names.length < 2) return t("{name} wins {share}", { name: names[0] ?? "", share });
  return t("{names} win {share}", { names: joined(names), share });
}

/**
 * Say the chance of winning at a step with all cards open.
 * @param {Judged} judged
 * @param {number} at
 */
export function openSays(judged, at) {
  return t("All cards open: {share}", { share: rounded(judged.openAt(at)) });
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
export function sumsSay({ decisions: every, seat }) {
  const decisions = every.filter(({ decision }) => !decision.helped);
  const helped = every.length - decisions.length;
  const left = helped
    ? plural("{n} decision with help is left out.", "{n} decisions with help are left out.", helped)
    : "";
  const many = plural("{n} decision", "{n} decisions", decisions.length);
  const wrong = decisions.filter(({ decision }) => isMistake(decision)).length;
  const mistakes = wrong ? plural("{n} mistake", "{n} mistakes", wrong) : t("no mistakes");
  const lost = decisions.reduce((sum, { decision }) => sum + decision.loss.chance, 0);
  const values = { decisions: many, mistakes, lost: percent(-lost, true) };
  const says =
    seat === null
      ? t("{decisions}, {mistakes}. Errors: {lost}.", values)
      : t("{decisions}, {mistakes}. Your errors: {lost}.", values);
  return left ? `${says} ${left}` : says;
}

/**
 * Return which decision of how many is shown, and its deal.
 * @param {Judged} judged
 * @param {Decision} decision
 * @returns {string}
 */
export function positionSays({ decisions }, decision) {
  const at = decisions.findIndex((item) => item.decision === decision) + 1;
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
