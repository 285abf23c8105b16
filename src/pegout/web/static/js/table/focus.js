// @ts-check
/** Where the keyboard is at the table: it stays there, and is never lost with what has gone. */

/** @typedef {import("./table.js").Table} Table */

const VISIBLE = { visibilityProperty: true };

/** The focus of a table. */
export class Focus {
  #table;
  /** Whether the keyboard was at the table when it was last anywhere. */
  #attended = false;

  /** @param {Table} table */
  constructor(table) {
    this.#table = table;
  }

  /** @returns {() => void} stops it */
  listen() {
    const focused = (/** @type {FocusEvent} */ { target }) => {
      this.#attended = target instanceof Node && this.#table.root.contains(target);
    };
    document.addEventListener("focusin", focused);
    return () => document.removeEventListener("focusin", focused);
  }

  /** Take the keyboard to where something can be done. */
  begin() {
    this.#attended = true;
    this.#best().focus();
  }

  /** Where something can be done, or else the felt, where the keyboard waits. */
  #best() {
    const { mode, parts, scene, intent } = this.#table;
    const { felt, fan, hand, foot, over } = parts;
    const { choices } = intent;
    /** @type {HTMLElement | null} */
    let wanted = null;
    if (mode === "over") wanted = over.querySelector(".pt-won");
    else if (scene?.busy || !choices) wanted = felt;
    else if (choices.cuts.length) wanted = fan;
    else if (choices.discards.length || choices.plays.size) wanted = hand.querySelector("button");
    return wanted ?? foot.querySelector(".pt-do") ?? felt;
  }

  /** What had the focus may be gone: the keyboard then goes on where something can be done. */
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

  /** The cards that the keyboard can come to, from left to right. @returns {HTMLElement[]} */
  get reach() {
    const { parts, cards } = this.#table;
    /** @type {HTMLElement[]} */
    const held = [...parts.hand.querySelectorAll("button")];
    if (held.length) return held;
    const x = (/** @type {HTMLElement} */ one) => cards.place(one.dataset.key ?? "")?.x ?? 0;
    /** @type {NodeListOf<HTMLElement>} */
    const picked = parts.cards.querySelectorAll("button[aria-pressed]");
    return [...picked].sort((one, other) => x(one) - x(other));
  }

  /** @returns {number} the place in the hand of the card that has the focus; -1 for none */
  at() {
    const active = document.activeElement;
    return active ? [...this.#table.parts.hand.children].indexOf(active) : -1;
  }

  /**
   * Keep the focus where it was; a card that was played hands it to its neighbour.
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
