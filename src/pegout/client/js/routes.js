/** Every page by its path; its module and its style sheets are loaded on demand. */

import { style } from "./dom.js";
import { FACTS } from "./facts.js";

/** @import { Params } from "./navigation.js" */

const NOT_FOUND = { name: "not_found", paths: [], script: "not_found", styles: [] };

const ROUTES = FACTS.pages.flatMap((page) =>
  page.paths.map((path) => {
    const parts = path.replaceAll("{", "(?<").replaceAll("}", ">[\\w-]{1,128})");
    return { page, pattern: new RegExp(`^${parts}$`) };
  }),
);

/** @param {import("./facts.js").PageFacts} page */
async function load({ script, styles }) {
  const [module] = await Promise.all([import(`./pages/${script}.js`), ...styles.map(style)]);
  return module;
}

/**
 * Return the page of a path.
 * @param {string} path
 * @returns {{name: string, params: Params, load: () => Promise<any>}}
 */
export function route(path) {
  const plain = path.length > 1 ? path.replace(/\/+$/, "") : path;
  for (const { page, pattern } of ROUTES) {
    const found = pattern.exec(plain);
    if (found) return { name: page.name, params: { ...found.groups }, load: () => load(page) };
  }
  return { name: NOT_FOUND.name, params: {}, load: () => load(NOT_FOUND) };
}
