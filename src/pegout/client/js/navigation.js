/** Navigation without a reload: the path of the browser selects the page. */

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
