/** A dialog over the table that lists its keys. */

import { h, label, uniqueId } from "../dom.js";
import { icon } from "../draw/icons.js";
import { settings } from "../settings.js";
import { helpLines } from "../text/keys.js";
import { t } from "../words.js";

/**
 * Show the keys until the dialog is closed by Escape, the button, or a press beside it.
 * @param {import("../review/review.js").Review | null} [review] the current replay or review, if any
 */
export function showHelp(review = null) {
  const id = uniqueId("help");
  const title = h("h2", { id, tabindex: -1, autofocus: true }, t("Keys"));
  const lines = helpLines(settings.get().keys, review).map(({ key, text }) => [
    h("dt", h("kbd", key)),
    h("dd", text),
  ]);
  const close = h("button.icon-button", { type: "button" }, icon("close"));
  const dialog = h(
    "dialog.help-dialog.panel",
    { "aria-labelledby": id },
    h("header.side-panel-head.touch.between", title, close),
    h("dl.help-keys.list", ...lines),
    h("p.quiet", t("Every button of the table does the same by touch or mouse.")),
    h("p", h("a", { href: "/rules", target: "_blank" }, t("The rule book"))),
  );
  label(close, t("Close"));
  close.addEventListener("click", () => dialog.close());
  // A press on the dialog but outside its content is a press beside it.
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog && beside(dialog, event)) dialog.close();
  });
  dialog.addEventListener("close", () => dialog.remove());
  // Keys pressed in the dialog must not reach the table.
  dialog.addEventListener("keydown", (event) => event.stopPropagation());
  document.body.append(dialog);
  dialog.showModal();
}

/** @param {HTMLElement} element @param {MouseEvent} event */
function beside(element, { clientX: x, clientY: y }) {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return x < left || x > right || y < top || y > bottom;
}
