/** The table as rows of words. */

import { joined, mark, plural, t } from "../words.js";
import { cardName, levelTitle, playerName, sideName, sideNames } from "./names.js";

/** @typedef {import("./script.js").Scene} Scene */

/**
 * @typedef {object} Row
 * @property {string} key
 * @property {string} label
 * @property {string} value
 * @property {string[]} [items] an ordered list below the value
 */

/** @type {Readonly<Record<string, string>>} */
const PHASES = Object.freeze({
  ready: mark("The deal"),
  shuffle: mark("The deal"),
  cut_for_deal: mark("Cutting for the deal"),
  discard: mark("The discard"),
  cut: mark("The cut"),
  play: mark("The play"),
  show: mark("The show"),
  over: mark("The end"),
});

/**
 * Name the current phase.
 * @param {Scene} scene
 * @returns {string}
 */
export function phaseName(scene) {
  const name = PHASES[scene.view.phase];
  return name ? t(name) : "";
}

/**
 * Return the seats that the table waits for: only this one, if it is among them.
 * @param {Scene} scene
 * @returns {number[]} empty while a hand is counted, and when the game is over
 */
export function waitsFor({ view, standing, thinking, busy, count, seat }) {
  if (view.phase === "over" || (count && busy)) return [];
  if (thinking !== null) return [thinking];
  const next = view.turn === null ? [] : [view.turn];
  const seats = busy || !standing ? next : standing.to_act;
  return seat !== null && seats.includes(seat) ? [seat] : seats;
}

/**
 * Say who is thinking, while all players here wait for a computer player.
 * @param {Scene} scene
 * @returns {string} empty if no computer player is thinking
 */
export function thinkingSays(scene) {
  if (scene.thinking === null) return "";
  return t("{name} is thinking.", { name: playerName(scene, scene.thinking) });
}

/**
 * Name the hand or crib that is being counted.
 * @param {Scene} scene
 * @param {number} seat
 * @param {boolean} crib
 * @returns {string}
 */
export function handTitle(scene, seat, crib) {
  const name = scene.setup.seats[seat]?.name ?? "";
  if (seat === scene.view.seat) return crib ? t("Your crib") : t("Your hand");
  const title = crib ? t("{name}’s crib", { name }) : t("{name}’s hand", { name });
  // A name keeps its owner's spelling; any other first word begins with a capital.
  return title.startsWith(name) ? title : title.charAt(0).toLocaleUpperCase() + title.slice(1);
}

/**
 * Say whose crib the cards go to.
 * @param {Scene} scene
 * @returns {string} empty before there is a dealer
 */
export function cribSays({ view, setup }) {
  if (view.dealer === null) return "";
  if (view.dealer === view.seat) return t("To your crib");
  return t("To {name}’s crib", { name: setup.seats[view.dealer]?.name ?? "" });
}

/**
 * Describe each side's score: "Ann 43, needs 78".
 * @param {Scene} scene
 * @returns {{side: number, names: string[], score: number, needs: number, last: number,
 *   text: string}[]} the player's own side first
 */
export function scoreLines(scene) {
  const { view } = scene;
  const own = view.seat === null ? 0 : view.seat % view.scores.length;
  const lines = view.scores.map((/** @type {number} */ score, /** @type {number} */ side) => {
    const names = sideNames(scene, side);
    const needs = view.rules.target - score;
    const points = t("{side} {points}", { side: joined(names), points: score });
    const text = needs
      ? t("{score}, {needs}", { score: points, needs: plural("needs {n}", "needs {n}", needs) })
      : points;
    // The score at the start was not pegged.
    const last = score > (view.rules.start_scores[side] ?? 0) ? score - view.rear[side] : 0;
    return { side, names, score, needs, last, text };
  });
  return lines.sort(
    (/** @type {{side: number}} */ left, /** @type {{side: number}} */ other) =>
      Number(other.side === own) - Number(left.side === own) || left.side - other.side,
  );
}

/**
 * Describe the count of the play and its cards, with the player of each.
 * @param {Scene} scene
 * @returns {string}
 */
