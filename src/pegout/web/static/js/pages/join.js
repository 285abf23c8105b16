// @ts-check
/** A table as somebody sees it who has no seat there: what it is, free seats, and to watch. */

import { join, options as askOptions, tableOf } from "../api.js";
import { fill, h } from "../dom.js";
import { icon } from "../draw/icons.js";
import { settings } from "../settings.js";
import { keepingFocus, line } from "../shell/fields.js";
import { heading } from "../shell/heading.js";
import { NAME_LENGTH } from "../shell/plan.js";
import { rulesList, seatsList } from "../shell/table_words.js";
import { keep, keepSeat } from "../store.js";
import { t } from "../words.js";

/** How often it is asked who has come, in milliseconds. */
const ASK = 4_000;

export class JoinView {
  /** @type {import("../wire").Table | null} */
  #table = null;
  /** @type {import("../api.js").Options | null} */
  #options = null;
  /** @type {{code: string, message: string} | null} */
  #gone = null;
  #trouble = "";
  #name = settings.get().name;
  #joining = false;
  /** @type {any} */
  #timer = null;
  #said = "";

  /**
   * @param {object} given
   * @param {string} given.code
   * @param {() => void} given.joined is called when a seat was taken and kept
   * @param {() => void} given.watch
   */
  constructor({ code, joined, watch }) {
    this.code = code;
    this.joined = joined;
    this.watch = watch;
    this.head = heading(() => t("A table"));
    this.body = h("div", { class: "stack" });
    this.element = h("main", { class: "page page-narrow join-page" }, this.head.element, this.body);
    void this.ask();
  }

  /** Ask what the table is, and ask again while seats are free. */
  ask = async () => {
    try {
      [this.#table, this.#options] = await Promise.all([tableOf(this.code), askOptions()]);
      this.#gone = null;
    } catch (error) {
      this.#gone = /** @type {import("../api.js").ApiError} */ (error);
    }
    clearTimeout(this.#timer);
    const unknown = !this.#table && this.#gone?.code !== "offline";
    if (!unknown && this.#table?.status !== "over") this.#timer = setTimeout(this.ask, ASK);
    const now = JSON.stringify([this.#table, this.#gone?.message]);
    if (now !== this.#said) this.render();
    this.#said = now;
  };

  /** Say everything again, in another language. */
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
        h("p", { class: "lost-sign", "aria-hidden": "true" }, icon("cards")),
        h("p", { class: "join-says", role: "alert" }, this.#gone?.message ?? ""),
        h("p", null, h("a", { class: "button primary", href: "/" }, t("To the first page"))),
      ];
    }
    const free = table.seats.some(({ taken }) => !taken);
    const host = table.seats.find(({ taken, kind }) => taken && kind === "person")?.name;
    return [
      h(
        "p",
        { class: "join-says" },
        free && host
          ? t("{name} asks you to a game.", { name: host })
          : free
            ? t("There is a free seat.")
            : t("All seats are taken."),
      ),
      free
        ? h(
            "div",
            { class: "sheet" },
            line({
              key: "name",
              name: t("Your name"),
              value: this.#name,
              placeholder: t("Player"),
              most: NAME_LENGTH,
              change: () => {},
              typed: (name) => {
                this.#name = name;
              },
            }),
          )
        : null,
      h(
        "div",
        { class: "sheet" },
        seatsList(table, (seat) => this.sitter(seat), [], this.#options),
        this.#trouble ? h("p", { class: "trouble", role: "alert" }, this.#trouble) : null,
      ),
      this.#options ? h("div", { class: "sheet" }, rulesList(table, this.#options)) : null,
      table.options.spectators
        ? h(
            "p",
            null,
            h(
              "button",
              { class: "button", type: "button", dataset: { key: "watch" }, onclick: this.watch },
              t("Watch"),
            ),
          )
        : null,
      this.#gone ? h("p", { class: "trouble", role: "status" }, this.#gone.message) : null,
    ];
  }

  /** @param {number} seat */
  sitter(seat) {
    return h(
      "button",
      {
        class: "button primary",
        type: "button",
        dataset: { key: `sit/${seat}` },
        onclick: () => void this.sit(seat),
      },
      t("Sit here"),
    );
  }

  /** @param {number} seat */
  async sit(seat) {
    if (this.#joining) return;
    this.#joining = true;
    const taken = this.#table?.seats.map(({ name }) => name) ?? [];
    let name = this.#name || t("Player");
    // Whoever chose no name is not to be told that theirs is taken.
    if (!this.#name && taken.includes(name)) name = t("Player {n}", { n: seat + 1 });
    try {
      const held = await join(this.code, name, seat);
      if (this.#name) settings.set({ name: this.#name });
      keepSeat(this.code, held);
      keep(this.code, { names: taken.map((one, at) => (at === seat ? name : one)), over: false });
      this.joined();
    } catch (error) {
      this.#trouble = /** @type {Error} */ (error).message;
      this.#said = "";
      await this.ask();
    }
    this.#joining = false;
  }

  destroy() {
    clearTimeout(this.#timer);
  }
}
