/** What decided a game: luck and errors, as bars that add up to the result. */

import { h } from "../dom.js";
import { upper } from "../review/decisions.js";
import { figures, percent } from "../scene/figures.js";
import { t } from "../words.js";

/** @import { GameReview, SplitParts } from "../wire" */
/**
 * @typedef {object} Row
 * @property {string} name
 * @property {number} share
 * @property {boolean} whole whether the row is a total, not a change
 * @property {number} from where its bar begins
 * @property {number} to where its bar ends
 */

/**
 * Return the rows of a split, each beginning where the previous one ends.
 * @param {SplitParts} parts the parts, as the side of a seat sees them
 * @param {string[]} names the names of all seats
 * @param {number} seat the seat whose errors come first, followed by those of its partner
 * @param {number} sides
 * @param {number | null} [you] the seat of the reader
 * @returns {Row[]}
 */
export function rowsOf(parts, names, seat, sides, you = null) {
  const far = (/** @type {number} */ other) =>
    other === seat ? 0 : other % sides === seat % sides ? 1 : 2;
  const seats = [...names.keys()].sort((left, right) => far(left) - far(right));
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
    change(t("Luck with unseen cards"), parts.hidden),
    ...seats.map((other) =>
      change(
        other === you
          ? t("Your errors")
          : upper(t("{name}’s errors", { name: names[other] ?? "" })),
        parts.errors[other] ?? 0,
      ),
    ),
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
    "table.split",
    h("caption", caption),
    h(
      "tbody",
      rows.map((row) =>
        h(
          "tr",
          { class: row.whole ? "whole" : null },
          h("th", { scope: "row" }, row.name),
          h("td.split-number.nowrap.figures", number(row.share, !row.whole)),
          h("td.split-bars", { "aria-hidden": "true" }, bar(row)),
        ),
      ),
    ),
  );
}

/**
 * Create a panel that explains what decided a game.
 * @param {GameReview} review
 * @param {string[]} names the names of all seats
 * @param {number | null} seat the seat whose view is shown
 * @param {boolean} mine whether the reader played in that seat
 * @returns {import("./panel.js").Content}
 */
export function splitContent({ splits, headline }, names, seat, mine) {
  const own = seat ?? 0;
  const split = splits[own % splits.length];
  const name = names[own] ?? "";
  const of = (/** @type {SplitParts} */ parts) =>
    rowsOf(parts, names, own, splits.length, mine ? seat : null);
  const chances = mine ? t("Your chance of winning") : t("{name}’s chance of winning", { name });
  const margins = mine ? t("Your margin in points") : t("{name}’s margin in points", { name });
  const element = h(
    "div.stack.split-content",
    // A low panel scrolls, also by keyboard.
    { tabindex: 0 },
    headline ? h("p.big", headline) : null,
    split ? table(of(split.chance), chances, percent) : null,
    split?.points ? table(of(split.points), margins, figures) : null,
    h(
      "p.quiet",
      t(
        "Errors are measured by what each player could know, as the verdicts and the line of the review are; luck with all cards open. The luck of the cards is what the cut, the deals and the starters brought, less their average. Luck with unseen cards is, for example, a right card that meets the wrong hand.",
      ),
    ),
    splits.length > 2
      ? h("p.quiet", t("What one side loses goes to the others in equal parts."))
      : null,
    split?.chance.counting
      ? h(
          "p.quiet",
          t(
            "The points that were missed are measured with all cards open; the loss of a decision is measured by what that player knew.",
          ),
        )
      : null,
  );
  return { title: () => t("Luck and skill"), element };
}
