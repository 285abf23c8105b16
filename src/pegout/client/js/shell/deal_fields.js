/** The fields for who deals and for the score of each side, as one player sees them. */

import { h } from "../dom.js";
import { seats, sides } from "../text/analysis.js";
import { t } from "../words.js";
import { line, segments } from "./fields.js";

/**
 * Create the choice of the dealer.
 * @param {object} options
 * @param {number} options.players
 * @param {boolean} [options.teams] whether four play in teams
 * @param {number} options.dealer counted from the player
 * @param {(dealer: number) => void} options.change
 */
export function dealerField({ players, teams = true, dealer, change }) {
  return segments({
    key: "dealer",
    name: t("Who deals"),
    choices: seats(players, teams).map((title, value) => ({ title, value })),
    chosen: (value) => value === dealer,
    change,
  });
}

/**
 * Create a field for the score of each side.
 * @param {object} options
 * @param {number} options.players
 * @param {boolean} [options.teams] whether four play in teams
 * @param {readonly number[]} options.scores
 * @param {(side: number, text: string) => void} options.change
 */
export function scoreFields({ players, teams = true, scores, change }) {
  const names = sides(players, teams);
  return h(
    "fieldset.field.analyser-scores",
    h("legend.label", t("Score")),
    h(
      "div.analyser-line.wrap",
      scores.map((score, side) =>
        line({
          key: `score/${side}`,
          name: names[side] ?? "",
          value: String(score),
          numeric: true,
          maxLength: 3,
          change: (text) => change(side, text),
        }),
      ),
    ),
  );
}
