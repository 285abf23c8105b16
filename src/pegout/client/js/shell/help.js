/** A dialog over the table: what is asked of the player now, what scores, and the keys. */

import { h, label, pushButton, uniqueId } from "../dom.js";
import { icon } from "../draw/icons.js";
import { hasTyped } from "../held.js";
import { settings } from "../settings.js";
import { helpLines } from "../text/keys.js";
import { t } from "../words.js";

/** @import { Scene } from "../scene/script.js" */

/**
 * Show the dialog until it is closed by Escape, the button, or a press beside it.
 * @param {object} [options]
 * @param {import("../review/review.js").Review | null} [options.review] the current replay or
 *   review, if any
 * @param {Scene | null} [options.scene]
 * @param {() => unknown} [options.resume] goes on with the guide of a lesson that was left
 */
export function showHelp({ review = null, scene = null, resume } = {}) {
  const id = uniqueId("help");
  const title = h("h2", { id, tabindex: -1, autofocus: true }, t("Help"));
  const close = h("button.icon-button", { type: "button" }, icon("close"));
  const dialog = h(
    "dialog.help-dialog.panel",
    { "aria-labelledby": id },
    h("header.side-panel-head.touch.between", title, close),
    ...sayDecision(scene),
    resume &&
      pushButton(
        "button primary",
        () => {
          dialog.close();
          resume();
        },
        t("Resume the guide"),
      ),
    ...(scene ? points(scene) : []),
    h("p", h("a", { href: "/rules/two-minutes", target: "_blank" }, t("Cribbage in two minutes"))),
    h("p", h("a", { href: "/rules", target: "_blank" }, t("The rule book"))),
    ...(!scene || hasKeyboard() ? keys(review) : []),
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

/** Return what is asked of the player now. @param {Scene | null} scene */
function sayDecision(scene) {
  const says = scene?.guide?.says || scene?.standing?.says || scene?.sentence;
  return says ? [h("h3", t("Now")), h("p", says)] : [];
}

/** Return what scores by the rules of the table. @param {Scene} scene */
function points({ setup }) {
  const { nobs_points: nobs, heels_points: heels } = setup.rules;
  /** @type {[string, string | number][]} */
  const rows = [
    [t("Cards that add up to fifteen"), 2],
    [t("A pair, three alike, four alike"), "2, 6, 12"],
    [t("A run, for each of its cards"), 1],
    [t("A flush in the hand, with the starter"), "4, 5"],
    [t("A jack of the starter’s suit"), nobs],
    [t("A jack as the starter, for the dealer"), heels],
    [t("In the play: thirty-one"), 2],
    [t("In the play: go, or the last card"), 1],
  ];
  const lines = rows.filter(([, worth]) => worth);
  return [
    h("h3", t("What scores")),
    h("p.quiet", t("Jack, queen and king count ten, the ace one.")),
    h(
      "table.help-points.figures",
      h(
        "tbody",
        ...lines.map(([what, worth]) =>
          h("tr", h("th", { scope: "row" }, what), h("td", String(worth))),
        ),
      ),
    ),
  ];
}

/** @param {import("../review/review.js").Review | null} review */
function keys(review) {
  const lines = helpLines(settings.get().keys, review).map(({ key, text }) => [
    h("dt", h("kbd", key)),
    h("dd", text),
  ]);
  return [
    h("h3", t("Keys")),
    h("dl.help-keys.list", ...lines),
    h("p.quiet", t("Every button of the table does the same by touch or mouse.")),
  ];
}

/** Return whether the device has a keyboard, as far as a page can know: a phone has only a finger. */
function hasKeyboard() {
  return hasTyped() || matchMedia("(any-pointer: fine)").matches;
}

/** @param {HTMLElement} element @param {MouseEvent} event */
function beside(element, { clientX: x, clientY: y }) {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return x < left || x > right || y < top || y > bottom;
}
