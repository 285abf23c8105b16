/**
 * The hand counter: choose four cards and the starter by touch, mouse or keyboard, and see where
 * every point comes from.
 */

import { options } from "../api.js";
import { aloud, itemsOf } from "../counting.js";
import { fill, h, pushButton } from "../dom.js";
import { PACING, speedOf } from "../pacing.js";
import { cardShort } from "../scene/names.js";
import { settings } from "../settings.js";
import { segments, select } from "../shell/fields.js";
import { heading } from "../shell/heading.js";
import { drawSlots, face, howToType, Pack } from "../shell/pack.js";
import { createLive } from "../text/live.js";
import { plural, t } from "../words.js";

/** @import { Item } from "../counting.js" */
/** @typedef {{points: number, items: Item[], phrases: string[]}} Counted */

const HAND = 4;

/** The most points that can be pegged at once on the board. */
const MAX_POINTS = 29;

/** The width of a card beside an item of the count, in pixels. */
const TINY = 34;

/**
 * Create the page.
 * @returns {import("../navigation.js").Page}
 */
export function page() {
  return new Counter();
}

class Counter {
  title = () => t("Count a hand");

  constructor() {
    /** @type {string[]} the cards of the hand, then the starter */
    this.cards = [];
    this.crib = false;
    this.preset = "standard";
    /** @type {Counted | null} */
    this.counted = null;
    this.shown = 0;
    this.turn = 0;
    /** @type {import("../api.js").Options["presets"]} */
    this.presets = [];
    this.head = heading(() => t("Count a hand"), "/", {
      href: () => "/analyse",
      title: () => t("What to discard"),
    });
    this.body = h("div.counter.stack");
    this.element = h("main.page.counter-page", this.head.element, this.body);
    this.live = createLive(this.element);
    this.pack = new Pack({ press: (card) => this.press(card), chosen: () => this.cards });
    this.render();
    void this.offerRules();
  }

  destroy() {
    this.turn += 1;
    this.pack.destroy();
    this.live.destroy();
  }

  /** Rebuild the page in another language. */
  render() {
    this.head.render();
    this.slots = h("ol.counter-slots.list", { "aria-label": t("Hand and starter") });
    this.pack.build();
    this.result = h("section.counter-result.list.plate", { "aria-label": t("The count") });
    this.options = h("div.counter-options.wrap");
    fill(
      this.body,
      h("div.counter-table.stack", this.slots, this.pack.element, this.options),
      this.result,
    );
    this.drawOptions();
    this.draw();
    if (this.counted) this.count();
  }

  drawOptions() {
    if (!this.options) return;
    fill(
      this.options,
      segments({
        key: "what",
        name: t("What it is"),
        choices: [
          { value: false, title: t("Hand") },
          { value: true, title: t("Crib") },
        ],
        chosen: (crib) => crib === this.crib,
        change: (crib) => {
          this.crib = crib;
          this.count();
        },
      }),
      select({
        key: "rules",
        name: t("Rules"),
        choices: this.presets.length
          ? this.presets.map(({ name, title }) => ({ value: name, title }))
          : [{ value: "standard", title: t("Standard") }],
        chosen: (preset) => preset === this.preset,
        change: (preset) => {
          this.preset = preset;
          this.count();
        },
      }),
      pushButton("button", () => this.clear(), t("Clear")),
    );
  }

  async offerRules() {
    try {
      this.presets = (await options()).presets;
      this.drawOptions();
    } catch (error) {
      console.info("no presets", error);
    }
  }

  /** @param {string} card */
  press(card) {
    if (this.cards.includes(card)) this.cards = this.cards.filter((other) => other !== card);
    else if (this.cards.length <= HAND) this.cards = [...this.cards, card];
    else {
      this.live.say(t("Five cards are chosen. Take one away first."));
      return;
    }
    this.counted = null;
    this.turn += 1;
    this.draw();
    if (this.cards.length > HAND) this.count();
  }

  clear() {
    this.cards = [];
    this.counted = null;
    this.turn += 1;
    this.draw();
    this.live.say(t("Choose four cards and the starter."));
  }

  draw() {
    this.drawSlots();
    this.pack.draw();
    this.drawResult();
  }

  /** Return the cards of the item counted last. */
  lit() {
    return this.counted?.items[this.shown - 1]?.cards ?? [];
  }

