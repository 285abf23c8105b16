/**
 * The other persons at a table: who is present, who is thinking and for how long, who is away or
 * gone or does not answer, and where a computer player stands in.
 */

import { Listeners } from "../listeners.js";
import { plural, t } from "../words.js";

/** @import { Table } from "../wire" */
/** @import { Scene } from "./script.js" */
/**
 * @typedef {object} State the state of another person
 * @property {"here" | "thinking" | "silent" | "away" | "gone" | "acting"} kind
 * @property {string} text the text at the seat; empty if there is nothing to say
 * @property {string} [short] the same where there is little room
 * @property {string} [level] the level of the computer player that stands in
 * @property {boolean} help whether the user can do something about it
 *
 * @typedef {object} Clock
 * @property {() => number} now the time in milliseconds
 * @property {(run: () => void, after: number) => any} set
 * @property {(timer: any) => void} clear
 */

/**
 * The time after which thinking is announced, and again after each further interval, in seconds.
 */
export const STEP = 5;

/** @type {Clock} */
const CLOCK = {
  now: () => performance.now(),
  set: (run, after) => setInterval(run, after),
  clear: (timer) => clearInterval(timer),
};

/** What one browser knows of the other persons at its table. */
export class Presence {
  /** @type {Table | null} */
  #table = null;
  /** The time since which the table waits for each seat. @type {Map<number, number>} */
  #since = new Map();
  /** The seats of persons who were missed or replaced and have not returned. @type {Set<number>} */
  #missed = new Set();
  /** The last entry. */
  #entry = "";
  #listeners = new Listeners();
  on = this.#listeners.on.bind(this.#listeners);
  /** The last announcement of how long the other players have been thinking. */
  #said = "";
  #timer;
  #clock;
  #mine;

  /** @param {() => number[]} mine the seats held from this browser @param {Clock} [clock] */
  constructor(mine, clock = CLOCK) {
    this.#mine = mine;
    this.#clock = clock;
    this.#timer = clock.set(() => this.#tick(), 1000);
  }

  #tick() {
    const said = [...this.#since.keys()].map((seat) => this.of(seat).text).join();
    if (said === this.#said) return;
    this.#said = said;
    this.#listeners.tell();
  }

  destroy() {
    this.#clock.clear(this.#timer);
    this.#listeners.clear();
  }

  /**
   * Update the state of the table.
   * @param {Table} table
   * @returns {string[]} the announcements for screen readers
   */
  tableIs(table) {
    const old = this.#table;
    this.#table = table;
    this.#listeners.tell();
    table.seats.forEach(({ presence, stand_in: standsIn, taken }, at) => {
      // A person who has just taken a seat is "gone" until their page has loaded; that is not a
      // departure.
      const before = old?.seats[at]?.presence;
      const left = taken && presence === "gone" && before !== "gone";
      if (left || presence === "silent" || standsIn) this.#missed.add(at);
    });
    return table.seats.flatMap((seat, at) => {
      const before = old?.seats[at];
      if (before?.taken && before.kind === "person" && seat.kind !== "person") {
        return [t("A computer player has the seat of {name} now.", { name: before.name })];
      }
      return before?.taken && this.#other(at) ? this.#changes(at, seat, before) : [];
    });
  }

  /**
   * @param {number} at
   * @param {import("../wire").Seat} now
   * @param {import("../wire").Seat} before
   * @returns {string[]}
   */
  #changes(at, now, before) {
    const { name, presence, stand_in: standsIn } = now;
    if (standsIn && !before.stand_in) return [t("A computer player acts for {name}.", { name })];
    if (presence !== before.presence) {
      if (presence === "gone") return [t("{name} is gone.", { name })];
      if (presence === "silent") return [t("{name} does not answer.", { name })];
    }
    if (presence !== "here" || standsIn || !this.#missed.delete(at)) return [];
    return [t("{name} is back.", { name })];
  }

  /**
   * Update the seats that the table is waiting for.
   * @param {Scene} scene
   */
  follow(scene) {
    /** @type {any} */
    const last = scene.entries.at(-1);
    const entry = `${scene.match}/${last?.number}`;
    const acted = entry === this.#entry ? null : last?.event.seat;
    this.#entry = entry;
    const waits = scene.standing?.over ? [] : (scene.latest?.to_act ?? []);
    for (const seat of [...this.#since.keys()]) {
      if (!waits.includes(seat) || seat === acted) this.#since.delete(seat);
    }
    for (const seat of waits) {
      if (this.#other(seat) && !this.#since.has(seat)) this.#since.set(seat, this.#clock.now());
    }
  }

  /**
   * Describe the state of the person at a seat.
   * @param {number} seat
   * @returns {State}
   */
  of(seat) {
    const sits = this.#table?.seats[seat];
    if (!sits || !this.#other(seat) || this.#table?.status === "open") {
      return { kind: "here", text: "", help: false };
    }
    const help = this.#mine().length > 0 && this.#table?.status === "playing";
    if (sits.stand_in) {
      return { kind: "acting", text: t("computer"), level: sits.acting, help };
    }
    if (sits.presence === "gone") return { kind: "gone", text: t("gone"), help };
    if (sits.presence === "silent") return { kind: "silent", text: t("no answer"), help };
    if (sits.presence === "away") return { kind: "away", text: t("away"), help };
    const since = this.#since.get(seat);
    const waited = since === undefined ? 0 : (this.#clock.now() - since) / 1000;
    if (waited < STEP) return { kind: "here", text: "", help: false };
    const short = lasting(waited);
    return { kind: "thinking", text: t("thinking, {time}", { time: short }), short, help: false };
  }

  /** Return the seats of absent persons. @returns {number[]} */
  get absent() {
    const seats = this.#table?.seats ?? [];
    return seats.flatMap((_, seat) => (this.of(seat).help ? [seat] : []));
  }

  /** @param {number} seat */
  nameOf(seat) {
    return this.#table?.seats[seat]?.name ?? "";
  }

  /** @param {number} seat */
  #other(seat) {
    return this.#table?.seats[seat]?.kind === "person" && !this.#mine().includes(seat);
  }
}

/**
 * Format a duration that does not change every second.
 * @param {number} seconds
 * @returns {string}
 */
export function lasting(seconds) {
  if (seconds < 60) return t("{n} s", { n: Math.floor(seconds / STEP) * STEP });
  return plural("{n} min", "{n} min", Math.floor(seconds / 60));
}
