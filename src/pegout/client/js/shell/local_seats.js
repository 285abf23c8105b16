/**
 * The players of this browser at a table: a connection for each seat, what each player has been
 * shown, and who holds the screen. Where several persons share it, nobody's cards are shown before
 * they have taken it: their events wait in a queue.
 */

import { Connection } from "../connection.js";
import { saved } from "../fair/saved.js";
import { isWord, wordOrFresh } from "../fair/word.js";
import { Emitter } from "../listeners.js";
import { Tempo, thinkingTime } from "../pacing.js";
import { choicesOf, mayAsk } from "../scene/choices.js";
import { Director } from "../scene/director.js";
import { choosesPack } from "../scene/lesson.js";
import { settings } from "../settings.js";
import { keep } from "../store.js";
import { language, onLanguage, t } from "../words.js";

/** @import { Answer, State } from "../connection.js" */
/** @import { Scene, Step } from "../scene/script.js" */
/**
 * @typedef {object} LocalSeat
 * @property {number | null} seat null for a spectator
 * @property {Connection} connection
 * @property {Director} director
 * @property {any[]} waiting events that the player has not been shown
 * @property {any} standing the last standing, whether or not it has been shown
 */
/** @typedef {"scene" | "table" | "state" | "phrase" | "bye" | "cover" | "holder"} Kind */

/**
 * Whether the player is asked to say ready for the next pack.
 * @param {Scene} scene
 */
function asksForPack({ standing }) {
  return Boolean(choicesOf(standing).ready);
}

/** The phases in which players' cards are hidden from the others. */
const HIDDEN = ["discard", "cut", "play"];

/** @extends {Emitter<Kind>} */
export class LocalSeats extends Emitter {
  /** @type {LocalSeat[]} */
  all = [];
  /** The seat that holds the screen. @type {LocalSeat | null} */
  holder = null;
  /** The seat that has to take the screen before anything is shown. @type {LocalSeat | null} */
  covered = null;
  /** @type {import("../wire").Table | null} */
  table = null;
  /** The holder's contribution to the next shuffle, if they have chosen one. */
  word = "";

  /** @type {(() => void)[]} */
  #stops = [];
  #began = "";
  /** Whether the request for the first pack is under way. */
  #shuffling = false;
  /** Whether ready is being sent for all seats of this browser. */
  #readying = false;
  #saved = "";
  /** How long the players here take for a decision. */
  tempo = new Tempo();
  /** The holder's current decision, and when it came up. */
  #asked = { what: "", at: 0 };
  #now;

  /**
   * @param {object} options
   * @param {string} options.code
   * @param {{seat: number | null, token: string}[]} options.seats the seats, one without a token
   *   for a spectator
   * @param {(options: {code: string, token: string, language: string}) => Connection} [options.connect]
   * @param {() => number} [options.now] returns the time in milliseconds
   */
  constructor({
    code,
    seats,
    connect = (given) => new Connection(given),
    now = () => performance.now(),
  }) {
    super();
    this.code = code;
    this.#now = now;
    for (const { seat, token } of seats) {
      const connection = connect({ code, token, language: language() });
      const director = new Director({
        seat,
        pace: () => settings.get().pace,
        thinking: (view, other) => thinkingTime(settings.get(), this.tempo, view, other),
      });
      const local = { seat, connection, director, waiting: [], standing: null };
      this.all.push(local);
      this.#listen(local);
    }
    if (this.all.length === 1) this.holder = this.all[0] ?? null;
    this.#automate();
    this.#stops.push(
      settings.on(() => this.#automate()),
      onLanguage((code_) => this.all.forEach(({ connection }) => connection.speak(code_))),
    );
  }

  /** Whether several persons share this screen. */
  get shared() {
    return this.all.length > 1;
  }

  /**
   * The finished game against computer players that somebody else may play with the same cards.
   * @returns {{code: string, token: string, match: string, seat: number} | null}
   */
  get challenge() {
    const { table, code } = this;
    const [holder, ...others] = this.all;
    const alone = table?.seats.filter(({ kind }) => kind === "person").length === 1;
    if (!holder || others.length || !alone || table.practice || table.status !== "over")
      return null;
    const { token, match } = holder.connection;
    return token && match ? { code, token, match, seat: holder.seat ?? 0 } : null;
  }

