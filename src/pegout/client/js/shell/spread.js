/** A score distribution as columns: the probability of each number of points of a hand or crib. */

import { h } from "../dom.js";
import { figures } from "../scene/figures.js";
import { spreadOf, spreadSays } from "../text/analysis.js";
import { t } from "../words.js";

/** @import { PointsShare } from "../wire" */

/** The least probability for which the ends have columns. */
const RARE = 0.002;
/** The number of columns per label. */
const STEP = 5;
/** The least visible height of a column, in per cent of the tallest. */
const LOWEST = 2;

/**
 * Draw a score distribution.
 * @param {string} name the name of the distribution
 * @param {readonly PointsShare[]} shares
 * @returns {HTMLElement}
 */
export function drawSpread(name, shares) {
  const spread = spreadOf(shares);
  const likely = new Map(shares.map(({ points, share }) => [points, share]));
  const common = shares.filter(({ share }) => share > RARE).map(({ points }) => points);
  const first = Math.min(...common);
  const last = Math.max(...common);
  const tallest = Math.max(...likely.values());
  const says = spreadSays(spread);
  const column = (/** @type {number} */ points) => {
    const share = likely.get(points) ?? 0;
    const high = share ? Math.max((100 * share) / tallest, LOWEST) : 0;
    return h(
      "span",
      { class: ["spread-column", points === spread.median && "median"] },
      h("span.spread-fill", { style: { height: `${high}%` } }),
      points % STEP === 0 ? h("span.spread-number.note.figures", String(points)) : null,
    );
  };
  return h(
    "figure.spread.list.shrink",
    h(
      "figcaption",
      h("b", name),
      " ",
      h("span.figures", t("{mean} on average", { mean: figures(spread.mean) })),
      h("span.spread-says.quiet", says),
    ),
    h(
      "div.spread-columns",
      { role: "img", "aria-label": `${name}: ${says}` },
      Array.from({ length: last - first + 1 }, (_, at) => column(first + at)),
    ),
  );
}
