/**
 * Counting a hand, here: its items in the order in which players count them, and what they say. The
 * rules are those of `pegout.scoring`, the words those of `pegout.text.counting`.
 */

import { joined, t } from "./words.js";

/**
 * @typedef {object} Hand
 * @property {string[]} cards the hand, without the starter
 * @property {string} starter
 * @property {boolean} crib whether it is a crib
 * @property {{crib_flush?: string, nobs_points?: number}} rules the rules that affect its count
 *
 * @typedef {{kind: string, cards: string[], points: number}} Item
 * @typedef {{name: string, points: number, part: boolean}} Combination the name is empty for no item
 */

const RANKS = "A23456789TJQK";
const SUITS = "CDHS";
const PAIRS = [0, 0, 2, 6, 12];
const OF_A_KIND = ["", "", "pair", "pair_royal", "double_pair_royal"];
/** The runs, by the number of cards of each rank that is there more than once. */
const RUNS = Object.freeze(
  /** @type {Record<string, string>} */ ({
    "": "run",
    2: "double_run",
    3: "triple_run",
    "2,2": "double_double_run",
  }),
);

/** @param {string} card */
const rankOf = (card) => RANKS.indexOf(card.charAt(0));
/** @param {string} card */
const suitOf = (card) => card.charAt(1);
/** @param {string} card */
const pipsOf = (card) => Math.min(rankOf(card) + 1, 10);
/** @param {string[]} cards */
const sorted = (cards) => [...cards].sort((one, other) => numberOf(one) - numberOf(other));
/** @param {string} card */
const numberOf = (card) => rankOf(card) * SUITS.length + SUITS.indexOf(suitOf(card));
/** @param {number[]} numbers */
const sum = (numbers) => numbers.reduce((one, other) => one + other, 0);

/**
 * Return a text that is the same for the same cards in any order.
 * @param {string[]} cards
 */
export const keyOf = (cards) => [...cards].sort().join(" ");

/**
 * Return the items of a hand: fifteens, pairs, runs, the flush, nobs.
 * @param {Hand} hand
 * @returns {Item[]}
 */
export function itemsOf(hand) {
  const cards = sorted([...hand.cards, hand.starter]);
  return [...fifteens(cards), ...ofRanks(cards), ...flush(hand), ...nobs(hand)];
}

/** @param {string[]} cards @returns {Item[]} */
function fifteens(cards) {
  return cards
    .flatMap((_, at) => choices(cards, at + 1))
    .filter((some) => sum(some.map(pipsOf)) === 15)
    .map((some) => ({ kind: "fifteen", cards: some, points: 2 }));
}

/**
 * Return every choice of so many cards, in their order.
 * @param {string[]} cards
 * @param {number} size
 * @returns {string[][]}
 */
function choices(cards, size) {
  if (size === 0) return [[]];
  return cards.flatMap((card, at) =>
    choices(cards.slice(at + 1), size - 1).map((others) => [card, ...others]),
  );
}

/**
 * Return the pairs and the runs; the pairs in a run are part of it.
 * @param {string[]} cards sorted
 * @returns {Item[]}
 */
function ofRanks(cards) {
  /** @type {string[][][]} neighbours, each with the cards of every rank */
  const groups = [];
  for (const rank of new Set(cards.map(rankOf))) {
    const same = cards.filter((card) => rankOf(card) === rank);
    const last = groups.at(-1)?.at(-1)?.[0];
    if (last && rankOf(last) === rank - 1) groups.at(-1)?.push(same);
    else groups.push([same]);
  }
  const pairs = groups.filter(({ length }) => length < 3).flatMap((group) => group.flatMap(pair));
  return [...pairs, ...groups.filter(({ length }) => length >= 3).map(run)];
}

/** @param {string[]} same cards of one rank @returns {Item[]} */
function pair(same) {
  const points = PAIRS[same.length] ?? 0;
  return points ? [{ kind: OF_A_KIND[same.length] ?? "", cards: same, points }] : [];
}

/** @param {string[][]} group the cards of each rank of a run @returns {Item} */
function run(group) {
  const doubled = group.map(({ length }) => length).filter((length) => length > 1);
  const runs = doubled.reduce((one, other) => one * other, 1);
  return {
    kind: RUNS[doubled.join()] ?? "multiple_run",
    cards: group.flat(),
    points: runs * group.length + sum(doubled.map((length) => PAIRS[length] ?? 0)),
  };
}

/** @param {Hand} hand @returns {Item[]} */
function flush({ cards, starter, crib, rules }) {
  const [suit, ...others] = new Set(cards.map(suitOf));
  if (others.length) return [];
  const counts = crib ? (rules.crib_flush ?? "five") : "four";
  const withStarter = suit === suitOf(starter);
  if (counts === "none" || (counts === "five" && !withStarter)) return [];
  const all = sorted(withStarter ? [...cards, starter] : cards);
  return [{ kind: "flush", cards: all, points: all.length }];
}

