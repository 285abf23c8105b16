// @ts-check
/**
 * What a seat decides now, and what may be chosen for it. The standing says it; both views of the
 * table read it here and nowhere else.
 */

/** @typedef {import("./script.js").Scene} Scene */
/** @typedef {"ready" | "cut" | "discard" | "play" | "go" | "claim" | "accept" | "muggins"} Kind */

/**
 * The legal actions by their kind.
 * @typedef {object} Choices
 * @property {any} ready
 * @property {any} go
 * @property {any} accept
 * @property {Map<string, any[]>} plays the actions that play each card, one for each number of
 *   points claimed
 * @property {any[]} discards
 * @property {any[]} cuts
 * @property {any[]} claims
 * @property {any[]} muggins
 */

/**
 * @typedef {object} Intention what a player has chosen so far
 * @property {string[]} [chosen] the cards
 * @property {number | null} [points] the points to claim
 * @property {number} [place] the position in the pack to cut
 */

/**
 * Sort the legal actions by their kind.
 * @param {any[]} legal
 * @returns {Choices}
 */
export function choicesOf(legal) {
  /** @param {string} type */
  const all = (type) => legal.filter((action) => action.type === type);
  /** @type {Map<string, any[]>} */
  const plays = new Map();
  for (const action of all("play")) {
    plays.set(action.card, [...(plays.get(action.card) ?? []), action]);
  }
  return {
    ready: all("ready")[0] ?? null,
    go: all("go")[0] ?? null,
    accept: all("accept")[0] ?? null,
    plays,
    discards: all("discard"),
    cuts: [...all("cut"), ...all("cut_for_deal")],
    claims: all("claim"),
    muggins: all("muggins"),
  };
}

/**
 * Return the kind of the decision; a call of muggins is possible beside others, and never the first.
 * @param {Choices | null} choices
 * @returns {Kind | null} null if there is nothing to decide
 */
export function kindOf(choices) {
  if (!choices) return null;
  if (choices.ready) return "ready";
  if (choices.cuts.length) return "cut";
  if (choices.discards.length) return "discard";
  if (choices.plays.size) return "play";
  if (choices.go) return "go";
  if (choices.claims.length) return "claim";
  // Playing a card or saying go accepts the count as well.
  return choices.accept ? "accept" : null;
}

/**
 * Return the number of cards to choose.
 * @param {Choices | null} choices
 * @returns {number}
 */
export function manyOf(choices) {
  if (!choices) return 0;
  return choices.discards[0]?.cards.length ?? Math.min(1, choices.plays.size);
}

/**
 * Return whether a card may be chosen.
 * @param {Choices} choices
 * @param {string} card
 */
export function allows({ plays, discards }, card) {
  return plays.has(card) || discards.some(({ cards }) => cards.includes(card));
}

/**
 * Return the points that may be claimed with a decision.
 * @param {Choices | null} choices
 * @param {Kind | null} kind
 * @param {string} [card] the card to play; without it, the points with any card
 * @returns {number[]} empty if no number is needed
 */
export function numbersOf(choices, kind, card) {
  if (kind === "claim") return choices?.claims.map(({ points }) => points) ?? [];
  if (kind === "muggins") return choices?.muggins.map(({ points }) => points) ?? [];
  if (kind !== "play" || !choices) return [];
  const actions = card === undefined ? [...choices.plays.values()].flat() : choices.plays.get(card);
  return (actions ?? []).flatMap(({ claim }) => (claim === null ? [] : [claim]));
}

/**
 * Return the action that an intention makes of a decision.
 * @param {Choices} choices
 * @param {Kind} kind
 * @param {Intention} intention
 * @returns {any} undefined while the intention is not complete
 */
export function actionOf(choices, kind, { chosen = [], points = null, place }) {
  switch (kind) {
    case "cut":
      return choices.cuts.find(({ at }) => at === place);
    case "discard":
      return choices.discards.find(
        ({ cards }) =>
          cards.length === chosen.length &&
          cards.every((/** @type {string} */ card) => chosen.includes(card)),
      );
    case "play":
      return choices.plays
        .get(chosen[0] ?? "")
        ?.find(({ claim }) => claim === null || claim === points);
    case "claim":
      return choices.claims.find((claim) => claim.points === points);
    case "muggins":
      return choices.muggins.find((call) => call.points === points);
    default:
      return choices[kind];
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
    (/** @type {any} */ one, /** @type {number} */ at) => at === view.seat || one.kind !== "person",
  );
}
