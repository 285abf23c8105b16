/** What new questions of a drill are like: words of which the server knows the names, and a score. */

import { fill, h } from "../dom.js";
import { read, write } from "../store.js";
import { t } from "../words.js";

/** @import { DrillFilters } from "../wire" */

const KEPT = "pegout.filters";

/** @returns {Record<string, string>} */
function kept() {
  const filters = read(KEPT);
  return filters && typeof filters === "object" ? filters : {};
}

/** The filter of a drill, which is kept for the next visit once a question fits it. */
export class DrillFilter {
  /** @type {DrillFilters | null} */
  #filters = null;
  #drill;
  #changed;

  /** @param {string} drill @param {() => void} changed */
  constructor(drill, changed) {
    this.#drill = drill;
    this.#changed = changed;
    /** The words, as the server reads them. */
    this.text = kept()[drill] ?? "";
    this.element = h("div.learn-filters.wrap", { hidden: true });
  }

  /**
   * A question has come.
   * @param {DrillFilters | null} filters what questions can be like
   * @param {string | null} fits the filter that it fits; `null` for one that comes back
   */
  accept(filters, fits) {
    if (fits !== null) write(KEPT, { ...kept(), [this.#drill]: fits });
    if (JSON.stringify(filters) === JSON.stringify(this.#filters)) return;
    this.#filters = filters;
    this.#draw();
  }

  #draw() {
    const { groups = [], scored = false } = this.#filters ?? {};
    const words = this.text.split(" ");
    this.element.hidden = !groups.length;
    fill(
      this.element,
      groups.map((group) =>
        h(
          "select.input",
          { "aria-label": group[0]?.name, onchange: () => this.#read() },
          group.map(({ word, name }) =>
            h("option", { value: word, selected: words.includes(word) && word !== "" }, name),
          ),
        ),
      ),
      scored
        ? h("input.input.learn-score", {
            type: "text",
            maxlength: 7,
            autocomplete: "off",
            placeholder: "84-90",
            value: words.find((word) => word.includes("-")) ?? "",
            "aria-label": t("At a score, yours first, such as 84-90"),
            title: t("At a score, yours first, such as 84-90"),
            onchange: () => this.#read(),
          })
        : null,
    );
  }

  /** Read the fields, and report a change. */
  #read() {
    /** @type {NodeListOf<HTMLInputElement | HTMLSelectElement>} */
    const fields = this.element.querySelectorAll("select, input");
    const words = [...fields].map(({ value }) =>
      value.replaceAll(/[–:]/g, "-").replaceAll(" ", ""),
    );
    const text = words.filter(Boolean).join(" ");
    if (text === this.text) return;
    this.text = text;
    this.#changed();
  }
}
