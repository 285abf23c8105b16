// @ts-check
/**
 * Counting by hand: cards are picked out of the hand that lies there, the server names what they
 * make, and it adds up. Where points that are missed are for the opponents, nothing is named.
 */

import { t } from "../words.js";

/**
 * @typedef {import("./script.js").Scene} Scene
 * @typedef {{cards: string[], hand: string[], starter: string, crib: boolean,
 *   switches: Record<string, any>}} Question
 * @typedef {{name: string, points: number, part: boolean, again?: boolean}} Named
 * @typedef {{key: string, name: string, points: number}} Found
 */

/** The switches that say what a hand is worth. */
const SWITCHES = ["crib_flush", "nobs_points"];

/** @param {string[]} cards */
const keyOf = (cards) => [...cards].sort().join(" ");

/** What one player picks out of the hand that they count. */
export class Combining {
  /** The cards that are raised. @type {string[]} */
  picked = [];
  /** What has been found so far. @type {Found[]} */
  found = [];
  /** What the raised cards make. @type {Named | null} */
  made = null;
  /** What was found of the hand that was counted last. @type {{cards: string[], found: Found[]}} */
  counted = { cards: [], found: [] };

  #hand = "";
  #asked = 0;
  #ask;
  #changed;

  /**
   * @param {object} options
   * @param {((question: Question) => Promise<Named>) | undefined} options.ask
   * @param {(news: "picked" | "named") => void} options.changed
   */
  constructor({ ask, changed }) {
    this.#ask = ask;
    this.#changed = changed;
  }

  /** What has been found comes to. @returns {number} */
  get points() {
    return this.found.reduce((sum, { points }) => sum + points, 0);
  }

  /**
   * Give the cards that may be picked now.
   * @param {Scene | null} scene
   * @returns {string[]}
   */
  open(scene) {
    const legal = scene?.standing?.legal ?? [];
    const asked = legal.some((/** @type {any} */ one) => ["claim", "muggins"].includes(one.type));
    if (!scene?.count || !asked) return [];
    const { starter } = scene.view;
    return [...scene.count.cards, ...(starter ? [starter] : [])];
  }

  /**
   * Whether the server may name what the cards make.
   * @param {Scene} scene
   * @returns {boolean}
   */
  taught(scene) {
    const claims = scene.standing?.legal.some((/** @type {any} */ one) => one.type === "claim");
    return Boolean(this.#ask && claims && !scene.setup.rules.muggins);
  }

  /** Begin anew with every hand. @param {Scene} scene */
  follow(scene) {
    const hand = this.open(scene).join(" ");
    if (hand === this.#hand) return;
    if (this.found.length) this.counted = { cards: this.#hand.split(" "), found: this.found };
    this.#hand = hand;
    this.picked = [];
    this.found = [];
    this.made = null;
    this.#asked += 1;
  }

  /**
   * Give which items of a hand were not found, where its owner has picked them out here.
   * @param {import("./script.js").Count} count
   * @returns {boolean[]} empty where nothing is known of it
   */
  missed(count) {
    const { cards, found } = this.counted;
    const own = count.cards.every((card) => cards.includes(card));
    const sum = found.reduce((all, { points }) => all + points, 0);
    if (!own || count.claimed !== sum) return [];
    return count.items.map((item) => found.every(({ key }) => key !== keyOf(item.cards)));
  }

  /**
   * A card is tapped.
   * @param {string} card
   * @param {Scene} scene
   */
  async tap(card, scene) {
    const done = Boolean(this.made?.name);
    if (this.picked.includes(card) && !done) {
      await this.#pick(
        this.picked.filter((one) => one !== card),
        scene,
      );
    } else if (this.picked.includes(card)) {
      await this.#pick([card], scene);
    } else {
      await this.#pick([...this.picked, card], scene, done ? [card] : null);
    }
  }

  /** Put all cards down again. @returns {boolean} whether any were raised */
  rest() {
    const any = this.picked.length > 0;
    this.picked = [];
    this.made = null;
    this.#asked += 1;
    return any;
  }

  /**
   * @param {string[]} cards
   * @param {Scene} scene
   * @param {string[] | null} [instead] what is picked where the cards make nothing together; after
   *   something was found the next card may belong to it, or begin something else
   */
  async #pick(cards, scene, instead = null) {
    this.picked = cards;
    this.made = null;
    const asked = ++this.#asked;
    this.#changed("picked");
    if (!cards.length || !this.taught(scene) || !scene.count || !this.#ask) return;
    const { cards: hand, crib } = scene.count;
    const { rules } = scene.setup;
    const switches = Object.fromEntries(SWITCHES.map((name) => [name, rules[name]]));
    const starter = scene.view.starter ?? "";
    let named;
    try {
      named = await this.#ask({ cards, hand, starter, crib, switches });
    } catch {
      // Whoever cannot be told what it makes can still count it.
      return;
    }
    if (asked !== this.#asked) return;
    if (instead && !named.name && !named.part) {
      await this.#pick(instead, scene);
      return;
    }
    const key = keyOf(cards);
    const again = this.found.some((one) => one.key === key);
    this.made = { ...named, again };
    if (named.name && !again) {
      this.found = [...this.found, { key, name: named.name, points: named.points }];
    }
    this.#changed("named");
  }
}

/**
 * Say how a hand is counted.
 * @param {Scene} scene
 * @returns {string}
 */
export function howToCount(scene) {
  if (scene.setup.rules.muggins) return t("Type the total.");
  return t("Tap the cards of each combination, or type the total.");
}

/**
 * Say what picked cards make.
 * @param {Named | null} made
 * @returns {string}
 */
export function combinationSaid(made) {
  if (!made) return "";
  if (made.again) return t("{name}: counted already.", { name: made.name });
  if (made.name) return `${made.name}.`;
  return made.part ? t("That is part of a larger combination.") : t("Nothing yet.");
}

/**
 * Say what is to be done; of a hand that is counted by hand also how.
 * @param {Scene} scene
 * @param {import("../text/state.js").Choices | null} choices
 * @param {number | null} points
 * @returns {string}
 */
export function asked(scene, choices, points) {
  const { says } = scene.standing;
  if (!choices?.claims.length || points !== null) return says;
  return `${says} ${howToCount(scene)}`;
}
