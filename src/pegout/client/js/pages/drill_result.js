/** What an answer of a drill was worth: the verdict, and the options or the count. */

import { h } from "../dom.js";
import { cardShort } from "../scene/names.js";
import { face } from "../shell/pack.js";

/** @import { Ranking } from "../shell/ranking.js" */
/** @import { AnswerJudged } from "../wire" */

/** The width of a card beside an item of a count, in pixels. */
const TINY = 34;

/**
 * Draw what an answer was worth.
 * @param {AnswerJudged} judged
 * @param {Ranking} ranking shows the options
 * @returns {HTMLElement[]}
 */
export function resultOf(judged, ranking) {
  const { says, grade, time, advice, reply } = judged;
  if (advice) ranking.show(advice, []);
  return [
    ...says.map((line) => h("p", { class: ["learn-says", `is-${grade}`] }, line)),
    ...(time ? [h("p.learn-time", time)] : []),
    advice ? ranking.element : countOf(judged),
    ...(reply.length
      ? [
          h(
            "ul.learn-reply.list.quiet.small",
            reply.map((line) => h("li", line)),
          ),
        ]
      : []),
  ];
}

/** Show the items of a count, each with its cards. @param {AnswerJudged} judged */
function countOf({ items, phrases, missed }) {
  const lost = new Set(missed.map(({ cards }) => cards.join()));
  if (!items.length) return h("p", phrases[0] ?? "");
  return h(
    "ol.counter-items.ruled",
    items.map(({ cards, points }, at) =>
      h(
        "li",
        { class: lost.has(cards.join()) && "is-missed" },
        h(
          "span.counter-cards",
          { role: "img", "aria-label": cards.map(cardShort).join(" ") },
          cards.map((card) => face(card, TINY)),
        ),
        h("span", phrases[at] ?? ""),
        h("b.figures", `+${points}`),
      ),
    ),
  );
}
