// @ts-check
/** The settings as a page of their own. */

import { h } from "../dom.js";
import { preferences } from "../shell/preferences.js";
import { heading } from "../shell/heading.js";
import { t } from "../words.js";

/**
 * Make the page.
 * @returns {import("../router.js").Page}
 */
export function page() {
  const head = heading(() => t("Settings"));
  const all = preferences();
  const kept = h("p", { class: "quiet" });
  const element = h(
    "main",
    { class: "page page-narrow settings-page" },
    head.element,
    all.element,
    kept,
  );
  const render = () => {
    head.render();
    kept.textContent = t("They stay in this browser and go with you from table to table.");
  };
  render();
  return { element, title: () => t("Settings"), render, destroy: () => all.destroy() };
}
