/**
 * A table as a visitor without a seat sees it: its description, its free seats, and a link to
 * watch.
 */

import { options as askOptions, isUnanswered, join, tableOf } from "../api.js";
import { fill, h, pushButton } from "../dom.js";
import { icon } from "../draw/icons.js";
import { FACTS } from "../facts.js";
import { settings } from "../settings.js";
import { keepingFocus, line } from "../shell/fields.js";
import { heading } from "../shell/heading.js";
import { NAME_LENGTH } from "../shell/table_setup.js";
import { rulesList, seatsList } from "../shell/table_words.js";
import { keep, keepSeat } from "../store.js";
import { isHosted } from "../transport.js";
import { joined, t } from "../words.js";

/** The interval at which the page checks who has joined, in milliseconds. */
const ASK = 4_000;

/**
 * Say who is at the table already.
 * @param {string[]} names
 * @returns {string}
 */
function waitsFor(names) {
  const [name] = names;
  return names.length === 1
    ? t("{name} waits for you.", { name })
    : t("{names} wait for you.", { names: joined(names) });
}

/**
 * Estimate the duration of a match, in minutes: a two-player game to 121 takes about twenty.
 * @param {import("../wire").Table} table
 * @returns {number}
 */
export function minutes({ rules, games, play_to: points, seats }) {
  const game = (Number(rules.target) / 121) * (seats.length === 2 ? 20 : 30);
  // Not every match goes to its last game.
  const many = Math.max(1, (points || games) * 0.8);
  return Math.max(5, Math.round((game * many) / 5) * 5);
}

export class JoinView {
  /** @type {import("../wire").Table | null} */
  #table = null;
  /** @type {import("../api.js").Options | null} */
  #options = null;
  /** @type {{code: string, message: string} | null} */
  #gone = null;
  #problem = "";
  #name = settings.get().name;
  #joining = false;
  #leaving = false;
  /** @type {any} */
  #timer = null;
  #said = "";

  /**
   * @param {object} given
   * @param {string} given.code
   * @param {() => Promise<void>} given.joined a callback, run when a seat was taken and stored
   * @param {() => Promise<void>} given.watch
   */
  constructor({ code, joined, watch }) {
    this.code = code;
    this.joined = joined;
    this.watch = watch;
    this.head = heading(() => t("A table"));
    this.body = h("div.stack");
    this.element = h("main.page.page-narrow.join-page", this.head.element, this.body);
    void this.ask();
  }

