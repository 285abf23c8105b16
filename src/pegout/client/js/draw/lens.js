/** A brass lens over the board that magnifies the holes where a peg moves. */

import { svg, uniqueId } from "../dom.js";

/** @typedef {{x: number, y: number}} Spot */

/** The magnification. */
export const LARGER = 1.75;
/** The radius relative to the shorter side of the board, with its minimum and maximum. */
const [PART, MIN, MAX] = [0.29, 92, 180];
/** The duration of fading in and out, in milliseconds. */
const FADE = 120;

/** The lens of one board. */
export class Lens {
  #element;
  #glass;
  #seen;
  #radius;
  #box;
  /** @type {Spot | null} the position of its centre, while it is shown */
  spot = null;

  /**
   * @param {{width: number, height: number}} box the box of the board
   * @param {string} id the id of the magnified drawing
   */
  constructor(box, id) {
    const shorter = Math.min(box.width, box.height);
    const radius = Math.min(shorter / 2, Math.max(MIN, Math.min(MAX, shorter * PART)));
    const clip = uniqueId("lens");
    this.#box = box;
    this.#radius = radius;
    this.#seen = svg("use", { href: `#${id}` });
    this.#glass = svg(
      "g",
      {},
      svg("circle.lens-ground", { r: radius }),
      svg("clipPath", { id: clip }, svg("circle", { r: radius })),
      svg("g", { "clip-path": `url(#${clip})` }, this.#seen),
      svg("circle.lens-rim", { r: radius }),
      svg("circle.lens-edge", { r: radius + 3 }),
    );
    this.#element = svg("g.board-lens", { "aria-hidden": "true" }, this.#glass);
  }

  /**
   * Move the lens over a position; near an edge it stays within the board.
   * @param {SVGElement} layer the element that shows the lens
   * @param {Spot} point
   */
  over(layer, point) {
    const { width, height } = this.#box;
    const within = (/** @type {number} */ at, /** @type {number} */ size) =>
      Math.min(Math.max(at, this.#radius), size - this.#radius);
    const [x, y] = [within(point.x, width), within(point.y, height)];
    this.#glass.setAttribute("transform", `translate(${x.toFixed(1)} ${y.toFixed(1)})`);
    const back = `translate(${(-point.x).toFixed(1)} ${(-point.y).toFixed(1)})`;
    this.#seen.setAttribute("transform", `scale(${LARGER}) ${back}`);
    if (!this.spot) {
      layer.append(this.#element);
      this.#element.animate([{ opacity: 0 }, { opacity: 1 }], { duration: FADE });
    }
    this.spot = { x, y };
  }

  /** Hide the lens. */
  leave() {
    if (!this.spot) return;
    this.spot = null;
    const gone = this.#element.animate([{ opacity: 1 }, { opacity: 0 }], { duration: FADE });
    const remove = () => {
      if (!this.spot) this.#element.remove();
    };
    gone.onfinish = remove;
    gone.oncancel = remove;
  }
}
