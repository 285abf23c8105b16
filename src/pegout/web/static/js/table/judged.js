// @ts-check
/**
 * A game that was reviewed, by the steps in which it is gone through: where each decision stands,
 * how the chance of winning went, and where the deals begin.
 */

/**
 * @typedef {import("../wire").GameReview} GameReview
 * @typedef {import("../wire").GameDecision} Decision
 * @typedef {import("../wire").DecisionOption} Option
 * @typedef {import("../wire").SplitParts} SplitParts
 * @typedef {import("./script.js").Scene} Scene
 * @typedef {import("./script.js").Step} Step
 *
 * @typedef {object} Decided a decision, and the step at which it is seen
 * @property {number} at
 * @property {Decision} decision
 *
 * @typedef {object} Ranked an option that is shown
 * @property {Option} option
 * @property {number} rank its place among all of them, from 1 on
 * @property {boolean} chosen
 * @property {boolean} best whether it is the best, or tied with it
 * @property {number} length how long its bar is, from 0 to 1
 */

/** So many options are shown. */
const SHOWN = 4;
/** At the least, bars show a difference of so many points, or of so much of the chance. */
const SPAN = { points: 3, chance: 0.06 };
/** The bar of the worst option is not shorter. */
const SHORTEST = 0.1;

/** Verdicts that lose enough to be gone to as mistakes. */
const MISTAKES = ["mistake", "large_mistake"];

/** What was found, as one seat looks at it. */
export class Judged {
  /** The decisions of the seat, or of everybody for somebody who watched. @type {Decided[]} */
  decisions;
  /** The chance of winning after each step at which it is known. @type {{at: number, chance: number}[]} */
  curve;
  /** @type {{deal: number, from: number, to: number}[]} */
  deals;

  /**
   * @param {GameReview} review
   * @param {[Scene, Step][]} stages the steps of the same game
   * @param {number | null} seat
   */
  constructor(review, stages, seat) {
    this.review = review;
    this.seat = seat;
    /** @type {Map<number, number>} */
    const last = new Map();
    /** @type {Map<number, number>} */
    const first = new Map();
    stages.forEach(([, { number }], at) => {
      last.set(number, at);
      if (!first.has(number)) first.set(number, at);
    });
    const own = (/** @type {Decision} */ one) => seat === null || one.seat === seat;
    this.decisions = review.decisions.filter(own).flatMap((decision) => {
      const at = first.get(decision.number);
      const stage = at === undefined ? null : stages[at];
      return at === undefined || !stage ? [] : [{ at, decision: asPlayed(decision, stage[1]) }];
    });
    const upside = seat !== null && seat % 2 === 1;
    this.curve = review.curve.flatMap(({ number, chance }) => {
      const at = last.get(number);
      return at === undefined ? [] : [{ at, chance: upside ? 1 - chance : chance }];
    });
    // From the last card that matters on the result stands.
    const ended = this.curve.at(-1);
    if (review.exact && ended) this.curve.push({ ...ended, at: stages.length - 1 });
    const begins = review.deals.flatMap(({ deal, number }) => {
      const from = first.get(number);
      return from === undefined ? [] : [{ deal, from }];
    });
    this.deals = begins.map(({ deal, from }, n) => ({
      deal,
      from,
      to: begins[n + 1]?.from ?? stages.length,
    }));
  }

  /**
   * Give the decision that is seen at a step.
   * @param {number} at
   * @returns {Decision | null}
   */
  decisionAt(at) {
    return this.decisions.find((one) => one.at === at)?.decision ?? null;
  }

  /**
   * Give the place of the next decision, or of the one before.
   * @param {number} at
   * @param {number} by
   * @param {boolean} [mistakes] only those that were mistakes
   * @returns {number} -1 where there is none
   */
  next(at, by, mistakes = false) {
    const wanted = this.decisions.filter(({ decision }) => !mistakes || isMistake(decision));
    const there = wanted.filter((one) => (by > 0 ? one.at > at : one.at < at));
    return there.at(by > 0 ? 0 : -1)?.at ?? -1;
  }

  /**
   * Give the chance of winning as of a step.
   * @param {number} at
   * @returns {number} one half where nothing is known yet
   */
  chanceAt(at) {
    const known = this.curve.filter((one) => one.at <= at);
    return (known.at(-1) ?? this.curve[0])?.chance ?? 0.5;
  }
}

/**
 * Give a decision with the card that was played: an option of the play is any card of its rank.
 * @param {Decision} decision
 * @param {Step} step
 * @returns {Decision}
 */
function asPlayed(decision, { event }) {
  if (event.type !== "played") return decision;
  const options = decision.options.map((one, at) =>
    at === decision.chosen ? { ...one, cards: [event.card] } : one,
  );
  return { ...decision, options };
}

/**
 * Whether a decision lost enough to be called a mistake.
 * @param {Decision} decision
 */
export function isMistake({ verdict }) {
  return MISTAKES.includes(verdict.name);
}

/**
 * How a decision is marked: by its verdict, and where it was as good as others, as a tie.
 * @param {Decision} decision
 * @returns {"tie" | "fine" | "inaccuracy" | "mistake" | "large_mistake"}
 */
export function markOf({ chosen, loss, verdict }) {
  return verdict.name === "fine" && chosen > 0 && loss.tied ? "tie" : verdict.name;
}

/**
 * Give the options to be shown: the best ones, and the chosen one wherever it stands.
 * @param {Decision} decision
 * @returns {Ranked[]}
 */
export function ranked({ options, chosen, by_chance: byChance }) {
  const worth = (/** @type {Option} */ one) => (byChance ? one.chance : one.points);
  const places = options.map((_, at) => at).slice(0, SHOWN);
  if (!places.includes(chosen)) places[places.length - 1] = chosen;
  const best = worth(/** @type {Option} */ (options[0]));
  const worst = Math.min(...places.map((at) => worth(/** @type {Option} */ (options[at]))));
  const span = Math.max(best - worst, byChance ? SPAN.chance : SPAN.points);
  return places.map((at) => {
    const option = /** @type {Option} */ (options[at]);
    const top = at === 0 || option.tied;
    const length = top ? 1 : 1 - ((best - worth(option)) / span) * (1 - SHORTEST);
    return { option, rank: at + 1, chosen: at === chosen, best: top, length };
  });
}
