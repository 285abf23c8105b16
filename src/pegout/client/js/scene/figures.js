/** Numbers in the format of the current language. */

import { language } from "../words.js";

/**
 * Format a share of a game in the current language: "3.0 %".
 * @param {number} chance
 * @param {boolean} [signed]
 * @returns {string}
 */
export function percent(chance, signed = false) {
  return `${figures(100 * chance, signed)}\u00a0%`;
}

/**
 * Format a share of a game without decimals, unless that would make a certainty of it: "62 %".
 * @param {number} chance
 * @returns {string}
 */
export function rounded(chance) {
  const whole = Math.round(100 * chance);
  const certain = chance <= 0 || chance >= 1;
  return (whole > 0 && whole < 100) || certain ? `${whole}\u00a0%` : percent(chance);
}

/**
 * Format a number with one decimal.
 * @param {number} number
 * @param {boolean} [signed]
 * @returns {string}
 */
export function figures(number, signed = false) {
  // A number that rounds to zero has no sign.
  const rounded = Math.round(10 * number) / 10 + 0;
  const text = rounded.toLocaleString(language(), {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
    signDisplay: signed ? "exceptZero" : "auto",
  });
  // A hyphen is narrower than a digit, so a minus sign replaces it.
  return text.replace("-", "−");
}
