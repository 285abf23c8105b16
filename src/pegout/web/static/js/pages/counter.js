// @ts-check
/** The hand counter: choose four cards and the starter, and see where every point comes from. */

import { ask, options } from "../api.js";
import { fill, h, uniqueId } from "../dom.js";
import { cardFace } from "../draw/cards.js";
import { settings } from "../settings.js";
import { heading } from "../shell/heading.js";
import { createLive } from "../text/live.js";
import { ORDER, SUIT_ORDER, cardName, cardShort, suitName } from "../text/names.js";
import { language, plural, t } from "../words.js";
import { PACES } from "../director.js";

/** @typedef {{kind: string, cards: string[], points: number}} Item */
/** @typedef {{points: number, items: Item[], phrases: string[]}} Counted */

const HAND = 4;

/** How long an item of a count stands before the next one, at the normal pace, in milliseconds. */
const ITEM = 700;

/** The most that can be pegged at once on the board. */
const MOST_POINTS = 29;

/** The suits in the order in which people lay them out, black and red in turn. */
const SUITS = [...SUIT_ORDER].reverse();

/**
 * Make the page.
 * @returns {import("../router.js").Page}
 */
export function page() {
  const counter = new Counter();
  return {
    element: counter.element,
    title: () => t("Count a hand"),
    render: () => counter.build(),
    destroy: () => counter.destroy(),
  };
}

class Counter {
  constructor() {
    /** @type {string[]} the cards of the hand, then the starter */
    this.cards = [];
    this.crib = false;
    this.preset = "standard";
    /** @type {Counted | null} */
    this.counted = null;
    this.told = 0;
    this.turn = 0;
    this.trouble = "";
    this.at = "AS";
    this.head = heading(() => t("Count a hand"));
    this.body = h("div", { class: "counter" });
    this.element = h("main", { class: "page counter-page" }, this.head.element, this.body);
    this.live = createLive(this.element);
    this.build();
  }

  destroy() {
    this.turn += 1;
    this.live.destroy();
  }

  /** Make everything anew, in another language. */
  build() {
    this.head.render();
    this.places = h("ol", { class: "counter-places", "aria-label": t("Hand and starter") });
    this.pack = h(
      "div",
      { class: "counter-pack", role: "group", "aria-label": t("The pack") },
      SUITS.map((suit) =>
        h(
          "div",
          { class: "counter-suit", role: "group", "aria-label": suitName(suit) },
          [...ORDER].map((rank) => this.makeCard(rank + suit)),
        ),
      ),
    );
    this.pack.addEventListener("keydown", (event) => this.key(event));
    this.result = h("section", { class: "counter-result", "aria-label": t("The count") });
    const rules = h("select", { class: "select", id: uniqueId("rules") });
    rules.addEventListener("change", () => {
      this.preset = rules.value;
      void this.count();
    });
    fill(
      this.body,
      h("div", { class: "counter-top" }, this.places, this.result),
      this.pack,
      h(
        "div",
        { class: "counter-options" },
        h(
          "fieldset",
          { class: "counter-what" },
          h("legend", { class: "visually-hidden" }, t("What it is")),
          this.choice(false, t("Hand")),
          this.choice(true, t("Crib")),
        ),
        h("div", { class: "field" }, h("label", { for: rules.id }, t("Rules")), rules),
        h("button", { type: "button", class: "button", onclick: () => this.clear() }, t("Clear")),
      ),
    );
    void this.offerRules(rules);
    this.draw();
    // The phrases of a count that stands here come from the server.
    if (this.counted) void this.count();
  }

  /**
   * @param {boolean} crib
   * @param {string} title
   */
  choice(crib, title) {
    const change = () => {
      this.crib = crib;
      void this.count();
    };
    return h(
      "label",
      { class: "bo-check" },
      h("input", { type: "radio", name: "what", checked: this.crib === crib, onchange: change }),
      title,
    );
  }

  /** @param {HTMLSelectElement} rules */
  async offerRules(rules) {
    try {
      const { presets } = await options();
      fill(
        rules,
        presets.map(({ name, title }) => h("option", { value: name }, title)),
      );
      rules.value = this.preset;
    } catch (error) {
      fill(rules, h("option", { value: "standard" }, t("Standard")));
      console.info("no presets", error);
    }
  }

