/** The ready phrases: a short list to choose from, and a bubble for each phrase received. */

import { fill, h, label, pushButton, uniqueId } from "../dom.js";
import { icon } from "../draw/icons.js";
import { settings } from "../settings.js";
import { mark, t } from "../words.js";
import { opensList } from "./choice.js";

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
const MAX = 3;
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
    "button.icon-button",
    {
      type: "button",
      "aria-haspopup": "menu",
      "aria-expanded": false,
      "aria-controls": id,
    },
    icon("speak"),
  );
  const list = h("div.choices.phrase-list", { id, role: "menu", hidden: true });
  const element = h("div.phrase-box", button, list);

  const { close, destroy } = opensList(button, list);

  function render() {
    label(button, t("Say something"));
    list.setAttribute("aria-label", t("Say something"));
    fill(
      list,
      Object.entries(PHRASES).map(([phrase, said]) =>
        pushButton(
          { class: "choice phrase focus-inside", role: "menuitem", tabindex: -1 },
          () => {
            close();
            say(phrase);
          },
          t(said),
        ),
      ),
    );
  }
  render();
  return { element, render, destroy };
}

/**
 * Create the place for received phrases: in the row above the table, where they cover nothing. Each
 * disappears by itself, unless it has the focus or the pointer, or the page is hidden; the log
 * contains it as well.
 * @returns {{element: HTMLElement, say: (phrase: {seat: number, phrase: string, text: string},
 *   speaker: {name: string, mine: boolean}) => void, clear: () => void}}
 */
export function bubbles() {
  const element = h("div.bubbles.shrink.optional", { role: "log" });

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
      const bubble = pushButton(
        { class: "bubble list surface touch", dataset: { seat: String(seat) } },
        () => bubble.remove(),
        h("b.bubble-name.clip", mine ? t("You") : name),
        h("span.visually-hidden", ": "),
        h("span.bubble-said", said ? t(said) : text),
        h("span.visually-hidden", ` (${t("Close this")})`),
      );
      // The last phrase comes first, because there may be room for only one.
      element.prepend(bubble);
      later(bubble);
      while (element.childElementCount > MAX) element.lastElementChild?.remove();
    },
    clear: () => element.replaceChildren(),
  };
}
