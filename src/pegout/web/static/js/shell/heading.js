// @ts-check
/** The head of a page: the way back, and what the page is. */

import { fill, h } from "../dom.js";
import { icon } from "../draw/icons.js";
import { t } from "../words.js";

/**
 * Make the head of a page.
 * @param {() => string} title
 * @param {string} [back] where the way back leads
 * @returns {{element: HTMLElement, render: () => void}}
 */
export function heading(title, back = "/") {
  const way = h("a", { class: "icon-button", href: back }, icon("back"));
  const name = h("h1", { tabindex: -1 });
  const render = () => {
    way.setAttribute("aria-label", t("Back"));
    way.title = t("Back");
    fill(name, title());
  };
  render();
  return { element: h("header", { class: "page-head" }, way, name), render };
}
