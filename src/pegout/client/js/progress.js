/**
 * What the player has learnt, as this browser keeps it: one value in the format of `docs/drills.md`.
 * The server judges an answer and returns the changed part; nothing is computed here.
 */

import { read, write } from "./store.js";

/** @import { DailyResult, DrillProgress, SquaresResult } from "./wire" */

const PROGRESS = "pegout.progress";
/** The most items of a drill and days that the format allows; the latest are kept. */
const MAX_ITEMS = 500;
const MAX_DAYS = 400;
const MAX_DAILY = 4_000;

/**
 * @typedef {object} Kept
 * @property {number} version
 * @property {Record<string, DrillProgress>} [drills]
 * @property {Record<string, DailyResult>} [daily]
 * @property {Record<string, SquaresResult>} [squares]
 */

/** Return the player's own calendar day. @returns {string} */
export function today() {
  const now = new Date();
  const parts = [now.getFullYear(), now.getMonth() + 1, now.getDate()];
  return parts.map((part) => String(part).padStart(2, "0")).join("-");
}

/** @returns {Kept} */
function readProgress() {
  const value = read(PROGRESS);
  return value && typeof value === "object" && value.version === 1 ? value : { version: 1 };
}

/** @param {Kept} value @returns {boolean} whether it was kept */
function keep(value) {
  // What a newer version wrote is left as it is.
  const before = read(PROGRESS);
  if (before && before.version !== 1) return false;
  return write(PROGRESS, value);
}

/** @param {string} drill @returns {Required<DrillProgress>} */
function progressOf(drill) {
  return { items: {}, best: {}, days: {}, ...readProgress().drills?.[drill] };
}

/**
 * Return the questions of some drills that come back on a day, the longest due first.
 * @param {readonly string[]} drills
 * @param {string} day
 * @returns {{drill: string, text: string}[]}
 */
export function due(drills, day) {
  const items = drills.flatMap((drill) =>
    Object.entries(progressOf(drill).items).map(([text, { memory }]) => ({
      drill,
      text,
      order: `${memory.due} ${drill} ${text}`,
    })),
  );
  return items
    .filter(({ order }) => order.slice(0, day.length) <= day)
    .sort((one, other) => (one.order < other.order ? -1 : 1))
    .map(({ drill, text }) => ({ drill, text }));
}

/**
 * Return the part of the progress that an answer changes.
 * @param {string} drill
 * @param {string} text the question
 * @param {string} difficulty
 * @param {string} day
 * @returns {DrillProgress}
 */
export function partOf(drill, text, difficulty, day) {
  const { items, best, days } = progressOf(drill);
  const only = (/** @type {Record<string, any>} */ all, /** @type {string} */ key) =>
    key in all ? { [key]: all[key] } : {};
  return { items: only(items, text), best: only(best, difficulty), days: only(days, day) };
}

/**
 * Return the latest entries.
 * @template T
 * @param {Record<string, T>} all
 * @param {number} most
 * @param {(entry: [string, T]) => string} dayOf
 * @returns {Record<string, T>}
 */
function latest(all, most, dayOf) {
  const entries = Object.entries(all);
  if (entries.length <= most) return all;
  entries.sort((one, other) => (dayOf(one) < dayOf(other) ? -1 : 1));
  return Object.fromEntries(entries.slice(-most));
}

/** Return the progress in a drill with a changed part. @param {string} drill @param {DrillProgress} part */
function withPart(drill, part) {
  const { items, best, days } = progressOf(drill);
  return {
    items: latest({ ...items, ...part.items }, MAX_ITEMS, ([, { memory }]) => memory.last),
    best: { ...best, ...part.best },
    days: latest({ ...days, ...part.days }, MAX_DAYS, ([day]) => day),
  };
}

/**
 * Keep the changed part of the progress.
 * @param {string} drill
 * @param {DrillProgress} part
 * @returns {boolean} whether this browser has kept it
 */
export function take(drill, part) {
  const before = readProgress();
  return keep({ ...before, drills: { ...before.drills, [drill]: withPart(drill, part) } });
}

/**
 * Keep the mistakes of games, but those that ask the same as an item which is there.
 * @param {Record<string, DrillProgress>} drills
 * @returns {boolean} whether this browser has kept all of them
 */
export function takeMistakes(drills) {
  const every = Object.keys({ ...readProgress().drills, ...drills }).map(
    (drill) => progressOf(drill).items,
  );
  const known = new Set(
    every.flatMap((items) => Object.values(items).map(({ pattern }) => pattern)),
  );
  const before = readProgress();
  const changed = { ...before.drills };
  for (const [drill, { items = {} }] of Object.entries(drills)) {
    const fresh = Object.entries(items).filter(([, { pattern }]) => !known.has(pattern));
    if (fresh.length) changed[drill] = withPart(drill, { items: Object.fromEntries(fresh) });
  }
  return keep({ ...before, drills: changed });
}

/** Return the result of each daily, by its day. @returns {Record<string, DailyResult>} */
export function dailies() {
  return readProgress().daily ?? {};
}

/**
 * Keep the result of a daily.
 * @param {string} day
 * @param {DailyResult} result
 * @returns {boolean} whether this browser has kept it
 */
export function takeDaily(day, result) {
  const before = readProgress();
  const daily = { ...before.daily, [day]: result };
  return keep({ ...before, daily: latest(daily, MAX_DAILY, ([one]) => one) });
}

/**
 * Return the best result in the cribbage squares of a day, if there is one.
 * @param {string} day
 * @returns {SquaresResult | undefined}
 */
export function squaresOf(day) {
  return readProgress().squares?.[day];
}

/**
 * Keep the best result in the cribbage squares of a day.
 * @param {string} day
 * @param {SquaresResult} result
 * @returns {boolean} whether this browser has kept it
 */
export function takeSquares(day, result) {
  const before = readProgress();
  const squares = { ...before.squares, [day]: result };
  return keep({ ...before, squares: latest(squares, MAX_DAILY, ([one]) => one) });
}

/**
 * Return the progress as the text of a file; what a newer version wrote is written as it is.
 * @returns {string}
 */
export function exported() {
  return JSON.stringify(read(PROGRESS) ?? readProgress());
}

/**
 * Keep another progress instead: merged with that of a file, or as it was before.
 * @param {string} text
 * @returns {boolean} whether this browser has kept it
 */
export function replaced(text) {
  return keep(JSON.parse(text));
}
