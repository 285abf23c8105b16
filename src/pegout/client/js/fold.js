/**
 * The knowledge of one seat, event by event: the view after an event is a pure function of the view
 * before it. No rules are applied here, because the events already contain the consequences of each
 * action.
 *
 * Two fields are not determined by events, and are empty until the table's standing sets them:
 * `to_act` and `legal`.
 */

import { sideOf, sidesOf } from "./rules.js";

/** @import { Event, View } from "./wire" */
/** @typedef {Record<string, any>} Any */

/**
 * Return the view after an event.
 * @param {View} view
 * @param {Event} event
 * @returns {View}
 */
export function fold(view, event) {
  const change = CHANGES[event.type];
  if (!change) return view;
  return { ...view, to_act: [], legal: [], ...change(view, event) };
}

/**
 * @template T
 * @param {T[]} values
 * @param {number} at
 * @param {T} value
 * @returns {T[]}
 */
function put(values, at, value) {
  return values.map((old, index) => (index === at ? value : old));
}

/**
 * @param {number[]} seats
 * @param {number} seat
 * @returns {number[]}
 */
function having(seats, seat) {
  return seats.includes(seat) ? seats : [...seats, seat].sort((one, other) => one - other);
}

/**
 * @param {string[]} cards
 * @param {string[]} gone
 * @returns {string[]}
 */
function without(cards, gone) {
  return cards.filter((card) => !gone.includes(card));
}

/**
 * Return the next seat that holds a card and has not said go in this count. The player of the last
 * card comes last; if none of their cards fits, the next event ends the count.
 * @param {Any} view
 * @param {number[]} sizes
 * @param {number[]} gone
 * @param {number} seat
 * @returns {number | null}
 */
function nextTurn(view, sizes, gone, seat) {
  const players = view.rules.players;
  for (let step = 1; step <= players; step += 1) {
    const other = (seat + step) % players;
    if ((sizes[other] ?? 0) > 0 && !gone.includes(other)) return other;
  }
  return null;
}

/**
 * @param {number} deal
 * @param {number} dealer
 * @returns {Any}
 */
function nextDeal(deal, dealer) {
  return {
    phase: "ready",
    deal,
    dealer,
    ready: [],
    commitment: null,
    pack_size: 0,
    cuts: [],
    cut_places: [],
    stopping: [],
  };
}

/** What is empty before a deal, and once its cards are dealt. */
const EMPTY = {
  discards: [],
  discarded: [],
  starter: null,
  count: 0,
  pile: [],
  earlier: [],
  goes: [],
  turn: null,
  shown: [],
};

/**
 * @param {Any} view
 * @param {number} seat
 * @param {number} taken
 * @returns {Any}
 */
function answered(view, seat, taken) {
  const claim = view.claim;
  if (!claim) return {};
  return {
    claim: {
      ...claim,
      taken: claim.taken + taken,
      awaiting: claim.awaiting.filter((/** @type {number} */ other) => other !== seat),
    },
  };
}

