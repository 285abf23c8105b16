/** Cards as SVG. The style sheet sets the colours, and so the themes and dimming. */

import { svg } from "../dom.js";
import { PIPS, RANKS, SUITS } from "./glyphs.js";

/**
 * @typedef {object} FaceOptions
 * @property {number} width the displayed width in CSS pixels, which selects the drawing
 * @property {boolean} [fourColour] whether diamonds are blue and clubs green
 * @property {boolean} [largeIndices]
 */

const NAMES = { S: "s", H: "h", D: "d", C: "c" };
const CARD = /^([A2-9TJQK])([SHDC])$/;

/** The court cards whose upper right corner is free for the pip. */
const PIP_AT_RIGHT = new Set(["JC", "QC", "JD", "QD", "JH", "QS"]);
/** The ratio of a figure's width to its height. */
const FIGURE = 164.8 / 260.8;

/** @typedef {{x: number, top: number, rank: number, suit: number, gap: number}} Corner */

/** @type {Record<"small" | "medium" | "large", {normal: Corner, large: Corner}>} */
const CORNERS = {
  small: {
    normal: { x: 27, top: 10, rank: 46, suit: 31, gap: 7 },
    large: { x: 31, top: 10, rank: 58, suit: 34, gap: 6 },
  },
  medium: {
    normal: { x: 17, top: 9, rank: 32, suit: 22, gap: 5 },
    large: { x: 23, top: 9, rank: 46, suit: 28, gap: 6 },
  },
  large: {
    normal: { x: 11, top: 8, rank: 19, suit: 13.5, gap: 4 },
    large: { x: 15.5, top: 8, rank: 28, suit: 19, gap: 5 },
  },
};

/**
 * @param {number} width
 * @returns {"small" | "medium" | "large"} the drawing to use
 */
export function drawingFor(width) {
  if (width < 56) return "small";
  return width <= 96 ? "medium" : "large";
}

/**
 * @param {string} kind
 * @param {...SVGElement} children
 * @returns {SVGSVGElement}
 */
function frame(kind, ...children) {
  const attributes = { viewBox: "0 0 100 140", "aria-hidden": "true", focusable: "false" };
  return svg("svg", { class: `card-drawing ${kind}`, ...attributes }, ...children);
}

/**
 * @param {string} name
 * @param {number} inset
 * @param {number} rx
 */
function sheet(name, inset, rx) {
  const size = { width: 100 - 2 * inset, height: 140 - 2 * inset };
  return svg("rect", { class: name, x: inset, y: inset, ...size, rx });
}

/**
 * @param {string} suit
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {boolean} [turned]
 */
function mark(suit, x, y, size, turned = false) {
  const scale = (turned ? -size : size) / 100;
  const transform = `translate(${x} ${y}) scale(${scale}) translate(-50 -50)`;
  return svg("path.card-suit", { d: SUITS[suit], transform });
}

/**
 * @param {string} rank
 * @param {number} x the x of its middle
 * @param {number} top
 * @param {number} height
 */
function letter(rank, x, top, height) {
  const { d, width } = RANKS[rank];
  const scale = height / 100;
  const transform = `translate(${x - (width * scale) / 2} ${top}) scale(${scale})`;
  return svg("path.card-rank", { d, transform });
}

/**
 * @param {string} rank
 * @param {string} suit
 * @param {Corner} corner
 * @param {boolean} [turned]
 */
function index(rank, suit, corner, turned = false) {
  const { x, top, rank: height, suit: size, gap } = corner;
  return svg(
    "g.card-index",
    { ...(turned ? { transform: "rotate(180 50 70)" } : {}) },
    letter(rank, x, top, height),
    mark(suit, x, top + height + gap + size / 2, size),
  );
}

/** @param {string} card @param {number} width the width of the frame */
function court(card, width) {
  const height = width / FIGURE;
  const box = { x: 50 - width / 2, y: 70 - height / 2, width, height };
  const pip = width * 0.275;
  const aside = (PIP_AT_RIGHT.has(card) ? 1 : -1) * (width * 0.5 - pip * 0.6);
  const down = height * 0.5 - pip * 0.64;
  // Each figure is a separate file, because most cards are never shown this wide.
  const href = new URL(`../../cards/${card}.svg`, import.meta.url).href;
  return [
    svg("image.card-figure", { href, preserveAspectRatio: "none", ...box }),
    svg("rect.card-frame", { rx: 1, ...box }),
    mark(card[1], 50 + aside, 70 - down, pip),
    mark(card[1], 50 - aside, 70 + down, pip, true),
  ];
}

