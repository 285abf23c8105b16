// @ts-check
/** What this browser keeps of its tables, its last options, and what was committed to it. */

/**
 * @typedef {object} KeptTable
 * @property {{seat: number, token: string}[]} seats the seats that are held from here
 * @property {string[]} names
 * @property {number[]} [scores]
 * @property {number} [target]
 * @property {number} updated when it was last seen, in milliseconds
 * @property {boolean} over
 * @property {string} [review] the page of the review that a table of practice comes from
 */

const TABLES = "pegout.tables";
const LAST = "pegout.last";
const ASKED = "pegout.asked";
const SAID = "pegout.home";
const PLAYED = "pegout.played";
const REVIEWED = "pegout.reviewed";
/** How many tables are kept, and how many questions without an answer. */
export const MOST = 400;
const MOST_ASKED = 40;

/**
 * @param {string} key
 * @returns {any}
 */
function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

/**
 * @param {string} key
 * @param {unknown} value
 * @returns {boolean} whether it is kept
 */
function write(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch (error) {
    console.warn("nothing can be kept here", error);
    return false;
  }
}

/** What could not be kept lasts as long as the page. @type {Record<string, KeptTable>} */
const passing = {};

/** @returns {Record<string, KeptTable>} */
function all() {
  const kept = read(TABLES);
  return { ...passing, ...(kept && typeof kept === "object" ? kept : {}) };
}

/**
 * Give what is kept of a table.
 * @param {string} code
 * @returns {KeptTable | null}
 */
export function table(code) {
  return all()[code] ?? null;
}

/**
 * Keep something of a table, beside what is kept already.
 * @param {string} code
 * @param {Partial<KeptTable>} changes
 */
export function keep(code, changes) {
  const tables = all();
  /** @type {KeptTable} */
  const before = tables[code] ?? { seats: [], names: [], updated: 0, over: false };
  const kept = { ...before, ...changes, updated: Date.now() };
  passing[code] = kept;
  tables[code] = kept;
  const newest = Object.entries(tables).sort(([, a], [, b]) => b.updated - a.updated);
  write(TABLES, Object.fromEntries(newest.slice(0, MOST)));
}

/**
 * Keep another seat of a table.
 * @param {string} code
 * @param {{seat: number, token: string}} held
 */
export function keepSeat(code, held) {
  const seats = (table(code)?.seats ?? []).filter((one) => one.seat !== held.seat);
  keep(code, { seats: [...seats, held].sort((a, b) => a.seat - b.seat) });
}

/**
 * Forget a table.
 * @param {string} code
 */
export function forget(code) {
  const tables = all();
  delete tables[code];
  delete passing[code];
  write(TABLES, tables);
  const { [code]: _, ...others } = played();
  write(PLAYED, others);
}

/**
 * Give the tables at which somebody sits or sat from here, newest first.
 * @returns {(KeptTable & {code: string})[]}
 */
export function seated() {
  return Object.entries(all())
    .filter(([, kept]) => kept.seats.length > 0)
    .map(([code, kept]) => ({ code, ...kept }))
    .sort((a, b) => b.updated - a.updated);
}

/**
 * Give what was told last of each table, by its code.
 * @returns {Record<string, import("./wire").TableSummary>}
 */
export function played() {
  const kept = read(PLAYED);
  return kept && typeof kept === "object" ? kept : {};
}

/**
 * Keep what was told of tables; what is gone keeps what was told of it before.
 * @param {import("./wire").TableSummary[]} told
 */
export function keepPlayed(told) {
  const [before, tables] = [played(), all()];
  for (const one of told) {
    const old = before[one.code];
    before[one.code] = one.status === "gone" && old ? { ...old, status: "gone" } : one;
  }
  write(PLAYED, Object.fromEntries(Object.entries(before).filter(([code]) => code in tables)));
}

/**
 * @typedef {object} Loss what was lost by errors in a game
 * @property {number} loss of the chance of winning
 * @property {number} counted how many decisions say what level a player plays like
 * @property {number} points what these lost, in points
 */

