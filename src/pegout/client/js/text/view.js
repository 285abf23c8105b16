/**
 * The table in words: a second view of the same table, for screen readers and for users who prefer
 * text.
 *
 * The view keeps its elements from step to step, so that the focus and the reading position stay.
 * It is long because one class holds all elements.
 */

import { find, h, pushButton, style, uniqueId, write } from "../dom.js";
import { MEANT } from "../held.js";
import { Review } from "../review/review.js";
import { rowsOf } from "../scene/advice.js";
import { actionOf, allows, choicesOf, decisionOf, manyOf, numbersOf } from "../scene/choices.js";
import { keptSays } from "../scene/lesson.js";
import { cardName, cardShort, inOrder } from "../scene/names.js";
import { replay } from "../scene/script.js";
import { ahead, Sent, sentSays } from "../scene/sent.js";
import { phaseName, thinkingSays } from "../scene/state.js";
import { joined, onLanguage, t } from "../words.js";
import { askControls, askSays, stillAsked } from "./asking.js";
import { controlsOf } from "./controls.js";
import { Counting } from "./counting.js";
import { DecisionList, writeDecision } from "./decided.js";
import { drawCount, drawLog, drawTable } from "./draw.js";
import { keyed, putAttribute } from "./keyed.js";
import { handleKey, helpLines } from "./keys.js";
import { createLive } from "./live.js";
import { Luck } from "./luck.js";

/** @import { Face } from "../review/face.js" */
/** @import { Scene } from "../scene/state.js" */
/** @import { Control } from "./controls.js" */
/** @typedef {Record<string, any>} Actions */

const NOTHING = choicesOf(null);

/**
 * Create the text view in an element.
 * @param {HTMLElement} element
 * @param {{settings: {get(): any}, actions: Actions, live?: import("./live.js").Live,
 *   asides?: import("../scene/asides.js").Asides, sent?: Sent,
 *   presence?: import("../scene/presence.js").Presence}} options without `live` the view creates its
 *   own regions, for its answers
 * @returns {{update(scene: Scene, step?: unknown): void, destroy(): void, focus(): void,
 *   review: Face["review"], reviewing: Face["reviewing"], hint: Face["hint"]}}
 */
export function createTextView(element, { settings, actions, live, asides, sent, presence }) {
  const view = new TextView(element, settings, actions, live ?? createLive(element), sent);
  view.asides = asides;
  view.presence = presence;
  const stops = [
    onLanguage(() => view.again()),
    view.sent.on(() => view.received && view.update(view.received)),
    presence?.on(() => view.received && view.update(view.received)),
    asides?.on(() => view.scene && drawLog(view, view.scene)),
  ];
  return {
    update: (scene) => view.update(scene),
    focus: () => view.heading.focus(),
    review: (stages, close) => view.review(stages, close),
    reviewing: () => view.reviewing,
    hint: () => void view.hint(false),
    destroy() {
      for (const stop of stops) stop?.();
      if (!live) view.live.destroy();
      view.destroy();
    },
  };
}

/**
 * Create a section with its heading, and a function that changes the heading.
 * @param {string} name
 * @param {"h2" | "h3"} level
 * @param {string} look further classes
 */
function section(name, level = "h3", look = "") {
  const id = uniqueId("text");
  const heading = h(level, { id, tabindex: "-1" });
  const box = h("section", { class: `text-${name} ${look}`, "aria-labelledby": id }, heading);
  return { box, heading };
}

/**
 * Say how the game ended, if it has.
 * @param {Scene} scene
 * @returns {string}
 */
function endLine(scene) {
  if (scene.view.phase !== "over") return "";
  const { log, outcome } = scene;
  const latest = [...log].reverse();
  const ended = (/** @type {string} */ wanted) =>
    latest.find(({ type }) => type === wanted)?.text ?? "";
  const resigned = scene.view.resigned === null ? "" : (scene.standing?.says ?? "");
  const feats = outcome?.feats.flatMap(({ word, says }) => [word, says]) ?? [];
  const won = outcome ? [outcome.says, ...feats, outcome.worth] : [ended("game_ended")];
  const learnt = scene.standing?.guide?.learnt ?? [];
  return [resigned, ...won, ended("match_ended"), ...learnt].filter(Boolean).join(" ");
}

