/** The board alone, for people at a real table: a score keeper that needs no server. */

import { here, replace } from "../address.js";
import { fill, find, h, pushButton } from "../dom.js";
import { createBoard } from "../draw/board.js";
import { dealerButton, icon, sideMark } from "../draw/icons.js";
import { reducedMotion, settings } from "../settings.js";
import { ScreenWakeLock } from "../shell/wake_lock.js";
import { read, write } from "../store.js";
import { createLive } from "../text/live.js";
import { plural, t } from "../words.js";
import { peggedList } from "./board_list.js";
import { setupForm } from "./board_setup.js";
import { lineSaid, scoresSaid, wonLine } from "./board_words.js";
import {
  MAX_POINTS,
  newBook,
  readBook,
  SKUNK_LINES,
  standing,
  withLine,
  withoutLast,
} from "./scorebook.js";

/** @import { Book, Line } from "./scorebook.js" */

const KEY = "pegout.board";

/** The largest number that is always shown; larger ones appear on demand. */
const NEAR = 12;

/** The keys of the sides, of which the last one has the last key. */
const ARROWS = ["ArrowLeft", "ArrowDown", "ArrowUp", "ArrowRight"];

/** Two digits within this time form one number, in milliseconds. */
const TYPING = 900;

/**
 * Create the page.
 * @returns {import("../navigation.js").Page}
 */
export function page() {
  return new Keeper();
}

class Keeper {
  title = () => t("Board only");

  constructor() {
    const saved = load();
    /** @type {Book | null} */
    this.book = saved.book;
    /**
     * @type {Book | null} the book before the last new game, because beginning one can be undone
     *   too
     */
    this.before = saved.before;
    this.points = 0;
    this.side = -1;
    this.typedAt = -Infinity;
    this.more = false;
    /** @type {"board" | "list" | "setup"} */
    this.panel = this.book ? "board" : "setup";
    /** @type {ReturnType<typeof createBoard> | null} */
    this.board = null;
    // A score keeper may be used for an hour without a touch.
    this.wakeLock = new ScreenWakeLock();
    this.wakeLock.keep(true);
    this.body = h("div.bo-body.list");
    this.element = h("main.board-only.figures", this.body);
    this.live = createLive(this.element);
    this.onKey = (/** @type {KeyboardEvent} */ event) => this.key(event);
    document.addEventListener("keydown", this.onKey);
    this.brought();
    this.render();
  }

  destroy() {
    document.removeEventListener("keydown", this.onKey);
    this.wakeLock.keep(false);
    this.board?.destroy();
    this.live.destroy();
  }

  /** Points from the hand counter arrive in the URL. */
  brought() {
    const points = Number(new URLSearchParams(here().search).get("peg"));
    if (!Number.isInteger(points) || points < 1 || points > MAX_POINTS) return;
    replace(here().pathname);
    if (!this.book) return;
    this.points = points;
    this.more = points > NEAR;
    this.live.say(t("{points} to peg: whose are they?", { points }));
  }

  keep() {
    write(KEY, { book: this.book, before: this.before });
  }

  /** Rebuild the page for another panel, another game or another language. */
  render() {
    this.board?.destroy();
    this.board = null;
    this.element.dataset.panel = this.panel;
    if (!this.book || this.panel === "setup") {
      const last = this.book ?? newBook({ names: [settings.get().name, ""] });
      const back = this.book ? () => this.turnTo("board") : null;
      fill(
        this.body,
        this.bar(),
        setupForm(last, (book) => this.begin(book), back),
      );
      return;
    }
    const { book } = this;
    this.element.dataset.sides = String(book.names.length);
    this.element.classList.toggle("is-facing", book.facing && book.names.length === 2);
    this.track = h("div.bo-board");
    this.sides = book.names.map((name, side) => this.makeSide(name, side));
    this.pad = h("div.bo-pad.list", { role: "group", "aria-label": t("Points") });
    this.list = h("section.bo-list.surface");
    this.banner = h("section.bo-won.sheet.stack", { tabindex: "-1" });
    this.foot = h("div.bo-foot.between");
    fill(
      this.body,
      this.bar(),
      this.panel === "list" ? this.list : this.track,
      h("div.bo-sides.list", ...this.sides),
      this.banner,
      this.pad,
      this.foot,
    );
    if (this.panel === "board") {
      this.board = createBoard(this.track, {
        sides: book.names.length,
        target: book.target,
        skunkLines: book.skunks ? SKUNK_LINES : [],
        label: t("The board"),
      });
    }
    this.draw();
  }

