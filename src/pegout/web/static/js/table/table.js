// @ts-check
/**
 * The table: draws a scene, shows how it came about, and takes what the player wants. What may be
 * done comes from the standing, and every sentence about the game from the server.
 */

import { h } from "../dom.js";
import { reducedMotion } from "../settings.js";
import { inOrder } from "../text/names.js";
import { thinkingSays } from "../text/state.js";
import { onLanguage, t } from "../words.js";
import { Bar, claimsOf, offers } from "./bar.js";
import { dress, float } from "./dress.js";
import { ending } from "./end.js";
import { Focus } from "./focus.js";
import { holding } from "./hand.js";
import { Intent } from "./intent.js";
import { keyboard } from "./keys.js";
import { layout } from "./layout.js";
import { Log } from "./log.js";
import { Fan, Middle, nearest } from "./middle.js";
import { Cards, flight } from "./motion.js";
import { originOf } from "./origins.js";
import { Others } from "./others.js";
import { say } from "./parts.js";
import { Scores } from "./scores.js";

/**
 * @typedef {import("./script.js").Scene} Scene
 * @typedef {import("./script.js").Step} Step
 * @typedef {import("./review.js").Review} Review
 * @typedef {import("./layout.js").Box} Box
 * @typedef {import("./layout.js").Place} Place
 *
 * @typedef {{ok: boolean, message?: string, action?: any, say?: string}} Answer
 *
 * @typedef {object} Actions what the page does for the table
 * @property {(action: any) => Promise<Answer>} act
 * @property {() => Promise<Answer>} undo
 * @property {() => Promise<Answer>} nextGame
 * @property {() => Promise<Answer>} again
 * @property {() => Promise<Answer>} hint
 * @property {() => unknown} next
 * @property {() => unknown} skip
 * @property {(question: import("./combine.js").Question) =>
 *   Promise<import("./combine.js").Named>} [combine] name what some cards of a hand make
 * @property {() => boolean} [beginning] whether the first pack comes without anybody's doing
 * @property {() => unknown} [openSeal]
 * @property {() => unknown} [verify]
 * @property {() => unknown} [save]
 *
 * @typedef {{get: () => any, on: (fn: (settings: any) => void) => () => void}} Settings
 *
 * @typedef {{settings: Settings, actions: Actions, asides?: import("./asides.js").Asides}} Options
 *
 * @typedef {object} Face what the page sees of a table
 * @property {(scene: Scene, step: Step | null) => void} update
 * @property {() => void} destroy
 * @property {() => void} focus take the keyboard to where something can be done
 * @property {() => void} openLog
 * @property {() => void} review leaf through the game
 * @property {(suggestion: {action: any, say: string}) => void} suggest show a hint
 */

/** How long what a key has asked for stays on the screen, in milliseconds. */
const NOTE = 4000;

/**
 * Make a table.
 * @param {HTMLElement} element
 * @param {Options} options
 * @returns {Face}
 */
export function createTable(element, options) {
  const table = new Table(element, options);
  return {
    update: (scene, step) => table.update(scene, step),
    destroy: () => table.destroy(),
    focus: () => table.focus(),
    openLog: () => table.log.toggle(true),
    review: () => table.startReview(),
    suggest: (suggestion) => table.intent.suggest(suggestion),
  };
}

/**
 * @param {string} name
 * @param {Record<string, unknown>} [more]
 */
const part = (name, more = {}) => h("div", { class: `pt-${name}`, ...more });

/** Everything that is drawn. */
export class Table {
  /** @type {Scene | null} */
  scene = null;

  parts = {
    board: part("board"),
    felt: part("felt", { tabindex: -1 }),
    others: part("others"),
    middle: part("middle"),
    mine: part("mine"),
    foot: part("foot"),
    under: part("under"),
    fan: part("fan"),
    words: part("words"),
    cards: part("cards"),
    hand: part("hand", { role: "group" }),
    over: part("over", { hidden: true }),
    whole: part("whole", { role: "group" }),
    review: part("review", { hidden: true }),
    log: part("log"),
    note: part("hush", { role: "status" }),
  };
  root = h("div", { class: "pt" });

  keyboard = new Focus(this);

  #hurried = false;
  mode = "";
  #ended = "";
  /** @type {Review | null} */
  #review = null;
  /** @type {Scene | null} */
  #reviewed = null;
  /** @type {Map<string, Place>} */
  #places = new Map();
  /** @type {(() => void)[]} */
  #undone = [];
  /** @type {{box: Box, many: number} | null} */
  #fan = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #noting;
  #settings;
  #actions;