/** The text view; `keys.js` handles its keys. */
export class TextView {
  /**
   * @param {HTMLElement} element
   * @param {{get(): any}} settings
   * @param {Actions} actions
   * @param {import("./live.js").Live} live
   * @param {Sent} sent the request under way
   */
  constructor(element, settings, actions, live, sent = new Sent()) {
    this.settings = settings;
    this.actions = actions;
    this.live = live;
    this.sent = sent;
    /** @type {import("../scene/asides.js").Asides | undefined} */
    this.asides = undefined;
    /** @type {import("../scene/presence.js").Presence | undefined} */
    this.presence = undefined;
    /** @type {string[]} */
    this.chosen = [];
    /** @type {Scene | null} the scene as the server sent it */
    this.received = null;
    /** @type {Scene | null} the scene as it is shown: a request under way is taken as granted */
    this.scene = null;
    /** When the end of the game was first shown; 0 before. */
    this.overAt = 0;
    /** @type {Control[]} */
    this.controls = [];
    this.choices = NOTHING;
    /** The current replay or review, if any. @type {import("../review/review.js").Review | null} */
    this.reviewing = null;
    /** The scene to return to afterwards. @type {Scene | null} */
    this.behind = null;
    this.open = false;
    /** @type {unknown} the standing in which a claim of zero was to be confirmed */
    this.asked = null;
    /** @type {{options: import("../scene/advice.js").Advice, decision: string} | null} a hint */
    this.hinted = null;
    /** The tutor's question. @type {import("./asking.js").Asking | null} */
    this.asking = null;
    /** @type {import("../scene/script.js").Count | null} a hand that is shown again */
    this.shown = null;
    this.logged = "";
    this.phase = "";

    const [state, hand, controls, count] = [
      section("state", "h2"),
      section("hand"),
      section("controls"),
      section("count", "h3", "sheet"),
    ];
    const [table, scores, log] = ["table", "scores", "log"].map((name) =>
      section(name, "h3", "sheet"),
    );
    this.sections = { state, hand, controls, count, table, scores, log };
    this.heading = state.heading;
    this.says = h("p.text-says");
    this.note = h("p.text-note", { hidden: true });
    this.figure = h("p.text-figure.dense.quiet", h("span"), " ", h("b"));
    this.luck = new Luck(
      async (scene) => this.actions.analysis?.(scene),
      (number) => void this.review(undefined, undefined, number),
    );
    state.box.append(this.says, this.luck.element, this.figure, this.note);
    this.cards = h("ul.text-cards.list", { role: "list" });
    hand.box.append(this.cards);
    this.buttons = h("div.text-buttons.wrap");
    controls.box.append(this.buttons);
    this.counted = h("p.text-counted");
    this.phrases = h("ol.text-phrases");
    this.sum = h("p.text-sum.big");
    this.counting = new Counting(this);
    this.hands = h("ul.text-hands.wrap", { role: "list" });
    count.box.append(this.counted, this.counting.element, this.phrases, this.sum, this.hands);
    this.rows = h("dl.text-rows.ruled");
    table.box.append(this.rows);
    this.sides = h("ul.text-sides.ruled", { role: "list" });
    this.tally = h("ul.text-tally.note", { role: "list" });
    scores.box.append(this.sides, this.tally);
    this.deals = h("div.text-deals");
    log.box.append(this.deals);
    this.summary = h("summary");
    this.keys = h("ul.text-keys", { role: "list" });
    this.help = h("details.text-help", this.summary, this.keys);

    this.replay = h("div.text-review.surface.shrink.list", { hidden: true });
    this.decision = h("div.text-decision.list", { hidden: true });
    this.decisions = new DecisionList();
    this.root = h(
      "div.text-view.list.figures",
      this.replay,
      h(
        "div.text-main.shrink.list",
        ...[state.box, this.decision, count.box, hand.box, controls.box, table.box],
      ),
      h("div.text-side.shrink.list", this.decisions.element, scores.box, log.box, this.help),
    );
    element.append(this.root);
    this.onKey = (/** @type {KeyboardEvent} */ event) => handleKey(this, event);
    document.addEventListener("keydown", this.onKey);
  }