  /** Whether this browser only watches the table. */
  get watching() {
    return this.all.every(({ seat }) => seat === null);
  }

  /** The scene shown to the holder of the screen. @returns {Scene | null} */
  get scene() {
    const scene = this.holder?.director.scene;
    return this.covered || !scene ? null : this.#unasked(scene);
  }

  /** Whether the first pack is requested automatically. */
  get beginning() {
    return this.#shuffling || this.#began !== this.#game();
  }

  /** The worst state of all connections. @returns {State} */
  get state() {
    const states = this.all.map(({ connection }) => connection.state);
    for (const state of /** @type {State[]} */ (["closed", "lost", "connecting"])) {
      if (states.includes(state)) return state;
    }
    return "open";
  }

  /**
   * Return the name of a seat.
   * @param {number | null} seat
   * @returns {string}
   */
  nameOf(seat) {
    return (seat === null ? "" : this.table?.seats[seat]?.name) ?? "";
  }

  /** Show a player who has taken the screen what has happened since they last held it. */
  reveal() {
    const local = this.covered;
    if (!local) return;
    this.covered = null;
    this.#hand(local);
    for (const events of local.waiting.splice(0)) local.director.push(events, { pause: false });
    this.#consider();
  }

  /**
   * Take an action for the holder of the screen. Ready is sent for all seats here.
   * @param {any} action
   * @returns {Promise<Answer>}
   */
  async act(action) {
    const { holder } = this;
    if (!holder) return { ok: false, message: "" };
    if (action.type !== "ready") return this.#decide(holder, action);
    // One ready stands for all seats; further presses are ignored meanwhile.
    if (this.#readying) return { ok: true };
    this.#readying = true;
    try {
      const answers = await Promise.all(this.#waited().map((local) => this.#ready(local)));
      return answers.find(({ ok }) => !ok) ?? answers[0] ?? { ok: true };
    } finally {
      this.#readying = false;
      queueMicrotask(() => this.#consider());
    }
  }

  /**
   * @param {LocalSeat} holder
   * @param {any} action
   * @returns {Promise<Answer>}
   */
  async #decide({ connection }, action) {
    const taken = (this.#now() - this.#asked.at) / 1000;
    const answer = await connection.act(action);
    if (answer.ok) this.tempo.note(action.type, taken);
    return answer;
  }

  /**
   * Show the table to the holder of the screen.
   * @param {Scene} scene
   * @param {Step | null} step
   */
  #show(scene, step) {
    if (scene.standing && !asksForPack(scene)) this.#shuffling = false;
    const what = `${scene.seat}/${scene.match}/${scene.game}/${scene.entries.length}`;
    if (scene.standing?.legal.length && !scene.busy && what !== this.#asked.what) {
      this.#asked = { what, at: this.#now() };
    }
    this.emit("scene", this.#unasked(scene), step);
  }

  /**
   * A pack that is requested automatically needs no prompt.
   * @param {Scene} scene
   * @returns {Scene}
   */
  #unasked(scene) {
    if (!asksForPack(scene) || scene.view.deal !== 0 || !this.beginning) return scene;
    return { ...scene, standing: { ...scene.standing, says: "" } };
  }

  /**
   * Send a request that is not an action.
   * @param {"undo" | "nextGame" | "again"} request
   * @returns {Promise<Answer>}
   */
  ask(request) {
    const { holder } = this;
    return holder ? holder.connection[request]() : Promise.resolve({ ok: false, message: "" });
  }

  /**
   * Request a recommendation for the current decision.
   * @param {string[]} [cards] the cards that the player would choose, to learn their value
   * @returns {Promise<Answer>}
   */
  hint(cards) {
    return this.holder?.connection.hint(cards) ?? Promise.resolve({ ok: false, message: "" });
  }

  /**
   * Ask whether an action is a mistake of some size.
   * @param {any} action
   * @param {string} minimum
   * @returns {Promise<Answer>}
   */
  tutor(action, minimum) {
    return this.holder?.connection.tutor(action, minimum) ?? Promise.resolve({ ok: false });
  }

  /**
   * Answer a step of a lesson.
   * @param {string} step
   * @param {string} answer
   * @returns {Promise<Answer>}
   */
  guide(step, answer) {
    return this.holder?.connection.guide(step, answer) ?? Promise.resolve({ ok: false });
  }

  /**
   * Request the value of a discard before it is sent, if the player wants to see it.
   * @param {any} action
   * @returns {Promise<string> | null} the sentence; empty if there is none
   */
  weighed(action) {
    const { scene } = this;
    const wanted = settings.get().tellDiscards && action.type === "discard" && !this.shared;
    if (!wanted || !scene || !mayAsk(scene)) return null;
    return this.hint(action.cards).then(({ advice, say = "" }) => (advice ? say : ""));
  }

  close() {
    for (const stop of this.#stops) stop();
    for (const { connection, director } of this.all) {
      director.skip();
      connection.close();
    }
    this.clear();
  }

  // Messages from the server

  /** @param {LocalSeat} local */
  #listen(local) {
    const { connection, director } = local;
    const first = this.all[0] === local;
    connection.on("state", () => this.emit("state", this.state));
    connection.on("welcome", ({ table }) => first && this.#tableIs(table));
    connection.on("position", (position) => this.#position(local, position));
    connection.on("events", (events) => this.#events(local, events));
    connection.on("bye", (bye) => first && this.emit("bye", bye));
    if (first) {
      connection.on("table", ({ table }) => this.#tableIs(table));
      connection.on("phrase", (phrase) => this.emit("phrase", phrase));
    }
    director.subscribe((scene, step) => {
      if (this.holder !== local || this.covered) return;
      this.#show(scene, step);
      if (!scene.busy) queueMicrotask(() => this.#consider());
    });
  }

  /** @param {import("../wire").Table} table */
  #tableIs(table) {
    this.table = table;
    const names = table.seats.map(({ name }) => name);
    if (!this.watching) keep(this.code, { names, over: table.status === "over" });
    this.emit("table", table);
  }

  /** @param {LocalSeat} local @param {any} position */
  #position(local, position) {
    local.waiting = [];
    local.standing = position.standing;
    if (this.all[0] === local) {
      saved.note(position.match, position.log, { seat: local.seat, game: position.standing.game });
    }
    // Cards that arrived while another player held the screen must not be shown by a new position.
    if (this.shared && !this.holder && !this.covered) {
      local.director.reset(position);
      if (this.all.every(({ director }) => director.scene)) this.#take();
      return;
    }
    local.director.reset(position);
    this.#consider();
  }

  /** @param {LocalSeat} local @param {any} events */
  #events(local, events) {
    local.standing = events.standing;
    if (this.all[0] === local) {
      saved.note(events.match, events.events, { seat: local.seat, game: events.standing.game });
    }
    const mine = this.holder === local && !this.covered;
    const dealt = events.events.some((/** @type {any} */ entry) => entry.event.type === "dealt");
    if (this.shared && (!mine || dealt)) {
      local.waiting.push(events);
      if (mine) this.#cover(this.#wanted() ?? local);
    } else {
      local.director.push(events);
    }
    this.#consider();
  }

  // The holder of the screen

  /** Return the seats here that the table waits for, by the last events. */
  #waited() {
    const last = this.all.reduce((seat, other) =>
      other.connection.number > seat.connection.number ? other : seat,
    );
    const toAct = last.standing?.to_act ?? [];
    return this.all.filter(({ seat }) => seat !== null && toAct.includes(seat));
  }

  /** Return the seat here that the table waits for, preferring the holder of the screen. */
  #wanted() {
    const waited = this.#waited();
    return waited.includes(/** @type {LocalSeat} */ (this.holder))
      ? this.holder
      : (waited[0] ?? null);
  }

  /** Return whether there are cards on the table that not everybody here may see. */
  #hidden() {
    const phase = (this.holder ?? this.all[0])?.director.scene?.view.phase ?? "";
    return HIDDEN.includes(phase);
  }

  /** Start or restart: nobody has held the screen yet. */
  #take() {
    const local = this.#wanted() ?? this.all[0];
    if (!local) return;
    if (this.#hidden()) this.#cover(local);
    else this.#hand(local);
    this.#consider();
  }

  /** @param {LocalSeat} local */
  #hand(local) {
    if (this.holder === local) return;
    this.holder = local;
    this.emit("holder", local);
    if (local.director.scene) this.#show(local.director.scene, null);
  }

