// @ts-check
/**
 * The table: draws a scene, shows how it came about, and takes what the player wants. What may be
 * done comes from the standing, and every sentence about the game from the server.
 */

import { h } from "../dom.js";
import { reducedMotion } from "../settings.js";
import { sounds } from "../sound.js";
import { cardName, inOrder } from "../text/names.js";
import { choicesOf, countSentence, scoreLines } from "../text/state.js";
import { onLanguage, t } from "../words.js";
import { Bar, claimsOf, offers } from "./bar.js";
import { ending } from "./end.js";
import { held, holding, reordered } from "./hand.js";
import { keyboard } from "./keys.js";
import { layout } from "./layout.js";
import { Log } from "./log.js";
import { Fan, Middle, nearest } from "./middle.js";
import { Cards } from "./motion.js";
import { originOf } from "./origins.js";
import { Others } from "./others.js";
import { lay, say } from "./parts.js";
import { Review } from "./review.js";
import { Scores } from "./scores.js";

/**
 * @typedef {import("./script.js").Scene} Scene
 * @typedef {import("./script.js").Step} Step
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
 * @property {() => unknown} [openSeal]
 * @property {() => unknown} [verify]
 * @property {() => unknown} [save]
 * @property {() => unknown} [help]
 *
 * @typedef {{get: () => any, on: (fn: (settings: any) => void) => () => void}} Settings
 */

const SPEEDS = { slow: 1.6, normal: 1, quick: 0.5, instant: 0, step: 1 };
const SPREAD = { left: 0, top: 0 };

/**
 * Make a table.
 * @param {HTMLElement} element
 * @param {{settings: Settings, actions: Actions}} options
 * @returns {{update: (scene: Scene, step: Step | null) => void, destroy: () => void,
 *   focus: () => void, openLog: () => void, review: () => void,
 *   suggest: (suggestion: {action: any, say: string}) => void}}
 */
export function createTable(element, options) {
  const table = new Table(element, options);
  return {
    update: (scene, step) => table.update(scene, step),
    destroy: () => table.destroy(),
    focus: () => table.focus(),
    openLog: () => table.log.toggle(true),
    review: () => table.startReview(),
    suggest: (suggestion) => table.suggest(suggestion),
  };
}

/** Everything that is drawn, and what the player is about to do. */
export class Table {
  /** @type {Scene | null} */
  scene = null;
  /** @type {import("../text/state.js").Choices | null} */
  choices = null;
  /** @type {string[]} */
  chosen = [];
  /** @type {string[]} */
  hand = [];

  /** @type {string[]} */
  #order = [];
  #place = 26;
  /** @type {number | null} */
  #points = null;
  /** @type {string | null} */
  #peek = null;
  #error = "";
  #advice = "";
  /** @type {string[]} */
  #advised = [];
  #acting = false;
  #look = false;
  #mode = "";
  #ended = "";
  /** @type {Review | null} */
  #review = null;
  /** @type {{scene: Scene, step: Step | null} | null} */
  #reviewed = null;
  /** @type {Map<string, Place>} */
  #places = new Map();
  /** @type {(() => void)[]} */
  #undone = [];
  #settings;
  #actions;

