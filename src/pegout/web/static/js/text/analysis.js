// @ts-check
/** A hand and a score that are analysed: what may be chosen, and the answer in words and figures. */

import { plural, t } from "../words.js";
import { rowsOf } from "./advice.js";
import { figures, percent } from "./figures.js";
import { ORDER, SUIT_ORDER } from "./names.js";

/**
 * @typedef {import("../wire").DiscardsAnalysed} Analysed
 * @typedef {import("../wire").AnalysedDiscard} Discard
 * @typedef {import("../wire").PointsShare} PointsShare
 *
 * @typedef {object} Question what is asked
 * @property {string[]} cards
 * @property {number} players
 * @property {number} target
 * @property {number} dealer who deals: 0 for oneself, 1 for the next on the left, and so on
 * @property {number[]} scores of each side, the own first
 *
 * @typedef {object} Ranked a discard as it is shown
 * @property {Discard} discard
 * @property {string[]} cards
 * @property {string} worth what decides: points of the deal, or the chance of winning
 * @property {string} other the other of the two
 * @property {string[]} parts hand, crib and play
 * @property {string} loss what it loses, or that it is the best, or as good
 * @property {number} length how long its bar is, from 0 to 1
 * @property {boolean} top whether it is the best, or as good
 * @property {string} name all of that in words
 *
 * @typedef {object} Spread a score distribution
 * @property {number} mean
 * @property {number} median half of the time there are so many points or more
 * @property {number} least
 * @property {number} most
 */

/** Losses of fewer points or less of a game are shown with one figure more. */
const FINE = { points: 0.05, chance: 0.0005 };
/** What is likelier than this is among the points of a distribution that are told. */
const RARE = 0.0005;

/** The targets that can be chosen. */
export const TARGETS = Object.freeze([121, 61]);
/** The numbers of players that can be chosen. */
export const PLAYERS = Object.freeze([2, 3, 4]);

/**
 * Say how many cards are dealt to each of so many players.
 * @param {number} players
 */
export function dealtTo(players) {
  return players === 2 ? 6 : 5;
}

/**
 * Say how many sides so many players make.
 * @param {number} players
 */
export function sidesOf(players) {
  return players === 3 ? 3 : 2;
}

/**
 * Name those who may deal, oneself first, then from the left round.
 * @param {number} players
 * @returns {string[]}
 */
export function dealers(players) {
  if (players === 3) return [t("You"), t("On your left"), t("On your right")];
  if (players === 4) {
    return [t("You"), t("On your left"), t("Partner"), t("On your right")];
  }
  return [t("You"), t("Opponent")];
}

/**
 * Name the sides, the own one first.
 * @param {number} players
 * @returns {string[]}
 */
export function sides(players) {
  if (players === 3) return [t("You"), t("On your left"), t("On your right")];
  return players === 4 ? [t("Your side"), t("Other side")] : [t("You"), t("Opponent")];
}

/**
 * Say who deals: "You deal".
 * @param {number} players
 * @param {number} dealer
 * @returns {string}
 */
export function dealing(players, dealer) {
  if (players === 4) return dealer % 2 ? t("The other side deals") : t("Your side deals");
  if (dealer === 0) return t("You deal");
  if (players === 2) return t("Your opponent deals");
  return dealer === 1 ? t("The player on your left deals") : t("The player on your right deals");
}

/**
 * Read cards that were typed: ranks and suits in any case, with or without anything between.
 * @param {string} text
 * @returns {string[] | null} null where something in it is no card, or is there twice
 */
export function readCards(text) {
  const signs = /** @type {Record<string, string>} */ ({ "♣": "C", "♦": "D", "♥": "H", "♠": "S" });
  const plain = [...text.toUpperCase()]
    .map((sign) => signs[sign] ?? sign)
    .join("")
    .replace(/[\s,;.\uFE0E\uFE0F-]+/g, "")
    .replaceAll("10", "T");
  const cards = plain.match(/../g) ?? [];
  const known = cards.every(
    (card) => ORDER.includes(card.charAt(0)) && SUIT_ORDER.includes(card.charAt(1)),
  );
  return plain.length % 2 === 0 && known && new Set(cards).size === cards.length ? cards : null;
}

/**
 * Give what is asked as an address has it.
 * @param {string} search the query of the address
 * @returns {Question} the usual for what it does not tell, or tells wrongly
 */