  /** @param {LocalSeat} local */
  #cover(local) {
    if (this.covered === local) return;
    this.covered = local;
    this.holder = null;
    this.emit("cover", local);
  }

  /** Check whether the screen passes to another player, and whether an automatic action is due. */
  #consider() {
    const { holder } = this;
    const scene = holder?.director.scene;
    if (this.covered || !holder || !scene?.standing || scene.busy) return;
    this.#save(scene);
    this.#begin(holder, scene);
    // While ready is sent for all seats, nobody is waited for and the screen does not pass.
    if (!this.shared || this.#readying) return;
    const wanted = this.#wanted();
    if (this.#hidden()) {
      if (wanted && wanted !== holder) this.#cover(wanted);
      return;
    }
    // All seats have seen these events, so nobody is shown them again.
    for (const local of this.all) {
      if (local === holder) continue;
      for (const events of local.waiting.splice(0)) {
        local.director.push(events, { pause: false });
      }
      local.director.skip();
    }
    if (wanted && wanted !== holder) this.#hand(wanted);
  }

  #game() {
    const { holder } = this;
    return holder ? `${holder.connection.match}/${holder.standing?.game}` : "";
  }

  // Automatic actions

  #automate() {
    const { autoGo, autoLast } = settings.get();
    const wanted = [...(autoGo ? ["go"] : []), ...(autoLast ? ["only_card"] : [])];
    const said = wanted.join(" ");
    for (const local of this.all) {
      if (local.seat === null || /** @type {any} */ (local).automated === said) continue;
      /** @type {any} */ (local).automated = said;
      local.connection.automate(wanted);
    }
  }

  /**
   * The pack for the first cut is requested without a pause: there is nothing to look at.
   * @param {LocalSeat} holder
   * @param {Scene} scene
   */
  #begin(holder, scene) {
    const game = this.#game();
    if (!asksForPack(scene) || scene.view.deal !== 0 || this.#began === game) return;
    this.#began = game;
    this.#shuffling = true;
    void this.#shuffle(holder);
  }

  /** @param {LocalSeat} holder */
  async #shuffle({ seat, director }) {
    const { ok } = await this.act({ type: "ready", seat, contribution: "" });
    // The events of a granted request may arrive after its answer.
    if (ok) return;
    this.#shuffling = false;
    // The request was refused, so it waits for a press of the button.
    if (director.scene && this.holder?.director === director) {
      this.emit("scene", director.scene, null);
    }
  }

  /** @param {LocalSeat} local @returns {Promise<Answer>} */
  async #ready({ seat, connection, director, waiting }) {
    const sealed =
      director.scene?.view.commitment ||
      choosesPack(director.scene) ||
      waiting.some(({ events }) =>
        events.some((/** @type {any} */ entry) => entry.event.type === "committed"),
      );
    // A contribution that is revealed before the seal is worth nothing.
    if (!sealed) return { ok: false, message: t("The pack is not sealed yet. One moment.") };
    const typed = this.holder?.seat === seat ? this.word : "";
    if (this.holder?.seat === seat) this.word = "";
    // The packs of a challenge are those of another game.
    if (this.table?.duplicate) {
      return connection.act(/** @type {any} */ ({ type: "ready", seat, contribution: "" }));
    }
    const contribution = typed && isWord(typed) ? typed : wordOrFresh(settings.get().contribution);
    if (seat === this.all[0]?.seat) saved.sent(connection.match, contribution);
    return connection.act(/** @type {any} */ ({ type: "ready", seat, contribution }));
  }

  /** Store the score for the list of tables that can be continued. @param {Scene} scene */
  #save(scene) {
    if (this.watching) return;
    const { scores } = scene.view;
    const target = scene.setup.rules.target;
    const state = JSON.stringify([scores, target, scene.standing.over]);
    if (state === this.#saved) return;
    this.#saved = state;
    keep(this.code, { scores: [...scores], target, over: scene.standing.over });
  }
}
