/**
 * The keys of the text view. They act while the view or nothing has the focus, never in a field.
 */

import { manyOf } from "../scene/choices.js";
import { cardName } from "../scene/names.js";
import { countSentence, scoreLines } from "../scene/state.js";
import { t } from "../words.js";

/** @import { TextView } from "./view.js" */

/** The number of log sentences that the key L reads. */
const LAST_SENTENCES = 5;

/**
 * Handle a key.
 * @param {TextView} view
 * @param {KeyboardEvent} event
 */
export function handleKey(view, event) {
  const target = event.target instanceof Element ? event.target : null;
  const inside = !target || target === document.body || view.root.contains(target);
  if (!inside || !view.scene || event.defaultPrevented) return;
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  if (view.reviewing && mayBeKey(view, event) && view.reviewing.key(event)) {
    event.preventDefault();
  } else if (event.key === "Escape") onEscape(view);
  else if (target?.matches("input, select, textarea")) return;
  else if (event.key === "Enter") enter(view, event, target);
  else if (/^\S$/u.test(event.key) && view.settings.get().keys === false) return;
  else if (/^[1-9]$/.test(event.key)) digit(view, event);
  else letter(view, event);
}

/**
 * Return whether this player uses a key.
 * @param {TextView} view
 * @param {KeyboardEvent} event
 */
function mayBeKey(view, event) {
  return !/^\S$/u.test(event.key) || view.settings.get().keys !== false;
}

/** @param {TextView} view */
function onEscape(view) {
  if (view.scene && (view.scene.busy || view.scene.thinking !== null)) {
    view.actions.skip?.();
  } else if (view.asking) {
    view.run("takeBack", 0);
  } else if (view.chosen.length) {
    view.chosen = [];
    view.drawHand();
    view.drawControls();
  }
}

/**
 * Enter presses the first button, unless another button has the focus.
 * @param {TextView} view
 * @param {KeyboardEvent} event
 * @param {Element | null} target
 */
function enter(view, event, target) {
  const card = target?.getAttribute("data-card");
  const confirming = card && view.chosen.includes(card);
  // If no card can be chosen, a focused card does not block the first button.
  const idle = card && !manyOf(view.choices);
  if (!confirming && !idle && target?.closest("button, a, summary")) return;
  const control = view.controls.find((item) => item.primary);
  if (!control || (confirming && control.why)) return;
  event.preventDefault();
  const input = control.field ? view.buttons.querySelector("input") : null;
  if (!input) view.run(control.key, 0);
  else if (control.why) view.tell(control.why);
  else input.focus();
}

/** @param {TextView} view @param {KeyboardEvent} event */
function digit(view, event) {
  const field = view.buttons.querySelector("input");
  if (field && !view.choices.play) {
    // The browser types the pressed digit into the field.
    field.focus();
    field.select();
    return;
  }
  const button = view.cards.querySelectorAll("button")[Number(event.key) - 1];
  const card = button?.dataset.card;
  if (!button || !card) return;
  event.preventDefault();
  button.focus();
  const before = view.chosen.includes(card);
  view.press(card);
  const after = view.chosen.includes(card);
  const name = cardName(card);
  if (after && !before) view.live.say(t("{card}, chosen", { card: name }));
  else if (before && !after) view.live.say(t("{card}, put back", { card: name }));
}

/** @param {TextView} view @param {KeyboardEvent} event */
function letter(view, event) {
  const scene = /** @type {import("../scene/state.js").Scene} */ (view.scene);
  /** @type {Record<string, () => unknown>} */
  const handlers = {
    h: () => view.run("hint", 0) || view.tell(t("There is no hint to give now.")),
    c: () => view.tell(countSentence(scene)),
    s: () =>
      view.tell(
        scoreLines(scene)
          .map(({ text }) => `${text}.`)
          .join(" "),
      ),
    l: () =>
      view.tell(
        scene.log
          .slice(-LAST_SENTENCES)
          .map(({ text }) => text)
          .join(" "),
      ),
    u: () => view.run("undo", 0) || view.tell(t("There is nothing to take back here.")),
    m: () => view.callMuggins() || view.tell(t("There is no count to call muggins on now.")),
    n: () => view.actions.next?.(),
    "?": () => {
      view.help.open = true;
      view.tell(
        helpLines(true, view.reviewing)
          .map(({ key, text }) => `${key}: ${text}.`)
          .join(" "),
      );
    },
  };
  const handler = handlers[event.key.toLowerCase()];
  if (!handler) return;
  event.preventDefault();
  handler();
}

/**
 * Return every key with its function.
 * @param {boolean} [single] whether single keys are shortcuts
 * @param {import("../review/review.js").Review | null} [review] the current replay or review, if any
 * @returns {{key: string, text: string}[]}
 */
export function helpLines(single = true, review = null) {
  if (review) return review.keys().filter(({ key }) => single || !/^\S$/u.test(key));
  const lines = [
    { key: "1–6", text: t("choose a card, or type a number") },
    { key: "Enter", text: t("press the bright button") },
    { key: "H", text: t("ask for a hint") },
    { key: "C", text: t("say the count") },
    { key: "S", text: t("say the scores") },
    { key: "L", text: t("say what happened last") },
    { key: "M", text: t("call muggins, while a count can be answered") },
    { key: "U", text: t("take your last decision back, against the computer") },
    { key: "N", text: t("go on, where every step waits for you") },
    { key: "Esc", text: t("skip what is being shown; put chosen cards back") },
    { key: "?", text: t("show these keys") },
  ];
  return single ? lines : lines.filter(({ key }) => key === "Enter" || key === "Esc");
}
