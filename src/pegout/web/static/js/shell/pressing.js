// @ts-check
/** A press outside of the cards that the server answers: it is seen, and said where it lasts. */

import { Sent, sentSays } from "../table/sent.js";
import { t } from "../words.js";

/** What was pressed in one place of the page and is not answered yet: one thing at a time. */
export class Pressing {
  #sent = new Sent();
  #redraw;

  /** @param {() => void} redraw is called whenever there is something else to be seen */
  constructor(redraw) {
    this.#redraw = redraw;
    this.#sent.on(redraw);
  }

  /** Whether this was pressed and is not answered yet. @param {string} key */
  is(key) {
    return this.#sent.now?.key === key;
  }

  /** What is to be said of it where it will be sent again; empty while it is quick. */
  get says() {
    return sentSays(this.#sent.now);
  }

  /** What is to be said of it where it is sent once; empty while it is quick. */
  get saysOnce() {
    const late = this.#sent.now?.stage === "late";
    return late ? t("No answer yet; one moment more.") : this.says;
  }

  /**
   * Ask for something, unless something is on its way already.
   * @template {{ok: boolean} | undefined} Answer
   * @param {string} key what is pressed
   * @param {() => Promise<Answer>} deed
   * @returns {Promise<Answer | undefined>}
   */
  async ask(key, deed) {
    if (this.#sent.now) return undefined;
    try {
      return await this.#sent.ask(key, null, deed);
    } finally {
      this.#sent.clear();
      this.#redraw();
    }
  }

  /** Forget what is on its way: it is not looked at any more. */
  destroy() {
    this.#sent.clear();
  }
}
