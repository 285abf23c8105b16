/**
 * Input on cards: taps, drags and the keyboard. This module only identifies the card; the legal
 * actions decide what it may do.
 */

import { inOrder } from "../scene/names.js";

/**
 * @typedef {object} Grip the table's reactions to input on a card
 * @property {(card: string) => void} tap
 * @property {(card: string, at: {x: number, y: number}) => void} drop handles a card dropped at a
 *   position on the felt
 * @property {(card: string) => boolean} holds returns whether a card is in the player's own hand
 * @property {() => {left: number, top: number}} felt
 */

const FAR = 9;

/**
 * Handle input on the cards of a layer.
 * @param {HTMLElement} layer
 * @param {Grip} grip
 * @returns {() => void} removes the listeners
 */
export function holding(layer, grip) {
  /** @typedef {{card: string, element: HTMLElement, id: number, x: number, y: number}} Hold */
  /** @type {(Hold & {far: boolean}) | null} */
  let grasp = null;
  let dragged = "";

  /** @param {Event} event */
  const cardOf = (event) => {
    const target = event.target instanceof Element ? event.target.closest(".pt-card") : null;
    return /** @type {HTMLElement | null} */ (target);
  };

  const release = () => {
    if (!grasp) return;
    grasp.element.classList.remove("dragged");
    grasp.element.style.translate = "";
    grasp = null;
  };

  layer.addEventListener("pointerdown", (event) => {
    const element = cardOf(event);
    const card = element?.dataset.key ?? "";
    if (!element || event.button !== 0 || !grip.holds(card)) return;
    grasp = {
      card,
      element,
      id: event.pointerId,
      x: event.clientX,
      y: event.clientY,
      far: false,
    };
    dragged = "";
  });

  const move = (/** @type {PointerEvent} */ event) => {
    if (!grasp || event.pointerId !== grasp.id) return;
    if (!event.buttons) {
      release();
      return;
    }
    const [dx, dy] = [event.clientX - grasp.x, event.clientY - grasp.y];
    if (!grasp.far && Math.hypot(dx, dy) < FAR) return;
    if (!grasp.far) {
      grasp.far = true;
      grasp.element.classList.add("dragged");
    }
    grasp.element.style.translate = `${dx}px ${dy}px`;
  };

  const up = (/** @type {PointerEvent} */ event) => {
    if (!grasp || event.pointerId !== grasp.id) return;
    const { card, far } = grasp;
    release();
    if (!far) return;
    // The click that follows a drag is ignored.
    dragged = card;
    setTimeout(() => {
      dragged = "";
    });
    const { left, top } = grip.felt();
    grip.drop(card, { x: event.clientX - left, y: event.clientY - top });
  };

  // A card may be dropped anywhere.
  document.addEventListener("pointermove", move);
  document.addEventListener("pointerup", up);
  document.addEventListener("pointercancel", release);

  layer.addEventListener("click", (event) => {
    const card = cardOf(event)?.dataset.key ?? "";
    if (!card || card === dragged) return;
    event.stopPropagation();
    grip.tap(card);
  });

  return () => {
    document.removeEventListener("pointermove", move);
    document.removeEventListener("pointerup", up);
    document.removeEventListener("pointercancel", release);
  };
}

/**
 * Return the order of a hand after a card was moved.
 * @param {string[]} order
 * @param {string} card
 * @param {number} to
 * @returns {string[]}
 */
export function movedTo(order, card, to) {
  const rest = order.filter((other) => other !== card);
  return [...rest.slice(0, to), card, ...rest.slice(to)];
}

/**
 * Return the hand in its order: first as the player arranged it, then as it was dealt.
 * @param {string[]} hand
 * @param {string[]} order
 * @returns {string[]}
 */
export function ordered(hand, order) {
  const known = order.filter((card) => hand.includes(card));
  return known.length === hand.length ? known : [...hand];
}

/**
 * Return the kept hand, with those of its cards that have been played.
 * @param {any} view
 * @param {string[]} hand the cards left, in their order
 * @param {boolean} sorted
 * @returns {string[]}
 */
export function handKept({ seat, pile, earlier }, hand, sorted) {
  const own = [...earlier.flat(), ...pile].filter(
    (/** @type {any} */ played) => played.seat === seat,
  );
  return inOrder([...hand, ...own.map(({ card }) => card)], sorted);
}