/**
 * Give what was lost by errors in each game that was reviewed here: by the name of its match and its
 * number there.
 * @returns {Record<string, Record<string, Loss>>}
 */
export function reviewed() {
  const kept = read(REVIEWED);
  if (!kept || typeof kept !== "object") return {};
  // Before a release knew levels it kept the loss alone.
  const whole = (/** @type {number | Loss} */ one) =>
    typeof one === "number" ? { loss: one, counted: 0, points: 0 } : one;
  return Object.fromEntries(
    Object.entries(kept).map(([match, games]) => [
      match,
      Object.fromEntries(
        Object.entries(/** @type {Record<string, number | Loss>} */ (games)).map(
          ([game, one]) => [game, whole(one)],
        ),
      ),
    ]),
  );
}

/**
 * Keep what was lost by errors in a game.
 * @param {string} match
 * @param {number} game
 * @param {Loss} lost
 */
export function keepReviewed(match, game, { loss, counted, points }) {
  const { [match]: before = {}, ...others } = reviewed();
  const all = { ...others, [match]: { ...before, [game]: { loss, counted, points } } };
  write(REVIEWED, Object.fromEntries(Object.entries(all).slice(-MOST)));
}

/**
 * Take in the tables of another browser, as many as there is room for.
 * @param {Record<string, KeptTable>} others
 * @returns {number} how many are new, or have a new seat
 */
export function merge(others) {
  const tables = all();
  let added = 0;
  for (const [code, other] of Object.entries(others)) {
    const known = tables[code];
    if (!known && Object.keys(tables).length >= MOST) continue;
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
 * Whether this browser keeps anything for us.
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
 * Give the tables that are not over, but for practice, newest first.
 * @returns {(KeptTable & {code: string})[]}
 */
export function unfinished() {
  return Object.entries(all())
    .filter(([, kept]) => !kept.over && kept.seats.length > 0 && !kept.review)
    .map(([code, kept]) => ({ code, ...kept }))
    .sort((a, b) => b.updated - a.updated);
}

/**
 * Give the options of the last game of a kind, as they were kept.
 * @param {string} kind
 * @returns {any}
 */
export function last(kind) {
  const kept = read(LAST);
  return kept && typeof kept === "object" ? (kept[kind] ?? null) : null;
}

/**
 * Keep the options of a game for the next one of its kind.
 * @param {string} kind
 * @param {unknown} options
 */
export function keepLast(kind, options) {
  write(LAST, { ...(read(LAST) ?? {}), [kind]: options });
}

/**
 * Keep what the first page says, for the moment before its scripts are there on the next visit.
 * @param {{release: string, lang: string, says: string[], kept: number}} said
 */
export function keepSaid(said) {
  write(SAID, said);
}

/** The secrets where nothing can be kept: they last as long as the page. */
let unkept = /** @type {Record<string, string> | null} */ (null);

/** @returns {Record<string, string>} */
function allAsked() {
  const kept = unkept ?? read(ASKED);
  return kept && typeof kept === "object" ? kept : {};
}

/** @param {Record<string, string>} asked the newest last */
function keepAsked(asked) {
  const newest = Object.fromEntries(Object.entries(asked).slice(-MOST_ASKED));
  unkept = write(ASKED, newest) ? null : newest;
}

/**
 * Give the secret with which something is asked for: the same one until it is answered.
 * @param {string} what
 * @returns {string} 43 characters that nobody can guess
 */
export function asking(what) {
  const { [what]: known, ...others } = allAsked();
  const secret = known ?? randomSecret();
  keepAsked({ ...others, [what]: secret });
  return secret;
}

/**
 * Whether something was asked for and is not answered yet.
 * @param {string} what
 */
export function isAsked(what) {
  return what in allAsked();
}

/**
 * Forget the secret with which something was asked for.
 * @param {string} what
 */
export function answered(what) {
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
 * Be told when another tab changes a table.
 * @param {() => void} listener
 * @returns {() => void} stops it
 */
export function onChange(listener) {
  const heard = (/** @type {StorageEvent} */ event) => {
    if (event.key === TABLES) listener();
  };
  addEventListener("storage", heard);
  return () => removeEventListener("storage", heard);
}
