/** The list of pegged points, line by line, and a form to correct a score. */

import { h } from "../dom.js";
import { sideMark } from "../draw/icons.js";
import { t } from "../words.js";

/** @import { Book, Standing } from "./scorebook.js" */

/**
 * Create the list, the newest line first.
 * @param {Book} book
 * @param {Standing} now
 * @param {(side: number, score: number) => void} correct
 * @returns {HTMLElement[]}
 */
export function peggedList(book, now, correct) {
  const lines = [...now.pegged].reverse().map(({ line, side, score }) => {
    const name = book.names[side];
    const text =
      line.type === "peg"
        ? t("{name} +{points}, {score}", { name, points: line.points, score })
        : t("{name} corrected to {score}", { name, score });
    return h("li.row", sideMark(side), text);
  });
  return [
    h("h2", { tabindex: "-1" }, t("What was pegged")),
    ...book.names.map((name, side) => correction(book, now, name, side, correct)),
    lines.length ? h("ol.bo-lines", { reversed: true }, ...lines) : h("p.quiet", t("Nothing yet.")),
  ];
}

/**
 * @param {Book} book
 * @param {Standing} now
 * @param {string} name
 * @param {number} side
 * @param {(side: number, score: number) => void} correct
 */
function correction(book, now, name, side, correct) {
  const input = h("input.input", {
    type: "number",
    inputmode: "numeric",
    required: true,
    min: 0,
    max: book.target,
    value: String(now.scores[side]),
    "aria-label": t("Score of {name}", { name }),
  });
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    correct(side, Number(input.value));
  };
  return h(
    "form.bo-correct.list",
    { onsubmit: submit },
    h("span.row.clip", sideMark(side), name),
    input,
    h("button.button", { type: "submit" }, t("Correct")),
  );
}