  destroy() {
    this.reviewing?.destroy();
    this.luck.destroy();
    document.removeEventListener("keydown", this.onKey);
    this.root.remove();
  }

  /** Write all texts again, in another language. */
  again() {
    this.logged = "";
    if (this.received) this.update(this.received);
  }

  /** @param {Scene} received */
  update(received) {
    if (this.reviewing && received.standing) {
      this.behind = received;
      return;
    }
    const before = this.focused();
    const { now } = this.sent;
    const scene = ahead(received, now);
    const open = scene.standing && !scene.busy && !now?.granted;
    this.received = received;
    this.scene = scene;
    this.open = Boolean(open);
    this.choices = open ? choicesOf(scene.standing) : NOTHING;
    if (scene.view.phase !== this.phase) {
      this.phase = scene.view.phase;
      this.chosen = [];
    }
    this.chosen = this.chosen.filter((card) => received.view.hand.includes(card));
    this.titles(scene);
    const stands = open ? scene.standing.says : scene.sentence;
    const says = sentSays(now) || scene.guide?.says || thinkingSays(scene) || stands;
    write(this.says, endLine(scene) || says);
    if (!this.reviewing) this.luck.update(scene);
    this.luck.element.hidden = this.reviewing !== null;
    const [label, number] = /** @type {Element[]} */ ([...this.figure.children]);
    if (label) write(label, t("Count"));
    if (number) write(number, String(scene.view.count));
    this.figure.hidden = scene.view.phase !== "play";
    this.counting.update(scene);
    const { summary, busy } = scene;
    if (busy || !summary.some(({ count }) => count === this.shown)) this.shown = null;
    drawCount(this, scene);
    this.drawHand();
    this.drawControls();
    drawTable(this, scene);
    drawLog(this, scene);
    this.refocus(before);
  }

  /** @param {Scene} scene */
  titles(scene) {
    const { sections } = this;
    write(sections.state.heading, phaseName(scene));
    write(sections.hand.heading, t("Your hand"));
    write(sections.controls.heading, t("What you can do"));
    write(sections.table.heading, t("On the table"));
    write(sections.scores.heading, t("Scores"));
    write(sections.log.heading, t("The log"));
    write(this.summary, t("Keys"));
    keyed(
      this.keys,
      helpLines(this.settings.get().keys, this.reviewing),
      (line) => line.key,
      ({ key }) => h("li", h("kbd", key), h("span")),
      (item, { text }) => write(/** @type {Element} */ (item.lastElementChild), text),
    );
    sections.hand.box.hidden = scene.view.seat === null || scene.view.hand.length === 0;
    this.root.lang = document.documentElement.lang;
  }

  drawHand() {
    const scene = /** @type {Scene} */ (this.scene);
    const hand = inOrder(scene.view.hand, this.settings.get().sorted);
    const choosing = manyOf(this.choices) > 0;
    const { combining } = this.counting;
    const open = combining.open(scene);
    keyed(
      this.cards,
      hand,
      (card) => card,
      (card) => this.makeCard(card),
      (item, card, at) => {
        const button = /** @type {HTMLElement} */ (item.firstElementChild);
        const [number, , name] = /** @type {Element[]} */ ([...button.children]);
        write(/** @type {Element} */ (number), String(at + 1));
        write(/** @type {Element} */ (name), scene.standing?.cards[card] ?? cardName(card));
        const taps = open.includes(card);
        const can = taps || allows(this.choices, card);
        const chosen = taps ? combining.picked : this.chosen;
        const pressed = taps || (choosing && can) ? chosen.includes(card) : null;
        putAttribute(button, "aria-pressed", pressed);
        putAttribute(button, "aria-disabled", can ? null : true);
      },
    );
  }

