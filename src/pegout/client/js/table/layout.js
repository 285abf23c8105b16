/**
 * The layout of the felt: computes the placement of each card from the cards on the table and the
 * available room. It is a pure function; one unit is one pixel of the felt, and the origin is its
 * top left corner.
 */

import {
  blockOf,
  DOWN,
  GAP,
  isFlat,
  LOW,
  mirror,
  NARROW,
  OWN,
  PACK,
  play,
  RATIO,
} from "./layout_play.js";

/**
 * @typedef {{x: number, y: number, w: number, h: number}} Box
 *
 * @typedef {object} Placement where a card lies, and how
 * @property {number} x
 * @property {number} y
 * @property {number} w its width; its height is 7/5 of that
 * @property {string} card the card; `??` if this seat cannot see it
 * @property {boolean} up whether it is face up
 * @property {number} z
 * @property {"hand" | "kept" | "slot" | "pile" | "earlier" | "shown" | "starter" | "pack" |
 *   "crib" | "back" | "cut"} zone
 * @property {number | null} seat the seat of its owner
 * @property {number} [tilt] the rotation in degrees
 *
 * @typedef {object} Marks the placements of the texts beside the cards
 * @property {Box | null} count the number of the count, and the call
 * @property {Box | null} items the items of a count
 * @property {Box[]} slots the empty placements of the crib
 * @property {Box | null} starter
 * @property {Box | null} crib
 * @property {Box | null} fan
 * @property {Box | null} pile
 * @property {Box | null} well the area of the play
 * @property {{seat: number, x: number, y: number, w: number}[]} names the names below cards cut for
 *   deal
 *
 * @typedef {object} Room
 * @property {Box} middle
 * @property {Box} mine
 * @property {Map<number, Box>} backs the placement of each other player's hand
 * @property {Map<number, Box>} piles the placement of the crib of each other player
 * @property {boolean} left whether the layout is for the left hand
 *
 * @typedef {object} Lying
 * @property {any} view
 * @property {string} mode
 * @property {string[]} hand the player's own hand in its order
 * @property {string[]} [kept] the kept hand, including cards that have been played, where these are
 *   shown
 * @property {string[]} chosen
 * @property {import("../scene/script.js").Count | null} count
 * @property {string[]} lit
 */

export { RATIO };

/**
 * Compute the whole layout.
 * @param {Lying} lying
 * @param {Room} room
 * @param {number} [unit] the scale of all sizes
 * @returns {{cards: Map<string, Placement>, marks: Marks}}
 */
export function layout(lying, room, unit = 1) {
  if (unit === 1) return lie(lying, room);
  const { cards, marks } = lie(lying, /** @type {Room} */ (sized(room, 1 / unit)));
  const grown = [...cards].map(([key, placement]) => [
    key,
    { ...placement, ...sized(placement, unit, SIZES) },
  ]);
  return {
    cards: new Map(/** @type {[string, Placement][]} */ (grown)),
    marks: /** @type {Marks} */ (sized(marks, unit)),
  };
}

const SIZES = ["x", "y", "w", "h"];

/**
 * Scale boxes, and objects made of boxes.
 * @param {any} value
 * @param {number} by
 * @param {string[]} [only]
 * @returns {any}
 */
function sized(value, by, only) {
  if (value instanceof Map) {
    return new Map([...value].map(([key, box]) => [key, sized(box, by)]));
  }
  if (Array.isArray(value)) return value.map((item) => sized(item, by));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([name, item]) => {
    const size = SIZES.includes(name) && typeof item === "number";
    return [name, size ? item * by : only ? item : sized(item, by)];
  });
  return Object.fromEntries(entries);
}

/**
 * @param {Lying} lying
 * @param {Room} room
 * @returns {{cards: Map<string, Placement>, marks: Marks}}
 */
function lie(lying, room) {
  /** @type {Map<string, Placement>} */
  const cards = new Map();
  /** @type {Marks} */
  const marks = {
    count: null,
    items: null,
    slots: [],
    starter: null,
    crib: null,
    fan: null,
    pile: null,
    well: null,
    names: [],
  };
  const hw = handWidth(lying, room.mine);
  const to = { cards, marks };
  // After a game the result fills the middle, and the hands are not shown.
  if (lying.mode === "over") return to;
  backs(lying, room, to);
  if (lying.mode === "show") show(lying, room, to);
  else if (lying.mode === "play") play(lying, room, hw, to);
  else if (lying.mode === "discard") discard(lying, room, hw, to);
  else if (lying.mode === "cut" || lying.mode === "cut_for_deal") fan(lying, room, to);
  else pack(lying, room, to);
  crib(lying, room, hw, to);
  hand(lying, room, hw, to);
  return to;
}

