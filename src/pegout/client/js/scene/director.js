/**
 * Plays back what has happened, step by step, at the player's pace. `table/script.js` turns events
 * into steps; a Director plays them in order and notifies its listeners.
 */

import { Listeners } from "../listeners.js";
import { isComputer, PACING, speedOf } from "../pacing.js";
import { stepOf, waitsAfter } from "./lesson.js";
import { sceneAfter, settle, stages, standingAt } from "./script.js";

/** @import { Events, LogEntry, Position } from "../wire" */
/** @import { Scene, Step } from "./script.js" */
/**
 * @typedef {object} Pause a pause before the answer of a computer player
 * @property {number} seat the seat of the player
 * @property {boolean} late whether the answer arrived after everything before it had been shown
 * @property {boolean} begun whether the pause has begun
 */

const SECOND_TAP = 450;

/** The first events of a computer player's answer. */
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

/** Plays back events one after another, and notifies its listeners of each step. */
export class Director {
  /** @type {Scene | null} */
  scene = null;

  /** @type {({entry: LogEntry} | {standing: any} | {pause: Pause})[]} */
  #queue = [];
  /** @type {[Scene, Step][]} */
  #steps = [];
  /** @type {Listeners<[Scene, Step | null]>} */
  #listeners = new Listeners();
  subscribe = this.#listeners.on.bind(this.#listeners);
  /** @type {any} */
  #timer = null;
  #held = false;
  #skipping = false;
  #tapped = -Infinity;
  /** When the last step was shown. */
  #since = 0;
  /** Whether to skip the pause before a computer player's answer. */
  #hurried = false;
  /** The seats to act after the last events. @type {number[]} */
  #awaited = [];
  /** The standing after the last events. @type {import("../wire").Standing | null} */
  #latest = null;
  #pace;
  #thinking;
  #clock;

  /**
   * @param {object} options
   * @param {number | null} [options.seat]
   * @param {() => string} options.pace
   * @param {(view: any, seat: number) => number} [options.thinking] the time that a computer player
   *   seems to think, in seconds
   * @param {typeof CLOCK} [options.clock]
   */
  constructor({ pace, thinking = () => 0, clock = CLOCK }) {
    this.#pace = pace;
    this.#thinking = thinking;
    this.#clock = clock;
  }

  /**
   * Show a whole position at once.
   * @param {Position} position
   */
  reset(position) {
    this.#release();
    this.#queue = [];
    this.#steps = [];
    this.#hurried = false;
    this.#since = this.#clock.now();
    this.#awaited = position.standing.to_act;
    this.#latest = position.standing;
    const waits = waitsAfter(position.standing);
    if (waits === Infinity) {
      this.scene = { ...standingAt(position), fresh: true };
      this.#tell(null);
      return;
    }
    // What came after the step of a lesson is shown once it is answered.
    this.scene = { ...sceneAfter(position, waits), fresh: true };
    const later = position.log.filter(({ number }) => number > waits);
    this.#queue = [...later.map((entry) => ({ entry })), { standing: position.standing }];
    this.#run();
  }

