// @ts-check
/**
 * The cards as elements. An element lives as long as its card is on the table, so that whatever
 * changes its place can be seen: it travels from where it was to where it is.
 */

import { h } from "../dom.js";
import { cardBack, cardFace } from "../draw/cards.js";
import { RATIO } from "./layout.js";

/**
 * @typedef {import("./layout.js").Place} Place
 *
 * @typedef {object} Manner how cards are drawn and how they move
 * @property {number} speed what durations are multiplied with; 0 for at once
 * @property {boolean} still whether motion is to be kept small
 * @property {boolean} fourColour
 * @property {boolean} largeIndices
 * @property {(key: string, place: Place) => {x: number, y: number, w: number, up: boolean,
 *   delay?: number} | null} origin where a card comes from that was not on the table
 *
 * @typedef {object} Held
 * @property {HTMLElement} element
 * @property {HTMLElement} inner
 * @property {Place} place
 * @property {string} drawn
 * @property {Animation | null} motion its last way to where it lies
 */

const CARD = 220;
const FLIP = 180;
const FADE = 120;
/** Where cards lie that players hold. */
const HELD = ["back", "hand", "kept", "slot"];
/** How far a card that moves is above those that lie. */
const ABOVE = 100;
/** What goes is below whatever comes over the felt. */
const BELOW = 19;
/** How long the cards of the last deal are on their way to the pack. */
export const GATHER = 180;

/**
 * Say how long a card that is played is on its way, in milliseconds.
 * @param {any} event
 * @param {number} speed
 * @param {boolean} still
 * @returns {number} nothing where no card moves
 */
export function flight(event, speed, still) {
  return event?.type === "played" && !still ? (CARD + 60) * speed : 0;
}

/**
 * Have what is written on the felt come once the old cards are gone, or later.
 * @param {HTMLElement} element
 * @param {number} speed 0 for at once
 * @param {number} [later] how long after that, in milliseconds
 */
export function appear(element, speed, later = 0) {
  if (!speed) return;
  const delay = (GATHER + later) * speed;
  element.animate([{ opacity: 0 }, { opacity: 1 }], { duration: FADE, delay, fill: "backwards" });
}

const EASE = "cubic-bezier(0.22, 0.8, 0.36, 1)";

/**
 * @param {{x: number, y: number, tilt?: number}} place
 * @param {number} scale
 * @returns {string}
 */
function transform({ x, y, tilt = 0 }, scale = 1) {
  return `translate(${x}px, ${y}px) rotate(${tilt}deg) scale(${scale})`;
}

/** All the cards of a table. */
export class Cards {
  /** @type {Map<string, Held>} */
  #held = new Map();
  #layer;
  #hand;

  /**
   * @param {HTMLElement} layer for the cards that lie on the table
   * @param {HTMLElement} hand for those in hand; at the same place
   */
  constructor(layer, hand) {
    this.#layer = layer;
    this.#hand = hand;
  }

  /**
   * Give the element of a card, if it is on the table.
   * @param {string} key
   * @returns {HTMLElement | null}
   */
  element(key) {
    return this.#held.get(key)?.element ?? null;
  }

  /**
   * Give where a card lies now.
   * @param {string} key
   * @returns {Place | null}
   */
  place(key) {
    return this.#held.get(key)?.place ?? null;
  }

  /**
   * Say whether a card is on its way.
   * @param {string} key
   * @returns {boolean}
   */
  moves(key) {
    return this.element(key)?.classList.contains("moving") ?? false;
  }

  /** @returns {IterableIterator<[string, Held]>} */
  entries() {
    return this.#held.entries();
  }

  /**
   * Have these cards on the table, and no others.
   * @param {Map<string, Place>} places
   * @param {Manner} manner
   */
  show(places, manner) {
    const fresh = [];
    for (const [key, place] of places) {
      const held = this.#held.get(key);
      if (held) this.#move(held, place, manner);
      else fresh.push([key, place]);
    }
    // What is new may come from where something lies that goes now.
    for (const [key, place] of /** @type {[string, Place][]} */ (fresh)) {
      this.#enter(key, place, manner);
    }
    for (const [key, held] of this.#held) {
      if (!places.has(key)) this.#leave(key, held, manner);
    }
    this.#order(places);
  }

  /** Have every card where it belongs at once. */
  finish() {
    for (const { element, inner } of this.#held.values()) {
      for (const one of [...element.getAnimations(), ...inner.getAnimations()]) one.finish();
    }
  }

