/** The layout of the play: starter, row and count keep their places throughout a deal. */

/** @import { Box, Into, Lying, Room } from "./layout.js" */

export const RATIO = 1.4;
export const GAP = 8;
/** A card whose face is unknown here, and one of the pack. */
export const DOWN = Object.freeze({ card: "??", up: false });
export const PACK = Object.freeze({ ...DOWN, zone: /** @type {const} */ ("pack"), seat: null });
/** The width of the player's own crib beside the cards of a low felt, with its name. */
export const OWN = 68;
/** The width below which a felt is that of a phone. */
export const NARROW = 500;
/** The height below which a felt has no room for the count below the cards. */
export const LOW = 190;
/**
 * The visible part of a card in the row of the play, at most and at least, in card widths; and
 * above a second row, in card heights.
 */
const SEEN = { now: [0.66, 0.42], earlier: [0.3, 0.2], above: 0.4 };
/** The least visible part of a card of this count in one row; below it there are two rows. */
const CLOSEST = 0.39;
/** How far the row of the play may extend below its lane. */
const BELOW = 16;
/** The smallest width of a card in the play. */
const SMALLEST = 30;
/** The width of the rank in the corner of the smallest card. */
const RANK = 11;
/** The gap between two counts, in card widths. */
const BREAK = 0.12;
/** The rotation of cards of finished counts, in degrees. */
const TURNED = -3;
/** The width of the count beside the cards, at least and at most. */
const COUNT = [140, 176];
/** The height of the player's own crib below the count. */
const CRIB = 104;
/** The height of the count with the word below it, on a phone. */
const FIGURE = 84;
/** The height of the play above the row of finished counts, at least, and the width of its cards. */
const [ABOVE, FINISHED] = [100, 44];
/** The width below which a low felt is that of a phone in portrait format. */
const UPRIGHT = 400;
/** The player's own crib on a phone: its height below the starter, its width with its name. */
const [BENEATH, NAMED] = [66, 114];
/** The gap between two finished counts in a row of their own, at most, in card widths. */
const PARTED = 0.3;

/**
 * @param {number} x
 * @param {number} y
 * @param {number} w
 * @param {Into} to
 * @param {any} view
 */
function starter(x, y, w, { cards, marks }, view) {
  const card = view.starter;
  if (view.pack_size > 0) {
    for (const at of [0, 1]) {
      cards.set(`pack:${at}`, { ...PACK, x: x + at * 2, y: y + 4 - at * 2, w, z: at });
    }
  }
  if (card) {
    cards.set(card, { x: x + 3, y, w, card, up: true, z: 3, zone: "starter", seat: null });
  }
  marks.starter = { x, y: y + w * RATIO + 6, w: w + 6, h: 20 };
}

/**
 * @typedef {object} Block the area of the play; the same for a whole deal, whatever it contains
 * @property {number} x
 * @property {number} y
 * @property {number} w the width of a card
 * @property {number} whole the width of starter and row together
 * @property {number} lane the width of the row of the play
 * @property {number} shift how far the player's own cards are below those of the others
 * @property {Box} count
 * @property {Box} open the placement of the count if the player's own crib is elsewhere
 * @property {Box} crib the placement of the player's own crib, at the bottom
 *
 * @param {Box} middle
 * @param {number} hw
 * @returns {Block}
 */
export function blockOf(middle, hw) {
  if (middle.w < NARROW) return below(middle, hw);
  // The arrangement with the larger cards is used.
  const [first, other] = [below(middle, hw), beside(middle, hw)];
  return other.w > first.w ? other : first;
}

/**
 * Arrange the count below the cards.
 * @param {Box} middle
 * @param {number} hw
 * @returns {Block}
 */
function below(middle, hw) {
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
  const side = Math.min(190, whole * 0.26);
  const top = y + tall;
  const between = { x: x + side, y: top, w: whole - 2 * side, h: foot };
  const across = { x: middle.x, y: top, w: middle.w, h: foot };
  const crib = { x, y: top, w: whole, h: foot };
  return {
    x,
    y,
    w,
    whole,
    lane,
    shift,
    count: narrow ? across : between,
    open: narrow ? across : crib,
    crib,
  };
}

