/**
 * The cards as elements. An element exists as long as its card is on the table, so that every
 * change of placement is animated from the old one to the new one.
 */

import { h } from "../dom.js";
import { cardBack, cardFace } from "../draw/cards.js";
import { RATIO } from "./layout.js";

/** @import { Placement } from "./layout.js" */
/**
 * @typedef {object} Manner how cards are drawn and animated
 * @property {number} speed the factor for durations; 0 for no animation
 * @property {boolean} still whether motion is reduced
 * @property {boolean} fourColour
 * @property {boolean} largeIndices
 * @property {(key: string, placement: Placement) => {x: number, y: number, w: number, up: boolean,
 *   delay?: number} | null} origin the origin of a card that was not on the table
 *
 * @typedef {object} Held
 * @property {HTMLElement} element
 * @property {HTMLElement} inner
 * @property {Placement} placement
 * @property {string} drawn
 * @property {Animation | null} motion its last animation
 */

const CARD = 220;
const FLIP = 180;
const FADE = 120;
/** The zones of cards that players hold. */
const HELD = ["back", "hand", "kept", "slot"];
/** How far a moving card is above the resting ones, as a z-index. */
const ABOVE = 100;
/** The z-index of leaving cards, below everything that appears over the felt. */
const BELOW = 19;
/** How long the cards of the last deal take to return to the pack, in milliseconds. */
export const GATHER = 180;

/**
 * Return how long a played card is on its way, in milliseconds.
 * @param {any} event
 * @param {number} speed
 * @param {boolean} still
 * @returns {number} 0 if no card moves
 */
export function flight(event, speed, still) {
  return event?.type === "played" && !still ? (CARD + 60) * speed : 0;
}

/**
 * Show the texts on the felt once the old cards are gone, or later.
 * @param {HTMLElement} element
 * @param {number} speed 0 for no animation
 * @param {number} [later] an additional delay, in milliseconds
 */
export function appear(element, speed, later = 0) {
  if (!speed) return;
  const delay = (GATHER + later) * speed;
  element.animate([{ opacity: 0 }, { opacity: 1 }], { duration: FADE, delay, fill: "backwards" });
}

const EASE = "cubic-bezier(0.22, 0.8, 0.36, 1)";

/**
 * @param {{x: number, y: number, tilt?: number}} placement
 * @param {number} scale
 * @returns {string}
 */
function transform({ x, y, tilt = 0 }, scale = 1) {
  return `translate(${x}px, ${y}px) rotate(${tilt}deg) scale(${scale})`;
}

/**
 * Return how many times larger a card is elsewhere; before the table has a size, cards have none.
 * @param {{w: number}} there
 * @param {{w: number}} here
 */
function sizeOf(there, here) {
  return here.w ? there.w / here.w : 1;
}

/** All the cards of a table. */
export class Cards {
  /** @type {Map<string, Held>} */
  #held = new Map();
  #layer;
  #hand;

  /**
   * @param {HTMLElement} layer the element for cards on the table
   * @param {HTMLElement} hand the element for cards in hand, at the same placement
   */
  constructor(layer, hand) {
    this.#layer = layer;
    this.#hand = hand;
  }

  /**
   * Return the element of a card, if the card is on the table.
   * @param {string} key
   * @returns {HTMLElement | null}
   */
  element(key) {
    return this.#held.get(key)?.element ?? null;
  }

  /**
   * Return the current placement of a card.
   * @param {string} key
   * @returns {Placement | null}
   */
  placement(key) {
    return this.#held.get(key)?.placement ?? null;
  }

  /**
   * Return whether a card is on its way.
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
   * Show these cards, and no others.
   * @param {Map<string, Placement>} placements
   * @param {Manner} manner
   */
  show(placements, manner) {
    const fresh = [];
    for (const [key, placement] of placements) {
      const held = this.#held.get(key);
      if (held) this.#move(held, placement, manner);
      else fresh.push([key, placement]);
    }
    // A new card may come from where one was that is leaving.
    for (const [key, placement] of /** @type {[string, Placement][]} */ (fresh)) {
      this.#enter(key, placement, manner);
    }
    for (const [key, held] of this.#held) {
      if (!placements.has(key)) this.#leave(key, held, manner);
    }
    this.#order(placements);
  }

