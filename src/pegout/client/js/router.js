// @ts-check
/** The router: the path selects the page, and navigation needs no reload. */

import { style } from "./dom.js";

/**
 * @typedef {object} Page
 * @property {HTMLElement} element
 * @property {() => string} title
 * @property {() => void} destroy
 * @property {() => void} [placed] a callback, run when the page is visible
 * @property {() => void} [render] a callback after a change of language; without it the page is
 *   created again
 */
/** @typedef {Record<string, string>} Params */
/** @typedef {{page: (params: Params) => Page | Promise<Page>}} PageModule */

/**
 * Load a module with its style sheet.
 * @template T
 * @param {string} sheet
 * @param {Promise<T>} module
 * @returns {Promise<T>}
 */
async function dressed(sheet, module) {
  await style(sheet);
  return module;
}

/**
 * Every page by its path; its module is loaded on demand.
 * @type {{path: RegExp, name: string, load: () => Promise<any>}[]}
 */
const ROUTES = [
  { path: /^\/$/, name: "home", load: () => import("./pages/home.js") },
  { path: /^\/new$/, name: "options", load: () => import("./pages/options.js") },
  {
    path: /^\/(?:table|join)\/(?<code>[\w-]{1,64})$/,
    name: "table",
    load: () => import("./pages/arrival.js"),
  },
  { path: /^\/games$/, name: "games", load: () => dressed("games", import("./pages/games.js")) },
  {
    path: /^\/games\/(?<code>[\w-]{1,64})\/(?<match>[\w-]{1,128})$/,
    name: "replay",
    load: () => dressed("games", import("./pages/replay.js")),
  },
  { path: /^\/settings$/, name: "settings", load: () => import("./pages/settings.js") },
  {
    path: /^\/board$/,
    name: "board",
    load: () => dressed("boardonly", import("./pages/board_only.js")),
  },
  {
    path: /^\/count$/,
    name: "count",
    load: () => dressed("boardonly", dressed("counter", import("./pages/counter.js"))),
  },
  {
    path: /^\/analyse$/,
    name: "analyse",
    load: () => dressed("analyser", dressed("counter", import("./pages/analyser.js"))),
  },
  { path: /^\/rules$/, name: "rules", load: () => dressed("text", import("./pages/rules.js")) },
  { path: /^\/fair$/, name: "fair", load: () => dressed("fair", import("./pages/fair.js")) },
];

const NOT_FOUND = { name: "not_found", load: () => import("./pages/not_found.js") };

/** @type {(path: string) => Promise<void>} */
let show = async () => {};

/**
 * Return the page of a path.
 * @param {string} path
 * @returns {{name: string, params: Params, load: () => Promise<any>}}
 */
export function route(path) {
  const plain = path.length > 1 ? path.replace(/\/+$/, "") : path;
  for (const { path: pattern, name, load } of ROUTES) {
    const found = pattern.exec(plain);
    if (found) return { name, params: { ...found.groups }, load };
  }
  return { ...NOT_FOUND, params: {} };
}

/**
 * Go to another page of this site.
 * @param {string} path the path with its query, if any
 * @param {{replace?: boolean}} [options] `replace` replaces the current page in the browser's
 *   history
 * @returns {Promise<void>} fulfilled when the page is shown
 */
export function go(path, { replace = false } = {}) {
  if (replace) history.replaceState(null, "", path);
  else if (path !== location.pathname + location.search) history.pushState(null, "", path);
  return show(location.pathname);
}

/**
 * Follow links, and the browser's back and forward buttons.
 * @param {(path: string) => Promise<void>} shown a callback, run with every path to show
 */
export function follow(shown) {
  show = shown;
  addEventListener("popstate", () => void show(location.pathname));
  document.addEventListener("click", (event) => {
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey;
    const link = /** @type {Element | null} */ (event.target)?.closest?.("a[href]");
    if (!plain || event.altKey || event.defaultPrevented) return;
    if (!(link instanceof HTMLAnchorElement) || link.target || link.hasAttribute("download"))
      return;
    const here = new URL(location.href);
    const there = new URL(link.href);
    if (there.origin !== here.origin || there.pathname.startsWith("/api/")) return;
    if (there.pathname.startsWith("/static/")) return;
    // The browser itself handles links within the same page.
    if (there.hash && there.pathname === here.pathname) return;
    event.preventDefault();
    void go(there.pathname + there.search + there.hash);
  });
}
