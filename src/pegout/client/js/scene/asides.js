/**
 * Lines shown only in the log of this browser: captions of sounds, and phrases. They are not part
 * of the game's log.
 */

import { Listeners } from "../listeners.js";

/** @typedef {{moment: string, after: number, say: () => string, side: number | null}} Aside */

/** The most lines stored for a table. */
const MAX = 200;

/** The asides of a table. */
export class Asides {
  /** @type {Aside[]} */
  #all = [];
  #listeners = new Listeners();
  /** Listens for new lines. */
  on = this.#listeners.on.bind(this.#listeners);

  /**
   * Add a line after the last line of the log.
   * @param {import("./script.js").Scene | null} scene
   * @param {() => string} say returns the text in the current language
   * @param {number | null} [side]
   */
  add(scene, say, side = null) {
    if (!scene) return;
    const after = scene.entries.at(-1)?.number ?? 0;
    this.#all = [...this.#all, { moment: momentOf(scene), after, say, side }].slice(-MAX);
    this.#listeners.tell();
  }

  /**
   * Return the asides of the game shown.
   * @param {import("./script.js").Scene} scene
   * @returns {Aside[]}
   */
  of(scene) {
    const moment = momentOf(scene);
    return this.#all.filter((aside) => aside.moment === moment);
  }
}

/** @param {import("./script.js").Scene} scene */
function momentOf({ match, game }) {
  return `${match}:${game}`;
}

/**
 * Insert asides into the lines of a log, each after the line it followed.
 * @template {{number: number}} T
 * @param {readonly T[]} log
 * @param {readonly Aside[]} asides
 * @returns {(T | Aside)[]}
 */
export function interleave(log, asides) {
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
