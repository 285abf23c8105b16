/**
 * The whole pack to choose cards from by touch, mouse or keyboard, with slots for the chosen
 * cards. The pack is one tab stop; a card can also be typed anywhere on the page.
 */

import { fill, find, h, pushButton } from "../dom.js";
import { cardFace, emptySlot } from "../draw/cards.js";
import { cardName, inOrder, ORDER, SUIT_ORDER, suitName } from "../scene/names.js";
import { settings } from "../settings.js";
import { t } from "../words.js";

/**
 * @typedef {object} Slot a slot for a chosen card
 * @property {string} title the title of the slot
 * @property {string} [card] the card in it
 * @property {string} [name] the text on it while it is empty
 * @property {string} [does] the accessible name of its card, with what a press does; without it a
 *   press takes the card away
 * @property {(string | false)[]} [look] its CSS classes
 */

/** How long a typed rank waits for its suit, in milliseconds. */
const TYPED = 1500;

/** The width of a card in the pack, and of a chosen one, in pixels. */
const SMALL = 50;
const CHOSEN = 120;

/** The suits in the order in which people sort them, black and red in turn. */
const SUITS = [...SUIT_ORDER].reverse();

/**
 * Draw a card as the settings require.
 * @param {string} card
 * @param {number} width
 */
export function face(card, width) {
  const { fourColour, largeIndices } = settings.get();
  return cardFace(card, { width, fourColour, largeIndices });
}

/**
 * Deal some cards at random, in order.
 * @param {number} number
 */
export function dealAtRandom(number) {
  const pack = [...SUIT_ORDER].flatMap((suit) => [...ORDER].map((rank) => rank + suit));
  const cards = Array.from({ length: number }, () => {
    const [card = ""] = pack.splice(Math.floor(Math.random() * pack.length), 1);
    return card;
  });
  return inOrder(cards, true);
}

/** The pack to choose from. */
export class Pack {
  #press;
  #chosen;
  /** @type {Record<string, () => void>} */
  #keys = { BACKSPACE: () => this.#removeLast() };
  #at = "AS";
  /** The typed rank, and when it was typed. */
  #typed = { rank: "", at: -Infinity };
  #onType = (/** @type {KeyboardEvent} */ event) => this.#type(event);

  /**
   * @param {object} options
   * @param {(card: string) => void} options.press chooses a card, or removes it again
   * @param {() => readonly string[]} options.chosen the chosen cards, the last one last
   * @param {Record<string, () => void>} [options.keys] what other keys do, by their names in capitals;
   *   Backspace removes the last card unless it is among them
   */
  constructor({ press, chosen, keys = {} }) {
    this.#press = press;
    this.#chosen = chosen;
    Object.assign(this.#keys, keys);
    this.element = h("div.counter-pack.list", { role: "group" });
    this.element.addEventListener("keydown", (event) => this.#move(event));
    document.addEventListener("keydown", this.#onType);
  }

  destroy() {
    document.removeEventListener("keydown", this.#onType);
  }

  /** Create the cards, also after a change of language. */
  build() {
    this.element.setAttribute("aria-label", t("The pack"));
    fill(
      this.element,
      SUITS.map((suit) =>
        h(
          "div.counter-suit",
          { role: "group", "aria-label": suitName(suit) },
          [...ORDER].map((rank) => this.#makeCard(rank + suit)),
        ),
      ),
    );
    this.draw();
  }

  /** Show which cards are chosen. */
  draw() {
    const chosen = this.#chosen();
    for (const button of this.element.querySelectorAll("button")) {
      const card = button.dataset.card ?? "";
      button.setAttribute("aria-pressed", String(chosen.includes(card)));
      button.tabIndex = card === this.#at ? 0 : -1;
    }
  }

  /** Move the focus to the current card. */
  focus() {
    find(this.element, '[tabindex="0"]')?.focus();
  }

  #removeLast() {
    const last = this.#chosen().at(-1);
    if (last) this.#choose(last);
  }

  /** @param {string} card */
  #choose(card) {
    this.#at = card;
    this.#press(card);
  }

  /** @param {string} card */
  #makeCard(card) {
    return pushButton(
      { class: "counter-card", "data-card": card, "data-suit": card.charAt(1) },
      () => this.#choose(card),
      face(card, SMALL),
      h("span.visually-hidden", cardName(card)),
    );
  }

  /**
   * Handle a typed card: its rank, then the letter of its suit.
   * @param {KeyboardEvent} event
   */
  #type(event) {
    const target = event.target instanceof Element ? event.target : null;
    if (!settings.get().keys || target?.closest("input:not([type=radio]), select, textarea"))
      return;
    if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return;
    const key = event.key.toUpperCase();
    const now = performance.now();
    const { rank, at } = this.#typed;
    const held = now - at < TYPED ? rank : "";
    if (held && SUIT_ORDER.includes(key)) {
      this.#typed.rank = "";
      this.#choose(held + key);
    } else if (this.#keys[key]) {
      this.#keys[key]();
    } else if (ORDER.includes(key)) {
      this.#typed = { rank: key, at: now };
    } else if (key === "1" || (key === "0" && held === "T")) {
      // A ten can be typed as it is printed.
      this.#typed = { rank: "T", at: now };
    } else {
      return;
    }
    event.preventDefault();
  }

  /** The arrow keys move within the pack. */
  #move(/** @type {KeyboardEvent} */ event) {
    const rank = ORDER.indexOf(this.#at.charAt(0));
    const suit = SUITS.indexOf(this.#at.charAt(1));
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
    this.#at =
      ORDER.charAt((move[0] + ranks) % ranks) + SUITS[(move[1] + SUITS.length) % SUITS.length];
    this.draw();
    this.focus();
  }
}

/**
 * Draw the slots of the chosen cards; pressing a card removes it. The focus stays among them, or
 * moves to the pack.
 * @param {HTMLElement} list
 * @param {Slot[]} slots
 * @param {Pack} pack
 * @param {(card: string) => void} press
 */
export function drawSlots(list, slots, pack, press) {
  const active = document.activeElement;
  const held =
    active instanceof HTMLElement && list.contains(active) ? active.dataset.slot : undefined;
  fill(
    list,
    slots.map((slot, at) =>
      h("li", { class: ["counter-slot", ...(slot.look ?? [])] }, lying(slot, at)),
    ),
  );
  if (held === undefined) return;
  /** @type {HTMLElement | null} */
  const again = list.querySelector(`[data-slot="${held}"]`) ?? list.querySelector("button");
  if (again) again.focus();
  else pack.focus();

  /** @param {Slot} slot @param {number} at */
  function lying({ card, title, name, does }, at) {
    if (!card) {
      return h(
        "span.counter-empty.dense.centred.note",
        emptySlot(),
        name
          ? h("span.counter-name", name)
          : h("span.visually-hidden", t("{place}, empty", { place: title })),
      );
    }
    return pushButton(
      {
        "data-slot": String(at),
        "aria-label":
          does ?? t("{place}: {card}, take away", { place: title, card: cardName(card) }),
      },
      () => press(card),
      face(card, CHOSEN),
    );
  }
}

/** @returns {string} how to type cards on a keyboard */
export function howToType() {
  return t("On a keyboard, type the rank and the suit: {example}.", { example: "5 H, 1 0 S, J D" });
}
