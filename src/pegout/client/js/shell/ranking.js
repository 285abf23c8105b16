/** All discards with their values, the best first; expanding one shows its score distributions. */

import { fill, find, h, pushButton, uniqueId } from "../dom.js";
import { cardShort } from "../scene/names.js";
import { heads, rankedOf } from "../text/analysis.js";
import { t } from "../words.js";
import { drawSpread } from "./spread.js";

/** @import { Analysed, Ranked } from "../text/analysis.js" */

/** The list of discards. */
export class Ranking {
  element = h("div.ranking");
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
        "p.ranking-head",
        { "aria-hidden": "true" },
        names.map((name) => h("span", name)),
      ),
      h(
        "ol.ranking-rows",
        { role: "list" },
        rows.map((row) => this.#row(row, analysed)),
      ),
      analysed.notes.map((note) => h("p.quiet.ranking-note", note)),
    );
  }

  /** @param {Ranked} row @param {Analysed} analysed */
  #row(row, analysed) {
    const key = row.cards.join(",");
    const open = key === this.#open;
    const id = uniqueId("behind");
    const [, ...names] = heads(analysed.by_chance);
    const part = (/** @type {string | undefined} */ label, /** @type {string} */ text) =>
      h("span", h("i", `${label} `), text);
    return h(
      "li",
      { class: ["ranking-item", open && "open"] },
      pushButton(
        {
          class: ["ranking-row hover end list quiet nowrap focus-inside", row.top && "best"],
          "aria-expanded": open,
          "aria-controls": open ? id : null,
          "data-key": key,
        },
        () => this.#toggle(key),
        h("span.visually-hidden", row.name),
        h(
          "span.ranking-cards.labels",
          { "aria-hidden": "true" },
          row.cards.map((card) =>
            h("span", { class: `pt-label suit-${card.charAt(1).toLowerCase()}` }, cardShort(card)),
          ),
        ),
        h(
          "span.ranking-bar.meter",
          { "aria-hidden": "true" },
          h("span", { style: { width: `${Math.round(100 * row.length)}%` } }),
        ),
        h("b.figures", { "aria-hidden": "true" }, row.worth),
        h(
          "span.ranking-parts.between.wrap.small.figures",
          { "aria-hidden": "true" },
          row.parts.map((text, at) => part(names[at], text)),
        ),
        h("span.ranking-other.small.figures", { "aria-hidden": "true" }, part(names[3], row.other)),
        h("span.ranking-loss.figures", { "aria-hidden": "true" }, row.loss),
      ),
      open ? behind(row, analysed, id) : null,
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
    "div.ranking-behind.stack",
    { id },
    h("p", discard.says),
    drawSpread(t("Your hand"), discard.hand),
    drawSpread(cribs[whose], discard.crib),
  );
}
