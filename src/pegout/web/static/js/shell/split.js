// @ts-check
/** What made the result of a game: luck and errors, as bars that add up. */

import { h } from "../dom.js";
import { partsOf } from "../table/judged.js";
import { figures, percent } from "../text/figures.js";
import { t } from "../words.js";

/**
 * @typedef {import("../wire").SplitParts} SplitParts
 * @typedef {import("../wire").GameReview} GameReview
 *
 * @typedef {object} Row
 * @property {string} name
 * @property {number} share
 * @property {boolean} whole whether it is where one stood, and not by how much that changed
 * @property {number} from where its bar begins
 * @property {number} to and ends
 */

/**
 * Give the rows of a split, each from where the one before it ended.
 * @param {SplitParts} parts as the first of the names has them
 * @param {[string, string]} names
 * @returns {Row[]}
 */
export function rowsOf(parts, [own, other]) {
  const [mine = 0, theirs = 0] = parts.errors;
  let at = parts.before;
  const change = (/** @type {string} */ name, /** @type {number} */ share) => {
    const from = at;
    at += share;
    return { name, share, whole: false, from, to: at };
  };
  const whole = (/** @type {string} */ name, /** @type {number} */ share) => ({
    name,
    share,
    whole: true,
    from: 0,
    to: share,
  });
  return [
    whole(t("Before the game"), parts.before),
    change(t("Luck of the cards"), parts.cards),
    change(t("Luck of what was hidden"), parts.hidden),
    change(t("Errors of {name}", { name: own }), 0 - mine),
    change(t("Errors of {name}", { name: other }), theirs),
    ...(parts.counting ? [change(t("Points that were missed"), parts.counting)] : []),
    ...(parts.ending ? [change(t("The game was given up"), parts.ending)] : []),
    whole(t("Result"), parts.result),
  ];
}

/**
 * Draw a split as a table.
 * @param {Row[]} rows
 * @param {string} caption
 * @param {(share: number, signed: boolean) => string} number
 * @returns {HTMLElement}
 */
function table(rows, caption, number) {
  const ends = rows.flatMap(({ from, to }) => [from, to]);
  const [low, high] = [Math.min(0, ...ends), Math.max(0, ...ends)];
  const across = (/** @type {number} */ share) => (100 * (share - low)) / (high - low || 1);
  const bar = (/** @type {Row} */ { from, to, whole, share }) =>
    h("span", {
      class: ["split-bar", whole ? "whole" : share < 0 ? "less" : "more"],
      style: {
        left: `${across(Math.min(from, to))}%`,
        width: `${across(Math.max(from, to)) - across(Math.min(from, to))}%`,
      },
    });
  return h(
    "table",
    { class: "split" },
    h("caption", null, caption),
    h(
      "tbody",
      null,
      rows.map((row) =>
        h(
          "tr",
          { class: row.whole ? "whole" : null },
          h("th", { scope: "row" }, row.name),
          h("td", { class: "split-number figures" }, number(row.share, !row.whole)),
          h("td", { class: "split-bars", "aria-hidden": "true" }, bar(row)),
        ),
      ),
    ),
  );
}

/**
 * Give what made the result of a game, for a panel.
 * @param {GameReview} review
 * @param {string[]} names of the two players; one's own is what one is called
 * @param {number | null} seat through whose eyes it is seen
 * @returns {import("./panel.js").Content}
 */
export function splitContent({ split, headline }, names, seat) {
  const own = seat === 1 ? 1 : 0;
  /** @type {[string, string]} */
  const order = [names[own] ?? "", names[1 - own] ?? ""];
  const [name] = order;
  const of = (/** @type {SplitParts} */ parts, /** @type {boolean} */ chances) =>
    rowsOf(partsOf(parts, own, chances), order);
  const element = h(
    "div",
    // Where the panel is low it scrolls, by keyboard too.
    { class: "stack split-content", tabindex: 0 },
    headline ? h("p", { class: "split-headline" }, headline) : null,
    split
      ? table(of(split.chance, true), t("The chance of winning: {name}", { name }), percent)
      : null,
    split?.points
      ? table(of(split.points, false), t("The margin in points: {name}", { name }), figures)
      : null,
    h(
      "p",
      { class: "quiet" },
      t(
        "Luck of the cards is in the cut, the deals and the starters, each beside what it is on average. A right card that meets the wrong hand is luck of what was hidden. Errors are what the decisions lost for a player who saw only their own cards.",
      ),
    ),
  );
  return { title: () => t("Luck and skill"), element };
}
