// @ts-check
/** All discards with their values, the best first; expanding one shows its score distributions. */

import { fill, h, uniqueId } from "../dom.js";
import { cardShort } from "../scene/names.js";
import { heads, rankedOf } from "../text/analysis.js";
import { t } from "../words.js";
import { drawSpread } from "./spread.js";

/**
 * @typedef {import("../text/analysis.js").Analysed} Analysed
 * @typedef {import("../text/analysis.js").Ranked} Ranked
 */

/** The list of discards. */
export class Ranking {
  element = h("div", { class: "ranking" });
  /** The cards of the expanded discard. */
  #open = "";
  /** @type {Analysed | null} */
  #analysed = null;

  /**
   * Show an analysis; the best discard is expanded at first, and an expanded one stays so.
   * @param {Analysed} analysed
   */
  show(analysed) {
    const names = analysed.discards.map(({ option }) => option.cards.join(","));
    if (!names.includes(this.#open)) this.#open = names[0] ?? "";
    this.#analysed = analysed;
    this.#draw();
  }

  #draw() {
    const analysed = this.#analysed;
    if (!analysed) return;
    const rows = rankedOf(analysed);
    const names = ["", "", ...heads(analysed.by_chance)];
    fill(
      this.element,
      h(
        "p",
        { class: "ranking-head", "aria-hidden": "true" },
        names.map((name) => h("span", null, name)),
      ),
      h(
        "ol",
        { class: "ranking-rows", role: "list" },
        rows.map((row) => this.#row(row, analysed)),
      ),
      analysed.notes.map((note) => h("p", { class: "quiet ranking-note" }, note)),
    );
  }

  /**
   * @param {Ranked} row
   * @param {Analysed} analysed
   */
  #row(row, analysed) {
    const key = row.cards.join(",");
    const open = key === this.#open;
    const id = uniqueId("behind");
    const [, ...names] = heads(analysed.by_chance);
    const part = (/** @type {string | undefined} */ label, /** @type {string} */ text) =>
      h("span", null, h("i", null, `${label} `), text);
    return h(
      "li",
      { class: ["ranking-item", open && "open"] },
      h(
        "button",
        {
          type: "button",
          class: ["ranking-row", row.top && "top"],
          "aria-expanded": open,
          "aria-controls": open ? id : null,
          "data-key": key,
          onclick: () => this.#toggle(key),
        },
        h("span", { class: "visually-hidden" }, row.name),
        h(
          "span",
          { class: "ranking-cards", "aria-hidden": "true" },
          row.cards.map((card) =>
            h("span", { class: `pt-label suit-${card.charAt(1).toLowerCase()}` }, cardShort(card)),
          ),
        ),
        h(
          "span",
          { class: "ranking-bar", "aria-hidden": "true" },
          h("span", { style: { width: `${Math.round(100 * row.length)}%` } }),
        ),
        h("b", { class: "figures", "aria-hidden": "true" }, row.worth),
        h(
          "span",
          { class: "ranking-parts figures", "aria-hidden": "true" },
          row.parts.map((text, at) => part(names[at], text)),
        ),
        h(
          "span",
          { class: "ranking-other figures", "aria-hidden": "true" },
          part(names[3], row.other),
        ),
        h("span", { class: "ranking-loss figures", "aria-hidden": "true" }, row.loss),
      ),
      open ? behind(row, analysed, id) : null,
    );
  }

  /** @param {string} key */
  #toggle(key) {
    this.#open = this.#open === key ? "" : key;
    this.#draw();
    /** @type {HTMLElement | null} */ (this.element.querySelector(`[data-key="${key}"]`))?.focus({
      preventScroll: true,
    });
  }
}

/**
 * Draw the score distributions of a discard.
 * @param {Ranked} row
 * @param {Analysed} analysed
 * @param {string} id
 */
function behind({ discard }, { whose }, id) {
  const cribs = {
    own: t("Your crib"),
    partner: t("Your partner’s crib"),
    opponent: t("The opponent’s crib"),
  };
  return h(
    "div",
    { class: "ranking-behind", id },
    h("p", null, discard.says),
    drawSpread(t("Your hand"), discard.hand),
    drawSpread(cribs[whose], discard.crib),
  );
}
