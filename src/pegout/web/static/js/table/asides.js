// @ts-check
/**
 * What belongs beside the log of this browser only: captions of sounds, and what somebody said. The
 * log of the game knows nothing of it.
 */

/** @typedef {{place: string, after: number, say: () => string, side: number | null}} Aside */

/** No table keeps more of them. */
const MOST = 200;

/** The asides of a table. */
export class Asides {
  /** @type {Aside[]} */
  #all = [];
  /** @type {Set<() => void>} */
  #listeners = new Set();

  /**
   * Add a line below what has been told so far.
   * @param {import("./script.js").Scene | null} scene
   * @param {() => string} say in the language that is spoken when it is read
   * @param {number | null} [side]
   */
  add(scene, say, side = null) {
    if (!scene) return;
    const after = scene.entries.at(-1)?.number ?? 0;
    this.#all = [...this.#all, { place: placeOf(scene), after, say, side }].slice(-MOST);
    for (const listener of [...this.#listeners]) listener();
  }

  /**
   * Give those of the game that is shown.
   * @param {import("./script.js").Scene} scene
   * @returns {Aside[]}
   */
  of(scene) {
    const place = placeOf(scene);
    return this.#all.filter((one) => one.place === place);
  }

  /**
   * @param {() => void} listener
   * @returns {() => void} stops it
   */
  on(listener) {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}

/** @param {import("./script.js").Scene} scene */
function placeOf({ match, game }) {
  return `${match}:${game}`;
}

/**
 * Put asides between the lines of a log, each after what it belongs to.
 * @template {{number: number}} T
 * @param {readonly T[]} log
 * @param {readonly Aside[]} asides
 * @returns {(T | Aside)[]}
 */
export function between(log, asides) {
  /** @type {(T | Aside)[]} */
  const made = [];
  let next = 0;
  for (const line of log) {
    for (; next < asides.length; next += 1) {
      const aside = asides[next];
      if (!aside || aside.after >= line.number) break;
      made.push(aside);
    }
    made.push(line);
  }
  return [...made, ...asides.slice(next)];
}
