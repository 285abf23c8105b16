/**
 * The curve of win probability through a game in the player's own view, with the deals as bands, the
 * decisions as dots, and a mark at the current step with the probability there. A second, faint curve
 * with all cards open can be added.
 */

import { h, svg, write } from "../dom.js";
import { rounded } from "../scene/figures.js";
import { chanceSays, chanceShort, openSays } from "./decisions.js";
import { markOf } from "./judged.js";

/** @import { Judged } from "./judged.js" */

/** The size of the drawing, which is stretched to the available room. */
const SIZE = 100;
/** The distance within which a press selects a dot, in pixels. */
const NEAR = 12;

/** The strip; the slider over it handles the keyboard. */
export class Strip {
  #drawn = h("div.pt-strip-drawn", { "aria-hidden": "true" });
  #half = h("span.pt-strip-half.note.figures.optional", { "aria-hidden": "true" });
  #full = h("span.pt-strip-full");
  #short = h("span.pt-strip-short");
  #says = h("span.pt-strip-chance.medium.note.figures", this.#full, this.#short);
  #label = h("div.pt-strip-label", { "aria-hidden": "true" }, this.#says);
  #mark = h("div.pt-strip-mark");
  #dots = h("div.pt-strip-dots");
  /** @type {Judged | null} */
  #judged = null;
  #last = 1;
  /** Whether the curve with all cards open is shown. */
  opened = false;

  constructor() {
    /** What is drawn, the chance at the current step above it, and what its middle stands for. */
    this.elements = [this.#label, this.#half, this.#drawn];
  }

  /** @param {Judged | null} judged @param {number} steps the number of steps in the game */
  draw(judged, steps) {
    this.#judged = judged;
    this.#drawn.classList.toggle("opened", this.opened);
    this.#last = Math.max(1, steps - 1);
    this.#drawn.replaceChildren();
    const known = judged !== null && judged.curve.length > 0;
    this.#half.textContent = known ? rounded(0.5) : "";
    if (!judged) return;
    this.#drawn.append(this.#lines(judged), this.#dots, this.#mark);
    this.#dots.replaceChildren(
      ...judged.decisions.map(({ at, decision }) =>
        h("span", {
          class: `dot pt-dot ${markOf(decision)}`,
          style: { left: `${this.#across(at)}%`, top: `${down(judged.chanceAt(at))}%` },
        }),
      ),
    );
  }

  /**
   * Mark a step.
   * @param {number} at
   * @returns {string} the chance of winning there, empty where it is unknown
   */
  stand(at) {
    const across = this.#across(at);
    this.#mark.style.left = `${across}%`;
    const says = this.#judged ? chanceSays(this.#judged, at) : "";
    write(this.#full, says);
    write(this.#short, this.#judged ? chanceShort(this.#judged, at) : "");
    // Its own share of its width is before the mark, so that it never leaves the strip.
    this.#says.style.left = `${across}%`;
    this.#says.style.translate = `-${across}%`;
    const marked = this.#judged?.decisions.findIndex((mark) => mark.at === at) ?? -1;
    [...this.#dots.children].forEach((dot, n) => dot.classList.toggle("here", n === marked));
    return this.opened && this.#judged ? `${says}. ${openSays(this.#judged, at)}` : says;
  }

  /**
   * Return the decision that a press on a step selects.
   * @param {number} at
   * @returns {number} the step of the decision, or the pressed step if none is near
   */
  near(at) {
    const width = this.#drawn.clientWidth || 1;
    const reach = (NEAR / width) * this.#last;
    const [nearest] = [...(this.#judged?.decisions ?? [])].sort(
      (left, other) => Math.abs(left.at - at) - Math.abs(other.at - at),
    );
    return nearest && Math.abs(nearest.at - at) <= reach ? nearest.at : at;
  }

  /** @param {number} at */
  #across(at) {
    return (SIZE * at) / this.#last;
  }

  /** @param {Judged} judged */
  #lines({ curve, opened, deals }) {
    const placed = (/** @type {Judged["curve"]} */ line) =>
      line.map(({ at, chance }) => `${this.#across(at)},${down(chance)}`);
    const points = placed(curve);
    const [first, last] = [curve[0], curve.at(-1)];
    const under =
      first && last
        ? [`${this.#across(first.at)},${SIZE}`, ...points, `${this.#across(last.at)},${SIZE}`]
        : [];
    return svg(
      "svg.pt-strip-lines.inset",
      { viewBox: `0 0 ${SIZE} ${SIZE}`, preserveAspectRatio: "none" },
      deals.map(({ from, to, deal }) =>
        svg("rect", {
          class: ["pt-band", deal % 2 === 0 && "even"],
          x: this.#across(from),
          y: 0,
          width: this.#across(to) - this.#across(from),
          height: SIZE,
        }),
      ),
      svg("line.pt-half", { x1: 0, x2: SIZE, y1: SIZE / 2, y2: SIZE / 2 }),
      under.length ? svg("polygon.pt-under", { points: under.join(" ") }) : null,
      opened.length ? svg("polyline.pt-open-curve", { points: placed(opened).join(" ") }) : null,
      points.length ? svg("polyline.pt-curve", { points: points.join(" ") }) : null,
    );
  }
}

/**
 * Return the y of a probability; the line keeps a distance from both edges.
 * @param {number} chance
 */
function down(chance) {
  return 8 + (SIZE - 16) * (1 - chance);
}
