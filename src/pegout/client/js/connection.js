/**
 * The connection of one seat to its table, which reconnects by itself. After a gap it receives the
 * events that it has missed, passes none on twice, and repeats a request under its old id until the
 * server has answered it.
 */

import { FACTS } from "./facts.js";
import { Emitter } from "./listeners.js";
import { tablePath, transport } from "./transport.js";

/** @import { Action } from "./wire" */
/** @typedef {"connecting" | "open" | "lost" | "closed"} State */
/** @typedef {import("./wire").Message} Message */
/** @typedef {Message["type"] | "state"} Kind */
/**
 * @typedef {object} Answer
 * @property {boolean} ok whether the request was granted
 * @property {string} [code] the code of the refusal
 * @property {string} [message] the reason of the refusal, as a sentence
 * @property {number} [number] the number of the last log entry of the request
 * @property {Action} [action] the suggested action
 * @property {string} [say] the suggestion as a sentence
 * @property {import("./wire").DecisionAdvice | null} [advice] the best options with their values
 */
/**
 * @typedef {object} Clock
 * @property {() => number} now the time in milliseconds
 * @property {(run: () => void, after: number) => any} setTimeout
 * @property {(timer: any) => void} clearTimeout
 */
/** @typedef {{message: Record<string, any>, resolve: (answer: Answer) => void}} Pending */

/**
 * Times in milliseconds. A dead connection is noticed within `quiet` and `pong` together; while a
 * request waits, within `asked` and `unheard`.
 */
export const TIMES = Object.freeze({
  first: 300,
  brisk: 1_000,
  longest: 10_000,
  door: 1_500,
  welcome: 4_000,
  patient: 8_000,
  quiet: 12_000,
  pong: 6_000,
  asked: 1_500,
  unheard: 2_000,
  wake: 1_000,
  settled: 5_000,
  sync: 3_000,
});

/** The number of attempts in quick succession, for a network that is back in a moment. */
const BRISK = 20;

/** After so many failed attempts, the time allowed for each is doubled. */
const ALIKE = 4;

/** @returns {string} */
function randomId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Emits every message by its type, and changes of `state`. @extends {Emitter<Kind>} */
export class Connection extends Emitter {
  /** @type {Map<string, Pending>} */
  #pending = new Map();
  /** @type {Record<string, any>} */
  #timers = {};
  /** @type {any} */
  #socket = null;
  /** @type {string[] | null} */
  #automations = null;
  #attempt = 0;
  /** When this attempt to connect began, and how long the last successful one took. */
  #begun = 0;
  /** @type {number | null} */
  #took = null;
  #placed = false;
  #said = "";
  /** Whether the server believes that the page is hidden. */
  #hidden = false;

  /**
   * @param {object} options
   * @param {string} options.code the code of the table
   * @param {string} [options.token] the token of the seat; empty for a spectator
   * @param {string} [options.language]
   * @param {() => any} [options.open] opens a socket
   * @param {Clock} [options.clock]
   * @param {() => number} [options.random] a random number from 0 to 1
   * @param {() => string} [options.newId]
   * @param {() => boolean} [options.hidden] whether the page is hidden
   * @param {EventTarget | null} [options.page] the target of `online` events; `null` for none
   */
  constructor(options) {
    super();
    this.code = options.code;
    this.token = options.token ?? "";
    this.language = options.language ?? "en";
    const path = tablePath(options.code, "/socket");
    this.open = options.open ?? (() => transport.open(path));
    /** @type {Clock} */
    this.clock = options.clock ?? {
      now: () => performance.now(),
      setTimeout: (run, after) => setTimeout(run, after),
      clearTimeout: (timer) => clearTimeout(timer),
    };
    this.random = options.random ?? Math.random;
    this.newId = options.newId ?? randomId;
    this.hidden = options.hidden ?? (() => globalThis.document?.hidden ?? false);
    this.page = options.page === undefined ? (globalThis.window ?? null) : options.page;
    /** @type {State} */
    this.state = "connecting";
    /** @type {number | null} */
    this.seat = null;
    /** @type {import("./wire").Table | null} */
    this.table = null;
    this.match = "";
    this.number = 0;
    this.#watchThePage(true);
    this.#connect();
  }

