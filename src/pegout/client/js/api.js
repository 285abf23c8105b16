/** The HTTP API of the server. A refusal is thrown as an `ApiError` with its sentence. */

import { FACTS } from "./facts.js";
import { forgetSecret, hasSecret, isNewcomer, secretOf } from "./store.js";
import { hosted, inWorker, pathAt, tablePath, transport } from "./transport.js";
import { language, t } from "./words.js";

/** @import { Made } from "./wire" */
/** @typedef {{value: any, title: string}} Choice */
/** @typedef {{name: string, title: string, help: string, values: Choice[], default?: any}} Switch */
/** @typedef {{name: string, title: string, help: string, rules: Record<string, any>}} Preset */
/**
 * @typedef {{name: string, title: string, help: string, data?: string}} Level `data` names what the
 *   level needs besides, where that is loaded
 */
/** @typedef {{presets: Preset[], switches: Switch[], levels: Level[]}} Options */
/** @typedef {{name: string, kind: string}} Seating */
/**
 * @typedef {{spectators: boolean, chat: boolean, stand_in: number, listed: boolean,
 *   listed_names: boolean, listed_game: boolean}} ManyOptions
 */
/**
 * @typedef {object} NewTable
 * @property {string} preset
 * @property {Record<string, any>} switches
 * @property {Seating[]} seats
 * @property {number} games
 * @property {number} play_to
 * @property {number} [dealer] the seat that deals first where the first deal is chosen
 * @property {ManyOptions} options
 */

/** How long to wait before a request without an answer is retried, in milliseconds. */
const PAUSES = Object.freeze([300, 1_000, 2_500]);
/** How long to wait for an answer, in milliseconds. */
const PATIENCE = 15_000;
/** How long to wait for the host, if the table can be set up here, in milliseconds. */
const HASTE = 4_000;

/** A request that the server refused, with the reason. */
export class ApiError extends Error {
  /**
   * @param {string} code
   * @param {string} message
   * @param {number} status
   * @param {string} [field] the field of the request that is at fault
   */
  constructor(code, message, status, field = "") {
    super(message);
    this.code = code;
    this.status = status;
    this.field = field;
  }
}

/** @returns {ApiError} */
function offline() {
  return new ApiError("offline", t("The table cannot be reached. Check the connection."), 0);
}

/**
 * @param {string} path
 * @param {{body?: unknown, token?: string, text?: boolean, signal?: AbortSignal, method?: string}}
 *   [options] with a body the request is a POST, unless `method` says otherwise
 * @returns {Promise<any>}
 */
export async function ask(path, { body, token, text, signal, method } = {}) {
  /** @type {Record<string, string>} */
  const headers = { "Accept-Language": language() };
  if (token) headers.Authorization = `Bearer ${token}`;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  let answer;
  try {
    answer = await transport.request(path, {
      method: method ?? (body === undefined ? "GET" : "POST"),
      headers,
      body: body === undefined ? null : JSON.stringify(body),
      ...(signal ? { signal } : {}),
    });
    if (answer.ok) return await (text ? answer.text() : answer.json());
  } catch {
    // The connection broke, before the answer or in the middle of it.
    throw offline();
  }
  /** @type {{code?: string, message?: string, field?: string}} */
  let fault = {};
  try {
    fault = await answer.json();
  } catch {
    // A proxy in between answers in a format of its own.
  }
  const message = fault.message ?? (await sayWithout(fault.code));
  throw new ApiError(fault.code ?? "unavailable", message, answer.status, fault.field);
}

/** @param {string} [code] the code of a refusal that came without a sentence */
async function sayWithout(code) {
  if (!code) return t("The table did not answer. Try again in a moment.");
  const { sayFault } = await import("./library_faults.js");
  return sayFault(code);
}

/**
 * Return whether the server may have granted a request unheard, or may grant it in a moment.
 * @param {ApiError} error
 */
export function isOpen({ status }) {
  return status === 0 || status === 429 || status >= 500;
}

/**
 * Send a request with a secret of our own, and retry until there is an answer. The secret is stored
 * until then: repeating the request later, even after a reload, returns what was granted.
 * @param {string} path
 * @param {string} what the name of the request
 * @param {(secret: string) => object} body
 * @param {string} [token] the token of the seat that makes the request
 * @returns {Promise<any>}
 */
