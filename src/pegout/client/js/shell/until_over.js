/** Asks the server again and again for something until it is over. */

/**
 * @template {{over: boolean}} T
 */
export class UntilOver {
  /** The last answer. @type {T | null} */
  found = null;
  /** Why there is no answer, in words for the user. */
  problem = "";
  #gone = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /**
   * @param {() => Promise<T>} ask
   * @param {() => void} draw draws what has come
   * @param {number} pause how long to wait before the next question, in milliseconds
   */
  constructor(ask, draw, pause) {
    this.ask = ask;
    this.draw = draw;
    this.pause = pause;
  }

  /** Ask now, and from here on until it is over. */
  async load() {
    clearTimeout(this.#timer);
    try {
      this.found = await this.ask();
      this.problem = "";
    } catch (error) {
      this.problem = /** @type {Error} */ (error).message;
    }
    if (this.#gone) return;
    if (!this.found?.over) this.#timer = setTimeout(() => void this.load(), this.pause);
    this.draw();
  }

  destroy() {
    this.#gone = true;
    clearTimeout(this.#timer);
  }
}
