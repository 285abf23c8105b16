/** The analysis of a hand and a score: its options, and its results in words and numbers. */

import { sidesOf } from "../rules.js";
import { partsOf, rowsOf } from "../scene/advice.js";
import { figures, percent } from "../scene/figures.js";
import { plural, t } from "../words.js";
import { readCards } from "./typed_cards.js";

/** @import { Valued } from "../scene/advice.js" */
/** @import { DecisionOption as Option, PointsShare } from "../wire" */
/**
 * @typedef {import("../wire").DiscardsAnalysed} Analysed
 *
 * @typedef {object} Question the question to analyse
 * @property {string[]} cards
 * @property {number} players
 * @property {number} target
 * @property {number} dealer the dealer, counted from the player: 0 for the player, 1 for the next
 *   on the left, and so on
 * @property {number[]} scores the score of each side, the player's own side first
 *
 * @typedef {object} Ranked an option to show
 * @property {string[]} cards
 * @property {string} worth the value that decides: points of the deal, or the chance of winning
 * @property {string} other the other of the two values
 * @property {string[]} parts the parts of a discard: hand, crib and play
 * @property {string} loss the loss, or that the option is best or tied
 * @property {number} length the length of its bar, from 0 to 1
 * @property {boolean} top whether it is best, or tied with the best
 * @property {string} name all of that in words
 *
 * @typedef {object} Spread a score distribution
 * @property {number} mean
 * @property {number} median the median: half of all cases have at least so many points
 * @property {number} minimum
 * @property {number} maximum
 */

/** The least losses shown as a number, in points and in win probability; smaller ones get a “<”. */
const FINE = { points: 0.05, chance: 0.0005 };
/** The least probability of a number of points that is mentioned. */
const RARE = 0.0005;

/** The targets to choose from. */
export const TARGETS = Object.freeze([121, 61]);
/** The numbers of players to choose from. */
export const PLAYERS = Object.freeze([2, 3, 4]);

/**
 * Return the number of cards dealt to each player.
 * @param {number} players
 * @param {boolean} [fiveCard] whether the game is the one of five cards
 */
export function dealtTo(players, fiveCard = false) {
  return players === 2 && !fiveCard ? 6 : 5;
}

/**
 * Name the seats: the player first, then clockwise.
 * @param {number} players
 * @param {boolean} [teams] whether four play in teams
 * @returns {string[]}
 */
export function seats(players, teams = true) {
  if (players === 3) return [t("You"), t("On your left"), t("On your right")];
  if (players === 4) {
    const across = teams ? t("Partner") : t("Opposite");
    return [t("You"), t("On your left"), across, t("On your right")];
  }
  return [t("You"), t("Opponent")];
}

/**
 * Name the sides, the player's own first.
 * @param {number} players
 * @param {boolean} [teams] whether four play in teams
 * @returns {string[]}
 */
export function sides(players, teams = true) {
  return players === 4 && teams ? [t("Your side"), t("Other side")] : seats(players, teams);
}

/**
 * Say who deals: "You deal".
 * @param {number} players
 * @param {number} dealer
 * @returns {string}
 */
export function dealerSays(players, dealer) {
  if (players === 4) return dealer % 2 ? t("The other side deals") : t("Your side deals");
  if (dealer === 0) return t("You deal");
  if (players === 2) return t("Your opponent deals");
  return dealer === 1 ? t("The player on your left deals") : t("The player on your right deals");
}

/**
 * Read a question from a URL.
 * @param {string} search the query of the URL
 * @returns {Question} the question, with defaults for missing or invalid parameters
 */
export function readQuestion(search) {
  const query = new URLSearchParams(search);
  const number = (/** @type {string} */ name, /** @type {readonly number[]} */ among) => {
    const value = Number(query.get(name) ?? among[0]);
    return among.includes(value) ? value : (among[0] ?? 0);
  };
  const players = number("players", PLAYERS);
  const target = number("target", TARGETS);
  const given = (query.get("scores") ?? "").split("-").map(Number);
  const count = sidesOf({ players });
  const fit = given.length === count && given.every((score) => isScore(score, target));
  return {
    cards: (readCards(query.get("cards") ?? "") ?? []).slice(0, dealtTo(players)),
    players,
    target,
    dealer: number("dealer", [...Array(players).keys()]),
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
 * Write a question as the query of a URL, for pages and for the server.
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
 * Name the columns: the value that decides, its parts, the other value, and the loss.
 * @param {Pick<Valued, "kind" | "by_chance">} advice
 * @returns {string[]}
 */
export function heads({ kind, by_chance: byChance }) {
  const [worth, other] = byChance ? [t("wins"), t("total")] : [t("total"), t("wins")];
  const parts = kind === "discard" ? [t("hand"), t("crib"), t("play")] : [];
  return [worth, ...parts, other, t("loses")];
}

/**
 * Return the options to show, the best first.
 * @param {Valued} advice
 * @returns {Ranked[]}
 */
export function rankedOf(advice) {
  const { kind, by_chance: byChance, options } = advice;
  const rows = rowsOf(advice);
  return options.map((option, at) => {
    const { cards = [], length = 0, name = "" } = rows[at] ?? {};
    const lost = lossOf(option, at ? options[0] : undefined, byChance);
    const wins = percent(option.chance);
    const total = figures(option.points, true);
    return {
      cards,
      worth: byChance ? wins : total,
      parts: kind === "discard" ? partsOf(advice, option) : [],
      other: byChance ? total : wins,
      loss: lost,
      length,
      top: at === 0 || option.tied,
      name: [
        name,
        ...(byChance ? [] : [t("wins {share}", { share: wins })]),
        ...(at && !option.tied ? [t("loses {loss}", { loss: lost.replace("−", "") })] : []),
      ].join(", "),
    };
  });
}

/**
 * Format the loss of an option: "−0.4", or as win probability "−1.2 %".
 * @param {Option} option
 * @param {Option | undefined} best the best, unless this is it
 * @param {boolean} byChance
 */
function lossOf(option, best, byChance) {
  if (!best) return t("best");
  if (option.tied) return t("tie");
  const chance = best.chance - option.chance;
  const points = best.points - option.points;
  if (byChance) return chance < FINE.chance ? `<${percent(0.001)}` : percent(-chance);
  return points < FINE.points ? `<${figures(0.1)}` : figures(-points);
}

/**
 * Summarise a score distribution.
 * @param {readonly PointsShare[]} shares
 * @returns {Spread}
 */
export function spreadOf(shares) {
  const likely = shares.filter(({ share }) => share > RARE);
  let above = 0;
  let median = likely[0]?.points ?? 0;
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
    minimum: likely[0]?.points ?? 0,
    maximum: likely.at(-1)?.points ?? 0,
  };
}

/**
 * Describe a score distribution in a sentence.
 * @param {Spread} spread
 * @returns {string}
 */
export function spreadSays({ minimum, maximum, median }) {
  if (minimum === maximum) return plural("Always {n} point.", "Always {n} points.", minimum);
  return t("{minimum} to {maximum} points, half of the time {median} or more.", {
    minimum,
    maximum,
    median,
  });
}
