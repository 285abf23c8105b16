/** The wood of the board: its outline, its grain and its holes. Paths only, no filters. */

/** @import { Point } from "./paths.js" */

/**
 * @param {number} x
 * @param {number} y
 * @param {number} width
 * @param {number} height
 * @param {number} radius
 * @returns {string}
 */
export function roundedRect(x, y, width, height, radius) {
  const r = Math.max(0, Math.min(radius, width / 2, height / 2));
  const [right, bottom] = [x + width, y + height];
  return (
    `M${x + r} ${y}H${right - r}A${r} ${r} 0 0 1 ${right} ${y + r}V${bottom - r}` +
    `A${r} ${r} 0 0 1 ${right - r} ${bottom}H${x + r}A${r} ${r} 0 0 1 ${x} ${bottom - r}` +
    `V${y + r}A${r} ${r} 0 0 1 ${x + r} ${y}Z`
  );
}

/**
 * @param {Point[]} points
 * @param {number} radius
 * @returns {string} a path of circles round these points
 */
export function holesPath(points, radius) {
  const r = radius.toFixed(2);
  const d = (radius * 2).toFixed(2);
  const arcs = `a${r} ${r} 0 1 1 ${d} 0a${r} ${r} 0 1 1 -${d} 0Z`;
  return points.map(({ x, y }) => `M${(x - radius).toFixed(2)} ${y.toFixed(2)}${arcs}`).join("");
}

/**
 * Return how far a line of the grain is displaced: neighbours sway alike, as they grew.
 * @param {number} across
 * @param {number} along
 */
function sway(across, along) {
  return (
    9 * Math.sin(along / 190 + across / 75) +
    4.5 * Math.sin(along / 83 - across / 41 + 1.3) +
    1.5 * Math.sin(along / 37 + across / 13)
  );
}

/**
 * Draw the lines of the grain in one tone, the same for the same size.
 * @param {number} width
 * @param {number} height
 * @param {number} tone 0 for the close dark lines, 1 for the wide light ones
 * @returns {string}
 */
export function grain(width, height, tone) {
  const horizontal = width >= height;
  const [long, broad] = horizontal ? [width, height] : [height, width];
  const step = 24;
  let path = "";
  let at = tone ? 5 : -8;
  for (let line = 0; at < broad + 10; line += 1) {
    // Growth varied over the years, so lines form bundles.
    at += (tone ? 13 : 5.5) * (1 + 0.75 * Math.sin(line * 1.9 + tone) + 0.4 * Math.sin(line * 0.7));
    if (at < 2) at += 2;
    const from = tone ? long * (0.5 + 0.5 * Math.sin(line * 2.7)) * 0.4 : 0;
    const to = tone ? long * (0.7 + 0.3 * Math.sin(line * 4.1)) : long;
    for (let along = from; along < to + step; along += step) {
      const end = Math.min(along, to);
      const beside = Math.min(broad - 1.5, Math.max(1.5, at + sway(at, end)));
      const [x, y] = horizontal ? [end, beside] : [beside, end];
      path += `${along === from ? "M" : "L"}${x.toFixed(1)} ${y.toFixed(1)}`;
    }
  }
  return path;
}
