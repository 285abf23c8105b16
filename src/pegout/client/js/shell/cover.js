/** A cover over the table while the screen passes from one person to the next. */

import { h, pushButton } from "../dom.js";
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
  const button = pushButton("button primary cover-button", take, t("I am {name}", { name }));
  const element = h(
    "section.cover.stack",
    h("div.cover-sign", { "aria-hidden": "true" }, sideMark(side, { size: 64 })),
    h("div", { role: "status" }, h("h2.cover-title", t("Pass the screen to {name}.", { name }))),
    h("p.quiet", t("Nobody else should look now.")),
    button,
  );
  return { element, focus: () => button.focus({ preventScroll: true }) };
}
