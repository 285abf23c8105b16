/** Pegs seen from above, and the marks of the sides: round, square, triangular, a diamond. */

import { svg } from "../dom.js";

/** @import { Point } from "./paths.js" */
/** @typedef {{element: SVGGElement, put: (at: Point, lift: number) => void}} Peg */

/**
 * Draw the outline of a side's mark round the origin, with equal visual weight for all.
 * @param {number} side
 * @param {number} radius
 * @returns {string}
 */
export function outline(side, radius) {
  if (side === 1) return corners(4, radius * 1.25, 45, 0);
  if (side === 2) return corners(3, radius * 1.3, -90, radius * 0.16);
  if (side === 3) return corners(4, radius * 1.3, 0, 0);
  const r = radius.toFixed(2);
  return `M-${r} 0A${r} ${r} 0 1 1 ${r} 0A${r} ${r} 0 1 1 -${r} 0Z`;
}

/**
 * Return a regular polygon with rounded corners.
 * @param {number} count
 * @param {number} radius
 * @param {number} first the angle of the first corner, in degrees
 * @param {number} down the distance that the polygon is moved down to look centred
 * @returns {string}
 */
function corners(count, radius, first, down) {
  const points = Array.from({ length: count }, (_, n) => {
    const a = ((first + (n * 360) / count) * Math.PI) / 180;
    return { x: Math.cos(a) * radius, y: Math.sin(a) * radius + down };
  });
  /** @param {{x: number, y: number}} a @param {{x: number, y: number}} b @param {number} part */
  const toward = (a, b, part) => {
    return `${(a.x + (b.x - a.x) * part).toFixed(2)} ${(a.y + (b.y - a.y) * part).toFixed(2)}`;
  };
  const around = points.map((corner, n) => {
    const [before, after] = [points[(n + count - 1) % count], points[(n + 1) % count]];
    const turn = `Q${toward(corner, corner, 0)} ${toward(corner, after, 0.17)}`;
    return `${n ? "L" : "M"}${toward(corner, before, 0.17)}${turn}`;
  });
  return `${around.join("")}Z`;
}

/**
 * Draw a peg; `lift` is 0 in a hole and 1 high above the board.
 * @param {number} side
 * @param {number} radius
 * @returns {Peg}
 */
export function peg(side, radius) {
  /** @param {string} name @param {number} size @param {number} up */
  const ring = (name, size, up) => {
    const transform = `translate(0 ${(-radius * up).toFixed(2)})`;
    return svg("path", { class: name, d: outline(side, radius * size), transform });
  };
  const shadow = ring("peg-shadow", 1, 0);
  // The head looks turned on a lathe: an edge, a shoulder, a shiny groove and the tip.
  const head = svg(
    "g.peg-head",
    ring("peg-edge", 1, 0),
    ring("peg-top", 0.86, 0.12),
    ring("peg-light", 0.52, 0.16),
    ring("peg-tip", 0.36, 0.1),
  );
  const element = svg("g", { class: `peg side-${side}` }, shadow, head);
  return {
    element,
    put({ x, y }, lift) {
      const [right, below] = [radius * (0.12 + lift * 0.5), radius * (0.28 + lift * 0.9)];
      shadow.setAttribute("transform", `translate(${right.toFixed(2)} ${below.toFixed(2)})`);
      const up = (-lift * radius * 1.5).toFixed(2);
      head.setAttribute("transform", `translate(0 ${up}) scale(${(1 + lift * 0.22).toFixed(3)})`);
      element.setAttribute("transform", `translate(${x.toFixed(2)} ${y.toFixed(2)})`);
    },
  };
}

/**
 * Draw the mark of a side without depth.
 * @param {number} side
 * @param {number} x
 * @param {number} y
 * @param {number} radius
 * @param {string} name
 * @returns {SVGPathElement}
 */
export function sideShape(side, x, y, radius, name) {
  const transform = `translate(${x.toFixed(2)} ${y.toFixed(2)})`;
  return svg("path", { class: `${name} side-${side}`, d: outline(side, radius), transform });
}
