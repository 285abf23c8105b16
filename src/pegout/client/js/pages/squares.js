/**
 * Cribbage squares: a card at a time into a square of sixteen cells, then the starter, and beside the
 * result the best possible one. The server turns the cards and counts; the best result of today stays
 * in this browser.
 */

import { fill, find, h, pushButton } from "../dom.js";
import { emptySlot } from "../draw/cards.js";
import { squaresOf, takeSquares, today } from "../progress.js";
import { cardName } from "../scene/names.js";
import { askSchool } from "../school.js";
import { settings } from "../settings.js";
import { heading } from "../shell/heading.js";
import { face } from "../shell/pack.js";
import { createLive } from "../text/live.js";
import { t } from "../words.js";

/** @import { SquaresBest, SquaresGrid, SquaresLine, SquaresStep } from "../wire" */

const SIDE = 4;
/** The width of a card, in pixels. */
const CARD = 90;
/** The numbers of other deals are below this. */
const DEALS = 1e15;
/** How the arrow keys move, in cells. @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

/** @returns {import("../navigation.js").Page} */
export function page() {
  return new SquaresPage();
}

class SquaresPage {
  title = () => t("Cribbage squares");
  /** The deal: a date or a number. */
  deal = "";
  /** The cell of each card so far. @type {number[]} */
  cells = [];
  /** @type {SquaresStep | null} */
  step = null;
  /** @type {SquaresBest | null} */
  best = null;
  showsBest = false;
  /** The cell that is chosen; -1 for none. */
  chosen = -1;
  /** The cell that the arrow keys have reached. */
  at = 0;
  problem = "";

  constructor() {
    this.head = heading(this.title, "/learn");
    this.next = h("div.squares-next");
    this.task = h("p.squares-task.large", { tabindex: -1 });
    this.grid = h("div.squares-grid", { role: "group" });
    this.controls = h("div.squares-controls.wrap");
    this.counts = h("ol.squares-counts.list.panel");
    this.element = h(
      "main.page.squares-page",
      this.head.element,
      h("div.squares-ask", this.next, this.task),
      this.grid,
      this.controls,
      this.counts,
    );
    this.grid.addEventListener("keydown", (event) => this.move(event));
    this.live = createLive(this.element);
    this.begin(today());
  }

  destroy() {
    this.live.destroy();
  }

  /** Rebuild the page in another language. */
  render() {
    this.head.render();
    void this.load();
  }

  // What happens

  /** @param {string} deal a date or a number */
  begin(deal) {
    this.deal = deal;
    this.cells = [];
    this.step = this.best = null;
    this.showsBest = false;
    this.chosen = -1;
    this.at = 0;
    this.problem = "";
    void this.load();
  }

  /** Fetch where the game stands. */
  async load() {
    const { deal, cells } = this;
    try {
      const kept = squaresOf(deal);
      /** @type {SquaresStep} */
      const step = await askSchool("squares", { deal, cells, ...(kept ? { kept } : {}) });
      // Another game may have begun, or another card been placed.
      if (this.deal !== deal || this.cells !== cells) return;
      this.step = step;
      this.problem = "";
      if (step.result && !takeSquares(deal, step.result))
        this.problem = t("This browser does not keep what you learn.");
      this.live.say([...this.linesOfLast(), ...step.says].join(" "));
      if (!step.card) void this.findBest();
    } catch (error) {
      this.fail(error);
    }
    this.draw();
  }

  async findBest() {
    const { deal } = this;
    try {
      /** @type {SquaresBest} */
      const best = await askSchool("squares/best", { deal });
      if (this.deal !== deal) return;
      this.best = best;
      this.live.say(best.says.join(" "));
    } catch (error) {
      this.fail(error);
    }
    this.draw();
  }

  /** @param {unknown} error */
  fail(error) {
    this.problem = error instanceof Error ? error.message : t("Try again in a moment.");
  }

  /** The lines of the card that was placed last, in words. @returns {string[]} */
  linesOfLast() {
    const cell = this.cells.at(-1);
    if (cell === undefined || !this.step?.card) return [];
    return this.linesOf(cell).map(({ says }) => says);
  }

  /** @param {number} cell @returns {SquaresLine[]} its row and its column */
  linesOf(cell) {
    const lines = this.shown?.lines ?? [];
    const found = [lines[Math.floor(cell / SIDE)], lines[SIDE + (cell % SIDE)]];
    return found.filter((line) => line !== undefined);
  }

  /** The square that is shown: the player's, or the best. @returns {SquaresGrid | undefined} */
  get shown() {
    return this.showsBest ? this.best?.grid : this.step?.grid;
  }

  /**
   * Choose a cell, or put the card into it: with a key at once, with a pointer at the second press.
   * @param {number} cell
   * @param {boolean} byKey
   */
  press(cell, byKey) {
    this.at = cell;
    if (!this.step?.card || this.cells.includes(cell)) return;
    if (byKey || cell === this.chosen || !settings.get().confirm) {
      this.place(cell);
      return;
    }
    this.chosen = cell;
    this.live.say(t("{cell} is chosen. Press again to put the card there.", { cell: place(cell) }));
    this.draw();
  }