/**
 * @param {string} rank
 * @param {string} suit
 * @param {boolean} large whether the indices are large; they leave room for only one pip
 */
function middle(rank, suit, large) {
  const pips = PIPS[large ? "A" : rank];
  if (!PIPS[rank]) return court(rank + suit, large ? 47 : 61);
  return pips.map(([x, y, size]) => mark(suit, x, y, size, y > 70));
}

/**
 * Draw a card face up; an unknown card (`??`) is drawn face down.
 * @param {string} card
 * @param {FaceOptions} options
 * @returns {SVGSVGElement}
 */
export function cardFace(card, { width, fourColour = false, largeIndices = false }) {
  const read = CARD.exec(card);
  if (!read) return cardBack({ width });
  const [, rank, suit] = read;
  const drawing = drawingFor(width);
  const corner = CORNERS[drawing][largeIndices ? "large" : "normal"];
  const parts = [index(rank, suit, corner)];
  if (drawing === "small") {
    parts.push(largeIndices ? mark(suit, 75, 115, 32) : mark(suit, 70, 106, 46));
  } else if (drawing === "medium") {
    // Large indices leave no room for two of them and a suit between.
    if (largeIndices) parts.push(mark(suit, 70, 106, 46));
    else parts.push(mark(suit, 50, 70, 44), index(rank, suit, corner, true));
  } else {
    parts.push(...middle(rank, suit, largeIndices), index(rank, suit, corner, true));
  }
  const name = NAMES[/** @type {keyof typeof NAMES} */ (suit)];
  const kind = `card-face card-${drawing} suit-${name}${fourColour ? " four-colour" : ""}`;
  return frame(kind, sheet("card-sheet", 0.5, 7), ...parts);
}

/**
 * Draw a net of fine lines, with a dot at every crossing, clipped to the inner border.
 * @returns {{lines: string, dots: string}}
 */
function knot() {
  const [left, right, top, bottom, step] = [9, 91, 9.5, 130.5, 8.2];
  let lines = "";
  let dots = "";
  for (let n = -15; n <= 25; n += 1) {
    const from = Math.max(left, left + n * step);
    const to = Math.min(right, left + n * step + bottom - top);
    if (from >= to) continue;
    const [high, low] = [top + from - left - n * step, top + to - left - n * step];
    lines += `M${from} ${high}L${to} ${low}M${100 - from} ${high}L${100 - to} ${low}`;
  }
  for (let row = 0; row * step <= 2 * (bottom - top); row += 1) {
    for (let x = left + (row % 2 ? step / 2 : 0); x <= right; x += step) {
      const y = top + (row * step) / 2;
      if (y <= bottom) dots += `M${x} ${y}h0`;
    }
  }
  return { lines, dots };
}

// A whole pack may be on the table face down, so the net is built only once.
const NET = knot();

function net() {
  return [
    svg("path.card-back-net", { d: NET.lines }),
    svg("path.card-back-dots", { d: NET.dots }),
    sheet("card-back-line", 8.5, 2.5),
  ];
}

/**
 * Draw the card back: five holes and a peg.
 * @param {{width: number}} options
 * @returns {SVGSVGElement}
 */
export function cardBack({ width }) {
  const drawing = drawingFor(width);
  const small = drawing === "small";
  const [half, pitch, hole] = small ? [19, 17, 5] : [15, 14, 3.7];
  const holes = [-2, -1, 0, 1, 2].map((n) => 70 + n * pitch);
  const rest = holes.map((cy) => svg("circle.card-back-hole", { cx: 50, cy, r: hole }));
  const long = pitch * 2 + half;
  const plate = { x: 50 - half, y: 70 - long, width: 2 * half, height: 2 * long, rx: half };
  return frame(
    `card-back card-${drawing}`,
    sheet("card-sheet", 0.5, 7),
    sheet("card-back-ground", small ? 7 : 5.5, 4),
    ...(small ? [] : net()),
    svg("rect.card-back-plate", { ...plate }),
    ...rest,
    svg("circle.card-back-peg", { cx: 50, cy: holes[1], r: half * 0.56 }),
    svg("circle.card-back-turn", { cx: 50, cy: holes[1], r: half * 0.27 }),
  );
}

/**
 * Draw an empty place for a card.
 * @returns {SVGSVGElement}
 */
export function emptySlot() {
  return frame("card-slot", sheet("card-slot-edge", 1.5, 7));
}