  bar() {
    const { book } = this;
    const canUndo = Boolean(book?.lines.length || this.before);
    this.undoButton = pushButton(
      { class: "button bare", disabled: !canUndo },
      () => this.undo(),
      t("Undo"),
    );
    const list = this.panel === "list";
    return h(
      "header.bo-bar.touch.between.row",
      h("a.icon-button", { href: "/", "aria-label": t("Home") }, icon("back")),
      h("h1", { class: this.panel === "setup" ? "" : "bo-title" }, t("Board only")),
      this.panel !== "setup" && [
        this.undoButton,
        pushButton(
          { class: "button bare", "aria-pressed": list },
          () => this.turnTo(list ? "board" : "list"),
          t("Pegged"),
        ),
        h("a.button.bare", { href: "/count" }, t("Count")),
        pushButton("button bare", () => this.turnTo("setup"), t("New")),
      ],
    );
  }

  /** @param {"board" | "list" | "setup"} panel */
  turnTo(panel) {
    const held = document.activeElement?.textContent;
    this.panel = panel;
    this.render();
    const heading = find(this.body, "h2");
    const again = [...this.body.querySelectorAll("button")].find(
      (button) => button.textContent === held,
    );
    (panel === "board" ? (again ?? heading) : heading)?.focus();
  }

  /** @param {string} name @param {number} side */
  makeSide(name, side) {
    return h(
      "div",
      { class: `bo-side surface shrink side-${side}`, "data-side": String(side) },
      pushButton(
        "bo-who list focus-inside",
        () => this.who(side),
        h("span.bo-name.shrink.row", sideMark(side), h("b.clip", name)),
        h("span.bo-score.nowrap.bold"),
        h("span.bo-needs.nowrap.note"),
        h("span.bo-ask.end.nowrap.big"),
        h("small.bo-dealer.small.row.nowrap"),
      ),
      h("span.bo-chips.note.optional"),
    );
  }

  draw() {
    const { book } = this;
    if (!book || !this.sides) return;
    const now = standing(book);
    this.element.classList.toggle("has-more", this.more);
    this.element.classList.toggle("is-won", now.won !== null);
    if (this.undoButton) this.undoButton.disabled = !(book.lines.length || this.before);
    this.sides.forEach((box, side) => this.drawSide(box, side, now));
    this.drawPad(now);
    this.drawWon(now);
    if (this.panel === "list" && this.list) {
      fill(
        this.list,
        peggedList(book, now, (side, score) => this.write({ type: "put", side, score })),
      );
    }
    this.board?.set({
      scores: now.scores,
      rear: now.rear,
      wins: now.wins,
      label: scoresSaid(book, now),
    });
  }

  /**
   * @param {HTMLElement} box
   * @param {number} side
   * @param {import("./scorebook.js").Standing} now
   */
  drawSide(box, side, now) {
    const book = /** @type {Book} */ (this.book);
    const score = now.scores[side] ?? 0;
    const last = score - (now.rear[side] ?? 0);
    const [who, chips] = /** @type {HTMLElement[]} */ ([...box.children]);
    const [, figure, needs, ask] = /** @type {HTMLElement[]} */ ([...(who?.children ?? [])]);
    if (!who || !chips || !figure || !needs || !ask) return;
    figure.textContent = String(score);
    const left = book.target - score;
    needs.textContent = left ? plural("needs {n}", "needs {n}", left) : t("out");
    ask.textContent = this.points
      ? t("Peg {points}", { points: this.points })
      : last > 0
        ? `+${last}`
        : "";
    box.classList.toggle("is-asked", this.points > 0);
    who.setAttribute("aria-pressed", String(this.side === side));
    const off = now.won !== null;
    who.setAttribute("aria-disabled", String(off));
    const deals = who.querySelector(".bo-dealer");
    if (deals)
      fill(deals, now.dealer === side && [dealerButton({ size: 20 }), h("span", t("deals"))]);
    chips.textContent =
      now.game > 1 || now.won
        ? [
            plural("{n} game", "{n} games", now.wins[side] ?? 0),
            plural("{n} point", "{n} points", now.points[side] ?? 0),
          ].join(", ")
        : "";
  }

  /** @param {import("./scorebook.js").Standing} now */
  drawPad(now) {
    const { pad, foot } = this;
    if (!pad || !foot) return;
    const held =
      document.activeElement instanceof HTMLElement ? document.activeElement.dataset.key : "";
    pad.hidden = now.won !== null;
    foot.hidden = now.won !== null;
    fill(
      pad,
      Array.from({ length: MAX_POINTS }, (_, at) => at + 1).map((points) =>
        pushButton(
          {
            class: ["bo-number", points > NEAR && "bo-far"],
            "aria-pressed": this.points === points,
            "data-key": `n${points}`,
          },
          () => this.amount(points),
          h("span", { "aria-hidden": "true" }, "+"),
          String(points),
        ),
      ),
    );
    fill(
      foot,
      pushButton(
        { class: "button bo-more", "aria-expanded": this.more, "data-key": "more" },
        () => {
          this.more = !this.more;
          this.draw();
        },
        this.more
          ? t("Up to {maximum}", { maximum: NEAR })
          : t("{minimum} to {maximum}", { minimum: NEAR + 1, maximum: MAX_POINTS }),
      ),
      pushButton({ class: "button", "data-key": "deal" }, () => this.nextDeal(), t("Next deal")),
    );
    if (held) find(this.body, `[data-key="${held}"]`)?.focus();
  }

