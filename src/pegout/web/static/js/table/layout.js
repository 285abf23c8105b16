// @ts-check
/**
 * Where everything lies on the felt: from what lies there and the room that there is, the place of
 * each card. Pure; one pixel is one pixel of the felt, and the origin is its top left corner.
 */

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

export const RATIO = 1.4;
const GAP = 8;
/** A felt that is not as wide as this is that of a phone. */
const NARROW = 500;
/** Nor is one that is as low as this high enough to have the count below the cards. */
const LOW = 190;

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
  const w = theirs ? Math.min(theirs.h / RATIO, 48) : narrow ? 38 : 52;
  // The own crib lies where it will lie in the play.
  const block = isFlat(middle) || narrow ? null : blockOf(middle, hw);
  const from = block?.x ?? middle.x + 6;
  const to = block ? block.x + block.whole : middle.x + middle.w - 10;
  const foot = block ? block.top + block.foot : middle.y + middle.h;
  const x = theirs ? theirs.x : room.left ? to - w - 12 : from;
  const y = theirs ? theirs.y : foot - w * RATIO - 28;
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
  // The word of the moment has the whole width of a phone, so the pile's name stands beside it.
  const beside = { x: x + (room.left ? -62 : w + 16), y: y + 4, w: 58, h: 44 };
  marks.crib = narrow && middle.h > LOW ? beside : { x, y: y + w * RATIO + 2, w: 84, h: 22 };
}

/**
 * @param {Box} box
 * @param {number} x
 * @param {number} y
 * @param {number} w
 * @param {Into} to
 * @param {any} view
 */
function starter(box, x, y, w, { cards, marks }, view) {
  const card = view.starter;
  if (view.pack_size > 0) {
    for (const at of [0, 1]) {
      cards.set(`pack:${at}`, {
        x: x + at * 2,
        y: y + 4 - at * 2,
        w,
        card: "??",
        up: false,
        z: at,
        zone: "pack",
        seat: null,
      });
    }
  }
  if (card) {
    const place = { x: x + 3, y, w, card, up: true, z: 3, seat: null };
    cards.set(card, { ...place, zone: "starter" });
  }
  marks.starter = { x, y: y + w * RATIO + 6, w: w + 6, h: 20 };
}

/**
 * @typedef {object} Block where the play lies; the same for a whole deal, whatever lies there
 * @property {number} x
 * @property {number} y
 * @property {number} w the width of a card
 * @property {number} whole
 * @property {number} lane how wide the row of the play is
 * @property {number} shift how far the own row is below that of the others
 * @property {number} top where the count begins
 * @property {number} foot how high it is
 *
 * @param {Box} middle
 * @param {number} hw
 * @returns {Block}
 */
function blockOf(middle, hw) {
  const narrow = middle.w < NARROW;
  const foot = Math.max(86, Math.min(narrow ? 104 : 128, middle.h * 0.34));
  const head = middle.h - foot - (narrow ? 0 : GAP);
  const high = (head - 34) / (RATIO + 0.16);
  const w = Math.floor(Math.max(40, Math.min(hw, 176, high, middle.w * 0.2)));
  const shift = Math.min(24, w * 0.16);
  const lane = Math.min(middle.w - w - 3 * GAP - 16, w * 4);
  const whole = w + 3 * GAP + lane;
  const tall = w * RATIO + shift + 26;
  const x = middle.x + Math.max(4, (middle.w - whole) / 2);
  const y = middle.y + Math.max(4, (middle.h - tall - foot) / 2);
  return { x, y, w, whole, lane, shift, top: y + tall, foot };
}

/**
 * @param {Lying} lying
 * @param {Room} room
 * @param {number} hw
 * @param {Into} to
 */
function play(lying, { middle, left }, hw, to) {
  const { view } = lying;
  if (isFlat(middle)) {
    flat(lying, middle, left, to);
    return;
  }
  const block = blockOf(middle, hw);
  const { x, y, w, whole, lane, shift, top, foot } = block;
  const pack = left ? x + whole - w : x;
  const first = left ? x : x + w + 3 * GAP;
  starter(middle, pack, y + shift / 2, w, to, view);
  const inset = Math.min(10, w * 0.1);
  const step = Math.min(
    w * 0.66,
    (lane - 2 * inset - w) / Math.max(1, view.pile.length - 1),
  );
  view.pile.forEach((/** @type {any} */ laid, /** @type {number} */ at) => {
    to.cards.set(laid.card, {
      x: first + inset + at * step,
      y: y + (laid.seat === (view.seat ?? 0) ? shift : 0),
      w,
      card: laid.card,
      up: true,
      z: 5 + at,
      zone: "pile",
      seat: laid.seat,
    });
  });
  to.marks.pile = { x: first, y, w: lane, h: w * RATIO + shift };
  to.marks.well = { x: first, y: y - 8, w: lane, h: w * RATIO + shift + 24 };
  const third = Math.min(190, whole * 0.31);
  earlier(lying, { x, y: top, w: whole, h: foot }, third, left, to);
  const across = { x: middle.x, y: top, w: middle.w, h: foot };
  const between = { x: x + third, y: top, w: whole - 2 * third, h: foot };
  to.marks.count = middle.w < NARROW ? across : between;
}

