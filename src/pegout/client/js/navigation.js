/** Navigation without a reload: the path of the browser selects the page. */

import {
  currentPath,
  goToAnchor,
  here,
  pathOf,
  push,
  replace as replaceAddress,
} from "./address.js";

/**
 * @typedef {object} Page
 * @property {HTMLElement} element
 * @property {() => string} title
 * @property {() => void} [destroy]
 * @property {() => void} [placed] a callback, run when the page is visible
 * @property {() => void} [render] a callback after a change of language; without it the page is
 *   created again
 */
/** @typedef {Record<string, string>} Params */

/** @type {(path: string) => Promise<void>} */
let show = async () => {};

/**
 * Go to another page of this site.
 * @param {string} path the path with its query, if any
 * @param {{replace?: boolean}} [options] `replace` replaces the current page in the browser's
 *   history
 * @returns {Promise<void>} fulfilled when the page is shown
 */
export function go(path, { replace = false } = {}) {
  if (replace) replaceAddress(path);
  else if (path !== currentPath()) push(path);
  return show(here().pathname);
}

/**
 * Follow links, and the browser's back and forward buttons.
 * @param {(path: string) => Promise<void>} shown a callback, run with every path to show
 */
export function follow(shown) {
  show = shown;
  addEventListener("popstate", () => void show(here().pathname));
  document.addEventListener("click", (event) => {
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey;
    const link = /** @type {Element | null} */ (event.target)?.closest?.("a[href]");
    if (!plain || event.altKey || event.defaultPrevented) return;
    if (!(link instanceof HTMLAnchorElement) || link.target || link.hasAttribute("download"))
      return;
    const path = pathOf(link.href);
    if (path === null) return;
    const there = new URL(path, location.origin);
    if (there.hash && there.pathname === here().pathname) {
      // The browser itself handles links within the same page, where their addresses are its own.
      if (!goToAnchor(there.hash)) return;
      event.preventDefault();
      push(path);
      return;
    }
    event.preventDefault();
    void go(path);
  });
}
