/**
 * The table: draws a scene, animates the step that led to it, and handles input. The standing
 * contains the legal actions, and the server sends every sentence about the game. The module is
 * long because it combines all parts of the drawing.
 */

import { h, style, write } from "../dom.js";
import { sidesOf } from "../rules.js";
import { cutOf, decisionOf, numbersOf } from "../scene/choices.js";
import { promptOf } from "../scene/combine.js";
import { keptSays } from "../scene/lesson.js";
import { inOrder } from "../scene/names.js";
import { replay } from "../scene/script.js";
import { ahead, expectedEvent, Sent, sentSays } from "../scene/sent.js";
import { thinkingSays, waitsFor } from "../scene/state.js";
import { reducedMotion } from "../settings.js";
import { onLanguage, t } from "../words.js";
import { Bar, offers } from "./bar.js";
import { dress, float } from "./dress.js";
import { Focus } from "./focus.js";
import { Guide } from "./guide.js";
import { handKept, holding } from "./hand.js";
import { Hints } from "./hints.js";
import { Intent } from "./intent.js";
import { keyboard } from "./keys.js";
import { layout } from "./layout.js";
import { Log } from "./log.js";
import { Fan, Middle, nearest } from "./middle.js";
import { appear, Cards, flight } from "./motion.js";
import { Nudge, wave } from "./nudge.js";
import { dealTime, originOf, packOf } from "./origins.js";
import { Others } from "./others.js";
import { Over } from "./over.js";
import { Scores } from "./scores.js";

/** @import { Actions, Face, Settings } from "../review/face.js" */
/** @import { Review } from "../review/review.js" */
/** @import { Scene, Step } from "../scene/script.js" */
/** @import { Box, Placement } from "./layout.js" */
/**
 * @typedef {{settings: Settings, actions: Actions, asides?: import("../scene/asides.js").Asides,
 *   sent?: Sent, presence?: import("../scene/presence.js").Presence}} Options
 */

/** The width below which a table has no room for the scores beside the felt. */
const FLAT = 540;
/** The height below which the parts above the felt shrink. */
const LOW = 560;

/**
 * How long a note stays on the screen, at least and for each of its letters, in milliseconds.
 */
const NOTE = 4000;
const LETTER = 70;

/**
 * Create a table.
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
    review: (stages, close) => table.startReview(stages, close),
    reviewing: () => table.reviewing,
    tell: (text) => table.intent.tell(text),
    hint: () => void table.intent.hint(false),
    note: (text) => table.tell(text),
  };
}

/** @param {string} name @param {Record<string, unknown>} [more] */
const part = (name, more = {}) => h("div", { class: `pt-${name}`, ...more });

