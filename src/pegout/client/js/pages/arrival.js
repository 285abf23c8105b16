/**
 * The page of a table's link. A browser that holds a seat goes straight to the table; any other one
 * is first asked to join, while the modules of the game load.
 */

import { currentPath } from "../address.js";
import { go } from "../navigation.js";
import * as store from "../store.js";
import { t } from "../words.js";

/** @import { Page } from "../navigation.js" */

/** The place of a spectator. */
const ASIDE = Object.freeze({ seat: null, token: "" });

/** The table about to be watched. */
let watched = "";

/**
 * Ask a visitor without a seat to join.
 * @param {string} code
 * @returns {Promise<Page>}
 */
async function askToJoin(code) {
  const { JoinView } = await import("./join.js");
  const enter = () => go(currentPath(), { replace: true });
  const join = new JoinView({
    code,
    joined: enter,
    watch: () => {
      watched = code;
      return enter();
    },
  });
  return {
    element: join.element,
    title: () => t("A table"),
    render: () => join.again(),
    destroy: () => join.destroy(),
  };
}

/**
 * Create the page.
 * @param {import("../navigation.js").Params} params
 * @returns {Promise<Page>}
 */
export async function page({ code = "" }) {
  const seats = store.table(code)?.seats ?? [];
  const watches = watched === code;
  watched = "";
  if (!seats.length && !watches) return askToJoin(code);
  const { tablePage } = await import("./table.js");
  return tablePage(code, seats.length ? seats : [ASIDE]);
}