  /**
   * @param {HTMLElement} element
   * @param {{settings: Settings, actions: Actions}} options
   */
  constructor(element, { settings, actions }) {
    this.#settings = settings;
    this.#actions = actions;
    this.#build(element);
    const again = () => this.render(0);
    const watcher = new ResizeObserver(again);
    watcher.observe(this.root);
    const keys = (/** @type {KeyboardEvent} */ event) => keyboard(this, event);
    document.addEventListener("keydown", keys);
    this.#undone.push(
      () => watcher.disconnect(),
      () => document.removeEventListener("keydown", keys),
      settings.on(again),
      onLanguage(again),
    );
  }

  /** @param {HTMLElement} element */
  #build(element) {
    const part = (/** @type {string} */ name, /** @type {any} */ more = {}) =>
      h("div", { class: `pt-${name}`, ...more });
    this.parts = {
      board: part("board"),
      felt: part("felt"),
      others: part("others"),
      middle: part("middle"),
      mine: part("mine"),
      foot: part("foot"),
      words: part("words"),
      under: part("under"),
      fan: part("fan"),
      cards: part("cards"),
      hand: part("hand", { role: "group" }),
      over: part("over", { hidden: true }),
      review: part("review", { hidden: true }),
      log: part("log"),
      note: part("hush", { role: "status" }),
    };
    const { board, felt, others, middle, mine, foot, words, under, fan } = this.parts;
    const { cards, hand, over, review, log, note } = this.parts;
    felt.append(others, middle, mine, foot, under, fan, words, cards, hand, over, review);
    this.root = h("div", { class: "pt" }, board, felt, log, note);
    element.append(this.root);
    this.scores = new Scores(board);
    this.others = new Others(others);
    this.log = new Log(log);
    this.middle = new Middle(words, under);
    this.fan = new Fan(fan, {
      choose: (at) => this.#hold(at),
      cut: () => this.press("primary"),
    });
    this.bar = new Bar(foot, {
      points: (n) => this.#claim(n),
      openSeal: () => this.#actions.openSeal?.(),
    });
    this.cards = new Cards(cards, hand);
    const grip = {
      tap: (/** @type {string} */ card) => this.tap(card),
      drop: (/** @type {string} */ card, /** @type {any} */ at) => this.#drop(card, at),
      holds: (/** @type {string} */ card) => this.hand.includes(card) && !this.scene?.busy,
      felt: () => this.parts?.felt.getBoundingClientRect() ?? SPREAD,
    };
    holding(cards, grip);
    holding(hand, grip);
    felt.addEventListener("click", (event) => this.#tapped(event));
  }

  destroy() {
    for (const undo of this.#undone) undo();
    this.scores?.destroy();
    this.root?.remove();
  }

  /** Take the keyboard to where something can be done. */
  focus() {
    const card = this.parts?.hand.querySelector("button");
    const button = this.parts?.foot.querySelector("button");
    /** @type {HTMLElement | null | undefined} */ (card ?? button)?.focus({ preventScroll: true });
  }

  /**
   * Draw the table anew.
   * @param {Scene} scene
   * @param {Step | null} step what has just happened
   */
  update(scene, step) {
    const old = this.scene;
    this.scene = scene;
    if (step?.quiet) return;
    const { view } = scene;
    const moved = !old || old.view.phase !== view.phase || old.view.deal !== view.deal || scene.fresh;
    if (moved || step) {
      this.#error = "";
      this.#advise("", []);
    }
    if (moved) {
      this.#points = null;
      this.#peek = null;
      this.#look = view.phase === "over" && this.#look && !scene.fresh;
    }
    if (step && ["claimed", "hand_shown", "accepted", "muggins_called"].includes(step.event.type)) {
      this.#points = null;
    }
    this.chosen = this.chosen.filter((card) => view.hand.includes(card));
    if (view.phase === "play" && view.count === 0 && !view.pile.length && moved) this.chosen = [];
    this.#order = held(view.hand, this.#order);
    this.choices = scene.standing ? choicesOf(scene.standing.legal) : null;
    if (this.#review) return;
    const pace = /** @type {Record<string, number>} */ (SPEEDS)[this.#settings.get().pace] ?? 1;
    const speed = scene.fresh || !old || document.hidden ? 0 : step ? step.speed : pace;
    this.render(speed, step);
    if (step) this.#sound(step);
  }

  /**
   * @param {number} speed
   * @param {Step | null} [step]
   * @param {Scene | null} [shown]
   */
  render(speed, step = null, shown = this.#reviewed?.scene ?? this.scene) {
    const { parts, root } = this;
    if (!shown || !parts || !root) return;
    const chosen = this.#settings.get();
    const still = reducedMotion();
    this.#frame(root, chosen);
    const compact = root.dataset.layout !== "wide";
    this.hand = chosen.sorted ? inOrder(shown.view.hand, true) : held(shown.view.hand, this.#order);
    const mode = this.#modeOf(shown);
    this.#mode = mode;
    root.dataset.mode = mode;
    root.dataset.phase = shown.view.phase;
    root.dataset.players = String(shown.setup.rules.players);
    root.classList.toggle("empty-hand", !this.hand.length);
    this.scores?.update(shown, { compact, speed, still });
    this.others?.update(shown);
    this.log?.update(shown);
    this.#foot(shown);
    this.#lie(shown, step, { speed, still, chosen, mode });
    this.#finish(shown);
  }

  /**
   * @param {HTMLElement} root
   * @param {any} chosen
   */
  #frame(root, chosen) {
    const { clientWidth: w, clientHeight: height } = root;
    const kind = w >= 980 && height >= 560 ? "wide" : height < 480 && w > height ? "short" : "tall";
    root.dataset.layout = kind;
    root.classList.toggle("left", chosen.leftHand);
    root.classList.toggle("four-colour", chosen.fourColour);
  }

  /**
   * @param {Scene} scene
   * @returns {string}
   */
  #modeOf(scene) {
    const { phase } = scene.view;
    if (phase === "over" && !scene.busy && !this.#look && !this.#review) return "over";
    if (scene.count) return "show";
    if (phase === "ready" || phase === "shuffle") return "ready";
    if (phase === "cut_for_deal" || phase === "discard" || phase === "cut") return phase;
    return "play";
  }

  /**
   * Put the cards, and what is written beside them, where they belong.
   * @param {Scene} scene
   * @param {Step | null} step
   * @param {{speed: number, still: boolean, chosen: any, mode: string}} how
   */
  #lie(scene, step, { speed, still, chosen, mode }) {
    const { parts, cards } = this;
    if (!parts || !cards) return;
    const felt = parts.felt.getBoundingClientRect();
    const measure = (/** @type {Element} */ element) => {
      const box = element.getBoundingClientRect();
      return { x: box.left - felt.left, y: box.top - felt.top, w: box.width, h: box.height };
    };
    const { backs, piles } = this.others?.places(measure) ?? { backs: new Map(), piles: new Map() };
    const [middle, mine] = [measure(parts.middle), measure(parts.mine)];
    const room = { middle, mine, backs, piles, left: chosen.leftHand };
    const { view, count, lit } = scene;
    const showing = mode === "over" ? "none" : mode;
    const hand = this.hand;
    const { cards: places, marks } = layout(
      { view, mode: showing, hand, chosen: this.chosen, peek: this.#peek, count, lit },
      room,
    );
    const event = step?.event;
    const before = { places: this.#places, scene, event, backs, middle, mine };
    const manner = {
      speed,
      still,
      fourColour: chosen.fourColour,
      largeIndices: chosen.largeIndices,
      origin: (/** @type {string} */ key, /** @type {Place} */ place) => originOf(key, place, before),
    };
    const focused = this.#focused();
    if (event?.type === "dealt") cards.clear();
    cards.show(places, manner);
    this.#places = places;
    this.#dress(scene, places);
    this.#refocus(focused);
    this.middle?.update(scene, mode, marks, middle);
    this.#cutting(scene, marks.fan);
    if (step && speed && event?.type === "scored" && mode === "play") this.#float(event, places, scene);
  }

  /** @returns {number} the place in the hand of the card that has the focus; -1 for none */
  #focused() {
    const active = document.activeElement;
    return active && this.parts ? [...this.parts.hand.children].indexOf(active) : -1;
  }

  /** Keep the focus where it was; a card that was played hands it to its neighbour. @param {number} at */
  #refocus(at) {
    const hand = this.parts?.hand;
    if (at < 0 || !hand || hand.contains(document.activeElement)) return;
    const next = hand.children[Math.min(at, hand.children.length - 1)];
    const button = this.parts?.foot.querySelector(".pt-do, button");
    /** @type {HTMLElement | null} */ (next ?? button ?? null)?.focus({ preventScroll: true });
  }

  /**
   * Name the cards, and show their states.
   * @param {Scene} scene
   * @param {Map<string, Place>} places
   */
  #dress(scene, places) {
    const names = scene.standing?.cards ?? scene.latest?.cards ?? {};
    const plays = this.choices?.plays;
    const turn = Boolean(plays?.size) && !this.#review;
    for (const [key, { element }] of this.cards?.entries() ?? []) {
      const place = places.get(key);
      if (!place || place.card === "??") continue;
      const own = place.zone === "hand" || place.zone === "slot";
      const picked = this.chosen.includes(key);
      const muted = own && turn && !plays?.has(key);
      element.classList.toggle("chosen", own && picked);
      element.classList.toggle("muted", muted);
      element.classList.toggle("advised", own && this.#advised.includes(key));
      element.classList.toggle("lit", scene.lit.includes(key) && !own);
      element.classList.toggle("unlit", scene.busy && scene.lit.length > 0 && !scene.lit.includes(key) && !own && this.#mode === "show");
      element.dataset.side = place.zone === "pile" && place.seat !== null ? String(place.seat % scene.view.scores.length) : "";
      const name = names[key] ?? cardName(key);
      element.setAttribute("aria-label", place.up || own ? name : t("turned over: {card}", { card: name }));
      element.tabIndex = own ? 0 : -1;
      if (own) element.setAttribute("aria-pressed", String(picked));
      else element.removeAttribute("aria-pressed");
      if (own) element.setAttribute("aria-disabled", String(muted));
      else element.removeAttribute("aria-disabled");
    }
    this.parts?.hand.setAttribute("aria-label", t("Your hand"));
  }

  /**
   * Say the points at the card that made them.
   * @param {any} event
   * @param {Map<string, Place>} places
   * @param {Scene} scene
   */
  #float(event, places, scene) {
    if (!event.points || !["play", "go", "heels"].includes(event.reason)) return;
    const last = scene.view.pile.at(-1)?.card ?? scene.view.starter;
    const place = places.get(event.reason === "heels" ? scene.view.starter : last);
    if (!place || !this.parts) return;
    const side = event.seat % scene.view.scores.length;
    const float = h("span", { class: `pt-float side-${side}`, "aria-hidden": "true" }, `+${event.points}`);
    lay(float, { x: place.x + place.w / 2 - 30, y: place.y - 14, w: 60 });
    this.parts.words.append(float);
    const travel = reducedMotion() ? "0" : "-26px";
    float.animate(
      [
        { opacity: 0, translate: "0 8px" },
        { opacity: 1, translate: "0 0", offset: 0.15 },
        { opacity: 1, offset: 0.7 },
        { opacity: 0, translate: `0 ${travel}` },
      ],
      { duration: 1100, easing: "ease-out" },
    ).onfinish = () => float.remove();
  }

  /**
   * @param {Scene} scene
   * @param {Box | null} box
   */
  #cutting(scene, box) {
    const { view } = scene;
    const places = this.#review ? [] : (this.choices?.cuts ?? []).map((cut) => cut.at);
    if (places.length && !places.includes(this.#place)) this.#place = nearest(places, this.#place);
    const many = view.phase === "cut_for_deal" ? 52 : view.pack_size;
    const taken = view.phase === "cut_for_deal" ? view.cut_places : [];
    this.fan?.update(box, many, places, this.#place, taken);
  }

  /** @param {Scene} scene */
  #foot(scene) {
    const claims = scene.busy ? [] : claimsOf(this.choices, this.chosen);
    if (claims.length && this.#points === null) this.#points = 0;
    const doing = {
      act: (/** @type {any} */ action) => this.act(action),
      deeds: this.#deeds(),
      chosen: this.chosen,
      place: this.#place,
      points: claims.length ? (this.#points ?? 0) : null,
    };
    const playing = scene.view.phase === "play" && !scene.view.claim;
    // Where the log is one line, that line says it already.
    const said = this.root?.dataset.layout === "wide" ? scene.sentence : "";
    const calm = scene.standing && !playing ? scene.standing.says : said;
    this.bar?.update({
      offers: this.#review ? [] : offers(scene, this.choices, doing),
      claims,
      points: doing.points,
      says: this.#error || this.#advice || calm,
      tone: this.#error ? "error" : this.#advice ? "advice" : "",
      ask: t("How many points?"),
      seal: this.choices?.ready && !scene.busy ? (scene.view.commitment ?? "").slice(0, 8) : "",
    });
  }

  /** @returns {Record<string, () => unknown>} */
  #deeds() {
    const { nextGame, again, undo, next, skip, verify, save } = this.#actions;
    /** @type {Record<string, () => unknown>} */
    const deeds = {
      nextGame: () => this.#answer(nextGame()),
      again: () => this.#answer(again()),
      undo: () => this.#answer(undo()),
      hint: () => this.hint(),
      next: () => next(),
      skip: () => skip(),
      review: () => this.startReview(),
      look: () => {
        this.#look = true;
        this.render(0);
      },
    };
    if (verify) deeds["verify"] = () => verify();
    if (save) deeds["save"] = () => save();
    return deeds;
  }

  /** @param {Scene} scene */
  #finish(scene) {
    const over = this.parts?.over;
    if (!over) return;
    const on = this.#mode === "over";
    const { standing } = scene;
    const state = on ? JSON.stringify([scene.match, scene.game, scene.log.at(-1)?.text, standing?.next_game, standing?.over, t("Review")]) : "";
    if (state === this.#ended) return;
    this.#ended = state;
    over.hidden = !on;
    if (!on) over.replaceChildren();
    else over.replaceChildren(ending(scene, this.#deeds()));
  }

  // What the player does

  /**
   * Do something at the table.
   * @param {any} action
   */
  async act(action) {
    if (!action || this.#acting) return;
    this.#acting = true;
    try {
      await this.#answer(this.#actions.act(action));
    } finally {
      this.#acting = false;
    }
  }

  /** @param {Promise<Answer> | undefined} asked */
  async #answer(asked) {
    const answer = await asked;
    if (!answer || answer.ok) return;
    this.chosen = [];
    this.complain(answer.message ?? "");
  }

  /** Say why something cannot be done, where the hand is. @param {string} why */
  complain(why) {
    this.#error = why;
    this.render(this.#own());
  }

  /** Ask what a strong player would do. */
  async hint() {
    const answer = await this.#actions.hint();
    if (!answer) return;
    if (answer.action) this.suggest({ action: answer.action, say: answer.say ?? "" });
    else if (!answer.ok) this.complain(answer.message ?? "");
  }

  /**
   * Show what a strong player would do.
   * @param {{action: any, say: string}} suggestion
   */
  suggest({ action, say: advice }) {
    this.#advise(advice, action.cards ?? (action.card ? [action.card] : []));
    this.render(this.#own());
  }

  /**
   * @param {string} advice
   * @param {string[]} cards
   */
  #advise(advice, cards) {
    this.#advice = advice;
    this.#advised = cards;
  }

  /** @returns {number} the speed of what the player does */
  #own() {
    const pace = /** @type {Record<string, number>} */ (SPEEDS)[this.#settings.get().pace] ?? 1;
    return Math.min(1, pace);
  }

  /** @param {string} key */
  press(key) {
    if (key === "primary") this.bar?.primary?.off || this.bar?.primary?.act();
    else this.bar?.press(key);
  }

  /**
   * A card is tapped, or chosen with a key.
   * @param {string} card
   */
  tap(card) {
    const { scene, choices } = this;
    if (!scene) return;
    if (this.#places.get(card)?.zone === "earlier") {
      this.#peek = this.#peek === card ? null : card;
      this.render(this.#own());
      return;
    }
    if (scene.busy) {
      this.#actions.next();
      return;
    }
    if (!choices || !this.hand.includes(card) || this.#review) return;
    this.#error = "";
    if (choices.discards.length) {
      const most = choices.discards[0].cards.length;
      const put = this.chosen.includes(card);
      this.chosen = put ? this.chosen.filter((one) => one !== card) : [...this.chosen, card].slice(-most);
    } else if (choices.plays.size) {
      this.#choose(card);
    }
    this.render(this.#own());
  }

  /** @param {string} card */
  #choose(card) {
    const ways = this.choices?.plays.get(card);
    if (!ways) {
      this.#error = this.scene?.standing?.cards[card] ?? "";
      this.chosen = [];
      return;
    }
    const asks = ways.some((/** @type {any} */ way) => way.claim !== null);
    const sure = this.chosen[0] === card || !this.#settings.get().confirm;
    if (this.chosen[0] !== card) this.#points = null;
    this.chosen = [card];
    if (sure && !asks) void this.act(ways[0]);
  }

  /**
   * A card is let go somewhere on the felt.
   * @param {string} card
   * @param {{x: number, y: number}} at
   */
  #drop(card, at) {
    const { choices, parts } = this;
    if (!parts) return;
    const felt = parts.felt.getBoundingClientRect();
    const mine = parts.mine.getBoundingClientRect();
    const out = at.y < mine.top - felt.top;
    if (out && choices?.discards.length) {
      if (!this.chosen.includes(card)) this.tap(card);
      else this.render(this.#own());
    } else if (out && choices?.plays.has(card)) {
      this.chosen = [];
      this.#choose(card);
      if (!this.bar?.asks && !this.#acting) this.tap(card);
      this.render(this.#own());
    } else if (!out && this.chosen.includes(card) && choices?.discards.length) {
      this.tap(card);
    } else {
      this.#reorder(card, at.x);
    }
  }

  /**
   * @param {string} card
   * @param {number} x
   */
  #reorder(card, x) {
    if (!this.#settings.get().sorted) {
      const others = this.hand.filter((one) => one !== card);
      const to = others.filter((one) => {
        const place = this.#places.get(one);
        return place && place.x + place.w / 2 < x;
      }).length;
      this.#order = reordered(this.hand, card, to);
    }
    this.render(this.#own());
  }

  /** @param {number} at */
  #hold(at) {
    if (at === this.#place) return;
    this.#place = at;
    this.render(this.#own());
  }

  /** @param {number} points */
  #claim(points) {
    this.#points = points;
    this.render(0);
  }

  /** @param {Event} event */
  #tapped(event) {
    const target = event.target instanceof Element ? event.target : null;
    if (target?.closest("button, input, .pt-over, .pt-review")) return;
    if (this.#review) this.#review.step(1);
    else if (this.scene?.busy) this.#actions.next();
    else if (this.#peek || this.#error) {
      this.#peek = null;
      this.#error = "";
      this.render(this.#own());
    } else if (this.#look) {
      this.#look = false;
      this.render(0);
    }
  }

  /** Say something to whoever listens, and show it for a moment. @param {string} text */
  tell(text) {
    const note = this.parts?.note;
    if (!note) return;
    say(note, "");
    requestAnimationFrame(() => say(note, text));
    note.classList.add("on");
    clearTimeout(this.noting);
    this.noting = setTimeout(() => note.classList.remove("on"), 4000);
  }

  /** Say the count of the play. */
  tellCount() {
    if (this.scene) this.tell(countSentence(/** @type {any} */ (this.scene)));
  }

  /** Say the scores. */
  tellScores() {
    if (!this.scene) return;
    this.tell(scoreLines(/** @type {any} */ (this.scene)).map(({ text }) => text).join(". "));
  }

  /** Go on with what is being shown. */
  onward() {
    if (this.#review) this.#review.step(1);
    else this.#actions.next();
  }

  /** Go back in a review. */
  backward() {
    this.#review?.step(-1);
  }

  get reviewing() {
    return this.#review !== null;
  }

  /** Leaf through the game that is over. */
  startReview() {
    const { scene, parts } = this;
    if (!scene || !parts || this.#review) return;
    parts.review.hidden = false;
    this.root?.classList.add("reviewing");
    this.#review = new Review(parts.review, scene, {
      show: (shown, step) => {
        this.#reviewed = { scene: shown, step };
        this.render(step ? this.#own() : 0, step, shown);
      },
      close: () => this.endReview(),
    });
    this.#review.go(0);
  }

  /** Come back from a review. */
  endReview() {
    if (!this.#review || !this.parts) return;
    this.#review = null;
    this.#reviewed = null;
    this.parts.review.hidden = true;
    this.root?.classList.remove("reviewing");
    this.render(0);
    this.focus();
  }

  /** @param {Step} step */
  #sound({ event, logged }) {
    /** @type {Record<string, "card" | "cut" | "peg" | "go" | "points" | "shuffle" | "win">} */
    const heard = {
      played: "card",
      discarded: "card",
      hand_shown: "card",
      starter_cut: "cut",
      dealer_cut: "cut",
      said_go: "go",
      dealt: "shuffle",
      game_ended: "win",
    };
    if (event.type === "scored" && logged && event.points) sounds.play("points");
    else if (heard[event.type]) sounds.play(/** @type {"card"} */ (heard[event.type]));
  }
}
