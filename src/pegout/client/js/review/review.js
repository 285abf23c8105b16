/** A replay: steps through a game, or jumps between events of one kind. */

import { h, pushButton, write } from "../dom.js";
import { icon } from "../draw/icons.js";
import { rounded } from "../scene/figures.js";
import { t } from "../words.js";
import { noMistakeSays, openSays, verdictSays } from "./decisions.js";
import { Judged } from "./judged.js";
import { Judging } from "./judging.js";
import { Strip } from "./strip.js";

/** @import { Scene, Step } from "../scene/script.js" */
/** @import { Decision } from "./judged.js" */
/**
 * @typedef {"deal" | "own" | "score" | "mistake"} Jump the kind of event to jump to
 *
 * @typedef {object} Handlers
 * @property {(scene: Scene, step: Step | null) => void} show
 * @property {(text: string) => void} tell announces a sentence, and shows it for a moment
 * @property {() => void} [close] returns from the replay, if there is something to return to
 * @property {Judges | null} [judges] the functions that review the decisions, if possible
 *
 * @typedef {object} Judges
 * @property {HTMLElement} element the element of the review
 * @property {import("./judging.js").Analysis} analysis
 * @property {import("./judging.js").Draw} draw draws a decision
 * @property {number | null} [first] the number of the decision to show as soon as it is reviewed
 * @property {(judged: Judged | null, go: (at: number) => void) => void} [reviewed] receives the
 *   results of a review
 */

/** The buttons between steps, which stay the same. */
const FIXED = 2;

/** The events that are a seat's decisions; the rest follows from the cards. */
const DECISIONS = ["discarded", "played", "claimed", "muggins_called", "resigned"];

/** @type {Record<Exclude<Jump, "mistake">, (scene: Scene, step: Step) => boolean>} */
const PLACES = {
  deal: (_, { event }) => event.type === "dealt",
  own: ({ seat }, { event }) => DECISIONS.includes(event.type) && event.seat === seat,
  score: (_, { event, logged }) => event.type === "scored" && event.points > 0 && logged,
};