/**
 * @typedef {{cards: Map<string, Placement>, marks: Marks}} Into
 * @param {Lying} lying
 * @param {Box} mine
 * @returns {number}
 */
function handWidth(lying, mine) {
  const cards = Math.max(lying.hand.length, 4);
  // Six cards overlap, but each shows its index.
  const across = mine.w / (1 + (cards - 1) * 0.64);
  // A spectator has no hand, and needs no room for one.
  const high = mine.h > 0 ? (mine.h - 14) / RATIO : Infinity;
  return Math.floor(Math.max(40, Math.min(184, high, across)));
}

/**
 * @param {Lying} lying
 * @param {Room} room
 * @param {number} hw
 * @param {Into} to
 */
function hand({ hand: held, kept = held, chosen, mode }, { mine }, hw, { cards }) {
  const rest = mode === "discard" ? held.filter((card) => !chosen.includes(card)) : kept;
  const usual = hw + 10;
  const step = rest.length > 1 ? Math.min(usual, (mine.w - hw) / (rest.length - 1)) : 0;
  const x = mine.x + (mine.w - hw - step * Math.max(0, rest.length - 1)) / 2;
  const y = mine.y + Math.max(12, (mine.h - hw * RATIO) / 2 + 4);
  rest.forEach((card, at) => {
    const up = mode !== "discard" && chosen.includes(card) ? 12 : 0;
    const box = { x: x + at * step, y: y - up, w: hw };
    const placement = { ...box, card, up: true, z: 20 + at, seat: null };
    if (held.includes(card)) cards.set(card, { ...placement, zone: "hand" });
    else cards.set(`kept:${card}`, { ...placement, zone: "kept" });
  });
}

/**
 * @param {Lying} lying
 * @param {Room} room
 * @param {Into} to
 */
function backs({ view }, room, { cards }) {
  for (const [seat, box] of room.backs) {
    const many = view.hand_sizes[seat] ?? 0;
    const w = Math.min(box.h / RATIO, 84);
    const step = many > 1 ? Math.min(w * 0.42, (box.w - w) / (many - 1)) : 0;
    const x = box.x + (box.w - w - step * Math.max(0, many - 1)) / 2;
    for (let at = 0; at < many; at += 1) {
      const back = { x: x + at * step, y: box.y, w, z: at };
      cards.set(`back:${seat}:${at}`, { ...DOWN, ...back, zone: "back", seat });
    }
  }
}

/**
 * @param {Lying} lying
 * @param {Room} room
 * @param {number} hw
 * @param {Into} to
 */
function crib({ view, mode, count }, room, hw, { cards, marks }) {
  const shown = (/** @type {any} */ hand) => hand.crib;
  if (!view.crib_size || view.dealer === null || view.shown.some(shown) || count?.crib) return;
  if (!["discard", "cut", "play", "show"].includes(mode)) return;
  // For a spectator, the crib is in the middle while it fills.
  if (cards.has("crib:0")) return;
  const theirs = room.piles.get(view.dealer);
  const { middle } = room;
  const narrow = middle.w < NARROW;
  // The player's own crib is where it will be during the play.
  const block = isFlat(middle) || narrow ? null : blockOf(middle, hw);
  const own = block ? Math.min(52, (block.crib.h - 34) / RATIO) : narrow ? 38 : 52;
  const w = theirs ? Math.min(theirs.h / RATIO, 48) : own;
  const free = block?.crib ?? { ...middle, x: middle.x + 6, w: middle.w - 16 };
  const placement = mirror(middle, room.left)(free);
  const x = theirs ? theirs.x : room.left ? placement.x + placement.w - w - 12 : placement.x;
  // On a phone the call takes the whole width, so the name of the pile is beside it.
  const side = narrow && middle.w < 400;
  const foot = placement.y + placement.h;
  // Beside the cards of the play, the name takes two lines.
  const low = isFlat(middle) ? (side ? 8 : 48) : 28;
  const y = theirs ? theirs.y : foot - w * RATIO - low;
  // On a low felt the hand being counted needs all the room, and so does the starter.
  if (!theirs && mode === "show" && marks.items && y < marks.items.y + 84) return;
  const { starter } = marks;
  if (!theirs && mode === "play" && narrow && starter && y < starter.y + starter.h) return;
  for (let at = 0; at < view.crib_size; at += 1) {
    const tilt = theirs ? 0 : [-7, 4, -2, 8][at % 4];
    const back = { x: x + at * 4, y: y - at, w, z: at, tilt };
    cards.set(`crib:${at}`, { ...DOWN, ...back, zone: "crib", seat: view.dealer });
  }
  if (theirs) return;
  const beside = { x: x + (room.left ? -62 : w + 16), y: y + 4, w: 58, h: 44 };
  const wide = isFlat(middle) ? OWN : 84;
  const below = { x: room.left ? x + w - wide : x, y: y + w * RATIO + 2, w: wide, h: low - 4 };
  marks.crib = side || (narrow && !isFlat(middle)) ? beside : below;
}

