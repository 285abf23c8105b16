/**
 * Durations: the numbers that the page carries, shared with the terminal, and the time that a
 * computer player seems to think before its card is shown.
 *
 * By then the server has answered, and only the display waits. The time follows the pace of the
 * players at this screen. Otherwise it depends only on what everybody sees, the phase and the
 * number of cards in hand, and not on chance, so it reveals nothing about the cards.
 */

import { FACTS } from "./facts.js";

/**
 * @typedef {object} Pacing all in seconds at the normal pace; `text/pacing.py` documents each
 * @property {Readonly<Record<string, number>>} paces
 * @property {Readonly<Record<string, number>>} steps
 * @property {number} card
 * @property {number} lift
 * @property {number} item
 * @property {number} points
 * @property {number} total
 * @property {number} corrected
 * @property {number} read
 * @property {string[]} thinking
 * @property {string[]} timeless
 * @property {string[]} decisions
 * @property {number} recent
 * @property {number} unknown
 * @property {number} shortest
 * @property {number} longest
 * @property {number} quick
 * @property {number[]} cards
 * @property {number} light
 * @property {string[]} deciding
 * @property {number} beat
 */

/** @type {Readonly<Pacing>} */
export const PACING = FACTS.pacing;

/**
 * Return the factor by which a pace multiplies durations.
 * @param {string} pace
 * @returns {number}
 */
export function speedOf(pace) {
  return PACING.paces[pace] ?? 1;
}

/** How long the persons at this screen take for a decision. */
export class Tempo {
  /** @type {number[]} */
  #times = [];

  /**
   * Record the duration of a decision.
   * @param {string} type the type of the action
   * @param {number} seconds
   */
  note(type, seconds) {
    if (!PACING.decisions.includes(type) || !(seconds >= 0)) return;
    this.#times = [...this.#times, seconds].slice(-PACING.recent);
  }

  /** The bounded median of the last decisions, in seconds. @returns {number} */
  get seconds() {
    const times = [...this.#times].sort((left, other) => left - other);
    const half = times.length >> 1;
    const upper = times[half] ?? PACING.unknown;
    const lower = times.length % 2 ? upper : (times[half - 1] ?? PACING.unknown);
    return Math.min(PACING.longest, Math.max(PACING.shortest, (lower + upper) / 2));
  }
}

/**
 * Return how long a seat seems to think, in seconds.
 * @param {{thinking: string, pace: string}} settings
 * @param {Tempo} tempo
 * @param {any} view the view of any seat: only public fields are read
 * @param {number} seat
 * @returns {number}
 */
export function thinkingTime({ thinking, pace }, tempo, view, seat) {
  if (thinking === "off" || PACING.timeless.includes(pace)) return 0;
  return (thinking === "quick" ? PACING.quick : tempo.seconds) * weight(view, seat);
}

/**
 * @param {any} view
 * @param {number} seat
 * @returns {number}
 */
function weight(view, seat) {
  if (view.claim) return PACING.light;
  switch (view.phase) {
    case "play":
      return PACING.cards[view.hand_sizes[seat]] ?? 1;
    case "discard":
    case "show":
      return 1;
    case "cut":
    case "cut_for_deal":
      return PACING.light;
    default:
      return 0;
  }
}

/**
 * Return the computer player that the table waits for while no person here has to act.
 * @param {any} setup
 * @param {number | null} own
 * @param {{phase: string}} view
 * @param {{to_act: number[]}} standing
 * @returns {number | null}
 */
export function thinker(setup, own, { phase }, { to_act: seats }) {
  if ((own !== null && seats.includes(own)) || !PACING.deciding.includes(phase)) return null;
  return seats.find((seat) => isComputer(setup, seat)) ?? null;
}

/**
 * @param {any} setup
 * @param {number} seat
 * @returns {boolean}
 */
export function isComputer(setup, seat) {
  return (setup.seats[seat]?.kind ?? "person") !== "person";
}
