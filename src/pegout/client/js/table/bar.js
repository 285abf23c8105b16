// @ts-check
/**
 * The bar of actions: one primary button within reach of the thumb, secondary ones beside it, and
 * the messages above.
 */

import { h, write } from "../dom.js";
import { cardShort, joined } from "../scene/names.js";
import { discardOf, mayAsk } from "../scene/state.js";
import { warningWords } from "../scene/warned.js";
import { t } from "../words.js";
import { lock } from "./parts.js";
import { pointsOf } from "./scores.js";

/**
 * @typedef {import("../scene/script.js").Scene} Scene
 * @typedef {import("../scene/state.js").Choices} Choices
 *
 * @typedef {object} Offer a button
 * @property {string} key
 * @property {string} label
 * @property {boolean} [primary]
 * @property {boolean} [off] whether it is disabled
 * @property {() => unknown} act
 *
 * @typedef {object} Doing
 * @property {(action: any) => unknown} act
 * @property {Record<string, () => unknown>} handlers
 * @property {string[]} chosen
 * @property {number} place the position in the pack to cut
 * @property {number | null} points the points to claim, if a claim is being entered
 * @property {boolean} calling whether muggins is being called
 * @property {import("./intent.js").Warned | null} [warning] the action that the tutor wants
 *   confirmed
 */

/**
 * Return the buttons for the current actions, the primary one first.
 * @param {Scene} scene
 * @param {Choices | null} choices
 * @param {Doing} doing
 * @returns {Offer[]}
 */
export function offers(scene, choices, doing) {
  const { handlers } = doing;
  if (scene.busy) {
    const { next, skip } = handlers;
    if (scene.waiting)
      return [{ key: "next", label: t("Go on"), primary: true, act: () => next?.() }];
    return [{ key: "skip", label: t("Skip"), act: () => skip?.() }];
  }
  const { standing } = scene;
  if (!standing || !choices) return [];
  if (doing.warning) return warned(doing.warning, handlers);
  if (doing.calling && choices.muggins.length) return calling(choices, doing);
  const made = [...main(scene, choices, doing)];
  if (standing.next_game) {
    made.push({
      key: "nextGame",
      label: t("Next game"),
      primary: true,
      act: () => handlers.nextGame?.(),
    });
  }
  if (choices.muggins.length)
    made.push({ key: "call", label: t("Muggins"), act: () => handlers.call?.() });
  const asks = standing.legal.length && !choices.ready && !choices.cuts.length && mayAsk(scene);
  if (asks) made.push({ key: "hint", label: t("Hint"), act: () => handlers.hint?.() });
  if (standing.undo)
    made.push({ key: "undo", label: t("Take back"), act: () => handlers.undo?.() });
  return made;
}

/**
 * @param {Scene} scene
 * @param {Choices} choices
 * @param {Doing} doing
 * @returns {Offer[]}
 */
function main(scene, choices, { act, handlers, chosen, place, points }) {
  if (choices.ready) {
    const { deal, dealer, seat } = scene.view;
    const first =
      deal === 0 ? t("Cut for the deal") : deal === 1 ? t("First deal") : t("Next deal");
    const label = deal > 0 && dealer === seat ? t("Deal") : first;
    return [{ key: "ready", label, primary: true, act: () => act(choices.ready) }];
  }
  if (choices.cuts.length) {
    const action = choices.cuts.find((cut) => cut.at === place);
    return [
      { key: "cut", label: t("Cut here"), primary: true, off: !action, act: () => act(action) },
    ];
  }
  if (choices.discards.length) {
    const action = discardOf(choices.discards, chosen);
    const label = chosen.length
      ? t("Discard {cards}", { cards: joined(chosen.map(cardShort)) })
      : t("Discard");
    return [{ key: "discard", label, primary: true, off: !action, act: () => act(action) }];
  }
  if (choices.plays.size) return [playing(choices, chosen, points, act)];
  if (choices.go) return [{ key: "go", label: t("Go"), primary: true, act: () => act(choices.go) }];
  if (choices.claims.length) {
    const action = choices.claims.find((claim) => claim.points === points);
    const label = points === null ? t("Count") : t("Count {n}", { n: points });
    return [{ key: "claim", label, primary: true, off: !action, act: () => act(action) }];
  }
  if (!choices.accept) return [];
  const last = scene.count?.crib;
  const label = last ? t("Next deal") : t("Go on");
  return [{ key: "accept", label, primary: true, act: () => handlers.letStand?.() }];
}

