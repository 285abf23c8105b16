// @ts-check
/** Ending a game early: by resignation, or because all players agree to stop. */

import { fill, h } from "../dom.js";
import { icon } from "../draw/icons.js";
import { t } from "../words.js";
import { keepingFocus } from "./fields.js";
import { Pressing } from "./pressing.js";

/** @typedef {import("./sitting.js").Sitting} Sitting */
/** @typedef {(action: any) => Promise<import("../connection.js").Answer>} Act */

/**
 * Return the seat at the screen, if it has a game to end.
 * @param {Sitting} sitting
 * @returns {number | null}
 */
export function playing(sitting) {
  const { scene } = sitting;
  return !scene || scene.view.phase === "over" || !scene.match ? null : scene.seat;
}

/** The menu items that end a game; each asks for confirmation in its place. */
export class EarlyEnd {
  /** The item that waits for confirmation. @type {"" | "resign" | "stop"} */
  #asking = "";
  #problem = "";

  /**
   * @param {Sitting} sitting
   * @param {Act} act
   * @param {() => void} redraw
   * @param {() => void} done
   */
  constructor(sitting, act, redraw, done) {
    this.sitting = sitting;
    this.act = act;
    this.redraw = redraw;
    this.done = done;
    this.pressing = new Pressing(redraw);
  }

  /** Whether another player has offered to stop. */
  get offered() {
    return (this.sitting.scene?.view.stopping.length ?? 0) > 0;
  }

  /** @returns {(HTMLElement | null)[]} */
  items() {
    if (playing(this.sitting) === null) return [];
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
    const { sitting } = this;
    const seat = playing(sitting);
    if (seat === null || this.offered) return null;
    const others = sitting.table?.seats.filter((_, at) => at !== seat) ?? [];
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
      const ask = () => this.#ask(type);
      return h(
        "li",
        null,
        h(
          "button",
          { class: "menu-item", type: "button", dataset: { key: type }, onclick: ask },
          icon(sign),
          label,
        ),
      );
    }
    const sent = this.pressing.is(type);
    return h(
      "li",
      null,
      h(
        "div",
        { class: "menu-sure", role: "group", "aria-label": label },
        h("p", null, asks),
        this.#problem ? h("p", { class: "problem", role: "alert" }, this.#problem) : null,
        h("p", { class: "quiet", role: "status" }, this.pressing.says),
        h(
          "p",
          { class: "menu-links" },
          h(
            "button",
            {
              class: ["button", sent && "sent"],
              type: "button",
              dataset: { key: `sure/${type}` },
              "aria-disabled": sent || null,
              onclick: () => void this.#do(type),
            },
            sure,
          ),
          h(
            "button",
            {
              class: "button primary",
              type: "button",
              dataset: { key: "play-on" },
              onclick: () => this.#ask(""),
            },
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
    const safe = /** @type {HTMLElement | null} */ (document.querySelector(".menu-sure .primary"));
    safe?.focus();
  }

  /** @param {"resign" | "stop"} type */
  async #do(type) {
    const seat = playing(this.sitting);
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

  /**
   * @param {Sitting} sitting
   * @param {Act} act
   */
  constructor(sitting, act) {
    this.sitting = sitting;
    this.act = act;
    this.element = h("div", { class: "offer", role: "group", hidden: true });
    this.pressing = new Pressing(() => this.update());
  }

  update() {
    const { sitting, element } = this;
    const { scene, holder } = sitting;
    const seat = playing(sitting);
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
      h(
        "button",
        {
          class: ["button", pressing.is(type) && "sent"],
          type: "button",
          dataset: { key: type },
          "aria-disabled": pressing.is(type) || null,
          onclick: () => void pressing.ask(type, () => this.act({ type, seat })),
        },
        label,
      );
    keepingFocus(element, () =>
      fill(
        element,
        h(
          "p",
          { class: "offer-says", role: pressing.says ? "status" : null },
          pressing.says || says,
        ),
        seat === null || said ? null : button("stop", t("Stop")),
        seat === null ? null : button("go_on", t("Go on")),
      ),
    );
  }
}
