/**
 * What a seat decides now, and what may be chosen for it. The standing says it; both views of the
 * table read it here and nowhere else.
 */

/** @import { SeatChoice } from "../wire" */
/** @import { Scene } from "./script.js" */
/** @typedef {SeatChoice["kind"]} Kind */
/** @typedef {Partial<Record<Kind, SeatChoice>>} Choices by their kind, the usual decision first */

/**
 * @typedef {object} Intention what a player has chosen so far
 * @property {string[]} [chosen] the cards
 * @property {number | null} [points] the points to claim
 * @property {number} [cutAt] the position in the pack to cut
 */

/**
 * Return what the seat may decide.
 * @param {{choices?: SeatChoice[]} | null | undefined} standing
 * @returns {Choices}
 */
export function choicesOf(standing) {
  return Object.fromEntries((standing?.choices ?? []).map((choice) => [choice.kind, choice]));
}

/**
 * Return the kind of the decision; a call of muggins is possible beside others, and never the first.
 * @param {Choices | null} choices
 * @returns {Kind | null} null if there is nothing to decide
 */
export function kindOf(choices) {
  const kinds = /** @type {Kind[]} */ (Object.keys(choices ?? {}));
  return kinds.find((kind) => kind !== "muggins") ?? null;
}

/** Return the cut that may be made. @param {Choices | null | undefined} choices */
export function cutOf(choices) {
  return choices?.cut ?? choices?.cut_for_deal;
}

/** Return the choice of cards that may be made. @param {Choices | null | undefined} choices */
function ofCards(choices) {
  return choices?.discard ?? choices?.play;
}

/**
 * Return the number of cards to choose.
 * @param {Choices | null | undefined} choices
 * @returns {number}
 */
export function manyOf(choices) {
  return ofCards(choices)?.size ?? 0;
}

/**
 * Return whether a card may be chosen.
 * @param {Choices | null | undefined} choices
 * @param {string} card
 */
export function allows(choices, card) {
  return ofCards(choices)?.cards?.includes(card) ?? false;
}

/**
 * Return the numbers that may be given with a choice: points to claim, or places to cut.
 * @param {SeatChoice | null | undefined} choice
 * @returns {number[]} empty if no number is needed
 */
export function numbersOf(choice) {
  const { minimum = null, maximum = null, taken = [] } = choice ?? {};
  if (minimum === null || maximum === null) return [];
  const range = Array.from({ length: maximum - minimum + 1 }, (_, at) => minimum + at);
  return range.filter((number) => !taken.includes(number));
}

/**
 * Return the action that an intention makes of a decision.
 * @param {Choices | null | undefined} choices
 * @param {number | null} seat
 * @param {Kind} kind
 * @param {Intention} intention
 * @returns {any} undefined while the intention is not complete
 */
export function actionOf(choices, seat, kind, { chosen = [], points = null, cutAt }) {
  const choice = choices?.[kind];
  if (!choice || chosen.length < (choice.size ?? 0)) return undefined;
  const numbers = numbersOf(choice);
  const number = kind === "cut" || kind === "cut_for_deal" ? cutAt : points;
  if (numbers.length && !numbers.includes(number ?? -1)) return undefined;
  const action = { type: kind, seat };
  switch (kind) {
    case "ready":
      return { ...action, contribution: "" };
    case "cut":
    case "cut_for_deal":
      return { ...action, at: number };
    case "discard":
      return { ...action, cards: chosen };
    case "play": {
      const [card = ""] = chosen;
      if (!allows(choices, card)) return undefined;
      return { ...action, card, claim: numbers.length ? number : null };
    }
    case "claim":
    case "muggins":
      return { ...action, points: number };
    default:
      return action;
  }
}

/**
 * Return whether an action needs a second press: where the rules teach counting, a slip must not
 * give a hand away.
 * @param {Scene} scene
 * @param {any} action
 * @returns {boolean}
 */
export function asksAgain({ setup }, action) {
  return action?.type === "claim" && !action.points && !setup.rules.muggins;
}

/**
 * Return what identifies a player's decision: it stays the same while others discard, and when the
 * connection is made again.
 * @param {Scene} scene
 * @returns {string}
 */
export function decisionOf({ match, view }) {
  const { deal, phase, hand, pile, earlier, shown } = view;
  return JSON.stringify([match, deal, phase, hand, pile, earlier, shown]);
}

/**
 * Return whether a player may request values of options: if all opponents are computer players.
 * @param {Scene} scene
 * @returns {boolean}
 */
export function mayAsk({ setup, view }) {
  return setup.seats.every(
    (/** @type {any} */ seat, /** @type {number} */ at) =>
      at === view.seat || seat.kind !== "person",
  );
}
