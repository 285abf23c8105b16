// @ts-check
/**
 * Shows what has happened, step by step, at the player's pace. What the steps are is in
 * `table/script.js`; a Director makes them one after the other and tells its listeners.
 */

import { isComputer, PACING, speedOf } from "./pacing.js";
import { settled, stages, standingAt } from "./table/script.js";

/**
 * @typedef {import("./wire").Told} Told
 * @typedef {import("./wire").Position} Position
 * @typedef {import("./wire").Events} Events
 * @typedef {import("./table/script.js").Scene} Scene
 * @typedef {import("./table/script.js").Step} Step
 */
/**
 * @typedef {object} Thought what stands before the answer of a computer player
 * @property {number} seat whose
 * @property {boolean} late whether the answer came when all before it had been shown
 * @property {boolean} begun whether it has been waited for
 */

const SECOND_TAP = 450;

/** What an answer of a computer player begins with. */
const ANSWERS = [
  "dealer_cut",
  "discarded",
  "starter_cut",
  "played",
  "said_go",
  "claimed",
  "accepted",
  "muggins_called",
];

const CLOCK = {
  now: () => performance.now(),
  set: (/** @type {() => void} */ call, /** @type {number} */ ms) => setTimeout(call, ms),
  clear: (/** @type {any} */ timer) => clearTimeout(timer),
};

/** Shows events one after the other, and tells its listeners of each step. */
export class Director {
  /** @type {Scene | null} */
  scene = null;

  /** @type {({told: Told} | {standing: any} | {thought: Thought})[]} */
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
  /** When the last step began to be shown. */
  #since = 0;
  /** Whether the answer of a computer player is wanted at once. */
  #hurried = false;
  /** Whom the table waited for after what was told last. @type {number[]} */
  #awaited = [];
  #pace;
  #thinking;
  #clock;

  /**
   * @param {object} options
   * @param {number | null} [options.seat]
   * @param {() => string} options.pace
   * @param {(view: any, seat: number) => number} [options.thinking] how long a computer player
   *   seems to think, in seconds
   * @param {typeof CLOCK} [options.clock]
   */
  constructor({ pace, thinking = () => 0, clock = CLOCK }) {
    this.#pace = pace;
    this.#thinking = thinking;
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
    this.#hurried = false;
    this.#since = this.#clock.now();
    this.#awaited = position.standing.to_act;
    this.scene = { ...standingAt(position), fresh: true };
    this.#tell(null);
  }

  /**
   * Show what has happened since.
   * @param {Events} message
   * @param {{thought?: boolean}} [options] `thought` is false for what happened while nobody looked
   */
  push(message, { thought = true } = {}) {
    if (!this.scene) return;
    const idle = !this.#pending;
    const seat = thought ? this.#answering(message) : null;
    const late = idle && this.#timer === null && !this.#held;
    if (seat !== null) this.#queue.push({ thought: { seat, late, begun: false } });
    this.#awaited = message.standing.to_act;
    for (const told of message.events) this.#queue.push({ told });
    this.#queue.push({ standing: message.standing });
    /** @type {any} */
    const first = message.events[0]?.event;
    // What this player does shows at once; only what others do waits for its time.
    if (idle && first && first.seat === this.scene.seat) this.#release();
    if (this.#held && this.#pending) {
      this.scene = {
        ...this.scene,
        standing: null,
        busy: true,
        waiting: true,
        thinking: null,
        fresh: false,
      };
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
    const waits = this.#hurry();
    if (!this.#pending) return waits;
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
    this.#hurry();
    if (!this.#pending) return;
    this.#release();
    this.#skipping = true;
    this.#run();
    this.#skipping = false;
  }

  /**
   * Have the answer that is waited for come as soon as it is there, be the last step still looked
   * at or not.
   * @returns {boolean} whether one is waited for
   */
  #hurry() {
    this.#hurried = (this.scene?.thinking ?? null) !== null;
    if (this.#hurried) this.#release();
    return this.#hurried;
  }

  /**
   * Give the computer player whose answer a message is, if nobody here was to act beside it: where
   * all decide at once, nobody waits for the others.
   * @param {Events} message
   * @returns {number | null}
   */
  #answering({ events }) {
    const { setup, seat: own } = /** @type {Scene} */ (this.scene);
    /** @type {any} */
    const event = events[0]?.event;
    if (!event || !ANSWERS.includes(event.type) || !isComputer(setup, event.seat)) return null;
    return own !== null && this.#awaited.includes(own) ? null : event.seat;
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
      if ("thought" in next) {
        if (this.#thinks(next.thought)) return null;
      } else if ("told" in next) this.#steps = stages(scene, next.told);
      else if (!this.#pending) this.#settle(next.standing);
    }
    return this.#steps.shift() ?? null;
  }

  /**
   * Wait as long as a computer player seems to think, from when the last step began to be shown.
   * An answer that took longer than that comes at a fixed moment, for its time could tell of cards.
   * @param {Thought} thought
   * @returns {boolean} whether there is anything to wait for
   */
  #thinks(thought) {
    const hurried = this.#hurried || this.#skipping || thought.begun;
    this.#hurried = false;
    const scene = /** @type {Scene} */ (this.scene);
    const seconds = hurried ? 0 : this.#thinking(scene.view, thought.seat);
    if (!seconds) return false;
    const left = this.#since + seconds * 1000 - this.#clock.now();
    const beat = PACING.beat * 1000;
    const wait = left < 0 && thought.late ? beat + (left % beat) : left;
    if (wait <= 0) return false;
    // It is still the first of what is to be shown, and is not waited for a second time.
    this.#queue.unshift({ thought: { ...thought, begun: true } });
    this.#timer = this.#clock.set(() => {
      this.#timer = null;
      this.#run();
    }, wait);
    if (PACING.pondered.includes(scene.view.phase) && scene.thinking !== thought.seat) {
      this.scene = { ...scene, thinking: thought.seat, fresh: false };
      this.#tell(null);
    }
    return true;
  }

  /** @param {[Scene, Step]} stage */
  #show([scene, made]) {
    const pace = this.#pace();
    const speed = this.#skipping ? 0 : speedOf(pace);
    this.#since = this.#clock.now();
    this.scene = {
      ...scene,
      standing: null,
      busy: true,
      waiting: false,
      thinking: null,
      fresh: false,
    };
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