export function countSentence(scene) {
  const { view } = scene;
  if (!view.pile.length) return t("No card has been played in this count.");
  const cards = joined(playedNames(scene, view.pile));
  return t("The count is {count}: {cards}.", { count: view.count, cards });
}

/**
 * Name a player and the level of a computer player: "Ben, computer: Club".
 * @param {Scene} scene
 * @param {number} seat
 */
function playerAndLevel(scene, seat) {
  const name = playerName(scene, seat);
  const level = levelTitle(scene.setup.seats[seat].kind);
  return level ? t("{name}, computer: {level}", { name, level }) : name;
}

/**
 * @param {Scene} scene
 * @param {{seat: number, card: string}[]} pile
 * @returns {string[]}
 */
function playedNames(scene, pile) {
  return pile.map(({ seat, card }) =>
    t("{card} from {name}", {
      card: cardName(card),
      name: lower(playerName(scene, seat), seat, scene),
    }),
  );
}

/**
 * @param {string} name
 * @param {number} seat
 * @param {Scene} scene
 */
function lower(name, seat, scene) {
  return seat === scene.view.seat ? t("you") : name;
}

/**
 * Return the table row by row.
 * @param {Scene} scene
 * @returns {Row[]}
 */
export function tableRows(scene) {
  const { view } = scene;
  /** @type {Row[]} */
  const rows = [];
  /**
   * @param {string} key
   * @param {string} label
   * @param {string} value
   * @param {string[]} [items]
   */
  const put = (key, label, value, items) => rows.push({ key, label, value, items });
  if (view.phase === "play") {
    const played = playedNames(scene, view.pile);
    put(
      "count",
      t("In this count"),
      played.length ? "" : t("No card has been played in this count."),
      played,
    );
  }
  if (view.dealer !== null) {
    put("dealer", t("Dealer"), playerName(scene, view.dealer));
    const cards = view.crib_size ? plural("{n} card", "{n} cards", view.crib_size) : "";
    const whose = handTitle(scene, view.dealer, true);
    put("crib", t("Crib"), cards ? t("{whose}, {cards}", { whose, cards }) : whose);
  }
  if (view.starter) put("starter", t("Starter"), cardName(view.starter));
  for (const cut of view.cuts) {
    put(
      `cut-${cut.seat}`,
      t("Cut"),
      t("{card} from {name}", {
        card: cardName(cut.card),
        name: lower(playerName(scene, cut.seat), cut.seat, scene),
      }),
    );
  }
  if (view.phase !== "over") {
    view.hand_sizes.forEach((/** @type {number} */ n, /** @type {number} */ seat) => {
      if (seat === view.seat) return;
      put(
        `holds-${seat}`,
        playerAndLevel(scene, seat),
        plural("{n} card in hand", "{n} cards in hand", n),
      );
    });
  }
  if (view.discards.length) {
    put("discards", t("Your discard"), joined(view.discards.map(cardName)));
  }
  view.earlier.forEach(
    (/** @type {{seat: number, card: string}[]} */ pile, /** @type {number} */ n) => {
      put(`earlier-${n}`, t("Count {n}, over", { n: n + 1 }), "", playedNames(scene, pile));
    },
  );
  if (scene.setup.games > 1 || scene.setup.play_to) {
    const points = scene.points.map((/** @type {number} */ n, /** @type {number} */ side) =>
      t("{side} {points}", { side: sideName(scene, side), points: n }),
    );
    const of = scene.setup.play_to
      ? t("Game {game}, match to {points}", { game: scene.game, points: scene.setup.play_to })
      : t("Game {game} of {games}", { game: scene.game, games: scene.setup.games });
    put("match", t("Match points"), points.join(", "));
    put("game", t("In the match"), of);
  }
  return rows;
}

/**
 * Describe the points of each side in the game, by their source.
 * @param {Scene} scene
 * @returns {string[]}
 */
export function tallyLines(scene) {
  return scene.tally.map(({ play, hand, crib }, side) =>
    t("{side}: {play} in the play, {hands} in hands, {cribs} in cribs.", {
      side: sideName(scene, side),
      play,
      hands: hand,
      cribs: crib,
    }),
  );
}
