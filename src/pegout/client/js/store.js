/** What this browser stores: its tables, its last options, and the secrets of pending requests. */

/**
 * @typedef {object} SavedTable
 * @property {{seat: number, token: string}[]} seats the seats held from this browser
 * @property {string[]} names
 * @property {number[]} [scores]
 * @property {number} [target]
 * @property {number} updated the time of the last visit, in milliseconds
 * @property {boolean} over
 * @property {string} [review] the page of the review that a practice table belongs to
 * @property {boolean} [lesson] whether it is the table of a first game with a guide
 * @property {string[]} [learnt] the steps of the guide that are not asked at it
 * @property {{text: string, seat: number}} [challenge] the record whose deals are played here, from a
 *   link, and the seat
 */

const TABLES = "pegout.tables";
const LAST = "pegout.last";
const ASKED = "pegout.asked";
const SAID = "pegout.home";
const PLAYED = "pegout.played";
const REVIEWED = "pegout.reviewed";
const TOURNAMENTS = "pegout.tournaments";
/** The most tables stored, and the most pending requests. */
export const MAX_TABLES = 400;
const MAX_ASKED = 40;
const MAX_TOURNAMENTS = 40;

/** Return a stored value. @param {string} key @returns {any} `null` if there is none */
export function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

/**
 * Store a value, if this browser allows it.
 * @param {string} key
 * @param {unknown} value
 * @returns {boolean} whether it was stored
 */
export function write(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch (error) {
    console.warn("nothing can be kept here", error);
    return false;
  }
}

/**
 * Tables that could not be stored; they last as long as the page. @type {Record<string, SavedTable>}
 */
const passing = {};

/** @returns {Record<string, SavedTable>} */
function all() {
  const saved = read(TABLES);
  return { ...passing, ...(saved && typeof saved === "object" ? saved : {}) };
}

/**
 * Return what is stored of a table.
 * @param {string} code
 * @returns {SavedTable | null}
 */
export function table(code) {
  return all()[code] ?? null;
}

/**
 * Store changes to a table.
 * @param {string} code
 * @param {Partial<SavedTable>} changes
 */
export function keep(code, changes) {
  const tables = all();
  /** @type {SavedTable} */
  const before = tables[code] ?? { seats: [], names: [], updated: 0, over: false };
  const saved = { ...before, ...changes, updated: Date.now() };
  passing[code] = saved;
  tables[code] = saved;
  const newest = Object.entries(tables).sort(([, a], [, b]) => b.updated - a.updated);
  write(TABLES, Object.fromEntries(newest.slice(0, MAX_TABLES)));
}

/**
 * Store another seat of a table.
 * @param {string} code
 * @param {{seat: number, token: string}} held
 */
export function keepSeat(code, held) {
  const seats = (table(code)?.seats ?? []).filter((seat) => seat.seat !== held.seat);
  keep(code, { seats: [...seats, held].sort((a, b) => a.seat - b.seat) });
}

/**
 * Remove a table.
 * @param {string} code
 */
export function forget(code) {
  const tables = all();
  delete tables[code];
  delete passing[code];
  write(TABLES, tables);
  const { [code]: _, ...others } = savedSummaries();
  write(PLAYED, others);
}

/**
 * Return the tables with seats held from this browser, now or before, newest first.
 * @returns {(SavedTable & {code: string})[]}
 */
export function ownTables() {
  return Object.entries(all())
    .filter(([, saved]) => saved.seats.length > 0)
    .map(([code, saved]) => ({ code, ...saved }))
    .sort((a, b) => b.updated - a.updated);
}

/**
 * Return the last summary of each table, by its code.
 * @returns {Record<string, import("./wire").TableSummary>}
 */
export function savedSummaries() {
  const saved = read(PLAYED);
  return saved && typeof saved === "object" ? saved : {};
}

/**
 * Store the summaries of tables; a table that no longer exists keeps its last summary.
 * @param {import("./wire").TableSummary[]} summaries
 */
export function keepSummaries(summaries) {
  const [before, tables] = [savedSummaries(), all()];
  for (const summary of summaries) {
    const old = before[summary.code];
    before[summary.code] = summary.status === "gone" && old ? { ...old, status: "gone" } : summary;
  }
  write(PLAYED, Object.fromEntries(Object.entries(before).filter(([code]) => code in tables)));
}

/**
 * @typedef {object} Loss the losses by errors in a game
 * @property {number} loss the lost win probability
 * @property {number} counted the number of decisions that count for the player's level
 * @property {number} points the points lost in these decisions
 */

/**
 * Return the losses in each game reviewed here, by match id and game number.
 * @returns {Record<string, Record<string, Loss>>}
 */
export function savedLosses() {
  const saved = read(REVIEWED);
  if (!saved || typeof saved !== "object") return {};
  return saved;
}

/**
 * Store the losses in a game.
 * @param {string} match
 * @param {number} game
 * @param {Loss} lost
 */
export function keepLosses(match, game, { loss, counted, points }) {
  const { [match]: before = {}, ...others } = savedLosses();
  const all = { ...others, [match]: { ...before, [game]: { loss, counted, points } } };
  write(REVIEWED, Object.fromEntries(Object.entries(all).slice(-MAX_TABLES)));
}

/**
 * Import the tables of another browser, as far as there is room.
 * @param {Record<string, SavedTable>} others
 * @returns {number} the number of tables that are new or have a new seat
 */
