// @ts-check
/** The games that were played from this browser: what the server tells of them. */

import { ask, insist } from "./api.js";
import { keepPlayed, seated } from "./store.js";
import { language } from "./words.js";

/** @typedef {import("./wire").TableSummary} TableSummary */
/** @typedef {import("./wire").MatchSummary} MatchSummary */
/** @typedef {import("./wire").Replay} Replay */
/** @typedef {import("./wire").FileRead} FileRead */
/** @typedef {import("./wire").ReviewAsked} ReviewAsked */
/** @typedef {import("./store.js").KeptTable & {code: string}} Kept */

/** How many tables are asked about at a time; the server takes no more. */
export const SOME = 20;
/** How many characters of records are sent at a time; the server takes some more bytes. */
const CHUNK = 120_000;
/** How long somebody waits for a game to be deleted, in milliseconds. */
const PATIENCE = 15_000;
/** With this every record begins. */
const HEAD = /^[ \t]*%pegout/gm;

/** @param {Pick<Kept, "code" | "seats">} kept */
function ticket({ code, seats }) {
  return { code, token: seats[0]?.token ?? "" };
}

/** @param {string} path */
const spoken = (path) => `${path}${path.includes("?") ? "&" : "?"}lang=${language()}`;

/**
 * Ask what was played at some tables, and keep the answer.
 * @param {Kept[]} tables at most SOME
 * @returns {Promise<TableSummary[]>}
 */
export async function askPlayed(tables) {
  if (!tables.length) return [];
  const told = await ask(spoken("/api/games"), { body: { tables: tables.map(ticket) } });
  keepPlayed(told);
  return told;
}

/**
 * Give what level a player plays like who lost so much, a sentence each.
 * @param {{counted: number, points: number}} sums over the games that were reviewed
 * @returns {Promise<string[]>}
 */
export async function askLikeness({ counted, points }) {
  return (await ask(spoken("/api/likeness"), { body: { counted, points } })).says;
}

/**
 * Give what was played on this machine, where it is its owner's; else nothing.
 * @param {number} after how many to leave out; the latest come first
 * @returns {Promise<MatchSummary[]>} at most SOME
 */
export async function askLibrary(after) {
  try {
    return await ask(spoken(`/api/library?after=${after}`));
  } catch {
    // The list says already that the server cannot be reached.
    return [];
  }
}

/**
 * Give a match to be seen again, as the first seat saw it that is held from here.
 * @param {Pick<Kept, "code" | "seats">} kept
 * @param {string} match its number at the table, or its name
 * @returns {Promise<Replay>}
 */
export function askReplay(kept, match) {
  const { code, token } = ticket(kept);
  return ask(spoken(`/api/tables/${encodeURIComponent(code)}/replay?match=${match}`), { token });
}

/**
 * Give a match of this machine to be seen again.
 * @param {string} match
 * @returns {Promise<Replay>}
 */
export function askLibraryReplay(match) {
  return ask(spoken(`/api/library/${encodeURIComponent(match)}/replay`));
}

/**
 * Give the record of a match of this machine.
 * @param {string} match
 * @returns {Promise<string>}
 */
export function askLibraryRecord(match) {
  return ask(`/api/library/${encodeURIComponent(match)}/record`, { text: true });
}

/**
 * Give a record to be seen again.
 * @param {string} text
 * @param {number | null} seat
 * @returns {Promise<Replay>}
 */
export function askRecordReplay(text, seat) {
  return ask(spoken("/api/records/replay"), { body: { text, seat } });
}

/**
 * Ask what the decisions of a game were worth, as the first seat saw it that is held from here.
 * @param {Pick<Kept, "code" | "seats">} kept
 * @param {string} match its number at the table, or its name
 * @param {number} game
 * @returns {Promise<ReviewAsked>}
 */
export function askReview(kept, match, game) {
  const { code, token } = ticket(kept);
  const path = `/api/tables/${encodeURIComponent(code)}/review?match=${match}&game=${game}`;
  return ask(spoken(path), { token, body: {} });
}

/**
 * Ask the same of a match of this machine.
 * @param {string} match
 * @param {number} game
 * @returns {Promise<ReviewAsked>}
 */
export function askLibraryReview(match, game) {
  const path = `/api/library/${encodeURIComponent(match)}/review?game=${game}`;
  return ask(spoken(path), { body: {} });
}

/**
 * Ask the same of a record.
 * @param {string} text
 * @param {number} game
 * @param {number | null} seat
 * @returns {Promise<ReviewAsked>}
 */