/** All elements of a table. */
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
    decision: part("decision", { hidden: true }),
    review: part("review", { hidden: true }),
    log: part("log"),
    note: part("hush", { role: "status" }),
  };
  root = h("div.pt.figures");

  keyboard = new Focus(this);

  /** The tutor's last question. @type {import("./intent.js").Warned | null} */
  #asked = null;
  #hurried = false;
  /** The scale of all sizes. */
  #unit = 1;
  mode = "";
  /** @type {Review | null} */
  #review = null;
  /** @type {Scene | null} */
  #reviewed = null;
  /** @type {Map<string, Placement>} */
  #placements = new Map();
  /** @type {(() => void)[]} */
  #undone = [];
  /** @type {{box: Box, many: number} | null} */
  #fan = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #noting;
  #settings;
  #actions;
  #sent;

  /** @param {HTMLElement} element @param {Options} options */
  constructor(element, { settings, actions, asides, presence, sent = new Sent() }) {
    this.#settings = settings;
    this.#actions = actions;
    this.#sent = sent;
    const { board, felt, log, note, others, middle, mine, foot } = this.parts;
    const { under, fan, words, cards, hand, over, whole, decision, review } = this.parts;
    this.intent = new Intent({
      actions,
      sent,
      settings,
      placements: () => this.#placements,
      redraw: (speed) => this.render(speed),
    });
    const { intent } = this;
    this.scores = new Scores(board, whole, () => this.render(0));
    this.over = new Over(
      over,
      felt,
      () => this.render(intent.pace),
      async (scene) => this.#actions.analysis?.(scene),
    );
    this.others = new Others(others, presence, (seat) => actions.absent?.(seat));
    if (presence) this.#undone.push(presence.on(() => this.render(this.intent.pace)));
    const again = (/** @type {import("../scene/script.js").Count} */ count) =>
      intent.lookAgain(count);
    const keep = (/** @type {boolean} */ open) => settings.set?.({ log: open });
    this.log = new Log(log, { asides, again, keep });
    if (asides) this.#undone.push(asides.on(() => this.scene && this.log.update(this.scene)));
    this.middle = new Middle(words, under, again);
    // A player who has chosen where to cut need not wait for the other cuts.
    const cut = () => {
      if (this.watched) this.hurry();
      this.press("primary");
    };
    this.fan = new Fan(fan, { choose: (at) => intent.hold(at), cut });
    const openSeal = () => actions.openSeal?.();
    this.hints = new Hints(this.root, foot, intent);
    this.bar = new Bar(foot, { points: (n) => intent.claim(n), openSeal });
    this.cards = new Cards(cards, hand);
    this.nudge = new Nudge(() => {
      if (!reducedMotion()) wave(hand);
      this.render(0);
    });
    this.guide = new Guide(
      this.root,
      foot,
      (answer) => void intent.answerGuide(answer),
      () => this.render(0),
    );
    felt.append(others, middle, mine, foot, under, fan, words, cards, hand, over, whole);
    this.root.append(board, felt, decision, review, log, note);
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
    const keys = (/** @type {KeyboardEvent} */ event) => {
      this.nudge.stir();
      keyboard(this, event);
    };
    this.#undone.push(this.keyboard.listen());
    this.root.addEventListener("pointerdown", () => this.nudge.stir());
    document.addEventListener("keydown", keys);
    this.#undone.push(
      () => watcher.disconnect(),
      this.#sent.on(() => this.render(Math.min(1, intent.pace))),
      () => document.removeEventListener("keydown", keys),
      this.#settings.on(again),
      onLanguage(again),
    );
  }

  /** Remove the table. */
  destroy() {
    for (const undo of this.#undone) undo();
    clearTimeout(this.#noting);
    this.nudge.destroy();
    this.#review?.destroy();
    this.scores.destroy();
    this.over.destroy();
    this.root.remove();
  }

  /** Move the focus to the first possible action. */
  focus() {
    this.keyboard.begin();
  }

  /**
   * Draw a scene.
   * @param {Scene} scene
   * @param {Step | null} step the step that led to it
   */
  update(scene, step) {
    const first = !this.scene;
    this.scene = scene;
    this.intent.follow(scene, step);
    // If steps were skipped, animations under way are finished at once.
    const hurried = this.#hurried || scene.fresh;
    this.#hurried = step?.quiet ?? false;
    if (step?.quiet || this.#review) return;
    if (hurried) this.cards.finish();
    const at = step ? step.speed : this.intent.pace;
    const speed = first || hurried || document.hidden ? 0 : at;
    if (step) this.over.follow(scene, step, speed);
    this.render(speed, step);
  }

  /** @param {number} speed @param {Step | null} [step] */
  render(speed, step = null) {
    const { root, intent } = this;
    const now = this.scene && ahead(this.scene, this.#sent.now);
    const scene = this.#reviewed ?? (now && intent.looked(now));
    if (!scene) return;
    const chosen = this.#settings.get();
    const still = reducedMotion();
    this.#frame(scene, chosen);
    const { hand } = scene.view;
    intent.hand = chosen.sorted ? inOrder(hand, true) : intent.holding(hand);
    root.classList.toggle("empty-hand", !hand.length);
    root.classList.toggle("watching", scene.seat === null);
    const compact = !root.classList.contains("roomy");
    this.scores.update(scene, { compact, tight: root.classList.contains("tight"), speed, still });
    this.others.update(scene);
    this.log.update(scene);
    this.#turn(scene);
    this.#foot(scene);
    this.#lie(scene, step, speed, still);
    this.#finish(scene);
    const guided = this.#review ? null : scene.guide;
    if (this.guide.update(guided, this.#placements)) {
      this.#lie(scene, null, speed, still);
      this.guide.update(guided, this.#placements);
    }
    this.keyboard.keep();
  }

  /** @param {Scene} scene @param {any} chosen the settings */
  #frame(scene, chosen) {
    const { root } = this;
    const { clientWidth: w, clientHeight: height } = root;
    const broad = w >= 980;
    const beside = broad && height >= 560;
    const flat = !beside && (broad || height < 480) && w > height && w >= FLAT;
    const upright = w >= 600 && height >= 760 ? "tablet" : "tall";
    const kind = beside ? "wide" : flat ? "short" : upright;
    this.mode = this.#modeOf(scene);
    Object.assign(root.dataset, {
      layout: kind,
      mode: this.mode,
      phase: scene.view.phase,
      sides: String(scene.view.scores.length),
      partners: sidesOf(scene.setup.rules) < scene.setup.seats.length ? "yes" : "no",
      counting: scene.setup.rules.counting,
    });
    root.classList.toggle("judging", !this.parts.decision.hidden);
    root.classList.toggle("roomy", beside || kind === "tablet");
    // On a tablet, three sides or four leave no room for another word.
    root.classList.toggle("tight", kind === "tablet" && scene.view.scores.length > 2);
    // The review of the decisions takes the place of the log.
    const log = chosen.log && this.parts.decision.hidden;
    root.classList.toggle("logged", beside && log);
    root.classList.toggle("low", kind === "tall" && height < LOW);
    this.log.place(beside, log);
    // Cards scale with the font size.
    this.#unit = beside ? parseFloat(getComputedStyle(document.documentElement).fontSize) / 16 : 1;
    root.classList.toggle("left", chosen.leftHand);
    root.classList.toggle("four-colour", chosen.fourColour);
  }

  /**
   * Light the hand while this player is asked, and dim it while another one is.
   * @param {Scene} scene
   */
  #turn(scene) {
    const { root } = this;
    const { seat, busy, guide } = scene;
    const told = this.#review || guide || seat === null || this.#sent.now;
    const [first = null] = told ? [] : waitsFor(scene);
    const asked = first !== null && first === seat && !busy;
    root.dataset.turn = asked ? "mine" : first === null || first === seat ? "" : "theirs";
    this.nudge.await(asked ? decisionOf(scene) : "");
    root.classList.toggle("nudged", this.nudge.given);
  }

  /** @param {Scene} scene @returns {string} the content of the middle of the felt */
  #modeOf(scene) {
    const { phase } = scene.view;
    const done = phase === "over" && !scene.busy && !this.over.celebrates;
    if (done && !this.intent.look && !this.#review) return "over";
    if (scene.count) return "show";
    if (this.intent.begins(scene) && !this.#review) return "cut_for_deal";
    if (phase === "ready" || phase === "shuffle") return "ready";
    if (phase === "cut_for_deal" || phase === "discard" || phase === "cut") return phase;
    return "play";
  }

  /**
   * Place the cards, and the texts beside them.
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
    const { backs, piles } = this.others.boxes(measure);
    const [middle, mine] = [measure(parts.middle), measure(parts.mine)];
    const { view, count, lit } = scene;
    const { hand, combining } = intent;
    const decided = scene.decided?.chosen ?? [];
    const kept = this.#review && mode === "play" ? handKept(view, hand, chosen.sorted) : hand;
    const raised = this.#review ? lit : [...lit, ...combining.picked];
    const { cards: placements, marks } = layout(
      {
        view,
        mode,
        hand,
        kept,
        chosen: this.#review ? decided : intent.chosen,
        count,
        lit: raised,
      },
      { middle, mine, backs, piles, left: chosen.leftHand },
      this.#unit,
    );
    const event = step?.event;
    const moves = event ?? expectedEvent(this.#sent.now);
    const [old, fan] = [this.#placements, this.#fan];
    const before = { placements: old, scene, event: moves, backs, middle, mine, fan };
    // A card that this player has played is on its way already, or has arrived.
    const flies = this.#placements.get(event?.card)?.zone !== "pile" || cards.moves(event.card);
    const focused = this.keyboard.at();
    /** @type {import("./motion.js").Manner} */
    const manner = {
      speed,
      still,
      fourColour: chosen.fourColour,
      largeIndices: chosen.largeIndices,
      origin: (key, placement) => originOf(key, placement, before),
    };
    if (event?.type === "dealt") {
      cards.sweep(packOf(before), manner);
      appear(parts.under, still ? 0 : speed);
      // The cards of the deal fly over the text.
      appear(parts.words, still ? 0 : speed, dealTime(event));
    }
    cards.show(placements, manner);
    this.#placements = placements;
    dress(cards, placements, scene, this.#review ? null : intent);
    parts.hand.setAttribute("aria-label", t("Your hand"));
    this.keyboard.back(focused);
    const own = this.#review ? null : combining;
    this.middle.update(scene, mode, marks, middle, own, flies ? flight(event, speed, still) : 0);
    this.#cutting(scene, marks.fan);
    if (mode !== "play") parts.felt.querySelectorAll(".pt-float").forEach((old) => old.remove());
    if (speed && event?.type === "scored" && mode === "play") {
      float(parts.felt, event, placements, scene, middle, still);
    }
  }

  /** @param {Scene} scene @param {Box | null} box */
  #cutting(scene, box) {
    const { intent } = this;
    const { view, lifted } = scene;
    const first = this.mode === "cut_for_deal";
    const taken = first ? view.cut_places : [];
    const cuts = this.#review ? [] : intent.free(scene).filter((at) => !taken.includes(at));
    if (cuts.length) intent.cutAt = nearest(cuts, intent.cutAt);
    const many = first ? 52 : view.pack_size;
    this.fan.update(box, many, cuts, intent.cutAt, taken, lifted);
    this.#fan = box && { box, many };
  }

  /** @param {Scene} scene */
  #foot(scene) {
    const { intent, root } = this;
    const { choices, chosen } = intent;
    const { calling } = intent;
    const claims =
      scene.busy || intent.warning
        ? []
        : numbersOf(calling ? choices?.muggins : (choices?.play ?? choices?.claim));
    // Most cards of the play score nothing, so zero is preset; for a hand nothing is preset.
    const none = claims.length && !calling && choices?.play ? 0 : null;
    const points = intent.points ?? none;
    const cutAt = nearest(numbersOf(cutOf(choices)), intent.cutAt);
    const act = (/** @type {any} */ action) => intent.act(action);
    const { warning } = intent;
    const doing = { act, handlers: this.#handlers(), chosen, cutAt, points, calling, warning };
    // Where the log is one line, that line shows the last sentence.
    const said = root.classList.contains("logged") ? scene.sentence : "";
    const played = scene.view.phase === "play";
    const asked = root.dataset.turn === "mine";
    const due = scene.standing && (!played || asked) && !scene.guide;
    const kept = keptSays(scene.guide, chosen);
    const calm =
      kept || due ? kept || thinkingSays(scene) || promptOf(scene, choices, points) : said;
    const begins = intent.begins(scene);
    const ready = choices?.ready && !scene.busy && !begins;
    const waits = sentSays(this.#sent.now);
    this.hints.update(!scene.busy && !this.#review);
    const asks = warning !== this.#asked && warning !== null;
    this.#asked = warning;
    this.bar.update({
      sent: scene.busy ? "" : (this.#sent.now?.key ?? ""),
      offers: this.#review || begins ? [] : offers(scene, choices, doing),
      claims: this.#review ? [] : claims,
      points,
      says: waits || intent.says || this.#asks(calling) || intent.worth || calm,
      tone: waits ? "waits" : intent.error ? "error" : intent.tone || (asked ? "turn" : ""),
      ask: calling ? t("How many points were missed?") : t("How many points?"),
      sealed: Boolean(ready && scene.view.commitment),
    });
    if (asks) this.bar.focus();
  }

  /**
   * Ask for the missed points; on a phone the play leaves no room for that beside the cards.
   * @param {boolean} calling
   * @returns {string}
   */
  #asks(calling) {
    const room = this.mode !== "play" || this.root.classList.contains("roomy");
    return calling && room ? t("How many points were missed?") : "";
  }

  /** @returns {Record<string, (of?: any) => unknown>} */
  #handlers() {
    const { intent } = this;
    const { nextGame, again, another, undo, next, skip } = this.#actions;
    const { drills, verify, save, share, toReview, compare, standings } = this.#actions;
    /** @type {Record<string, (of?: any) => unknown>} */
    const handlers = {
      nextGame: () => intent.ask("nextGame", nextGame),
      undo: () => intent.ask("undo", undo),
      hint: () => intent.hint(),
      takeBack: () => intent.takeBack(),
      allTheSame: () => intent.allTheSame(),
      why: () => intent.why(),
      call: () => intent.call(true),
      back: () => intent.call(false),
      letStand: () => intent.letStand(),
      next: () => next(),
      skip: () => skip(),
      review: (number) => void this.startReview(undefined, undefined, number ?? null),
      guideDone: () => intent.answerGuide("done"),
      look: () => {
        intent.look = true;
        this.render(0);
      },
    };
    if (again) handlers.again = () => intent.ask("again", again);
    if (another) handlers.another = () => intent.ask("another", another);
    const others = { drills, toReview, compare, standings, verify, save, share };
    for (const [name, act] of Object.entries(others)) {
      if (act) handlers[name] = () => act();
    }
    return handlers;
  }

  /** @param {Scene} scene */
  #finish(scene) {
    const on = this.mode === "over";
    this.over.update(scene, on, this.#handlers());
    if (on) this.over.answer(this.#sent.now, this.intent.error);
  }

  /**
   * Press a button of the bar; `primary` is the primary one.
   * @param {string} key
   * @returns {boolean} whether there is such a button
   */
  press(key) {
    const { primary } = this.bar;
    return this.bar.press(key === "primary" ? (primary?.key ?? "") : key);
  }

  /** @param {Event} event */
  #tapped(event) {
    const target = event.target instanceof Element ? event.target : null;
    const { intent } = this;
    if (this.over.celebrates) return this.over.end();
    if (target?.closest("button, input, .pt-over, .pt-whole, .pt-fan.mine")) return;
    if (!this.#review && this.scene?.guide?.way === "press") void intent.answerGuide("done");
    else if (this.#review || this.watched) this.onward();
    else if (!intent.chosen.length) intent.rest();
  }

  /**
   * Announce a text, and show it for a moment.
   * @param {string} text
   */
  tell(text) {
    const { note } = this.parts;
    write(note, "");
    requestAnimationFrame(() => write(note, text));
    note.classList.add("on");
    clearTimeout(this.#noting);
    const long = Math.max(NOTE, LETTER * text.length);
    this.#noting = setTimeout(() => note.classList.remove("on"), long);
  }

  /** Whether there is something to watch: steps being shown, or a player who is thinking. */
  get watched() {
    const { scene, over } = this;
    return Boolean(scene && (scene.busy || scene.thinking !== null || over.celebrates));
  }

  /** Show the next step. */
  onward() {
    if (this.#review) this.#review.step(1);
    else if (this.over.celebrates) this.over.end();
    else this.#actions.next();
  }

  /** Show the remaining steps at once. */
  hurry() {
    this.over.end();
    this.#actions.skip();
  }

  /** Show the keys. */
  help() {
    this.#actions.help?.(this.reviewing);
  }

  /** The current replay, if any. */
  get reviewing() {
    return this.#review;
  }

  /**
   * Start a replay.
   * @param {[Scene, Step][]} [stages] the steps; those of the finished game by default
   * @param {(() => void) | null} [close] returns from the replay, by default to the table; null for
   *   nowhere
   * @param {number | null} first the number of the decision to show first; null for the beginning
   * @returns {Promise<Review | null>}
   */
  async startReview(stages, close = () => this.endReview(), first = null) {
    const { review, decision } = this.parts;
    const asked = this.scene;
    const [{ Review }, { drawDecision }, analysis = null] = await Promise.all([
      import("../review/review.js"),
      import("./decision.js"),
      asked && this.#actions.analysis?.(asked),
      style("review"),
    ]);
    if (!this.scene || (this.#review && !stages)) return this.#review;
    this.intent.rest();
    this.root.classList.add("reviewing");
    review.hidden = false;
    this.#review = new Review(review, stages ?? replay(this.scene), {
      show: (scene, step) => {
        this.#reviewed = scene;
        this.render(step ? Math.min(1, this.intent.pace) : 0, step);
      },
      tell: (text) => this.tell(text),
      judges: analysis && { element: decision, analysis, draw: drawDecision, first },
      ...(close ? { close } : {}),
    });
    this.#review.go(0);
    return this.#review;
  }

  /** End the replay and return to the table. */
  endReview() {
    this.#review?.destroy();
    this.#review = null;
    this.#reviewed = null;
    this.parts.review.hidden = true;
    this.parts.decision.hidden = true;
    this.root.classList.remove("reviewing");
    this.render(0);
    this.parts.over.querySelector("button")?.focus({ preventScroll: true });
  }
}