  /** @param {string} card */
  makeCard(card) {
    return h(
      "li",
      pushButton(
        { class: "text-card list", "data-card": card },
        () => this.press(card),
        h("kbd", { "aria-hidden": "true" }),
        h(
          "b",
          { "aria-hidden": "true", class: `big suit-${card.charAt(1).toLowerCase()}` },
          cardShort(card),
        ),
        h("span"),
      ),
    );
  }

  /** @param {string} card */
  press(card) {
    if (this.sent.now) return;
    const scene = /** @type {Scene} */ (this.scene);
    const name = scene.standing?.cards[card] ?? cardName(card);
    const { combining } = this.counting;
    if (combining.open(scene).includes(card)) {
      combining.tap(card, scene);
      return;
    }
    if (!allows(this.choices, card)) {
      this.tell(`${name}. ${scene.standing?.says ?? t("Wait a moment.")}`);
      return;
    }
    const { play } = this.choices;
    if (play && !numbersOf(play).length && !this.settings.get().confirm) {
      this.act(actionOf(this.choices, scene.view.seat, "play", { chosen: [card] }));
      return;
    }
    const max = manyOf(this.choices);
    if (this.chosen.includes(card)) this.chosen = this.chosen.filter((other) => other !== card);
    else if (max === 1) this.chosen = [card];
    else if (this.chosen.length < max) this.chosen.push(card);
    else {
      this.tell(
        t("Put one of the chosen cards back first: {cards}.", {
          cards: joined(this.chosen.map(cardName)),
        }),
      );
      return;
    }
    this.tell(keptSays(scene.guide, this.chosen));
    this.drawHand();
    this.drawControls();
  }

  drawControls() {
    const scene = /** @type {Scene} */ (this.scene);
    const { pace, thinking } = this.settings.get();
    const handlers = {
      ...this.actions,
      hint: this.actions.hint && (() => this.hint()),
      review: () => void this.review(),
      undo: this.actions.undo && (() => this.ask("undo", this.actions.undo)),
      nextGame: this.actions.nextGame && (() => this.ask("next_game", this.actions.nextGame)),
      another: this.actions.another && (() => this.ask("another", this.actions.another)),
      again: this.actions.again && (() => this.ask("again", this.actions.again)),
    };
    const act = (/** @type {any} */ action) => this.act(action);
    this.controls = controlsOf(scene, this.choices, {
      act,
      open: this.open,
      handlers,
      chosen: this.chosen,
      pace,
      thinking,
      sure: () => this.sure(),
      justOver: this.justOver(scene),
    });
    for (const seat of this.presence?.absent ?? []) {
      const state = this.presence?.of(seat).text ?? "";
      const name = this.presence?.nameOf(seat) ?? "";
      const label = t("{name}: {state}. What to do", { name, state });
      const act = () => this.actions.absent?.(seat);
      this.controls.push({ key: `absent/${seat}`, label, act });
    }
    this.asking = stillAsked(this.asking, scene);
    if (this.asking) this.controls = askControls(this, this.asking);
    this.controls.push(...this.hintControls(scene));
    if (this.reviewing) this.controls = [];
    this.sections.controls.box.hidden = this.controls.length === 0;
    keyed(
      this.buttons,
      this.controls,
      ({ key, field }) => (field ? `${key}#` : key),
      (control) => this.makeControl(control),
      (item, control) => this.drawControl(item, control),
    );
  }

  /** @param {Control} control */
  makeControl(control) {
    const { key } = control;
    const button = h("button.button.text-button", {
      type: control.field ? "submit" : "button",
    });
    if (!control.field) {
      button.addEventListener("click", () => this.run(key, 0));
      return button;
    }
    const [id, help] = [uniqueId("field"), uniqueId("help")];
    const input = h("input.input", {
      id,
      type: "number",
      inputmode: "numeric",
      required: true,
      dataset: { field: key },
      "aria-describedby": help,
    });
    const submit = (/** @type {Event} */ event) => {
      event.preventDefault();
      this.submit(key, input);
    };
    return h(
      "form.text-form.list",
      { novalidate: true, onsubmit: submit },
      h("label", { for: id }),
      h("span.text-row.wrap", input, button),
      h("small.help", { id: help }),
    );
  }

