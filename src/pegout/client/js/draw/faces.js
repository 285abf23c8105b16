/**
 * Faces of those who sit at a table, on a field of 40 × 40: one for each level of a computer player,
 * told apart by what is worn and not by colour, and the initial of a person.
 */

import { svg } from "../dom.js";

/** @typedef {[name: string, d: string]} Stroke the class of a path, and the path */

const HEAD =
  "M20 10C26 10 29.5 14.5 29.5 20.5C29.5 27 25.5 32 20 32S10.5 27 10.5 20.5C10.5 14.5 14 10 20 10Z";
const SHOULDERS = "M6.5 32.7C9.5 31 14 30.5 20 30.5S30.5 31 33.5 32.7A18.5 18.5 0 0 1 6.5 32.7Z";

/**
 * What is drawn over head and shoulders, from the back to the front.
 * @type {Readonly<Record<string, Stroke[]>>}
 */
const LEVELS = Object.freeze({
  gentle: [
    ["face-cloth", "M20 2A3.6 3.6 0 1 1 19.9 2Z"],
    [
      "face-cloth",
      "M10.4 21.5C8 11 13.5 8 20 8S32 11 29.6 21.5C28.5 16 25 13.5 20 13.5S11.5 16 10.4 21.5Z",
    ],
    ["face-line", "M14 20.5C14.8 18.8 16.7 18.8 17.5 20.5M22.5 20.5C23.3 18.8 25.2 18.8 26 20.5"],
    ["face-line", "M15 24.5C17 28.5 23 28.5 25 24.5"],
  ],
  novice: [
    ["face-cloth", "M9.5 16.5C9.5 4.5 30.5 4.5 30.5 16.5Z"],
    ["face-paper", "M20 2A3 3 0 1 1 19.9 2Z"],
    ["face-paper", "M8.5 13.5H31.5V17.5H8.5Z"],
    ["face-dot", "M16 20.8A1 1 0 1 1 15.9 20.8ZM24 20.8A1 1 0 1 1 23.9 20.8Z"],
    ["face-line", "M17.5 26.5C19 27.8 21 27.8 22.5 26.5"],
  ],
  casual: [
    [
      "face-cloth",
      "M10 16C8.5 7.5 24 4 30.5 12.5L36 16.5C33.5 18.3 30.5 17.5 28 16.5C22 14.8 15 14.8 10 16Z",
    ],
    ["face-dot", "M16.5 19.8A1 1 0 1 1 16.4 19.8ZM24.5 19.8A1 1 0 1 1 24.4 19.8Z"],
    ["face-line", "M16 26.3C19.5 27.3 22.5 26.2 24.5 23.8"],
  ],
  club: [
    [
      "face-hair",
      "M10.5 19C8.5 8 18 5.5 24 8C29.5 9 31.5 13 29.5 19C28 15 24.5 13.5 16 12.5C13 13.5 11.5 15.5 10.5 19Z",
    ],
    [
      "face-line",
      "M15.6 17.4A3.4 3.4 0 1 1 15.5 17.4ZM24.4 17.4A3.4 3.4 0 1 1 24.3 17.4ZM19.1 20.3H20.9",
    ],
    ["face-line", "M17 27.3H23"],
    ["face-cloth", "M20 34L13.5 31V37ZM20 34L26.5 31V37Z"],
  ],
  expert: [
    [
      "face-coat",
      "M10.4 20C12 23.5 14.5 23 20 23S28 23.5 29.6 20C31.5 29 28 37 20 37S8.5 29 10.4 20Z",
    ],
    ["face-line", "M17 26.8C18.5 28 21.5 28 23 26.8"],
    ["face-brow", "M13.5 17.3L17.5 16.5M26.5 17.3L22.5 16.5"],
    ["face-dot", "M16 19.3A0.9 0.9 0 1 1 15.9 19.3ZM24 19.3A0.9 0.9 0 1 1 23.9 19.3Z"],
  ],
});

/** A computer player without a level of its own: an engine of the host. */
const MACHINE = [
  ["face-line", "M20 10V5.5"],
  ["face-dot", "M20 2.8A1.8 1.8 0 1 1 19.9 2.8Z"],
  ["face-paper", "M10 10H30V30H10Z"],
  ["face-dot", "M14 16H18V20H14ZM22 16H26V20H22Z"],
  ["face-line", "M15 25.5H25"],
];

/**
 * Draw the face of a player. It is hidden from screen readers: the name stands beside it.
 * @param {string} kind `person`, or the level of a computer player
 * @param {string} [name] the name of a person
 * @returns {SVGSVGElement}
 */
export function face(kind, name = "") {
  return svg(
    "svg",
    { class: `face face-${kind}`, viewBox: "0 0 40 40", "aria-hidden": "true", focusable: "false" },
    kind === "person" ? initial(name) : level(kind),
  );
}

/** @param {string} name */
function initial(name) {
  const [letter = ""] = name.trim().toLocaleUpperCase();
  return [
    svg("circle.face-person", { cx: 20, cy: 20, r: 18.5 }),
    svg(
      "text.face-initial",
      { x: 20, y: 20, "text-anchor": "middle", "dominant-baseline": "central" },
      letter,
    ),
  ];
}

/** @param {string} kind */
function level(kind) {
  const worn = LEVELS[kind];
  const body = [
    ["face-coat", SHOULDERS],
    ["face-paper", HEAD],
  ];
  const strokes = /** @type {Stroke[]} */ (worn ? [...body, ...worn] : [body[0], ...MACHINE]);
  return [
    svg("circle.face-ground", { cx: 20, cy: 20, r: 18.5 }),
    strokes.map(([name, d]) => svg("path", { class: name, d })),
  ];
}
