// @ts-check
/**
 * Whoever sits at a table from this browser: a line for each seat, what each has been shown, and
 * who looks at the screen. Where several share it, nobody's hand is told before they have taken
 * it: their events wait unseen.
 */

import { Connection } from "../connection.js";
import { Director } from "../director.js";
import { freshened, isWord } from "../fair/word.js";
import { kept } from "../fair/kept.js";
import { settings } from "../settings.js";
import { keep } from "../store.js";
import { Tempo, thinkingTime } from "../pacing.js";
import { mayAsk } from "../text/state.js";
import { language, onLanguage, t } from "../words.js";

/** @typedef {import("../table/script.js").Scene} Scene */
/** @typedef {import("../table/script.js").Step} Step */
/** @typedef {import("../connection.js").Answer} Answer */
/** @typedef {import("../connection.js").State} State */
/**
 * @typedef {object} Place
 * @property {number | null} seat null for a spectator
 * @property {Connection} connection
 * @property {Director} director
 * @property {any[]} waiting events that whoever sits here has not been shown
 * @property {any} standing the last standing, whether or not it has been shown
 */
/** @typedef {"scene" | "table" | "state" | "phrase" | "bye" | "cover" | "holder"} Kind */

/** While these last, somebody's cards are hidden from the others. */
const HIDDEN = ["discard", "cut", "play"];

export class Sitting {
  /** @type {Place[]} */
  places = [];
  /** Whoever looks at the screen. @type {Place | null} */
  holder = null;
  /** Who has to take the screen before anything is shown. @type {Place | null} */
  covered = null;
  /** @type {import("../wire").Table | null} */
  table = null;
  /** What the holder adds to the next shuffle, if they have chosen it. */
  word = "";

  /** @type {Map<Kind, Set<(...told: any[]) => void>>} */
  #listeners = new Map();
  /** @type {(() => void)[]} */
  #stops = [];
  #began = "";
  /** Whether the first pack is being asked for. */
  #shuffling = false;
  /** Whether ready is being said for everybody here. */
  #readying = false;
  #saved = "";
  /** How long whoever plays here takes for a decision. */
  tempo = new Tempo();
  /** What was asked last of whoever holds the screen, and when. */
  #asked = { what: "", at: 0 };
  #now;

  /**
   * @param {object} options
   * @param {string} options.code
   * @param {{seat: number | null, token: string}[]} options.seats one without a token to watch
   * @param {(options: {code: string, token: string, language: string}) => Connection} [options.connect]
   * @param {() => number} [options.now] the time in milliseconds
   */
  constructor({
    code,
    seats,
    connect = (given) => new Connection(given),
    now = () => performance.now(),
  }) {
    this.code = code;
    this.#now = now;
    for (const { seat, token } of seats) {
      const connection = connect({ code, token, language: language() });
      const director = new Director({
        seat,
        pace: () => settings.get().pace,
        thinking: (view, other) => thinkingTime(settings.get(), this.tempo, view, other),
      });
      const place = { seat, connection, director, waiting: [], standing: null };
      this.places.push(place);
      this.#listen(place);
    }
    if (this.places.length === 1) this.holder = this.places[0] ?? null;
    this.#automate();
    this.#stops.push(
      settings.on(() => this.#automate()),
      onLanguage((code_) => this.places.forEach(({ connection }) => connection.speak(code_))),
    );
  }

  /**
   * @param {Kind} kind
   * @param {(...told: any[]) => void} listener
   * @returns {() => void} stops it
   */
  on(kind, listener) {
    const all = this.#listeners.get(kind) ?? new Set();
    this.#listeners.set(kind, all.add(listener));
    return () => all.delete(listener);
  }

  /** Whether several persons share this screen. */
  get shared() {
    return this.places.length > 1;
  }

  /** Whether nobody here sits at the table. */
  get watching() {
    return this.places.every(({ seat }) => seat === null);
  }

