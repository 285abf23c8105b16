/** The games that were played from this browser, as the server reports them. */

import { ask, insist } from "./api.js";
import { keepSummaries, ownTables } from "./store.js";
import { hosted, isHosted, pathAt, plainCode, tablePath } from "./transport.js";
import { language } from "./words.js";

/** @typedef {import("./wire").TableSummary} TableSummary */
/** @typedef {import("./wire").MatchSummary} MatchSummary */
/** @typedef {import("./wire").Replay} Replay */
/** @import { FileRead, ReviewAsked } from "./wire" */
/** @typedef {import("./store.js").SavedTable & {code: string}} OwnTable */

/** The number of records per request; the server accepts no more. */
const RECORDS = 20;
/** The length of one part of an upload, in characters; the server accepts somewhat more bytes. */
const CHUNK = 120_000;
/** How long to wait until a game is deleted, in milliseconds. */
const PATIENCE = 15_000;
/** The beginning of every record. */
const HEAD = /^[ \t]*%pegout/gm;

/** @param {Pick<OwnTable, "code" | "seats">} saved */
function ticket({ code, seats }) {
  return { code: plainCode(code), token: seats[0]?.token ?? "" };
}

/**
 * Return the tables of the page itself, and those of its host; either only if there are any.
 * @param {OwnTable[]} tables
 */
function byServer(tables) {
  const own = tables.filter(({ code }) => !isHosted(code));
  return [own, tables.filter(({ code }) => isHosted(code))].filter(({ length }) => length);
}

/** @param {string} path */
const inLanguage = (path) => `${path}${path.includes("?") ? "&" : "?"}lang=${language()}`;

/**
 * Request what was played at some tables, and store the answer.
 * @param {OwnTable[]} tables
 * @returns {Promise<TableSummary[]>}
 */
export async function askPlayed(tables) {
  const asked = byServer(tables).map(async (some) => {
    const code = some[0]?.code ?? "";
    /** @type {TableSummary[]} */
    const found = await ask(pathAt(code, inLanguage("/api/games")), {
      body: { tables: some.map(ticket) },
    });
    const summaries = isHosted(code)
      ? found.map((summary) => ({ ...summary, code: hosted(summary.code) }))
      : found;
    keepSummaries(summaries);
    return summaries;
  });
  return (await Promise.all(asked)).flat();
}

/**
 * Return how the player is doing, by the tables with a single seat held from this browser. Those of
 * a host are not counted.
 * @returns {Promise<import("./wire").PlayerFigures>}
 */
export function askFigures() {
  const tables = ownTables().filter(({ code, seats }) => seats.length === 1 && !isHosted(code));
  return ask(inLanguage("/api/games/figures"), { body: { tables: tables.map(ticket) } });
}

/**
 * Return the matches of this machine's library to its owner; otherwise nothing.
 * @param {number} after the number of matches to skip; the latest come first
 * @returns {Promise<MatchSummary[]>} some of the following matches; none at the end
 */
export async function askLibrary(after) {
  try {
    return await ask(inLanguage(`/api/library?after=${after}`));
  } catch {
    // The list already says that the server is unreachable.
    return [];
  }
}

/**
 * @typedef {{game: number, number: number, level: string}} Attempt the decision, and the level of the
 *   opponents
 *
 * @typedef {object} Source a match, wherever it is stored
 * @property {(seat: number | null) => Promise<Replay>} replay
 * @property {(game: number, seat: number | null) => Promise<ReviewAsked>} review requests the review
 *   of a game
 * @property {(attempt: Attempt, seat: number) => Promise<import("./wire").Made>} tryAgain sets up a
 *   practice table at a decision
 */

/**
 * Return a match that a server stores.
 * @param {string} path
 * @param {Record<string, string>} [which]
 * @param {string} [token]
 * @param {boolean} [atHost] whether that is the host
 * @returns {Source}
 */
function stored(path, which = {}, token = "", atHost = false) {
  const at = (/** @type {string} */ what, more = {}) =>
    `${path}/${what}?${new URLSearchParams({ ...which, ...more, lang: language() })}`;
  return {
    replay: () => ask(at("replay"), { token }),
    review: async (game) => {
      const asked = await ask(at("review", { game }), { token, body: {} });
      return atHost ? ofHost(asked) : asked;
    },
    tryAgain: async (attempt) => {
      const what = `${path} ${JSON.stringify([which, attempt])}`;
      const made = await insist(at("try-again"), what, (key) => ({ ...attempt, key }), token);
      return atHost ? { ...made, code: hosted(made.code) } : made;
    },
  };
}