  /**
   * @param {HTMLElement} element
   * @param {Options} options
   */
  constructor(element, { settings, actions, asides }) {
    this.#settings = settings;
    this.#actions = actions;
    const { board, felt, log, note, others, middle, mine, foot } = this.parts;
    const { under, fan, words, cards, hand, over, whole, review } = this.parts;
    this.intent = new Intent({
      actions,
      settings,
      places: () => this.#places,
      redraw: (speed) => this.render(speed),
    });
    const { intent } = this;
    this.scores = new Scores(board, whole, () => this.render(0));
    this.others = new Others(others);
    this.log = new Log(log, asides);
    if (asides) this.#undone.push(asides.on(() => this.scene && this.log.update(this.scene)));
    this.middle = new Middle(words, under);
    // Whoever has a place in hand need not wait for what the others do.
    const cut = () => {
      if (this.watched) this.hurry();
      this.press("primary");
    };
    this.fan = new Fan(fan, { choose: (at) => intent.hold(at), cut });
    const openSeal = () => actions.openSeal?.();
    this.bar = new Bar(foot, { points: (n) => intent.claim(n), openSeal });
    this.cards = new Cards(cards, hand);
    felt.append(others, middle, mine, foot, under, fan, words, cards, hand, over, whole, review);
    this.root.append(board, felt, log, note);
    element.append(this.root);
    this.#listen();
  }

