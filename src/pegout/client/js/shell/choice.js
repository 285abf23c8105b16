// @ts-check
/**
 * A chip that shows a value and opens a short list of the other values, with a sentence for each.
 */

import { append, h, uniqueId } from "../dom.js";

/** @typedef {{value: any, title: string, help?: string}} Choice */

/** The distance of a list from its chip and from the edge of the window, in pixels. */
const GAP = 4;
const EDGE = 16;

/**
 * @param {object} options
 * @param {string} options.name the accessible name of the choice
 * @param {string} options.text the text on the chip
 * @param {string} [options.key] the key that identifies the chip after a redraw
 * @param {Choice[]} options.choices
 * @param {(value: any) => boolean} options.chosen
 * @param {(value: any) => void} options.choose
 * @returns {HTMLElement[]} the chip and its list, both to be appended to `.chips`
 */
export function chip({ name, text, key = "", choices, chosen, choose }) {
  const id = uniqueId("choices");
  const button = h(
    "button",
    {
      class: "chip",
      type: "button",
      "aria-expanded": false,
      "aria-haspopup": "menu",
      "aria-controls": id,
      dataset: { key },
    },
    h("span", { class: "visually-hidden" }, `${name}: `),
    h("span", { dataset: { says: "" } }, text),
  );
  const list = h("div", { class: "choices", id, role: "menu", "aria-label": name, hidden: true });

  for (const { value, title, help } of choices) {
    append(
      list,
      h(
        "button",
        {
          class: "choice",
          type: "button",
          role: "menuitemradio",
          "aria-checked": String(chosen(value)),
          tabindex: -1,
          onclick: () => {
            close();
            choose(value);
          },
        },
        h("b", null, title),
        help ? h("small", null, help) : null,
      ),
    );
  }
  const items = () => /** @type {HTMLElement[]} */ ([...list.children]);

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

  function open() {
    list.hidden = false;
    button.setAttribute("aria-expanded", "true");
    place();
    (items().find((item) => item.ariaChecked === "true") ?? items()[0])?.focus();
    document.addEventListener("pointerdown", outside, true);
  }

  /** @param {boolean} [back] whether the focus returns to the chip */
  function close(back = true) {
    if (list.hidden) return;
    list.hidden = true;
    button.setAttribute("aria-expanded", "false");
    document.removeEventListener("pointerdown", outside, true);
    if (back) button.focus();
  }

  /** @param {Event} event */
  function outside(event) {
    const target = /** @type {Node} */ (event.target);
    if (!list.isConnected || (!list.contains(target) && !button.contains(target))) close(false);
  }

  button.addEventListener("click", () => (list.hidden ? open() : close()));
  button.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown" && list.hidden) {
      event.preventDefault();
      open();
    }
  });
  list.addEventListener("keydown", (event) => {
    const all = items();
    const at = all.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    /** @type {Record<string, number>} */
    const to = { ArrowDown: at + 1, ArrowUp: at - 1 + all.length, Home: 0, End: all.length - 1 };
    if (event.key in to) {
      event.preventDefault();
      all[/** @type {number} */ (to[event.key]) % all.length]?.focus();
    } else if (event.key === "Escape") {
      event.stopPropagation();
      close();
    }
  });
  list.addEventListener("focusout", (event) => {
    const next = /** @type {Node | null} */ (event.relatedTarget);
    if (next && !list.contains(next) && next !== button) close(false);
  });
  return [button, list];
}
