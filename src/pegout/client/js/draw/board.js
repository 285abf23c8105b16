/**
 * The board as SVG: `body.js` draws the fixed parts, pegs move over them, and `paths.js` computes
 * the positions.
 */

import { svg, uniqueId } from "../dom.js";
import { body, games, grown, isStrip, START_MARK } from "./body.js";
import { LARGER, Lens } from "./lens.js";
import { createTrack, hops, pegAt } from "./paths.js";
import { peg, sideShape } from "./pegs.js";

/**
 * @typedef {object} BoardOptions
 * @property {number} sides the number of sides, each with a lane, 1 to 4
 * @property {number} target the target score, which is the game hole, 31 to 241
 * @property {boolean} [compact] a strip without numbers, letters and holes for games; if not given,
 *   the board is a strip where there is no room for more
 * @property {number[]} [skunkLines] how many holes short of the target each skunk line is
 * @property {number} [winsNeeded] the games needed to win the match; a side has holes for them if
 *   more than one
 * @property {string} [label] the accessible name of the drawing
 * @property {boolean} [lens] whether a lens magnifies the holes where a peg moves
 * @property {boolean} [floats] whether "+8" rises where a peg lands; yes if not given
 */

/**
 * @typedef {object} Marks
 * @property {number[]} [scores] the positions of the front pegs
 * @property {number[]} [rear] the positions of the rear pegs
 * @property {number[]} [wins] the games won by each side
 * @property {number | null} [turn] the side to move, whose mark at the start is lit
 * @property {string} [label]
 */

/**
 * @typedef {object} Board
 * @property {HTMLElement} element
 * @property {(marks: Marks) => void} set shows these marks at once
 * @property {(side: number, from: number, to: number, how?: Moving) => Promise<void>} move moves the
 *   rear peg past the front one
 * @property {() => void} finish finishes the current moves at once
 * @property {() => void} resize lays out the board for the new size of its element
 * @property {() => void} destroy
 */

/**
 * @typedef {object} Moving
 * @property {number} [duration] the longest move, in milliseconds; else `--t-peg`
 * @property {boolean} [reduced] whether the peg moves without animation
 * @property {number} [points] the points that the label shows; else the number of holes moved
 */

/** The pixels that a track needs; a window that grows step by step may briefly have fewer. */
const MIN = 10;

/** @import { Peg } from "./pegs.js" */
/** @typedef {{stop: () => void}} Flight */

/**
 * Create a board that fills an element; the element has a size of its own.
 * @param {HTMLElement} element
 * @param {BoardOptions} options
 * @returns {Board}
 */
export function createBoard(element, options) {
  return new Drawing(element, options).face();
}

class Drawing {
  /** @param {HTMLElement} element @param {BoardOptions} options */
  constructor(element, options) {
    this.element = element;
    this.options = options;
    this.scores = new Array(options.sides).fill(0);
    this.rear = new Array(options.sides).fill(-1);
    /** @type {number[]} */
    this.wins = new Array(options.sides).fill(0);
    /** @type {number | null} */
    this.turn = null;
    /** @type {Map<number, Flight>} */
    this.flights = new Map();
    /** @type {[Peg, Peg][]} the rear peg first */
    this.pegs = [];
    this.root = svg("svg.board", { role: "img", "aria-label": options.label ?? "" });
    element.append(this.root);
    this.watcher = new ResizeObserver(() => this.resize());
    this.watcher.observe(element);
    this.size = "";
    this.radius = 0;
    /** @type {Lens | null} */
    this.lens = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.looked = undefined;
    this.resize();
  }

  /** @returns {Board} */
  face() {
    return {
      element: this.element,
      set: (marks) => this.set(marks),
      move: (side, from, to, how) => this.move(side, from, to, how),
      finish: () => this.finish(),
      resize: () => this.resize(),
      destroy: () => this.destroy(),
    };
  }

  destroy() {
    this.finish();
    clearTimeout(this.looked);
    this.watcher.disconnect();
    this.root.remove();
  }