  /**
   * Take everything off the table to the pack, for the cards are dealt anew. Nothing fades where the
   * new cards go.
   * @param {{x: number, y: number, w: number} | null} pack
   * @param {Manner} manner
   */
  sweep(pack, { speed, still }) {
    for (const { element, place } of this.#held.values()) {
      element.classList.add("gone");
      element.inert = true;
      this.#layer.append(element);
      if (!pack || !speed || still) {
        element.remove();
        continue;
      }
      const motion = element.animate(
        [{ transform: transform(place) }, { transform: transform(pack, pack.w / place.w) }],
        { duration: GATHER * speed, easing: "ease-in", fill: "forwards" },
      );
      motion.onfinish = () => element.remove();
      motion.oncancel = () => element.remove();
    }
    this.#held.clear();
  }

  /**
   * Keep the elements of the hand in the order in which it is held, for the keyboard.
   * @param {Map<string, Place>} places
   */
  #order(places) {
    const wanted = [];
    for (const [key, { zone }] of places) {
      const held = this.#held.get(key);
      if (!held) continue;
      const own = zone === "hand" || zone === "slot";
      if (own) wanted.push(held.element);
      else if (held.element.parentNode !== this.#layer) this.#layer.append(held.element);
    }
    wanted.forEach((element, at) => {
      if (this.#hand.children[at] === element) return;
      const focused = element.ownerDocument.activeElement;
      this.#hand.insertBefore(element, this.#hand.children[at] ?? null);
      // Moving an element takes the focus from it.
      if (focused && this.#hand.contains(focused) && focused !== document.activeElement) {
        /** @type {HTMLElement} */ (focused).focus({ preventScroll: true });
      }
    });
  }

  /**
   * @param {string} key
   * @param {Place} place
   * @param {Manner} manner
   */
  #enter(key, place, manner) {
    // A card that is seen twice is named where it was played.
    const real = place.card !== "??" && place.zone !== "kept";
    const inner = h("span", { class: "pt-inner" });
    const element = h(real ? "button" : "div", { class: "pt-card", dataset: { key } }, inner);
    if (real) element.setAttribute("type", "button");
    else element.setAttribute("aria-hidden", "true");
    const held = { element, inner, place, drawn: "", motion: null };
    this.#held.set(key, held);
    this.#layer.append(element);
    const origin = manner.speed ? manner.origin(key, place) : null;
    this.#settle(held, place, manner);
    if (!manner.speed) return;
    if (!origin || manner.still) {
      const delay = origin?.delay ? Math.min(origin.delay, FADE) : 0;
      element.animate([{ opacity: 0 }, { opacity: 1 }], {
        duration: FADE,
        delay,
        fill: "backwards",
      });
      return;
    }
    this.#travel(held, origin, place, manner, origin.delay ?? 0);
    if (origin.up !== place.up) this.#flip(held, place, manner, origin.delay ?? 0);
  }