  #listen() {
    const { intent } = this;
    const { cards, hand, felt, mine } = this.parts;
    const grip = {
      tap: (/** @type {string} */ card) => intent.tap(card),
      drop: (/** @type {string} */ card, /** @type {{x: number, y: number}} */ at) => {
        intent.drop(card, at.x, at.y < mine.offsetTop);
      },
      holds: (/** @type {string} */ card) => intent.hand.includes(card) && !this.scene?.busy,
      felt: () => felt.getBoundingClientRect(),
    };
    this.#undone.push(holding(cards, grip), holding(hand, grip));
    felt.addEventListener("click", (event) => this.#tapped(event));
    const again = () => this.render(0);
    const watcher = new ResizeObserver(again);
    watcher.observe(this.root);
    const keys = (/** @type {KeyboardEvent} */ event) => keyboard(this, event);
    this.#undone.push(this.keyboard.listen());
    document.addEventListener("keydown", keys);
    this.#undone.push(
      () => watcher.disconnect(),
      () => document.removeEventListener("keydown", keys),
      this.#settings.on(again),
      onLanguage(again),
    );
  }

  /** Take the table away. */
  destroy() {
    for (const undo of this.#undone) undo();
    clearTimeout(this.#noting);
    this.scores.destroy();
    this.root.remove();
  }

  /** Take the keyboard to where something can be done. */
  focus() {
    this.keyboard.begin();
  }

  /**
   * Draw the table anew.
   * @param {Scene} scene
   * @param {Step | null} step what has just happened
   */
  update(scene, step) {
    const first = !this.scene;
    this.scene = scene;
    this.intent.follow(scene, step);
    // Where steps were passed over, nobody waits for what is still on its way.
    const hurried = this.#hurried || scene.fresh;
    this.#hurried = step?.quiet ?? false;
    if (step?.quiet || this.#review) return;
    if (hurried) this.cards.finish();
    const at = step ? step.speed : this.intent.pace;
    this.render(first || hurried || document.hidden ? 0 : at, step);
  }

  /**
   * @param {number} speed
   * @param {Step | null} [step]
   */
  render(speed, step = null) {
    const scene = this.#reviewed ?? this.scene;
    if (!scene) return;
    const { root, intent } = this;
    const chosen = this.#settings.get();
    const still = reducedMotion();
    const compact = this.#frame(scene, chosen) !== "wide";
    const { hand } = scene.view;
    intent.hand = chosen.sorted ? inOrder(hand, true) : intent.holding(hand);
    root.classList.toggle("empty-hand", !hand.length);
    root.classList.toggle("watching", scene.seat === null);
    this.scores.update(scene, { compact, speed, still });
    this.others.update(scene);
    this.log.update(scene);
    this.#foot(scene);
    this.#lie(scene, step, speed, still);
    this.#finish(scene);
    this.keyboard.keep();
  }

  /**
   * @param {Scene} scene
   * @param {any} chosen the settings
   * @returns {string} how the table is laid out
   */
  #frame(scene, chosen) {
    const { root } = this;
    const { clientWidth: w, clientHeight: height } = root;
    const flat = height < 480 && w > height;
    const kind = w >= 980 && height >= 560 ? "wide" : flat ? "short" : "tall";
    this.mode = this.#modeOf(scene);
    Object.assign(root.dataset, {
      layout: kind,
      mode: this.mode,
      phase: scene.view.phase,
      players: String(scene.setup.rules.players),
    });
    root.classList.toggle("roomy", kind === "wide" || (w >= 600 && height >= 760));
    root.classList.toggle("vast", kind === "wide" && w >= 1500 && height >= 860);
    root.classList.toggle("left", chosen.leftHand);
    root.classList.toggle("four-colour", chosen.fourColour);
    return kind;
  }

  /**
   * @param {Scene} scene
   * @returns {string} what the middle of the felt is for
   */
  #modeOf(scene) {
    const { phase } = scene.view;
    if (phase === "over" && !scene.busy && !this.intent.look && !this.#review) return "over";
    if (scene.count) return "show";
    if (this.intent.begins(scene) && !this.#review) return "cut_for_deal";
    if (phase === "ready" || phase === "shuffle") return "ready";
    if (phase === "cut_for_deal" || phase === "discard" || phase === "cut") return phase;
    return "play";
  }

  /**
   * Put the cards, and what is written beside them, where they belong.
   * @param {Scene} scene
   * @param {Step | null} step
   * @param {number} speed
   * @param {boolean} still
   */
  #lie(scene, step, speed, still) {
    const { parts, cards, intent, mode } = this;
    const chosen = this.#settings.get();
    const felt = parts.felt.getBoundingClientRect();
    const measure = (/** @type {Element} */ element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      return { x: left - felt.left, y: top - felt.top, w: width, h: height };
    };
    const { backs, piles } = this.others.places(measure);
    const [middle, mine] = [measure(parts.middle), measure(parts.mine)];
    const { view, count, lit } = scene;
    const { hand, peek, combining } = intent;
    const raised = this.#review ? lit : [...lit, ...combining.picked];
    const { cards: places, marks } = layout(
      { view, mode, hand, chosen: this.#review ? [] : intent.chosen, peek, count, lit: raised },
      { middle, mine, backs, piles, left: chosen.leftHand },
    );
    const event = step?.event;
    const before = { places: this.#places, scene, event, backs, middle, mine, fan: this.#fan };
    const focused = this.keyboard.at();
    /** @type {import("./motion.js").Manner} */
    const manner = {
      speed,
      still,
      fourColour: chosen.fourColour,
      largeIndices: chosen.largeIndices,
      origin: (key, place) => originOf(key, place, before),
    };
    if (event?.type === "dealt") cards.sweep(manner);
    cards.show(places, manner);
    this.#places = places;
    dress(cards, places, scene, this.#review ? null : intent);
    parts.hand.setAttribute("aria-label", t("Your hand"));
    this.keyboard.back(focused);
    const found = this.#review ? [] : combining.found;
    this.middle.update(scene, mode, marks, middle, found, flight(event, speed, still));
    this.#cutting(scene, marks.fan);
    if (mode !== "play") parts.felt.querySelectorAll(".pt-float").forEach((old) => old.remove());
    if (speed && event?.type === "scored" && mode === "play") {
      float(parts.felt, event, places, scene, still);
    }
  }

  /**
   * @param {Scene} scene
   * @param {Box | null} box
   */
  #cutting(scene, box) {
    const { intent } = this;
    const { view, lifted } = scene;
    const first = this.mode === "cut_for_deal";
    const taken = first ? view.cut_places : [];
    const places = this.#review ? [] : intent.free(scene).filter((at) => !taken.includes(at));
    if (places.length) intent.place = nearest(places, intent.place);
    const many = first ? 52 : view.pack_size;
    this.fan.update(box, many, places, intent.place, taken, lifted);
    this.#fan = box && { box, many };
  }

  /** @param {Scene} scene */
  #foot(scene) {
    const { intent, root } = this;
    const { choices, chosen } = intent;
    const claims = scene.busy ? [] : claimsOf(choices, chosen);
    const points = claims.length ? (intent.points ?? 0) : null;
    const place = nearest(choices?.cuts.map((cut) => cut.at) ?? [], intent.place);
    const act = (/** @type {any} */ action) => intent.act(action);
    const doing = { act, deeds: this.#deeds(), chosen, place, points };
    // Where the log is one line, that line says what has happened.
    const said = root.dataset.layout === "wide" ? scene.sentence : "";
    const playing = scene.view.phase === "play" && !scene.view.claim;
    const calm = scene.standing && !playing ? thinkingSays(scene) || scene.standing.says : said;
    const begins = intent.begins(scene);
    const ready = choices?.ready && !scene.busy && !begins;
    this.bar.update({
      offers: this.#review || begins ? [] : offers(scene, choices, doing),
      claims: this.#review ? [] : claims,
      points,
      says: intent.error || intent.advice || calm,
      tone: intent.error ? "error" : intent.advice ? "advice" : "",
      ask: t("How many points?"),
      seal: ready ? (scene.view.commitment ?? "").slice(0, 8) : "",
    });
  }

  /** @returns {Record<string, () => unknown>} */
  #deeds() {
    const { intent } = this;
    const { nextGame, again, undo, next, skip, verify, save } = this.#actions;
    /** @type {Record<string, () => unknown>} */
    const deeds = {
      nextGame: () => intent.answered(nextGame()),
      again: () => intent.answered(again()),
      undo: () => intent.answered(undo()),
      hint: () => intent.hint(),
      next: () => next(),
      skip: () => skip(),
      review: () => this.startReview(),
      look: () => {
        intent.look = true;
        this.render(0);
      },
    };
    if (verify) deeds["verify"] = () => verify();
    if (save) deeds["save"] = () => save();
    return deeds;
  }

  /** @param {Scene} scene */
  #finish(scene) {
    const { over } = this.parts;
    const on = this.mode === "over";
    const { standing, match, game, log, points } = scene;
    // What is drawn stays as long as it is true, and the focus with it.
    const { next_game: next, over: ended } = standing ?? {};
    const facts = [match, game, log.at(-1), points, next, ended, t("Review")];
    const state = on ? JSON.stringify(facts) : "";
    over.hidden = !on;
    if (state === this.#ended) return;
    this.#ended = state;
    over.replaceChildren();
    if (on) over.append(ending(scene, this.#deeds()));
  }

  /**
   * Press a button of the foot; `primary` is the bright one.
   * @param {string} key
   */
  press(key) {
    const { primary } = this.bar;
    if (key !== "primary") this.bar.press(key);
    else if (primary && !primary.off) primary.act();
  }

  /** @param {Event} event */
  #tapped(event) {
    const target = event.target instanceof Element ? event.target : null;
    if (target?.closest("button, input, .pt-over, .pt-whole, .pt-review, .pt-fan.mine")) return;
    if (this.#review || this.watched) this.onward();
    else if (!this.intent.chosen.length) this.intent.rest();
  }

  /**
   * Say something to whoever listens, and show it for a moment.
   * @param {string} text
   */
  tell(text) {
    const { note } = this.parts;
    say(note, "");
    requestAnimationFrame(() => say(note, text));
    note.classList.add("on");
    clearTimeout(this.#noting);
    this.#noting = setTimeout(() => note.classList.remove("on"), NOTE);
  }

  /** Whether there is something to look on at: steps that are shown, or somebody who thinks. */
  get watched() {
    return Boolean(this.scene && (this.scene.busy || this.scene.thinking !== null));
  }

  /** Go on with what is being shown. */
  onward() {
    if (this.#review) this.#review.step(1);
    else this.#actions.next();
  }

  /** Show the rest of what has happened at once. */
  hurry() {
    this.#actions.skip();
  }

  /** Go back in a review. */
  backward() {
    this.#review?.step(-1);
  }

  get reviewing() {
    return this.#review !== null;
  }

  /** Leaf through the game. */
  async startReview() {
    const { review } = this.parts;
    const { Review } = await import("./review.js");
    if (!this.scene || this.#review) return;
    this.intent.rest();
    this.root.classList.add("reviewing");
    review.hidden = false;
    this.#review = new Review(review, this.scene, {
      show: (scene, step) => {
        this.#reviewed = scene;
        this.render(step ? Math.min(1, this.intent.pace) : 0, step);
      },
      close: () => this.endReview(),
    });
    this.#review.go(0);
  }

  /** Come back from a review. */
  endReview() {
    this.#review = null;
    this.#reviewed = null;
    this.parts.review.hidden = true;
    this.root.classList.remove("reviewing");
    this.render(0);
    this.parts.over.querySelector("button")?.focus({ preventScroll: true });
  }
}
