/**
 * The bar of actions: one primary button within reach of the thumb, secondary ones beside it, and
 * the messages above.
 */

import { find, h, label, pushButton, write } from "../dom.js";
import { actionOf, cutOf, kindOf, mayAsk, numbersOf } from "../scene/choices.js";
import { cardShort } from "../scene/names.js";
import { warningAnswers } from "../scene/warned.js";
import { joined, t } from "../words.js";
import { lock } from "./parts.js";
import { pointsOf } from "./scores.js";

/** @import { Choices, Kind } from "../scene/choices.js" */
/** @import { Scene } from "../scene/script.js" */
/**
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
 * @property {number} cutAt the position in the pack to cut
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
  /** @param {string} key @param {string} label @param {Partial<Offer>} [more] @returns {Offer} */
  const offer = (key, label, more) => ({ key, label, act: () => handlers[key]?.(), ...more });
  if (scene.busy) {
    return scene.waiting
      ? [offer("next", t("Go on"), { primary: true })]
      : [offer("skip", t("Skip"))];
  }
  const { standing, guide } = scene;
  if (guide?.way === "press") return [offer("guideDone", t("Go on"), { primary: true })];
  if (guide?.way === "tap") return [offer("guideDone", t("Go on without"))];
  if (!standing || !choices) return [];
  if (doing.warning) return warningAnswers(doing.warning.action, doing.warning.open, handlers);
  if (doing.calling && choices.muggins) {
    return [decision("muggins", scene, choices, doing), offer("back", t("Back"))];
  }
  const kind = kindOf(choices);
  const made = kind ? [decision(kind, scene, choices, doing)] : [];
  if (standing.next_game) made.push(offer("nextGame", t("Next game"), { primary: true }));
  if (choices.muggins) made.push(offer("call", t("Muggins")));
  const asks = standing.legal.length && !choices.ready && !cutOf(choices) && mayAsk(scene);
  if (asks) made.push(offer("hint", t("Hint")));
  if (standing.undo) made.push(offer("undo", t("Take back")));
  return made;
}

/**
 * Return the button that makes a decision.
 * @param {Kind} kind
 * @param {Scene} scene
 * @param {Choices} choices
 * @param {Doing} doing
 * @returns {Offer}
 */
function decision(kind, scene, choices, doing) {
  const action = actionOf(choices, scene.view.seat, kind, doing);
  const act = () => (kind === "accept" ? doing.handlers.letStand?.() : doing.act(action));
  return {
    key: kind,
    label: labelOf(kind, scene, choices, doing),
    primary: true,
    off: !action,
    act,
  };
}

/**
 * @param {Kind} kind
 * @param {Scene} scene
 * @param {Choices} choices
 * @param {Doing} doing
 * @returns {string}
 */
function labelOf(kind, { view, count }, choices, { chosen, points }) {
  const cards = joined(chosen.map(cardShort));
  const n = points ?? 0;
  switch (kind) {
    case "ready":
      if (view.deal === 0) return t("Cut for the deal");
      if (view.dealer === view.seat) return t("Deal");
      return view.deal === 1 ? t("First deal") : t("Next deal");
    case "cut":
    case "cut_for_deal":
      return t("Cut here");
    case "discard":
      return chosen.length ? t("Discard {cards}", { cards }) : t("Discard");
    case "play":
      if (!chosen.length) return t("Play a card");
      return n && numbersOf(choices.play).length
        ? t("Play {card} for {n}", { card: cards, n })
        : t("Play {card}", { card: cards });
    case "go":
      return t("Go");
    case "claim":
      return points === null ? t("Count") : t("Count {n}", { n });
    case "accept":
      return count?.crib ? t("Next deal") : t("Go on");
    case "muggins":
      return points === null ? t("Muggins") : t("Muggins for {n}", { n });
  }
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
    this.#says = h("p.pt-says.centred");
    this.#number = h("input.pt-number.centred.bold.shrink.focus-inside", {
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
    this.#less = pushButton("pt-step touch centred", step(-1), "−");
    this.#more = pushButton("pt-step touch centred", step(1), "+");
    this.#unit = h("span.pt-unit");
    this.#stepper = h(
      "div.pt-stepper.surface",
      { hidden: true },
      this.#less,
      this.#number,
      this.#more,
    );
    this.#stepper.hidden = true;
    this.#row = h("div.pt-buttons.middle.wrap");
    this.#seal = pushButton("pt-seal touch middle row", () => handlers.openSeal(), lock());
    element.append(this.#says, this.#stepper, this.#row, this.#seal);
  }

  /** The primary button. */
  get primary() {
    return this.#offers.find((offer) => offer.primary) ?? null;
  }

  /** Move the focus to the primary button. */
  focus() {
    const first = find(this.#row, "[data-slot=primary]");
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
    const offer = this.#offers.find((item) => item.key === key);
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
    if (value === "") return this.#claims.find((claim) => by < 0 || claim > 0);
    return this.#claims.find((claim) => claim === Number(value) + by);
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
    if (sealed) label(this.#seal, t("The pack of this deal is sealed"));
    this.#buttons(this.#offers, sent);
  }

  /** @param {string} slot @returns {HTMLButtonElement} */
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
      [...this.#row.children].map((child) => [
        /** @type {HTMLElement} */ (child).dataset.slot,
        child,
      ]),
    );
    const order = wanted.map((offer) => {
      // The primary button is always the same element, so that it keeps the focus.
      const slot = offer.primary ? "primary" : offer.key;
      let button = /** @type {HTMLElement | undefined} */ (old.get(slot));
      old.delete(slot);
      if (!button) button = this.#button(slot);
      button.hidden = false;
      button.className = `button ${offer.primary ? "primary pt-do" : "pt-quiet"}`;
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