  /** Request the state of the table, again and again while seats are free. */
  ask = async () => {
    try {
      [this.#table, this.#options] = await Promise.all([tableOf(this.code), askOptions()]);
      this.#gone = null;
    } catch (error) {
      this.#gone = /** @type {import("../api.js").ApiError} */ (error);
    }
    clearTimeout(this.#timer);
    // A visitor who is entering the table keeps seeing the page until the table has loaded.
    if (this.#leaving) return;
    const unknown = !this.#table && this.#gone?.code !== "offline";
    if (!unknown && this.#table?.status !== "over") this.#timer = setTimeout(this.ask, ASK);
    const now = JSON.stringify([this.#table, this.#gone?.message]);
    if (now !== this.#said) this.render();
    this.#said = now;
    const full = this.#table?.seats.every(({ taken }) => taken) ?? false;
    if (full && isUnanswered(this.code)) await this.findSeat();
  };

  /**
   * One of the seats may be ours: a request for one got no answer. Repeating it takes no other
   * seat.
   */
  async findSeat() {
    if (this.#joining) return;
    this.#joining = true;
    try {
      await this.seated(await join(this.code, this.#name || t("Player")));
    } catch (error) {
      console.info("no seat here is ours", error);
    }
    this.#joining = false;
  }

  /** Write all texts again, in another language. */
  again() {
    this.#said = "";
    void this.ask();
  }

  render() {
    this.head.render();
    keepingFocus(this.element, () => fill(this.body, ...this.content()));
  }

  content() {
    const table = this.#table;
    if (!table) {
      return [
        h("p.lost-sign", { "aria-hidden": "true" }, icon("cards")),
        h("p.join-says.large", { role: "alert" }, this.#gone?.message ?? ""),
        FACTS.server || isHosted(this.code)
          ? null
          : h("p", t("The tables of this site are in the browser that made them.")),
        h("p", h("a.button.primary", { href: "/" }, t("To the first page"))),
      ];
    }
    const free = table.seats.some(({ taken }) => !taken);
    const waits = table.seats.filter((seat) => seat.kind === "person" && seat.present);
    const host = table.seats.find(({ taken, kind }) => taken && kind === "person")?.name;
    return [
      h(
        "p.join-says.large",
        free && host
          ? t("{name} asks you to a game.", { name: host })
          : free
            ? t("There is a free seat.")
            : t("All seats are taken."),
      ),
      free
        ? h(
            "p.quiet",
            { role: "status" },
            [
              waits.length ? waitsFor(waits.map(({ name }) => name)) : "",
              t("It takes about {n} minutes.", { n: minutes(table) }),
            ].join(" "),
          )
        : null,
      free
        ? h(
            "div.sheet",
            line({
              key: "name",
              name: t("Your name"),
              value: this.#name,
              placeholder: t("Player"),
              maxLength: NAME_LENGTH,
              change: () => {},
              typed: (name) => {
                this.#name = name;
              },
            }),
          )
        : null,
      h(
        "div.sheet",
        seatsList(table, (seat) => this.sitter(seat), [], this.#options),
        this.#problem ? h("p.problem", { role: "alert" }, this.#problem) : null,
      ),
      this.#options ? h("div.sheet", rulesList(table, this.#options)) : null,
      table.options.spectators
        ? h(
            "p",
            pushButton(
              { class: "button", dataset: { key: "watch" } },
              (/** @type {any} */ press) =>
                this.enter(press.currentTarget, () => this.leave(this.watch)),
              t("Watch"),
            ),
          )
        : null,
      this.#gone ? h("p.problem", { role: "status" }, this.#gone.message) : null,
    ];
  }

  /** @param {number} seat */
  sitter(seat) {
    return pushButton(
      { class: "button primary", dataset: { key: `sit/${seat}` } },
      (/** @type {any} */ press) => this.enter(press.currentTarget, () => this.sit(seat)),
      t("Sit here"),
    );
  }

  /** @param {number} seat */
  async sit(seat) {
    const taken = this.#table?.seats.map(({ name }) => name) ?? [];
    let name = this.#name || t("Player");
    // A visitor who chose no name must not be told that it is taken.
    if (!this.#name && taken.includes(name)) name = t("Player {n}", { n: seat + 1 });
    try {
      const held = await join(this.code, name, seat);
      if (this.#name) settings.set({ name: this.#name });
      await this.seated(held, name);
    } catch (error) {
      this.#problem = /** @type {Error} */ (error).message;
      this.#said = "";
      await this.ask();
    }
  }

  /**
   * @param {import("../wire").SeatGranted} held
   * @param {string} [name]
   */
  async seated(held, name) {
    const names = this.#table?.seats.map((seat) => seat.name) ?? [];
    keepSeat(this.code, held);
    keep(this.code, {
      names: names.map((other, at) => (at === held.seat && name ? name : other)),
      over: false,
    });
    await this.leave(this.joined);
  }

  /** @param {() => Promise<void>} open opens the table */
  async leave(open) {
    this.#leaving = true;
    await open();
    this.#leaving = false;
  }

  /**
   * Run a button's request; the button looks pressed until the table has loaded.
   * @param {HTMLElement} button
   * @param {() => Promise<void>} open
   */
  async enter(button, open) {
    if (this.#joining) return;
    this.#joining = true;
    button.setAttribute("aria-busy", "true");
    await open();
    this.#joining = false;
  }

  destroy() {
    clearTimeout(this.#timer);
  }
}