  // The public interface

  /**
   * Take an action at the table.
   * @param {Action} action
   * @returns {Promise<Answer>}
   */
  act(action) {
    return this.#request({ type: "act", match: this.match, action });
  }

  /** @returns {Promise<Answer>} */
  undo() {
    return this.#request({ type: "undo", match: this.match });
  }

  /** @returns {Promise<Answer>} */
  nextGame() {
    return this.#request({ type: "next_game", match: this.match });
  }

  /** @returns {Promise<Answer>} */
  again() {
    return this.#request({ type: "rematch", match: this.match });
  }

  /**
   * Request a recommendation for the current decision.
   * @param {string[]} [cards] the cards that the player would choose, to learn their value
   * @returns {Promise<Answer>}
   */
  hint(cards = []) {
    const asked = cards.length ? { cards } : {};
    return this.#request({ type: "hint", match: this.match, ...asked });
  }

  /**
   * Ask whether an action is a mistake, without taking it.
   * @param {Action} action
   * @param {string} minimum the mildest verdict that counts
   * @returns {Promise<Answer>}
   */
  tutor(action, minimum) {
    return this.#request({ type: "tutor", match: this.match, action, minimum });
  }

  /**
   * Answer a step of a lesson.
   * @param {string} step
   * @param {string} answer
   * @returns {Promise<Answer>}
   */
  guide(step, answer) {
    return this.#request({ type: "guide", match: this.match, step, answer });
  }

  /**
   * Seat a computer player at a free seat.
   * @param {number} seat
   * @param {string} level
   * @returns {Promise<Answer>}
   */
  fill(seat, level) {
    return this.#request({ type: "fill", seat, level });
  }

  /**
   * Have a computer player act for an absent person; an empty level ends that.
   * @param {number} seat
   * @param {string} level
   * @returns {Promise<Answer>}
   */
  standIn(seat, level) {
    return this.#request({ type: "stand_in", seat, level });
  }

  /**
   * Take the seat of another person away; without a level it is free again.
   * @param {number} seat
   * @param {string} level
   * @returns {Promise<Answer>}
   */
  removeGuest(seat, level) {
    return this.#request({ type: "remove_guest", seat, level });
  }

  /**
   * Remind a person that the others are waiting.
   * @param {number} seat
   * @returns {Promise<Answer>}
   */
  nudge(seat) {
    return this.#request({ type: "nudge", seat });
  }

  /**
   * Set the automations of the seat, now and after every reconnection.
   * @param {string[]} automations
   */
  automate(automations) {
    this.#automations = [...automations];
    if (this.state === "open") this.#send({ type: "automate", automations });
  }

  /**
   * Say a ready phrase; it is dropped without a connection.
   * @param {string} phrase
   * @returns {boolean} whether it was sent
   */
  say(phrase) {
    return this.state === "open" && this.#send({ type: "say", phrase });
  }

  /**
   * Receive everything in another language.
   * @param {string} language
   */
  speak(language) {
    if (language === this.language) return;
    this.language = language;
    if (this.state === "open") this.#speakNow();
    // Only a whole position replaces the sentences in the old language.
    else this.match = "";
  }

