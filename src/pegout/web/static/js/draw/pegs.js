// @ts-check
/** Pegs seen from above, and the shapes that stand for sides: round, square, triangular. */

import { svg } from "../dom.js";

/** @typedef {import("./paths.js").Point} Point */
/** @typedef {{element: SVGGElement, put: (at: Point, lift: number) => void}} Peg */

/**
 * The outline of a side's shape round the origin, equally heavy for all three.
 * @param {number} side
 * @param {number} r
 * @returns {string}
 */
export function outline(side, r) {
  if (side === 1) {
    const a = r * 0.88;
    const c = r * 0.26;
    return (
      `M${-a + c} ${-a}H${a - c}Q${a} ${-a} ${a} ${-a + c}V${a - c}Q${a} ${a} ${a - c} ${a}` +
      `H${-a + c}Q${-a} ${a} ${-a} ${a - c}V${-a + c}Q${-a} ${-a} ${-a + c} ${-a}Z`
    );
  }
  if (side === 2) return triangle(r * 1.22, r * 0.3);
  return `M${-r} 0A${r} ${r} 0 1 1 ${r} 0A${r} ${r} 0 1 1 ${-r} 0Z`;
}

/** @param {number} r @param {number} soft */
function triangle(r, soft) {
  const corners = [-90, 30, 150].map((degrees) => {
    const a = (degrees * Math.PI) / 180;
    return [Math.cos(a) * r, Math.sin(a) * r + r * 0.14];
  });
  const toward = (/** @type {number[]} */ a, /** @type {number[]} */ b) => {
    const part = soft / Math.hypot(b[0] - a[0], b[1] - a[1]);
    return `${(a[0] + (b[0] - a[0]) * part).toFixed(2)} ${(a[1] + (b[1] - a[1]) * part).toFixed(2)}`;
  };
  const around = corners.map((corner, i) => {
    const [before, after] = [corners[(i + 2) % 3], corners[(i + 1) % 3]];
    const [x, y] = corner.map((n) => n.toFixed(2));
    return `${i ? "L" : "M"}${toward(corner, before)}Q${x} ${y} ${toward(corner, after)}`;
  });
  return `${around.join("")}Z`;
}

/**
 * @param {number} side
 * @param {number} radius
 * @returns {Peg}
 */
export function peg(side, radius) {
  const shadow = svg("path", { class: "peg-shadow", d: outline(side, radius) });
  const head = svg(
    "g",
    { class: "peg-head" },
    svg("path", { class: "peg-edge", d: outline(side, radius) }),
    svg("path", { class: "peg-top", d: outline(side, radius * 0.84), transform: `translate(0 ${-radius * 0.1})` }),
    svg("path", { class: "peg-light", d: outline(side, radius * 0.5), transform: `translate(0 ${-radius * 0.14})` }),
    svg("path", { class: "peg-tip", d: outline(side, radius * 0.32), transform: `translate(0 ${-radius * 0.06})` }),
  );
  const element = svg("g", { class: `peg side-${side}` }, shadow, head);
  return {
    element,
    put({ x, y }, lift) {
      const up = lift * radius * 1.5;
      const size = 1 + lift * 0.22;
      shadow.setAttribute("transform", `translate(${radius * (0.12 + lift * 0.5)} ${radius * (0.28 + lift * 0.9)})`);
      head.setAttribute("transform", `translate(0 ${-up}) scale(${size})`);
      element.setAttribute("transform", `translate(${x.toFixed(2)} ${y.toFixed(2)})`);
    },
  };
}

/**
 * The shape of a side as a mark, without depth.
 * @param {number} side
 * @param {number} x
 * @param {number} y
 * @param {number} radius
 * @param {string} name
 * @returns {SVGPathElement}
 */
export function sideShape(side, x, y, radius, name) {
  return svg("path", {
    class: `${name} side-${side}`,
    d: outline(side, radius),
    transform: `translate(${x.toFixed(2)} ${y.toFixed(2)})`,
  });
}