/** The control bar of a replay, with the current step. */
export class Review {
  /** @type {[Scene, Step][]} */
  #stages;
  #at = 0;
  #slider;
  #text;
  #position;
  #handlers;
  #element;
  #jumps;
  #strip = new Strip();
  #openWord = h("span.pt-open-word");
  #openFigure = h("span.pt-open-figure.figures", { "aria-hidden": "true" });
  /** The button that shows the chance with all cards open, if it is known. */
  #opens = pushButton(
    { class: "button pt-quiet pt-open nowrap", "aria-pressed": "false" },
    () => this.#open(),
    icon("eye"),
    this.#openWord,
    this.#openFigure,
  );
  /** @type {Judging | null} */
  #judging = null;
  /** The results of the review, once known. @type {Judged | null} */
  #judged = null;
  /** The number of the decision to show once it is reviewed. @type {number | null} */
  #first = null;
  /**
   * The buttons that are disabled at the ends of the game. @type {[HTMLElement, () => number][]}
   */
  #buttons = [];

  /**
   * @param {HTMLElement} element
   * @param {[Scene, Step][]} stages the steps of the game
   * @param {Handlers} handlers
   */
  constructor(element, stages, handlers) {
    this.#stages = stages;
    this.#handlers = handlers;
    this.#text = h("p.pt-review-text", { role: "status" });
    this.#position = h("span.pt-review-position.quiet.nowrap.figures");
    this.#slider = h("input.pt-review-slider.shrink", {
      type: "range",
      min: 0,
      max: Math.max(0, stages.length - 1),
      "aria-label": t("Place in the game"),
      oninput: () => this.go(this.#strip.near(Number(this.#slider.value))),
    });
    this.#jumps = h("div.pt-review-jumps");
    const { close, judges } = handlers;
    element.replaceChildren(
      this.#text,
      h(
        "div.pt-review-row.between.row",
        this.#button("‹", t("Back"), () => this.#at - 1),
        h("div.pt-strip.grow", this.#strip.elements, this.#slider),
        this.#button("›", t("Forward"), () => this.#at + 1),
        this.#position,
        close
          ? pushButton(
              {
                class: "icon-button",
                "aria-label": t("Close the review"),
                title: t("Close the review"),
              },
              close,
              icon("close"),
            )
          : null,
      ),
      this.#jumps,
    );
    this.#element = element;
    if (judges) {
      const { element: beside, analysis, draw, first = null } = judges;
      this.#first = first;
      this.#judging = new Judging(beside, analysis, draw, (progress) => this.#judge(progress));
    }
    this.#drawJumps();
    this.#judging?.ask();
  }

  /** Cancel the review. */
  destroy() {
    this.#judging?.destroy();
  }

  /**
   * Show the results at the current step.
   * @param {import("./judging.js").Progress | null} progress null if there are no results any more
   */
  #judge(progress) {
    const review = progress?.review;
    const [own] = this.#stages;
    if (progress?.stages) {
      const at = this.#at / Math.max(1, this.#stages.length - 1);
      this.#stages = progress.stages;
      this.#slider.max = String(Math.max(0, progress.stages.length - 1));
      this.#at = Math.round(at * (progress.stages.length - 1));
    }
    const seat = own?.[0].seat ?? null;
    this.#judged = review ? new Judged(review, this.#stages, seat) : null;
    this.#element.classList.toggle("judged", this.#judged !== null);
    this.#strip.draw(this.#judged, this.#stages.length);
    this.#drawJumps();
    this.#handlers.judges?.reviewed?.(this.#judged, (to) => this.go(to));
    const first = this.#judged?.decisions.find(({ decision }) => decision.number === this.#first);
    if (first) this.#first = null;
    this.go(first?.at ?? this.#at);
  }

  /** Whether the buttons go from decision to decision, and not from step to step. */
  get #byDecisions() {
    return this.#judging?.on ?? false;
  }

  #drawJumps() {
    this.#buttons.length = FIXED;
    this.#jumps.replaceChildren(...this.#groups());
  }

  /** @returns {HTMLElement[]} */
  #groups() {
    const group = (
      /** @type {Jump} */ jump,
      /** @type {string} */ name,
      /** @type {string} */ back,
      /** @type {string} */ on,
    ) =>
      h(
        "div",
        { class: `pt-review-jump middle ${jump}`, role: "group", "aria-label": name },
        this.#button("‹", back, () => this.#find(jump, -1), jump),
        h("span", { "aria-hidden": "true" }, name),
        this.#button("›", on, () => this.#find(jump, 1), jump),
      );
    const seated = this.#stages[0]?.[0].seat !== null;
    return [
      group("deal", t("Deals"), t("The deal before"), t("The next deal")),
      seated
        ? group("own", t("My moves"), t("My decision before"), t("My next decision"))
        : h("span"),
      group("score", t("Points"), t("The score before"), t("The next score")),
      ...(this.#judged
        ? [group("mistake", t("Mistakes"), t("The mistake before"), t("The next mistake"))]
        : []),
      ...(this.#judged?.opened.length ? [this.#opens] : []),
    ];
  }

  /** Show or hide the chance of winning with all cards open. */
  #open() {
    this.#strip.opened = !this.#strip.opened;
    this.#opens.setAttribute("aria-pressed", String(this.#strip.opened));
    this.#strip.draw(this.#judged, this.#stages.length);
    this.go(this.#at);
  }

  /**
   * @param {string} sign
   * @param {string} label
   * @param {() => number} to returns the target step; outside of the game, the button is disabled
   * @param {Jump | null} [jump] the kind of event that it leads to
   * @returns {HTMLElement}
   */
  #button(sign, label, to, jump = null) {
    const step = sign === "›" && label === t("Forward");
    const act = () => {
      if (this.#stages[to()]) this.go(to(), step);
      else if (jump === "mistake") this.#none(sign === "›" ? 1 : -1);
    };
    const made = pushButton(
      { class: "pt-step touch centred", "aria-label": label, title: label },
      act,
      sign,
    );
    this.#buttons.push([made, to]);
    return made;
  }

  /** Move the focus to the button for the next step. */
  focus() {
    this.#buttons[1]?.[0].focus({ preventScroll: true });
  }

  /** The current step. */
  get at() {
    return this.#at;
  }

  /** @param {number} to @param {boolean} [moving] whether to animate the step */
  go(to, moving = false) {
    const at = Math.max(0, Math.min(this.#stages.length - 1, to));
    const stage = this.#stages[at];
    if (!stage) return;
    this.#at = at;
    const [scene, step] = stage;
    const judged = this.#judged;
    const decision = judged?.decisionAt(at) ?? null;
    this.#slider.value = String(at);
    const sentence = step.sentence || scene.sentence;
    const says = decision ? `${sentence} ${verdictSays(decision)}` : sentence;
    write(this.#text, says);
    write(this.#position, t("{at} of {all}", { at: at + 1, all: this.#stages.length }));
    for (const [button, target] of this.#buttons) {
      button.setAttribute("aria-disabled", String(!this.#stages[target()]));
    }
    const chance = this.#strip.stand(at);
    if (judged) {
      const { opened } = this.#strip;
      write(this.#openWord, opened ? openSays(judged, at) : t("All cards open"));
      write(this.#openFigure, opened ? rounded(judged.openAt(at)) : "");
      this.#opens.title = t("All cards open");
    }
    this.#slider.setAttribute("aria-valuetext", chance ? `${says} ${chance}.` : says);
    this.#judging?.update(judged, decision);
    const shown = { ...scene, busy: true, standing: null };
    const before = decision && this.#before(at, decision);
    if (before) this.#handlers.show({ ...shown, ...before }, null);
    else this.#handlers.show(shown, moving ? { ...step, speed: 1 } : null);
  }

  /**
   * Return the scene before a decision, with the chosen and the best option marked.
   * @param {number} at
   * @param {Decision} decision
   * @returns {Partial<Scene> | null} null if the seat's cards are unknown
   */
  #before(at, { seat, options, chosen }) {
    const [scene] = this.#stages[at - 1] ?? [];
    if (!scene || scene.seat !== seat) return null;
    const cards = options[chosen]?.cards ?? [];
    const best = options
      .filter((option, n) => n === 0 || option.tied)
      .map((option) => option.cards);
    const good = best.some((choice) => choice === cards);
    const decided = { chosen: cards, advised: good ? [] : (best[0] ?? []) };
    const { sentence } = /** @type {[Scene, Step]} */ (this.#stages[at])[0];
    return { ...scene, busy: true, standing: null, sentence, decided };
  }

  /** Go one step forward or back. @param {number} by */
  step(by) {
    this.go(this.#at + by, by > 0);
  }

  /**
   * Return the next or previous step of a kind.
   * @param {Jump} jump
   * @param {number} by
   * @returns {number} -1 if there is none
   */
  #find(jump, by) {
    const judged = this.#judged;
    if (jump === "mistake") return judged?.next(this.#at, by, true) ?? -1;
    if (jump === "own" && judged?.decisions.length) return judged.next(this.#at, by);
    const isOne = PLACES[jump];
    for (let at = this.#at + by; this.#stages[at]; at += by) {
      const [scene, step] = /** @type {[Scene, Step]} */ (this.#stages[at]);
      if (isOne(scene, step)) return at;
    }
    return -1;
  }

  /** Say that no mistake follows, or none comes before. @param {number} by */
  #none(by) {
    if (this.#judged) this.#handlers.tell(noMistakeSays(this.#judged, by));
  }

  /**
   * Handle a key.
   * @param {KeyboardEvent} event
   * @returns {boolean} whether the key belongs to the replay
   */
  key({ key, shiftKey }) {
    const by = shiftKey ? -1 : 1;
    const steps = shiftKey || !this.#byDecisions;
    const end = (/** @type {number} */ on) => (on > 0 ? this.#stages.length - 1 : 0);
    const turn = (/** @type {number} */ on) => {
      if (steps) return this.#at + on;
      const there = this.#find("own", on);
      return there < 0 ? end(on) : there;
    };
    /** @type {Record<string, () => number>} */
    const targets = {
      ArrowRight: () => turn(1),
      ArrowLeft: () => turn(-1),
      ArrowDown: () => this.#find("deal", 1),
      ArrowUp: () => this.#find("deal", -1),
      Home: () => end(-1),
      End: () => end(1),
      d: () => this.#find("own", by),
      p: () => this.#find("score", by),
      ...(this.#byDecisions ? { n: () => this.#find("mistake", by) } : {}),
    };
    if (key.toLowerCase() === "t" && this.#judging?.playsOn) {
      const decision = this.#judged?.decisionAt(this.#at);
      if (decision) void this.#judging.tryAgain(decision);
      return true;
    }
    if (key.toLowerCase() === "a" && this.#judging?.on) {
      this.#judging.askAbout();
      return true;
    }
    if (key === "Escape" && this.#handlers.close) {
      this.#handlers.close();
      return true;
    }
    const name = key.length === 1 ? key.toLowerCase() : key;
    if (name === "o" && this.#judged?.opened.length) {
      this.#open();
      return true;
    }
    const target = targets[name];
    if (!target) return false;
    if (this.#stages[target()]) this.go(target(), key === "ArrowRight" && steps);
    else if (name === "n") this.#none(by);
    return true;
  }

  /**
   * Return the keys with their functions.
   * @returns {{key: string, text: string}[]}
   */
  keys() {
    return reviewKeys(this.#byDecisions, this.#judging?.playsOn);
  }
}

/**
 * Return the keys of a replay with their functions.
 * @param {boolean} [decisions] whether the decisions are reviewed
 * @param {boolean} [playsOn] whether decisions can be tried again
 * @returns {{key: string, text: string}[]}
 */
export function reviewKeys(decisions = false, playsOn = false) {
  return [
    ...(decisions
      ? [
          { key: "← →", text: t("from decision to decision") },
          { key: "N", text: t("the next mistake; with Shift the one before") },
          ...(playsOn
            ? [{ key: "T", text: t("try this decision again, with the same cards") }]
            : []),
          { key: "A", text: t("ask about this position") },
          { key: "Shift ← →", text: t("step by step") },
          { key: "O", text: t("the chance of winning with all cards open, on and off") },
        ]
      : [{ key: "← →", text: t("step by step") }]),
    { key: "↑ ↓", text: t("from deal to deal") },
    { key: "D", text: t("my next decision; with Shift the one before") },
    { key: "P", text: t("the next points; with Shift those before") },
    { key: "C", text: t("say the count") },
    { key: "S", text: t("say the scores") },
  ];
}