/**
 * Where the felt is low, the count stands beside the cards and not below them.
 * @param {Box} middle
 */
function isFlat(middle) {
  return middle.h < LOW && middle.w > 1.8 * middle.h;
}

/**
 * The play on a phone that lies on its side.
 * @param {Lying} lying
 * @param {Box} middle
 * @param {boolean} left
 * @param {Into} to
 */
function flat(lying, middle, left, to) {
  const { view } = lying;
  const own = view.crib_size && view.dealer === view.seat ? 84 : 0;
  const beside = Math.min(150, middle.w * 0.34);
  const w = Math.floor(Math.max(40, Math.min(84, (middle.h - 40) / RATIO)));
  const room = middle.w - own - beside - w - 2 * GAP;
  const most = Math.max(view.pile.length, 4);
  const step = Math.min(w * 0.6, (room - w) / Math.max(1, most - 1));
  const y = middle.y + 4;
  const start = left ? middle.x + beside : middle.x + own;
  starter(middle, start, y + 4, w, to, view);
  view.pile.forEach((/** @type {any} */ laid, /** @type {number} */ at) => {
    const down = laid.seat === (view.seat ?? 0) ? 8 : 0;
    const place = { x: start + w + 2 * GAP + at * step, y: y + down, w, card: laid.card, up: true };
    to.cards.set(laid.card, { ...place, z: 5 + at, zone: "pile", seat: laid.seat });
  });
  to.marks.pile = { x: start, y, w: room, h: w * RATIO };
  const x = left ? middle.x : middle.x + middle.w - beside;
  const many = view.earlier.length > 0;
  to.marks.count = { x, y: middle.y, w: beside, h: middle.h - 44 };
  to.marks.well = { x: start + w + GAP, y: middle.y, w: room, h: w * RATIO + 22 };
  const box = { x, y: middle.y, w: beside, h: middle.h };
  if (many) earlier(lying, box, beside - 8, left, to, { w: 30, below: 2 });
}

/**
 * The cards of the counts before: small, turned over, and turned up again by a tap.
 * @param {Lying} lying
 * @param {Box} box
 * @param {number} room
 * @param {boolean} left
 * @param {Into} to
 * @param {{w: number, below: number}} [size]
 */
function earlier({ view, peek }, box, room, left, { cards }, size) {
  const piles = view.earlier;
  const many = piles.reduce(
    (/** @type {number} */ n, /** @type {any[]} */ pile) => n + pile.length,
    0,
  );
  if (!many) return;
  const w = size?.w ?? Math.min(box.w > NARROW ? 44 : 38, (box.h - 30) / RATIO);
  const gaps = (piles.length - 1) * 6;
  const step = Math.min(16, (room - w - gaps - 8) / Math.max(1, many - 1));
  const wide = w + step * (many - 1) + gaps;
  let x = left ? box.x + 4 : box.x + box.w - wide - 8;
  const y = box.y + box.h - w * RATIO - (size?.below ?? 28);
  let z = 0;
  for (const pile of piles) {
    for (const laid of pile) {
      const up = laid.card === peek;
      const seen = { x: Math.min(x, box.x + box.w - 60), y: y - 34, w: 56, z: 19 };
      const lying = up ? seen : { x, y, w, z };
      cards.set(laid.card, { ...lying, card: laid.card, up, seat: laid.seat, zone: "earlier" });
      x += step;
      z += 1;
    }
    x += 6;
  }
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
function fan({ view, mode }, { middle }, { cards, marks }) {
  const cuts = mode === "cut_for_deal" ? view.cuts : [];
  const most = Math.min(140, Math.max(60, middle.w * 0.2));
  const w = Math.min(most, (middle.h - 60) / (cuts.length ? 2.2 * RATIO : RATIO));
  const h = w * RATIO;
  const wide = Math.min(middle.w - 24, Math.max(640, w * 7));
  const spare = middle.h - h - (cuts.length ? h + 40 : 0);
  const y = middle.y + Math.max(26, spare / 2);
  marks.fan = { x: middle.x + (middle.w - wide) / 2, y, w: wide, h };
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
