/**
 * The book of the score keeper: a list of pegged points. All other state is derived from the list,
 * so undo removes its last line, any number of times.
 */

/**
 * A line of the book: points pegged, a score corrected, the deal passed on, or the next game begun.
 * @typedef {{type: "peg", side: number, points: number}
 *   | {type: "put", side: number, score: number} | {type: "deal", side: number} | {type: "next"}} Line
 */

/**
 * @typedef {object} Book
 * @property {string[]} names the names of the sides
 * @property {number} target the target score
 * @property {boolean} skunks whether skunks count for more
 * @property {boolean} facing whether the sides sit across from each other
 * @property {number} dealer the first dealer's side in the first game
 * @property {Line[]} lines
 */

/** @typedef {{winner: number, skunks: number[], points: number[]}} Won */

/**
 * @typedef {object} Standing
 * @property {number[]} scores
 * @property {number[]} rear
 * @property {number} dealer
 * @property {number} game
 * @property {Won | null} won
 * @property {number[]} wins the games won by each side
 * @property {number[]} points the match points
 * @property {{line: Line, side: number, score: number}[]} pegged the points pegged in this game
 */

export const MIN_TARGET = 31;
export const MAX_TARGET = 241;

/** The most points that any hand is worth. */
export const MAX_POINTS = 29;

const MATCH_POINTS = [1, 2, 3];

/** How many holes short of the target a loser is skunked, and double skunked. */
export const SKUNK_LINES = [31, 61];
const LONGEST_NAME = 24;

/**
 * Return an empty book.
 * @param {Partial<Book> & {names: string[]}} given
 * @returns {Book}
 */
export function newBook(given) {
  return { target: 121, skunks: true, facing: false, dealer: 0, ...given, lines: [] };
}

/**
 * Return how a side has won: 31 holes ahead is a skunk, 61 a double skunk.
 * @param {Book} book
 * @param {number[]} scores
 * @param {number} winner
 * @returns {Won}
 */
function wonBy(book, scores, winner) {
  const skunks = scores.map((score, side) => {
    const short = book.target - score;
    const judged = book.skunks && side !== winner;
    return judged ? SKUNK_LINES.filter((line) => short >= line).length : 0;
  });
  const points = scores.map(() => 0);
  skunks.forEach((skunk, side) => {
    if (side !== winner) points[winner] = (points[winner] ?? 0) + (MATCH_POINTS[skunk] ?? 0);
  });
  return { winner, skunks, points };
}

/**
 * Derive the state of the game from the book.
 * @param {Book} book
 * @returns {Standing}
 */
export function standing(book) {
  const none = () => book.names.map(() => 0);
  /** @type {Standing} */
  const now = {
    scores: none(),
    rear: none(),
    dealer: book.dealer,
    game: 1,
    won: null,
    wins: none(),
    points: none(),
    pegged: [],
  };
  for (const line of book.lines) enter(book, now, line);
  return now;
}

/**
 * @param {Book} book
 * @param {Standing} now
 * @param {Line} line
 */
function enter(book, now, line) {
  if (line.type === "deal") {
    now.dealer = line.side;
    return;
  }
  if (line.type === "next") {
    now.game += 1;
    now.scores = now.scores.map(() => 0);
    now.rear = now.rear.map(() => 0);
    now.dealer = (book.dealer + now.game - 1) % book.names.length;
    now.won = null;
    now.pegged = [];
    return;
  }
  const { side } = line;
  const before = now.scores[side] ?? 0;
  const score = Math.min(book.target, line.type === "peg" ? before + line.points : line.score);
  if (line.type === "peg") now.rear[side] = before;
  else now.rear[side] = Math.min(now.rear[side] ?? 0, score);
  now.scores[side] = score;
  now.pegged.push({ line, side, score });
  settle(book, now);
}

/**
 * Correcting a score may also undo a win.
 * @param {Book} book
 * @param {Standing} now
 */
function settle(book, now) {
  if (now.won) {
    const { winner, points } = now.won;
    now.wins[winner] = (now.wins[winner] ?? 0) - 1;
    now.points = now.points.map((sum, side) => sum - (points[side] ?? 0));
    now.won = null;
  }
  const winner = now.scores.findIndex((score) => score >= book.target);
  if (winner < 0) return;
  const won = wonBy(book, now.scores, winner);
  now.won = won;
  now.wins[winner] = (now.wins[winner] ?? 0) + 1;
  now.points = now.points.map((sum, side) => sum + (won.points[side] ?? 0));
}

/**
 * Return the book with a line added, if the line is valid there.
 * @param {Book} book
 * @param {Line} line
 * @returns {Book} a new book, or the same one if the line is invalid
 */
export function withLine(book, line) {
  const { won } = standing(book);
  if (line.type === "next" ? !won : won && line.type !== "put") return book;
  if ("side" in line && !(line.side in book.names)) return book;
  if (line.type === "peg" && !(line.points >= 1 && line.points <= MAX_POINTS)) return book;
  if (line.type === "put" && !(line.score >= 0 && line.score <= book.target)) return book;
  return { ...book, lines: [...book.lines, line] };
}

/**
 * Return the book without its last line.
 * @param {Book} book
 * @returns {Book}
 */
export function withoutLast(book) {
  return { ...book, lines: book.lines.slice(0, -1) };
}

/** @param {unknown} number @param {number} min @param {number} max */
function within(number, min, max) {
  return typeof number === "number" && Number.isInteger(number) && number >= min && number <= max;
}

/**
 * Read a stored book; return `null` if it is invalid.
 * @param {unknown} data
 * @returns {Book | null}
 */
export function readBook(data) {
  const saved = /** @type {Partial<Book> | null} */ (
    data && typeof data === "object" ? data : null
  );
  if (!saved || !Array.isArray(saved.names) || !Array.isArray(saved.lines)) return null;
  const { names } = saved;
  if (!within(names.length, 2, 4) || !names.every((name) => typeof name === "string")) return null;
  if (!within(saved.target, MIN_TARGET, MAX_TARGET)) return null;
  let book = newBook({
    names: names.map((name) => name.slice(0, LONGEST_NAME)),
    target: saved.target,
    skunks: saved.skunks !== false,
    facing: saved.facing === true,
    dealer: within(saved.dealer, 0, names.length - 1) ? saved.dealer : 0,
  });
  for (const line of saved.lines) if (line && typeof line === "object") book = withLine(book, line);
  return book;
}