export async function insist(path, what, body, token = "") {
  const sent = body(secretOf(what));
  for (let times = 0; ; times++) {
    try {
      const signal = AbortSignal.timeout(PATIENCE);
      const granted = await ask(path, { body: sent, token, signal });
      forgetSecret(what);
      return granted;
    } catch (error) {
      if (!isOpen(/** @type {ApiError} */ (error))) forgetSecret(what);
      const pause = PAUSES[times];
      if (pause === undefined || !isOpen(/** @type {ApiError} */ (error))) throw error;
      await new Promise((done) => setTimeout(done, pause));
    }
  }
}

/**
 * Make a function whose promise for a key is kept; after a failure, the next call tries again.
 * @template T
 * @param {(key: string) => Promise<T>} make
 * @returns {(key: string) => Promise<T>}
 */
export function once(make) {
  /** @type {Map<string, Promise<T>>} */
  const made = new Map();
  return (key) => {
    const promise = made.get(key) ?? make(key);
    if (!made.has(key)) promise.catch(() => made.delete(key));
    made.set(key, promise);
    return promise;
  };
}

/** @type {(code: string) => Promise<Options>} */
const optionsIn = once((code) =>
  ask(new URL(`../texts/options.${code}.json`, import.meta.url).pathname),
);

/**
 * Return the presets, switches and levels with their names, in the current language.
 * @returns {Promise<Options>}
 */
export function options() {
  return optionsIn(language());
}

/**
 * Set up a table, at the host if friends will come, otherwise once the data of its computer players
 * are there. Until there is an answer, repeating the same order returns the same table.
 * @param {NewTable} table
 * @returns {Promise<Made>}
 */
export async function createTable(table) {
  const path = `/api/tables?lang=${language()}`;
  const what = `table ${JSON.stringify(table)}`;
  const body = (/** @type {string} */ key) => ({ ...table, key });
  const seats = (/** @type {string} */ wanted) => table.seats.filter(({ kind }) => kind === wanted);
  if (FACTS.host && seats("open").length) {
    return asHosted(await insist(pathAt(hosted(""), path), `${what} of the host`, body));
  }
  const first = seats("person").length === 1 && (await dealFirst(path, what, body));
  if (first) return first;
  for (const { name, data } of inWorker ? (await options()).levels : []) {
    if (data && seats(name).length) await loadData(data);
  }
  return insist(path, what, body);
}

/** @param {Made} made a table that the host has set up */
const asHosted = (made) => ({ ...made, code: hosted(made.code) });

/**
 * Have the host deal somebody's first game, as long as nothing could deal it here.
 * @param {string} path
 * @param {string} what the name of the request
 * @param {(secret: string) => object} body
 * @returns {Promise<Made | null>} nothing if it has to be dealt here
 */
export async function dealFirst(path, what, body) {
  if (!FACTS.host || transport.isReady() || !isNewcomer()) return null;
  const request = `${what} of the host`;
  try {
    const signal = AbortSignal.timeout(HASTE);
    const made = await ask(pathAt(hosted(""), path), { body: body(secretOf(request)), signal });
    forgetSecret(request);
    return asHosted(made);
  } catch (error) {
    console.info("the first game is dealt here:", error);
    return null;
  }
}

/** @param {string} kind */
async function loadData(kind) {
  try {
    await transport.load(kind, true);
  } catch {
    const message = t(
      "The data for that level are not here yet. Choose another one, or connect to the network once.",
    );
    throw new ApiError("unavailable", message, 0);
  }
}

/**
 * @param {string} code
 * @returns {Promise<import("./wire").Table>}
 */
export function tableOf(code) {
  return ask(tablePath(code, `?lang=${language()}`));
}

/**
 * Take a seat. Until there is an answer, repeating the request at this table is the same person.
 * @param {string} code
 * @param {string} name
 * @param {number} [seat]
 * @returns {Promise<import("./wire").SeatGranted>}
 */
export function join(code, name, seat) {
  const path = tablePath(code, `/join?lang=${language()}`);
  const body = seat === undefined ? { name } : { name, seat };
  return insist(path, seatAt(code), (token) => ({ ...body, token }));
}

/**
 * Return whether a seat was requested at a table and no answer came.
 * @param {string} code
 */
export function isUnanswered(code) {
  return hasSecret(seatAt(code));
}

/** @param {string} code */
function seatAt(code) {
  return `seat ${code}`;
}

/**
 * Return the record of a table's match as this seat may see it.
 * @param {string} code
 * @param {{token?: string, match?: string, json?: boolean}} [options]
 * @returns {Promise<any>} the text, or an object for `json`
 */
export function record(code, { token = "", match = "", json = false } = {}) {
  const query = match ? `?match=${encodeURIComponent(match)}` : "";
  const path = tablePath(code, `/record${json ? ".json" : ""}${query}`);
  return ask(path, { token, text: !json });
}
