/** Removing a guest: what only the person who set up a table can do, after a question. */

import { find, h, pushButton } from "../dom.js";
import { t } from "../words.js";
import { menuItem } from "./menu.js";
import { Pressing } from "./pressing.js";

/** @import { Options } from "../api.js" */
/** @import { Table } from "../wire" */

/**
 * @typedef {object} Place a table, as the person at the screen has it
 * @property {() => Table | null | undefined} table
 * @property {() => number[]} mine the seats held from this browser
 * @property {(from: number, seat: number, level: string) =>
 *   Promise<import("../connection.js").Answer> | undefined} remove
 *   asks from a seat for the removal of another; without a level the seat is free again
 */

/** The menu items that remove guests; each asks for confirmation in its place. */
export class Removal {
  /** The seat whose removal waits for confirmation. @type {number | null} */
  #asking = null;
  #problem = "";

  /**
   * @param {Place} place
   * @param {() => void} redraw
   * @param {() => void} [done]
   */
  constructor(place, redraw, done = redraw) {
    this.place = place;
    this.redraw = redraw;
    this.done = done;
    this.pressing = new Pressing(redraw);
  }

  /** The seat of this browser that has set up the table. @returns {number | undefined} */
  get maker() {
    const seats = this.place.table()?.seats ?? [];
    return this.place.mine().find((seat) => seats[seat]?.maker);
  }

  /** The seats of the persons who can be removed. @returns {number[]} */
  get guests() {
    if (this.maker === undefined) return [];
    const mine = this.place.mine();
    const seats = this.place.table()?.seats ?? [];
    return seats.flatMap(({ kind, taken, maker }, seat) =>
      kind === "person" && taken && !maker && !mine.includes(seat) ? [seat] : [],
    );
  }

  /**
   * @param {Options | null} options
   * @param {number[]} [seats] only these
   * @returns {HTMLElement[]}
   */
  items(options, seats = this.guests) {
    const guests = this.guests;
    return seats.filter((seat) => guests.includes(seat)).map((seat) => this.#item(seat, options));
  }

  destroy() {
    this.pressing.destroy();
  }

  /** @param {number} seat @param {Options | null} options @returns {HTMLElement} */
  #item(seat, options) {
    const table = /** @type {Table} */ (this.place.table());
    const name = table.seats[seat].name;
    const label = t("Remove {name}…", { name });
    const key = `remove/${seat}`;
    if (this.#asking !== seat) {
      return menuItem({ key, sign: "close", text: label, act: () => this.#ask(seat) });
    }
    const begun = table.status !== "open";
    return h(
      "li",
      h(
        "div.menu-sure.list",
        { role: "group", "aria-label": label },
        h(
          "p",
          begun
            ? t("{name} loses the seat for good. Choose the computer player that goes on.", {
                name,
              })
            : t("{name} loses the seat, which is free again.", { name }),
        ),
        this.#problem ? h("p.problem", { role: "alert" }, this.#problem) : null,
        h("p.quiet", { role: "status" }, this.pressing.says),
        begun
          ? h(
              "ul.menu-list",
              (options?.levels ?? []).map(({ name: level, title, help }) =>
                menuItem({
                  key: `${key}/${level}`,
                  sign: "play",
                  text: h("span.menu-words", title, h("span.help", help)),
                  act: () => this.#do(seat, level),
                  sent: this.pressing.is(`${key}/${level}`),
                }),
              ),
            )
          : null,
        h(
          "p.menu-links.wrap",
          begun
            ? null
            : pushButton(
                {
                  class: ["button", this.pressing.is(`${key}/`) && "sent"],
                  dataset: { key: `${key}/sure` },
                  "aria-disabled": this.pressing.is(`${key}/`) || null,
                },
                () => void this.#do(seat, ""),
                t("Remove"),
              ),
          pushButton(
            { class: "button primary", dataset: { key: `${key}/keep` } },
            () => this.#ask(null),
            t("Keep {name}", { name }),
          ),
        ),
      ),
    );
  }

  /** @param {number | null} seat */
  #ask(seat) {
    this.#asking = seat;
    this.#problem = "";
    this.redraw();
    // As with the end of a game, pressing Enter once too often changes nothing.
    find(document, ".menu-sure .primary")?.focus();
  }

  /** @param {number} seat @param {string} level */
  async #do(seat, level) {
    const from = this.maker;
    if (from === undefined) return;
    this.#problem = "";
    const answer = await this.pressing.ask(`remove/${seat}/${level}`, async () =>
      this.place.remove(from, seat, level),
    );
    if (answer?.ok) {
      this.#asking = null;
      this.done();
    } else if (answer) {
      this.#problem = answer.message ?? "";
      this.redraw();
    }
  }
}

/**
 * Return the table of the local seats as a place to remove guests from.
 * @param {import("./local_seats.js").LocalSeats} locals
 * @returns {Place}
 */
export function placeOf(locals) {
  return {
    table: () => locals.table,
    mine: () => locals.all.flatMap(({ seat }) => (seat === null ? [] : [seat])),
    remove: (from, seat, level) =>
      locals.all.find((local) => local.seat === from)?.connection.removeGuest(seat, level),
  };
}