/** @type {Record<string, (view: Any, event: Any) => Any>} */
const CHANGES = {
  game_began: (view, { dealer }) => {
    const zero = Array(sidesOf(view.rules)).fill(0);
    const start = view.rules.start_scores;
    return {
      ...nextDeal(dealer === null ? 0 : 1, dealer),
      ...EMPTY,
      scores: start.length ? start : zero,
      rear: zero,
      dealt: [],
      hand: [],
      hand_sizes: [],
      crib_size: 0,
      gone: [],
      claim: null,
      resigned: null,
      result: null,
    };
  },
  committed: (view, { deal, commitment }) => (deal === view.deal ? { commitment } : {}),
  revealed: (view, { deal }) => (deal === view.deal ? { commitment: null } : {}),
  said_ready: (view, { seat }) => {
    const ready = having(view.ready, seat);
    return { ready, phase: ready.length === view.rules.players ? "shuffle" : "ready" };
  },
  shuffled: (view, { pack }) => ({
    pack_size: pack.length,
    phase: view.deal ? view.phase : "cut_for_deal",
  }),
  dealer_cut: (view, { seat, at, card }) => ({
    cuts: [...view.cuts, { seat, at, card }],
    cut_places: having(view.cut_places, at),
  }),
  cut_tied: () => ({ cuts: [] }),
  dealer_chosen: (view, { seat }) => ({
    ...nextDeal(1, seat),
    cuts: view.cuts,
    cut_places: view.cuts
      .map((/** @type {Any} */ cut) => cut.at)
      .sort((/** @type {number} */ left, /** @type {number} */ right) => left - right),
  }),
  dealt: (view, { dealer, deal, hands, crib }) => {
    const sizes = hands.map((/** @type {string[]} */ hand) => hand.length);
    const own = view.seat === null ? [] : hands[view.seat];
    const used = sizes.reduce((/** @type {number} */ sum, /** @type {number} */ n) => sum + n, 0);
    return {
      ...EMPTY,
      phase: "discard",
      deal,
      dealer,
      pack_size: view.pack_size - used - crib.length,
      cuts: [],
      cut_places: view.cut_places.filter(
        (/** @type {number} */ at) => !view.cuts.some((/** @type {Any} */ cut) => cut.at === at),
      ),
      dealt: own,
      hand: own,
      hand_sizes: sizes,
      crib_size: crib.length,
    };
  },
  discarded: (view, { seat, cards }) => {
    const own = seat === view.seat;
    const discarded = having(view.discarded, seat);
    return {
      discarded,
      hand: own ? without(view.hand, cards) : view.hand,
      discards: own ? cards : view.discards,
      hand_sizes: put(view.hand_sizes, seat, view.hand_sizes[seat] - cards.length),
      crib_size: view.crib_size + cards.length,
      phase: discarded.length === view.rules.players ? "cut" : "discard",
    };
  },
  starter_cut: (view, { card }) => ({
    pack_size: view.pack_size - 1,
    starter: card,
    phase: "play",
    turn: (view.dealer + 1) % view.rules.players,
  }),
  played: (view, { seat, card, count }) => {
    const sizes = put(view.hand_sizes, seat, view.hand_sizes[seat] - 1);
    return {
      hand: seat === view.seat ? without(view.hand, [card]) : view.hand,
      hand_sizes: sizes,
      pile: [...view.pile, { seat, card }],
      count,
      turn: nextTurn(view, sizes, view.gone, seat),
    };
  },
  said_go: (view, { seat, count }) => {
    const played = [view.pile, ...view.earlier].reduce((sum, pile) => sum + pile.length, 0);
    const gone = having(view.gone, seat);
    return {
      goes: [...view.goes, { seat, count, after: played }],
      gone,
      turn: nextTurn(view, view.hand_sizes, gone, seat),
    };
  },
  count_ended: (view, { seat }) => ({
    earlier: [...view.earlier, view.pile],
    pile: [],
    count: 0,
    gone: [],
    turn: view.rules.five_card ? null : nextTurn(view, view.hand_sizes, [], seat),
  }),
  hand_shown: (view, { seat, cards, crib }) => ({
    phase: "show",
    shown: [...view.shown, { seat, cards, crib }],
    turn: seat,
  }),
  claimed: (view, { seat, reason, points }) => {
    if (!view.rules.muggins) return {};
    const side = sideOf(view.rules, seat);
    const awaiting = [];
    for (let other = 0; other < view.rules.players; other += 1) {
      if (sideOf(view.rules, other) !== side) awaiting.push(other);
    }
    // Showing the next seat would reveal whether the player of the last card can play another.
    return { claim: { seat, reason, claimed: points, taken: 0, awaiting }, turn: null };
  },
  accepted: (view, { seat }) => answered(view, seat, 0),
  muggins_called: (view, { seat, taken }) => answered(view, seat, taken),
  counted: (view, { seat, reason }) => {
    if (!view.claim) return {};
    const turn = reason === "play" ? nextTurn(view, view.hand_sizes, view.gone, seat) : seat;
    return { claim: null, turn };
  },
  scored: (view, { seat, score }) => {
    const side = sideOf(view.rules, seat);
    if (view.scores[side] === score) return {};
    return {
      scores: put(view.scores, side, score),
      rear: put(view.rear, side, view.scores[side]),
    };
  },
  deal_ended: (view, { deal }) => nextDeal(deal + 1, (view.dealer + 1) % view.rules.players),
  resigned: (_, { seat }) => ({ resigned: seat }),
  stop_offered: (view, { seat }) => ({ stopping: having(view.stopping, seat) }),
  stop_declined: () => ({ stopping: [] }),
  game_ended: (_, { result }) => ({ phase: "over", turn: null, claim: null, result }),
};
