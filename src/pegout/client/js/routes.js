/** Every page by its path; its module and its style sheets are loaded on demand. */

import { style } from "./dom.js";
import { FACTS } from "./facts.js";

/** @import { Params } from "./navigation.js" */

const NOT_FOUND = { name: "not_found", paths: [], script: "not_found", styles: [] };
/** The script in place of a page that only a server has. */
const NEEDS_SERVER = "needs_server";

const ROUTES = FACTS.pages.flatMap((page) =>
  page.paths.map((path) => {
    const parts = path.replaceAll("{", "(?<").replaceAll("}", ">[\\w~-]{1,128})");
    return { page, pattern: new RegExp(`^${parts}$`) };
  }),
);

/** @param {Pick<import("./facts.js").PageFacts, "script" | "styles"> & {needs_server?: boolean}} page */
async function load({ script, styles, needs_server: needs }) {
  const name = needs && !FACTS.server ? NEEDS_SERVER : script;
  const [module] = await Promise.all([import(`./pages/${name}.js`), ...styles.map(style)]);
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
