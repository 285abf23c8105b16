/** Pictures for how a game ended, each on a brass disc: the last peg, a skunk, a fan of cards. */

import { svg } from "../dom.js";
import { cardFace } from "./cards.js";
import { peg } from "./pegs.js";
import { holesPath } from "./wood.js";

/** @typedef {"home" | "skunk" | "double_skunk" | "triple_skunk" | "comeback" | "hand"} Medal */
/**
 * @typedef {{side?: number, other?: number, cards?: string[]}} About the sides of the pegs, and the
 *   cards
 */

const MIDDLE = 60;
const FIELD = 46;

/** A skunk walking to the left with its tail up, on an area of 100 × 80. */
const SKUNK = {
  tail: "M72 60C66 52 62 44 63 33C64 17 76 4 88 6C97 8 100 18 95 25C91 31 86 31 85 38C84 46 86 52 82 62Z",
  body:
    "M18 54C20 46 28 42 36 44C44 38 58 37 68 43C79 48 85 56 84 66L83 78H75L74 70C70 73 64 74 59 72" +
    "L57 78H49L48 71C43 71 38 69 35 66L34 78H26L26 66C20 66 14 65 10 62C8 60 10 58 13 57Z",
  ear: "M26 46C26 40 31 38 34 42C36 45 33 48 30 48Z",
  stripe:
    "M15 53C22 46 30 44 38 47C50 43 64 46 73 56C75 50 73 43 74 34C75 24 81 15 88 15" +
    "C84 21 79 26 79 36C79 46 82 52 79 64C71 55 52 48 38 52C30 50 22 52 15 55Z",
};

/** @param {string} transform @returns {SVGElement} */
function skunk(transform) {
  const part = (/** @type {string} */ name, /** @type {string} */ d) =>
    svg("path", { class: name, d });
  return svg(
    "g",
    { transform },
    part("medal-ink", SKUNK.tail),
    part("medal-ink", SKUNK.ear),
    part("medal-ink", SKUNK.body),
    part("medal-paper", SKUNK.stripe),
    svg("circle.medal-paper", { cx: 20.5, cy: 58, r: 1.7 }),
    svg("circle.medal-red", { cx: 10.5, cy: 60, r: 2.4 }),
  );
}

/**
 * Draw a peg in a hole.
 * @param {number} side
 * @param {number} x
 * @param {number} y
 * @param {number} radius
 * @param {number} [lift]
 */
function standing(side, x, y, radius, lift = 0) {
  const { element, put } = peg(side, radius);
  put({ x, y, angle: 0 }, lift);
  return element;
}

/** @param {About} about the game hole, with the peg that has reached it */
function home({ side = 0 }) {
  const ring = holesPath([{ x: MIDDLE, y: MIDDLE, angle: 0 }], 25);
  const lane = [20, 28].map((x) => ({ x, y: MIDDLE, angle: 0 }));
  return [
    svg("path.hole", { d: holesPath(lane, 2.6) }),
    svg("path.medal-ring", { d: ring }),
    svg("path.game-plate", { d: ring }),
    svg("path.hole", { d: holesPath([{ x: MIDDLE, y: MIDDLE, angle: 0 }], 15) }),
    svg("g.medal-peg", standing(side, MIDDLE, MIDDLE, 19)),
  ];
}

/** @param {About} about a peg that moves past the opponent's */
function comeback({ side = 0, other = 1 }) {
  const holes = [-3, -2, -1, 0, 1, 2, 3].map((n) => ({ x: MIDDLE + n * 12.5, y: 80, angle: 0 }));
  return [
    svg("path.hole", { d: holesPath(holes, 2.6) }),
    svg("path.medal-path", { d: "M24 76C34 24 84 22 95 64" }),
    svg("path.medal-tip", { d: "M87 61L97 70L100 57" }),
    standing(other, MIDDLE, 80, 10),
    standing(side, MIDDLE, 36, 12),
  ];
}

/** @param {About} about the hand as a fan */
function fan({ cards = [] }) {
  const [width, height] = [30, 42];
  return cards.map((card, at) => {
    const face = cardFace(card, { width: 44 });
    for (const [name, value] of Object.entries({ x: 45, y: 36, width, height })) {
      face.setAttribute(name, String(value));
    }
    const turn = (at - (cards.length - 1) / 2) * 17;
    return svg("g", { transform: `rotate(${turn} 60 98)` }, face);
  });
}

/** @type {Record<Medal, (about: About) => SVGElement[]>} */
const PICTURES = {
  home,
  comeback,
  hand: fan,
  skunk: () => [skunk("translate(19 25) scale(0.82)")],
  double_skunk: () => [
    skunk("translate(44 24) scale(0.58)"),
    skunk("translate(17 44) scale(0.58)"),
  ],
  triple_skunk: () => [
    skunk("translate(52 20) scale(0.44)"),
    skunk("translate(34 40) scale(0.44)"),
    skunk("translate(16 60) scale(0.44)"),
  ],
};

/** Printed medals have a ground of paper, and those of wood and brass one of wood. */
const PAPER = ["skunk", "double_skunk", "triple_skunk"];

/**
 * Draw a medal. It is hidden from screen readers: its name is written beside it.
 * @param {Medal} kind
 * @param {About} [about]
 * @returns {SVGSVGElement}
 */
export function medal(kind, about = {}) {
  const centre = { cx: MIDDLE, cy: MIDDLE };
  const field = PAPER.includes(kind) ? "medal-paper" : "medal-wood";
  return svg(
    "svg",
    {
      class: `medal medal-${kind}`,
      viewBox: "0 0 120 120",
      "aria-hidden": "true",
      focusable: "false",
    },
    svg("circle.medal-edge", { ...centre, r: 57 }),
    svg("circle.medal-brass", { ...centre, r: 54.5 }),
    svg("circle", { class: field, ...centre, r: FIELD }),
    svg("circle.medal-line", { ...centre, r: FIELD - 3 }),
    ...PICTURES[kind](about),
  );
}
