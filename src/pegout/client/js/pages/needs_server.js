/** What stands in place of a page that only a server has. */

import { h } from "../dom.js";
import { heading } from "../shell/heading.js";
import { t } from "../words.js";

/**
 * Create the page.
 * @returns {import("../navigation.js").Page}
 */
export function page() {
  const title = () => t("With friends");
  const element = h(
    "main.page.page-narrow.stack",
    heading(title).element,
    h(
      "p.large",
      t(
        "Players in several browsers meet at a server, and this site has none: everything runs in this browser alone.",
      ),
    ),
    h("p.quiet", t("At one screen you can play together all the same.")),
    h("p", h("a.button.primary", { href: "/new?for=here" }, t("Pass and play"))),
  );
  return { element, title };
}
