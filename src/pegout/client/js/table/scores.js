/** The scores: for each side its name, score, last score and points needed, beside the board. */

import { h, write } from "../dom.js";
import { linesJudged, sideOf, sidesOf } from "../rules.js";
import { scoreLines, waitsFor } from "../scene/state.js";
import { plural, t } from "../words.js";
import { each, sayName, shape } from "./parts.js";
import { Unfolded } from "./unfolded.js";

/** @import { Scene } from "../scene/script.js" */
/** @typedef {{compact: boolean, tight: boolean, speed: number, still: boolean}} Manner */

/**
 * Draws boards, once loaded: the cards come first, because they can be clicked.
 * @type {typeof import("../draw/board.js").createBoard | null}
 */
let createBoard = null;

/** The number of digits beyond which a score is set in smaller type. */
const LONG = 4;

/** The scores and the board of a table. */
export class Scores {
  /** @type {import("../draw/board.js").Board | null} */
  #board = null;
  /** @type {import("../draw/board.js").Board | null} */
  #whole = null;
  #made = "";
  #wholeMade = "";
  #drawn;
  /** @type {number[]} */
  #shown = [];
  #loading = false;
  #list;
  #track;
  #match;
  #redraw;

  /**
   * @param {HTMLElement} element
   * @param {HTMLElement} over the element in which the full board opens
   * @param {() => void} redraw
   */
  constructor(element, over, redraw) {
    this.#list = h("div.pt-sides.list");
    this.#drawn = h("div.pt-track-board");
    this.#track = h("div.pt-track", this.#drawn);
    this.#match = h("p.pt-match.quiet.centred");
    this.unfolded = new Unfolded(over, this.#track, redraw);
    element.append(this.#list, this.#track, this.#match);
    this.#redraw = redraw;
  }

  destroy() {
    this.#whole?.destroy();
    this.#board?.destroy();
  }

  /** @param {Scene} scene @param {Manner} manner */
  update(scene, manner) {
    const { setup } = scene;
    this.#sides(scene, manner.compact || manner.tight);
    this.unfolded.update(manner.compact);
    if (createBoard) this.#boards(scene, manner);
    else void this.#load();
    this.#shown = scene.view.scores;
    const points = scene.points.join(" : ");
    const words = [];
    if (setup.games > 1) {
      words.push(t("Game {game} of {games}", { game: scene.game, games: setup.games }));
    }
    if (setup.play_to) words.push(t("To {points} points", { points: setup.play_to }));
    if (words.length) words.push(points);
    write(this.#match, words.join(" · "));
    this.#match.hidden = !words.length;
  }

  /** Draw the board as soon as its module has loaded. */
  async #load() {
    if (this.#loading) return;
    this.#loading = true;
    try {
      ({ createBoard } = await import("../draw/board.js"));
    } catch (error) {
      // The scores are still shown as numbers; the next redraw requests the module again.
      console.warn("the board cannot be drawn", error);
    }
    this.#loading = false;
    if (createBoard && this.#track.isConnected) this.#redraw();
  }

  /** @param {Scene} scene @param {Manner} manner */
  #boards(scene, { compact, speed, still }) {
    const { setup } = scene;
    const games = setup.games > 1 && !setup.play_to ? Math.floor(setup.games / 2) + 1 : 0;
    const made = [scene.match, setup.rules.target, sidesOf(setup.rules), compact, games].join();
    if (made !== this.#made) {
      this.#board?.destroy();
      this.#board = this.#make(this.#drawn, scene, compact, games);
      // The new board has to show its pegs, even if nobody has scored since.
      speed = -1;
    }
    this.#made = made;
    const whole = this.unfolded.open ? made : "";
    const opened = whole !== this.#wholeMade;
    if (opened) {
      this.#whole?.destroy();
      this.#whole = whole ? this.#make(this.unfolded.track, scene, false, games) : null;
    }
    this.#wholeMade = whole;
    if (this.#board) this.#pegs(this.#board, scene, speed, still);
    if (this.#whole) this.#pegs(this.#whole, scene, opened ? -1 : speed, still);
  }

  /**
   * @param {HTMLElement} element
   * @param {Scene} scene
   * @param {boolean} compact
   * @param {number} games
   */
  #make(element, { setup }, compact, games) {
    element.replaceChildren();
    return /** @type {NonNullable<typeof createBoard>} */ (createBoard)(element, {
      sides: sidesOf(setup.rules),
      target: setup.rules.target,
      compact,
      lens: !compact,
      skunkLines: linesJudged(setup.rules),
      winsNeeded: games,
      label: t("The board"),
    });
  }

  /**
   * @param {import("../draw/board.js").Board} board
   * @param {Scene} scene
   * @param {number} speed negative for a board that was just created
   * @param {boolean} still
   */
  #pegs(board, scene, speed, still) {
    const { scores, rear } = scene.view;
    const [turn = null] = waitsFor(scene);
    const { target } = scene.setup.rules;
    const wins = scores.map(
      (/** @type {number} */ _, /** @type {number} */ side) =>
        scene.results.filter((result) => result.winners.includes(side)).length,
    );
    const label = scoreLines(/** @type {any} */ (scene))
      .map(({ text }) => text)
      .join(". ");
    const to = turn === null ? null : sideOf(scene.setup.rules, turn);
    const old = this.#shown;
    const on = scores.map(
      (/** @type {number} */ score, /** @type {number} */ side) => score > (old[side] ?? 0),
    );
    if (speed <= 0 || !old.length || !on.includes(true)) {
      const same = speed >= 0 && old.length && old.every((score, side) => score === scores[side]);
      // Moving pegs are not interrupted if nothing is new.
      if (same) board.set({ wins, label });
      else board.set({ scores, rear, wins, turn: to, label });
      return;
    }
    scores.forEach((/** @type {number} */ score, /** @type {number} */ side) => {
      const from = old[side] ?? 0;
      // At the end, fewer holes may be left than points were scored.
      const scored = score === target ? (scene.last[side]?.points ?? 0) : 0;
      const points = Math.max(score - from, scored);
      if (on[side])
        board.move(side, from, score, { duration: 600 * speed, reduced: still, points });
    });
  }

  /** @param {Scene} scene @param {boolean} tight whether the dealer is marked by a letter only */
  #sides(scene, tight) {
    const lines = scoreLines(/** @type {any} */ (scene));
    const { view, setup } = scene;
    const turns = waitsFor(scene).map((seat) => sideOf(setup.rules, seat));
    const dealer = view.dealer === null ? null : sideOf(setup.rules, view.dealer);
    each(this.#list, lines, side, (element, line) => {
      const part = (/** @type {string} */ name) =>
        /** @type {HTMLElement} */ (element.querySelector(name));
      if (element.dataset.side !== String(line.side)) {
        element.dataset.side = String(line.side);
        element.className = `pt-side surface shrink side-${line.side}`;
        part(".pt-side-shape").replaceChildren(shape(line.side));
      }
      if (write(part(".pt-score"), line.score)) part(".pt-score").dataset.new = "yes";
      const last = scene.last[line.side];
      const points = last ? last.points : line.last;
      write(part(".pt-last"), points > 0 ? `+${points}` : "");
      const needs = setup.rules.target - line.score;
      write(part(".pt-needs"), needs > 0 ? plural("needs {n}", "needs {n}", needs) : "");
      const deals = dealer === line.side;
      part(".pt-dealer").hidden = !deals;
      write(part(".pt-dealer"), tight ? t("D") : t("deals"));
      part(".pt-dealer").title = t("Dealer");
      element.classList.toggle("turn", turns.includes(line.side));
      const figures = `${line.score}${Math.max(0, needs) || ""}`;
      element.classList.toggle("long", line.score > 99 || figures.length > LONG);
      element.setAttribute("aria-label", line.text);
    });
    // The room for a name is known once everything beside it is set.
    lines.forEach(({ names }, at) => {
      const element = this.#list.children[at]?.querySelector(".pt-side-name");
      sayName(/** @type {HTMLElement} */ (element), names);
    });
  }
}

function side() {
  return h(
    "div.pt-side.surface.shrink",
    { role: "group" },
    h("span.pt-side-shape"),
    h("span.pt-side-name.dense.medium.clip"),
    h("span.pt-dealer.dense"),
    h("span.pt-score.bold"),
    h("span.pt-last.dense.bold"),
    h("span.pt-needs.dense.quiet.nowrap"),
  );
}

/**
 * Return a number of points as a label.
 * @param {number} n
 * @returns {string}
 */
export function pointsOf(n) {
  return plural("{n} point", "{n} points", n);
}
