/** Four small drawings that explain a sealed deal. */

import { h, svg } from "../dom.js";
import { t } from "../words.js";

/** @param {...Element} parts */
function drawing(...parts) {
  const attributes = { viewBox: "0 0 64 56", "aria-hidden": "true", focusable: "false" };
  return svg("svg.fair-drawing", attributes, ...parts);
}

/** @param {string} name @param {string} d @param {Record<string, any>} [more] */
const path = (name, d, more = {}) => svg("path", { class: name, d, ...more });

/** Draw an envelope with a seal on its flap. */
function sealed() {
  return drawing(
    path("fair-paper", "M6 14H58V50H6Z"),
    path("fair-fold", "M6 14L32 35L58 14M6 50L24 29M58 50L40 29"),
    svg("circle.fair-wax", { cx: 32, cy: 34, r: 8 }),
    svg("circle.fair-stamp", { cx: 32, cy: 34, r: 4.25 }),
    svg("circle.fair-stamp", { cx: 32, cy: 34, r: 0.75 }),
  );
}

/** Draw two speech balloons with a word in each. */
function spoken() {
  return drawing(
    path("fair-paper", "M4 8H38V28H20L13 35V28H4Z"),
    path("fair-fold", "M10 15H31M10 21H25"),
    path("fair-paper", "M26 26H60V46H51V53L44 46H26Z"),
    path("fair-fold", "M33 33H54M33 39H48"),
  );
}

/** Draw dealt cards in a fan. */
function dealt() {
  const card = (/** @type {number} */ turn) =>
    svg("rect.fair-card", {
      x: 22,
      y: 8,
      width: 22,
      height: 31,
      rx: 3,
      transform: `rotate(${turn} 33 62)`,
    });
  return drawing(card(-24), card(-8), card(8), card(24));
}

/** Draw the open envelope, with its letter confirmed. */
function opened() {
  return drawing(
    path("fair-paper", "M6 24L32 5L58 24V52H6Z"),
    path("fair-letter", "M14 9H50V40H14Z"),
    path("fair-tick", "M23 23L30 30L42 15"),
    path("fair-front", "M6 24L32 42L58 24V52H6Z"),
  );
}

/**
 * Draw the steps of a sealed deal.
 * @returns {HTMLElement}
 */
export function diagram() {
  const steps = [
    { drawn: sealed(), title: t("Sealed"), says: t("Before the cards, the table shows a seal.") },
    { drawn: spoken(), title: t("Mixed"), says: t("Each player adds a word to the shuffle.") },
    { drawn: dealt(), title: t("Dealt"), says: t("The pack follows from the seal and the words.") },
    { drawn: opened(), title: t("Opened"), says: t("After the deal, anybody can check it.") },
  ];
  return h(
    "figure",
    h(
      "ol.fair-steps.stack",
      steps.map(({ drawn, title, says }) =>
        h("li.fair-step.list.centred", drawn, h("strong", title), h("span", says)),
      ),
    ),
  );
}
