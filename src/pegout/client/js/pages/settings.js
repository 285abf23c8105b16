/** The settings as a page of their own. A URL such as `/settings#look` opens one group. */

import { here } from "../address.js";
import { h } from "../dom.js";
import { heading } from "../shell/heading.js";
import { preferences } from "../shell/preferences.js";
import { t } from "../words.js";

/** On this width the groups form two columns and are open; pages.css uses the same width. */
const WIDE = "(min-width: 56.25rem)";

/**
 * Create the page.
 * @returns {import("../navigation.js").Page}
 */
export function page() {
  const head = heading(() => t("Settings"), "/", {
    href: () => "/privacy",
    title: () => t("Your data"),
  });
  const all = preferences();
  const saved = h("p.quiet");
  const element = h("main.page.settings-page", head.element, all.element, saved);
  const render = () => {
    head.render();
    saved.textContent = t("They stay in this browser and go with you from table to table.");
  };
  const wide = matchMedia(WIDE);
  const fit = () => (wide.matches ? all.open() : all.close());
  const goTo = () => {
    const name = here().hash.slice(1);
    const group = name && document.getElementById(name);
    if (!group || !element.contains(group)) return;
    all.open(name);
    group.scrollIntoView();
    group.querySelector("summary")?.focus({ preventScroll: true });
  };
  render();
  fit();
  wide.addEventListener("change", fit);
  addEventListener("hashchange", goTo);
  return {
    element,
    title: () => t("Settings"),
    render,
    placed: goTo,
    destroy: () => {
      wide.removeEventListener("change", fit);
      removeEventListener("hashchange", goTo);
      all.destroy();
    },
  };
}
