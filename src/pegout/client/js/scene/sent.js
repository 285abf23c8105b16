/**
 * The request that is under way. It looks done at once: a card that is played or discarded leaves
 * the hand. Count, scores and calls wait for the server, and a refused request leaves no trace.
 */

import { Listeners } from "../listeners.js";
import { plural, t } from "../words.js";
import { waitsAfter } from "./lesson.js";

/** @import { Scene } from "./script.js" */
/**
 * @typedef {object} Asked
 * @property {string} key the button that was pressed
 * @property {any} action null for a request that is not an action of the rules
 * @property {"sent" | "sending" | "late"} stage
 * @property {boolean} granted whether it was granted and only its events are still to come
 * @property {any} standing the standing in which it was sent
 */

/** The time without an answer after which a message appears, in milliseconds. */
export const TIMES = Object.freeze({ sending: 300, late: 2_000 });

/** @type {Record<string, string>} the buttons of actions with other names */
const KEYS = { cut_for_deal: "cut" };

/** The request under way: one at a time. */
export class Sent {
  /** @type {Asked | null} */
  now = null;

  #listeners = new Listeners();
  /** Listens for requests that are sent, take long, or fail. */
  on = this.#listeners.on.bind(this.#listeners);
  /** @type {any[]} */
  #timers = [];
  /** The last scene shown. @type {Scene | null} */
  #scene = null;

  /**
   * Send a request, unless one is under way already.
   * @template {{ok: boolean} | undefined} Answer
   * @param {string} key the key of the control
   * @param {Scene | null} scene the current scene
   * @param {() => Promise<Answer>} send
   * @param {any} [action]
   * @returns {Promise<Answer | undefined>}
   */
  async ask(key, scene, send, action = null) {
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
    this.#listeners.tell();
    let answer;
    try {
      answer = await send();
    } finally {
      if (this.now === asked) this.#answered(answer?.ok ?? false);
    }
    return answer;
  }

  /**
   * Check whether the scene shows the result of the request. The caller redraws it anyway.
   * @param {Scene} scene
   */
  follow(scene) {
    this.#scene = scene;
    if (!this.now) return;
    const { granted, standing, action } = this.now;
    const gone = cardsOf(action).some((card) => !scene.view.hand.includes(card));
    const settled = scene.standing !== null && scene.standing !== standing;
    // The guide of a lesson may hold what comes next.
    const answered = settled || waitsAfter(scene.latest) < Infinity;
    if (gone || (granted && (answered || scene.fresh))) this.#forget();
  }

  /** Forget the request: its result is no longer shown. */
  clear() {
    this.#forget();
  }

  /** @param {boolean} granted */
  #answered(granted) {
    if (granted && this.now) {
      for (const timer of this.#timers) clearTimeout(timer);
      this.now = { ...this.now, granted, stage: "sent" };
      // The events usually arrive before the answer.
      if (this.#scene) this.follow(this.#scene);
    } else {
      this.#forget();
    }
    this.#listeners.tell();
  }

  /** @param {Asked["stage"]} stage */
  #reach(stage) {
    if (!this.now) return;
    this.now.stage = stage;
    this.#listeners.tell();
  }

  #forget() {
    for (const timer of this.#timers) clearTimeout(timer);
    this.now = null;
  }
}

/**
 * Return the cards that leave the hand by an action.
 * @param {any} action
 * @returns {string[]}
 */
function cardsOf(action) {
  if (action?.type === "discard") return action.cards;
  return action?.type === "play" ? [action.card] : [];
}

/**
 * Return the scene as it will be once the request is granted.
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
 * Return the event that `ahead` shows in advance, for the animations.
 * @param {Asked | null} asked
 * @returns {any}
 */
export function expectedEvent(asked) {
  if (asked?.action?.type !== "discard") return undefined;
  return { type: "discarded", seat: asked.action.seat, cards: asked.action.cards };
}

/**
 * Return the message about a slow request.
 * @param {Asked | null} asked
 * @returns {string} empty while it is quick
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
