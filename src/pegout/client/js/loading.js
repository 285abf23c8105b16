/** What the worker of the page is loading, and whether the page waits for it. */

import { Listeners } from "./listeners.js";

/**
 * @typedef {object} Loading
 * @property {number} read the bytes that have come
 * @property {number} total of those to come
 * @property {boolean} waits whether the page has asked for something that waits for them
 */

/** @type {Listeners<[Loading | null]>} */
const listeners = new Listeners();

/** What was said last. @type {Loading | null} */
let latest = null;

/** Say what has come; `null` when all is ready. @param {Loading | null} loading */
export function tellLoading(loading) {
  latest = loading;
  listeners.tell(loading);
}

/**
 * Listen for what has come; a listener that is added late is told at once.
 * @param {(loading: Loading | null) => void} listener
 * @returns {() => void} removes the listener
 */
export function onLoading(listener) {
  if (latest) listener(latest);
  return listeners.on(listener);
}
