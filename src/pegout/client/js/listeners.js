/** Those who listen for something, and for messages of several kinds. */

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

/** @template {string} Kind */
export class Emitter {
  /** @type {Map<Kind, Listeners<any[]>>} */
  #kinds = new Map();

  /**
   * @param {Kind} kind
   * @param {(...details: any[]) => void} listener
   * @returns {() => void} removes the listener
   */
  on(kind, listener) {
    const listeners = this.#kinds.get(kind) ?? new Listeners();
    this.#kinds.set(kind, listeners);
    return listeners.on(listener);
  }

  /** @param {Kind} kind @param {...any} details */
  emit(kind, ...details) {
    this.#kinds.get(kind)?.tell(...details);
  }

  clear() {
    this.#kinds.clear();
  }
}