/**
 * @param {Choices} choices
 * @param {string[]} chosen
 * @param {number | null} points
 * @param {(action: any) => unknown} act
 * @returns {Offer}
 */
function playing(choices, chosen, points, act) {
  const card = chosen[0] ?? "";
  const actions = choices.plays.get(card) ?? [];
  const claims = actions.some((action) => action.claim !== null);
  const action = actions.find((action) => !claims || action.claim === points);
  let label = t("Play a card");
  if (card) label = t("Play {card}", { card: cardShort(card) });
  if (card && claims && points) {
    label = t("Play {card} for {n}", { card: cardShort(card), n: points });
  }
  return { key: "play", label, primary: true, off: !action, act: () => act(action) };
}

/**
 * @param {Choices} choices
 * @param {Doing} doing
 * @returns {Offer[]}
 */
function calling(choices, { act, handlers, points }) {
  const action = choices.muggins.find((call) => call.points === points);
  const label = points === null ? t("Muggins") : t("Muggins for {n}", { n: points });
  return [
    { key: "muggins", label, primary: true, off: !action, act: () => act(action) },
    { key: "back", label: t("Back"), act: () => handlers.back?.() },
  ];
}

/**
 * The primary button takes back the likely mistake.
 * @param {import("./intent.js").Warned} warning
 * @param {Doing["handlers"]} handlers
 * @returns {Offer[]}
 */
function warned({ action, open }, handlers) {
  const made = [
    { key: "takeBack", label: t("Take back"), primary: true, act: () => handlers.takeBack?.() },
    { key: "allTheSame", label: warningWords(action).does, act: () => handlers.allTheSame?.() },
  ];
  const why = { key: "why", label: t("Why?"), act: () => handlers.why?.() };
  return open ? made : [...made, why];
}

/**
 * Return the numbers that may be claimed now; an empty list if no number is needed.
 * @param {Choices | null} choices
 * @param {string[]} chosen
 * @param {boolean} [calling] whether muggins is being called
 * @returns {number[]}
 */
export function claimsOf(choices, chosen, calling = false) {
  if (!choices) return [];
  if (choices.claims.length) return choices.claims.map((claim) => claim.points);
  if (calling) return choices.muggins.map((call) => call.points);
  const actions = choices.plays.get(chosen[0] ?? "") ?? [];
  return actions.filter((action) => action.claim !== null).map((action) => action.claim);
}

/** The bar below the hand. */
export class Bar {
  #says;
  #row;
  #stepper;
  #number;
  #less;
  #more;
  #unit;
  #seal;
  /** @type {Offer[]} */
  #offers = [];
  /** @type {number[]} */
  #claims = [];