  /** What whoever holds the screen is shown. @returns {Scene | null} */
  get scene() {
    return this.covered ? null : (this.holder?.director.scene ?? null);
  }

  /** Whether the pack for the first cut is made without anybody's doing. */
  get beginning() {
    return this.#shuffling || this.#began !== this.#game();
  }

  /** The worst state of all lines. @returns {State} */
  get state() {
    const states = this.places.map(({ connection }) => connection.state);
    for (const state of /** @type {State[]} */ (["closed", "lost", "connecting"])) {
      if (states.includes(state)) return state;
    }
    return "open";
  }

  /**
   * Give the name of a seat.
   * @param {number | null} seat
   * @returns {string}
   */
  nameOf(seat) {
    return (seat === null ? "" : this.table?.seats[seat]?.name) ?? "";
  }

  /** Somebody has taken the screen: show what has happened since they had it. */
  reveal() {
    const place = this.covered;
    if (!place) return;
    this.covered = null;
    this.#hand(place);
    for (const events of place.waiting.splice(0)) place.director.push(events, { thought: false });
    this.#consider();
  }

  /**
   * Do something for whoever holds the screen. Ready is said for everybody here.
   * @param {any} action
   * @returns {Promise<Answer>}
   */
  async act(action) {
    const { holder } = this;
    if (!holder) return { ok: false, message: "" };
    if (action.type !== "ready") return this.#decide(holder, action);
    // One word for all: what is pressed again meanwhile is in hand already.
    if (this.#readying) return { ok: true };
    this.#readying = true;
    try {
      const answers = await Promise.all(this.#waited().map((place) => this.#ready(place)));
      return answers.find(({ ok }) => !ok) ?? answers[0] ?? { ok: true };
    } finally {
      this.#readying = false;
      queueMicrotask(() => this.#consider());
    }
  }

  /**
   * @param {Place} holder
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
   * Show the table to whoever holds the screen.
   * @param {Scene} scene
   * @param {Step | null} step
   */
  #show(scene, step) {
    const what = `${scene.seat}/${scene.match}/${scene.game}/${scene.entries.length}`;
    if (scene.standing?.legal.length && !scene.busy && what !== this.#asked.what) {
      this.#asked = { what, at: this.#now() };
    }
    this.#emit("scene", this.#unasked(scene), step);
  }

  /**
   * Nobody is asked for a pack that comes by itself.
   * @param {Scene} scene
   * @returns {Scene}
   */
  #unasked(scene) {
    const { standing, view } = scene;
    const asks = standing?.legal.some((/** @type {any} */ one) => one.type === "ready");
    if (standing && !asks) this.#shuffling = false;
    if (!asks || view.deal !== 0 || !this.beginning) return scene;
    return { ...scene, standing: { ...standing, says: "" } };
  }

  /**
   * Ask for something else than an action.
   * @param {"undo" | "nextGame" | "again"} wish
   * @returns {Promise<Answer>}
   */
  ask(wish) {
    const { holder } = this;
    return holder ? holder.connection[wish]() : Promise.resolve({ ok: false, message: "" });
  }

  /**
   * Ask what a strong player would do.
   * @param {string[]} [cards] what one would choose, to hear what that is worth
   * @returns {Promise<Answer>}
   */
  hint(cards) {
    return this.holder?.connection.hint(cards) ?? Promise.resolve({ ok: false, message: "" });
  }

  /**
   * Ask whether an action is a mistake of some size.
   * @param {any} action
   * @param {string} least
   * @returns {Promise<Answer>}
   */
  tutor(action, least) {
    return this.holder?.connection.tutor(action, least) ?? Promise.resolve({ ok: false });
  }

  /**
   * Ask before a discard what it will have been worth, where the player wants to be told.
   * @param {any} action
   * @returns {Promise<string> | null} the sentence; empty where there is none
   */
  weighed(action) {
    const { scene } = this;
    const wanted = settings.get().tellDiscards && action.type === "discard" && !this.shared;
    if (!wanted || !scene || !mayAsk(scene)) return null;
    return this.hint(action.cards).then(({ advice, say = "" }) => (advice ? say : ""));
  }

  close() {
    for (const stop of this.#stops) stop();
    for (const { connection, director } of this.places) {
      director.skip();
      connection.close();
    }
    this.#listeners.clear();
  }

  // What the server says

  /** @param {Place} place */
  #listen(place) {
    const { connection, director } = place;
    const first = this.places[0] === place;
    connection.on("state", () => this.#emit("state", this.state));
    connection.on("welcome", ({ table }) => first && this.#tableIs(table));
    connection.on("position", (position) => this.#position(place, position));
    connection.on("events", (events) => this.#events(place, events));
    connection.on("bye", (bye) => first && this.#emit("bye", bye));
    if (first) {
      connection.on("table", ({ table }) => this.#tableIs(table));
      connection.on("phrase", (phrase) => this.#emit("phrase", phrase));
    }
    director.subscribe((scene, step) => {
      if (this.holder !== place || this.covered) return;
      this.#show(scene, step);
      if (!scene.busy) queueMicrotask(() => this.#consider());
    });
  }

  /** @param {import("../wire").Table} table */
  #tableIs(table) {
    this.table = table;
    const names = table.seats.map(({ name }) => name);
    if (!this.watching) keep(this.code, { names, over: table.status === "over" });
    this.#emit("table", table);
  }

  /** @param {Place} place @param {any} position */
  #position(place, position) {
    place.waiting = [];
    place.standing = position.standing;
    if (this.places[0] === place) {
      kept.note(position.match, position.log, { seat: place.seat, game: position.standing.game });
    }
    // A hand that came while somebody else had the screen must not be shown by a new position.
    if (this.shared && !this.holder && !this.covered) {
      place.director.reset(position);
      if (this.places.every(({ director }) => director.scene)) this.#take();
      return;
    }
    place.director.reset(position);
    this.#consider();
  }

  /** @param {Place} place @param {any} events */
  #events(place, events) {
    place.standing = events.standing;
    if (this.places[0] === place) {
      kept.note(events.match, events.events, { seat: place.seat, game: events.standing.game });
    }
    const mine = this.holder === place && !this.covered;
    const dealt = events.events.some((/** @type {any} */ told) => told.event.type === "dealt");
    if (this.shared && (!mine || dealt)) {
      place.waiting.push(events);
      if (mine) this.#cover(this.#wanted() ?? place);
    } else {
      place.director.push(events);
    }
    this.#consider();
  }

  // Who has the screen

  /** Give everybody here that the table waits for, by what was told last. */
  #waited() {
    const last = this.places.reduce((one, other) =>
      other.connection.number > one.connection.number ? other : one,
    );
    const toAct = last.standing?.to_act ?? [];
    return this.places.filter(({ seat }) => seat !== null && toAct.includes(seat));
  }

  /** Give whoever here the table waits for, first of all whoever holds the screen. */
  #wanted() {
    const waited = this.#waited();
    return waited.includes(/** @type {Place} */ (this.holder)) ? this.holder : (waited[0] ?? null);
  }

  /** Whether cards lie on the table now that not everybody here may see. */
  #hidden() {
    const phase = (this.holder ?? this.places[0])?.director.scene?.view.phase ?? "";
    return HIDDEN.includes(phase);
  }

  /** Begin, or begin again: nobody has had the screen yet. */
  #take() {
    const place = this.#wanted() ?? this.places[0];
    if (!place) return;
    if (this.#hidden()) this.#cover(place);
    else this.#hand(place);
    this.#consider();
  }

  /** @param {Place} place */
  #hand(place) {
    if (this.holder === place) return;
    this.holder = place;
    this.#emit("holder", place);
    if (place.director.scene) this.#show(place.director.scene, null);
  }

  /** @param {Place} place */
  #cover(place) {
    if (this.covered === place) return;
    this.covered = place;
    this.holder = null;
    this.#emit("cover", place);
  }

  /** See whether the screen goes to somebody else, and whether something goes on by itself. */
  #consider() {
    const { holder } = this;
    const scene = holder?.director.scene;
    if (this.covered || !holder || !scene?.standing || scene.busy) return;
    this.#save(scene);
    this.#begin(holder, scene);
    // While ready is said for everybody, nobody is waited for and the screen stays where it is.
    if (!this.shared || this.#readying) return;
    const wanted = this.#wanted();
    if (this.#hidden()) {
      if (wanted && wanted !== holder) this.#cover(wanted);
      return;
    }
    // Everybody has seen this already, so nobody is shown it a second time.
    for (const place of this.places) {
      if (place === holder) continue;
      for (const events of place.waiting.splice(0)) {
        place.director.push(events, { thought: false });
      }
      place.director.skip();
    }
    if (wanted && wanted !== holder) this.#hand(wanted);
  }

  #game() {
    const { holder } = this;
    return holder ? `${holder.connection.match}/${holder.standing?.game}` : "";
  }

