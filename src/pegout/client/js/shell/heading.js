/** The header of a page: a link back, the title, and a link to a related page. */

import { fill, h, label } from "../dom.js";
import { icon } from "../draw/icons.js";
import { t } from "../words.js";

/**
 * Create the header of a page.
 * @param {() => string} title
 * @param {string} [back] the target of the link back
 * @param {{href: string, title: () => string}} [beside] a related page
 * @returns {{element: HTMLElement, render: () => void}}
 */
export function heading(title, back = "/", beside) {
  const link = h("a.icon-button", { href: back }, icon("back"));
  const name = h("h1", { tabindex: -1 });
  const other = beside ? h("a.chip-link.touch.note", { href: beside.href }) : null;
  const render = () => {
    label(link, t("Back"));
    fill(name, title());
    if (other && beside) fill(other, beside.title());
  };
  render();
  return { element: h("header.page-head.row", link, name, other), render };
}
