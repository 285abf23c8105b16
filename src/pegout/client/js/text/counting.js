/** Manual counting in words: the cards of the hand as buttons, and the items counted so far. */

import { h, pushButton, write } from "../dom.js";
import { Combining, combinationSaid } from "../scene/combine.js";
import { cardName, cardShort, inOrder } from "../scene/names.js";
import { plural, t } from "../words.js";
import { keyed, putAttribute } from "./keyed.js";

/** @import { Scene } from "../scene/state.js" */
/** @import { TextView } from "./view.js" */

export class Counting {
  /** @param {TextView} view */
  constructor(view) {
    this.view = view;
    this.title = h("p.text-counted");
    this.cards = h("ul.text-cards.list", { role: "list" });
    this.found = h("ul.text-found", { role: "list" });
    this.sum = h("p.text-counted");
    this.element = h("div", { hidden: true }, this.title, this.cards, this.found, this.sum);
    this.combining = new Combining((news) => this.changed(news));
  }

  /** @param {"picked" | "named"} news */
  changed(news) {
    const { view, combining } = this;
    if (!view.scene) return;
    this.draw(view.scene);
    view.drawHand();
    if (news !== "named") return;
    view.tell(combinationSaid(combining.made));
    const { guide } = view.scene;
    if (guide) {
      // The items that a lesson asks for are found.
      if (combining.found.length >= guide.need) void view.actions.guide?.(guide.step, "done");
      return;
    }
    const input = view.buttons.querySelector("input");
    if (input && combining.made?.name) input.value = String(combining.points);
  }

  /** @param {Scene} scene */
  update(scene) {
    this.combining.follow(scene);
    this.draw(scene);
  }

  /** @param {Scene} scene */
  draw(scene) {
    const { combining } = this;
    const open = combining.open(scene);
    this.element.hidden = !open.length;
    const taught = open.length > 0 && combining.taught(scene) && !scene.guide;
    write(this.title, taught ? t("Tap the cards of each combination, or type the total.") : "");
    this.title.hidden = !taught;
    keyed(
      this.cards,
      inOrder(open, true),
      (card) => card,
      (card) => this.make(card),
      (item, card) => {
        const button = /** @type {HTMLElement} */ (item.firstElementChild);
        write(/** @type {Element} */ (button.lastElementChild), cardName(card));
        putAttribute(button, "aria-pressed", combining.picked.includes(card));
      },
    );
    keyed(
      this.found,
      combining.found,
      ({ key }) => key,
      () => h("li"),
      (item, { name }) => write(item, name),
    );
    this.found.hidden = !combining.found.length;
    this.sum.hidden = !combining.found.length;
    write(this.sum, plural("{n} point", "{n} points", combining.points));
    this.found.setAttribute("aria-label", t("Found so far"));
  }

  /** @param {string} card */
  make(card) {
    const sign = { "aria-hidden": "true", class: `big suit-${card.charAt(1).toLowerCase()}` };
    const tap = () => {
      const { scene } = this.view;
      if (scene) this.combining.tap(card, scene);
    };
    return h(
      "li",
      pushButton(
        { class: "text-card list", "data-pick": card },
        tap,
        h("b", sign, cardShort(card)),
        h("span"),
      ),
    );
  }
}