export function readQuestion(search) {
  const query = new URLSearchParams(search);
  const number = (/** @type {string} */ name, /** @type {readonly number[]} */ among) => {
    const value = Number(query.get(name) ?? among[0]);
    return among.includes(value) ? value : (among[0] ?? 0);
  };
  const players = number("players", PLAYERS);
  const target = number("target", TARGETS);
  const seats = Array.from({ length: players }, (_, seat) => seat);
  const given = (query.get("scores") ?? "").split("-").map(Number);
  const count = sidesOf(players);
  const fit = given.length === count && given.every((score) => isScore(score, target));
  return {
    cards: (readCards(query.get("cards") ?? "") ?? []).slice(0, dealtTo(players)),
    players,
    target,
    dealer: number("dealer", seats),
    scores: fit ? given : Array.from({ length: count }, () => 0),
  };
}

/**
 * @param {number} score
 * @param {number} target
 */
export function isScore(score, target) {
  return Number.isInteger(score) && score >= 0 && score < target;
}

/**
 * Give a question as the query of an address, for pages and for the server.
 * @param {Question} question
 * @returns {string}
 */
export function queryOf({ cards, players, target, dealer, scores }) {
  return [
    cards.length ? `cards=${cards.join(",")}` : "",
    `dealer=${dealer}`,
    `scores=${scores.join("-")}`,
    players === PLAYERS[0] ? "" : `players=${players}`,
    target === TARGETS[0] ? "" : `target=${target}`,
  ]
    .filter(Boolean)
    .join("&");
}

/**
 * Name the numbers of a row: what decides, its parts, what does not decide, and what is lost.
 * @param {boolean} byChance
 * @returns {string[]}
 */
export function heads(byChance) {
  const [worth, other] = byChance ? [t("wins"), t("total")] : [t("total"), t("wins")];
  return [worth, t("hand"), t("crib"), t("play"), other, t("loses")];
}

/**
 * Give the discards as they are shown, the best first.
 * @param {Analysed} analysed
 * @returns {Ranked[]}
 */
export function rankedOf({ by_chance: byChance, discards }) {
  const options = discards.map(({ option }) => option);
  const rows = rowsOf({
    kind: "discard",
    by_chance: byChance,
    options,
    chosen: null,
    loss: null,
    verdict: null,
    says: "",
  });
  return discards.map((discard, at) => {
    const { option, loss } = discard;
    const { cards = [], length = 0, name = "" } = rows[at] ?? {};
    const lost = lossOf(discard, byChance, at === 0);
    const wins = percent(option.chance);
    const total = figures(option.points, true);
    return {
      discard,
      cards,
      worth: byChance ? wins : total,
      parts: [
        figures(option.hand),
        figures(option.crib, true),
        figures(option.play, true),
      ],
      other: byChance ? total : wins,
      loss: lost,
      length,
      top: at === 0 || loss.tied,
      name: [
        name,
        ...(byChance ? [] : [t("wins {share}", { share: wins })]),
        ...(at && !loss.tied ? [t("loses {loss}", { loss: lost.replace("−", "") })] : []),
      ].join(", "),
    };
  });
}

/**
 * Say what a discard loses: "−0.4", or by the chance of winning "−1.2 %".
 * @param {Discard} discard
 * @param {boolean} byChance
 * @param {boolean} first
 */
function lossOf({ loss }, byChance, first) {
  if (first) return t("best");
  if (loss.tied) return t("tie");
  if (byChance) return loss.chance < FINE.chance ? `<${percent(0.001)}` : percent(-loss.chance);
  return loss.points < FINE.points ? `<${figures(0.1)}` : figures(-loss.points);
}

/**
 * Sum a distribution up.
 * @param {readonly PointsShare[]} shares
 * @returns {Spread}
 */
export function spreadOf(shares) {
  const told = shares.filter(({ share }) => share > RARE);
  let above = 0;
  let median = told[0]?.points ?? 0;
  for (const { points, share } of [...shares].reverse()) {
    above += share;
    if (above >= 0.5) {
      median = points;
      break;
    }
  }
  return {
    mean: shares.reduce((sum, { points, share }) => sum + points * share, 0),
    median,
    least: told[0]?.points ?? 0,
    most: told.at(-1)?.points ?? 0,
  };
}

/**
 * Say a distribution in a sentence.
 * @param {Spread} spread
 * @returns {string}
 */
export function spreadSays({ least, most, median }) {
  if (least === most) return plural("Always {n} point.", "Always {n} points.", least);
  return t("{least} to {most} points, half of the time {median} or more.", { least, most, median });
}
