// @ts-check
/** The questions a page asks by HTTP. A refusal comes back as an `ApiError` with its sentence. */

import { language, t } from "./words.js";

/** @typedef {{value: any, title: string}} Choice */
/** @typedef {{name: string, title: string, help: string, values: Choice[], default?: any}} Switch */
/** @typedef {{name: string, title: string, help: string, rules: Record<string, any>}} Preset */
/** @typedef {{name: string, title: string, help: string}} Level */
/** @typedef {{presets: Preset[], switches: Switch[], levels: Level[]}} Options */
/** @typedef {{name: string, kind: string}} Seating */
/**
 * @typedef {object} NewTable
 * @property {string} preset
 * @property {Record<string, any>} switches
 * @property {Seating[]} seats
 * @property {number} games
 * @property {number} play_to
 * @property {{spectators: boolean, chat: boolean, stand_in: number}} options
 */

/** What the server would not do, and why. */
export class ApiError extends Error {
  /**
   * @param {string} code
   * @param {string} message
   * @param {number} status
   * @param {string} [field] what of the request it is about
   */
  constructor(code, message, status, field = "") {
    super(message);
    this.code = code;
    this.status = status;
    this.field = field;
  }
}

/**
 * @param {string} path
 * @param {{body?: unknown, token?: string, text?: boolean}} [options]
 * @returns {Promise<any>}
 */
export async function ask(path, { body, token, text } = {}) {
  /** @type {Record<string, string>} */
  const headers = { "Accept-Language": language() };
  if (token) headers.Authorization = `Bearer ${token}`;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  let answer;
  try {
    answer = await fetch(path, {
      method: body === undefined ? "GET" : "POST",
      headers,
      body: body === undefined ? null : JSON.stringify(body),
    });
  } catch {
    throw new ApiError("offline", t("The table cannot be reached. Look at the connection."), 0);
  }
  if (answer.ok) return text ? answer.text() : answer.json();
  /** @type {{code?: string, message?: string, field?: string}} */
  let fault = {};
  try {
    fault = await answer.json();
  } catch {
    // A proxy in between answers in its own way.
  }
  const message = fault.message ?? t("The table did not answer. Try again in a moment.");
  throw new ApiError(fault.code ?? "unavailable", message, answer.status, fault.field);
}

/** @type {Map<string, Promise<Options>>} */
const asked = new Map();

/**
 * Give the presets, switches and levels with their words, in the language that is spoken.
 * @returns {Promise<Options>}
 */
export function options() {
  const code = language();
  let answer = asked.get(code);
  if (!answer) {
    answer = ask(`/api/options?lang=${code}`);
    asked.set(code, answer);
    // A failure is asked again the next time.
    answer.catch(() => asked.delete(code));
  }
  return answer;
}

/**
 * @param {NewTable} table
 * @returns {Promise<{code: string, seats: {seat: number, token: string}[]}>}
 */
export function createTable(table) {
  return ask(`/api/tables?lang=${language()}`, { body: table });
}

/**
 * @param {string} code
 * @returns {Promise<import("./wire").Table>}
 */
export function tableOf(code) {
  return ask(`/api/tables/${encodeURIComponent(code)}?lang=${language()}`);
}

/**
 * @param {string} code
 * @param {string} name
 * @param {number} [seat]
 * @returns {Promise<{seat: number, token: string}>}
 */
export function join(code, name, seat) {
  const body = seat === undefined ? { name } : { name, seat };
  return ask(`/api/tables/${encodeURIComponent(code)}/join?lang=${language()}`, { body });
}

/**
 * Ask what some cards of a hand make.
 * @param {import("./table/combine.js").Question} question
 * @returns {Promise<import("./table/combine.js").Named>}
 */
export function combination(question) {
  return ask(`/api/combination?lang=${language()}`, { body: question });
}

/**
 * Give the record of a table's match as this seat may see it.
 * @param {string} code
 * @param {{token?: string, match?: string, json?: boolean}} [options]
 * @returns {Promise<any>} text, or an object for `json`
 */
export function record(code, { token = "", match = "", json = false } = {}) {
  const path = `/api/tables/${encodeURIComponent(code)}/record${json ? ".json" : ""}`;
  const query = match ? `?match=${encodeURIComponent(match)}` : "";
  return ask(path + query, { token, text: !json });
}