/** The number of cards in a complete crib. */
const CRIB = 4;
/** How far the halves of a cut pack move apart, in card widths. */
export const SPLIT = 0.16;
/** The gap between a hand and the starter in the show, beside the usual gap. */
const APART = 14;
/** Up to this width, cards of the show overlap rather than shrink; the visible part of each. */
const [OVER, SEEN] = [96, 0.66];
/** The room for a letter and for a line in the items of a count, in pixels. */
const LETTER = 8.5;
const LINE = 24;

/**
 * Return the height of the items of a count with their verdict. Many items form two columns, or on
 * a phone a running text.
 * @param {import("../scene/script.js").Count} count
 * @param {number} width
 * @returns {number}
 */
function itemsHeight({ phrases, verdict }, width) {
  const room = Math.max(LETTER, width - 100) / LETTER;
  const linesOf = (/** @type {string} */ text) => Math.ceil(text.length / room);
  const many = phrases.length > 3;
  const narrow = width < NARROW;
  let lines = Math.ceil(phrases.length / 2);
  if (!many) lines = phrases.reduce((sum, phrase) => sum + linesOf(phrase), 0);
  else if (narrow) lines = linesOf(phrases.join(" · "));
  return Math.max(lines, 3) * LINE + (verdict ? 2 * LINE : 0);
}

/**
 * @param {Lying} lying
 * @param {Room} room
 * @param {Into} to
 */
function show({ view, count, lit }, { middle }, to) {
  if (!count) return;
  const many = count.cards.length + 1;
  const part = Math.min(middle.h * (middle.h < 300 ? 0.5 : 0.44), 300) - 22;
  // The items below also need room to be readable.
  const high = Math.min(part, middle.h - 40 - 16 - itemsHeight(count, middle.w)) / RATIO;
  const room = middle.w - 24 - APART;
  const across = (room - (many - 1) * GAP) / many;
  // On a phone the cards overlap a little, to be as large as possible.
  const over = Math.min(OVER, room / (2 + (many - 2) * SEEN));
  const w = Math.floor(Math.max(36, Math.min(high, Math.max(across, over), 176)));
  const step = Math.min(w + GAP, (room - 2 * w) / (many - 2));
  const last = step * (many - 2) + w + GAP + APART;
  const x = middle.x + (middle.w - last - w) / 2;
  const spare = middle.h - (40 + w * RATIO + 28 + Math.max(150, middle.h * 0.45));
  const y = middle.y + 40 + Math.max(0, spare * 0.4);
  const order = [...count.cards].sort(byRank);
  const faceUp = (/** @type {string} */ card, /** @type {number} */ from) => {
    return { x: x + from, y: y - (lit.includes(card) ? 10 : 0), w, card, up: true };
  };
  order.forEach((card, at) => {
    to.cards.set(card, { ...faceUp(card, at * step), z: 5 + at, zone: "shown", seat: count.seat });
  });
  if (view.starter) {
    const { starter } = view;
    to.cards.set(starter, { ...faceUp(starter, last), z: 4, zone: "starter", seat: null });
    to.marks.starter = { x: x + last, y: y + w * RATIO + 4, w, h: 20 };
  }
  to.marks.pile = { x: middle.x, y: y - 40, w: middle.w, h: 28 };
  const below = y + w * RATIO + 16;
  to.marks.items = { x: middle.x, y: below, w: middle.w, h: middle.y + middle.h - below };
}

/** The width from which a card is read at a glance. */
const READABLE = 40;

/**
 * @param {Lying} lying
 * @param {Room} room
 * @param {number} hw
 * @param {Into} to
 */
