// @ts-check
/**
 * Where everything lies on the felt: from what lies there and the room that there is, the place of
 * each card. Pure; one pixel is one pixel of the felt, and the origin is its top left corner.
 */

import { blockOf, GAP, isFlat, LOW, NARROW, play, RATIO } from "./layout_play.js";

/**
 * @typedef {{x: number, y: number, w: number, h: number}} Box
 *
 * @typedef {object} Place where a card lies
 * @property {number} x
 * @property {number} y
 * @property {number} w its width; it is 7/5 as high
 * @property {string} card what is printed on it; `??` for what this seat cannot see
 * @property {boolean} up whether its face is shown
 * @property {number} z
 * @property {"hand" | "slot" | "pile" | "earlier" | "shown" | "starter" | "pack" | "crib" |
 *   "back" | "cut"} zone
 * @property {number | null} seat whose it is
 * @property {number} [tilt] degrees
 *
 * @typedef {object} Marks places of what is written beside the cards
 * @property {Box | null} count the figures of the count and the word
 * @property {Box | null} items the items of a count
 * @property {Box[]} slots the empty places of the crib
 * @property {Box | null} starter
 * @property {Box | null} crib
 * @property {Box | null} fan
 * @property {Box | null} pile
 * @property {Box | null} well where the cards of the play go
 * @property {{seat: number, x: number, y: number, w: number}[]} names names under cut cards
 *
 * @typedef {object} Room
 * @property {Box} middle
 * @property {Box} mine
 * @property {Map<number, Box>} backs where each of the others' cards lie
 * @property {Map<number, Box>} piles where the crib lies that belongs to each of the others
 * @property {boolean} left whether it is laid out for the left hand
 *
 * @typedef {object} Lying
 * @property {any} view
 * @property {string} mode
 * @property {string[]} hand the own hand in the order in which it is held
 * @property {string[]} chosen
 * @property {string | null} peek a card of an earlier count that is looked at
 * @property {import("./script.js").Count | null} count
 * @property {string[]} lit
 */

export { RATIO };

/**
 * Lay everything out.
 * @param {Lying} lying
 * @param {Room} room
 * @returns {{cards: Map<string, Place>, marks: Marks}}
 */