/**
 * Return a match of a table, as the first seat held from this browser saw it.
 * @param {Pick<OwnTable, "code" | "seats">} saved
 * @param {string} match the number of the match at its table, or its id
 */
export function tableMatch(saved, match) {
  const { token } = ticket(saved);
  return stored(tablePath(saved.code), { match }, token, isHosted(saved.code));
}

/**
 * Return a match of this machine's library.
 * @param {string} match
 */
export function libraryMatch(match) {
  return stored(`/api/library/${encodeURIComponent(match)}`);
}

/**
 * Return the match of a record.
 * @param {string} id the id of the record in this browser
 * @param {string} text
 * @returns {Source}
 */
export function recordMatch(id, text) {
  return {
    replay: (seat) => ask(inLanguage("/api/records/replay"), { body: { text, seat } }),
    review: (game, seat) => ask(inLanguage("/api/review"), { body: { text, game, seat } }),
    tryAgain: (attempt, seat) => {
      const path = "/api/records/try-again";
      const what = `${path} ${id} ${seat} ${JSON.stringify(attempt)}`;
      const body = (/** @type {string} */ key) => ({ text, seat, attempt: { ...attempt, key } });
      return insist(inLanguage(path), what, body);
    },
  };
}

/**
 * Return the record of a match from this machine's library.
 * @param {string} match
 * @returns {Promise<string>}
 */
export function askLibraryRecord(match) {
  return ask(`/api/library/${encodeURIComponent(match)}/record`, { text: true });
}

/** @param {ReviewAsked} asked a review of the host @returns {ReviewAsked} */
const ofHost = (asked) => ({ ...asked, review: hosted(asked.review) });

/** @param {string} review the id of a review; one of the host is marked as its tables are */
function reviewPath(review) {
  return pathAt(review, inLanguage(`/api/review/${encodeURIComponent(plainCode(review))}`));
}

/**
 * Request the progress of a review.
 * @param {string} review
 * @returns {Promise<ReviewAsked>}
 */
export async function lookAfterReview(review) {
  const asked = await ask(reviewPath(review));
  return isHosted(review) ? ofHost(asked) : asked;
}

/**
 * Cancel a review.
 * @param {string} review
 */
export function cancelReview(review) {
  return ask(reviewPath(review), { method: "DELETE", body: {} });
}

/**
 * Leave a table for good, with every seat held from this browser.
 * @param {OwnTable} saved
 */
export async function leave({ code, seats }) {
  const [token = "", ...tokens] = seats.map((held) => held.token);
  try {
    await ask(inLanguage(tablePath(code, "/forget")), {
      body: { tokens },
      token,
      signal: AbortSignal.timeout(PATIENCE),
    });
  } catch (error) {
    // A table that no longer exists need not be left.
    const { status } = /** @type {import("./api.js").ApiError} */ (error);
    if (status !== 401 && status !== 404) throw error;
  }
}

/**
 * Return the records of every match played from this browser as one text.
 * @returns {Promise<string>}
 */
export async function allRecords() {
  const tables = ownTables();
  const texts = [];
  for (const some of byServer(tables)) {
    const path = pathAt(some[0]?.code ?? "", "/api/games/records");
    for (let at = 0; at < some.length; at += RECORDS) {
      const body = { tables: some.slice(at, at + RECORDS).map(ticket) };
      texts.push(await ask(path, { body, text: true }));
    }
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
  const result = { records: [], faults: [] };
  for (const { part, line } of parts(text)) {
    const read = await ask(inLanguage("/api/records"), { body: { text: part } });
    result.records.push(...read.records);
    for (const fault of read.faults) result.faults.push({ ...fault, line: fault.line + line });
  }
  return result;
}

/**
 * Split a long text between its records; each part has the number of lines before it.
 * @param {string} text
 * @param {number} [max] the maximum number of characters in a part
 * @returns {{part: string, line: number}[]}
 */
export function parts(text, max = CHUNK) {
  const heads = [...text.matchAll(HEAD)].map(({ index }) => index ?? 0);
  const made = [];
  let start = 0;
  let line = 0;
  heads.slice(1).forEach((head, at) => {
    const next = heads[at + 2] ?? text.length;
    if (next - start <= max) return;
    const part = text.slice(start, head);
    made.push({ part, line });
    line += part.split("\n").length - 1;
    start = head;
  });
  made.push({ part: text.slice(start), line });
  return made;
}
