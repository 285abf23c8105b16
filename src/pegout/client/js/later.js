/** Loads what the page will need later, while the network is otherwise idle. */

import { file } from "./transport.js";

/** How long to wait first, in milliseconds, if the browser cannot report that it is idle. */
const PAUSE = 300;

/** @type {HTMLLinkElement[]} */
const links = [
  .../** @type {HTMLTemplateElement} */ (document.getElementById("later")).content.querySelectorAll(
    "link",
  ),
];

/** @type {Map<string, Promise<unknown>>} */
const asked = new Map();
const hurrying = new AbortController();

/**
 * Add the links of one kind to the page.
 * @param {string} rel
 * @returns {Promise<unknown>} fulfilled when all of them have loaded or failed
 */
function put(rel) {
  let there = asked.get(rel);
  if (!there) {
    const some = links.filter((link) => link.rel === rel);
    there = Promise.all(
      some.map((link) => new Promise((done) => (link.onload = link.onerror = done))),
    );
    asked.set(rel, there);
    document.head.append(...some);
  }
  return there;
}

/**
 * Load the style sheets of every page but the first.
 * @returns {Promise<unknown>} fulfilled when the style sheets have loaded
 */
export function loadStyles() {
  return put("stylesheet");
}

/** Preload what a game needs first. */
function fetchGame() {
  void put("stylesheet");
  return put("modulepreload");
}

/** Preload it now and nothing else, because a game is beginning. */
export function hurry() {
  hurrying.abort();
  void fetchGame();
}

/**
 * Load the pictures of the court cards, so that the first deal does not wait for them. On a phone,
 * cards are too small for pictures; with data saving on, the browser loads those that are shown.
 * @param {AbortSignal} [signal]
 */
export async function fetchPictures(signal) {
  const saves = /** @type {any} */ (navigator).connection?.saveData;
  if (saves || !matchMedia("(min-width: 37.5rem)").matches) return;
  for (const { href } of links.filter(({ rel }) => rel === "prefetch")) {
    await (await file(href, { priority: "low", signal: signal ?? null })).blob();
  }
}

/**
 * Preload it when the browser is idle, and then the pictures of the cards; then keep all of it.
 * @param {() => Promise<unknown>} evaluate imports the modules of a game
 * @param {() => Promise<unknown>} keep
 */
export function fetchLater(evaluate, keep) {
  const begin = async () => {
    await fetchGame();
    try {
      await evaluate();
      await fetchPictures(hurrying.signal);
    } catch {
      // A module that failed to load is requested again when it is needed.
    }
    await keep();
  };
  if ("requestIdleCallback" in globalThis)
    requestIdleCallback(() => void begin(), { timeout: 2_000 });
  else setTimeout(() => void begin(), PAUSE);
}
