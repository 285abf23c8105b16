/** Line icons on a grid of 24, drawn in the colour of the text beside them. */

import { svg } from "../dom.js";
import { outline } from "./pegs.js";

/** @type {Readonly<Record<string, string>>} */
const LINES = Object.freeze({
  menu: "M4 7H20M4 12H20M4 17H20",
  back: "M14.5 5.5L8 12L14.5 18.5",
  close: "M6 6L18 18M18 6L6 18",
  settings:
    "M4 7H9M15 7H20M4 17H7M13 17H20M12 4.5A2.5 2.5 0 1 1 12 9.5A2.5 2.5 0 1 1 12 4.5Z" +
    "M10 14.5A2.5 2.5 0 1 1 10 19.5A2.5 2.5 0 1 1 10 14.5Z",
  log: "M6 3.5H18V20.5L15.5 19L12 20.5L8.5 19L6 20.5ZM9.5 8H14.5M9.5 12H14.5",
  hint:
    "M9.5 17.5H14.5M10.5 20.5H13.5M9.5 17.5C9.5 14.5 6.5 13.5 6.5 9.5" +
    "A5.5 5.5 0 0 1 17.5 9.5C17.5 13.5 14.5 14.5 14.5 17.5",
  undo: "M8.5 5L4 9.5L8.5 14M4 9.5H14A5.25 5.25 0 0 1 14 20H9",
  seal: "M7.5 11V8A4.5 4.5 0 0 1 16.5 8V11M5.5 11H18.5V20.5H5.5ZM12 14.5V17",
  share: "M12 15V3.5M8 7.5L12 3.5L16 7.5M7.5 11H5.5V20.5H18.5V11H16.5",
  copy: "M9 9H20V20H9ZM15 9V4H4V15H9",
  sound:
    "M4 9.5H7.5L12 5.5V18.5L7.5 14.5H4ZM15.5 9A4.25 4.25 0 0 1 15.5 15M18 6.5" +
    "A7.8 7.8 0 0 1 18 17.5",
  silent: "M4 9.5H7.5L12 5.5V18.5L7.5 14.5H4ZM16 9.5L21 14.5M21 9.5L16 14.5",
  help:
    "M12 3.5A8.5 8.5 0 1 1 12 20.5A8.5 8.5 0 1 1 12 3.5ZM9.5 9.75A2.5 2.5 0 1 1 12 12.25V13.75" +
    "M12 16.7V16.8",
  skip: "M5 6L11.5 12L5 18ZM13 6L19.5 12L13 18Z",
  play: "M7.5 5L18.5 12L7.5 19Z",
  step: "M6 5.5L15 12L6 18.5ZM18.5 5.5V18.5",
  eye:
    "M2.5 12C5 7.7 8.3 5.5 12 5.5C15.7 5.5 19 7.7 21.5 12C19 16.3 15.7 18.5 12 18.5" +
    "C8.3 18.5 5 16.3 2.5 12ZM12 9A3 3 0 1 1 12 15A3 3 0 1 1 12 9Z",
  people:
    "M9 4.5A3.5 3.5 0 1 1 9 11.5A3.5 3.5 0 1 1 9 4.5ZM2.5 20C2.5 16 5.5 14.5 9 14.5" +
    "C12.5 14.5 15.5 16 15.5 20M15.5 5A3.25 3.25 0 0 1 15.5 11.2M18 15C20.3 15.7 21.5 17.3 21.5 20",
  person:
    "M12 4A4 4 0 1 1 12 12A4 4 0 1 1 12 4ZM4.5 20.5C4.5 16.5 8 15 12 15" +
    "C16 15 19.5 16.5 19.5 20.5",
  board: "M7 19.5V9.5A5 5 0 0 1 17 9.5V15A2.5 2.5 0 0 1 12 15V11M4.5 19.5H9.5",
  cards: "M9.5 4.5H19.5V18.5H9.5ZM6.5 7.5L4 8.2L7 19.9L11 18.9",
  verify:
    "M12 3L19 5.5V11.5C19 16 16.2 19.3 12 21C7.8 19.3 5 16 5 11.5V5.5ZM8.5 12L11 14.5" +
    "L15.5 9.5",
  check: "M5 12.5L10 17.5L19.5 7",
  plus: "M12 5V19M5 12H19",
  minus: "M5 12H19",
  remove: "M5 7H19M9.5 7V4.5H14.5V7M7 7L8 20H16L17 7M10.5 10.5V16.5M13.5 10.5V16.5",
  next: "M9.5 5.5L16 12L9.5 18.5",
  up: "M5.5 14.5L12 8L18.5 14.5",
  down: "M5.5 9.5L12 16L18.5 9.5",
  save: "M12 4V15M8 11L12 15L16 11M5 15.5V20H19V15.5",
  again: "M19.5 12A7.5 7.5 0 1 1 17 6.4M17.5 2.8V6.8H13.5",
  leave: "M13 4.5H5.5V19.5H13M10.5 12H20.5M17 8.5L20.5 12L17 15.5",
  speak: "M4 5H20V16H12L7.5 20V16H4Z",
  book:
    "M12 6.5C10 5 7.5 4.5 4 4.5V18C7.5 18 10 18.5 12 20C14 18.5 16.5 18 20 18V4.5" +
    "C16.5 4.5 14 5 12 6.5ZM12 6.5V20",
  count:
    "M5 3.5H19V20.5H5ZM8.5 7H15.5V10H8.5ZM8.5 13.5V13.6M12 13.5V13.6M15.5 13.5V13.6M8.5 17" +
    "V17.1M12 17V17.1M15.5 17V17.1",
});

