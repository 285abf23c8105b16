/** The tutor's question before a mistake, and its answers. */

import { t } from "../words.js";

/**
 * @typedef {object} Warning what the tutor wants confirmed
 * @property {any} action
 * @property {string} say a sentence on the loss
 * @property {import("../wire").DecisionAdvice} advice the options of the decision
 *
 * @typedef {object} Answer a button
 * @property {string} key
 * @property {string} label
 * @property {boolean} [primary]
 * @property {() => unknown} act
 */

/**
 * Return the question, and the label of the button that takes the action anyway.
 * @param {{type: string, cards?: string[]}} action
 * @returns {{asks: string, does: string}}
 */
export function warningWords({ type, cards }) {
  if (type === "play") return { asks: t("Play it all the same?"), does: t("Play it") };
  if (type === "discard" && cards?.length === 1)
    return { asks: t("Discard it all the same?"), does: t("Discard it") };
  if (type === "discard") return { asks: t("Discard them all the same?"), does: t("Discard them") };
  if (type === "accept") return { asks: t("Let it stand all the same?"), does: t("Let it stand") };
  return { asks: t("Count it all the same?"), does: t("Count it") };
}

/**
 * Return the buttons that answer the question; the first takes back the likely mistake.
 * @param {any} action
 * @param {boolean} open whether the options are shown already
 * @param {Record<string, (() => unknown) | undefined>} handlers
 * @returns {Answer[]}
 */
export function warningAnswers(action, open, handlers) {
  const made = [
    { key: "takeBack", label: t("Take back"), primary: true, act: () => handlers.takeBack?.() },
    { key: "allTheSame", label: warningWords(action).does, act: () => handlers.allTheSame?.() },
  ];
  const why = { key: "why", label: t("Why?"), act: () => handlers.why?.() };
  return open ? made : [...made, why];
}
