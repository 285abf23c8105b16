// @ts-check
/**
 * Shows what has happened, step by step, at the player's pace. What the steps are is in
 * `table/script.js`; a Director makes them one after the other and tells its listeners.
 */

import { settled, stages, standingAt } from "./table/script.js";

/**
 * @typedef {import("./wire").Told} Told
 * @typedef {import("./wire").Position} Position
 * @typedef {import("./wire").Events} Events
 * @typedef {import("./table/script.js").Scene} Scene
 * @typedef {import("./table/script.js").Step} Step
 */

/** How long a second of the script takes. `step` waits for a tap. */
export const PACES = Object.freeze({ slow: 1.6, normal: 1, quick: 0.5, instant: 0, step: 1 });

const SECOND_TAP = 450;

const CLOCK = {
  now: () => performance.now(),
  set: (/** @type {() => void} */ call, /** @type {number} */ ms) => setTimeout(call, ms),
  clear: (/** @type {any} */ timer) => clearTimeout(timer),
};

/** Shows events one after the other, and tells its listeners of each step. */
export class Director {
  /** @type {Scene | null} */
  scene = null;

  /** @type {({told: Told} | {standing: any})[]} */
  #queue = [];
  /** @type {[Scene, Step][]} */
  #steps = [];
  /** @type {Set<(scene: Scene, step: Step | null) => void>} */
  #listeners = new Set();
  /** @type {any} */
  #timer = null;
  #held = false;
  #skipping = false;
  #tapped = -Infinity;
  #pace;
  #clock;

  /**
   * @param {{seat?: number | null, pace: () => string, clock?: typeof CLOCK}} options
   */
  constructor({ pace, clock = CLOCK }) {
    this.#pace = pace;
    this.#clock = clock;
  }

  /**
   * Have a whole position stand on the table at once.
   * @param {Position} position
   */
  reset(position) {
    this.#release();
    this.#queue = [];
    this.#steps = [];
    this.scene = { ...standingAt(position), fresh: true };
    this.#tell(null);
  }

  /**
   * Show what has happened since.
   * @param {Events} message
   */
  push(message) {
    if (!this.scene) return;
    const idle = !this.#pending;
    for (const told of message.events) this.#queue.push({ told });
    this.#queue.push({ standing: message.standing });
    /** @type {any} */
    const first = message.events[0]?.event;
    // What this player does shows at once; only what others do waits for its time.
    if (idle && first && first.seat === this.scene.seat) this.#release();
    if (this.#held && this.#pending) {
      this.scene = { ...this.scene, standing: null, busy: true, waiting: true, fresh: false };
      this.#tell(null);
    }
    this.#run();
  }

  /**
   * @param {(scene: Scene, step: Step | null) => void} listener
   * @returns {() => void} stops it
   */
  subscribe(listener) {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Go on with the next step now; twice in quick succession, with all of them.
   * @returns {boolean} whether there was anything to go on with
   */
  next() {
    const now = this.#clock.now();
    const again = now - this.#tapped < SECOND_TAP;
    this.#tapped = now;
    if (!this.#pending) return false;
    // Whoever has every step wait for a tap may well tap fast.
    if (again && this.#pace() !== "step") {
      this.skip();
      return true;
    }
    this.#release();
    this.#run();
    return true;
  }

  /** Show the rest of what has happened at once. */
  skip() {
    if (!this.#pending) return;
    this.#release();
    this.#skipping = true;
    this.#run();
    this.#skipping = false;
  }

  /** Whether there are steps that have not been shown. */
  get #pending() {
    return this.#steps.length > 0 || this.#queue.some((one) => "told" in one);
  }

  #release() {
    if (this.#timer !== null) this.#clock.clear(this.#timer);
    this.#timer = null;
    this.#held = false;
  }

  #run() {
    while (this.scene && this.#timer === null && !this.#held) {
      const stage = this.#following();
      if (!stage) return;
      this.#show(stage);
    }
  }

  /**
   * Give the next step, and settle where there is none.
   * @returns {[Scene, Step] | null}
   */
  #following() {
    while (!this.#steps.length) {
      const next = this.#queue.shift();
      if (!next) return null;
      const scene = /** @type {Scene} */ (this.scene);
      if ("told" in next) this.#steps = stages(scene, next.told);
      else if (!this.#pending) this.#settle(next.standing);
    }
    return this.#steps.shift() ?? null;
  }

  /** @param {[Scene, Step]} stage */
  #show([scene, made]) {
    const pace = this.#pace();
    const speed = this.#skipping ? 0 : (/** @type {Record<string, number>} */ (PACES)[pace] ?? 1);
    this.scene = { ...scene, standing: null, busy: true, waiting: false, fresh: false };
    const stays = made.seconds > 0 && speed > 0;
    if (stays && pace === "step") {
      this.#held = true;
      this.scene.waiting = this.#pending;
    } else if (stays) {
      this.#timer = this.#clock.set(
        () => {
          this.#timer = null;
          this.#run();
        },
        made.seconds * speed * 1000,
      );
    }
    this.#tell({ ...made, speed, quiet: speed === 0 });
    // Whoever is to act need not wait until the last step has been looked at.
    if (!this.#pending && stays) {
      const [last] = this.#queue.splice(0);
      if (last && "standing" in last) this.#settle(last.standing);
    }
  }

  /** @param {any} standing */
  #settle(standing) {
    this.scene = settled(/** @type {Scene} */ (this.scene), standing);
    this.#tell(null);
  }

  /** @param {Step | null} made */
  #tell(made) {
    for (const listener of [...this.#listeners]) {
      listener(/** @type {Scene} */ (this.scene), made);
    }
  }
}
