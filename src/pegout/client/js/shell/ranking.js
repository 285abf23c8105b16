/** All options of a decision with their values, the best first; each may expand to show more. */

import { fill, find, h, pushButton, uniqueId } from "../dom.js";
import { cardShort } from "../scene/names.js";
import { heads, rankedOf } from "../text/analysis.js";

/** @import { Valued } from "../scene/advice.js" */
/** @import { Ranked } from "../text/analysis.js" */

/** The list of options. */
export class Ranking {
  element = h("div.ranking");
  /** The cards of the expanded option. */
  #open = "";
  /** @type {Valued | null} */
  #advice = null;
  /** @type {readonly string[]} */
  #notes = [];
  /** @type {((at: number) => (Node | string)[]) | undefined} */
  #behind;

  /**
   * Show options; the best is expanded at first, and an expanded one stays so.
   * @param {Valued} advice
   * @param {readonly string[]} notes
   * @param {(at: number) => (Node | string)[]} [behind] draws what an expanded option shows
   */
  show(advice, notes, behind) {
    const names = advice.options.map(({ cards }) => cards.join(","));
    if (!names.includes(this.#open)) this.#open = names[0] ?? "";
    this.#advice = advice;
    this.#notes = notes;
    this.#behind = behind;
    this.#draw();
  }

  #draw() {
    const advice = this.#advice;
    if (!advice) return;
    this.element.dataset.kind = advice.kind;
    const names = heads(advice);
    fill(
      this.element,
      h(
        "p.ranking-head",
        { "aria-hidden": "true" },
        ["", "", ...names].map((name) => h("span", name)),
      ),
      h(
        "ol.ranking-rows",
        { role: "list" },
        rankedOf(advice).map((row, at) => this.#row(row, at, names.slice(1))),
      ),
      this.#notes.map((note) => h("p.quiet.ranking-note", note)),
    );
  }

  /** @param {Ranked} row @param {number} at @param {string[]} names the names of its parts */
  #row(row, at, names) {
    const key = row.cards.join(",");
    const look = ["ranking-row end list quiet nowrap", row.top && "best"];
    const values = valuesOf(row, names);
    if (!this.#behind) return h("li.ranking-item", h("div", { class: look }, values));
    const open = key === this.#open;
    const id = uniqueId("behind");
    return h(
      "li",
      { class: ["ranking-item", open && "open"] },
      pushButton(
        {
          class: [...look, "hover focus-inside"],
          "aria-expanded": open,
          "aria-controls": open ? id : null,
          "data-key": key,
        },
        () => this.#toggle(key),
        values,
      ),
      open ? h("div.ranking-behind.stack", { id }, this.#behind(at)) : null,
    );
  }

  /** @param {string} key */
  #toggle(key) {
    this.#open = this.#open === key ? "" : key;
    this.#draw();
    find(this.element, `[data-key="${key}"]`)?.focus({
      preventScroll: true,
    });
  }
}

/**
 * Draw the values of an option.
 * @param {Ranked} row
 * @param {string[]} names the names of its parts, and of its other value
 */
function valuesOf({ name, cards, length, worth, parts, other, loss }, names) {
  const part = (/** @type {string | undefined} */ title, /** @type {string} */ text) =>
    h("span", h("i", `${title} `), text);
  return [
    h("span.visually-hidden", name),
    h(
      "span.ranking-cards.labels",
      { "aria-hidden": "true" },
      cards.map((card) =>
        h("span", { class: `pt-label suit-${card.charAt(1).toLowerCase()}` }, cardShort(card)),
      ),
    ),
    h(
      "span.ranking-bar.meter",
      { "aria-hidden": "true" },
      h("span", { style: { width: `${Math.round(100 * length)}%` } }),
    ),
    h("b.figures", { "aria-hidden": "true" }, worth),
    h(
      "span.ranking-parts.between.wrap.small.figures",
      { "aria-hidden": "true" },
      parts.map((text, at) => part(names[at], text)),
    ),
    h(
      "span.ranking-other.small.figures",
      { "aria-hidden": "true" },
      part(names[parts.length], other),
    ),
    h("span.ranking-loss.figures", { "aria-hidden": "true" }, loss),
  ];
}
