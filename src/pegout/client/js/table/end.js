/** The end of a game: the winner, the sources of the points, and the next actions. */

import { h, pushButton, uniqueId } from "../dom.js";
import { cardFace } from "../draw/cards.js";
import { face } from "../draw/faces.js";
import { MEANT } from "../held.js";
import { sideOf } from "../rules.js";
import { cardName, levelTitle, sideNames, skunkName } from "../scene/names.js";
import { joined, t } from "../words.js";
import { medalOf } from "./finale.js";
import { sayName, shape } from "./parts.js";

export { luckLine } from "../review/luck_line.js";
export { Finale } from "./finale.js";

/** @import { Scene, Tally } from "../scene/script.js" */

/** The length of a sentence beyond which a phone shows it in smaller type, in characters. */
const LONG = 36;
/** The width of the cards that made the last points, in pixels. */
const WIDTH = 44;
/** The most parts of a score that have room beside a name and a level on a phone. */
const FEW = 4;

/**
 * Draw the end of a game.
 * @param {Scene} scene
 * @param {Record<string, (of?: any) => unknown>} handlers
 * @param {HTMLElement | null} luck the line about luck and skill
 * @returns {HTMLElement}
 */
export function ending(scene, handlers, luck) {
  const tally = result(scene, luck);
  requestAnimationFrame(() => {
    /** @type {NodeListOf<HTMLElement>} */
    const names = tally.querySelectorAll(".pt-tally-name");
    for (const name of names) sayName(name, JSON.parse(name.dataset.names ?? "[]"));
    // A scrolling element has to be reachable by keyboard.
    if (tally.scrollHeight > tally.clientHeight) tally.tabIndex = 0;
  });
  return h(
    "section.pt-end.list.plate",
    { "aria-label": t("The end") },
    tally,
    h("p.pt-end-says.centred", { hidden: true }),
    buttons(scene, handlers),
  );
}

/**
 * Draw the cards that made the last points: the hand that was counted last, or the last count.
 * @param {Scene} scene
 * @returns {HTMLElement | null}
 */
function lastCards({ view, outcome }) {
  if (!outcome || outcome.early) return null;
  const shown = view.shown.at(-1);
  const cards = shown
    ? [...shown.cards, view.starter]
    : view.pile.map((/** @type {{card: string}} */ { card }) => card);
  if (!cards.length) return null;
  return h(
    "ul.pt-last-cards.middle",
    { role: "list", "aria-label": t("The last cards") },
    cards.map((/** @type {string} */ card) =>
      h("li", h("span.visually-hidden", cardName(card)), cardDrawn(card)),
    ),
  );
}

/** @param {string} card */
function cardDrawn(card) {
  const face = cardFace(card, { width: WIDTH });
  face.setAttribute("aria-hidden", "true");
  return face;
}

/**
 * Draw the result: the winner, the memorable events, and the sources of the points.
 * @param {Scene} scene
 * @param {HTMLElement | null} luck
 * @returns {HTMLElement}
 */
function result(scene, luck) {
  const { standing, outcome } = scene;
  const ended = [...scene.log].reverse();
  const said = ended.find((event) => event.type === "game_ended")?.text ?? "";
  const match = ended.find((event) => event.type === "match_ended")?.text ?? "";
  const won = outcome?.says ?? said;
  const more = (/** @type {string} */ text) =>
    text ? h("p.pt-won-more.quiet.centred", text) : null;
  return h(
    "div.pt-result.list",
    lastCards(scene),
    h("h2", { class: ["pt-won centred", won.length > LONG && "long"], tabindex: "-1" }, won),
    more(scene.view.resigned === null ? "" : (standing?.says ?? "")),
    learnt(scene),
    luck,
    outcome?.feats.length ? feats(outcome) : null,
    more(outcome?.worth ?? ""),
    table(scene),
    more(match),
  );
}

/**
 * Draw what the player has learnt in a lesson.
 * @param {Scene} scene
 * @returns {HTMLElement | null}
 */
function learnt({ standing }) {
  const said = standing?.guide?.learnt ?? [];
  if (!said.length) return null;
  return h(
    "section.pt-learnt",
    h("h3.note", t("You know now")),
    h(
      "ul.list",
      { role: "list" },
      said.map((/** @type {string} */ text) => h("li", text)),
    ),
  );
}

/**
 * Draw the memorable events, each with its medal.
 * @param {import("../wire").Outcome} outcome
 * @returns {HTMLElement}
 */
function feats(outcome) {
  return h(
    "ul.pt-feats.middle.wrap",
    { role: "list" },
    outcome.feats.map((feat) =>
      h(
        "li.pt-feat.row",
        medalOf(feat, outcome),
        h("p", h("b", feat.word), " ", h("small.note", feat.says)),
      ),
    ),
  );
}

/**
 * Draw the buttons: the next game, and the actions for this one.
 * @param {Scene} scene
 * @param {Record<string, (of?: any) => unknown>} handlers
 * @returns {HTMLElement}
 */