  /** Report whether the page is visible, if that has changed. */
  attend() {
    const hidden = this.hidden();
    if (this.state !== "open" || this.seat === null || hidden === this.#hidden) return;
    this.#hidden = hidden;
    this.#send({ type: "set_presence", here: !hidden });
  }

  /** Whether a request is waiting for its answer. */
  get waits() {
    return this.#pending.size > 0;
  }

  /** Reconnect at once if the connection is lost, and check whether an open one is alive. */
  wake() {
    if (this.state === "lost") {
      this.#attempt = 0;
      this.#stop("retry");
      this.#connect();
    } else if (this.state === "open" && !this.#timers.wake) {
      this.#send({ type: "ping", id: "" });
      this.#after("wake", TIMES.wake, () => this.#lose());
    }
  }

  /** Close the connection for good. */
  close() {
    this.#end("closed", "");
  }

  // The socket

  #connect() {
    if (this.state === "closed") return;
    this.#drop();
    this.#placed = false;
    this.#stop("sync");
    let socket;
    try {
      socket = this.open();
    } catch {
      this.#lose();
      return;
    }
    this.#socket = socket;
    // Events of an earlier socket are ignored.
    const mine = () => this.#socket === socket;
    socket.onopen = () => mine() && this.#hello();
    socket.onmessage = (/** @type {{data: any}} */ event) => mine() && this.#receive(event.data);
    socket.onclose = () => mine() && this.#lose();
    socket.onerror = () => {};
    this.#begun = this.clock.now();
    // The first connection may be slow; later ones take about as long as the last.
    const took = this.#took;
    const usual = took === null ? TIMES.patient : Math.max(TIMES.door, 3 * took);
    this.#after("welcome", this.#longer(usual), () => this.#lose());
  }

  /**
   * Allow more time the more attempts have failed, because the network may be slow.
   * @param {number} usual
   */
  #longer(usual) {
    return Math.min(TIMES.patient, usual * 2 ** Math.floor(this.#attempt / ALIKE));
  }

  #hello() {
    this.#after("welcome", this.#longer(TIMES.welcome), () => this.#lose());
    const { token, language, match } = this;
    this.#said = language;
    const since = match ? this.number : 0;
    this.#hidden = this.hidden();
    const away = this.#hidden ? { away: true } : {};
    this.#send({ type: "hello", version: FACTS.wire, token, language, match, since, ...away });
  }

  /** @param {Record<string, any>} message @returns {boolean} */
  #send(message) {
    if (this.#socket?.readyState !== 1) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  #drop() {
    const socket = this.#socket;
    this.#socket = null;
    if (socket) socket.close();
  }