function discard({ view, chosen }, { middle }, hw, { cards, marks }) {
  const { seat, rules, crib_size: inCrib, dealer } = view;
  // A spectator sees the whole crib fill.
  const watched = seat === null;
  if (view.discarded.includes(seat)) return;
  const many = watched ? CRIB : rules.players === 2 ? 2 : 1;
  const across = (middle.w - (many - 1) * 12 - 2 * GAP) / many;
  const max = Math.min(hw, 176, across);
  const captioned = (middle.h - (middle.h < LOW ? 42 : 76)) / RATIO;
  // Small cards take the room of what is said below them.
  const high = captioned < READABLE ? (middle.h - 8) / RATIO : captioned;
  const w = Math.floor(Math.min(max, high));
  const whole = many * w + (many - 1) * 12;
  const x = middle.x + (middle.w - whole) / 2;
  const y = middle.y + Math.max(high > captioned ? 4 : 6, (middle.h - w * RATIO - 30) / 2);
  for (let at = 0; at < many; at += 1) {
    const box = { x: x + at * (w + 12), y, w, h: w * RATIO };
    marks.slots.push(box);
    const card = chosen[at];
    if (watched && at < inCrib) {
      cards.set(`crib:${at}`, { ...box, ...DOWN, z: at, zone: "crib", seat: dealer });
    } else if (card) {
      cards.set(card, { ...box, card, up: true, z: 10 + at, zone: "slot", seat: null });
    }
  }
}

/**
 * @param {Lying} lying
 * @param {Room} room
 * @param {Into} to
 */
function fan({ view, mode }, { middle, left }, { cards, marks }) {
  const cuts = mode === "cut_for_deal" ? view.cuts : [];
  const max = Math.min(140, Math.max(60, middle.w * 0.2));
  const w = Math.min(max, (middle.h - 60) / (cuts.length ? 2.2 * RATIO : RATIO));
  const h = w * RATIO;
  // The player's own crib is there already.
  const own = Boolean(view.crib_size) && view.dealer === view.seat;
  const beside = own && isFlat(middle) ? 92 : 0;
  // When the pack is cut, its halves move to the sides.
  const room = middle.w - beside - 24 - 2 * SPLIT * w;
  const wide = Math.min(room, Math.max(640, w * 7));
  const spare = middle.h - h - (cuts.length ? h + 40 : 0);
  const y = middle.y + (own ? 26 : Math.max(26, spare / 2));
  const start = middle.x + (left ? 0 : beside);
  marks.fan = { x: start + (middle.w - beside - wide) / 2, y, w: wide, h };
  if (cuts.length) cutCards(view, middle, y + h + 16, w, { cards, marks });
}

/**
 * @param {any} view
 * @param {Box} middle
 * @param {number} y
 * @param {number} w
 * @param {Into} to
 */
function cutCards(view, middle, y, w, { cards, marks }) {
  const each = Math.min(170, (middle.w - 8) / view.cuts.length);
  const x = middle.x + (middle.w - each * view.cuts.length) / 2;
  view.cuts.forEach((/** @type {any} */ { card, seat }, /** @type {number} */ at) => {
    const left = x + at * each;
    const box = { x: left + (each - w) / 2, y, w };
    cards.set(card, { ...box, card, up: true, z: 5 + at, zone: "cut", seat });
    marks.names.push({ seat, x: left, y: y + w * RATIO + 4, w: each });
  });
}

/** The width of the cards of the pack in the smallest room. */
const SMALLEST = 32;

/**
 * @param {Lying} lying
 * @param {Room} room
 * @param {Into} to
 */
function pack({ view, mode }, { middle }, to) {
  if (mode === "over") return;
  const high = Math.max(SMALLEST, (middle.h - 70) / RATIO);
  const w = Math.floor(Math.min(128, middle.w * 0.25, high));
  const h = w * RATIO;
  if (view.cuts.length) {
    cutCards(view, middle, middle.y + Math.max(8, (middle.h - h - 30) / 2), w, to);
    return;
  }
  for (const at of [0, 1, 2]) {
    const x = middle.x + (middle.w - w) / 2 + at * 2;
    const y = middle.y + (middle.h - h) / 2 - at * 2;
    to.cards.set(`pack:${at}`, { ...PACK, x, y, w, z: at });
  }
}

const RANKS = "A23456789TJQK";

/**
 * @param {string} card
 * @param {string} other
 * @returns {number}
 */
export function byRank(card, other) {
  return (
    RANKS.indexOf(card.charAt(0)) - RANKS.indexOf(other.charAt(0)) ||
    card.charCodeAt(1) - other.charCodeAt(1)
  );
}