export function askRecordReview(text, game, seat) {
  return ask(spoken("/api/review"), { body: { text, game, seat } });
}

/** @typedef {{game: number, number: number, level: string}} Wish which decision, and against whom */

/**
 * Set up a table of practice at a decision, as the first seat of it that is held from here.
 * @param {Pick<Kept, "code" | "seats">} kept
 * @param {string} match its number at the table, or its name
 * @param {Wish} wish
 * @returns {Promise<import("./wire").Made>}
 */
export function tryAgain(kept, match, wish) {
  const { code, token } = ticket(kept);
  const path = `/api/tables/${encodeURIComponent(code)}/try-again?match=${match}`;
  return insist(spoken(path), `${path} ${JSON.stringify(wish)}`, (key) => ({ ...wish, key }), token);
}

/**
 * Do the same with a match of this machine.
 * @param {string} match
 * @param {Wish} wish
 * @returns {Promise<import("./wire").Made>}
 */
export function tryLibraryAgain(match, wish) {
  const path = `/api/library/${encodeURIComponent(match)}/try-again`;
  return insist(spoken(path), `${path} ${JSON.stringify(wish)}`, (key) => ({ ...wish, key }));
}

/**
 * Do the same with a record.
 * @param {string} id what it is called in this browser
 * @param {string} text
 * @param {number} seat
 * @param {Wish} wish
 * @returns {Promise<import("./wire").Made>}
 */
export function tryRecordAgain(id, text, seat, wish) {
  const path = "/api/records/try-again";
  const what = `${path} ${id} ${seat} ${JSON.stringify(wish)}`;
  return insist(spoken(path), what, (key) => ({ text, seat, wish: { ...wish, key } }));
}

/**
 * Ask how far a review is.
 * @param {string} review
 * @returns {Promise<ReviewAsked>}
 */
export function lookAfterReview(review) {
  return ask(spoken(`/api/review/${encodeURIComponent(review)}`));
}

/**
 * Give a review up.
 * @param {string} review
 */
export function cancelReview(review) {
  return ask(spoken(`/api/review/${encodeURIComponent(review)}`), { method: "DELETE", body: {} });
}

/**
 * Leave a table for good, with every seat that is held from here.
 * @param {Kept} kept
 */
export async function leave({ code, seats }) {
  const [token = "", ...tokens] = seats.map((held) => held.token);
  try {
    await ask(spoken(`/api/tables/${encodeURIComponent(code)}/forget`), {
      body: { tokens },
      token,
      signal: AbortSignal.timeout(PATIENCE),
    });
  } catch (error) {
    // What is gone need not be left.
    const { status } = /** @type {import("./api.js").ApiError} */ (error);
    if (status !== 401 && status !== 404) throw error;
  }
}

/**
 * Give the records of every match that was played from here, in one text.
 * @returns {Promise<string>}
 */
export async function allRecords() {
  const tables = seated();
  const texts = [];
  for (let at = 0; at < tables.length; at += SOME) {
    const body = { tables: tables.slice(at, at + SOME).map(ticket) };
    texts.push(await ask("/api/games/records", { body, text: true }));
  }
  return texts.filter(Boolean).join("\n");
}

/**
 * Have the server read the records of a file.
 * @param {string} text
 * @returns {Promise<FileRead>}
 */
export async function readRecords(text) {
  /** @type {FileRead} */
  const found = { records: [], faults: [] };
  for (const { part, line } of parts(text)) {
    const read = await ask(spoken("/api/records"), { body: { text: part } });
    found.records.push(...read.records);
    for (const fault of read.faults) found.faults.push({ ...fault, line: fault.line + line });
  }
  return found;
}

/**
 * Take a long text apart between its records, each part with the number of lines before it.
 * @param {string} text
 * @param {number} [most] how many characters are sent at a time
 * @returns {{part: string, line: number}[]}
 */
export function parts(text, most = CHUNK) {
  const heads = [...text.matchAll(HEAD)].map(({ index }) => index ?? 0);
  const made = [];
  let start = 0;
  let line = 0;
  heads.slice(1).forEach((head, at) => {
    const next = heads[at + 2] ?? text.length;
    if (next - start <= most) return;
    const part = text.slice(start, head);
    made.push({ part, line });
    line += part.split("\n").length - 1;
    start = head;
  });
  made.push({ part: text.slice(start), line });
  return made;
}
