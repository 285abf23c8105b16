/**
 * A chip that shows a value and opens a short list of the other values, with a sentence for each.
 */

import { append, h, pushButton, uniqueId } from "../dom.js";

/**
 * @typedef {{value: any, title: string, help?: string, picture?: () => Element | undefined}} Choice
 *   `picture` draws what stands beside it when the list opens; nothing while it cannot be drawn
 */

/** The distance of a list from its chip and from the edge of the window, in pixels. */
const GAP = 4;
const EDGE = 16;

/**
 * @param {object} options
 * @param {string} options.name the accessible name of the choice
 * @param {string} options.text the text on the chip
 * @param {string} [options.key] the key that identifies the chip after a redraw
 * @param {Element} [options.shown] a picture on the chip
 * @param {Choice[]} options.choices
 * @param {(value: any) => boolean} options.chosen
 * @param {(value: any) => void} options.choose
 * @returns {HTMLElement[]} the chip and its list, both to be appended to `.chips`
 */
export function chip({ name, text, key = "", shown, choices, chosen, choose }) {
  const id = uniqueId("choices");
  const button = h(
    "button.chip",
    {
      type: "button",
      "aria-expanded": false,
      "aria-haspopup": "menu",
      "aria-controls": id,
      dataset: { key },
    },
    h("span.visually-hidden", `${name}: `),
    shown,
    h("span", { dataset: { says: "" } }, text),
  );
  const list = h("div.choices", { id, role: "menu", "aria-label": name, hidden: true });

  for (const { value, title, help, picture } of choices) {
    append(
      list,
      pushButton(
        {
          class: ["choice focus-inside", picture && "faced"],
          role: "menuitemradio",
          "aria-checked": String(chosen(value)),
          tabindex: -1,
        },
        () => {
          close();
          choose(value);
        },
        h("b", title),
        help ? h("small", help) : null,
      ),
    );
  }

  function open() {
    choices.forEach(({ picture }, at) => {
      const item = list.children[at];
      if (item && !item.querySelector("svg")) item.prepend(picture?.() ?? "");
    });
    place();
  }

  /**
   * Place the list where there is more room, below its chip or above, within the window. On a small
   * screen a style sheet may place it elsewhere.
   */
  function place() {
    const around = list.offsetParent?.getBoundingClientRect();
    if (!around) return;
    const at = button.getBoundingClientRect();
    const below = innerHeight - at.bottom - EDGE;
    const above = at.top - EDGE;
    const up = below < Math.min(list.scrollHeight, above);
    const height = Math.min(list.scrollHeight + GAP, up ? above : below);
    const top = up ? at.top - GAP - height : at.bottom + GAP;
    // The list may be wider than its chip.
    const left = Math.max(EDGE / 2, Math.min(at.left, innerWidth - list.offsetWidth - EDGE));
    list.style.setProperty("--top", `${top - around.top}px`);
    list.style.setProperty("--left", `${left - around.left}px`);
    list.style.setProperty("--room", `${height}px`);
  }

  const { close } = opensList(button, list, open);
  return [button, list];
}

/**
 * Let a button open and close a list of choices, by press and by keyboard.
 * @param {HTMLElement} button
 * @param {HTMLElement} list
 * @param {() => void} [opened] a callback, run when the list is shown
 * @returns {{close: (back?: boolean) => void, destroy: () => void}} `close` returns the focus to the
 *   button, unless told otherwise
 */
export function opensList(button, list, opened = () => {}) {
  const items = () => /** @type {HTMLElement[]} */ ([...list.children]);

  /** @param {boolean} open */
  const show = (open) => {
    list.hidden = !open;
    button.setAttribute("aria-expanded", String(open));
    if (open) document.addEventListener("pointerdown", outside, true);
    else document.removeEventListener("pointerdown", outside, true);
  };
  const open = () => {
    show(true);
    opened();
    (items().find((item) => item.ariaChecked === "true") ?? items()[0])?.focus();
  };
  const close = (back = true) => {
    if (list.hidden) return;
    show(false);
    if (back) button.focus();
  };
  /** @param {Event} event */
  const outside = ({ target }) => {
    const inside = [list, button].some((element) => element.contains(/** @type {Node} */ (target)));
    if (!list.isConnected || !inside) close(false);
  };

  button.addEventListener("click", () => (list.hidden ? open() : close()));
  button.addEventListener("keydown", (event) => {
    if (event.key !== "ArrowDown" || !list.hidden) return;
    event.preventDefault();
    open();
  });
  list.addEventListener("keydown", (event) => {
    const all = items();
    const at = all.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    /** @type {Record<string, number>} */
    const to = { ArrowDown: at + 1, ArrowUp: at - 1 + all.length, Home: 0, End: all.length - 1 };
    // A key for the list must not reach what lies below.
    event.stopPropagation();
    if (event.key in to) {
      event.preventDefault();
      all[/** @type {number} */ (to[event.key]) % all.length]?.focus();
    } else if (event.key === "Escape") {
      close();
    }
  });
  list.addEventListener("focusout", ({ relatedTarget: next }) => {
    if (next && next !== button && !list.contains(/** @type {Node} */ (next))) close(false);
  });
  return { close, destroy: () => show(false) };
}
