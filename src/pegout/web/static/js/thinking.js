// @ts-check
/**
 * How long a computer player seems to think before its card is shown.
 *
 * The server has answered by then, and only the showing waits. The time follows the pace of whoever
 * plays here. Beside that it depends on what everybody sees, the phase and how many cards a seat
 * holds, and on no chance: it tells nothing of the cards.
 */

/** The shortest and the longest that somebody is taken to think, in seconds. */
const LEAST = 0.4;
const MOST = 2.5;

/** What is taken for a person's pace before they have decided anything, in seconds. */
const UNKNOWN = 1;

/** The pace of the setting `quick`, in seconds. */
const QUICK = 0.4;

/** How many decisions of a person count. */
const RECENT = 9;

/** By how many cards are left to choose from: what part of the time a card takes. */
const CARDS = Object.freeze({ 0: 0.6, 1: 0.6, 2: 0.8, 3: 0.9 });

/** What part of the time an answer takes that needs little thought: a cut, a claim let stand. */
const LIGHT = 0.6;

/** Actions of a person that are decisions; whoever says go, or cuts, weighs nothing. */
const DECISIONS = Object.freeze(["discard", "play", "claim"]);

/** The paces that have no time of their own: everything at once, or a tap for each step. */
const TIMELESS = Object.freeze(["instant", "step"]);

/** A computer that answers late is heard at the next of such moments, in seconds. */
export const BEAT = 0.25;

/** How long the persons at this screen take for a decision. */
export class Tempo {
  /** @type {number[]} */
  #times = [];

  /**
   * Note how long somebody has taken.
   * @param {string} type of the action
   * @param {number} seconds
   */
  note(type, seconds) {
    if (!DECISIONS.includes(type) || !(seconds >= 0)) return;
    this.#times = [...this.#times, seconds].slice(-RECENT);
  }

  /** The median of the last decisions, within bounds, in seconds. @returns {number} */
  get seconds() {
    const times = [...this.#times].sort((one, other) => one - other);
    const half = times.length >> 1;
    const upper = times[half] ?? UNKNOWN;
    const lower = times.length % 2 ? upper : (times[half - 1] ?? UNKNOWN);
    return Math.min(MOST, Math.max(LEAST, (lower + upper) / 2));
  }
}

/**
 * Give how long a seat seems to think, in seconds.
 * @param {{thinking: string, pace: string}} settings
 * @param {Tempo} tempo
 * @param {any} view of anybody: only what all of them share is looked at
 * @param {number} seat
 * @returns {number}
 */
export function thinkingTime({ thinking, pace }, tempo, view, seat) {
  if (thinking === "off" || TIMELESS.includes(pace)) return 0;
  return (thinking === "quick" ? QUICK : tempo.seconds) * weight(view, seat);
}

/**
 * @param {any} view
 * @param {number} seat
 * @returns {number}
 */
function weight(view, seat) {
  if (view.claim) return LIGHT;
  switch (view.phase) {
    case "play":
      return /** @type {Record<number, number>} */ (CARDS)[view.hand_sizes[seat]] ?? 1;
    case "discard":
    case "show":
      return 1;
    case "cut":
    case "cut_for_deal":
      return LIGHT;
    default:
      return 0;
  }
}

/** Where there is something to weigh: nobody ponders a cut. */
export const PONDERED = Object.freeze(["discard", "play", "show"]);

/**
 * Give the computer player that the table waits for while nobody here has anything to do.
 * @param {any} setup
 * @param {number | null} own
 * @param {{phase: string}} view
 * @param {{to_act: number[]}} standing
 * @returns {number | null}
 */
export function thinker(setup, own, { phase }, { to_act: seats }) {
  if ((own !== null && seats.includes(own)) || !PONDERED.includes(phase)) return null;
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
