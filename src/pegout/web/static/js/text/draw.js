// @ts-check
/** The parts of the text view that are only read: a hand that is counted, the table, the log. */

import { h } from "../dom.js";
import { between } from "../table/asides.js";
import { plural, t } from "../words.js";
import { keyed, mind, write } from "./keyed.js";
import { cardName, inOrder, joined } from "./names.js";
import { handTitle, scoreLines, tableRows, tallyLines } from "./state.js";

/** @typedef {import("./state.js").Scene} Scene */
/** @typedef {import("./view.js").TextView} TextView */

/**
 * A list of plain sentences.
 * @param {Element} list
 * @param {readonly string[]} lines
 */
function drawLines(list, lines) {
  const items = lines.map((text, at) => ({ text, at }));
  const key = (/** @type {{at: number}} */ { at }) => String(at);
  keyed(
    list,
    items,
    key,
    () => h("li"),
    (item, { text }) => write(item, text),
  );
}

/**
 * Give the children of an element that was made with exactly so many.
 * @param {Element} element
 * @returns {HTMLElement[]}
 */
function parts(element) {
  return /** @type {HTMLElement[]} */ ([...element.children]);
}

/**
 * Draw the hand or crib that is counted.
 * @param {TextView} view
 * @param {Scene} scene
 */
export function drawCount(view, scene) {
  const { count } = scene;
  const { box, heading } = view.sections.count;
  box.hidden = count === null;
  if (!count) return;
  write(heading, handTitle(scene, count.seat, count.crib));
  const cards = joined(inOrder(count.cards, true).map(cardName));
  const starter = scene.view.starter ? cardName(scene.view.starter) : "";
  write(
    view.counted,
    starter ? t("{cards}; the starter is the {starter}.", { cards, starter }) : cards,
  );
  const told = count.phrases.slice(0, count.told);
  drawLines(view.phrases, told);
  view.phrases.hidden = told.length === 0;
  write(view.sum, count.nothing || plural("{n} point", "{n} points", count.points));
  view.sum.hidden = told.length === 0 && !count.nothing;
}

/**
 * Draw what lies on the table, and the scores.
 * @param {TextView} view
 * @param {Scene} scene
 */
export function drawTable(view, scene) {
  const row = () => h("div", null, h("dt"), h("dd", null, h("span"), h("ol")));
  keyed(
    view.rows,
    tableRows(scene),
    ({ key }) => key,
    row,
    (element, { label, value, items }) => {
      const [name, content] = parts(element);
      const [text, list] = content ? parts(content) : [];
      if (!name || !text || !list) return;
      write(name, label);
      write(text, value);
      list.hidden = !items?.length;
      drawLines(list, items ?? []);
    },
  );
  const line = (/** @type {{side: number}} */ { side }) =>
    h("li", { "data-side": String(side) }, h("span"), h("small"));
  keyed(
    view.sides,
    scoreLines(scene),
    ({ side }) => String(side),
    line,
    (element, { text, last }) => {
      const [score, gain] = parts(element);
      if (!score || !gain) return;
      write(score, text);
      write(gain, last > 0 ? t("last score {points}", { points: last }) : "");
      gain.hidden = last <= 0;
    },
  );
  const tally = scene.view.phase === "over" ? tallyLines(scene) : [];
  drawLines(view.tally, tally);
  view.tally.hidden = tally.length === 0;
}

/**
 * Draw the log, deal by deal. While a game is on the newest stands first, so that reading on means
 * reading back; in a review it begins at the beginning.
 * @param {TextView} view
 * @param {Scene} scene
 */
export function drawLog(view, scene) {
  const { log } = scene;
  if (scene.view.phase !== "over") view.forward = false;
  const asides = view.asides?.of(scene) ?? [];
  const last = log.at(-1)?.number;
  const told = [log.length, last, log[0]?.text, asides.length];
  const state = [scene.game, view.forward, ...told].join(" ");
  if (state === view.logged) return;
  view.logged = state;
  /** @type {Map<number, string[]>} */
  const deals = new Map();
  let current = 0;
  for (const line of between(log, asides)) {
    if (!("say" in line)) current = line.deal ?? 0;
    const text = "say" in line ? line.say() : line.text;
    deals.set(current, [...(deals.get(current) ?? []), text]);
  }
  const groups = [...deals].map(([deal, lines]) => ({
    deal,
    lines: lines.map((text, at) => ({ text, at })),
  }));
  /**
   * @template T
   * @param {T[]} list
   */
  const turned = (list) => (view.forward ? list : list.reverse());
  const group = () => h("div", null, h("h4"), h("ol"));
  const key = (/** @type {{deal: number}} */ { deal }) => `${scene.game} ${deal}`;
  keyed(view.deals, turned(groups), key, group, (element, { deal, lines }) => {
    const [title, list] = parts(element);
    if (!title || !list) return;
    write(title, deal ? t("Deal {deal}", { deal }) : t("Before the deal"));
    mind(list, "reversed", view.forward ? null : "");
    keyed(
      list,
      turned(lines),
      ({ at }) => String(at),
      () => h("li"),
      (item, { text }) => write(item, text),
    );
  });
}