  /** @param {HTMLElement} item @param {Control} control */
  drawControl(item, control) {
    const button = /** @type {HTMLElement} */ (
      item.matches("button") ? item : item.querySelector("button")
    );
    write(button, control.label);
    button.classList.toggle("primary", control.primary ?? false);
    const { now } = this.sent;
    button.classList.toggle("sent", now?.key === control.key);
    putAttribute(button, "aria-disabled", control.why || now ? true : null);
    if (!control.field) return;
    const { label, minimum, maximum, help } = control.field;
    write(/** @type {Element} */ (item.querySelector("label")), label);
    write(/** @type {Element} */ (item.querySelector("small")), help);
    const input = /** @type {HTMLInputElement} */ (item.querySelector("input"));
    putAttribute(input, "min", String(minimum));
    putAttribute(input, "max", String(maximum));
  }

  /** @param {string} key @param {HTMLInputElement} input */
  submit(key, input) {
    const control = this.controls.find((item) => item.key === key);
    if (!control?.field) return;
    if (control.why) {
      this.tell(control.why);
      return;
    }
    const { minimum, maximum, taken } = control.field;
    const number = Number(input.value);
    const fits = Number.isInteger(number) && number >= minimum && number <= maximum;
    if (input.value === "" || !fits || taken.includes(number)) {
      this.tell(
        input.value !== "" && fits
          ? t("{number} is taken already; type another.", { number })
          : t("Type a number from {minimum} to {maximum}.", { minimum, maximum }),
      );
      // What is typed next replaces it.
      input.focus();
      input.select();
      return;
    }
    input.value = "";
    this.run(key, number);
  }

  /**
   * Return whether the end of a game has only just been shown, and a press is meant for the game.
   * @param {Scene} scene
   * @returns {boolean}
   */
  justOver({ standing }) {
    if (!standing?.next_game && !standing?.over) {
      this.overAt = 0;
      return false;
    }
    if (!this.overAt) {
      this.overAt = performance.now();
      setTimeout(() => this.root.isConnected && this.drawControls(), MEANT + 1);
    }
    return performance.now() - this.overAt < MEANT;
  }

  /**
   * Run a control.
   * @param {string} key
   * @param {number} number
   * @returns {boolean} whether there is such a control now
   */
  run(key, number) {
    const control = this.controls.find((item) => item.key === key);
    if (!control) return false;
    if (control.why) this.tell(control.why);
    else control.act(number);
    return true;
  }

  /** @param {any} action */
  act(action) {
    if (action) void this.ask(action.type, () => this.actions.act(action), action);
  }

  /**
   * Send a request, one at a time, and show the reason of a refusal.
   * @param {string} key
   * @param {() => any} send
   * @param {any} [action]
   */
  async ask(key, send, action = null) {
    if (this.sent.now) return;
    this.tell("");
    const said = await this.sent.ask(key, this.received, async () => send(), action);
    if (said?.warning) this.warn(said.warning);
    else if (said && said.ok === false && said.message) this.tell(said.message);
  }

  /**
   * Show a hand of this deal again.
   * @param {import("../scene/script.js").Count} count
   */
  lookAgain(count) {
    const scene = /** @type {Scene} */ (this.scene);
    this.shown = count === scene.count ? null : count;
    drawCount(this, scene);
    this.live.say([this.counted.textContent, ...count.phrases].join(" "));
  }

  /** Ask once to confirm a claim of zero. @returns {boolean} whether it was asked before */
  sure() {
    const { standing } = /** @type {Scene} */ (this.scene);
    if (this.asked === standing) return true;
    this.asked = standing;
    this.tell(t("Nothing in it? Press again to count zero."));
    const input = this.buttons.querySelector("input");
    if (input) input.value = "0";
    return false;
  }

  /** Move the focus to the muggins field. @returns {boolean} whether there is one */
  callMuggins() {
    const input = find(this.buttons, "[data-field=muggins]");
    input?.focus();
    return input !== null;
  }

