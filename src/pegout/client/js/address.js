/**
 * The addresses of pages. On a server they are paths. In a folder of files only the first page is a
 * file; there the path of a page stands behind a "#", which the browser tells nobody.
 */

const inFolder = globalThis.document?.documentElement?.dataset.transport === "worker";

/**
 * Return the address of the current page: its path, its query and its anchor.
 * @returns {URL}
 */
export function here() {
  return inFolder
    ? new URL(location.hash.slice(1) || "/", location.origin)
    : new URL(location.href);
}

/**
 * Return the path of the current page with its query.
 * @returns {string}
 */
export function currentPath() {
  const { pathname, search } = here();
  return pathname + search;
}

/**
 * Return the address of a page for a link, by its path.
 * @param {string} path
 * @returns {string}
 */
export function addressOf(path) {
  return inFolder ? `#${path}` : path;
}

/**
 * Return the address of a page for people elsewhere.
 * @param {string} path
 * @returns {string}
 */
export function fullAddress(path) {
  return new URL(addressOf(path), location.href).href;
}

/**
 * Return the path of the page that a link leads to, with its query and its anchor, or `null` if it
 * leads to no page of this site.
 * @param {string} address
 * @returns {string | null}
 */
export function pathOf(address) {
  const there = new URL(address, location.href);
  if (there.origin !== location.origin) return null;
  if (!inFolder) {
    const isPage = !there.pathname.startsWith("/api/") && !there.pathname.startsWith("/static/");
    return isPage ? there.pathname + there.search + there.hash : null;
  }
  if (there.pathname !== location.pathname) return null;
  return there.hash.startsWith("#/") ? there.hash.slice(1) : here().pathname + there.hash;
}

/**
 * Write the path of a page into the browser's address, as a new page of its history.
 * @param {string} path
 */
export function push(path) {
  history.pushState(null, "", addressOf(path));
}

/**
 * Write the path of a page into the browser's address in place of the current page.
 * @param {string} path
 */
export function replace(path) {
  history.replaceState(null, "", addressOf(path));
}

/**
 * Go to an anchor of the current page, where the browser does not do it by itself.
 * @param {string} hash
 * @returns {boolean} whether that was necessary
 */
export function goToAnchor(hash) {
  if (inFolder) document.getElementById(decodeURIComponent(hash.slice(1)))?.scrollIntoView();
  return inFolder;
}
