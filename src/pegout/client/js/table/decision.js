/** A reviewed decision, beside the cards: the options and their values. */

import { h } from "../dom.js";
import {
  cost,
  lossSays,
  optionNamed,
  positionSays,
  remark,
  splitOf,
  upper,
  verdictWord,
} from "../review/decisions.js";
import { markOf, ranked } from "../review/judged.js";
import { cardShort } from "../scene/names.js";
import { t } from "../words.js";

/** @import { Decision, Judged, Ranked } from "../review/judged.js" */

/**
 * Draw a decision.
 * @param {Judged} judged
 * @param {Decision} decision
 * @returns {HTMLElement[]}
 */
export function drawDecision(judged, decision) {
  const own = judged.seat === decision.seat;
  const lost = lossSays(decision);
  return [
    h(
      "h2.pt-decision-head.wrap",
      h("span", { class: `dot pt-dot ${markOf(decision)}`, "aria-hidden": "true" }),
      h("b", verdictWord(decision)),
      lost ? h("span.pt-decision-lost.figures", lost) : null,
      h("span.pt-decision-position.quiet.figures", positionSays(judged, decision)),
      decision.helped ? h("span.pt-decision-helped.note", upper(decision.helped)) : null,
    ),
    h("p.pt-decision-unit.quiet", unit(decision)),
    ...heads(decision),
    h(
      "ol",
      {
        class: [
          "pt-options list",
          decision.kind === "discard" && "split",
          decision.by_chance && "by-chance",
        ],
        role: "list",
      },
      ranked(decision).map((ranking, at) => option(decision, ranking, own, at === 0)),
    ),
  ];
}

/**
 * Return what the options of a decision are measured in.
 * @param {Decision} decision
 */
function unit({ by_chance: byChance, kind }) {
  if (byChance) return t("Chance against the best");
  if (kind === "discard") return t("Points against the best");
  if (kind === "play") return t("Points pegged from here on, against the best");
  return t("Points of the count, against the best");
}

/**
 * Name the columns of a discard, where there is too little room to name each part.
 * @param {Decision} decision
 * @returns {HTMLElement[]}
 */
function heads(decision) {
  const [best] = decision.options;
  const parts = best ? splitOf(decision, best) : [];
  if (!parts.length) return [];
  const names = ["", t("cost"), ...parts.map(({ name }) => name), ""];
  return [
    h(
      "p",
      {
        class: ["pt-options-head end nowrap quiet", decision.by_chance && "by-chance"],
        "aria-hidden": "true",
      },
      names.map((name) => h("span", name)),
    ),
  ];
}

/**
 * Draw hand, crib and play of a discard, each with its name.
 * @param {Decision} decision
 * @param {import("../review/decisions.js").Option} shown
 * @returns {HTMLElement[]}
 */
function parts(decision, shown) {
  return splitOf(decision, shown).map(({ name, figure }) =>
    h(
      "span.pt-option-part.end.nowrap.quiet.figures",
      h("span.pt-option-part-name", `${name} `),
      figure,
    ),
  );
}

/**
 * @param {Decision} decision
 * @param {Ranked} ranking
 * @param {boolean} own
 * @param {boolean} first
 */
function option(decision, ranking, own, first) {
  const { option: shown, rank, chosen, best, length } = ranking;
  const said = remark(ranking, own);
  return h(
    "li",
    { class: ["pt-option list", chosen && "chosen", best && "best"] },
    h(
      "span.pt-option-cards.labels",
      shown.cards.length
        ? [...shown.cards.map((card) => label(card)), h("span.visually-hidden", optionNamed(shown))]
        : optionNamed(shown),
    ),
    h(
      "span.pt-option-bar.meter",
      { "aria-hidden": "true" },
      h("span.pt-option-fill", { style: { width: `${Math.round(100 * length)}%` } }),
    ),
    h(
      "b.pt-option-cost.end.nowrap.figures",
      cost(decision, ranking),
      decision.by_chance ? null : h("span.pt-option-unit.note", t("pts")),
    ),
    h("span.pt-option-parts.between", parts(decision, shown)),
    h(
      "span.pt-option-note.note",
      rank > 4 ? t("{remark} (number {rank})", { remark: said, rank }) : said,
    ),
    first && decision.says ? h("p.pt-option-why", decision.says) : null,
  );
}

/**
 * Draw a card as a small label.
 * @param {string} card
 */
function label(card) {
  return h(
    "span",
    { class: `pt-label suit-${card.charAt(1).toLowerCase()}`, "aria-hidden": "true" },
    cardShort(card),
  );
}
