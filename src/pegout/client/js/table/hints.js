/** A hint at the hand: the best options with their values, and the reason for the best one. */

import { h, pushButton, write } from "../dom.js";
import { columns, decides, rowsOf } from "../scene/advice.js";
import { cardShort } from "../scene/names.js";
import { t } from "../words.js";
import { each } from "./parts.js";

/** @import { Advice, Row } from "../scene/advice.js" */
/** @import { Intent } from "./intent.js" */

/** The panel; it is hidden while there is no hint. */
export class Hints {
  #root;
  #intent;
  #panel;
  #head = h("p.pt-hint-head.note", { "aria-hidden": "true" });
  #rows = h("ol.pt-hint-rows", { role: "list" });
  #why = h("p.pt-hint-why");
  #close;
  /** A screen reader announces a hint once; its live region has to exist before the text. */
  #said = h("p.visually-hidden", { role: "status" });
  /** @type {Row[]} */
  #shown = [];

  /**
   * @param {HTMLElement} root the table, whose layout makes room for the panel
   * @param {HTMLElement} element
   * @param {Intent} intent
   */
  constructor(root, element, intent) {
    this.#root = root;
    this.#intent = intent;
    this.#close = pushButton("pt-hint-close quiet centred", () => this.#away());
    this.#close.append(h("span", { "aria-hidden": "true" }, "×"));
    this.#panel = h(
      "section.pt-hints.surface",
      { hidden: true },
      this.#head,
      this.#rows,
      h("div.pt-hint-foot.between", this.#why, this.#close),
    );
    element.append(this.#panel, this.#said);
  }

  /** @param {boolean} on whether there can be a hint now */
  update(on) {
    const { advice, options } = this.#intent;
    write(this.#said, on ? this.#intent.hinted : "");
    const shown = on && !advice ? options : null;
    this.#panel.hidden = !shown;
    this.#root.classList.toggle("hinted", shown !== null);
    if (!shown) return;
    this.#panel.setAttribute("aria-label", t("Hint"));
    this.#close.setAttribute("aria-label", t("Close the hint"));
    this.#panel.dataset.kind = shown.kind;
    this.#shown = rowsOf(shown);
    const names = columns(shown);
    const heads = ["", decides(shown), ...names];
    each(
      this.#head,
      heads,
      () => h("span"),
      (element, name) => write(element, name),
    );
    each(
      this.#rows,
      this.#shown,
      () => this.#row(),
      (item, row) => this.#draw(item, row),
    );
    write(this.#why, shown.says);
    this.#root.style.setProperty("--hint", `${this.#panel.offsetHeight}px`);
  }

  #away() {
    this.#intent.rest();
  }

  #row() {
    const button = h(
      "button.pt-hint.hover.quiet",
      { type: "button" },
      h("span.visually-hidden"),
      h("span.pt-hint-cards.labels", { "aria-hidden": "true" }),
      h("span.pt-hint-bar.meter", { "aria-hidden": "true" }, h("span")),
      h("b.figures", { "aria-hidden": "true" }),
    );
    const item = h("li", button);
    button.addEventListener("click", () => {
      const at = [...this.#rows.children].indexOf(item);
      const row = this.#shown[at];
      if (row) this.#intent.take(row);
    });
    return item;
  }

  /** @param {HTMLElement} item @param {Row} row */
  #draw(item, row) {
    const button = /** @type {HTMLElement} */ (item.firstElementChild);
    const [name, cards, bar, worth] = /** @type {HTMLElement[]} */ ([...button.children]);
    if (!name || !cards || !bar || !worth) return;
    write(name, row.name);
    const what = row.cards.length ? row.cards : [row.words];
    each(
      cards,
      what,
      () => h("span"),
      (label, card) => {
        label.className = row.cards.length ? `pt-label suit-${card.charAt(1).toLowerCase()}` : "";
        write(label, row.cards.length ? cardShort(card) : card);
      },
    );
    const fill = /** @type {HTMLElement} */ (bar.firstElementChild);
    fill.style.width = `${Math.round(100 * row.length)}%`;
    write(worth, row.worth);
    while (button.children.length > 4) button.lastElementChild?.remove();
    const seen = (/** @type {string} */ kind, /** @type {string} */ text) =>
      button.append(h("span", { class: kind, "aria-hidden": "true" }, text));
    for (const part of row.parts) seen("figures", part);
    if (row.tied) seen("pt-hint-tie", t("tie"));
    button.classList.toggle("tied", row.tied);
    button.classList.toggle("best", row.length === 1);
    const { chosen, points } = this.#intent;
    const all =
      chosen.length === row.cards.length && row.cards.every((card) => chosen.includes(card));
    const here = row.claim === null ? all : points === row.claim;
    button.setAttribute("aria-pressed", String(here));
  }
}
