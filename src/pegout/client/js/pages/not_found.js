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
    "main.page.page-narrow.lost-page.stack",
    h("p.lost-sign", { "aria-hidden": "true" }, icon("cards")),
    h("h1", t("There is nothing here.")),
    h("p.quiet", t("The address may be mistyped, or the page no longer exists.")),
    h("p", h("a.button.primary", { href: "/" }, t("To the first page"))),
  );
  return { element, title: () => t("There is nothing here.") };
}