  resize() {
    const width = Math.round(this.element.clientWidth);
    const height = Math.round(this.element.clientHeight);
    if (width < MIN || height < MIN || this.size === `${width}×${height}`) return;
    this.size = `${width}×${height}`;
    this.finish();
    const { target, sides: lanes } = this.options;
    this.track = createTrack({ width, height, target, lanes });
    this.root.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.draw();
  }

  /** @param {Marks} marks */
  set(marks) {
    if (marks.label !== undefined) this.root.setAttribute("aria-label", marks.label);
    if (marks.wins) this.wins = [...marks.wins];
    if (marks.turn !== undefined) this.turn = marks.turn;
    const scores = marks.scores ?? this.scores;
    const rear = marks.rear ?? scores.map((score, side) => Math.min(this.rear[side], score - 1));
    // A peg that is already moving to its target continues.
    if (!same(scores, this.scores) || (marks.rear && !same(rear, this.rear))) {
      this.finish();
      this.scores = [...scores];
      this.rear = [...rear];
      this.placePegs();
    }
    this.drawGames();
  }

  placePegs() {
    for (let side = 0; side < this.pegs.length; side += 1) {
      const [rear, front] = this.pegs[side];
      this.stand(side, rear, this.behind(side), 0);
      this.stand(side, front, this.scores[side], 0);
    }
  }

  /**
   * @param {number} side
   * @returns {number} the hole of the rear peg; at first both pegs are before the first hole
   */
  behind(side) {
    const [rear, front] = [this.rear[side], this.scores[side]];
    if (front <= 0) return -1;
    return Math.min(rear, this.options.target);
  }

  /**
   * @param {number} side
   * @param {Peg} peg
   * @param {number} hole
   * @param {number} lift
   */
  stand(side, peg, hole, lift) {
    if (this.track) peg.put(this.track.at(Math.min(hole, this.options.target), side), lift);
  }

  /**
   * @param {number} side
   * @param {number} from
   * @param {number} to
   * @param {Moving} [how]
   * @returns {Promise<void>}
   */
  move(side, from, to, { duration, reduced = false, points = to - from } = {}) {
    this.flights.get(side)?.stop();
    const end = Math.min(to, this.options.target);
    if (this.scores[side] !== from) {
      this.scores[side] = from;
      this.placePegs();
    }
    const touched = hops(this.behind(side), from, end);
    this.rear[side] = from;
    this.scores[side] = end;
    if (!this.track || end <= from) {
      this.placePegs();
      return Promise.resolve();
    }
    this.pegs[side].reverse();
    const walker = this.pegs[side][1];
    this.layer("pegs").append(walker.element);
    const longest = duration ?? milliseconds(this.root, "--t-peg");
    // A short move takes less than the full time; a long one takes all of it.
    const time = reduced ? 0 : longest * Math.min(1, 0.45 + 0.14 * (touched.length - 1));
    return this.fly(side, time, (part) => {
      const { hole, lift } = pegAt(touched, part);
      this.stand(side, walker, hole, lift);
      this.look(side, hole);
    }).then(() => {
      this.rise(side, end, points, reduced);
      clearTimeout(this.looked);
      this.looked = setTimeout(() => this.lens?.leave(), milliseconds(this.root, "--t-float"));
    });
  }

  /**
   * Show the lens over a hole.
   * @param {number} side
   * @param {number} hole
   */
  look(side, hole) {
    clearTimeout(this.looked);
    if (this.track) this.lens?.over(this.layer("lenses"), this.track.at(hole, side));
  }

  /**
   * @param {number} side
   * @param {number} time the duration in milliseconds
   * @param {(part: number) => void} show
   * @returns {Promise<void>} fulfilled when the peg has landed, by itself or because of `finish`
   */
  fly(side, time, show) {
    if (time <= 0) {
      show(1);
      return Promise.resolve();
    }
    return new Promise((landed) => {
      const began = performance.now();
      let frame = 0;
      const stop = () => {
        cancelAnimationFrame(frame);
        clearTimeout(late);
        this.flights.delete(side);
        show(1);
        landed();
      };
      const step = () => {
        const part = (performance.now() - began) / time;
        if (part >= 1) return stop();
        show(part);
        frame = requestAnimationFrame(step);
      };
      // A hidden page gets no animation frames, and the game must go on.
      const late = setTimeout(stop, time + 250);
      this.flights.set(side, { stop });
      step();
    });
  }

