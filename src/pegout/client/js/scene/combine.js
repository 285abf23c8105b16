/**
 * Manual counting: the player selects cards of the hand, the items that they make are named, and
 * their points added up. Under muggins, nothing is named. A step of a lesson that asks for items has
 * their names.
 */

import { combination, keyOf } from "../counting.js";
import { t } from "../words.js";
import { choicesOf } from "./choices.js";
import { tapped } from "./lesson.js";

/** @import { Combination } from "../counting.js" */
/** @import { Scene } from "./script.js" */
/** @typedef {{key: string, name: string, points: number}} Found */

/** The items that one player selects while counting a hand. */
export class Combining {
  /** The selected cards. @type {string[]} */
  picked = [];
  /** The items counted so far. @type {Found[]} */
  found = [];
  /** The item that the selected cards make. @type {(Combination & {again: boolean}) | null} */
  made = null;
  /** The items of the last hand counted. @type {{cards: string[], found: Found[]}} */
  counted = { cards: [], found: [] };

  #hand = "";
  #changed;

  /** @param {(news: "picked" | "named") => void} changed */
  constructor(changed) {
    this.#changed = changed;
  }

  /** The sum of the items. @returns {number} */
  get points() {
    return this.found.reduce((sum, { points }) => sum + points, 0);
  }

  /**
   * Return the cards that can be selected now.
   * @param {Scene | null} scene
   * @returns {string[]}
   */
  open(scene) {
    const asked = scene ? tapped(scene) : [];
    if (asked.length) return asked;
    const { claim, muggins } = choicesOf(scene?.standing);
    if (!scene?.count || !(claim || muggins)) return [];
    const { starter } = scene.view;
    return [...scene.count.cards, ...(starter ? [starter] : [])];
  }

  /**
   * Return whether the items are named.
   * @param {Scene} scene
   * @returns {boolean}
   */
  taught(scene) {
    if (scene.guide?.way === "tap") return true;
    const { claim } = choicesOf(scene.standing);
    return Boolean(claim && !scene.setup.rules.muggins);
  }

  /** Start again with every new hand. @param {Scene} scene */
  follow(scene) {
    const hand = `${scene.guide?.step ?? ""} ${this.open(scene).join(" ")}`.trim();
    if (hand === this.#hand) return;
    if (this.found.length) this.counted = { cards: this.#hand.split(" "), found: this.found };
    this.#hand = hand;
    this.picked = [];
    this.found = [];
    this.made = null;
  }

  /**
   * Return which items of a hand its owner, counting here, has missed.
   * @param {import("./script.js").Count} count
   * @returns {boolean[]} empty if nothing is known
   */
  missed(count) {
    const { cards, found } = this.counted;
    const own = count.cards.every((card) => cards.includes(card));
    const sum = found.reduce((all, { points }) => all + points, 0);
    if (!own || count.claimed !== sum) return [];
    return count.items.map((item) => found.every(({ key }) => key !== keyOf(item.cards)));
  }

  /**
   * Handle a tap on a card.
   * @param {string} card
   * @param {Scene} scene
   */
  tap(card, scene) {
    const done = Boolean(this.made?.name);
    const isPicked = this.picked.includes(card);
    if (isPicked && done) this.#pick([card], scene);
    else if (isPicked)
      this.#pick(
        this.picked.filter((other) => other !== card),
        scene,
      );
    else this.#pick([...this.picked, card], scene, done ? [card] : null);
  }

  /** Deselect all cards. @returns {boolean} whether any were selected */
  rest() {
    const any = this.picked.length > 0;
    this.picked = [];
    this.made = null;
    return any;
  }

  /**
   * @param {string[]} cards
   * @param {Scene} scene
   * @param {string[] | null} [instead] the new selection if the cards make nothing together; after
   *   an item, the next card may extend it or begin another
   */
  #pick(cards, scene, instead = null) {
    this.picked = cards;
    this.made = null;
    this.#changed("picked");
    if (!cards.length || !this.taught(scene)) return;
    const named = nameOf(cards, scene);
    if (instead && !named.name && !named.part) {
      this.#pick(instead, scene);
      return;
    }
    const key = keyOf(cards);
    const again = this.found.some((item) => item.key === key);
    this.made = { ...named, again };
    if (named.name && !again) {
      this.found = [...this.found, { key, name: named.name, points: named.points }];
    }
    this.#changed("named");
  }
}

/**
 * Name the item that some cards make.
 * @param {string[]} cards
 * @param {Scene} scene
 * @returns {Combination}
 */
function nameOf(cards, { guide, count, view, setup }) {
  if (guide) return namedIn(guide, cards);
  const hand = { cards: count?.cards ?? [], crib: count?.crib ?? false };
  return combination(cards, { ...hand, starter: view.starter ?? "", rules: setup.rules });
}

/**
 * Name the item of a lesson that some cards make.
 * @param {import("../wire").GuideStep} guide
 * @param {string[]} cards
 * @returns {Combination}
 */
function namedIn({ items }, cards) {
  const all = items.find((item) => keyOf(item.cards) === keyOf(cards));
  const part = items.some((item) => cards.every((card) => item.cards.includes(card)));
  return { name: all?.name ?? "", points: all?.points ?? 0, part: part && !all };
}

/**
 * Explain how to count a hand.
 * @param {Scene} scene
 * @returns {string}
 */
export function howToCount(scene) {
  if (scene.setup.rules.muggins) return t("Type the total.");
  return t("Tap the cards of each combination, or type the total.");
}

/**
 * Name the item that the selected cards make.
 * @param {Combining["made"]} made
 * @returns {string}
 */
export function combinationSaid(made) {
  if (!made) return "";
  if (made.again) return t("{name}: counted already.", { name: made.name });
  if (made.name) return `${made.name}.`;
  return made.part ? t("That is part of a larger combination.") : t("Nothing yet.");
}

/**
 * Return the prompt; for manual counting it explains how.
 * @param {Scene} scene
 * @param {import("./choices.js").Choices | null} choices
 * @param {number | null} points
 * @returns {string}
 */
export function promptOf(scene, choices, points) {
  const { says } = scene.standing;
  if (!choices?.claim || points !== null) return says;
  return `${says} ${howToCount(scene)}`;
}
