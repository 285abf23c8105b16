// @ts-check
/** A cover over the table while the screen passes from one person to the next. */

import { h } from "../dom.js";
import { sideMark } from "../draw/icons.js";
import { t } from "../words.js";

/**
 * Create a cover; nothing of the table is shown behind it.
 * @param {string} name the name of the person who is to take the screen
 * @param {number} side the side of that person
 * @param {() => void} take a callback, run when the person has taken the screen
 * @returns {{element: HTMLElement, focus: () => void}}
 */
export function cover(name, side, take) {
  const button = h(
    "button",
    { class: "button primary cover-button", type: "button", onclick: take },
    t("I am {name}", { name }),
  );
  const element = h(
    "section",
    { class: "cover" },
    h("div", { class: "cover-sign", "aria-hidden": "true" }, sideMark(side, { size: 64 })),
    h(
      "div",
      { role: "status" },
      h("h2", { class: "cover-title" }, t("Pass the screen to {name}.", { name })),
    ),
    h("p", { class: "quiet" }, t("Nobody else should look now.")),
    button,
  );
  return { element, focus: () => button.focus({ preventScroll: true }) };
}
