// @ts-check
/** The board as SVG: wood, brass, holes, and pegs that walk. Where anything lies, `paths.js` says. */

import { svg } from "../dom.js";
import { START_MARK, body, games } from "./body.js";
import { hops, layTrack, pose } from "./paths.js";
import { peg, sideShape } from "./pegs.js";

/**
 * @typedef {object} BoardOptions
 * @property {number} sides how many sides have a lane, 1 to 3
 * @property {number} target the game hole, 31 to 241
 * @property {boolean} [compact] a strip: no numbers, no letters, no holes for games
 * @property {boolean} [skunks] whether the lines of a skunk are drawn
 * @property {number} [winsNeeded] games to win the match; 1 or none: no holes for games
 * @property {string} [label] what the drawing is called
 * @property {boolean} [floats] whether "+8" rises where a peg lands; yes if not said
 */

/**
 * @typedef {object} Marks
 * @property {number[]} [scores] where the front pegs stand
 * @property {number[]} [rear] where the rear pegs stand
 * @property {number[]} [wins] games won by each side
 * @property {number | null} [turn] the side to move, whose mark at the start is lit
 * @property {string} [label]
 */

/**
 * @typedef {object} Board
 * @property {HTMLElement} element
 * @property {(marks: Marks) => void} set put everything where it belongs, at once
 * @property {(side: number, from: number, to: number, how?: {duration?: number, reduced?: boolean})
 *   => Promise<void>} move the rear peg passes the front one
 * @property {() => void} finish set down whatever is in the air
 * @property {() => void} resize lay the board anew into its element
 * @property {() => void} destroy
 */

/** @typedef {{marker: import("./pegs.js").Peg, hole: number}} Standing */
/** @typedef {{stop: () => void}} Flight */

/**
 * Make a board that fills an element.
 * @param {HTMLElement} element
 * @param {BoardOptions} options
 * @returns {Board}
 */
export function createBoard(element, options) {
  return new Drawing(element, options).face();
}