/**
 * Arrange the count beside the cards.
 * @param {Box} middle
 * @param {number} hw
 * @returns {Block}
 */
function beside(middle, hw) {
  const high = (middle.h - 44) / (RATIO + 0.16);
  const [min, max] = COUNT;
  const wide = Math.max(min, Math.min(max, middle.w * 0.24));
  const room = middle.w - wide - 8 * GAP;
  const w = Math.floor(Math.max(40, Math.min(hw, 176, high, room / 4.7)));
  const shift = Math.min(24, w * 0.16);
  const lane = Math.min(room - w, w * 4.4);
  const whole = w + 3 * GAP + lane;
  const tall = w * RATIO + shift + 26;
  const x = middle.x + (middle.w - whole - wide - 2 * GAP) / 2;
  const y = middle.y + Math.max(8, (middle.h - tall) / 2);
  const side = x + whole + 2 * GAP;
  // The player's own crib is below the count.
  const figures = Math.max(100, Math.min(160, middle.h - CRIB));
  const top = Math.max(middle.y, Math.min(y - 8, middle.y + middle.h - figures - CRIB));
  const count = { x: side, y: top, w: wide, h: figures };
  const crib = { x: side + GAP, y: top + figures, w: wide - GAP, h: CRIB };
  const open = { ...count, h: figures + CRIB };
  return { x, y, w, whole, lane, shift, count, open, crib };
}

/**
 * @param {Lying} lying
 * @param {Room} room
 * @param {number} hw
 * @param {Into} to
 */
export function play({ view }, { middle, left }, hw, to) {
  const finished = finishedLane(view, middle, left);
  if (!finished) {
    if (isFlat(middle)) flat(view, middle, left, middle.w < UPRIGHT ? BENEATH : 0, to);
    else high(view, middle, left, hw, to);
    return;
  }
  apart(view.earlier, finished, to);
  const [now, free] = [
    { ...view, earlier: [] },
    { ...middle, h: middle.h - finished.h },
  ];
  if (free.h < LOW) flat(now, free, left, 0, to);
  else high(now, free, left, hw, to);
}

/**
 * Lay out the play on a felt that is high enough for cards of the usual size.
 * @param {any} view
 * @param {Box} middle
 * @param {boolean} left
 * @param {number} hw
 * @param {Into} to
 */
function high(view, middle, left, hw, to) {
  const block = blockOf(middle, hw);
  const { y, w, lane, shift } = block;
  const mirrored = mirror(middle, left);
  const pack = mirrored({ ...block, w });
  const lies = mirrored({ x: block.x + w + 3 * GAP, y, w: lane, h: w * RATIO + shift });
  starter(pack.x, y + shift / 2, w, to, view);
  row(view, lies, { w, shift, inset: 10 }, to);
  to.marks.pile = lies;
  to.marks.well = { ...lies, y: y - 8, h: lies.h + 24 };
  const own = view.crib_size && view.dealer === view.seat;
  to.marks.count = mirrored(own ? block.count : block.open);
}

/**
 * Mirror a layout for the right hand to one for the left.
 * @param {Box} middle
 * @param {boolean} left
 * @returns {<T extends {x: number, w: number}>(box: T) => T}
 */
export function mirror(middle, left) {
  return (box) => (left ? { ...box, x: 2 * middle.x + middle.w - box.x - box.w } : box);
}

/**
 * Place the played cards: first those of finished counts, turned a little and close together, then
 * those of this count. They form one row; if the corners of the smallest cards would not be visible
 * in it, the last cards form a second row over the lower halves of the first.
 * @param {any} view
 * @param {Box} box
 * @param {{w: number, shift: number, inset: number}} how `shift` is how far the player's own cards
 *   are lowered
 * @param {Into} to
 */
