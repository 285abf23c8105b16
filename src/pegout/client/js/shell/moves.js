/** The play so far: a row for each player, and a column for each card, go and end of a count. */

import { fill, h } from "../dom.js";
import { cardName } from "../scene/names.js";
import { t } from "../words.js";
import { face } from "./pack.js";

/** @typedef {{seat: number | null, card: string | null, count?: number}} Move */

/** The width of a card, in pixels. */
const WIDTH = 44;

/**
 * Draw the play so far, the player's own row at the bottom.
 * @param {HTMLElement} element
 * @param {readonly Move[]} moves
 * @param {readonly string[]} names the name of each player
 * @param {number | null} turn who is to play
 */
export function drawMoves(element, moves, names, turn) {
  const rowOf = (/** @type {number} */ seat) => seat || names.length;
  const columns = moves.map(({ seat }, at) => {
    if (seat === null) return "0.75rem";
    return at < moves.length - 1 ? "minmax(0, var(--move))" : "var(--move)";
  });
  element.style.gridTemplateColumns = ["max-content", ...columns].join(" ");
  fill(
    element,
    names.map((name, seat) =>
      h(
        "span",
        {
          class: ["ask-name", seat === turn && "is-turn"],
          "aria-hidden": "true",
          style: { "grid-row": rowOf(seat) },
        },
        name,
      ),
    ),
    h(
      "ol.ask-cards",
      { role: "list", "aria-label": t("The play so far") },
      moves.map((move, at) => {
        const column = { "grid-column": at + 2 };
        if (move.seat === null) {
          const says = h("span.visually-hidden", t("The count ends."));
          return h("li.ask-end", { style: column }, says);
        }
        const style = { ...column, "grid-row": rowOf(move.seat) };
        return h("li.ask-move", { style }, drawMove(move, names[move.seat] ?? ""));
      }),
    ),
  );
}

/** @param {Move} move @param {string} name */
function drawMove({ card, count }, name) {
  if (!card) {
    const says = h("span.visually-hidden", `${name}: ${t("Go")}`);
    return [h("b.ask-go", { "aria-hidden": "true", title: t("Go") }, "—"), says];
  }
  return [
    h("span.visually-hidden", `${name}: ${cardName(card)} `),
    h("span.ask-card", { "aria-hidden": "true" }, face(card, WIDTH)),
    count === undefined ? null : h("b.figures.small", String(count)),
  ];
}
