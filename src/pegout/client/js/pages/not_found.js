// @ts-check
/** The page for an unknown path. */

import { h } from "../dom.js";
import { icon } from "../draw/icons.js";
import { t } from "../words.js";

/**
 * Create the page.
 * @returns {import("../navigation.js").Page}
 */
export function page() {
  const element = h(
    "main",
    { class: "page page-narrow lost-page" },
    h("p", { class: "lost-sign", "aria-hidden": "true" }, icon("cards")),
    h("h1", null, t("There is nothing here.")),
    h("p", { class: "quiet" }, t("The address may be mistyped, or the page no longer exists.")),
    h("p", null, h("a", { class: "button primary", href: "/" }, t("To the first page"))),
  );
  return { element, title: () => t("There is nothing here."), destroy() {} };
}
