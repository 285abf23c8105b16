/** The fixed parts of a board: the plank, the track, the inlays, the print and the holes. */

import { svg, uniqueId } from "../dom.js";
import { SUITS } from "./glyphs.js";
import { offset } from "./paths.js";
import { peg, sideShape } from "./pegs.js";
import { grain, holesPath, roundedRect } from "./wood.js";

/** @import { BoardOptions } from "./board.js" */
/** @import { Track } from "./paths.js" */

/** The position of a side's mark, counted in holes before the two start holes. */
export const START_MARK = -1.9;
/** Where the track begins: its end is a semicircle. */
const TRACK_START = -1.65;
/** The most games of a match that get holes; beyond that, the board shows a number. */
const MAX_GAMES = 5;
/** How many holes a number beside the track takes. */
const NUMBER = 6;
/** A board less high or less wide than this is a strip, in pixels. */
const STRIP = 140;

/**
 * @param {{width: number, height: number}} box
 * @returns {boolean} whether there is room for the track only
 */
export function isStrip({ width, height }) {
  return Math.min(width, height) < STRIP;
}

/**
 * Return the holes where streets end, and the letters of the skunk lines by the hole before each.
 * @param {number} target
 * @param {number[]} skunkLines how many holes short of the target each line is
 * @returns {{streets: number[], letters: Map<number, string>}}
 */
export function lines(target, skunkLines) {
  const streets = [];
  for (let hole = 30; hole < target - 5; hole += 30) streets.push(hole);
  /** @type {Map<number, string>} */
  const letters = new Map();
  skunkLines.forEach((line, at) => {
    if (line < target) letters.set(target - line, "S".repeat(at + 1));
  });
  return { streets, letters };
}

/**
 * @param {Track} track
 * @param {BoardOptions} options
 * @returns {SVGElement[]} from the plank upwards
 */
export function body(track, options) {
  return [plank(track), ground(track), inlay(track, options), drilled(track)];
}

/** @param {Track} track */
function plank({ width, height, gauge, lanes }) {
  const small = isStrip({ width, height });
  const radius = Math.min(Math.min(width, height) * 0.13, (lanes * gauge) / 2 + 22);
  const lip = small ? 2 : 3.5;
  const inset = small ? 2.5 : Math.min(7, gauge * 0.36);
  const face = height - lip;
  const clip = uniqueId("grain");
  const surface = roundedRect(0.5, 1.25, width - 1, face - 1.25, radius);
  const inner = roundedRect(inset, inset, width - 2 * inset, face - 2 * inset, radius - inset);
  return svg(
    "g.board-wood",
    svg("path.wood-lip", { d: roundedRect(0, 0, width, height, radius) }),
    svg("path.wood-bevel", { d: roundedRect(0, 0, width, face, radius) }),
    svg("path.wood-face", { d: surface }),
    svg("clipPath", { id: clip }, svg("path", { d: surface })),
    svg(
      "g",
      { "clip-path": `url(#${clip})` },
      svg("path.wood-grain.is-light", { d: grain(width, face, 1) }),
      svg("path.wood-grain", { d: grain(width, face, 0) }),
    ),
    svg("path.brass-line", { d: inner }),
  );
}

/** @param {Track} track */
function ground(track) {
  const { target, gauge, lanes } = track;
  const whole = track.stretch(TRACK_START, target, 0);
  const wide = lanes * gauge + gauge * 0.22;
  const lane = (/** @type {number} */ side) => {
    const d = track.stretch(0.55, target - 1, offset(side, lanes, gauge));
    return svg("path", { class: `lane side-${side}`, d });
  };
  return svg(
    "g.board-ground",
    svg("path.track-edge", { d: whole, "stroke-width": wide + 1.5 }),
    svg("path.track", { d: whole, "stroke-width": wide }),
    ...Array.from({ length: lanes }, (_, side) => lane(side)),
  );
}

/**
 * Draw a line across the track after a group of holes.
 * @param {Track} track
 * @param {number} hole
 * @param {string} name
 */
