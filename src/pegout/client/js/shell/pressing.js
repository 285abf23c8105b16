/**
 * The state of a request outside the cards: it is shown at once, and described if it takes long.
 */

import { Sent, sentSays } from "../scene/sent.js";
import { t } from "../words.js";

/** The request that is under way in one part of the page: one at a time. */
export class Pressing {
  #sent = new Sent();
  #redraw;

  /** @param {() => void} redraw a callback, run when there is a change to show */
  constructor(redraw) {
    this.#redraw = redraw;
    this.#sent.on(redraw);
  }

  /** Return whether the request of this key is under way. @param {string} key */
  is(key) {
    return this.#sent.now?.key === key;
  }

  /** The message about a slow request that will be retried; empty while it is quick. */
  get says() {
    return sentSays(this.#sent.now);
  }

  /** The message about a slow request that is sent only once; empty while it is quick. */
  get saysOnce() {
    const late = this.#sent.now?.stage === "late";
    return late ? t("No answer yet; one moment more.") : this.says;
  }

  /**
   * Send a request, unless one is under way already.
   * @template {{ok: boolean} | undefined} Answer
   * @param {string} key the key of the control
   * @param {() => Promise<Answer>} send
   * @returns {Promise<Answer | undefined>}
   */
  async ask(key, send) {
    if (this.#sent.now) return undefined;
    try {
      return await this.#sent.ask(key, null, send);
    } finally {
      this.#sent.clear();
      this.#redraw();
    }
  }

  /** Forget the request: its result is no longer shown. */
  destroy() {
    this.#sent.clear();
  }
}
