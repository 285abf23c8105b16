/** The names of cards, players and sides that the client itself writes. */

import { FACTS } from "../facts.js";
import { joined, mark, t } from "../words.js";

/** @type {Readonly<Record<string, string>>} */
const RANKS = Object.freeze({
  A: mark("ace"),
  2: mark("two"),
  3: mark("three"),
  4: mark("four"),
  5: mark("five"),
  6: mark("six"),
  7: mark("seven"),
  8: mark("eight"),
  9: mark("nine"),
  T: mark("ten"),
  J: mark("jack"),
  Q: mark("queen"),
  K: mark("king"),
});

/** @type {Readonly<Record<string, string>>} */
const SUITS = Object.freeze({
  C: mark("clubs"),
  D: mark("diamonds"),
  H: mark("hearts"),
  S: mark("spades"),
});

/** @type {Readonly<Record<string, string>>} */
const SIGNS = Object.freeze({ C: "♣", D: "♦", H: "♥", S: "♠" });

/** The ranks from the ace up, by their letters. */
export const ORDER = "A23456789TJQK";

/** The suits in the order of the pack. */
export const SUIT_ORDER = "CDHS";

/**
 * Name a card in words: "five of hearts".
 * @param {string} card
 * @returns {string}
 */
export function cardName(card) {
  const rank = RANKS[card.charAt(0)];
  const suit = SUITS[card.charAt(1)];
  if (!rank || !suit) return t("hidden card");
  return t("{rank} of {suit}", { rank: t(rank), suit: t(suit) });
}

/**
 * Return a card as index and symbol: "10♠".
 * @param {string} card
 * @returns {string}
 */
export function cardShort(card) {
  const sign = SIGNS[card.charAt(1)];
  if (!sign) return "?";
  return (card.startsWith("T") ? "10" : card.charAt(0)) + sign;
}

/**
 * Name a suit in words.
 * @param {string} suit the letter of the suit
 * @returns {string}
 */
export function suitName(suit) {
  return suit in SUITS ? t(SUITS[suit]) : "";
}

/**
 * Return the cards of a hand in display order; the hand itself is unchanged.
 * @param {readonly string[]} cards
 * @param {boolean} sorted
 * @returns {string[]}
 */
export function inOrder(cards, sorted) {
  if (!sorted) return [...cards];
  /** @param {string} card */
  const index = (card) => ORDER.indexOf(card.charAt(0)) * 4 + SUIT_ORDER.indexOf(card.charAt(1));
  return [...cards].sort((card, other) => index(card) - index(other));
}

/**
 * Name a player as this seat sees them: "You", or the name.
 * @param {import("./state.js").Scene} scene
 * @param {number} seat
 * @returns {string}
 */
export function playerName(scene, seat) {
  return seat === scene.view.seat ? t("You") : (scene.setup.seats[seat]?.name ?? "");
}

/**
 * Name the level of a computer player.
 * @param {string} kind
 * @returns {string} empty for a person
 */
export function levelTitle(kind) {
  return kind === "person" ? "" : t(FACTS.levels[kind] ?? kind);
}

/**
 * Name the players of a side: one, or the two of a team; the addressed player comes first.
 * @param {import("./state.js").Scene} scene
 * @param {number} side
 * @returns {string[]}
 */
export function sideNames(scene, side) {
  const sides = scene.view.scores.length;
  const own = scene.view.seat;
  /** @type {number[]} */
  const seats = [];
  for (let seat = side; seat < scene.setup.seats.length; seat += sides) seats.push(seat);
  seats.sort((one, other) => Number(other === own) - Number(one === own));
  return seats.map((seat) => playerName(scene, seat));
}

/**
 * Name a side.
 * @param {import("./state.js").Scene} scene
 * @param {number} side
 * @returns {string}
 */
export function sideName(scene, side) {
  return joined(sideNames(scene, side));
}

/**
 * Name how badly a side was beaten.
 * @param {number} skunk from 0 for no skunk to 3 for a triple one
 * @returns {string}
 */
export function skunkName(skunk) {
  return ["", t("skunk"), t("double skunk"), t("triple skunk")][skunk] ?? "";
}
