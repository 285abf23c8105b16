/** The keyboard focus at the table: it stays there, and is not lost when an element is removed. */

import { cutOf, manyOf } from "../scene/choices.js";

/** @import { Table } from "./table.js" */

const VISIBLE = { visibilityProperty: true };

/** The focus of a table. */
export class Focus {
  #table;
  /** Whether the table had the focus when any element last had it. */
  #attended = false;

  /** @param {Table} table */
  constructor(table) {
    this.#table = table;
  }

  /** @returns {() => void} removes the listeners */
  listen() {
    const focused = (/** @type {FocusEvent} */ { target }) => {
      this.#attended = target instanceof Node && this.#table.root.contains(target);
    };
    document.addEventListener("focusin", focused);
    return () => document.removeEventListener("focusin", focused);
  }

  /** Move the focus to the first possible action. */
  begin() {
    this.#attended = true;
    this.#best().focus();
  }

  /** Return the element of the first possible action, or else the felt. */
  #best() {
    const { mode, parts, scene, intent } = this.#table;
    const { felt, fan, hand, foot, over } = parts;
    const { choices } = intent;
    /** @type {HTMLElement | null} */
    let wanted = null;
    if (mode === "over") wanted = over.querySelector(".pt-won");
    else if (scene?.busy || !choices) wanted = felt;
    else if (cutOf(choices)) wanted = fan;
    else if (manyOf(choices)) wanted = hand.querySelector("button");
    return wanted ?? foot.querySelector(".pt-do") ?? felt;
  }

  /** If the focused element is gone, focus the next possible action. */
  keep() {
    const active = document.activeElement;
    const { intent, parts, reviewing, scores } = this.#table;
    if (!this.#attended || reviewing || scores.unfolded.open) return;
    const { felt, fan } = parts;
    const off = active?.matches('.pt-do[aria-disabled="true"]') && !intent.chosen.length;
    const idle = active === felt || (active === fan && fan.tabIndex < 0) || off;
    const lost = !active || active === document.body || !active.checkVisibility?.(VISIBLE);
    if (!idle && !lost) return;
    const best = this.#best();
    if (best !== active) best.focus();
  }

  /** The cards that can have the focus, from left to right. @returns {HTMLElement[]} */
  get reach() {
    const { parts, cards } = this.#table;
    /** @type {HTMLElement[]} */
    const held = [...parts.hand.querySelectorAll("button")];
    if (held.length) return held;
    const x = (/** @type {HTMLElement} */ element) =>
      cards.placement(element.dataset.key ?? "")?.x ?? 0;
    /** @type {NodeListOf<HTMLElement>} */
    const picked = parts.cards.querySelectorAll("button[aria-pressed]");
    return [...picked].sort((left, other) => x(left) - x(other));
  }

  /** @returns {number} the index in the hand of the focused card; -1 for none */
  at() {
    const active = document.activeElement;
    return active ? [...this.#table.parts.hand.children].indexOf(active) : -1;
  }

  /**
   * Restore the focus; a card that was played passes it to its neighbour.
   * @param {number} at
   */
  back(at) {
    const { hand, foot } = this.#table.parts;
    if (at < 0 || hand.contains(document.activeElement)) return;
    const next = hand.children[Math.min(at, hand.children.length - 1)];
    const button = /** @type {HTMLElement | null} */ (
      next ?? foot.querySelector(".pt-buttons button:not([hidden])")
    );
    button?.focus();
  }
}
