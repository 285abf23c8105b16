// @ts-check
/** The form in which a new game at a real table is settled: who, how far, who deals. */

import { h, uniqueId } from "../dom.js";
import { t } from "../words.js";
import { LEAST_TARGET, MOST_TARGET, newBook } from "./scorebook.js";

/** @typedef {import("./scorebook.js").Book} Book */

/**
 * Name a side that has no name yet, by its pegs.
 * @param {number} side
 * @returns {string}
 */
export function pegName(side) {
  return [t("Red"), t("Blue"), t("Amber")][side] ?? "";
}

/**
 * Make the form.
 * @param {Book} book the last game, whose choices stand there first
 * @param {(book: Book) => void} begin
 * @param {(() => void) | null} leave back to the game that is on, if there is one
 * @returns {HTMLElement}
 */
export function setupForm(book, begin, leave) {
  const most = 3;
  const inputs = Array.from({ length: most }, (_, side) =>
    h("input", {
      class: "input",
      id: uniqueId("side"),
      maxlength: 24,
      autocomplete: "off",
      placeholder: pegName(side),
      value: book.names[side] ?? "",
    }),
  );
  const fields = inputs.map((input, side) =>
    h("div", { class: "field" }, h("label", { for: input.id }, pegName(side)), input),
  );
  const dealer = h("select", { class: "select", id: uniqueId("dealer") });
  const target = h("input", {
    class: "input",
    id: uniqueId("target"),
    type: "number",
    inputmode: "numeric",
    min: LEAST_TARGET,
    max: MOST_TARGET,
    value: String(book.target),
  });
  const skunks = h("input", { type: "checkbox", checked: book.skunks });
  const facing = h("input", { type: "checkbox", checked: book.facing });
  const trouble = h("p", { class: "trouble", role: "alert" });
  let sides = book.names.length;

  /** @param {number} side */
  const name = (side) => inputs[side]?.value.trim() || pegName(side);
  const dress = () => {
    fields.forEach((field, side) => (field.hidden = side >= sides));
    const chosen = dealer.value || String(book.dealer);
    dealer.replaceChildren(
      ...inputs.slice(0, sides).map((_, side) => h("option", { value: String(side) }, name(side))),
    );
    dealer.value = Number(chosen) < sides ? chosen : "0";
  };
  for (const input of inputs) input.addEventListener("input", dress);
  const radio = uniqueId("sides");
  const choices = [
    { n: 2, title: t("Two players or teams") },
    { n: 3, title: t("Three players") },
  ].map(({ n, title }) =>
    h(
      "label",
      { class: "bo-check" },
      h("input", {
        type: "radio",
        name: radio,
        checked: n === sides,
        onchange: () => {
          sides = n;
          dress();
        },
      }),
      title,
    ),
  );
  const quick = [61, 121].map((hole) =>
    h(
      "button",
      {
        type: "button",
        class: "button",
        onclick: () => (target.value = String(hole)),
      },
      String(hole),
    ),
  );

  /** @param {Event} event */
  const submit = (event) => {
    event.preventDefault();
    const hole = Number(target.value);
    if (!Number.isInteger(hole) || hole < LEAST_TARGET || hole > MOST_TARGET) {
      trouble.textContent = t("The last hole is a number from {least} to {most}.", {
        least: LEAST_TARGET,
        most: MOST_TARGET,
      });
      target.focus();
      return;
    }
    begin(
      newBook({
        names: inputs.slice(0, sides).map((_, side) => name(side)),
        target: hole,
        skunks: skunks.checked,
        facing: facing.checked,
        dealer: Number(dealer.value),
      }),
    );
  };
  dress();
  return h(
    "form",
    { class: "bo-setup stack", novalidate: true, onsubmit: submit },
    h("h2", { tabindex: "-1" }, t("A new game")),
    h("fieldset", { class: "bo-checks" }, h("legend", null, t("Who plays")), ...choices),
    h("div", { class: "bo-names" }, ...fields),
    h(
      "div",
      { class: "field" },
      h("label", { for: target.id }, t("The last hole")),
      h("div", { class: "bo-target" }, target, ...quick),
    ),
    h("div", { class: "field" }, h("label", { for: dealer.id }, t("Who deals first")), dealer),
    h("label", { class: "bo-check" }, skunks, t("Skunks count for more in the match")),
    h(
      "label",
      { class: "bo-check" },
      facing,
      t("We sit opposite each other: turn the far side round on a tablet"),
    ),
    trouble,
    h(
      "div",
      { class: "bo-target" },
      h("button", { type: "submit", class: "button primary" }, t("Start")),
      leave &&
        h(
          "button",
          { type: "button", class: "button bare", onclick: leave },
          t("Back to the game"),
        ),
    ),
  );
}
