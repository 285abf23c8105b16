// @ts-check
/** The ready phrases: a short list to choose from, and a bubble for each phrase received. */

import { fill, h, uniqueId } from "../dom.js";
import { icon } from "../draw/icons.js";
import { settings } from "../settings.js";
import { mark, t } from "../words.js";

/** @type {Record<string, string>} */
export const PHRASES = {
  good_luck: mark("Good luck!"),
  nice_hand: mark("Nice hand!"),
  nineteen: mark("Nineteen!"),
  wow: mark("Wow!"),
  well_played: mark("Well played!"),
  thanks: mark("Thank you!"),
  sorry: mark("Sorry!"),
  one_moment: mark("One moment, please."),
  good_game: mark("Good game!"),
  again: mark("Another game?"),
};

/** The most bubbles, one for each speaker. */
const MOST = 3;
/** How long a bubble stays, in milliseconds. */
const STAY = 7000;

/**
 * Create the button with its list.
 * @param {(phrase: string) => void} say
 * @returns {{element: HTMLElement, render: () => void, destroy: () => void}}
 */
export function phraseButton(say) {
  const id = uniqueId("phrases");
  const button = h(
    "button",
    {
      class: "icon-button",
      type: "button",
      "aria-haspopup": "menu",
      "aria-expanded": false,
      "aria-controls": id,
    },
    icon("speak"),
  );
  const list = h("div", { class: "choices phrase-list", id, role: "menu", hidden: true });
  const element = h("div", { class: "phrase-box" }, button, list);

  /** @param {boolean} open @param {boolean} [back] */
  function show(open, back = true) {
    list.hidden = !open;
    button.setAttribute("aria-expanded", String(open));
    if (open) /** @type {HTMLElement | null} */ (list.firstElementChild)?.focus();
    else if (back) button.focus();
  }
  const outside = (/** @type {Event} */ event) => {
    if (!list.hidden && !element.contains(/** @type {Node} */ (event.target))) show(false, false);
  };
  button.addEventListener("click", () => show(Boolean(list.hidden)));
  document.addEventListener("pointerdown", outside, true);
  element.addEventListener("keydown", (event) => {
    if (list.hidden) return;
    const all = /** @type {HTMLElement[]} */ ([...list.children]);
    const at = all.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    // A key for the list must not reach the table.
    event.stopPropagation();
    if (event.key === "Escape") show(false);
    else if (event.key === "ArrowDown") all[(at + 1) % all.length]?.focus();
    else if (event.key === "ArrowUp") all[(at - 1 + all.length) % all.length]?.focus();
    else return;
    event.preventDefault();
  });

  function render() {
    button.setAttribute("aria-label", t("Say something"));
    button.title = t("Say something");
    list.setAttribute("aria-label", t("Say something"));
    fill(
      list,
      Object.entries(PHRASES).map(([phrase, said]) =>
        h(
          "button",
          {
            class: "choice phrase",
            type: "button",
            role: "menuitem",
            tabindex: -1,
            onclick: () => {
              show(false);
              say(phrase);
            },
          },
          t(said),
        ),
      ),
    );
  }
  render();
  return {
    element,
    render,
    destroy: () => document.removeEventListener("pointerdown", outside, true),
  };
}

/**
 * Create the place for received phrases: in the row above the table, where they cover nothing. Each
 * disappears by itself, unless it has the focus or the pointer, or the page is hidden; the log
 * contains it as well.
 * @returns {{element: HTMLElement, say: (phrase: {seat: number, phrase: string, text: string},
 *   speaker: {name: string, mine: boolean}) => void, clear: () => void}}
 */
export function bubbles() {
  const element = h("div", { class: "bubbles", role: "log" });

  /** @param {HTMLElement} bubble */
  function later(bubble) {
    setTimeout(() => {
      if (document.hidden || bubble.matches(":hover, :focus")) later(bubble);
      else bubble.remove();
    }, STAY);
  }

  return {
    element,
    say({ seat, phrase, text }, { name, mine }) {
      if (!mine && settings.get().mutePhrases) return;
      const said = PHRASES[phrase];
      for (const old of element.querySelectorAll(`[data-seat="${seat}"]`)) old.remove();
      const bubble = h(
        "button",
        {
          class: "bubble",
          type: "button",
          dataset: { seat: String(seat) },
          onclick: () => bubble.remove(),
        },
        h("b", { class: "bubble-name" }, mine ? t("You") : name),
        h("span", { class: "visually-hidden" }, ": "),
        h("span", { class: "bubble-said" }, said ? t(said) : text),
        h("span", { class: "visually-hidden" }, ` (${t("Close this")})`),
      );
      // The last phrase comes first, because there may be room for only one.
      element.prepend(bubble);
      later(bubble);
      while (element.childElementCount > MOST) element.lastElementChild?.remove();
    },
    clear: () => element.replaceChildren(),
  };
}