  /**
   * @param {HTMLElement} element
   * @param {{points: (n: number | null) => void, openSeal: () => void}} handlers
   */
  constructor(element, handlers) {
    this.#says = h("p", { class: "pt-says" });
    this.#number = h("input", {
      class: "pt-number",
      type: "text",
      inputmode: "numeric",
      maxlength: 2,
      autocomplete: "off",
      oninput: () => this.#typed(handlers.points),
      onfocus: () => this.#number.select(),
    });
    const step = (/** @type {number} */ by) => () => {
      const to = this.#from(by);
      if (to !== undefined) handlers.points(to);
    };
    this.#less = h("button", { type: "button", class: "pt-step", onclick: step(-1) }, "−");
    this.#more = h("button", { type: "button", class: "pt-step", onclick: step(1) }, "+");
    this.#unit = h("span", { class: "pt-unit" });
    this.#stepper = h(
      "div",
      { class: "pt-stepper", hidden: true },
      this.#less,
      this.#number,
      this.#more,
    );
    this.#stepper.hidden = true;
    this.#row = h("div", { class: "pt-buttons" });
    this.#seal = h(
      "button",
      { type: "button", class: "pt-seal", onclick: () => handlers.openSeal() },
      lock(),
    );
    element.append(this.#says, this.#stepper, this.#row, this.#seal);
  }

  /** The primary button. */
  get primary() {
    return this.#offers.find((offer) => offer.primary) ?? null;
  }

  /** Move the focus to the primary button. */
  focus() {
    /** @type {HTMLElement | null} */
    const first = this.#row.querySelector("[data-slot=primary]");
    first?.focus({ preventScroll: true });
  }

  /** Whether a number can be entered. */
  get asks() {
    return this.#claims.length > 0;
  }

  /** Move the focus to the number, and enter a digit. @param {string} [digit] */
  ask(digit) {
    this.#number.focus();
    if (digit === undefined) return;
    this.#number.value = digit;
    this.#number.dispatchEvent(new Event("input"));
    this.#number.setSelectionRange(1, 1);
  }

  /** @param {string} key */
  press(key) {
    const offer = this.#offers.find((one) => one.key === key);
    if (offer && !offer.off) offer.act();
    return Boolean(offer);
  }

  /**
   * Return the next number. From none, a step down goes to the lowest one, and a step up to the
   * first above zero.
   * @param {number} by
   * @returns {number | undefined}
   */
  #from(by) {
    const { value } = this.#number;
    if (value === "") return this.#claims.find((one) => by < 0 || one > 0);
    return this.#claims.find((one) => one === Number(value) + by);
  }

  /** @param {(n: number | null) => void} tell */
  #typed(tell) {
    const text = this.#number.value.replace(/\D/g, "");
    if (text !== this.#number.value) this.#number.value = text;
    const wanted = Number(text);
    if (!text) tell(null);
    else if (this.#claims.includes(wanted)) tell(wanted);
    else this.#number.value = String(this.#claims.at(-1) ?? 0);
  }

  /**
   * @param {{offers: Offer[], claims: number[], points: number | null, says: string, tone: string,
   *   ask: string, sealed: boolean, sent: string}} what `sent` is the button that waits for its
   *   answer; until then the others are disabled too
   */
  update({ offers: wanted, claims, points, says, tone, ask, sealed, sent }) {
    this.#offers = sent ? wanted.map((offer) => ({ ...offer, off: true })) : wanted;
    this.#claims = claims;
    write(this.#says, says);
    this.#says.dataset.tone = tone;
    this.#stepper.hidden = !claims.length;
    if (claims.length) {
      const { value } = this.#number;
      const typing = document.activeElement === this.#number;
      if (!typing || Number(value) !== (points ?? 0)) {
        this.#number.value = points === null ? "" : String(points);
      }
      this.#less.disabled = this.#from(-1) === undefined;
      this.#more.disabled = this.#from(1) === undefined;
      this.#less.setAttribute("aria-label", t("One less"));
      this.#more.setAttribute("aria-label", t("One more"));
      this.#number.setAttribute("aria-label", ask);
      write(this.#unit, points === null ? "" : pointsOf(points));
    }
    this.#seal.hidden = !sealed;
    if (sealed) {
      const name = t("The pack of this deal is sealed");
      this.#seal.setAttribute("aria-label", name);
      this.#seal.title = name;
    }
    this.#buttons(this.#offers, sent);
  }

  /**
   * @param {string} slot
   * @returns {HTMLButtonElement}
   */
  #button(slot) {
    const button = h("button", { type: "button", dataset: { slot } });
    let pressed = "";
    button.addEventListener("pointerdown", () => {
      pressed = button.dataset.key ?? "";
    });
    button.addEventListener("click", () => {
      const { key = "" } = button.dataset;
      // If the button under the finger has changed during the press, the press is ignored.
      if (!pressed || pressed === key) this.press(key);
      pressed = "";
    });
    return button;
  }

  /** @param {Offer[]} wanted @param {string} sent */
  #buttons(wanted, sent) {
    const old = new Map(
      [...this.#row.children].map((one) => [/** @type {HTMLElement} */ (one).dataset.slot, one]),
    );
    const order = wanted.map((offer) => {
      // The primary button is always the same element, so that it keeps the focus.
      const slot = offer.primary ? "primary" : offer.key;
      let button = /** @type {HTMLElement | undefined} */ (old.get(slot));
      old.delete(slot);
      if (!button) button = this.#button(slot);
      button.hidden = false;
      button.className = offer.primary ? "pt-do" : "pt-quiet";
      button.classList.toggle("sent", offer.key === sent);
      button.dataset.key = offer.key;
      button.setAttribute("aria-disabled", String(offer.off ?? false));
      write(button, offer.label);
      return button;
    });
    for (const [slot, gone] of old) {
      if (slot !== "primary") gone.remove();
      else order.unshift(rest(/** @type {HTMLElement} */ (gone)));
    }
    order.forEach((button, at) => {
      if (this.#row.children[at] !== button)
        this.#row.insertBefore(button, this.#row.children[at] ?? null);
    });
  }
}

/**
 * Keep the primary button in place while there is nothing to press, so that a press in progress is
 * not lost.
 * @param {HTMLElement} button
 * @returns {HTMLElement}
 */
function rest(button) {
  button.hidden = true;
  button.className = "";
  button.dataset.key = "";
  return button;
}
