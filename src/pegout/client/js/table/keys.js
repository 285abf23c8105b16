/** Keyboard control of the table. Single keys act only while no field has the focus. */

import { manyOf } from "../scene/choices.js";
import { countSentence, scoreLines } from "../scene/state.js";
import { settings } from "../settings.js";
import { t } from "../words.js";

/** @import { Table } from "./table.js" */

/** The keys that can be pressed by mistake or by dictation software: letters, digits and signs. */
const SINGLE = /^\S$/u;
/** The fields that take typed keys; a slider handles them like the rest of the table. */
const FIELD = "input:not([type=range]), select, textarea";

/** Return whether single keys are shortcuts. */
const singleKeys = () => settings.get().keys;

/**
 * Handle a key.
 * @param {Table} table
 * @param {KeyboardEvent} event
 */
export function keyboard(table, event) {
  const target = event.target instanceof Element ? event.target : null;
  const inside = !target || target === document.body || table.root.contains(target);
  if (!inside || !table.scene || event.defaultPrevented) return;
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const field = target?.matches(FIELD) ?? false;
  if (field) inField(table, event, /** @type {Element} */ (target));
  else if (event.key === "Enter") enter(table, event, target);
  else if (SINGLE.test(event.key) && !singleKeys()) return;
  else if (table.reviewing?.key(event)) event.preventDefault();
  else if (/^[0-9]$/.test(event.key)) digit(table, event);
  else if (event.key.startsWith("Arrow")) arrow(table, event, target);
  else letter(table, event, target);
}

/**
 * @param {Table} table
 * @param {KeyboardEvent} event
 * @param {Element} target
 */
function inField(table, event, target) {
  if (event.key !== "Enter" || !target.matches(".pt-number")) return;
  event.preventDefault();
  table.press("primary");
}

/**
 * Enter presses the primary button, unless another button has the focus.
 * @param {Table} table
 * @param {KeyboardEvent} event
 * @param {Element | null} target
 */
function enter(table, event, target) {
  if (table.over.celebrates) {
    event.preventDefault();
    table.over.end();
    return;
  }
  if (actsItself(table, target)) return;
  event.preventDefault();
  if (table.mode === "over") table.over.press();
  else table.press("primary");
}

/**
 * Return whether Enter acts on what has the focus. A card that cannot be chosen, or not any more,
 * does not block the primary button.
 * @param {Table} table
 * @param {Element | null} target
 */
function actsItself({ intent }, target) {
  const card = /** @type {HTMLElement | null} */ (target?.closest(".pt-card") ?? null);
  if (!card) return Boolean(target?.closest("button, a, summary"));
  if (!card.closest(".pt-hand")) return card.hasAttribute("aria-pressed");
  const choosing = !intent.calling && manyOf(intent.choices) > 0;
  return choosing && !intent.chosen.includes(card.dataset.key ?? "");
}

/** @param {Table} table @param {KeyboardEvent} event */
function digit(table, event) {
  const card = table.intent.hand[Number(event.key) - 1];
  const { choices, calling } = table.intent;
  const { guide } = table.scene ?? {};
  const cards =
    !calling && (manyOf(choices) > 0 || (guide?.way === "tap" && guide.anchor === "hand"));
  if (cards && card) {
    event.preventDefault();
    table.intent.tap(card);
    table.cards.element(card)?.focus();
  } else if (table.bar.asks) {
    event.preventDefault();
    table.bar.ask(event.key);
  }
}

/**
 * @param {Table} table
 * @param {KeyboardEvent} event
 * @param {Element | null} target
 */
function arrow(table, event, target) {
  const cards = table.keyboard.reach;
  const at = cards.indexOf(/** @type {HTMLButtonElement} */ (target));
  if (event.key === "ArrowDown" && at >= 0) {
    /** @type {HTMLElement | null} */
    const first = table.parts.foot.querySelector(".pt-buttons button:not([hidden])");
    first?.focus();
  } else if (event.key === "ArrowUp" && at < 0) {
    cards[0]?.focus();
  } else if (event.key === "ArrowLeft" || event.key === "ArrowRight") {
    const step = event.key === "ArrowLeft" ? -1 : 1;
    const to = at < 0 ? 0 : (at + step + cards.length) % cards.length;
    if (target?.matches(".pt-fan") || !cards.length) return;
    cards[to]?.focus();
  } else {
    return;
  }
  event.preventDefault();
}

/**
 * @param {Table} table
 * @param {KeyboardEvent} event
 * @param {Element | null} target
 */
function letter(table, event, target) {
  const scene = /** @type {any} */ (table.scene);
  /** @type {Record<string, () => unknown>} */
  const handlers = {
    h: () => table.press("hint") || table.tell(t("There is no hint to give now.")),
    c: () => table.tell(countSentence(scene)),
    s: () =>
      table.tell(
        scoreLines(scene)
          .map(({ text }) => text)
          .join(". "),
      ),
    l: () => table.log.toggle(),
    m: () => {
      if (!table.press("call")) table.tell(t("There is no count to call muggins on now."));
      if (table.intent.calling) table.bar.ask();
    },
    u: () => table.press("undo") || table.tell(t("There is nothing to take back here.")),
    n: () => table.onward(),
    escape: () => onEscape(table),
    "?": () => table.help(),
  };
  let handler = handlers[event.key.toLowerCase()];
  // The space bar presses a focused button; elsewhere it shows the next step.
  if (event.key === " " && !target?.closest("button, a, summary")) handler = () => table.onward();
  if (!handler) return;
  event.preventDefault();
  handler();
}

/** @param {Table} table */
function onEscape(table) {
  if (table.scores.unfolded.open) table.scores.unfolded.toggle(false);
  else if (table.log.over) table.log.toggle(false);
  else if (table.watched) table.hurry();
  else table.intent.rest();
}