  /**
   * Queue the steps of new events.
   * @param {Events} message
   * @param {{pause?: boolean}} [options] `pause` is false for events that happened while the
   *   page was hidden
   */
  push(message, { pause = true } = {}) {
    if (!this.scene) return;
    const idle = !this.#pending;
    const seat = pause ? this.#answering(message) : null;
    const late = idle && this.#timer === null && !this.#held;
    if (seat !== null) this.#queue.push({ pause: { seat, late, begun: false } });
    this.#awaited = message.standing.to_act;
    this.#latest = message.standing;
    // Only the last standing is ever shown.
    this.#queue = this.#queue.filter((item) => !("standing" in item));
    for (const entry of message.events) this.#queue.push({ entry });
    this.#queue.push({ standing: message.standing });
    /** @type {any} */
    const first = message.events[0]?.event;
    // A player's own action shows at once; only the actions of others wait.
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
   * Show the next step now; called twice in quick succession, show all of them.
   * @returns {boolean} whether there was a step to show
   */
  next() {
    const now = this.#clock.now();
    const again = now - this.#tapped < SECOND_TAP;
    this.#tapped = now;
    const waits = this.#hurry();
    if (!this.#pending) return waits;
    // A player who taps for every step may tap fast.
    if (again && this.#pace() !== "step") {
      this.skip();
      return true;
    }
    this.#release();
    this.#run();
    return true;
  }

  /** Show the remaining steps at once. */
  skip() {
    this.#hurry();
    if (!this.#pending) return;
    this.#release();
    this.#skipping = true;
    this.#run();
    this.#skipping = false;
  }

  /**
   * Skip the pause before the next answer, even if the last step is still being shown.
   * @returns {boolean} whether an answer is awaited
   */
  #hurry() {
    this.#hurried = (this.scene?.thinking ?? null) !== null;
    if (this.#hurried) this.#release();
    return this.#hurried;
  }

  /**
   * Return the computer player whose answer a message is, if no person here was to act as well:
   * where all seats decide at once, there is no pause.
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
    return this.#steps.length > 0 || this.#queue.some((item) => "entry" in item);
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
   * Return the next step, or settle the scene if there is none.
   * @returns {[Scene, Step] | null}
   */
  #following() {
    while (!this.#steps.length) {
      if (this.#guided) {
        this.#ask();
        return null;
      }
      const next = this.#queue.shift();
      if (!next) return null;
      const scene = /** @type {Scene} */ (this.scene);
      if ("pause" in next) {
        if (this.#pauses(next.pause)) return null;
      } else if ("entry" in next) this.#steps = stages(scene, next.entry);
      else if (!this.#pending) this.#settle(next.standing);
    }
    return this.#steps.shift() ?? null;
  }

  /** Whether everything is shown after which the table waits for an answer to the guide. */
  get #guided() {
    const shown = this.scene?.entries.at(-1)?.number ?? 0;
    return shown >= waitsAfter(this.#latest);
  }

  /** Show the step of the lesson that is due, and wait. */
  #ask() {
    const scene = /** @type {Scene} */ (this.scene);
    const guide = stepOf(this.#latest);
    const { standing, latest, busy } = scene;
    if (scene.guide === guide && !standing && !busy && latest === this.#latest) return;
    this.scene = {
      ...scene,
      guide,
      standing: null,
      latest: this.#latest,
      busy: false,
      waiting: false,
      thinking: null,
    };
    this.#tell(null);
  }

  /**
   * Wait as long as a computer player seems to think, from when the last step was shown. A later
   * answer appears at the next fixed time, because the delay could reveal something about the
   * cards.
   * @param {Pause} pause
   * @returns {boolean} whether there is anything to wait for
   */
  #pauses(pause) {
    const hurried = this.#hurried || this.#skipping || pause.begun;
    this.#hurried = false;
    const scene = /** @type {Scene} */ (this.scene);
    const seconds = hurried ? 0 : this.#thinking(scene.view, pause.seat);
    if (!seconds) return false;
    const left = this.#since + seconds * 1000 - this.#clock.now();
    const beat = PACING.beat * 1000;
    const wait = left < 0 && pause.late ? beat + (left % beat) : left;
    if (wait <= 0) return false;
    // It stays first in the queue, and is not waited for a second time.
    this.#queue.unshift({ pause: { ...pause, begun: true } });
    this.#timer = this.#clock.set(() => {
      this.#timer = null;
      this.#run();
    }, wait);
    if (PACING.deciding.includes(scene.view.phase) && scene.thinking !== pause.seat) {
      this.scene = { ...scene, thinking: pause.seat, fresh: false };
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
      guide: null,
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
    // A player who is to act need not wait until the last step has been shown in full.
    if (!this.#pending && stays && !this.#guided) {
      const [last] = this.#queue.splice(0);
      if (last && "standing" in last) this.#settle(last.standing);
    }
  }

  /** @param {any} standing */
  #settle(standing) {
    this.scene = settle(/** @type {Scene} */ (this.scene), standing);
    this.#tell(null);
  }

  /** @param {Step | null} made */
  #tell(made) {
    this.#listeners.tell(/** @type {Scene} */ (this.scene), made);
  }
}