class Drawing {
  /**
   * @param {HTMLElement} element
   * @param {BoardOptions} options
   */
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
    /** @type {[Standing, Standing][]} */
    this.pegs = [];
    this.root = svg("svg", { class: "board", role: "img", "aria-label": options.label ?? "" });
    element.append(this.root);
    this.watcher = new ResizeObserver(() => this.resize());
    this.watcher.observe(element);
    this.size = "";
    this.radius = 0;
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
    this.watcher.disconnect();
    this.root.remove();
  }

  resize() {
    const width = Math.round(this.element.clientWidth);
    const height = Math.round(this.element.clientHeight);
    if (!width || !height || this.size === `${width}×${height}`) return;
    this.size = `${width}×${height}`;
    this.finish();
    this.track = layTrack({
      width,
      height,
      target: this.options.target,
      lanes: this.options.sides,
    });
    this.root.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.draw();
  }

  /** @param {Marks} marks */
  set(marks) {
    this.finish();
    if (marks.label !== undefined) this.root.setAttribute("aria-label", marks.label);
    if (marks.wins) this.wins = [...marks.wins];
    if (marks.turn !== undefined) this.turn = marks.turn;
    if (marks.scores) {
      const before = this.rear;
      this.scores = [...marks.scores];
      this.rear = this.scores.map((score, side) => Math.min(before[side], score - 1));
    }
    if (marks.rear) this.rear = [...marks.rear];
    this.place();
  }

  /** Put pegs, and what shows turn and games, where they belong. */
  place() {
    if (!this.track) return;
    this.drawGames();
    for (let side = 0; side < this.options.sides; side += 1) {
      const [rear, front] = this.pegs[side];
      this.stand(side, rear, this.behind(side));
      this.stand(side, front, this.scores[side]);
    }
  }

  /**
   * @param {number} side
   * @returns {number} the hole of the rear peg; both may stand before the first hole
   */
  behind(side) {
    const rear = Math.min(this.rear[side], this.options.target);
    return rear === this.scores[side] || rear <= 0 ? Math.min(rear, this.scores[side] > 0 ? 0 : -1) : rear;
  }

  /** @param {number} side @param {Standing} standing @param {number} hole */
  stand(side, standing, hole, lift = 0) {
    if (!this.track) return;
    standing.hole = hole;
    standing.marker.put(this.track.at(Math.min(hole, this.options.target), side), lift);
  }

  /**
   * @param {number} side
   * @param {number} from
   * @param {number} to
   * @param {{duration?: number, reduced?: boolean}} [how]
   * @returns {Promise<void>}
   */
  move(side, from, to, how = {}) {
    this.flights.get(side)?.stop();
    const end = Math.min(to, this.options.target);
    const rear = this.behind(side);
    const duration = how.duration ?? milliseconds(this.root, "--t-peg");
    this.scores[side] = end;
    this.rear[side] = from;
    if (!this.track || end <= from) {
      this.place();
      return Promise.resolve();
    }
    this.pegs[side].reverse();
    const [, walker] = this.pegs[side];
    this.layer("pegs").append(walker.marker.element);
    const land = () => {
      this.flights.delete(side);
      this.stand(side, walker, end);
      this.rise(side, end, to - from, how.reduced ?? false);
    };
    if (how.reduced || duration <= 0) {
      land();
      return Promise.resolve();
    }
    const touched = hops(rear, from, end);
    // A few holes take less than the whole time; the longest way takes all of it.
    const time = duration * Math.min(1, 0.45 + 0.14 * (touched.length - 1));
    return new Promise((done) => {
      const began = performance.now();
      let frame = 0;
      const stop = () => {
        cancelAnimationFrame(frame);
        land();
        done();
      };
      /** @param {number} now */
      const step = (now) => {
        const { hole, lift } = pose(touched, (now - began) / time);
        if (now - began >= time) return stop();
        this.stand(side, walker, hole, lift);
        frame = requestAnimationFrame(step);
      };
      this.flights.set(side, { stop });
      frame = requestAnimationFrame(step);
    });
  }

  finish() {
    for (const flight of [...this.flights.values()]) flight.stop();
  }

  /** @param {number} side @param {number} hole @param {number} points @param {boolean} reduced */
  rise(side, hole, points, reduced) {
    if (!this.track || this.options.floats === false || points <= 0) return;
    const { x, y } = this.track.at(hole, side);
    const size = this.options.compact ? 18 : 24;
    const away = this.radius * 1.5 + size * 0.5;
    // Near the upper edge there is no room above the peg.
    const high = y - away - size > 0 ? y - away : y + away + size * 0.6;
    const place = {
      x: Math.min(this.track.width - size, Math.max(size, x)),
      y: high,
      "font-size": size,
    };
    const name = `board-float side-${side}`;
    const text = svg("text", { class: name, "aria-hidden": "true", ...place }, `+${points}`);
    this.layer("floats").append(text);
    const up = reduced ? "translateY(0)" : `translateY(${-size * 0.8}px)`;
    text
      .animate(
        [
          { transform: "translateY(0)", opacity: 0 },
          { opacity: 1, offset: 0.15 },
          { opacity: 1, offset: 0.7 },
          { transform: up, opacity: 0 },
        ],
        { duration: 1200, easing: "ease-out" },
      )
      .finished.catch(() => null)
      .finally(() => text.remove());
  }

  /** @param {string} name */
  layer(name) {
    return /** @type {SVGGElement} */ (this.root.querySelector(`.board-${name}`));
  }

  draw() {
    const { track, options } = this;
    if (!track) return;
    const radius = Math.max(4, Math.min(track.pitch * 0.62, track.gauge * 0.47));
    this.radius = radius;
    this.root.replaceChildren(
      ...body(track, options),
      svg("g", { class: "board-games" }),
      svg("g", { class: "board-pegs" }),
      svg("g", { class: "board-floats" }),
    );
    this.pegs = [];
    for (let side = 0; side < options.sides; side += 1) {
      const pair = [0, 1].map(() => ({ marker: peg(side, radius), hole: 0 }));
      this.pegs.push(/** @type {[Standing, Standing]} */ (pair));
      this.layer("pegs").append(...pair.map(({ marker }) => marker.element));
    }
    this.place();
  }

  /** Pegs for the games that were won, and the mark of the side to move. */
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

/**
 * @param {Element} element
 * @param {string} name
 * @returns {number} a duration of the style sheet in milliseconds
 */
function milliseconds(element, name) {
  const probe = getComputedStyle(element).getPropertyValue(name).trim();
  const sum = /^calc\(\s*([\d.]+)ms\s*\*\s*([\d.]+)\s*\)$/.exec(probe);
  return sum ? Number(sum[1]) * Number(sum[2]) : parseFloat(probe) || 0;
}