  /** @param {string} card */
  makeCard(card) {
    return h(
      "button",
      {
        type: "button",
        class: "counter-card",
        "data-card": card,
        "data-suit": card.charAt(1),
        onclick: () => this.press(card),
      },
      h("span", { "aria-hidden": "true" }, cardShort(card)),
      h("span", { class: "visually-hidden" }, cardName(card)),
    );
  }

  /** @param {string} card */
  press(card) {
    this.at = card;
    if (this.cards.includes(card)) this.cards = this.cards.filter((one) => one !== card);
    else if (this.cards.length <= HAND) this.cards = [...this.cards, card];
    else {
      this.live.say(t("Five cards are chosen. Take one away first."));
      return;
    }
    this.counted = null;
    this.turn += 1;
    this.trouble = "";
    this.draw();
    if (this.cards.length > HAND) void this.count();
  }

  clear() {
    this.cards = [];
    this.counted = null;
    this.trouble = "";
    this.turn += 1;
    this.draw();
    this.live.say(t("Choose four cards and the starter."));
  }

  /** The pack is one stop of the keyboard; the arrows move within it. */
  key(/** @type {KeyboardEvent} */ event) {
    const rank = ORDER.indexOf(this.at.charAt(0));
    const suit = SUITS.indexOf(this.at.charAt(1));
    /** @type {Record<string, [number, number]>} */
    const moves = {
      ArrowLeft: [rank - 1, suit],
      ArrowRight: [rank + 1, suit],
      ArrowUp: [rank, suit - 1],
      ArrowDown: [rank, suit + 1],
      Home: [0, suit],
      End: [ORDER.length - 1, suit],
    };
    const move = moves[event.key];
    if (!move) return;
    event.preventDefault();
    const ranks = ORDER.length;
    this.at =
      ORDER.charAt((move[0] + ranks) % ranks) + SUITS[(move[1] + SUITS.length) % SUITS.length];
    this.drawPack();
    /** @type {HTMLElement | null} */ (
      this.pack?.querySelector(`[data-card="${this.at}"]`)
    )?.focus();
  }

  draw() {
    this.drawPlaces();
    this.drawPack();
    this.drawResult();
  }

  drawPack() {
    for (const button of this.pack?.querySelectorAll("button") ?? []) {
      const card = button.dataset.card ?? "";
      button.setAttribute("aria-pressed", String(this.cards.includes(card)));
      button.tabIndex = card === this.at ? 0 : -1;
    }
  }

  /** Which cards make the item that was told last. */
  lit() {
    return this.counted?.items[this.told - 1]?.cards ?? [];
  }

  drawPlaces() {
    if (!this.places) return;
    const { fourColour, largeIndices } = settings.get();
    const lit =
      this.told && this.counted && this.told <= this.counted.items.length ? this.lit() : [];
    const held =
      document.activeElement instanceof HTMLElement
        ? document.activeElement.dataset.place
        : undefined;
    fill(
      this.places,
      Array.from({ length: HAND + 1 }, (_, at) => {
        const card = this.cards[at];
        const title = at < HAND ? t("Card {n}", { n: at + 1 }) : t("Starter");
        const place = at < HAND ? "" : " counter-starter";
        if (!card) {
          return h(
            "li",
            { class: `counter-place${place}` },
            h(
              "span",
              { class: "counter-empty" },
              at < HAND
                ? h("span", { class: "visually-hidden" }, t("{place}, empty", { place: title }))
                : title,
            ),
          );
        }
        return h(
          "li",
          {
            class: [
              `counter-place${place}`,
              lit.includes(card) && "is-lit",
              lit.length > 0 && !lit.includes(card) && "is-spent",
            ],
          },
          h(
            "button",
            {
              type: "button",
              "data-place": String(at),
              "aria-label": t("{place}: {card}, take away", { place: title, card: cardName(card) }),
              onclick: () => this.press(card),
            },
            cardFace(card, { width: 72, fourColour, largeIndices }),
          ),
        );
      }),
    );
    if (held === undefined) return;
    const again =
      this.places.querySelector(`[data-place="${held}"]`) ?? this.places.querySelector("button");
    /** @type {HTMLElement | null} */ (
      again ?? this.pack?.querySelector('[tabindex="0"]') ?? null
    )?.focus();
  }

