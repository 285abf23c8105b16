/** Ending a game early: by resignation, or because all players agree to stop. */

import { fill, find, h, pushButton } from "../dom.js";
import { t } from "../words.js";
import { keepingFocus } from "./fields.js";
import { menuItem } from "./menu.js";
import { Pressing } from "./pressing.js";

/** @import { LocalSeats } from "./local_seats.js" */
/** @typedef {(action: any) => Promise<import("../connection.js").Answer>} Act */

/**
 * Return the seat at the screen, if it has a game to end.
 * @param {LocalSeats} locals
 * @returns {number | null}
 */
export function seatInGame(locals) {
  const { scene } = locals;
  return !scene || scene.view.phase === "over" || !scene.match ? null : scene.seat;
}

/** The menu items that end a game; each asks for confirmation in its place. */
export class EarlyEnd {
  /** The item that waits for confirmation. @type {"" | "resign" | "stop"} */
  #asking = "";
  #problem = "";

  /**
   * @param {LocalSeats} locals
   * @param {Act} act
   * @param {() => void} redraw
   * @param {() => void} done
   */
  constructor(locals, act, redraw, done) {
    this.locals = locals;
    this.act = act;
    this.redraw = redraw;
    this.done = done;
    this.pressing = new Pressing(redraw);
  }

  /** Whether another player has offered to stop. */
  get offered() {
    return (this.locals.scene?.view.stopping.length ?? 0) > 0;
  }

  /** @returns {(HTMLElement | null)[]} */
  items() {
    if (seatInGame(this.locals) === null) return [];
    return [
      this.stopping(),
      this.#item("resign", {
        sign: "close",
        label: t("Resign…"),
        asks: t("You lose this game as the board stands. It cannot be taken back."),
        sure: t("Resign"),
      }),
    ];
  }

  /** Return the item that offers to stop, if nobody has offered yet. */
  stopping() {
    const { locals } = this;
    const seat = seatInGame(locals);
    if (seat === null || this.offered) return null;
    const others = locals.table?.seats.filter((_, at) => at !== seat) ?? [];
    const alone = others.every(({ kind }) => kind !== "person");
    return this.#item("stop", {
      sign: "check",
      label: alone ? t("Stop here…") : t("Offer to stop…"),
      asks: alone
        ? t("The game and the match end here, without a winner.")
        : t("The game and the match end here, without a winner, if everybody agrees."),
      sure: alone ? t("Stop") : t("Offer to stop"),
    });
  }

  destroy() {
    this.pressing.destroy();
  }

  /**
   * @param {"resign" | "stop"} type
   * @param {{sign: string, label: string, asks: string, sure: string}} words
   */
  #item(type, { sign, label, asks, sure }) {
    if (this.#asking !== type) {
      return menuItem({ key: type, sign, text: label, act: () => this.#ask(type) });
    }
    const sent = this.pressing.is(type);
    return h(
      "li",
      h(
        "div.menu-sure.list",
        { role: "group", "aria-label": label },
        h("p", asks),
        this.#problem ? h("p.problem", { role: "alert" }, this.#problem) : null,
        h("p.quiet", { role: "status" }, this.pressing.says),
        h(
          "p.menu-links.wrap",
          pushButton(
            {
              class: ["button", sent && "sent"],
              dataset: { key: `sure/${type}` },
              "aria-disabled": sent || null,
            },
            () => void this.#do(type),
            sure,
          ),
          pushButton(
            { class: "button primary", dataset: { key: "play-on" } },
            () => this.#ask(""),
            t("Play on"),
          ),
        ),
      ),
    );
  }

  /** @param {"" | "resign" | "stop"} type */
  #ask(type) {
    this.#asking = type;
    this.#problem = "";
    this.redraw();
    // The focus is on the safe button, so that pressing Enter once too often plays on.
    const safe = find(document, ".menu-sure .primary");
    safe?.focus();
  }

  /** @param {"resign" | "stop"} type */
  async #do(type) {
    const seat = seatInGame(this.locals);
    if (seat === null) return;
    this.#problem = "";
    const answer = await this.pressing.ask(type, () => this.act({ type, seat }));
    if (answer?.ok) this.done();
    else if (answer) {
      this.#problem = answer.message ?? "";
      this.redraw();
    }
  }
}

/** A line that shows an offer to stop, with buttons for both answers. */
export class OfferBar {
  /** @type {string | null} */
  #shown = "";

  /** @param {LocalSeats} locals @param {Act} act */
  constructor(locals, act) {
    this.locals = locals;
    this.act = act;
    this.element = h("div.offer.row.middle", { role: "group", hidden: true });
    this.pressing = new Pressing(() => this.update());
  }

  update() {
    const { locals, element } = this;
    const { scene, holder } = locals;
    const seat = seatInGame(locals);
    const stopping = scene && scene.view.phase !== "over" ? scene.view.stopping : [];
    const says = stopping.length ? (holder?.standing?.offer ?? "") : "";
    const said = seat !== null && stopping.includes(seat);
    const { pressing } = this;
    const waits = `${["stop", "go_on"].find((type) => pressing.is(type))} ${pressing.says}`;
    const shown = says && `${says} ${seat} ${said} ${waits} ${t("Go on")}`;
    if (shown === this.#shown) return;
    this.#shown = shown;
    element.hidden = !says;
    element.setAttribute("aria-label", says);
    const button = (/** @type {string} */ type, /** @type {string} */ label) =>
      pushButton(
        {
          class: ["button", pressing.is(type) && "sent"],
          dataset: { key: type },
          "aria-disabled": pressing.is(type) || null,
        },
        () => void pressing.ask(type, () => this.act({ type, seat })),
        label,
      );
    keepingFocus(element, () =>
      fill(
        element,
        h(
          "p.offer-says.shrink.dense",
          { role: pressing.says ? "status" : null },
          pressing.says || says,
        ),
        seat === null || said ? null : button("stop", t("Stop")),
        seat === null ? null : button("go_on", t("Go on")),
      ),
    );
  }
}