  #lose() {
    if (this.state === "closed") return;
    this.#drop();
    for (const name of ["welcome", "quiet", "wake", "settled", "sync", "retry"]) this.#stop(name);
    const brisk = this.#attempt < BRISK;
    const tries = brisk ? this.#attempt : this.#attempt - BRISK + 2;
    const max = brisk ? TIMES.brisk : TIMES.longest;
    const doubled = Math.min(max, TIMES.first * 2 ** tries);
    this.#attempt += 1;
    // All clients lose a server at the same moment; random delays keep them from returning
    // together.
    const delay = Math.min(max, Math.max(TIMES.first, doubled * (0.7 + 0.6 * this.random())));
    this.#after("retry", delay, () => this.#connect());
    this.#become("lost");
  }

  /** @param {string} code @param {string} message */
  #end(code, message) {
    if (this.state === "closed") return;
    for (const name of Object.keys(this.#timers)) this.#stop(name);
    this.#watchThePage(false);
    this.#become("closed");
    this.#drop();
    const left = [...this.#pending.values()];
    this.#pending.clear();
    for (const { resolve } of left) resolve({ ok: false, code, message });
  }

  /** @param {State} state */
  #become(state) {
    if (this.state === state) return;
    this.state = state;
    this.emit("state", state);
  }

  // Messages from the server

  /** @param {any} data */
  #receive(data) {
    let message;
    try {
      message = JSON.parse(String(data));
    } catch {
      console.warn("not a message", data);
      return;
    }
    this.#stop("wake");
    this.#take(message);
    if (this.state === "open") this.#listen();
  }

  /** @param {Message} message @returns {void} */
  #take(message) {
    switch (message.type) {
      case "welcome":
        this.#welcomed(message);
        break;
      case "table":
        this.table = message.table;
        this.emit("table", message);
        break;
      case "position":
        this.#position(message);
        break;
      case "events":
        this.#events(message);
        break;
      case "done":
      case "refused":
      case "suggestion":
        this.#answered(message);
        break;
      case "phrase":
        this.emit("phrase", message);
        break;
      case "bye":
        this.emit("bye", message);
        if (!message.again) this.#end(message.code, message.message);
        break;
      case "pong":
        break;
      default:
        // A newer server may send other messages; those of `wire.d.ts` all have a case.
        return /** @satisfies {never} */ (message);
    }
  }

  /** @param {any} message */
  #welcomed(message) {
    this.#stop("welcome");
    this.#after("settled", TIMES.settled, () => {
      this.#attempt = 0;
    });
    this.#took = this.clock.now() - this.#begun;
    this.seat = message.seat;
    this.table = message.table;
    this.#become("open");
    this.emit("welcome", message);
    if (this.#said !== this.language) this.#speakNow();
    this.attend();
    if (this.#automations) this.#send({ type: "automate", automations: this.#automations });
    for (const { message: request } of this.#pending.values()) this.#send(request);
  }

  /** @param {any} message */
  #position(message) {
    const late = this.#placed && message.match === this.match && message.number < this.number;
    if (late) return;
    this.#reach(message);
    this.emit("position", message);
  }

  /** @param {any} message */
  #events(message) {
    if (message.match !== this.match) {
      this.#sync(message.match, 0);
    } else if (message.after > this.number) {
      this.#sync(this.match, this.number);
    } else if (message.number > this.number) {
      const known = this.number;
      const events = message.events.filter((/** @type {any} */ entry) => entry.number > known);
      this.#reach(message);
      this.emit("events", { ...message, after: known, events });
    } else if (message.number === this.number) {
      // This is the answer to a sync when nothing was missed.
      this.#placed = true;
      this.#stop("sync");
    }
  }

  /** @param {{match: string, number: number}} message */
  #reach(message) {
    this.match = message.match;
    this.number = message.number;
    this.#placed = true;
    this.#stop("sync");
  }

  /** @param {string} match @param {number} since */
  #sync(match, since) {
    if (this.#timers.sync) return;
    this.#send({ type: "sync", match, since });
    this.#after("sync", TIMES.sync, () =>
      this.#sync(match, match === this.match ? this.number : 0),
    );
  }

  /** @param {any} message */
  #answered(message) {
    const pending = this.#pending.get(message.id);
    this.#pending.delete(message.id);
    this.emit(message.type, message);
    if (!pending) return;
    const { type, id, ...rest } = message;
    pending.resolve({ ok: type !== "refused", ...rest });
    const here = pending.message.match === this.match;
    if (type === "done" && here && message.number > this.number)
      this.#sync(this.match, this.number);
  }

  // Requests

  /** @param {Record<string, any>} content @returns {Promise<Answer>} */
  #request(content) {
    if (this.state === "closed") {
      return Promise.resolve({ ok: false, code: "closed", message: "" });
    }
    const message = { ...content, id: this.newId() };
    return new Promise((resolve) => {
      this.#pending.set(message.id, { message, resolve });
      if (this.state !== "open") return;
      this.#send(message);
      this.#listen();
    });
  }

  #speakNow() {
    this.#said = this.language;
    this.#send({ type: "set_language", language: this.language });
  }

  // Timers and the page

  /** Ping when the connection is silent, sooner while a request waits. */
  #listen() {
    this.#after("quiet", this.waits ? TIMES.asked : TIMES.quiet, () => {
      this.#send({ type: "ping", id: "" });
      this.#after("quiet", this.waits ? TIMES.unheard : TIMES.pong, () => this.#lose());
    });
  }

  /**
   * @param {string} name
   * @param {number} delay
   * @param {() => void} run
   */
  #after(name, delay, run) {
    this.#stop(name);
    this.#timers[name] = this.clock.setTimeout(() => {
      delete this.#timers[name];
      run();
    }, delay);
  }

  /** @param {string} name */
  #stop(name) {
    if (this.#timers[name] === undefined) return;
    this.clock.clearTimeout(this.#timers[name]);
    delete this.#timers[name];
  }

  #wake = () => this.wake();

  #look = () => {
    this.attend();
    if (!this.hidden()) this.wake();
  };

  /** @param {boolean} listen */
  #watchThePage(listen) {
    if (!this.page) return;
    const change = listen ? "addEventListener" : "removeEventListener";
    for (const event of ["online", "offline"]) this.page[change](event, this.#wake);
    this.page[change]("pageshow", this.#wake);
    globalThis.document?.[change]("visibilitychange", this.#look);
  }
}