function row(view, box, how, to) {
  const { pile, earlier } = view;
  const own = view.seat ?? 0;
  const lane = { ...box, x: box.x + how.inset, w: box.w - 2 * how.inset };
  const width = fitting(how.w, lane.w, pile.length, earlier);
  if (needed(width, pile.length, earlier, CLOSEST) <= lane.w) {
    line(earlier, pile, lane, { w: width, shift: how.shift, own, z: 0 }, to);
    return;
  }
  const [w, first] = inTwo(how, lane, pile.length, earlier);
  const z = earlier.flat().length + first;
  const second = { ...lane, y: lane.y + lower(w, how.shift) };
  line(earlier, pile.slice(0, first), lane, { w, shift: how.shift, own, z: 0 }, to);
  line([], pile.slice(first), second, { w, shift: how.shift, own, z }, to);
}

/**
 * @typedef {{card: string, seat: number}} Played
 *
 * @param {Played[][]} earlier
 * @param {Played[]} pile
 * @param {Box} lane
 * @param {{w: number, shift: number, own: number, z: number}} how
 * @param {Into} to
 */
function line(earlier, pile, lane, { w, shift, own, z: lowest }, { cards }) {
  const many = earlier.flat().length;
  const steps = Math.max(0, pile.length - 1);
  const room = (lane.w - w) / w - breaksOf(pile.length, earlier);
  const [max, min] = SEEN.now;
  const far = SEEN.earlier[0];
  const near = Math.max(SEEN.earlier[1], RANK / w);
  const wide = many * far + steps * max > room;
  const old = wide ? Math.max(near, Math.min(far, (room - steps * 0.5) / Math.max(1, many))) : far;
  const now = Math.max(min, Math.min(max, (room - many * old) / Math.max(1, steps)));
  // If even that is too wide, all gaps shrink.
  const close = w * Math.min(1, room / Math.max(1, many * old + steps * now));
  let [x, z] = [lane.x, lowest];
  const put = (/** @type {Played} */ played, /** @type {"pile" | "earlier"} */ zone) => {
    const y = lane.y + (played.seat === own ? shift : 0);
    const tilt = zone === "earlier" ? { tilt: TURNED } : {};
    cards.set(played.card, { ...played, x, y, w, z, up: true, zone, ...tilt });
    x += (zone === "earlier" ? old : now) * close;
    z += 1;
  };
  for (const count of earlier) {
    for (const played of count) put(played, "earlier");
    x += BREAK * w;
  }
  if (many) x += BREAK * w;
  for (const played of pile) put(played, "pile");
}

/**
 * Return the total width of the gaps in a row, in card widths.
 * @param {number} pile the number of cards of this count in the row
 * @param {Played[][]} earlier
 */
function breaksOf(pile, earlier) {
  return (earlier.length + (earlier.length && pile ? 1 : 0)) * BREAK;
}

/**
 * Return the least width of a row that shows the corner of each card.
 * @param {number} w the width of a card
 * @param {number} pile
 * @param {Played[][]} earlier
 * @param {number} [seen] the visible part of each card, in card widths
 */
function needed(w, pile, earlier, seen = SEEN.now[1]) {
  const old = earlier.flat().length * Math.max(SEEN.earlier[1] * w, RANK);
  return old + (1 + breaksOf(pile, earlier) + Math.max(0, pile - 1) * seen) * w;
}

/**
 * Return the card width at which one row shows the corner of each card: the more cards, the smaller
 * they are.
 * @param {number} usual
 * @param {number} room
 * @param {number} pile
 * @param {Played[][]} earlier
 * @returns {number}
 */
function fitting(usual, room, pile, earlier) {
  let w = Math.max(SMALLEST, Math.floor(usual));
  while (w > SMALLEST && needed(w, pile, earlier) > room) w -= 1;
  return w;
}

/**
 * Return the card width for two rows, and the number of cards of this count in the first row.
 * @param {{w: number, shift: number}} how
 * @param {Box} lane
 * @param {number} pile
 * @param {Played[][]} earlier
 * @returns {[number, number]}
 */
function inTwo({ w: usual, shift }, lane, pile, earlier) {
  const high = (lane.h + BELOW - 2 * shift) / ((1 + SEEN.above) * RATIO);
  let w = Math.max(SMALLEST, Math.floor(Math.min(usual, high)));
  for (; ; w -= 1) {
    let first = Math.ceil(pile / 2);
    while (first && needed(w, first, earlier) > lane.w) first -= 1;
    if (w <= SMALLEST || needed(w, pile - first, []) <= lane.w) return [w, first];
  }
}