  /** Put the card into a cell; it is there at once. @param {number} cell */
  place(cell) {
    const { step } = this;
    if (!step?.card) return;
    const { card } = step;
    const cards = step.grid.cards.map((one, at) => (at === cell ? card : one));
    this.cells = [...this.cells, cell];
    this.step = { ...step, card: "", says: [], grid: { ...step.grid, cards } };
    this.chosen = -1;
    this.draw();
    void this.load();
  }

  /** The arrow keys move within the square. @param {KeyboardEvent} event */
  move(event) {
    const by = ARROWS[event.key];
    if (!by) return;
    event.preventDefault();
    const row = Math.floor(this.at / SIDE) + by[0];
    const column = (this.at % SIDE) + by[1];
    if (row < 0 || column < 0 || row === SIDE || column === SIDE) return;
    this.at = row * SIDE + column;
    for (const button of this.grid.querySelectorAll("button"))
      button.tabIndex = Number(button.dataset.cell) === this.at ? 0 : -1;
    find(this.grid, `[data-cell="${this.at}"]`)?.focus();
  }

  // What is drawn

  draw() {
    const { step } = this;
    const over = step !== null && this.cells.length === SIDE * SIDE && step.starter !== "";
    const card = step?.card || step?.starter;
    fill(this.next, card ? face(card, CARD) : emptySlot());
    const says = this.showsBest ? this.best?.says : step?.says;
    fill(this.task, (says ?? []).join(" "));
    this.drawGrid();
    this.drawControls(over);
    this.counts.hidden = !over;
    this.counts.setAttribute("aria-label", t("The count of each line"));
    fill(
      this.counts,
      (this.shown?.lines ?? []).map(({ says: said }) => h("li", said)),
    );
  }

  drawGrid() {
    const { shown } = this;
    const held = this.grid.contains(document.activeElement);
    this.grid.setAttribute("aria-label", this.showsBest ? t("The best square") : t("The square"));
    this.grid.classList.toggle("is-best", this.showsBest);
    const lines = shown?.lines ?? [];
    const end = (/** @type {number} */ line, /** @type {string} */ look) =>
      h(
        `span.squares-sum.figures.${look}`,
        h("span", { "aria-hidden": true }, String(lines[line]?.points ?? 0)),
        h("span.visually-hidden", lines[line]?.says ?? ""),
      );
    const rows = [0, 1, 2, 3].flatMap((row) => [
      ...[0, 1, 2, 3].map((column) => this.drawCell(row * SIDE + column)),
      end(row, "is-row"),
    ]);
    fill(
      this.grid,
      rows,
      [0, 1, 2, 3].map((column) => end(SIDE + column, "is-column")),
      h(
        "b.squares-total.figures",
        h("span.visually-hidden", t("Total")),
        " ",
        String(shown?.total ?? 0),
      ),
    );
    if (held) find(this.grid, `[data-cell="${this.at}"]`)?.focus({ preventScroll: true });
  }

  /** @param {number} cell */
  drawCell(cell) {
    const card = this.shown?.cards[cell] ?? "";
    const chosen = cell === this.chosen;
    const lines = this.linesOf(cell).map(({ says }) => says);
    const turned = this.step?.card ?? "";
    const held = card ? cardName(card) : chosen ? t("chosen, empty") : t("empty");
    return pushButton(
      {
        class: ["squares-cell", card && "is-taken", chosen && "is-chosen"],
        "data-cell": cell,
        tabindex: cell === this.at ? 0 : -1,
        "aria-label": `${place(cell)}: ${held}. ${lines.join(" ")}`,
        "aria-disabled": card !== "" || !turned,
      },
      (/** @type {PointerEvent} */ event) => this.press(cell, event.detail === 0),
      card ? face(card, CARD) : chosen ? face(turned, CARD) : emptySlot(),
    );
  }

  /** @param {boolean} over */
  drawControls(over) {
    const { best, chosen, problem } = this;
    const today_ = today();
    const kept = squaresOf(today_);
    const other = () => this.begin(String(Math.floor(Math.random() * DEALS)));
    fill(
      this.controls,
      problem ? h("p.problem", problem) : null,
      problem && !this.step?.card && !over
        ? pushButton("button", () => this.load(), t("Try again"))
        : null,
      over && best && !this.showsBest ? h("p.squares-best.large", best.says.join(" ")) : null,
      over && best
        ? pushButton(
            "button primary",
            () => this.toggle(),
            this.showsBest ? t("Your square") : t("Show the best"),
          )
        : null,
      over ? pushButton("button", () => this.begin(today_), t("Today’s cards again")) : null,
      over ? pushButton("button", other, t("Other cards")) : null,
      over
        ? null
        : pushButton(
            { class: "button primary", disabled: chosen < 0 },
            () => this.place(chosen),
            t("Put it there"),
          ),
      kept ? h("p.quiet", t("Your best of today: {score}.", { score: kept.score })) : null,
    );
  }

  /** Show the best square, or the player's own. */
  toggle() {
    this.showsBest = !this.showsBest;
    this.draw();
    find(this.controls, "button.primary")?.focus({ preventScroll: true });
  }
}

/** Name a cell. @param {number} cell */
function place(cell) {
  const row = Math.floor(cell / SIDE) + 1;
  return t("Row {row}, column {column}", { row, column: (cell % SIDE) + 1 });
}
