// @ts-check
/** A game that was played, to go through step by step, or from one thing to the next like it. */

import { h } from "../dom.js";
import { icon } from "../draw/icons.js";
import { t } from "../words.js";
import { say } from "./parts.js";

/**
 * @typedef {import("./script.js").Scene} Scene
 * @typedef {import("./script.js").Step} Step
 * @typedef {"deal" | "own" | "score"} Jump what somebody goes to
 *
 * @typedef {object} Deeds
 * @property {(scene: Scene, step: Step | null) => void} show
 * @property {() => void} [close] where there is something to go back to
 */

/** What a seat decides; the rest follows from the cards. */
const DECISIONS = ["discarded", "played", "claimed", "muggins_called", "resigned"];

/** @type {Record<Jump, (scene: Scene, step: Step) => boolean>} */
const PLACES = {
  deal: (_, { event }) => event.type === "dealt",
  own: ({ seat }, { event }) => DECISIONS.includes(event.type) && event.seat === seat,
  score: (_, { event, logged }) => event.type === "scored" && event.points > 0 && logged,
};

/** The bar of a review, and where in the game it stands. */
export class Review {
  /** @type {[Scene, Step][]} */
  #stages;
  #at = 0;
  #slider;
  #text;
  #place;
  #deeds;
  /** The buttons that lead nowhere at the ends of the game. @type {[HTMLElement, () => number][]} */
  #ways = [];

  /**
   * @param {HTMLElement} element
   * @param {[Scene, Step][]} stages the steps of the game
   * @param {Deeds} deeds
   */
  constructor(element, stages, deeds) {
    this.#stages = stages;
    this.#deeds = deeds;
    this.#text = h("p", { class: "pt-review-text", role: "status" });
    this.#place = h("span", { class: "pt-review-place figures" });
    this.#slider = h("input", {
      type: "range",
      class: "pt-review-slider",
      min: 0,
      max: Math.max(0, stages.length - 1),
      "aria-label": t("Place in the game"),
      oninput: () => this.go(Number(this.#slider.value)),
    });
    const { close } = deeds;
    element.replaceChildren(
      this.#text,
      h(
        "div",
        { class: "pt-review-row" },
        this.#button("‹", t("Back"), () => this.#at - 1),
        this.#slider,
        this.#button("›", t("Forward"), () => this.#at + 1),
        this.#place,
        close
          ? h(
              "button",
              {
                type: "button",
                class: "icon-button",
                "aria-label": t("Close the review"),
                title: t("Close the review"),
                onclick: close,
              },
              icon("close"),
            )
          : null,
      ),
      h("div", { class: "pt-review-jumps" }, this.#jumps()),
    );
  }

  /** @returns {HTMLElement[]} */
  #jumps() {
    const group = (
      /** @type {Jump} */ jump,
      /** @type {string} */ name,
      /** @type {string} */ back,
      /** @type {string} */ on,
    ) =>
      h(
        "div",
        { class: "pt-review-jump", role: "group", "aria-label": name },
        this.#button("‹", back, () => this.#find(jump, -1)),
        h("span", { "aria-hidden": "true" }, name),
        this.#button("›", on, () => this.#find(jump, 1)),
      );
    const seated = this.#stages[0]?.[0].seat !== null;
    return [
      group("deal", t("Deals"), t("The deal before"), t("The next deal")),
      seated
        ? group("own", t("My moves"), t("My decision before"), t("My next decision"))
        : h("span"),
      group("score", t("Points"), t("The score before"), t("The next score")),
    ];
  }

  /**
   * @param {string} sign
   * @param {string} label
   * @param {() => number} to where it leads; outside of the game, nowhere
   * @returns {HTMLElement}
   */
  #button(sign, label, to) {
    const step = sign === "›" && label === t("Forward");
    const act = () => {
      if (this.#stages[to()]) this.go(to(), step);
    };
    const made = h(
      "button",
      { type: "button", class: "pt-step", "aria-label": label, title: label, onclick: act },
      sign,
    );
    this.#ways.push([made, to]);
    return made;
  }

  /** Take the keyboard to where the game goes on. */
  focus() {
    this.#ways[1]?.[0].focus({ preventScroll: true });
  }

  /** Which step is shown. */
  get at() {
    return this.#at;
  }

  /**
   * @param {number} to
   * @param {boolean} [moving] whether what happened is to be seen
   */
  go(to, moving = false) {
    const at = Math.max(0, Math.min(this.#stages.length - 1, to));
    const stage = this.#stages[at];
    if (!stage) return;
    this.#at = at;
    const [scene, step] = stage;
    this.#slider.value = String(at);
    say(this.#text, step.sentence || scene.sentence);
    say(this.#place, t("{at} of {all}", { at: at + 1, all: this.#stages.length }));
    for (const [button, way] of this.#ways) {
      button.setAttribute("aria-disabled", String(!this.#stages[way()]));
    }
    const shown = { ...scene, busy: true, standing: null };
    this.#deeds.show(shown, moving ? { ...step, speed: 1 } : null);
  }

  /** Go one step on or back. @param {number} by */
  step(by) {
    this.go(this.#at + by, by > 0);
  }

  /**
   * Give the next place of a sort, or the one before.
   * @param {Jump} jump
   * @param {number} by
   * @returns {number} -1 where there is none
   */
  #find(jump, by) {
    const isOne = PLACES[jump];
    for (let at = this.#at + by; this.#stages[at]; at += by) {
      const [scene, step] = /** @type {[Scene, Step]} */ (this.#stages[at]);
      if (isOne(scene, step)) return at;
    }
    return -1;
  }

  /**
   * Answer a key.
   * @param {KeyboardEvent} event
   * @returns {boolean} whether it was one of the review's
   */
  key({ key, shiftKey }) {
    const by = shiftKey ? -1 : 1;
    /** @type {Record<string, () => number>} */
    const ways = {
      ArrowRight: () => this.#at + 1,
      ArrowLeft: () => this.#at - 1,
      ArrowDown: () => this.#find("deal", 1),
      ArrowUp: () => this.#find("deal", -1),
      Home: () => 0,
      End: () => this.#stages.length - 1,
      d: () => this.#find("own", by),
      p: () => this.#find("score", by),
    };
    if (key === "Escape" && this.#deeds.close) {
      this.#deeds.close();
      return true;
    }
    const way = ways[key.length === 1 ? key.toLowerCase() : key];
    if (!way) return false;
    if (this.#stages[way()]) this.go(way(), key === "ArrowRight");
    return true;
  }
}

/**
 * Give the keys of a review with what each does.
 * @returns {{key: string, text: string}[]}
 */
export function reviewKeys() {
  return [
    { key: "← →", text: t("step by step") },
    { key: "↑ ↓", text: t("from deal to deal") },
    { key: "D", text: t("my next decision; with Shift the one before") },
    { key: "P", text: t("the next points; with Shift those before") },
    { key: "C", text: t("say the count") },
    { key: "S", text: t("say the scores") },
  ];
}
