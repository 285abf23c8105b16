/**
 * The tutor: before an action that is a mistake of the chosen size is sent, it asks for
 * confirmation once. If it takes too long to answer, the action is sent without it.
 */

import { choicesOf, mayAsk } from "../scene/choices.js";
import { settings } from "../settings.js";

/** @import { Answer } from "../connection.js" */
/** @import { Scene } from "../scene/script.js" */
/** @import { Warning } from "../scene/warned.js" */
/** @import { DecisionAdvice as Advice } from "../wire" */

/** How long an action waits for the tutor's answer, in milliseconds. */
export const PATIENCE = 1_500;

/** The actions that may be mistakes. */
const DECISIONS = ["discard", "play", "claim", "muggins", "accept"];

/** The tutor of one player. */
export class Tutor {
  #locals;
  #patience;
  /** The actions checked in the current decision. @type {Set<string>} */
  #asked = new Set();
  #decision = "";
  /** Whether a request was sent already: the first answer takes the server longer. */
  #preloaded = false;

  /**
   * @param {{scene: Scene | null, shared: boolean, hint(cards?: string[]): Promise<Answer>,
   *   tutor(action: any, minimum: string): Promise<Answer>}} locals
   * @param {number} [patience]
   */
  constructor(locals, patience = PATIENCE) {
    this.#locals = locals;
    this.#patience = patience;
  }

  /** @returns {Scene | null} the table, where the player wants warnings and may have them */
  #open() {
    const { scene, shared } = this.#locals;
    const wanted = minimumFor(scene) !== "" && !shared;
    return wanted && scene?.standing && scene.seat !== null && mayAsk(scene) ? scene : null;
  }

  /** Have the server preload what it needs, before an action waits for it. */
  prepare() {
    const scene = this.#preloaded ? null : this.#open();
    const { cards, size } = choicesOf(scene?.standing).discard ?? {};
    if (!cards) return;
    this.#preloaded = true;
    // The answer is not shown, so it is no help with the decision.
    void this.#locals.hint(cards.slice(0, size));
  }

  /**
   * Check whether an action is a mistake, unless this decision has checked it before.
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
    this.#preloaded = true;
    const answer = await this.#soon(this.#locals.tutor(action, minimumFor(scene)));
    const { say = "", advice = null } = answer ?? {};
    return advice && losesEnough(scene, advice) ? { action, say, advice } : null;
  }

  /** @param {Promise<Answer>} answer @returns {Promise<Answer | null>} null after a timeout */
  #soon(answer) {
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(null), this.#patience);
      const done = (/** @type {Answer | null} */ answered) => {
        clearTimeout(timer);
        resolve(answered);
      };
      answer.then(done, () => done(null));
    });
  }
}

/**
 * Return the mildest verdict to warn of. After its first deals a lesson warns on its own.
 * @param {Scene | null} scene
 * @returns {string} empty for no warnings
 */
function minimumFor(scene) {
  return settings.get().tutor || (warnsFrom(scene) === null ? "" : "inaccuracy");
}

/** @param {Scene | null} scene */
function warnsFrom(scene) {
  return scene?.standing?.guide?.warns ?? null;
}

/**
 * Return whether an action loses as much as the lesson warns of, if only a lesson warns.
 * @param {Scene} scene
 * @param {Advice} advice
 */
function losesEnough(scene, { options, chosen }) {
  if (settings.get().tutor) return true;
  const [best] = options;
  const tried = chosen === null ? undefined : options[chosen];
  if (!best || !tried) return true;
  return best.points - tried.points >= (warnsFrom(scene) ?? 0);
}

/**
 * Return the identity of the current decision; other players' discards do not change it.
 * @param {Scene} scene
 */
function decisionOf({ match, game, view, entries }) {
  const at = view.phase === "discard" ? "discard" : entries.length;
  return `${match}/${game}/${view.deal}/${at}`;
}

/**
 * Return whether there is a choice.
 * @param {Scene} scene
 */
function choosing({ standing }) {
  return standing.legal.length > 1;
}
