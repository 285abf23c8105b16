// @ts-check
/**
 * The tutor: before a mistake of the size that the player has chosen is sent, it asks once. What it
 * cannot answer soon is done without it.
 */

import { settings } from "../settings.js";
import { choicesOf, mayAsk } from "../text/state.js";

/**
 * @typedef {import("../table/script.js").Scene} Scene
 * @typedef {import("../wire").DecisionAdvice} Advice
 * @typedef {import("../connection.js").Answer} Answer
 *
 * @typedef {object} Warning
 * @property {any} action what would be done
 * @property {string} say what that loses
 * @property {Advice} advice what there is to choose
 */

/** For so long, in milliseconds, what was pressed waits for an answer. */
export const PATIENCE = 1_500;

/** What may lose something. */
const DECISIONS = ["discard", "play", "claim", "muggins", "accept"];

/** The tutor of one player. */
export class Tutor {
  #sitting;
  #patience;
  /** What was asked about in the decision that is being made. @type {Set<string>} */
  #asked = new Set();
  #decision = "";
  /** Whether the server has been asked anything: the first answer takes it longer. */
  #warm = false;

  /**
   * @param {{scene: Scene | null, shared: boolean, hint(cards?: string[]): Promise<Answer>,
   *   tutor(action: any, least: string): Promise<Answer>}} sitting
   * @param {number} [patience]
   */
  constructor(sitting, patience = PATIENCE) {
    this.#sitting = sitting;
    this.#patience = patience;
  }

  /** @returns {Scene | null} the table, where the player wants to be warned and may be */
  #open() {
    const { scene, shared } = this.#sitting;
    const wanted = settings.get().tutor !== "" && !shared;
    return wanted && scene?.standing && scene.seat !== null && mayAsk(scene) ? scene : null;
  }

  /** Have the server load what it needs, before anything waits for it. */
  prepare() {
    const scene = this.#warm ? null : this.#open();
    const [first] = scene ? choicesOf(scene.standing.legal).discards : [];
    if (!first) return;
    this.#warm = true;
    // What this would be worth is no help: nobody is told.
    void this.#sitting.hint(first.cards);
  }

  /**
   * Ask whether something is a mistake, unless that was asked in this decision before.
   * @param {any} action
   * @returns {Promise<Warning | null>}
   */
  async ask(action) {
    const scene = this.#open();
    if (!scene || !DECISIONS.includes(action.type) || !choosing(scene)) return null;
    const decision = decisionOf(scene);
    if (decision !== this.#decision) this.#asked.clear();
    this.#decision = decision;
    const what = JSON.stringify(action);
    if (this.#asked.has(what)) return null;
    this.#asked.add(what);
    this.#warm = true;
    const answer = await this.#soon(this.#sitting.tutor(action, settings.get().tutor));
    const { say = "", advice = null } = answer ?? {};
    return advice ? { action, say, advice } : null;
  }

  /**
   * @param {Promise<Answer>} answer
   * @returns {Promise<Answer | null>} null where it takes too long
   */
  #soon(answer) {
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(null), this.#patience);
      const done = (/** @type {Answer | null} */ found) => {
        clearTimeout(timer);
        resolve(found);
      };
      answer.then(done, () => done(null));
    });
  }
}

/**
 * Name the decision that is being made; what others discard meanwhile changes nothing of it.
 * @param {Scene} scene
 */
function decisionOf({ match, game, view, entries }) {
  const at = view.phase === "discard" ? "discard" : entries.length;
  return `${match}/${game}/${view.deal}/${at}`;
}

/**
 * Whether there is something to choose.
 * @param {Scene} scene
 */
function choosing({ standing }) {
  return standing.legal.length > 1;
}
