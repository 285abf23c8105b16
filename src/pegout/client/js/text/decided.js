/** Reviewed decisions in the text view: a sentence for each option, and a list of all decisions. */

import { fill, h, pushButton } from "../dom.js";
import { decisionSays, optionSays, positionSays, verdictSays } from "../review/decisions.js";
import { ranked } from "../review/judged.js";
import { t } from "../words.js";

/** @import { Decision, Judged } from "../review/judged.js" */

/**
 * Write the options of a decision with their values.
 * @param {Judged} judged
 * @param {Decision} decision
 * @returns {HTMLElement[]}
 */
export function writeDecision(judged, decision) {
  const own = judged.seat === decision.seat;
  const position = positionSays(judged, decision);
  return [
    h("h3", t("Decision {place}: {verdict}", { place: position, verdict: verdictSays(decision) })),
    h(
      "ol.text-options.list",
      { role: "list" },
      ranked(decision).map((option) => h("li", optionSays(decision, option, own))),
    ),
    ...(decision.says ? [h("p", decision.says)] : []),
  ];
}

/** The list of all decisions, with links to them. */
export class DecisionList {
  #summary = h("summary");
  #list = h("ol.text-decisions.list", { role: "list" });

  constructor() {
    this.element = h("details.text-help", { hidden: true }, this.#summary, this.#list);
  }

  /** @param {Judged | null} judged @param {(at: number) => void} go */
  update(judged, go) {
    this.element.hidden = !judged?.decisions.length;
    this.#summary.textContent = t("All decisions");
    fill(
      this.#list,
      (judged?.decisions ?? []).map(({ at, decision }) =>
        h(
          "li",
          pushButton("button text-button", () => go(at), decisionSays(decision)),
        ),
      ),
    );
  }
}
