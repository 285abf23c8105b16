// @ts-check
/**
 * What somebody has pressed and the server has not answered yet. It looks done at once: a card that
 * is played or discarded leaves the hand. Count, scores and words wait for the server, and what is
 * refused was never there.
 */

import { plural, t } from "../words.js";

/**
 * @typedef {import("./script.js").Scene} Scene
 *
 * @typedef {object} Asked
 * @property {string} key the button that was pressed
 * @property {any} action null for what is no action of the rules
 * @property {"sent" | "sending" | "late"} stage
 * @property {boolean} granted whether only the news of it are still to come
 * @property {any} standing on what it was pressed
 */

/** After what time without an answer something is said of it, in milliseconds. */
export const TIMES = Object.freeze({ sending: 300, late: 2_000 });

/** @type {Record<string, string>} the button of an action that is called otherwise */
const KEYS = { cut_for_deal: "cut" };

/** What is on its way: one thing at a time. */
export class Sent {
  /** @type {Asked | null} */
  now = null;

  /** @type {Set<() => void>} */
  #listeners = new Set();
  /** @type {any[]} */
  #timers = [];
  /** The table as it was shown last. @type {Scene | null} */
  #scene = null;

  /**
   * Be told whenever something is sent, waits for long, or is taken back.
   * @param {() => void} listener
   * @returns {() => void} stops it
   */
  on(listener) {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Ask for something, unless something is on its way already.
   * @template {{ok: boolean} | undefined} Answer
   * @param {string} key what is pressed
   * @param {Scene | null} scene the table as it is
   * @param {() => Promise<Answer>} deed
   * @param {any} [action]
   * @returns {Promise<Answer | undefined>}
   */
  async ask(key, scene, deed, action = null) {
    if (this.now) return undefined;
    /** @type {Asked} */
    const asked = {
      key: KEYS[key] ?? key,
      action,
      stage: "sent",
      granted: false,
      standing: scene?.standing ?? null,
    };
    this.now = asked;
    this.#timers = [
      setTimeout(() => this.#reach("sending"), TIMES.sending),
      setTimeout(() => this.#reach("late"), TIMES.late),
    ];
    this.#tell();
    let answer;
    try {
      answer = await deed();
    } finally {
      if (this.now === asked) this.#answered(answer?.ok ?? false);
    }
    return answer;
  }

  /**
   * See whether the table shows by now what was asked for. Whoever calls this draws it anyway.
   * @param {Scene} scene
   */
  follow(scene) {
    this.#scene = scene;
    if (!this.now) return;
    const { granted, standing, action } = this.now;
    const gone = cardsOf(action).some((card) => !scene.view.hand.includes(card));
    const told = scene.standing !== null && scene.standing !== standing;
    if (gone || (granted && (told || scene.fresh))) this.#forget();
  }

  /** Forget what is on its way: whoever asked for it is not looking any more. */
  clear() {
    this.#forget();
  }

  /** @param {boolean} granted */
  #answered(granted) {
    if (granted && this.now) {
      for (const timer of this.#timers) clearTimeout(timer);
      this.now = { ...this.now, granted, stage: "sent" };
      // The news mostly come before the answer.
      if (this.#scene) this.follow(this.#scene);
    } else {
      this.#forget();
    }
    this.#tell();
  }

  /** @param {Asked["stage"]} stage */
  #reach(stage) {
    if (!this.now) return;
    this.now.stage = stage;
    this.#tell();
  }

  #forget() {
    for (const timer of this.#timers) clearTimeout(timer);
    this.now = null;
  }

  #tell() {
    for (const listener of [...this.#listeners]) listener();
  }
}

/**
 * Give the cards that leave the hand by an action.
 * @param {any} action
 * @returns {string[]}
 */
function cardsOf(action) {
  if (action?.type === "discard") return action.cards;
  return action?.type === "play" ? [action.card] : [];
}

/**
 * Give the table with the cards where they belong once what is on its way is granted.
 * @param {Scene} scene
 * @param {Asked | null} asked
 * @returns {Scene}
 */
export function ahead(scene, asked) {
  const { view } = scene;
  const cards = cardsOf(asked?.action).filter((card) => view.hand.includes(card));
  if (!asked || !cards.length) return scene;
  const { seat, type } = asked.action;
  const hand = view.hand.filter((/** @type {string} */ card) => !cards.includes(card));
  const moved =
    type === "play"
      ? { pile: [...view.pile, { seat, card: cards[0] }] }
      : {
          discards: cards,
          discarded: [...view.discarded, seat],
          crib_size: view.crib_size + cards.length,
        };
  return { ...scene, view: { ...view, hand, ...moved } };
}

/**
 * Give the event that `ahead` shows before it has happened, for what moves by it.
 * @param {Asked | null} asked
 * @returns {any}
 */
export function expected(asked) {
  if (asked?.action?.type !== "discard") return undefined;
  return { type: "discarded", seat: asked.action.seat, cards: asked.action.cards };
}

/**
 * Say of what is on its way that it takes long.
 * @param {Asked | null} asked
 * @returns {string} empty where it does not
 */
export function sentSays(asked) {
  if (!asked || asked.stage === "sent") return "";
  if (asked.stage === "sending") return t("Sending…");
  const cards = cardsOf(asked.action).length;
  if (!cards) return t("No answer yet: what you pressed is saved and will be sent.");
  return plural(
    "No answer yet: your card is saved and will be sent.",
    "No answer yet: your cards are saved and will be sent.",
    cards,
  );
}
