/**
 * The printed marks of a card: four suits in a square of 100, thirteen ranks 100 high, and the
 * positions of the pips.
 */

/** @type {Record<string, string>} */
export const SUITS = {
  S:
    "M50 4C55 17 92 39 92 65C92 78 83 86 72 86C64 86 58 82 54 76C55 86 59 92 68 96H32" +
    "C41 92 45 86 46 76C42 82 36 86 28 86C17 86 8 78 8 65C8 39 45 17 50 4Z",
  H:
    "M50 95C45 84 6 61 6 33C6 17 17 7 29 7C39 7 47 14 50 25C53 14 61 7 71 7C83 7 94 17 94 33" +
    "C94 61 55 84 50 95Z",
  D: "M50 2C59 20 72 37 88 50C72 63 59 80 50 98C41 80 28 63 12 50C28 37 41 20 50 2Z",
  C:
    "M50 4A22 22 0 0 1 66.5 40.5A22 22 0 1 1 54.5 69C55 83 59 91 69 96H31" +
    "C41 91 45 83 45.5 69A22 22 0 1 1 33.5 40.5A22 22 0 0 1 50 4Z",
};

/**
 * Ranks as lines of one width with round ends; `width` is the advance width.
 * @type {Record<string, {d: string, width: number}>}
 */
export const RANKS = {
  A: { width: 74, d: "M7 93L37 8L67 93M17 65H57" },
  2: { width: 60, d: "M8 29C8 15 18 7 31 7C44 7 53 16 53 28C53 38 47 45 38 54L8 88V93H54" },
  3: { width: 60, d: "M9 8H51L28 42C44 41 54 51 54 66C54 83 43 93 29 93C18 93 10 88 6 79" },
  4: { width: 66, d: "M45 93V7L6 70H60" },
  5: {
    width: 60,
    d: "M50 8H15L11 46C17 40 24 38 30 38C45 38 54 49 54 65C54 82 44 93 29 93C18 93 10 88 6 79",
  },
  6: {
    width: 62,
    d:
      "M43 8L14 48C9 55 7 61 7 67C7 83 17 93 31 93C45 93 55 82 55 67C55 53 45 43 32 43" +
      "C22 43 14 48 10 56",
  },
  7: { width: 60, d: "M7 8H53L24 93" },
  8: {
    width: 62,
    d:
      "M31 46C19 46 11 38 11 27C11 15 19 7 31 7C43 7 51 15 51 27C51 38 43 46 31 46" +
      "C17 46 7 55 7 69C7 84 17 93 31 93C45 93 55 84 55 69C55 55 45 46 31 46Z",
  },
  9: {
    width: 62,
    d:
      "M19 92L48 52C53 45 55 39 55 33C55 17 45 7 31 7C17 7 7 18 7 33C7 47 17 57 30 57" +
      "C40 57 48 52 52 44",
  },
  T: {
    width: 84,
    d: "M5 20L19 8V93M57 7C69 7 77 20 77 50C77 80 69 93 57 93C45 93 37 80 37 50C37 20 45 7 57 7Z",
  },
  J: { width: 52, d: "M43 7V70C43 84 36 93 25 93C14 93 7 86 6 74" },
  Q: {
    width: 76,
    d: "M38 7C55 7 66 23 66 50C66 77 55 93 38 93C21 93 10 77 10 50C10 23 21 7 38 7ZM44 70L68 97",
  },
  K: { width: 68, d: "M10 7V93M60 7L11 62M28 44L62 93" },
};

/** @param {number[]} xs @param {number} y @returns {[number, number][]} */
const row = (xs, y) => xs.map((x) => [x, y]);
const SIDES = [33.5, 66.5];
const FOUR = [...row(SIDES, 27), ...row(SIDES, 113)];
const SIX = [...FOUR, ...row(SIDES, 70)];
const EIGHT = [...FOUR, ...row(SIDES, 55.7), ...row(SIDES, 84.3)];

/** @type {Record<string, [number, number][]>} */
const LAYOUT = {
  2: row([50], 27).concat(row([50], 113)),
  3: row([50], 27).concat(row([50], 70), row([50], 113)),
  4: FOUR,
  5: FOUR.concat(row([50], 70)),
  6: SIX,
  7: SIX.concat(row([50], 48.5)),
  8: SIX.concat(row([50], 48.5), row([50], 91.5)),
  9: EIGHT.concat(row([50], 70)),
  T: EIGHT.concat(row([50], 41.3), row([50], 98.7)),
};

/** @type {[number, number, number][]} */
const ACE = [[50, 70, 46]];

/**
 * The positions and the size of the pips of each rank on a card of 100 × 140; a court card has
 * none.
 * @type {Record<string, [number, number, number][]>}
 */
export const PIPS = { A: ACE };
for (const [rank, pips] of Object.entries(LAYOUT)) {
  PIPS[rank] = pips.map(([x, y]) => [x, y, 20.5]);
}
