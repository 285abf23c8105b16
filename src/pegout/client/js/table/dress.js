/** The names and states of cards: playable, selected, scoring. */

import { h } from "../dom.js";
import { sideOf } from "../rules.js";
import { cardName } from "../scene/names.js";
import { t } from "../words.js";
import { putAt } from "./parts.js";

/** @import { Scene } from "../scene/script.js" */
/** @import { Intent } from "./intent.js" */
/** @import { Placement } from "./layout.js" */
/** @import { Cards } from "./motion.js" */

/**
 * Set the accessible names and the states of the cards.
 * @param {Cards} cards
 * @param {Map<string, Placement>} placements
 * @param {Scene} scene
 * @param {Intent | null} intent null if no action is possible
 */
export function dress(cards, placements, scene, intent) {
  const names = scene.standing?.cards ?? scene.latest?.cards ?? {};
  for (const [key, { element }] of cards.entries()) {
    const placement = placements.get(key);
    if (!placement || placement.card === "??" || placement.zone === "kept") continue;
    const own = placement.zone === "hand" || placement.zone === "slot";
    if (own) inHand(element, key, intent ?? scene.decided ?? null);
    else onTable(element, key, placement, scene);
    const { combining } = intent ?? {};
    mark(element, own ? (scene.standing?.guide?.marks[key] ?? "") : "");
    if (combining?.open(scene).includes(key)) {
      const picked = combining.picked.includes(key);
      element.classList.toggle("lit", picked);
      element.tabIndex = 0;
      element.setAttribute("aria-pressed", String(picked));
    }
    const name = names[key] ?? cardName(key);
    const before = placement.zone === "earlier";
    element.setAttribute(
      "aria-label",
      before ? t("{card}, of an earlier count", { card: name }) : name,
    );
  }
}

/** Mark what a card would make. @param {HTMLElement} element @param {string} sign */
function mark(element, sign) {
  if (sign) element.dataset.mark = sign;
  else delete element.dataset.mark;
}

/**
 * @param {HTMLElement} element
 * @param {string} card
 * @param {Pick<Intent, "chosen" | "advised"> & {choices?: Intent["choices"]} | null} intent
 */
function inHand(element, card, intent) {
  const chosen = intent?.chosen.includes(card) ?? false;
  const play = intent?.choices?.play;
  const muted = play !== undefined && !play.cards?.includes(card);
  element.classList.remove("lit", "unlit");
  element.classList.toggle("chosen", chosen);
  element.classList.toggle("muted", muted);
  element.classList.toggle("advised", intent?.advised.includes(card) ?? false);
  element.tabIndex = 0;
  element.dataset.side = "";
  element.setAttribute("aria-pressed", String(chosen));
  element.setAttribute("aria-disabled", String(muted));
}

/**
 * @param {HTMLElement} element
 * @param {string} card
 * @param {Placement} placement
 * @param {Scene} scene
 */
function onTable(element, card, placement, scene) {
  const lit = scene.lit.includes(card);
  const others = scene.busy && scene.lit.length > 0 && placement.zone !== "earlier";
  element.classList.remove("chosen", "muted", "advised");
  element.classList.toggle("lit", lit);
  element.classList.toggle("unlit", others && !lit && scene.count !== null);
  element.tabIndex = -1;
  const inPile = placement.zone === "pile" && placement.seat !== null;
  element.dataset.side = inPile ? String(sideOf(scene.setup.rules, placement.seat ?? 0)) : "";
  element.removeAttribute("aria-pressed");
  element.removeAttribute("aria-disabled");
}

/**
 * Show points at the card that scored them.
 * @param {HTMLElement} layer
 * @param {any} event
 * @param {Map<string, Placement>} placements
 * @param {Scene} scene
 * @param {import("./layout.js").Box} middle the area of the play; cards above it belong to the
 *   other players
 * @param {boolean} still
 */
export function float(layer, event, placements, scene, middle, still) {
  if (!event.points || !["play", "go", "heels"].includes(event.reason)) return;
  const { view } = scene;
  const card = event.reason === "heels" ? view.starter : (view.pile.at(-1)?.card ?? view.starter);
  const placement = placements.get(card);
  if (!placement) return;
  const text = `+${event.points}`;
  const element = h("span.pt-float.origin.centred.bold", { "aria-hidden": "true" }, text);
  putAt(element, beside(placement, middle));
  layer.append(element);
  element.animate(
    [
      { opacity: 0, translate: still ? "0" : "0 8px" },
      { opacity: 1, translate: "0", offset: 0.15 },
      { opacity: 1, translate: "0", offset: 0.7 },
      { opacity: 0, translate: still ? "0" : "0 -26px" },
    ],
    { duration: 1100, easing: "ease-out" },
  ).onfinish = () => element.remove();
}

/** The room for the points that rise from a card, in pixels. */
const POINTS = { w: 60, h: 34 };

/**
 * Return the position of a card's points: above it, or to its right below the other players.
 * @param {Placement} placement
 * @param {import("./layout.js").Box} middle
 * @returns {{x: number, y: number, w: number}}
 */
function beside({ x, y, w }, middle) {
  const right = x + w + POINTS.w < middle.x + middle.w;
  if (y - POINTS.h >= middle.y || !right) {
    return { x: x + (w - POINTS.w) / 2, y: Math.max(2, y - POINTS.h), w: POINTS.w };
  }
  return { x: x + w, y: y + w * 0.4, w: POINTS.w };
}