function bar(track, hole, name) {
  const half = (track.lanes * track.gauge) / 2 + track.gauge * 0.11;
  const [a, b] = [track.beside(hole + 0.5, -half), track.beside(hole + 0.5, half)];
  const [from, to] = [a, b].map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`);
  return svg("path", { class: name, d: `M${from}L${to}` });
}

/**
 * @param {string} name
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {string} text
 */
function print(name, x, y, size, text) {
  const at = { x: x.toFixed(1), y: y.toFixed(1), "font-size": size.toFixed(1) };
  return svg("text", { class: name, ...at }, text);
}

/**
 * Return whether the number of a street would be written over the one of a skunk line.
 * @param {number} hole
 * @param {Map<number, string>} letters
 */
function crowded(hole, letters) {
  return [...letters.keys()].some((other) => Math.abs(other - hole) < NUMBER);
}

/** @param {Track} track @param {BoardOptions} options */
function inlay(track, { compact, skunkLines = [] }) {
  const { target } = track;
  const { streets, letters } = lines(target, skunkLines);
  const marked = [...new Set([...streets, ...letters.keys()])];
  /** @type {SVGElement[]} */
  const parts = [bar(track, 0, "start-line")];
  for (const hole of marked) {
    parts.push(bar(track, hole, letters.has(hole) ? "skunk-line" : "street-line"));
  }
  if (compact ?? isStrip(track)) return svg("g.board-inlay", ...parts);
  const printed = marked.filter((hole) => letters.has(hole) || !crowded(hole, letters));
  for (const hole of printed) parts.push(...numbered(track, hole, letters.get(hole)));
  if (track.open) parts.push(...suits(track));
  const { size, tight } = type(track);
  const home = besideHome(
    track,
    printed.map((hole) => besideStreet(track, hole, letters.has(hole))),
  );
  parts.push(print("board-home", home.x, home.y, size * (tight ? 1 : 1.2), String(target)));
  return svg("g.board-inlay", { "aria-hidden": "true" }, ...parts);
}

/** The least width and height of a board of the usual size; larger boards have larger print. */
const USUAL = 420;

/**
 * @param {{width: number, height: number}} track
 * @param {number} size the size of print on a board of the usual size
 * @returns {number}
 */
export function grown({ width, height }, size) {
  return size * Math.max(1, Math.min(width, height) / USUAL);
}

/**
 * Return the size of the numbers, and whether they are between two straights close together.
 * @param {Track} track
 */
function type(track) {
  const { gauge, lanes, bay, open } = track;
  const half = (lanes * gauge) / 2;
  const free = bay - 2 * half;
  const size = Math.max(12, Math.min(grown(track, 26), gauge * 0.86));
  const tight = !open && free < size * 2.6;
  return { half, free, tight, size: tight ? Math.max(12, Math.min(size, free * 0.48)) : size };
}

/**
 * Return the middle of the print at the end of a street.
 * @param {Track} track
 * @param {number} hole
 * @param {boolean} lettered
 */
function besideStreet(track, hole, lettered) {
  const { half, free, size, tight } = type(track);
  const away = tight ? free / 2 : size * (lettered ? 1.45 : 1.15);
  return track.beside(hole + 0.5, half + away);
}

/**
 * Return where the target is printed: beside the game hole, or before it if a street's number is
 * there.
 * @param {Track} track
 * @param {import("./paths.js").Point[]} numbers the numbers of the streets
 */
function besideHome(track, numbers) {
  const { half, size, tight } = type(track);
  const beside = track.beside(track.target, half + size * (tight ? 1.05 : 1.6));
  const { x, y, angle } = track.beside(track.target, 0);
  const before = { x: x + 2 * size * Math.cos(angle), y: y + 2 * size * Math.sin(angle) };
  // The number of a street is 2.3 sizes wide with this one, and 1.5 high.
  const room = (/** @type {{x: number, y: number}} */ at) =>
    Math.min(
      ...numbers.map(({ x, y }) => Math.max(Math.abs(x - at.x) / 2.3, Math.abs(y - at.y) / 1.5)),
    );
  return room(beside) > 1.3 * size || room(beside) > room(before) ? beside : before;
}

/**
 * Draw a number at the end of a street, with the letter of a skunk line.
 * @param {Track} track
 * @param {number} hole
 * @param {string} [letter]
 */
function numbered(track, hole, letter) {
  const { size, tight } = type(track);
  const { x, y, angle } = besideStreet(track, hole, letter !== undefined);
  const number = (/** @type {number} */ right, /** @type {number} */ down) =>
    print("board-number", x + right, y + down, size, String(hole));
  if (!letter) return [number(0, 0)];
  // Where the track runs vertically there is room only below the number, elsewhere beside it.
  const row = tight && Math.abs(Math.sin(angle)) < 0.9;
  const mark = (/** @type {number} */ right, /** @type {number} */ down) =>
    print("board-skunk", x + right, y + down, size * 0.82, letter);
  if (!row) return [number(0, -size * 0.55), mark(0, size * 0.5)];
  const [left, right] = [0.6 * size * String(hole).length, 0.58 * size * letter.length];
  const whole = left + right + 0.3 * size;
  return [number((left - whole) / 2, 0), mark((whole - right) / 2, 0)];
}

/**
 * Draw four brass suits in the open middle of a short board.
 * @param {Track} track
 */
function suits(track) {
  const { width, height, bay, lanes, gauge } = track;
  const size = Math.min(36, (bay - lanes * gauge) * 0.28, Math.max(width, height) * 0.05);
  return ["S", "H", "C", "D"].map((suit, n) => {
    const away = (n - 1.5) * size * 1.6;
    const [right, down] = width > height ? [away, 0] : [0, away];
    const [x, y] = [width / 2 + right, height / 2 + down];
    const move = `translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${(size / 100).toFixed(3)})`;
    const transform = `${move} translate(-50 -50)`;
    return svg("path.brass-suit", { d: SUITS[suit], transform });
  });
}

/** @param {Track} track */
function drilled(track) {
  const radius = Math.max(1.15, Math.min(track.pitch * 0.245, track.gauge * 0.19));
  const points = [];
  for (let lane = 0; lane < track.lanes; lane += 1) {
    for (let hole = -1; hole < track.target; hole += 1) points.push(track.at(hole, lane));
  }
  const game = [track.at(track.target, 0)];
  const home = Math.max(radius * 1.6, 3);
  const d = holesPath(points, radius) + holesPath(game, home);
  return svg(
    "g.board-holes",
    { "stroke-width": Math.max(0.6, radius * 0.27) },
    svg("path.game-plate", { d: holesPath(game, home * 1.75) }),
    svg("path.hole", { d }),
  );
}

/**
 * Draw the games that a side has won: pegs in holes, or a number if there are many.
 * @param {Track} track
 * @param {BoardOptions} options
 * @param {number} side
 * @param {number} won
 * @returns {SVGElement[]}
 */
export function games(track, { compact, winsNeeded = 1, sides }, side, won) {
  if ((compact ?? isStrip(track)) || winsNeeded <= 1) return [];
  const { gauge, bay, lanes, open } = track;
  const room = Math.min(gauge * 1.1, (bay - lanes * gauge) / (lanes + 0.4));
  const across = bay / 2 + offset(side, sides, room);
  const { x: left, y: top, angle } = track.beside(-1, across);
  // On a short board the target is printed where the rows would begin.
  const first = open ? 2.2 : 0;
  /** @param {number} n */
  const holeAt = (n) => {
    const away = (n + first) * room;
    return { x: left + away * Math.cos(angle), y: top + away * Math.sin(angle), angle };
  };
  if (winsNeeded > MAX_GAMES) {
    const { x, y } = holeAt(1.2);
    const mark = holeAt(0);
    return [
      sideShape(side, mark.x, mark.y, room * 0.3, "board-side"),
      print("board-games-won", x, y, Math.max(12, Math.min(17, room * 0.86)), String(won)),
    ];
  }
  const spots = Array.from({ length: winsNeeded }, (_, n) => holeAt(n));
  const radius = Math.max(1.4, room * 0.18);
  const [from, to] = [spots[0], spots[winsNeeded - 1]];
  return [
    svg("path", { class: `lane side-${side}`, d: `M${from.x} ${from.y}L${to.x} ${to.y}` }),
    svg("path.hole", { d: holesPath(spots, radius), "stroke-width": radius * 0.27 }),
    ...spots.slice(0, won).map((spot) => {
      const { element, put } = peg(side, Math.max(3, room * 0.38));
      put(spot, 0);
      return element;
    }),
  ];
}
