/** The form that sets up a game at a real table: players, target and dealer. */

import { fill, find, h, pushButton } from "../dom.js";
import { sideMark } from "../draw/icons.js";
import { keepingFocus, line, segments, toggle } from "../shell/fields.js";
import { t } from "../words.js";
import { MAX_TARGET, MIN_TARGET, newBook } from "./scorebook.js";

/** @import { Book } from "./scorebook.js" */

/**
 * Name a side without a name by its pegs.
 * @param {number} side
 * @returns {string}
 */
export function pegName(side) {
  return [t("Red"), t("Blue"), t("Amber"), t("Green")][side] ?? "";
}

/** The usual targets; 0 for another one. */
const TARGETS = [121, 61];

/**
 * Create the form.
 * @param {Book} book the last game, whose choices are the defaults
 * @param {(book: Book) => void} begin
 * @param {(() => void) | null} leave returns to the current game, if there is one
 * @returns {HTMLElement}
 */
export function setupForm(book, begin, leave) {
  return new Setup(book, begin, leave).form;
}

class Setup {
  problem = "";

  /**
   * @param {Book} book
   * @param {(book: Book) => void} begin
   * @param {(() => void) | null} leave
   */
  constructor(book, begin, leave) {
    this.begin = begin;
    this.leave = leave;
    this.sides = book.names.length;
    /** @type {string[]} */
    this.names = [0, 1, 2, 3].map((side) => book.names[side] ?? "");
    this.target = String(book.target);
    this.other = !TARGETS.includes(book.target);
    this.dealer = book.dealer;
    this.skunks = book.skunks;
    this.facing = book.facing;
    this.form = h("form.bo-setup.stack", {
      novalidate: true,
      onsubmit: (/** @type {Event} */ event) => this.submit(event),
    });
    this.render();
  }

  render() {
    keepingFocus(this.form, () => {
      this.dealers = h("div");
      fill(
        this.form,
        h("h2", { tabindex: "-1" }, t("A new game")),
        h("section.sheet.stack", this.players(), this.naming(), this.dealers),
        h("section.sheet.stack", this.hole()),
        h("section.sheet.stack", this.manners()),
        this.foot(),
      );
      this.drawDealers();
    });
  }

  /** @param {number} side */
  name(side) {
    return this.names[side]?.trim() || pegName(side);
  }

  players() {
    const marks = (/** @type {number} */ n) =>
      Array.from({ length: n }, (_, side) => sideMark(side, { size: 22 }));
    return segments({
      key: "sides",
      name: t("Who plays"),
      tiles: true,
      choices: [
        { value: 2, title: t("Two players or teams"), picture: marks(2) },
        { value: 3, title: t("Three players"), picture: marks(3) },
        { value: 4, title: t("Four players"), picture: marks(4) },
      ],
      chosen: (sides) => sides === this.sides,
      change: (sides) => {
        this.sides = sides;
        this.render();
      },
    });
  }

  naming() {
    return h(
      "div.bo-names.list",
      Array.from({ length: this.sides }, (_, side) =>
        h(
          "label.bo-player.row",
          sideMark(side, { size: 22 }),
          h("span.visually-hidden", pegName(side)),
          h("input.input", {
            maxlength: 24,
            autocomplete: "off",
            placeholder: pegName(side),
            value: this.names[side],
            dataset: { key: `name/${side}` },
            oninput: (/** @type {Event} */ event) => {
              this.names[side] = /** @type {HTMLInputElement} */ (event.target).value;
              this.drawDealers();
            },
          }),
        ),
      ),
    );
  }

  /** The choice of the first dealer uses the names, which change while the user types. */
  drawDealers() {
    if (!this.dealers) return;
    if (this.dealer >= this.sides) this.dealer = 0;
    fill(
      this.dealers,
      segments({
        key: "dealer",
        name: t("Who deals first"),
        choices: Array.from({ length: this.sides }, (_, side) => ({
          value: side,
          title: this.name(side),
        })),
        chosen: (side) => side === this.dealer,
        change: (side) => {
          this.dealer = side;
        },
      }),
    );
  }

  hole() {
    return [
      segments({
        key: "target",
        name: t("The last hole"),
        tiles: true,
        choices: [
          { value: 121, title: "121", help: t("the whole game") },
          { value: 61, title: "61", help: t("half a game") },
          { value: 0, title: "…", help: t("another number") },
        ],
        chosen: (hole) => (hole ? !this.other && String(hole) === this.target : this.other),
        change: (hole) => {
          this.other = !hole;
          if (hole) this.target = String(hole);
          this.problem = "";
          this.render();
        },
      }),
      this.other
        ? line({
            key: "hole",
            name: t("The last hole"),
            hideName: true,
            value: this.target,
            maxLength: 3,
            numeric: true,
            problem: this.problem,
            change: () => {},
            typed: (text) => {
              this.target = text;
            },
          })
        : null,
    ];
  }

  manners() {
    return [
      toggle({
        key: "skunks",
        name: t("Skunks count for more in the match"),
        on: this.skunks,
        change: (on) => {
          this.skunks = on;
        },
      }),
      toggle({
        key: "facing",
        name: t("We sit opposite each other: turn the far side round on a tablet"),
        on: this.facing,
        change: (on) => {
          this.facing = on;
        },
      }),
    ];
  }

  foot() {
    const { leave } = this;
    return h(
      "div.options-foot.list",
      h("button.button.primary", { type: "submit" }, t("Start")),
      leave && pushButton("button bare", leave, t("Back to the game")),
    );
  }

  /** @param {Event} event */
  submit(event) {
    event.preventDefault();
    const hole = Number(this.target);
    if (!Number.isInteger(hole) || hole < MIN_TARGET || hole > MAX_TARGET) {
      this.problem = t("The last hole is a number from {minimum} to {maximum}.", {
        minimum: MIN_TARGET,
        maximum: MAX_TARGET,
      });
      this.render();
      find(this.form, "[data-key=hole]")?.focus();
      return;
    }
    this.begin(
      newBook({
        names: Array.from({ length: this.sides }, (_, side) => this.name(side)),
        target: hole,
        skunks: this.skunks,
        facing: this.facing,
        dealer: this.dealer,
      }),
    );
  }
}