/** @typedef {keyof typeof LINES} IconName */

/** The names of all icons. */
export const ICONS = Object.freeze([...Object.keys(LINES), "dealer"]);

/** @param {string} name @param {number} size @param {...SVGElement} children */
function frame(name, size, ...children) {
  return svg(
    "svg",
    {
      class: `icon icon-${name}`,
      viewBox: "0 0 24 24",
      width: size,
      height: size,
      "aria-hidden": "true",
      focusable: "false",
    },
    ...children,
  );
}

/**
 * Draw an icon. It is hidden from screen readers: its button has the name.
 * @param {string} name one of `ICONS`
 * @param {{size?: number}} [options]
 * @returns {SVGSVGElement}
 */
export function icon(name, { size = 24 } = {}) {
  if (name === "dealer") return dealerButton({ size });
  const d = LINES[name];
  if (!d) throw new Error(`there is no icon called ${name}`);
  return frame(
    name,
    size,
    svg("path", {
      d,
      fill: "none",
      stroke: "currentColor",
      "stroke-width": 1.75,
      "stroke-linecap": "round",
      "stroke-linejoin": "round",
    }),
  );
}

/**
 * Draw the mark of a side, in its colour: round, square, triangular, a diamond.
 * @param {number} side
 * @param {{size?: number}} [options]
 * @returns {SVGSVGElement}
 */
export function sideMark(side, { size = 16 } = {}) {
  const drawn = { d: outline(side, 9), transform: "translate(12 12)" };
  const shape = svg("path", { fill: `var(--side-${side})`, ...drawn });
  return frame(`side icon-side-${side}`, size, shape);
}

/**
 * Draw the dealer button: a brass disc with a small fan of cards.
 * @param {{size?: number}} [options]
 * @returns {SVGSVGElement}
 */
export function dealerButton({ size = 24 } = {}) {
  const line = { stroke: "var(--wood-dark)", "stroke-width": 0.7 };
  const centre = { cx: 12, cy: 12 };
  const card = { x: 9.25, y: 6, width: 5.5, height: 8.2, rx: 0.9, fill: "var(--card)", ...line };
  return frame(
    "dealer",
    size,
    svg("circle", { ...centre, r: 10.5, fill: "var(--brass-plate)" }),
    svg("circle", { ...centre, r: 8.75, fill: "none", opacity: 0.55, ...line }),
    ...[-22, 0, 22].map((turn) => svg("rect", { ...card, transform: `rotate(${turn} 12 18)` })),
  );
}
