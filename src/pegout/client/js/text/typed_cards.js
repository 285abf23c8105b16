/**
 * Cards as a person types them, which `text/typed_cards.py` reads alike: by letters, by symbols, or
 * by their names in the language. Links have English letters alone.
 */

import { FACTS } from "../facts.js";
import { cardName, cardShort, ORDER, SUIT_ORDER } from "../scene/names.js";
import { language, plural, t } from "../words.js";

/**
 * @typedef {object} TypedCards
 * @property {string[]} cards empty if there is a problem
 * @property {string} problem why they cannot be read
 * @property {string} warning a sentence about those that may be meant otherwise
 */

/** The longest text of a hand, with the names of its cards. */
export const LONGEST_HAND = 200;

/** The suits by their symbols, full and hollow. */
const SIGNS = /** @type {Readonly<Record<string, string>>} */ (
  Object.freeze({ "♣": "C", "♦": "D", "♥": "H", "♠": "S", "♧": "C", "♢": "D", "♡": "H", "♤": "S" })
);
/** A card: its rank, and the letter or the symbol of its suit. */
const CARD = /(10|[A2-9TJQK])([A-Z♣♦♥♠♧♢♡♤])/giy;
const SEPARATORS = /[\s,;.-]|\uFE0E|\uFE0F/g;

/** @type {{code: string, pattern: RegExp, cards: Map<string, string>} | null} */
let known = null;

/**
 * Read typed cards of a link: ranks and suits in either case, with or without separators.
 * @param {string} text
 * @returns {string[] | null} null for invalid or repeated cards
 */
export function readCards(text) {
  const cards = written(text)?.map(({ rank, suit }) => rank + (SIGNS[suit] ?? suit));
  const valid = cards?.every((card) => SUIT_ORDER.includes(card.charAt(1)));
  return cards && valid && new Set(cards).size === cards.length ? cards : null;
}

/**
 * Read cards that a person typed.
 * @param {string} text
 * @param {number} max the number of cards dealt
 * @returns {TypedCards}
 */
export function readTyped(text, max) {
  const suits = FACTS.suits[language()] ?? "";
  const found = written(withoutNames(text));
  const refused = (/** @type {string} */ problem) => ({ cards: [], problem, warning: "" });
  const letters = (found ?? []).map(({ suit }) => suit).filter((suit) => !(suit in SIGNS));
  // A letter that only one of the languages has says which of them is meant.
  const isOwn = letters.some((suit) => suits.includes(suit) && !SUIT_ORDER.includes(suit));
  const isEnglish = letters.some((suit) => SUIT_ORDER.includes(suit) && !suits.includes(suit));
  if (isOwn && isEnglish && letters.some((suit) => isDoubtful(suit, suits))) {
    return refused(t("The suits of “{cards}” are letters of two languages.", { cards: text }));
  }
  const cards = (found ?? []).map(({ rank, suit }) => rank + suitOf(suit, isOwn ? suits : ""));
  if (!found || cards.some((card) => !SUIT_ORDER.includes(card.charAt(1)))) {
    return refused(t("Write a card as its rank and its suit, such as 5H, TD or KS."));
  }
  const twice = cards.find((card, at) => cards.indexOf(card) < at);
  if (twice) return refused(t("{card} is there twice.", { card: cardShort(twice) }));
  if (cards.length > max) {
    return refused(plural("{n} card is dealt.", "{n} cards are dealt.", max));
  }
  const doubts = isOwn ? [] : found.filter(({ suit }) => isDoubtful(suit, suits));
  return { cards, problem: "", warning: doubts.map((one) => warn(one, suits)).join(" ") };
}

/**
 * @typedef {object} Written
 * @property {string} word the card as it was typed
 * @property {string} rank
 * @property {string} suit its letter or its symbol
 */

/** @param {string} text @returns {Written[] | null} null for what is no card */
function written(text) {
  const plain = text.replace(SEPARATORS, "");
  const found = [...plain.matchAll(CARD)];
  if (found.reduce((length, [word]) => length + word.length, 0) < plain.length) return null;
  return found.map(([word, rank = "", suit = ""]) => ({
    word,
    rank: rank === "10" ? "T" : rank.toUpperCase(),
    suit: suit.toUpperCase(),
  }));
}

/** @param {string} suit @param {string} own the letters of the suits in the language */
function suitOf(suit, own) {
  const at = own.indexOf(suit);
  return SIGNS[suit] ?? (at < 0 ? suit : SUIT_ORDER.charAt(at));
}

/** Whether a letter is a suit in both languages, and not the same. */
function isDoubtful(/** @type {string} */ suit, /** @type {string} */ own) {
  return own.includes(suit) && SUIT_ORDER.includes(suit) && suitOf(suit, own) !== suit;
}

/** @param {Written} written @param {string} own */
function warn({ word, rank, suit }, own) {
  const other = rank + suitOf(suit, own);
  return t("{word} is read as {card}; write {short} or {code} for {other}.", {
    word,
    card: cardName(rank + suit),
    short: cardShort(other),
    code: other,
    other: cardName(other),
  });
}

/** Replace cards by their names with their symbols, which no language reads otherwise. */
function withoutNames(/** @type {string} */ text) {
  if (known?.code !== language()) known = names();
  const { pattern, cards } = known;
  return text
    .normalize("NFC")
    .replace(pattern, (name) => cards.get(name.toLowerCase().split(/\s+/).join(" ")) ?? name);
}

/** The names of all cards: the rank as a word or as on the card, with accents or without. */
function names() {
  /** @type {Map<string, string>} */
  const cards = new Map();
  for (const card of [...ORDER].flatMap((rank) => [...SUIT_ORDER].map((suit) => rank + suit))) {
    const [rank = "", ...suit] = cardName(card).toLowerCase().split(" ");
    const short = cardShort(card);
    for (const index of [rank, short.slice(0, -1).toLowerCase(), card.charAt(0).toLowerCase()]) {
      const name = [index, ...suit].join(" ");
      cards.set(name, short);
      cards.set(name.normalize("NFD").replace(/\p{M}/gu, ""), short);
    }
  }
  const longest = [...cards.keys()].sort((one, other) => other.length - one.length);
  const any = longest.map((name) => name.split(" ").join("\\s+")).join("|");
  const pattern = new RegExp(`(?<![\\p{L}\\d])(?:${any})(?![\\p{L}\\d])`, "giu");
  return { code: language(), pattern, cards };
}
