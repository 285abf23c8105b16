// @ts-check
/** The tutor's question before a mistake. */

import { t } from "../words.js";

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