  finish() {
    for (const flight of [...this.flights.values()]) flight.stop();
  }

  /**
   * Show the points rising from where they were pegged.
   * @param {number} side
   * @param {number} hole
   * @param {number} points
   * @param {boolean} reduced
   */
  rise(side, hole, points, reduced) {
    if (!this.track || this.options.floats === false || !this.root.isConnected) return;
    const spot = this.lens?.spot;
    const { x, y } = spot ?? this.track.at(hole, side);
    const size = grown(this.track, isStrip(this.track) ? 18 : 24);
    const away = this.radius * (spot ? LARGER : 1) * 1.5 + size * 0.5;
    // Near the upper edge there is no room above the peg.
    const at = {
      x: Math.min(this.track.width - size, Math.max(size, x)),
      y: y - away - size > 0 ? y - away : y + away + size * 0.6,
      "font-size": size,
    };
    const name = `board-float side-${side}`;
    const text = svg("text", { class: name, "aria-hidden": "true", ...at }, `+${points}`);
    this.layer("floats").append(text);
    const up = reduced ? 0 : -size * 0.8;
    const frames = [
      { transform: "translateY(0)", opacity: 0 },
      { opacity: 1, offset: 0.12 },
      { opacity: 1, offset: 0.7 },
      { transform: `translateY(${up}px)`, opacity: 0 },
    ];
    const duration = milliseconds(this.root, "--t-float");
    const gone = text.animate(frames, { duration, easing: "ease-out" });
    gone.onfinish = () => text.remove();
    gone.oncancel = () => text.remove();
  }

  /** @param {string} name */
  layer(name) {
    return /** @type {SVGGElement} */ (this.root.querySelector(`.board-${name}`));
  }

  draw() {
    const { track, options } = this;
    if (!track) return;
    const radius = Math.max(4.3, Math.min(track.pitch * 0.62, track.gauge * 0.47));
    this.radius = radius;
    const all = uniqueId("board");
    this.root.replaceChildren(
      svg(
        "g.board-all",
        { id: all },
        ...body(track, options),
        svg("g.board-games"),
        svg("g.board-pegs"),
      ),
      svg("g.board-lenses"),
      svg("g.board-floats"),
    );
    this.lens = options.lens ? new Lens(track, all) : null;
    this.pegs = [];
    for (let side = 0; side < options.sides; side += 1) {
      const [rear, front] = [peg(side, radius), peg(side, radius)];
      this.pegs.push([rear, front]);
      this.layer("pegs").append(rear.element, front.element);
    }
    this.placePegs();
    this.drawGames();
  }

  /** Draw the pegs for games won, and the mark of the side to move. */
  drawGames() {
    const { track, options } = this;
    if (!track) return;
    const parts = [];
    for (let side = 0; side < options.sides; side += 1) {
      const { x, y } = track.at(START_MARK, side);
      const lit = this.turn === side ? " is-lit" : "";
      parts.push(sideShape(side, x, y, track.gauge * 0.27, `board-side${lit}`));
      parts.push(...games(track, options, side, this.wins[side] ?? 0));
    }
    this.layer("games").replaceChildren(...parts);
  }
}

/** @param {readonly number[]} some @param {readonly number[]} others */
function same(some, others) {
  return some.length === others.length && some.every((one, n) => one === others[n]);
}

/**
 * @param {Element} element
 * @param {string} name
 * @returns {number} a duration from the style sheet, in milliseconds
 */
function milliseconds(element, name) {
  const probe = getComputedStyle(element).getPropertyValue(name).trim();
  const sum = /^calc\(\s*([\d.]+)ms\s*\*\s*([\d.]+)\s*\)$/.exec(probe);
  return sum ? Number(sum[1]) * Number(sum[2]) : parseFloat(probe) || 0;
}