  // What goes on by itself

  #automate() {
    const { autoGo, autoLast } = settings.get();
    const wanted = [...(autoGo ? ["go"] : []), ...(autoLast ? ["only_card"] : [])];
    const said = wanted.join(" ");
    for (const place of this.places) {
      if (place.seat === null || /** @type {any} */ (place).automated === said) continue;
      /** @type {any} */ (place).automated = said;
      place.connection.automate(wanted);
    }
  }

  /**
   * The pack that is cut for the first deal needs nobody's leisure: there is nothing to look at.
   * @param {Place} holder
   * @param {Scene} scene
   */
  #begin(holder, scene) {
    const game = this.#game();
    const ready = scene.standing.legal.find((/** @type {any} */ one) => one.type === "ready");
    if (!ready || scene.view.deal !== 0 || this.#began === game) return;
    this.#began = game;
    this.#shuffling = true;
    void this.#shuffle(holder);
  }

  /** @param {Place} holder */
  async #shuffle({ seat, director }) {
    const { ok } = await this.act({ type: "ready", seat, contribution: "" });
    // What it was granted for may come later than the word that it was.
    if (ok) return;
    this.#shuffling = false;
    // It was refused, and waits for a press of the button after all.
    if (director.scene && this.holder?.director === director) {
      this.#emit("scene", director.scene, null);
    }
  }

  /** @param {Place} place @returns {Promise<Answer>} */
  async #ready({ seat, connection, director, waiting }) {
    const sealed =
      director.scene?.view.commitment ||
      waiting.some(({ events }) =>
        events.some((/** @type {any} */ told) => told.event.type === "committed"),
      );
    // A word that is given away before the seal is there is worth nothing.
    if (!sealed) return { ok: false, message: t("The pack is not sealed yet. One moment.") };
    const typed = this.holder?.seat === seat ? this.word : "";
    const contribution = typed && isWord(typed) ? typed : freshened(settings.get().contribution);
    if (this.holder?.seat === seat) this.word = "";
    if (seat === this.places[0]?.seat) kept.sent(connection.match, contribution);
    return connection.act(/** @type {any} */ ({ type: "ready", seat, contribution }));
  }

  /** Keep the score for the list of tables that can be gone on with. @param {Scene} scene */
  #save(scene) {
    if (this.watching) return;
    const { scores } = scene.view;
    const target = scene.setup.rules.target;
    const told = JSON.stringify([scores, target, scene.standing.over]);
    if (told === this.#saved) return;
    this.#saved = told;
    keep(this.code, { scores: [...scores], target, over: scene.standing.over });
  }

  /** @param {Kind} kind @param {...any} told */
  #emit(kind, ...told) {
    for (const listener of [...(this.#listeners.get(kind) ?? [])]) listener(...told);
  }
}