function buttons(scene, handlers) {
  const { standing } = scene;
  const seated = scene.seat !== null;
  const button = (/** @type {string} */ name, /** @type {string} */ label, main = false) =>
    handlers[name]
      ? pushButton(
          { class: `button ${main ? "primary pt-do" : "pt-quiet"}`, dataset: { key: name } },
          (/** @type {any} */ { currentTarget: pressed }) =>
            pressed.ariaDisabled === "true" || handlers[name]?.(),
          label,
        )
      : null;
  const share = scene.outcome?.story ? button("share", t("Share")) : null;
  const rarer = h(
    "div.pt-end-more.list",
    { id: uniqueId("more"), hidden: true },
    handlers.drills ? share : null,
    button("verify", t("Verify")),
    button("save", t("Save the record")),
    button("look", t("Look at the table")),
  );
  const opener = pushButton(
    { class: "button pt-quiet", "aria-expanded": "false", "aria-controls": rarer.id },
    () => {
      rarer.hidden = !rarer.hidden;
      opener.setAttribute("aria-expanded", String(!rarer.hidden));
    },
    t("More"),
  );
  return h(
    "div.pt-end-buttons.wrap",
    later(seated && standing?.next_game ? button("nextGame", t("Next game"), true) : null),
    later(seated && standing?.over ? button("again", t("Play again"), true) : null),
    later(button("another", t("Play again"), true)),
    button("drills", t("Drills")),
    button("toReview", t("Back to the decision"), true),
    button("compare", t("Compare both games"), true),
    standing?.over ? button("standings", t("Standings"), true) : null,
    button("review", t("Review")),
    handlers.drills ? null : share,
    opener,
    rarer,
  );
}

/**
 * Let a button act only once a press can be meant for it: it stands where the last card was played.
 * @param {HTMLElement | null} button
 */
function later(button) {
  button?.setAttribute("aria-disabled", "true");
  setTimeout(() => button?.removeAttribute("aria-disabled"), MEANT);
  return button;
}

/**
 * Draw the levels of a side's computer players, each with its face.
 * @param {Scene} scene
 * @param {number} side
 */
function levels({ setup }, side) {
  const kinds = setup.seats.flatMap(
    (/** @type {{kind: string}} */ { kind }, /** @type {number} */ seat) =>
      kind !== "person" && sideOf(setup.rules, seat) === side ? [kind] : [],
  );
  return [...new Set(kinds)].map((kind) =>
    h("span.pt-tally-level.quiet", face(kind), levelTitle(kind)),
  );
}

/** @param {Scene} scene @returns {HTMLElement} */
function table(scene) {
  const { tally, view, results, setup } = scene;
  const other = tally.some((row) => row.other);
  /** @type {[keyof Tally, string][]} */
  const columns = [
    ["play", t("Play")],
    ["hand", t("Hands")],
    ["crib", t("Crib")],
  ];
  if (setup.rules.start_scores.length) columns.unshift(["start", t("At the start")]);
  if (other) columns.push(["other", t("Other")]);
  const long = setup.games > 1 || setup.play_to > 0;
  const result = results.at(-1);
  const order = view.scores.map((/** @type {number} */ _, /** @type {number} */ side) => side);
  order.sort(
    (/** @type {number} */ left, /** @type {number} */ next) =>
      view.scores[next] - view.scores[left],
  );
  // On a phone the style sheet transposes the table, so the rows need explicit roles.
  const row = (/** @type {any[]} */ ...cells) => h("tr", { role: "row" }, ...cells);
  const head = (/** @type {any} */ title, name = "") =>
    h("th", { scope: "col", role: "columnheader", class: name || null }, title);
  const cell = (/** @type {number} */ n, total = false) =>
    h("td", { role: "cell", class: total ? "pt-tally-score bold" : null }, n);
  const parts = columns.length + (long ? 1 : 0);
  return h(
    "table",
    {
      class: [
        "pt-tally",
        order.length === 2 && "few",
        parts >= FEW && "without-score",
        parts > FEW && "tight",
      ],
      role: "table",
      style: { "--rows": parts + 1 },
    },
    h(
      "thead",
      { role: "rowgroup" },
      row(
        head(h("span.visually-hidden", t("Side")), "pt-tally-none"),
        columns.map(([, title]) => head(title)),
        head(t("Score"), "pt-tally-score"),
        long ? head(t("Match")) : null,
      ),
    ),
    h(
      "tbody",
      { role: "rowgroup" },
      order.map((/** @type {number} */ side) => {
        const skunk = result?.skunks?.[side] ?? 0;
        const names = sideNames(/** @type {any} */ (scene), side);
        const name = joined(names);
        const beaten = skunkName(skunk);
        return row(
          h(
            "th",
            { scope: "row", role: "rowheader", "aria-label": beaten ? `${name}, ${beaten}` : name },
            h(
              "span.pt-tally-side.row",
              shape(side),
              h("span.pt-tally-name.clip", { dataset: { names: JSON.stringify(names) } }, name),
            ),
            levels(scene, side),
            beaten ? h("span.pt-skunk.quiet", beaten) : null,
          ),
          columns.map(([name]) => cell(tally[side]?.[name] ?? 0)),
          cell(view.scores[side], true),
          long ? cell(scene.points[side] ?? 0) : null,
        );
      }),
    ),
  );
}
