/** The header of a page: a link back, the title, and links to related pages. */

import { addressOf } from "../address.js";
import { fill, h, label } from "../dom.js";
import { icon } from "../draw/icons.js";
import { t } from "../words.js";

/**
 * Create the header of a page.
 * @param {() => string} title
 * @param {string} [back] the target of the link back
 * @param {...{href: () => string, title: () => string}} beside related pages
 * @returns {{element: HTMLElement, render: () => void}}
 */
export function heading(title, back = "/", ...beside) {
  const link = h("a.icon-button", { href: back }, icon("back"));
  const name = h("h1", { tabindex: -1 });
  const others = beside.map((page) => ({ page, link: h("a.chip-link.touch.note") }));
  const render = () => {
    label(link, t("Back"));
    fill(name, title());
    for (const { page, link: other } of others) {
      other.href = addressOf(page.href());
      fill(other, page.title());
    }
  };
  render();
  return {
    element: h(
      "header.page-head.row",
      link,
      name,
      others.map((other) => other.link),
    ),
    render,
  };
}
