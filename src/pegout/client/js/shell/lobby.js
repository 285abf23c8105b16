/** A table that waits for its players: its link, the players so far, and the rules. */

import { options as askOptions } from "../api.js";
import { copyText, fill, h, pushButton } from "../dom.js";
import { face } from "../draw/faces.js";
import { icon } from "../draw/icons.js";
import { plainCode } from "../transport.js";
import { t } from "../words.js";
import { chip } from "./choice.js";
import { keepingFocus } from "./fields.js";
import { Pressing } from "./pressing.js";
import { Removal } from "./remove_guest.js";
import { linkTo, rulesList, seatsList } from "./table_words.js";

/** @import { Table } from "../wire" */

export class Lobby {
  /** @type {Table | null} */
  #table = null;
  /** @type {import("../api.js").Options | null} */
  #options = null;
  #said = "";
  #problem = "";
  #pressing = new Pressing(() => this.render());

  /**
   * @param {object} given
   * @param {string} given.code
   * @param {number[]} given.mine the seats held from this browser
   * @param {(seat: number, level: string) => Promise<{ok: boolean, message?: string}>} given.fill
   * @param {import("./remove_guest.js").Place["remove"]} given.remove
   */
  constructor({ code, mine, fill: fillSeat, remove }) {
    this.code = code;
    this.mine = mine;
    this.fillSeat = fillSeat;
    this.removal = new Removal({ table: () => this.#table, mine: () => mine, remove }, () =>
      this.render(),
    );
    this.element = h("section.lobby.stack");
    void this.ask();
  }

  async ask() {
    try {
      this.#options = await askOptions();
    } catch (error) {
      console.warn("the options cannot be said", error);
    }
    this.render();
  }

  /** @param {Table} table */
  update(table) {
    this.#table = table;
    this.render();
  }

  render() {
    const table = this.#table;
    if (!table) return;
    const left = table.seats.filter(({ taken }) => !taken).length;
    keepingFocus(this.element, () =>
      fill(
        this.element,
        h(
          "div",
          { role: "status" },
          h(
            "h2.lobby-title.centred.large",
            left === 1
              ? t("One more player and the game begins.")
              : t("The game begins when all are here."),
          ),
        ),
        this.mine.length ? this.invitation() : null,
        h(
          "div.sheet",
          seatsList(table, (seat) => this.filler(seat), this.mine, this.#options),
          this.#problem ? h("p.problem", { role: "alert" }, this.#problem) : null,
          h("p.quiet", { role: "status" }, this.#pressing.says),
          this.removal.guests.length ? h("ul.menu-list", this.removal.items(this.#options)) : null,
        ),
        this.#options ? h("div.sheet", rulesList(table, this.#options)) : null,
      ),
    );
  }

  invitation() {
    const link = linkTo(this.code);
    const shared = { title: "Pegout", text: t("A game of cribbage?"), url: link };
    return h(
      "div.sheet.invitation.list",
      h("label.label", { for: "table-link" }, t("Send this link to your friends")),
      h(
        "div.link-line.wrap",
        h("input.input", {
          id: "table-link",
          type: "text",
          readonly: true,
          value: link,
          dataset: { key: "link" },
          onfocus: (/** @type {FocusEvent} */ event) =>
            /** @type {HTMLInputElement} */ (event.target).select(),
        }),
        pushButton(
          { class: "button", dataset: { key: "copy" } },
          () => void this.copy(link),
          icon("copy"),
          t("Copy"),
        ),
        "share" in navigator
          ? h(
              "button.button",
              {
                type: "button",
                dataset: { key: "share" },
                // A user who cancels the dialog has not caused an error.
                onclick: () => void navigator.share(shared).catch(() => {}),
              },
              icon("share"),
              t("Share"),
            )
          : null,
      ),
      h(
        "p.code-says",
        t("or give them the code"),
        " ",
        h("b.code-word.figures", plainCode(this.code)),
      ),
      h("p.quiet.optional", { role: "status" }, this.#said),
    );
  }

  /** @param {number} seat */
  filler(seat) {
    const levels = this.#options?.levels ?? [];
    if (!this.mine.length || !levels.length) return null;
    return h(
      "div.chips.lobby-fill",
      chip({
        key: `fill/${seat}`,
        name: t("Seat {n}", { n: seat + 1 }),
        text: t("Fill with a computer"),
        choices: levels.map(({ name, title, help }) => ({
          value: name,
          title,
          help,
          picture: () => face(name),
        })),
        chosen: () => false,
        choose: (level) => void this.computer(seat, level),
      }),
    );
  }

  /** @param {number} seat @param {string} level */
  async computer(seat, level) {
    this.#problem = "";
    const answer = await this.#pressing.ask(`fill/${seat}`, () => this.fillSeat(seat, level));
    if (!answer) return;
    this.#problem = answer.ok ? "" : (answer.message ?? "");
    this.render();
  }

  /** @param {string} link */
  async copy(link) {
    if (await copyText(link)) {
      this.#said = t("The link is copied.");
    } else {
      /** @type {HTMLInputElement | null} */ (this.element.querySelector("#table-link"))?.select();
      this.#said = t("Copy the marked link with your browser.");
    }
    this.render();
  }
}
