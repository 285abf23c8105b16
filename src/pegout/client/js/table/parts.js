/** Small elements that several parts of the table use. */

import { svg, write } from "../dom.js";
import { sideShape } from "../draw/pegs.js";
import { joined } from "../words.js";

/**
 * Draw the mark of a side, as its pegs have it.
 * @param {number} side
 * @returns {SVGSVGElement}
 */
export function shape(side) {
  return svg(
    "svg",
    { class: `pt-shape side-${side}`, viewBox: "-10 -10 20 20", "aria-hidden": "true" },
    sideShape(side, 0, 0, 7.5, "pt-shape-path"),
  );
}

const LOCK = "M3 7V5a3 3 0 0 1 6 0v2h1v6H2V7zm1.5 0h3V5a1.5 1.5 0 0 0-3 0z";

/**
 * Draw a small lock, for the seal of a pack.
 * @returns {SVGSVGElement}
 */
export function lock() {
  return svg(
    "svg.pt-lock",
    { viewBox: "0 0 12 14", "aria-hidden": "true" },
    svg("path", { d: LOCK }),
  );
}

/** @type {CanvasRenderingContext2D | null} */
let ruler = null;

/**
 * Set the text of an element to a name, or to those of a team. If there is too little room, the
 * middle is left out, since names that begin alike often end differently.
 * @param {HTMLElement} element
 * @param {string[]} names
 */
export function sayName(element, names) {
  const room = element.clientWidth;
  const name = joined(names);
  const made = `${room} ${name}`;
  if (element.dataset.made === made) return;
  element.dataset.made = made;
  element.title = name;
  write(element, name);
  if (element.scrollWidth <= room) return;
  ruler ??= document.createElement("canvas").getContext("2d");
  if (!ruler) return;
  const { fontWeight, fontSize, fontFamily } = getComputedStyle(element);
  ruler.font = `${fontWeight} ${fontSize} ${fontFamily}`;
  const fits = (/** @type {string} */ text) => Number(ruler?.measureText(text).width) < room;
  write(element, shortened(names, fits));
}

/**
 * @param {string[]} names
 * @param {(text: string) => boolean} fits
 * @returns {string}
 */
export function shortened(names, fits) {
  const all = names.map((name) => [...name]);
  let text = joined(names);
  let left = Math.max(...all.map((letters) => letters.length)) - 1;
  for (; left > 2 && !fits(text); left -= 1) {
    const max = left;
    text = joined(all.map((letters) => without(letters, max)));
  }
  return text;
}

/**
 * Leave out the middle of a name that is too long.
 * @param {string[]} letters
 * @param {number} max
 * @returns {string}
 */
function without(letters, max) {
  if (letters.length <= max) return letters.join("");
  const end = Math.floor(max / 3);
  const [first, last] = [letters.slice(0, max - end), letters.slice(letters.length - end)];
  return `${first.join("").trimEnd()}…${last.join("").trimStart()}`;
}

/**
 * Place an element on the felt, or hide it.
 * @param {HTMLElement} element
 * @param {{x: number, y: number, w: number, h?: number} | null} box
 */
export function putAt(element, box) {
  element.hidden = !box;
  if (!box) return;
  element.style.transform = `translate(${Math.round(box.x)}px, ${Math.round(box.y)}px)`;
  element.style.width = `${Math.round(box.w)}px`;
  if (box.h !== undefined) element.style.height = `${Math.round(box.h)}px`;
}

/**
 * Keep a list of elements in line with a list of values.
 * @template T
 * @param {Element} parent
 * @param {readonly T[]} values
 * @param {() => HTMLElement} make
 * @param {(element: HTMLElement, value: T, at: number) => void} update
 */
export function each(parent, values, make, update) {
  while (parent.children.length > values.length) parent.lastElementChild?.remove();
  values.forEach((value, at) => {
    const element = parent.children[at] ?? parent.appendChild(make());
    update(/** @type {HTMLElement} */ (element), value, at);
  });
}
