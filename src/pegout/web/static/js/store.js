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
 */

const TABLES = "pegout.tables";
const LAST = "pegout.last";
const MOST = 40;

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
 */
function write(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch (error) {
    console.warn("nothing can be kept here", error);
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
}

/**
 * Give the tables that are not over, newest first.
 * @returns {(KeptTable & {code: string})[]}
 */
export function unfinished() {
  return Object.entries(all())
    .filter(([, kept]) => !kept.over && kept.seats.length > 0)
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