/** @param {Hand} hand @returns {Item[]} */
function nobs({ cards, starter, rules }) {
  const jack = `J${suitOf(starter)}`;
  const points = rules.nobs_points ?? 1;
  return points && cards.includes(jack) ? [{ kind: "nobs", cards: [jack], points }] : [];
}

// In words ----------------------------------------------------------------------------------------

/** @returns {string[]} the numbers from nought on */
const numbers = () => [
  t("nought"),
  t("one"),
  t("two"),
  t("three"),
  t("four"),
  t("five"),
  t("six"),
  t("seven"),
  t("eight"),
  t("nine"),
  t("ten"),
  t("eleven"),
  t("twelve"),
  t("thirteen"),
  t("fourteen"),
  t("fifteen"),
  t("sixteen"),
  t("seventeen"),
  t("eighteen"),
  t("nineteen"),
  t("twenty"),
  t("twenty-one"),
  t("twenty-two"),
  t("twenty-three"),
  t("twenty-four"),
  t("twenty-five"),
  t("twenty-six"),
  t("twenty-seven"),
  t("twenty-eight"),
  t("twenty-nine"),
  t("thirty"),
  t("thirty-one"),
];

/** @param {number} n */
const inWords = (n) => numbers()[n] ?? String(n);

/** @param {string} sentence */
const capital = (sentence) => sentence.replace(/[\p{L}\p{N}]/u, (first) => first.toUpperCase());

/** @param {Item} item */
function nameOf({ kind, cards }) {
  const size = inWords(cards.length);
  const ranks = inWords(new Set(cards.map(rankOf)).size);
  /** @type {Record<string, () => string>} */
  const names = {
    fifteen: () => t("a fifteen"),
    pair: () => t("a pair"),
    pair_royal: () => t("a pair royal"),
    double_pair_royal: () => t("a double pair royal"),
    run: () => t("a run of {size}", { size }),
    double_run: () => t("a double run of {size}", { size: ranks }),
    triple_run: () => t("a triple run"),
    double_double_run: () => t("a double double run"),
    multiple_run: () => t("a multiple run"),
    flush: () => t("a flush of {size}", { size }),
    nobs: () => t("his nobs"),
  };
  return names[kind]?.() ?? "";
}

/** @param {Item} item */
function called(item) {
  const points = inWords(item.points);
  if (item.kind === "fifteen") return t("fifteen for {points}", { points });
  return t("{what} for {points}", { what: nameOf(item), points });
}

/**
 * Say an item as it is counted aloud, with the points so far.
 * @param {Item} item
 * @param {number} reached
 * @param {boolean} again whether the item before was of the same kind
 */
function phrase(item, reached, again) {
  const [total, what] = [inWords(reached), nameOf(item)];
  const isFirst = reached === item.points;
  if (item.kind === "fifteen") return t("fifteen {total}", { total });
  if (item.kind === "pair" && again) return t("another pair is {total}", { total });
  if (item.kind === "nobs") {
    const points = inWords(item.points);
    if (isFirst) return t("{points} for his nobs", { points });
    return t("{points} for his nobs is {total}", { points, total });
  }
  if (item.kind.endsWith("run") && !isFirst) return t("{what} makes {total}", { what, total });
  // The name has the number already.
  if (isFirst && ["flush", "run"].includes(item.kind)) return called(item);
  return t("{what} is {total}", { what, total });
}

/**
 * Say a hand as it is counted aloud, a phrase for each item; one for a hand without any.
 * @param {Item[]} items
 * @returns {string[]}
 */
export function aloud(items) {
  if (!items.length) return [t("Nineteen!")];
  let reached = 0;
  return items.map((item, at) => {
    reached += item.points;
    const said = phrase(item, reached, items[at - 1]?.kind === item.kind);
    const isLast = at > 0 && at === items.length - 1 && item.kind !== "fifteen";
    return capital(isLast ? t("and {phrase}", { phrase: said }) : said);
  });
}

/**
 * Name the items that exactly these cards of a hand make.
 * @param {string[]} cards
 * @param {Hand} hand
 * @returns {Combination}
 */
export function combination(cards, hand) {
  const items = itemsOf(hand);
  const has = (/** @type {Item} */ item) => cards.every((card) => item.cards.includes(card));
  const made = items.filter((item) => item.cards.length === cards.length && has(item));
  const larger = items.filter((item) => item.cards.length > cards.length && has(item));
  return {
    name: made.length ? capital(joined(made.map(called))) : "",
    points: sum(made.map(({ points }) => points)),
    part: !made.length && larger.some((item) => isPart(cards, item)),
  };
}

/**
 * Return whether some cards of an item would make the same kind of item by themselves.
 * @param {string[]} cards
 * @param {Item} item
 */
function isPart(cards, { kind }) {
  if (kind === "flush") return cards.length >= 4;
  if (kind === "fifteen" || kind === "nobs") return false;
  const ranks = [...new Set(sorted(cards).map(rankOf))];
  if (ranks.length === 1) return cards.length > 1;
  return ranks.length >= 3 && (ranks.at(-1) ?? 0) - (ranks[0] ?? 0) === ranks.length - 1;
}
