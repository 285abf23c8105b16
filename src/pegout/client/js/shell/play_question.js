/** The two questions that are asked once, at the beginning of the game after a first finished one. */

import { fill, h, pushButton } from "../dom.js";
import { settings } from "../settings.js";
import { isNewcomer } from "../store.js";
import { t } from "../words.js";
import { keepingFocus, toggle } from "./fields.js";

/** @import { LocalSeats } from "./local_seats.js" */

/** The phases of the first deal in which the questions stand above the table. */
const EARLY = ["cut_for_deal", "ready", "shuffle", "discard"];

/** A bar above the table with the questions; they can be left unanswered. */
export class PlayQuestion {
  element = h("section.play-question.row", { hidden: true });
  #locals;
  #drawn = "";

  /** @param {LocalSeats} locals */
  constructor(locals) {
    this.#locals = locals;
  }

  update() {
    const { scene, shared, watching, table } = this.#locals;
    const { askedPlay, confirm, autoDeal, textView } = settings.get();
    const { element } = this;
    const early = scene && scene.view.deal <= 1 && EARLY.includes(scene.view.phase);
    const mine = table && !table.practice && !shared && !watching;
    const asks = !askedPlay && mine && early && !isNewcomer();
    // Who plays on has been asked.
    if (scene && !early && !element.hidden) this.#done();
    element.hidden = !asks;
    const title = t("Before you play on");
    const drawn = JSON.stringify([asks, confirm, autoDeal, textView, title]);
    if (!asks || drawn === this.#drawn) return;
    this.#drawn = drawn;
    element.setAttribute("aria-label", title);
    keepingFocus(element, () =>
      fill(
        element,
        h(
          "div.play-questions.grow",
          toggle({
            key: "ask/confirm",
            name: t("Does one tap play a card?"),
            on: !confirm,
            change: (on) => settings.set({ confirm: !on }),
          }),
          textView
            ? null
            : toggle({
                key: "ask/autoDeal",
                name: t("Do deals go on by themselves?"),
                on: autoDeal,
                change: (on) => settings.set({ autoDeal: on }),
              }),
        ),
        pushButton(
          { class: "button", dataset: { key: "ask/done" } },
          () => this.#done(),
          t("Done"),
        ),
      ),
    );
  }

  #done() {
    this.element.hidden = true;
    settings.set({ askedPlay: true });
  }
}