export function merge(others) {
  const tables = all();
  let added = 0;
  for (const [code, other] of Object.entries(others)) {
    const known = tables[code];
    if (!known && Object.keys(tables).length >= MAX_TABLES) continue;
    const seats = known?.seats ?? [];
    const fresh = other.seats.filter(({ seat }) => seats.every((held) => held.seat !== seat));
    if (!fresh.length) continue;
    const all_ = [...seats, ...fresh].sort((a, b) => a.seat - b.seat);
    tables[code] = { ...other, ...known, seats: all_ };
    passing[code] = tables[code];
    added += 1;
  }
  if (added) write(TABLES, tables);
  return added;
}

/**
 * Return whether this browser allows us to store data.
 * @returns {boolean}
 */
export function canKeep() {
  const probe = "pegout.probe";
  try {
    localStorage.setItem(probe, "1");
    localStorage.removeItem(probe);
    return true;
  } catch {
    return false;
  }
}

/**
 * Return the tables that are not over, except practice tables, newest first.
 * @returns {(SavedTable & {code: string})[]}
 */
export function unfinished() {
  return ownTables().filter(({ over, review }) => !over && !review);
}

/**
 * Return whether no game was played to its last hole in this browser yet; `first.js` asks the same.
 */
export function isNewcomer() {
  return !ownTables().some(({ scores = [], target = Infinity }) => Math.max(...scores) >= target);
}

/**
 * Return the stored options of the last game of a kind.
 * @param {string} kind
 * @returns {any}
 */
export function last(kind) {
  const saved = read(LAST);
  return saved && typeof saved === "object" ? (saved[kind] ?? null) : null;
}

/**
 * Store the options of a game for the next one of its kind.
 * @param {string} kind
 * @param {unknown} options
 */
export function keepLast(kind, options) {
  write(LAST, { ...(read(LAST) ?? {}), [kind]: options });
}

/**
 * Store the texts of the first page, to show them on the next visit before its scripts have loaded.
 * @param {{release: string, lang: string, says: string[], saved: number}} said
 */
export function keepSaid(said) {
  write(SAID, said);
}

/** The secrets where nothing can be stored; they last as long as the page. */
let unsaved = /** @type {Record<string, string> | null} */ (null);

/** @returns {Record<string, string>} */
function allAsked() {
  const saved = unsaved ?? read(ASKED);
  return saved && typeof saved === "object" ? saved : {};
}

/** @param {Record<string, string>} asked the secrets, the newest last */
function keepAsked(asked) {
  const newest = Object.fromEntries(Object.entries(asked).slice(-MAX_ASKED));
  unsaved = write(ASKED, newest) ? null : newest;
}

/**
 * Return the secret of a request: the same one until the request is answered.
 * @param {string} what
 * @returns {string} 43 unpredictable characters
 */
export function secretOf(what) {
  const { [what]: known, ...others } = allAsked();
  const secret = known ?? randomSecret();
  keepAsked({ ...others, [what]: secret });
  return secret;
}

/**
 * Return whether a request is still without an answer.
 * @param {string} what
 */
export function hasSecret(what) {
  return what in allAsked();
}

/**
 * Remove the secret of a request.
 * @param {string} what
 */
export function forgetSecret(what) {
  const { [what]: _, ...others } = allAsked();
  keepAsked(others);
}

/** @returns {string} */
function randomSecret() {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  const signs = btoa(String.fromCharCode(...bytes));
  return signs.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/**
 * @typedef {object} SavedTournament
 * @property {string} [title]
 * @property {string} [host] the key of its host
 * @property {string} [player] the secret of a player's link
 */

/** Tournaments that could not be stored. @type {Record<string, SavedTournament>} */
const visited = {};

/**
 * Return the tournaments that were opened in this browser, the last one first.
 * @returns {(SavedTournament & {code: string})[]}
 */
export function tournaments() {
  const saved = { ...visited, ...read(TOURNAMENTS) };
  return Object.entries(saved)
    .map(([code, found]) => ({ ...found, code }))
    .reverse();
}

/**
 * Return what is stored of a tournament.
 * @param {string} code
 * @returns {SavedTournament}
 */
export function tournament(code) {
  return tournaments().find((found) => found.code === code) ?? {};
}

/**
 * Store more of a tournament, which becomes the last one.
 * @param {string} code
 * @param {SavedTournament} more
 */
export function keepTournament(code, more) {
  const { [code]: before, ...others } = { ...visited, ...read(TOURNAMENTS) };
  visited[code] = { ...before, ...more };
  const newest = Object.entries({ ...others, [code]: visited[code] }).slice(-MAX_TOURNAMENTS);
  write(TOURNAMENTS, Object.fromEntries(newest));
}

/**
 * Remove a tournament.
 * @param {string} code
 */
export function forgetTournament(code) {
  const { [code]: _, ...others } = read(TOURNAMENTS) ?? {};
  delete visited[code];
  write(TOURNAMENTS, others);
}

/**
 * Listen for changes of tables in other tabs.
 * @param {() => void} listener
 * @returns {() => void} removes the listener
 */
export function onChange(listener) {
  const heard = (/** @type {StorageEvent} */ event) => {
    if (event.key === TABLES) listener();
  };
  addEventListener("storage", heard);
  return () => removeEventListener("storage", heard);
}