  /**
   * @param {Held} held
   * @param {Place} place
   * @param {Manner} manner
   */
  #move(held, place, manner) {
    const old = held.place;
    const turned = old.up !== place.up;
    // A card on its way is not stopped because its place has shifted by a hair.
    const least = held.element.getAnimations().length ? 3 : 0.5;
    const moved =
      Math.abs(old.x - place.x) + Math.abs(old.y - place.y) > least ||
      old.w !== place.w ||
      (old.tilt ?? 0) !== (place.tilt ?? 0);
    const from = moved && manner.speed && !manner.still ? this.#now(held) : null;
    this.#settle(held, place, manner);
    if (!manner.speed) {
      if (moved || turned) for (const one of held.element.getAnimations()) one.cancel();
      return;
    }
    if (manner.still) {
      const far = old.zone !== place.zone || turned;
      if (far) held.element.animate([{ opacity: 0.2 }, { opacity: 1 }], { duration: FADE });
      return;
    }
    if (from) this.#travel(held, from, place, manner, 0);
    if (turned) this.#flip(held, place, manner, 0);
  }

  /**
   * Say where a card is to be seen now, which may be somewhere on its way.
   * @param {Held} held
   * @returns {{x: number, y: number, w: number, tilt?: number}}
   */
  #now({ element, place }) {
    if (!element.getAnimations().length) return place;
    const matrix = new DOMMatrix(getComputedStyle(element).transform);
    return { x: matrix.e, y: matrix.f, w: place.w * Math.hypot(matrix.a, matrix.b) };
  }

  /**
   * @param {Held} held
   * @param {{x: number, y: number, w: number, tilt?: number}} from
   * @param {Place} place
   * @param {Manner} manner
   * @param {number} delay
   */
  #travel(held, from, place, manner, delay) {
    const { element } = held;
    for (const one of element.getAnimations()) one.cancel();
    const far = Math.hypot(from.x - place.x, from.y - place.y);
    element.style.zIndex = String(ABOVE + place.z);
    const motion = element.animate(
      [{ transform: transform(from, from.w / place.w) }, { transform: transform(place) }],
      {
        duration: (CARD + Math.min(140, far / 4)) * manner.speed,
        delay: delay * manner.speed,
        easing: EASE,
        fill: "backwards",
      },
    );
    element.classList.add("moving");
    held.motion = motion;
    const down = () => {
      // It may be on another way already.
      if (held.motion !== motion) return;
      element.classList.remove("moving");
      element.style.zIndex = String(held.place.z);
    };
    motion.onfinish = down;
    motion.oncancel = down;
  }

  /**
   * @param {Held} held
   * @param {Place} place
   * @param {Manner} manner
   * @param {number} delay
   */
  #flip({ inner }, place, manner, delay) {
    const front = inner.querySelector(".pt-front");
    if (!front) return;
    if (!inner.querySelector(".pt-rear")) {
      inner.append(h("span", { class: "pt-rear" }, cardBack({ width: place.w })));
    }
    for (const one of inner.getAnimations()) one.cancel();
    const [from, to] = place.up ? [180, 0] : [0, 180];
    inner.classList.add("turning");
    const motion = inner.animate(
      [{ transform: `rotateY(${from}deg)` }, { transform: `rotateY(${to}deg)` }],
      {
        duration: FLIP * 1.4 * manner.speed,
        delay: (delay + 40) * manner.speed,
        easing: "ease-in-out",
        fill: "backwards",
      },
    );
    const done = () => inner.classList.remove("turning");
    motion.onfinish = done;
    motion.oncancel = done;
  }

  /**
   * Have the element as its card lies.
   * @param {Held} held
   * @param {Place} place
   * @param {Manner} manner
   */
  #settle(held, place, manner) {
    const { element, inner } = held;
    held.place = place;
    element.style.width = `${place.w}px`;
    element.style.height = `${place.w * RATIO}px`;
    element.style.transform = transform(place);
    // On its way it stays above the others, whatever happens meanwhile.
    const above = element.classList.contains("moving") ? ABOVE : 0;
    element.style.zIndex = String(above + place.z);
    element.dataset.zone = place.zone;
    element.classList.toggle("down", !place.up);
    const { fourColour, largeIndices } = manner;
    const drawn = [place.card, Math.round(place.w), place.up, fourColour, largeIndices].join();
    if (held.drawn === drawn) return;
    held.drawn = drawn;
    // A card that is being turned over is drawn as it will lie.
    for (const one of inner.getAnimations()) one.cancel();
    inner.classList.remove("turning");
    const width = place.w;
    const sides = [];
    if (place.card !== "??") {
      const face = cardFace(place.card, { width, fourColour, largeIndices });
      sides.push(h("span", { class: "pt-front" }, face));
    }
    if (!place.up) sides.push(h("span", { class: "pt-rear" }, cardBack({ width })));
    inner.replaceChildren(...sides);
  }

  /**
   * @param {string} key
   * @param {Held} held
   * @param {Manner} manner
   */
  #leave(key, held, manner) {
    this.#held.delete(key);
    const { element, place } = held;
    // A back goes as its card is turned up elsewhere, a card as its back goes to the crib.
    if (!manner.speed || (!manner.still && HELD.includes(place.zone))) {
      element.remove();
      return;
    }
    element.classList.add("gone");
    element.style.zIndex = String(Math.min(place.z, BELOW));
    element.inert = true;
    // It is no card of the hand any more, neither for the focus nor for the order.
    this.#layer.append(element);
    const motion = element.animate([{ opacity: 1 }, { opacity: 0 }], {
      duration: FADE,
      fill: "forwards",
    });
    motion.onfinish = () => element.remove();
    motion.oncancel = () => element.remove();
  }
}
