// @ts-check
/** What the page names and does not need at once: it is fetched while nothing else is. */

/** How long the page is left alone before, where the browser cannot say, in milliseconds. */
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
 * Put the links of a kind on the page.
 * @param {string} rel
 * @returns {Promise<unknown>} fulfilled when all of it is there, or cannot be had
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
 * Dress the page for anything beside the first page.
 * @returns {Promise<unknown>} fulfilled when the style sheets are there
 */
export function dressed() {
  return put("stylesheet");
}

/** Fetch what a game begins with. */
function fetchGame() {
  void put("stylesheet");
  return put("modulepreload");
}

/** Fetch it now, for a game begins, and nothing beside it. */
export function hurry() {
  hurrying.abort();
  void fetchGame();
}

/** Fetch it once there is nothing else to do, and then the pictures of the cards. */
export function fetchLater() {
  const begin = async () => {
    await fetchGame();
    try {
      // It is read by now, and made ready, which takes its time on a phone.
      await Promise.all([import("./pages/table.js"), import("./table/table.js")]);
      // Somebody who pays for each byte gets those pictures that are shown.
      if (/** @type {any} */ (navigator).connection?.saveData) return;
      for (const { href } of links.filter(({ rel }) => rel === "prefetch")) {
        await (await fetch(href, { priority: "low", signal: hurrying.signal })).blob();
      }
    } catch {
      // What cannot be had now is asked for again when it is wanted.
    }
  };
  if ("requestIdleCallback" in globalThis) requestIdleCallback(() => void begin(), { timeout: 2_000 });
  else setTimeout(() => void begin(), PAUSE);
}