  drawResult() {
    if (!this.result) return;
    const missing = HAND + 1 - this.cards.length;
    if (this.trouble) {
      fill(this.result, h("p", { class: "trouble" }, this.trouble));
    } else if (!this.counted) {
      const text =
        missing > 1
          ? plural(
              "Choose {n} more card; the last is the starter.",
              "Choose {n} more cards; the last is the starter.",
              missing,
            )
          : missing === 1
            ? t("Now the starter.")
            : t("Counting …");
      fill(this.result, h("p", { class: "quiet" }, text));
    } else {
      this.drawCounted(this.counted);
    }
  }

  /** @param {Counted} counted */
  drawCounted({ items, phrases, points }) {
    const told = items
      .slice(0, this.told)
      .map((item, at) =>
        h(
          "li",
          { class: at === this.told - 1 && "is-new" },
          h("span", null, phrases[at] ?? ""),
          h("small", null, item.cards.map(cardShort).join(" ")),
          h("b", { class: "figures" }, `+${item.points}`),
        ),
      );
    const sum = items.slice(0, this.told).reduce((all, item) => all + item.points, 0);
    const done = this.told >= items.length;
    const nothing = !items.length && [
      h("p", { class: "counter-nothing" }, phrases[0] ?? ""),
      h(
        "p",
        { class: "quiet" },
        t(
          "No hand can be worth nineteen, so that is what players call a hand that is worth nothing.",
        ),
      ),
    ];
    fill(
      /** @type {HTMLElement} */ (this.result),
      h(
        "p",
        { class: "counter-sum" },
        h("b", null, String(sum)),
        " ",
        h("span", null, plural("point", "points", sum)),
      ),
      nothing || h("ol", { class: "counter-items" }, ...told),
      done &&
        points > 0 &&
        points <= MOST_POINTS &&
        h("a", { class: "button", href: `/board?peg=${points}` }, t("Peg these points")),
    );
  }

  async count() {
    if (this.cards.length <= HAND) return;
    const mine = ++this.turn;
    this.trouble = "";
    try {
      const counted = /** @type {Counted} */ (
        await ask(`/api/count?lang=${language()}`, {
          body: {
            cards: this.cards.slice(0, HAND),
            starter: this.cards[HAND],
            crib: this.crib,
            preset: this.preset,
          },
        })
      );
      if (mine === this.turn) await this.tell(counted, mine);
    } catch (error) {
      if (mine !== this.turn) return;
      this.counted = null;
      this.trouble = error instanceof Error ? error.message : t("Try again in a moment.");
      this.live.say(this.trouble);
      this.draw();
    }
  }

  /**
   * Tell the items one by one, in the cadence of the table.
   * @param {Counted} counted
   * @param {number} mine
   */
  async tell(counted, mine) {
    const { pace } = settings.get();
    const speed = pace === "step" ? 1 : (/** @type {Record<string, number>} */ (PACES)[pace] ?? 1);
    this.counted = counted;
    // On a small screen the last card is chosen far below.
    if ((this.places?.getBoundingClientRect().top ?? 0) < 0) scrollTo(0, 0);
    const total = plural("{n} point", "{n} points", counted.points);
    this.live.say(
      counted.items.length
        ? `${counted.phrases.join(", ")}. ${total}.`
        : (counted.phrases[0] ?? total),
    );
    for (
      this.told = speed ? 1 : counted.items.length;
      this.told < counted.items.length;
      this.told += 1
    ) {
      this.draw();
      await new Promise((go) => setTimeout(go, ITEM * speed));
      if (mine !== this.turn) return;
    }
    this.draw();
    if (!speed || !counted.items.length) return;
    // The last item stays lit for as long as the others did; then the whole hand stands there.
    await new Promise((go) => setTimeout(go, ITEM * speed * 1.5));
    if (mine !== this.turn) return;
    this.told = counted.items.length + 1;
    this.draw();
  }
}