  drawSlots() {
    if (!this.slots) return;
    const lit =
      this.shown && this.counted && this.shown <= this.counted.items.length ? this.lit() : [];
    const slots = Array.from({ length: HAND + 1 }, (_, at) => {
      const card = this.cards[at];
      const starter = at === HAND;
      return {
        card,
        title: starter ? t("Starter") : t("Card {n}", { n: at + 1 }),
        name: starter ? t("Starter") : "",
        look: [
          starter && "counter-starter",
          Boolean(card) && lit.includes(card ?? "") && "is-lit",
          Boolean(card) && lit.length > 0 && !lit.includes(card ?? "") && "is-spent",
        ],
      };
    });
    drawSlots(this.slots, slots, this.pack, (card) => this.press(card));
  }

  drawResult() {
    if (!this.result) return;
    const missing = HAND + 1 - this.cards.length;
    if (!this.counted) {
      const text =
        missing > 1
          ? plural(
              "Choose {n} more card; the last is the starter.",
              "Choose {n} more cards; the last is the starter.",
              missing,
            )
          : t("Now the starter.");
      fill(
        this.result,
        h("p.counter-ask.large", text),
        settings.get().keys ? h("p.quiet.counter-keys", howToType()) : null,
      );
    } else {
      this.drawCounted(this.counted);
    }
  }

  /** @param {Counted} counted */
  drawCounted({ items, phrases, points }) {
    const shown = items.slice(0, this.shown).map((item, at) =>
      h(
        "li",
        { class: at === this.shown - 1 && "is-new" },
        h(
          "span.counter-cards",
          {
            role: "img",
            "aria-label": item.cards.map(cardShort).join(" "),
          },
          item.cards.map((card) => face(card, TINY)),
        ),
        h("span", phrases[at] ?? ""),
        h("b.figures", `+${item.points}`),
      ),
    );
    const sum = items.slice(0, this.shown).reduce((all, item) => all + item.points, 0);
    const done = this.shown >= items.length;
    const nothing = !items.length && [
      h("p.counter-nothing.big", phrases[0] ?? ""),
      h(
        "p.quiet",
        t(
          "No hand can be worth nineteen, so that is what players call a hand that is worth nothing.",
        ),
      ),
    ];
    fill(
      /** @type {HTMLElement} */ (this.result),
      h(
        "p.counter-sum",
        h("b", String(sum)),
        " ",
        h("span.quiet.large", plural("point", "points", sum)),
      ),
      nothing || h("ol.counter-items.ruled", ...shown),
      done &&
        points > 0 &&
        points <= MAX_POINTS &&
        h("a.button", { href: `/board?peg=${points}` }, t("Peg these points")),
    );
  }

  count() {
    if (this.cards.length <= HAND) return;
    const rules = this.presets.find(({ name }) => name === this.preset)?.rules ?? {};
    const starter = this.cards[HAND] ?? "";
    const items = itemsOf({ cards: this.cards.slice(0, HAND), starter, crib: this.crib, rules });
    const points = items.reduce((sum, item) => sum + item.points, 0);
    void this.tell({ points, items, phrases: aloud(items) }, ++this.turn);
  }

  /**
   * Show the items one by one, at the pace of the table.
   * @param {Counted} counted
   * @param {number} mine
   */
  async tell(counted, mine) {
    const item = PACING.item * 1000 * speedOf(settings.get().pace);
    this.counted = counted;
    // On a small screen the last card is chosen far below.
    if ((this.slots?.getBoundingClientRect().top ?? 0) < 0) scrollTo(0, 0);
    const total = plural("{n} point", "{n} points", counted.points);
    this.live.say(
      counted.items.length
        ? `${counted.phrases.join(", ")}. ${total}.`
        : (counted.phrases[0] ?? total),
    );
    for (
      this.shown = item ? 1 : counted.items.length;
      this.shown < counted.items.length;
      this.shown += 1
    ) {
      this.draw();
      await new Promise((go) => setTimeout(go, item));
      if (mine !== this.turn) return;
    }
    this.draw();
    if (!item || !counted.items.length) return;
    // The last item is highlighted as long as the others; then the whole hand is shown.
    await new Promise((go) => setTimeout(go, item * 1.5));
    if (mine !== this.turn) return;
    this.shown = counted.items.length + 1;
    this.draw();
  }
}
