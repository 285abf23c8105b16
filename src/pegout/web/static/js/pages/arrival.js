// @ts-check
/**
 * Somebody comes to a table. Who has a seat there is at it at once; anybody else is asked in first,
 * and what a game needs is loaded in the meantime.
 */

import { go } from "../router.js";
import * as store from "../store.js";
import { t } from "../words.js";

/** @typedef {import("../router.js").Page} Page */

/** Nobody's place: what is there to be watched. */
const ASIDE = Object.freeze({ seat: null, token: "" });

/** The table that is about to be watched. */
let watched = "";

/**
 * Ask somebody in who has no seat.
 * @param {string} code
 * @returns {Promise<Page>}
 */
async function asked(code) {
  const { JoinView } = await import("./join.js");
  const enter = () => go(location.pathname + location.search, { replace: true });
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
 * Make the page.
 * @param {import("../router.js").Params} params
 * @returns {Promise<Page>}
 */
export async function page({ code = "" }) {
  const seats = store.table(code)?.seats ?? [];
  const watches = watched === code;
  watched = "";
  if (!seats.length && !watches) return asked(code);
  const { tablePage } = await import("./table.js");
  return tablePage(code, seats.length ? seats : [ASIDE]);
}
