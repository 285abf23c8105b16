// @ts-check
/** Where everything lies in the play: starter, pile and count keep their places all through a deal. */

/**
 * @typedef {import("./layout.js").Box} Box
 * @typedef {import("./layout.js").Into} Into
 * @typedef {import("./layout.js").Lying} Lying
 * @typedef {import("./layout.js").Room} Room
 */

export const RATIO = 1.4;
export const GAP = 8;
/** A felt that is not as wide as this is that of a phone. */
export const NARROW = 500;
/** Nor is one that is as low as this high enough to have the count below the cards. */
export const LOW = 190;

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
export function blockOf(middle, hw) {
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
export function play(lying, { middle, left }, hw, to) {
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
  const inset = 10;
  const step = Math.min(w * 0.66, (lane - 2 * inset - w) / Math.max(1, view.pile.length - 1));
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
  const third = Math.min(190, whole * (middle.w < NARROW ? 0.31 : 0.26));
  earlier(lying, { x, y: top, w: whole, h: foot }, third, left, to);
  const across = { x: middle.x, y: top, w: middle.w, h: foot };
  const between = { x: x + third, y: top, w: whole - 2 * third, h: foot };
  to.marks.count = middle.w < NARROW ? across : between;
}

/**
 * Where the felt is low, the count stands beside the cards and not below them.
 * @param {Box} middle
 */
export function isFlat(middle) {
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
  // On a phone held upright the own crib lies below the starter, elsewhere beside it.
  const upright = middle.w < 400;
  const own = !upright && view.crib_size && view.dealer === view.seat ? 84 : 0;
  const beside = Math.min(150, middle.w * 0.34);
  const w = Math.floor(Math.max(40, Math.min(84, (middle.h - (upright ? 106 : 40)) / RATIO)));
  const room = middle.w - own - beside - w - 2 * GAP;
  const most = Math.max(view.pile.length, 4);
  const step = Math.min(w * 0.6, (room - w) / Math.max(1, most - 1));
  const y = middle.y + 4;
  const start = left ? middle.x + beside : middle.x + own;
  starter(middle, start, y + 4, w, to, view);
  view.pile.forEach((/** @type {any} */ laid, /** @type {number} */ at) => {
    const down = laid.seat === (view.seat ?? 0) ? 8 : 0;
    const x = start + w + 2 * GAP + 2 + at * step;
    const place = { x, y: y + down, w, card: laid.card, up: true };
    to.cards.set(laid.card, { ...place, z: 5 + at, zone: "pile", seat: laid.seat });
  });
  to.marks.pile = { x: start, y, w: room, h: w * RATIO };
  const x = left ? middle.x : middle.x + middle.w - beside;
  const many = view.earlier.length > 0;
  to.marks.count = { x, y: middle.y, w: beside, h: middle.h - 44 };
  to.marks.well = { x: start + w + GAP, y: middle.y, w: room, h: w * RATIO + 22 };
  const box = { x, y: middle.y, w: beside, h: middle.h };
  if (many) earlier(lying, box, beside - 8, left, to, { w: 30, below: upright ? 14 : 2 });
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
  // On a phone what is said has the whole width, and stands below them.
  const below = size?.below ?? (box.w > NARROW ? 28 : Math.max(28, box.h / 2 - 8));
  const y = box.y + box.h - w * RATIO - below;
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
