// @ts-check
/** The question of the tutor in the text view: what is said, and the buttons that answer it. */

import { t } from "../words.js";
import { warningWords } from "./warned.js";

/**
 * @typedef {import("./view.js").TextView} TextView
 * @typedef {import("./controls.js").Control} Control
 * @typedef {import("../shell/tutor.js").Warning & {standing: any}} Asking a warning, and on what it
 *   was given
 */

/**
 * Give what is asked.
 * @param {import("../shell/tutor.js").Warning} warning
 * @returns {string}
 */
export function askSays({ action, say }) {
  return `${say} ${warningWords(action).asks}`;
}

/**
 * Give the question while it is of this moment.
 * @param {Asking | null} asking
 * @param {import("./state.js").Scene} scene
 * @returns {Asking | null}
 */
export function stillAsked(asking, { standing, busy }) {
  return asking && asking.standing === standing && !busy ? asking : null;
}

/**
 * Give the buttons that answer the question; the first takes back what would be a mistake.
 * @param {TextView} view
 * @param {Asking} asking
 * @returns {Control[]}
 */
export function askControls(view, asking) {
  const { action, advice, standing } = asking;
  const over = () => {
    view.asking = null;
    view.hinted = null;
    view.chosen = [];
    view.tell("");
    view.drawHand();
    view.drawControls();
  };
  const made = [
    { key: "takeBack", label: t("Take back"), primary: true, act: over },
    {
      key: "allTheSame",
      label: warningWords(action).does,
      act: () => {
        over();
        view.act(action);
      },
    },
  ];
  if (view.hinted) return made;
  const why = () => {
    view.hinted = { options: advice, standing };
    view.tell(advice.says);
    view.drawControls();
  };
  return [...made, { key: "why", label: t("Why?"), act: why }];
}
