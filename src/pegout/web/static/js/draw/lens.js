// @ts-check
/** A lens of brass over the board: it brings out where somebody pegs. */

import { svg, uniqueId } from "../dom.js";

/** @typedef {{x: number, y: number}} Spot */

/** How much larger it shows everything. */
export const LARGER = 1.75;
/** Its radius by the shorter side of the board, and the least and the most of it. */
const [PART, LEAST, MOST] = [0.29, 92, 180];
/** How long it comes and goes, in milliseconds. */
const FADE = 120;

/** The lens of one board. */
export class Lens {
  #element;
  #glass;
  #seen;
  #radius;
  #box;
  /** @type {Spot | null} where its middle lies, if it is there */
  spot = null;

  /**
   * @param {{width: number, height: number}} box of the board
   * @param {string} id of what is seen through it
   */
  constructor(box, id) {
    const shorter = Math.min(box.width, box.height);
    const radius = Math.min(shorter / 2, Math.max(LEAST, Math.min(MOST, shorter * PART)));
    const clip = uniqueId("lens");
    this.#box = box;
    this.#radius = radius;
    this.#seen = svg("use", { href: `#${id}` });
    this.#glass = svg(
      "g",
      {},
      svg("circle", { class: "lens-ground", r: radius }),
      svg("clipPath", { id: clip }, svg("circle", { r: radius })),
      svg("g", { "clip-path": `url(#${clip})` }, this.#seen),
      svg("circle", { class: "lens-rim", r: radius }),
      svg("circle", { class: "lens-edge", r: radius + 3 }),
    );
    this.#element = svg("g", { class: "board-lens", "aria-hidden": "true" }, this.#glass);
  }

  /**
   * Lay it over a place of the board; near an edge it stays within the board.
   * @param {SVGElement} layer where it is shown
   * @param {Spot} place
   */
  over(layer, place) {
    const { width, height } = this.#box;
    const within = (/** @type {number} */ at, /** @type {number} */ most) =>
      Math.min(Math.max(at, this.#radius), most - this.#radius);
    const [x, y] = [within(place.x, width), within(place.y, height)];
    this.#glass.setAttribute("transform", `translate(${x.toFixed(1)} ${y.toFixed(1)})`);
    const back = `translate(${(-place.x).toFixed(1)} ${(-place.y).toFixed(1)})`;
    this.#seen.setAttribute("transform", `scale(${LARGER}) ${back}`);
    if (!this.spot) {
      layer.append(this.#element);
      this.#element.animate([{ opacity: 0 }, { opacity: 1 }], { duration: FADE });
    }
    this.spot = { x, y };
  }

  /** Take it away. */
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