export function layout(lying, room) {
  /** @type {Map<string, Place>} */
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
  // At the end the result lies in the middle, and nobody's cards matter any more.
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
 * @typedef {{cards: Map<string, Place>, marks: Marks}} Into
 * @param {Lying} lying
 * @param {Box} mine
 * @returns {number}
 */
function handWidth(lying, mine) {
  const cards = Math.max(lying.hand.length, 4);
  // Six cards overlap, but each shows its index.
  const across = mine.w / (1 + (cards - 1) * 0.64);
  return Math.floor(Math.max(40, Math.min(184, (mine.h - 14) / RATIO, across)));
}

/**
 * @param {Lying} lying
 * @param {Room} room
 * @param {number} hw
 * @param {Into} to
 */
function hand({ hand: held, chosen, mode }, { mine }, hw, { cards }) {
  const rest = mode === "discard" ? held.filter((card) => !chosen.includes(card)) : held;
  const usual = hw + 10;
  const step = rest.length > 1 ? Math.min(usual, (mine.w - hw) / (rest.length - 1)) : 0;
  const x = mine.x + (mine.w - hw - step * Math.max(0, rest.length - 1)) / 2;
  const y = mine.y + Math.max(12, (mine.h - hw * RATIO) / 2 + 4);
  rest.forEach((card, at) => {
    const up = mode !== "discard" && chosen.includes(card) ? 12 : 0;
    cards.set(card, {
      x: x + at * step,
      y: y - up,
      w: hw,
      card,
      up: true,
      z: 20 + at,
      zone: "hand",
      seat: null,
    });
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
      cards.set(`back:${seat}:${at}`, {
        x: x + at * step,
        y: box.y,
        w,
        card: "??",
        up: false,
        z: at,
        zone: "back",
        seat,
      });
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
  const theirs = room.piles.get(view.dealer);
  const { middle } = room;
  const narrow = middle.w < NARROW;
  // The own crib lies where it will lie in the play: below the starter and its name.
  const block = isFlat(middle) || narrow ? null : blockOf(middle, hw);
  const own = block ? Math.min(52, (block.foot - 34) / RATIO) : narrow ? 38 : 52;
  const w = theirs ? Math.min(theirs.h / RATIO, 48) : own;
  const from = block?.x ?? middle.x + 6;
  const to = block ? block.x + block.whole : middle.x + middle.w - 10;
  const foot = block ? block.top + block.foot : middle.y + middle.h;
  const x = theirs ? theirs.x : room.left ? to - w - 12 : from;
  // The word of the moment has the whole width of a phone, so the pile's name stands beside it.
  const side = narrow && middle.w < 400;
  const y = theirs ? theirs.y : foot - w * RATIO - (side && isFlat(middle) ? 8 : 28);
  // Where the felt is low, what is counted needs all of it.
  if (!theirs && mode === "show" && marks.items && y < marks.items.y + 84) return;
  for (let at = 0; at < view.crib_size; at += 1) {
    const tilt = theirs ? 0 : [-7, 4, -2, 8][at % 4];
    cards.set(`crib:${at}`, {
      x: x + at * 4,
      y: y - at,
      w,
      card: "??",
      up: false,
      z: at,
      zone: "crib",
      seat: view.dealer,
      tilt,
    });
  }
  if (theirs) return;
  const beside = { x: x + (room.left ? -62 : w + 16), y: y + 4, w: 58, h: 44 };
  const below = { x: room.left ? x + w - 84 : x, y: y + w * RATIO + 2, w: 84, h: 22 };
  marks.crib = side || (narrow && !isFlat(middle)) ? beside : below;
}

/**
 * @param {Lying} lying
 * @param {Room} room
 * @param {Into} to
 */
function show({ view, count, lit }, { middle }, to) {
  if (!count) return;
  const many = count.cards.length + 1;
  const high = Math.min(middle.h * 0.5, 300);
  const across = (middle.w - 24 - (many - 1) * GAP) / many;
  const w = Math.floor(Math.max(36, Math.min((high - 22) / RATIO, across, 176)));
  const whole = many * w + (many - 1) * GAP + 14;
  const x = middle.x + (middle.w - whole) / 2;
  const spare = middle.h - (40 + w * RATIO + 28 + 150);
  const y = middle.y + 40 + Math.max(0, spare * 0.4);
  const order = [...count.cards].sort(byRank);
  order.forEach((card, at) => {
    to.cards.set(card, {
      x: x + at * (w + GAP),
      y: y - (lit.includes(card) ? 10 : 0),
      w,
      card,
      up: true,
      z: 5 + at,
      zone: "shown",
      seat: count.seat,
    });
  });
  if (view.starter) {
    to.cards.set(view.starter, {
      x: x + (many - 1) * (w + GAP) + 14,
      y: y - (lit.includes(view.starter) ? 10 : 0),
      w,
      card: view.starter,
      up: true,
      z: 4,
      zone: "starter",
      seat: null,
    });
    to.marks.starter = { x: x + (many - 1) * (w + GAP) + 14, y: y + w * RATIO + 4, w, h: 20 };
  }
  to.marks.pile = { x: middle.x, y: y - 40, w: middle.w, h: 28 };
  const below = y + w * RATIO + 16;
  to.marks.items = { x: middle.x, y: below, w: middle.w, h: middle.y + middle.h - below };
}

/**
 * @param {Lying} lying
 * @param {Room} room
 * @param {number} hw
 * @param {Into} to
 */
function discard({ view, chosen }, { middle }, hw, { cards, marks }) {
  const throws = view.rules.players === 2 ? 2 : 1;
  const around = middle.h < LOW ? 42 : 76;
  const w = Math.floor(Math.min(hw, 176, (middle.h - around) / RATIO));
  const whole = throws * w + (throws - 1) * 12;
  const x = middle.x + (middle.w - whole) / 2;
  const y = middle.y + Math.max(6, (middle.h - w * RATIO - 30) / 2);
  const laid = view.seat === null || view.discarded.includes(view.seat);
  if (laid) return;
  for (let at = 0; at < throws; at += 1) {
    const box = { x: x + at * (w + 12), y, w, h: w * RATIO };
    marks.slots.push(box);
    const card = chosen[at];
    if (card) {
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
  const most = Math.min(140, Math.max(60, middle.w * 0.2));
  const w = Math.min(most, (middle.h - 60) / (cuts.length ? 2.2 * RATIO : RATIO));
  const h = w * RATIO;
  // The own crib lies there already.
  const own = Boolean(view.crib_size) && view.dealer === view.seat;
  const beside = own && isFlat(middle) ? 92 : 0;
  const wide = Math.min(middle.w - 24 - beside, Math.max(640, w * 7));
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
  view.cuts.forEach((/** @type {any} */ cut, /** @type {number} */ at) => {
    const left = x + at * each;
    cards.set(cut.card, {
      x: left + (each - w) / 2,
      y,
      w,
      card: cut.card,
      up: true,
      z: 5 + at,
      zone: "cut",
      seat: cut.seat,
    });
    marks.names.push({ seat: cut.seat, x: left, y: y + w * RATIO + 4, w: each });
  });
}

/**
 * @param {Lying} lying
 * @param {Room} room
 * @param {Into} to
 */
function pack({ view, mode }, { middle }, to) {
  if (mode === "over") return;
  const w = Math.floor(Math.min(128, middle.w * 0.25, (middle.h - 70) / RATIO));
  const h = w * RATIO;
  if (view.cuts.length) {
    cutCards(view, middle, middle.y + Math.max(8, (middle.h - h - 30) / 2), w, to);
    return;
  }
  for (const at of [0, 1, 2]) {
    to.cards.set(`pack:${at}`, {
      x: middle.x + (middle.w - w) / 2 + at * 2,
      y: middle.y + (middle.h - h) / 2 - at * 2,
      w,
      card: "??",
      up: false,
      z: at,
      zone: "pack",
      seat: null,
    });
  }
}

const RANKS = "A23456789TJQK";

/**
 * @param {string} one
 * @param {string} other
 * @returns {number}
 */
export function byRank(one, other) {
  return (
    RANKS.indexOf(one.charAt(0)) - RANKS.indexOf(other.charAt(0)) ||
    one.charCodeAt(1) - other.charCodeAt(1)
  );
}