  /** @param {import("../scene/warned.js").Warning} warning */
  warn(warning) {
    this.asking = { ...warning, entries: this.scene?.entries };
    this.hinted = null;
    this.drawControls();
    this.tell(askSays(warning));
    this.buttons.querySelector("button")?.focus();
  }

  /** @param {boolean} [asked] whether the player asked for it, and is told why there is none */
  async hint(asked = true) {
    const decision = this.scene && decisionOf(this.scene);
    const answer = await this.actions.hint();
    const { scene } = this;
    // A late answer belongs to an earlier decision.
    if (!scene || decisionOf(scene) !== decision) return;
    const options = answer?.advice;
    this.hinted = options ? { options, decision } : null;
    this.drawControls();
    const say = answer?.say ?? (asked && answer?.ok === false ? answer.message : "");
    if (say) this.tell(say);
  }

  /**
   * Return a button for each option of a hint, which selects its cards.
   * @param {Scene} scene
   * @returns {Control[]}
   */
  hintControls(scene) {
    const { hinted } = this;
    if (!hinted || hinted.decision !== decisionOf(scene) || !this.open) return [];
    const rows = rowsOf(hinted.options).filter(({ cards }) => cards.length);
    return rows.map(({ cards, name }, at) => ({
      key: `option/${at}`,
      label: t("Choose {option}", { option: name }),
      act: () => this.choose(cards),
    }));
  }

  /**
   * Select the cards of a hint; the first button then takes the action.
   * @param {string[]} cards
   */
  choose(cards) {
    if (this.sent.now) return;
    this.chosen = [...cards];
    this.asking = null;
    this.tell(t("Chosen: {cards}.", { cards: joined(cards.map(cardName)) }));
    this.drawHand();
    this.drawControls();
  }

  /**
   * Start a replay of the finished game, or of the given steps.
   * @param {[Scene, import("../scene/script.js").Step][]} [stages]
   * @param {(() => void) | null} [close]
   * @param {number | null} [first] the number of the decision to show as soon as it is reviewed
   */
  async review(stages, close = () => this.endReview(), first = null) {
    const scene = /** @type {Scene} */ (this.behind ?? this.scene);
    if (this.reviewing && !stages) return this.reviewing;
    this.behind = scene;
    this.replay.hidden = false;
    const [analysis = null] = await Promise.all([this.actions.analysis?.(scene), style("review")]);
    this.reviewing = new Review(this.replay, stages ?? replay(scene), {
      show: (shown) => this.update(shown),
      tell: (text) => this.tell(text),
      judges: analysis && {
        element: this.decision,
        analysis,
        draw: writeDecision,
        first,
        reviewed: (judged, go) => this.decisions.update(judged, go),
      },
      ...(close ? { close } : {}),
    });
    this.reviewing.go(0);
    if (close) this.heading.focus({ preventScroll: true });
    return this.reviewing;
  }

  /** End the replay. */
  endReview() {
    this.reviewing?.destroy();
    this.reviewing = null;
    this.replay.hidden = true;
    this.decision.hidden = true;
    this.decisions.element.hidden = true;
    const scene = this.behind;
    this.behind = null;
    if (scene) this.update(scene);
    this.heading.focus();
  }

  /**
   * Show and announce an answer to the player.
   * @param {string} text
   */
  tell(text) {
    write(this.note, text);
    this.note.hidden = !text;
    this.live.say(text);
  }

  /** Return the focused element's position, to restore the focus when the element is removed. */
  focused() {
    const active = document.activeElement;
    if (!active || !this.root.contains(active)) return null;
    /** @type {Element[]} */
    const cards = [...this.cards.querySelectorAll("button")];
    return { active, at: cards.indexOf(active) };
  }

  /** @param {{active: Element, at: number} | null} before */
  refocus(before) {
    if (!before) return;
    const { active, at } = before;
    const hidden = active.closest("[hidden]");
    if (active.isConnected && !hidden) return;
    const cards = [...this.cards.querySelectorAll("button")];
    const next = at >= 0 ? (cards[at] ?? cards.at(-1)) : null;
    (next ?? this.heading).focus();
  }
}