  /** @param {import("./scorebook.js").Standing} now */
  drawWon(now) {
    const { banner, book } = this;
    if (!banner || !book) return;
    banner.hidden = now.won === null;
    if (!now.won) return;
    fill(
      banner,
      h("h2", wonLine(book, now)),
      h(
        "div.bo-target.wrap",
        pushButton("button primary", () => this.write({ type: "next" }), t("Next game")),
        pushButton("button", () => this.undo(), t("Take back")),
      ),
    );
  }

  /** @param {number} points */
  amount(points) {
    if (this.side >= 0) {
      this.peg(this.side, points);
      return;
    }
    this.points = this.points === points ? 0 : points;
    this.draw();
    if (this.points) this.live.say(t("{points} to peg: whose are they?", { points }));
  }

  /** @param {number} side */
  who(side) {
    const book = /** @type {Book} */ (this.book);
    if (side < 0 || standing(book).won) return;
    if (this.points) {
      this.peg(side, this.points);
      return;
    }
    this.side = this.side === side ? -1 : side;
    this.draw();
    if (this.side >= 0) this.live.say(t("{name} pegs: how many?", { name: book.names[side] }));
  }

  /** @param {number} side @param {number} points */
  peg(side, points) {
    this.points = 0;
    this.side = -1;
    this.more = false;
    this.write({ type: "peg", side, points });
  }

  nextDeal() {
    const book = /** @type {Book} */ (this.book);
    this.write({ type: "deal", side: (standing(book).dealer + 1) % book.names.length });
  }

  /** @param {Line} line */
  write(line) {
    const { book } = this;
    if (!book) return;
    const before = standing(book);
    const after = withLine(book, line);
    if (after === book) return;
    this.book = after;
    this.before = null;
    this.keep();
    const now = standing(after);
    this.draw();
    if (line.type === "peg") this.walk(line.side, before, now);
    this.live.say(lineSaid(after, line, now));
    if (now.won && !before.won) this.banner?.focus();
  }

  /**
   * @param {number} side
   * @param {import("./scorebook.js").Standing} before
   * @param {import("./scorebook.js").Standing} now
   */
  walk(side, before, now) {
    const from = before.scores[side] ?? 0;
    this.board?.set({ scores: before.scores, rear: before.rear });
    void this.board?.move(side, from, now.scores[side] ?? 0, { reduced: reducedMotion() });
  }

  undo() {
    if (!this.book) return;
    if (this.book.lines.length) this.book = withoutLast(this.book);
    else if (this.before) [this.book, this.before] = [this.before, null];
    else return;
    this.keep();
    this.render();
    this.undoButton?.focus();
    this.live.say(
      t("Taken back: {scores}.", { scores: scoresSaid(this.book, standing(this.book)) }),
    );
  }

  /** @param {Book} book */
  begin(book) {
    this.before = this.book?.lines.length ? this.book : null;
    this.book = book;
    this.keep();
    this.turnTo("board");
    this.live.say(t("{name} deals.", { name: book.names[book.dealer] }));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const target = event.target instanceof Element ? event.target : null;
    if (!this.book || this.panel === "setup" || target?.matches("input, select")) return;
    if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return;
    if (/^\S$/u.test(event.key) && !settings.get().keys) return;
    if (/^\d$/.test(event.key)) this.type(Number(event.key));
    else if (event.key === "Escape") this.disarm();
    else if (event.key === "Backspace" || event.key === "u") this.undo();
    else if (event.key === "d") this.nextDeal();
    else if (ARROWS.includes(event.key)) this.who(this.sideAt(event.key));
    else return;
    event.preventDefault();
  }

  /** @param {string} arrow @returns {number} the side; -1 if there is none */
  sideAt(arrow) {
    const last = /** @type {Book} */ (this.book).names.length - 1;
    const side = arrow === "ArrowRight" ? last : ARROWS.indexOf(arrow);
    return arrow === "ArrowRight" || side < last ? side : -1;
  }

  disarm() {
    this.points = 0;
    this.side = -1;
    this.draw();
  }

  /** @param {number} digit */
  type(digit) {
    const now = performance.now();
    const two = this.points * 10 + digit;
    const points = now - this.typedAt < TYPING && two <= MAX_POINTS ? two : digit;
    this.typedAt = now;
    if (!points) return;
    this.points = points;
    this.more = this.more || points > NEAR;
    this.draw();
    this.live.say(t("{points} to peg: whose are they?", { points }));
  }
}

/** @returns {{book: Book | null, before: Book | null}} */
function load() {
  const saved = read(KEY);
  return { book: readBook(saved?.book), before: readBook(saved?.before) };
}
