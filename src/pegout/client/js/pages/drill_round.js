/** A round of a drill: what comes back first, then new questions. */

import { h } from "../dom.js";
import { askSchool } from "../school.js";
import { DrillFilter } from "../shell/drill_filter.js";
import { t } from "../words.js";
import { dueIn, MISTAKES, seed } from "./drills.js";

/** @import { DrillAsked } from "../wire" */
/** @import { Ending } from "./drill.js" */

/** The questions of a drill, one after the other. */
export class Round {
  /** The questions that were asked in this round and come back tomorrow. @type {Set<string>} */
  #asked = new Set();
  /** Called when new questions have to be like something else. */
  refilter = () => {};
  /** Whether the question that was asked for last comes back; a filter is for new ones. */
  comesBack = false;

  /** @param {string} drill */
  constructor(drill) {
    this.drill = drill;
    this.filter = drill === MISTAKES ? null : new DrillFilter(drill, () => this.refilter());
  }

  /** @returns {Promise<DrillAsked | null>} null where nothing comes back any more */
  async next() {
    const back = dueIn(this.drill).find((one) => !this.#asked.has(one.text));
    if (!back && this.drill === MISTAKES) return null;
    const { drill, text } = back ?? { drill: this.drill, text: "" };
    this.#asked.add(text);
    this.comesBack = Boolean(text);
    const filter = this.filter?.text ?? "";
    try {
      /** @type {DrillAsked} */
      const asked = await askSchool("question", { drill, text, filter, seed: seed() });
      this.filter?.accept(asked.filters, text ? null : filter);
      return asked;
    } catch (error) {
      // An item that cannot be read any more is passed over.
      if (!text) throw error;
      return this.next();
    }
  }

  /** Return what is said before a question. @returns {string[]} */
  happened() {
    return [];
  }

  /** @param {string} _answer */
  answered(_answer) {}

  /** @returns {Ending | null} */
  ending() {
    if (this.drill !== MISTAKES) return null;
    const buttons = [h("a.button.primary", { href: "/learn" }, t("Learn"))];
    return { task: t("Nothing comes back today."), result: [], buttons };
  }
}