  /** Finish all animations. */
  finish() {
    for (const { element, inner } of this.#held.values()) {
      for (const animation of [...element.getAnimations(), ...inner.getAnimations()])
        animation.finish();
    }
  }

  /**
   * Return all cards to the pack before a deal. No card fades where the new cards will be.
   * @param {{x: number, y: number, w: number} | null} pack
   * @param {Manner} manner
   */
  sweep(pack, { speed, still }) {
    for (const { element, placement } of this.#held.values()) {
      element.classList.add("gone");
      element.inert = true;
      this.#layer.append(element);
      if (!pack || !speed || still) {
        element.remove();
        continue;
      }
      const motion = element.animate(
        [
          { transform: transform(placement) },
          { transform: transform(pack, sizeOf(pack, placement)) },
        ],
        { duration: GATHER * speed, easing: "ease-in", fill: "forwards" },
      );
      motion.onfinish = () => element.remove();
      motion.oncancel = () => element.remove();
    }
    this.#held.clear();
  }

  /**
   * Keep the elements in the order of the hand, for the keyboard.
   * @param {Map<string, Placement>} placements
   */
  #order(placements) {
    const wanted = [];
    for (const [key, { zone }] of placements) {
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
      // Moving an element takes away its focus.
      if (focused && this.#hand.contains(focused) && focused !== document.activeElement) {
        /** @type {HTMLElement} */ (focused).focus({ preventScroll: true });
      }
    });
  }

  /**
   * @param {string} key
   * @param {Placement} placement
   * @param {Manner} manner
   */
  #enter(key, placement, manner) {
    // A card that is shown twice has its name where it was played.
    const real = placement.card !== "??" && placement.zone !== "kept";
    const inner = h("span.pt-inner");
    const element = h(
      real ? "button" : "div",
      { class: "pt-card origin", dataset: { key } },
      inner,
    );
    if (real) element.setAttribute("type", "button");
    else element.setAttribute("aria-hidden", "true");
    const held = { element, inner, placement, drawn: "", motion: null };
    this.#held.set(key, held);
    this.#layer.append(element);
    const origin = manner.speed ? manner.origin(key, placement) : null;
    this.#settle(held, placement, manner);
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
    this.#travel(held, origin, placement, manner, origin.delay ?? 0);
    if (origin.up !== placement.up) this.#flip(held, placement, manner, origin.delay ?? 0);
  }

  /**
   * @param {Held} held
   * @param {Placement} placement
   * @param {Manner} manner
   */
  #move(held, placement, manner) {
    const old = held.placement;
    const turned = old.up !== placement.up;
    // A moving card does not stop for a tiny change of its target.
    const min = held.element.getAnimations().length ? 3 : 0.5;
    const moved =
      Math.abs(old.x - placement.x) + Math.abs(old.y - placement.y) > min ||
      old.w !== placement.w ||
      (old.tilt ?? 0) !== (placement.tilt ?? 0);
    const from = moved && manner.speed && !manner.still ? this.#now(held) : null;
    this.#settle(held, placement, manner);
    if (!manner.speed) {
      if (moved || turned) for (const animation of held.element.getAnimations()) animation.cancel();
      return;
    }
    if (manner.still) {
      const far = old.zone !== placement.zone || turned;
      if (far) held.element.animate([{ opacity: 0.2 }, { opacity: 1 }], { duration: FADE });
      return;
    }
    if (from) this.#travel(held, from, placement, manner, 0);
    if (turned) this.#flip(held, placement, manner, 0);
  }

  /**
   * Return the displayed placement of a card, which may be on its way.
   * @param {Held} held
   * @returns {{x: number, y: number, w: number, tilt?: number}}
   */
  #now({ element, placement }) {
    if (!element.getAnimations().length) return placement;
    const matrix = new DOMMatrix(getComputedStyle(element).transform);
    return { x: matrix.e, y: matrix.f, w: placement.w * Math.hypot(matrix.a, matrix.b) };
  }

  /**
   * @param {Held} held
   * @param {{x: number, y: number, w: number, tilt?: number}} from
   * @param {Placement} placement
   * @param {Manner} manner
   * @param {number} delay
   */
  #travel(held, from, placement, manner, delay) {
    const { element } = held;
    for (const animation of element.getAnimations()) animation.cancel();
    const far = Math.hypot(from.x - placement.x, from.y - placement.y);
    element.style.zIndex = String(ABOVE + placement.z);
    const motion = element.animate(
      [
        { transform: transform(from, sizeOf(from, placement)) },
        { transform: transform(placement) },
      ],
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
      // Another animation may have begun.
      if (held.motion !== motion) return;
      element.classList.remove("moving");
      element.style.zIndex = String(held.placement.z);
    };
    motion.onfinish = down;
    motion.oncancel = down;
  }

  /**
   * @param {Held} held
   * @param {Placement} placement
   * @param {Manner} manner
   * @param {number} delay
   */
  #flip({ inner }, placement, manner, delay) {
    const front = inner.querySelector(".pt-front");
    if (!front) return;
    if (!inner.querySelector(".pt-rear")) {
      inner.append(h("span.pt-rear.inset", cardBack({ width: placement.w })));
    }
    for (const animation of inner.getAnimations()) animation.cancel();
    const [from, to] = placement.up ? [180, 0] : [0, 180];
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
   * Draw the element as its card rests.
   * @param {Held} held
   * @param {Placement} placement
   * @param {Manner} manner
   */
  #settle(held, placement, manner) {
    const { element, inner } = held;
    held.placement = placement;
    element.style.width = `${placement.w}px`;
    element.style.height = `${placement.w * RATIO}px`;
    element.style.transform = transform(placement);
    // A moving card stays above the others, even if it is redrawn.
    const above = element.classList.contains("moving") ? ABOVE : 0;
    element.style.zIndex = String(above + placement.z);
    element.dataset.zone = placement.zone;
    element.classList.toggle("down", !placement.up);
    const { fourColour, largeIndices } = manner;
    const drawn = [
      placement.card,
      Math.round(placement.w),
      placement.up,
      fourColour,
      largeIndices,
    ].join();
    if (held.drawn === drawn) return;
    held.drawn = drawn;
    // A card that is turning over is drawn in its final state.
    for (const animation of inner.getAnimations()) animation.cancel();
    inner.classList.remove("turning");
    const width = placement.w;
    const sides = [];
    if (placement.card !== "??") {
      const face = cardFace(placement.card, { width, fourColour, largeIndices });
      sides.push(h("span.pt-front.inset", face));
    }
    if (!placement.up) sides.push(h("span.pt-rear.inset", cardBack({ width })));
    inner.replaceChildren(...sides);
  }

  /**
   * @param {string} key
   * @param {Held} held
   * @param {Manner} manner
   */
  #leave(key, held, manner) {
    this.#held.delete(key);
    const { element, placement } = held;
    // A back disappears as its card is turned up elsewhere, and a card as its back moves to the
    // crib.
    if (!manner.speed || (!manner.still && HELD.includes(placement.zone))) {
      element.remove();
      return;
    }
    element.classList.add("gone");
    element.style.zIndex = String(Math.min(placement.z, BELOW));
    element.inert = true;
    // It is no longer a card of the hand, neither for the focus nor for the order.
    this.#layer.append(element);
    const motion = element.animate([{ opacity: 1 }, { opacity: 0 }], {
      duration: FADE,
      fill: "forwards",
    });
    motion.onfinish = () => element.remove();
    motion.oncancel = () => element.remove();
  }
}
