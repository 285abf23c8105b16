/** The tutor's question in the text view: its text, and the buttons that answer it. */

import { decisionOf } from "../scene/choices.js";
import { warningAnswers, warningWords } from "../scene/warned.js";

/** @import { Control } from "./controls.js" */
/** @import { TextView } from "./view.js" */
/**
 * @typedef {import("../scene/warned.js").Warning & {entries: unknown}} Asking a warning, and the
 *   entries after which it was given
 */

/**
 * Return the text of the question.
 * @param {import("../scene/warned.js").Warning} warning
 * @returns {string}
 */
export function askSays({ action, say }) {
  return `${say} ${warningWords(action).asks}`;
}

/**
 * Return the question while it belongs to the current decision.
 * @param {Asking | null} asking
 * @param {import("../scene/state.js").Scene} scene
 * @returns {Asking | null}
 */
export function stillAsked(asking, { entries, busy }) {
  return asking && asking.entries === entries && !busy ? asking : null;
}

/**
 * Return the buttons that answer the question.
 * @param {TextView} view
 * @param {Asking} asking
 * @returns {Control[]}
 */
export function askControls(view, { action, advice }) {
  const takeBack = () => {
    view.asking = null;
    view.hinted = null;
    view.chosen = [];
    view.tell("");
    view.drawHand();
    view.drawControls();
  };
  const allTheSame = () => {
    takeBack();
    view.act(action);
  };
  const why = () => {
    const { scene } = view;
    view.hinted = scene && { options: advice, decision: decisionOf(scene) };
    view.tell(advice.says);
    view.drawControls();
  };
  return warningAnswers(action, view.hinted !== null, { takeBack, allTheSame, why });
}