/**
 * Return how far the second row is below the first, in which the player's own cards are lowered.
 * @param {number} w
 * @param {number} shift
 */
function lower(w, shift) {
  return shift + SEEN.above * w * RATIO;
}

/**
 * Return whether the felt is so low that the count is beside the cards and not below them.
 * @param {Box} middle
 */
export function isFlat(middle) {
  return middle.h < LOW && middle.w > 1.8 * middle.h;
}

/**
 * Lay out the play on a low felt, with the count beside small cards.
 * @param {any} view
 * @param {Box} middle
 * @param {boolean} left
 * @param {number} beneath the room below the starter
 * @param {Into} to
 */
function flat(view, middle, left, beneath, to) {
  // On a phone in portrait format the player's own crib is below the starter, elsewhere beside it.
  const upright = middle.w < UPRIGHT;
  const own = !upright && view.crib_size && view.dealer === view.seat ? OWN + GAP : 0;
  const beside = Math.min(150, middle.w * (upright ? 0.34 : 0.3));
  const free = middle.w - own - beside - 2 * GAP;
  const high = (middle.h - 40 - beneath) / RATIO;
  const w = Math.floor(
    Math.max(40, Math.min(84, high, free / (view.rules.players > 2 ? 4.4 : 3.6))),
  );
  const room = free - w;
  const y = middle.y + 4;
  const start = left ? middle.x + beside : middle.x + own;
  starter(start, y + 4, w, to, view);
  const lane = { x: start + w + GAP, y, w: room, h: w * RATIO };
  row(view, lane, { w, shift: 8, inset: GAP }, to);
  to.marks.pile = { ...lane, x: start };
  const x = left ? middle.x : middle.x + middle.w - beside;
  const tall = Math.max(middle.h - 44, Math.min(middle.h, FIGURE));
  to.marks.count = { x, y: middle.y, w: beside, h: tall };
  to.marks.well = { ...lane, y: middle.y, h: w * RATIO + 22 };
}

/**
 * Return the row of the finished counts of three or four players on a phone, below the play and
 * beside the player's own crib; null if it has no room.
 * @param {any} view
 * @param {Box} middle
 * @param {boolean} left
 * @returns {Box | null}
 */
function finishedLane(view, middle, left) {
  const high = Math.min(middle.h - ABOVE, FINISHED * RATIO);
  const wide = middle.w >= (isFlat(middle) ? UPRIGHT : NARROW);
  if (view.rules.players < 3 || wide || high < SMALLEST * RATIO) return null;
  const crib = view.crib_size && view.dealer === view.seat ? NAMED : 0;
  const x = middle.x + GAP + (left ? 0 : crib);
  return { x, y: middle.y + middle.h - high, w: middle.w - 2 * GAP - crib, h: high };
}

/**
 * Place the cards of finished counts in a row of their own.
 * @param {Played[][]} earlier
 * @param {Box} lane
 * @param {Into} to
 */
function apart(earlier, lane, { cards }) {
  const steps = Math.max(1, earlier.flat().length - 1);
  const breaks = Math.max(1, earlier.length - 1);
  const spare = (/** @type {number} */ w) => lane.w - w * (1 + (steps * RANK) / SMALLEST);
  let w = lane.h / RATIO;
  // The more cards, the smaller they are, so that each shows its rank.
  while (w > SMALLEST && spare(w) < breaks * PARTED * w) w -= 1;
  const gap = Math.max(0, Math.min(PARTED * w, spare(w) / breaks));
  const step = Math.min(SEEN.now[0] * w, (lane.w - w - breaks * gap) / steps);
  let [x, z] = [lane.x, 0];
  for (const count of earlier) {
    for (const { card, seat } of count) {
      cards.set(card, { x, y: lane.y, w, card, up: true, z, zone: "earlier", seat });
      x += step;
      z += 1;
    }
    x += gap;
  }
}
