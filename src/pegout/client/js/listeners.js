/** Those who listen for something. */

/** @template {any[]} Details */
export class Listeners {
  /** @type {Set<(...details: Details) => void>} */
  #all = new Set();

  /** @param {(...details: Details) => void} listener @returns {() => void} removes the listener */
  on(listener) {
    this.#all.add(listener);
    return () => this.#all.delete(listener);
  }

  /** @param {Details} details */
  tell(...details) {
    for (const listener of [...this.#all]) listener(...details);
  }

  clear() {
    this.#all.clear();
  }
}
