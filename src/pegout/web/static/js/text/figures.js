// @ts-check
/** Numbers in the figures of the language that is spoken. */

import { language } from "../words.js";

/**
 * Give a share of a game in the figures of the language: "3.0 %".
 * @param {number} chance
 * @param {boolean} [signed]
 * @returns {string}
 */
export function percent(chance, signed = false) {
  return `${figures(100 * chance, signed)}\u00a0%`;
}

/**
 * Give a number with one figure after the point.
 * @param {number} number
 * @param {boolean} [signed]
 * @returns {string}
 */
export function figures(number, signed = false) {
  // What rounds to nothing has no sign.
  const rounded = Math.round(10 * number) / 10 + 0;
  const text = rounded.toLocaleString(language(), {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
    signDisplay: signed ? "exceptZero" : "auto",
  });
  // A hyphen is shorter than a figure.
  return text.replace("-", "−");
}
