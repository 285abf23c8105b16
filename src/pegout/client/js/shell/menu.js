/** The items of lists of things to do. */

import { h, pushButton } from "../dom.js";
import { icon } from "../draw/icons.js";

/**
 * Create an item of a menu.
 * @param {object} item
 * @param {string} item.sign its icon
 * @param {string | HTMLElement} item.text
 * @param {() => unknown} item.act
 * @param {string} [item.key]
 * @param {boolean} [item.sent] whether its request is under way
 * @returns {HTMLElement}
 */
export function menuItem({ sign, text, act, key = sign, sent = false }) {
  const look = {
    class: ["menu-item hover row", sent && "sent"],
    dataset: { key },
    "aria-disabled": sent || null,
  };
  return h(
    "li",
    pushButton(look, () => void act(), icon(sign), text),
  );
}
