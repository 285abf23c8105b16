/** The read-only parts of the text view: the hand being counted, the table, the log. */

import { h, write } from "../dom.js";
import { interleave } from "../scene/asides.js";
import { cardName, inOrder } from "../scene/names.js";
import { handTitle, scoreLines, tableRows, tallyLines } from "../scene/state.js";
import { joined, plural, t } from "../words.js";
import { keyed, putAttribute } from "./keyed.js";

/** @import { Scene } from "../scene/state.js" */
/** @import { TextView } from "./view.js" */

/**
 * Mark the cards of absent or thinking players.
 * @param {import("../scene/state.js").Row[]} rows
 * @param {TextView} view
 */
function withPresence(rows, { presence }) {
  return rows.map((row) => {
    const seat = /^holds-(\d+)$/.exec(row.key)?.[1];
    const state = seat === undefined ? "" : presence?.of(Number(seat)).text;
    return state ? { ...row, value: `${row.value}, ${state}` } : row;
  });
}

/**
 * Draw a list of plain sentences.
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
 * Return the children of an element that was created with a fixed number of them.
 * @param {Element} element
 * @returns {HTMLElement[]}
 */
function parts(element) {
  return /** @type {HTMLElement[]} */ ([...element.children]);
}

/**
 * Draw the hand or crib being counted.
 * @param {TextView} view
 * @param {Scene} scene
 */
export function drawCount(view, scene) {
  const count = view.shown ?? scene.count;
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
  const missed = view.counting.combining.missed(count);
  const phrases = count.phrases
    .slice(0, count.counted)
    .map((phrase, at) => (missed[at] ? t("{phrase} (missed)", { phrase }) : phrase));
  drawLines(view.phrases, phrases);
  view.phrases.hidden = phrases.length === 0;
  write(view.sum, count.nothing || plural("{n} point", "{n} points", count.points));
  view.sum.hidden = phrases.length === 0 && !count.nothing;
  drawHands(view, scene, count);
}

/**
 * Draw the counted hands of the deal as buttons that show them again.
 * @param {TextView} view
 * @param {Scene} scene
 * @param {import("../scene/script.js").Count} count the hand that is drawn
 */
function drawHands(view, scene, count) {
  const hands = scene.busy ? [] : scene.summary;
  keyed(
    view.hands,
    hands,
    ({ seat, crib }) => `${seat} ${crib}`,
    () => h("li", h("button.button", { type: "button" })),
    (item, { seat, crib, points, count: shown }) => {
      const button = /** @type {HTMLButtonElement} */ (item.firstElementChild);
      write(button, `${handTitle(scene, seat, crib)} ${points}`);
      putAttribute(button, "aria-pressed", seat === count.seat && crib === count.crib);
      button.onclick = () => view.lookAgain(shown);
    },
  );
  view.hands.hidden = hands.length === 0;
  view.hands.setAttribute("aria-label", t("The hands of this deal"));
}

/**
 * Draw the cards on the table, and the scores.
 * @param {TextView} view
 * @param {Scene} scene
 */
export function drawTable(view, scene) {
  const row = () => h("div", h("dt"), h("dd", h("span"), h("ol")));
  keyed(
    view.rows,
    withPresence(tableRows(scene), view),
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
    h("li", { class: `side-${side}` }, h("span"), h("small.note"));
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
 * Draw the log, deal by deal. The newest deal comes first, so reading on goes back in time.
 * @param {TextView} view
 * @param {Scene} scene
 */
export function drawLog(view, scene) {
  const { log } = scene;
  const asides = view.asides?.of(scene) ?? [];
  const last = log.at(-1)?.number;
  const state = [scene.game, log.length, last, log[0]?.text, asides.length].join(" ");
  if (state === view.logged) return;
  view.logged = state;
  /** @type {Map<number, string[]>} */
  const deals = new Map();
  let current = 0;
  for (const line of interleave(log, asides)) {
    if (!("say" in line)) current = line.deal ?? 0;
    const text = "say" in line ? line.say() : line.text;
    deals.set(current, [...(deals.get(current) ?? []), text]);
  }
  const groups = [...deals].map(([deal, lines]) => ({
    deal,
    lines: lines.map((text, at) => ({ text, at })),
  }));
  const group = () => h("div", h("h4"), h("ol"));
  const key = (/** @type {{deal: number}} */ { deal }) => `${scene.game} ${deal}`;
  keyed(view.deals, groups.reverse(), key, group, (element, { deal, lines }) => {
    const [title, list] = parts(element);
    if (!title || !list) return;
    write(title, deal ? t("Deal {deal}", { deal }) : t("Before the deal"));
    putAttribute(list, "reversed", "");
    keyed(
      list,
      lines.reverse(),
      ({ at }) => String(at),
      () => h("li"),
      (item, { text }) => write(item, text),
    );
  });
}
