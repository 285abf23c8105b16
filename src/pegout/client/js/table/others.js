/** The other players at the table: names, cards left, the dealer, partners, and the last call. */

import { find, h, write } from "../dom.js";
import { face } from "../draw/faces.js";
import { sideOf, sidesOf } from "../rules.js";
import { levelTitle } from "../scene/names.js";
import { handTitle, waitsFor } from "../scene/state.js";
import { t } from "../words.js";
import { each, shape } from "./parts.js";

/** @typedef {import("../scene/script.js").Scene} Scene @typedef {import("./layout.js").Box} Box */

/** The width below which a seat has little room for words, in pixels. */
const NARROW = 190;

/**
 * Return the seats of the other players, clockwise from this seat's left; for a spectator, all but
 * the seat at the viewer's place.
 * @param {Scene} scene
 * @returns {number[]}
 */
export function othersOf(scene) {
  const players = scene.setup.rules.players;
  const first = scene.seat === null ? 0 : 1;
  const seats = [];
  for (let step = first; step < players; step += 1) {
    seats.push(((scene.seat ?? 0) + step) % players);
  }
  return seats;
}

/** The row of the other players. */
export class Others {
  #element;

  #presence;

  /**
   * @param {HTMLElement} element
   * @param {import("../scene/presence.js").Presence} [presence]
   * @param {(seat: number) => void} [help] a callback to do something about an absent player
   */
  constructor(element, presence, help) {
    this.#element = element;
    this.#presence = presence;
    element.addEventListener("click", (event) => {
      const target = event.target instanceof Element ? event.target : null;
      const button = target?.closest(".pt-other-help");
      if (button) help?.(Number(/** @type {HTMLElement} */ (button).dataset.seat));
    });
  }

  /** @param {Scene} scene */
  update(scene) {
    const { setup, view } = scene;
    const seats = othersOf(scene);
    const waits = waitsFor(scene);
    this.#element.dataset.others = String(seats.length);
    each(this.#element, seats, other, (element, seat) => {
      const part = (/** @type {string} */ name) =>
        /** @type {HTMLElement} */ (element.querySelector(name));
      const side = sideOf(setup.rules, seat);
      const key = `${seat}:${side}`;
      if (element.dataset.key !== key) {
        element.dataset.key = key;
        element.dataset.seat = String(seat);
        element.className = `pt-other shrink side-${side}`;
        part(".pt-other-shape").replaceChildren(shape(side));
      }
      const { name, kind } = setup.seats[seat];
      write(part(".pt-other-name"), name);
      part(".pt-other-name").title = name;
      const state = this.#presence?.of(seat);
      who(element, state?.level || kind, name);
      const turn = waits.includes(seat);
      element.classList.toggle("turn", turn);
      const deals = view.dealer === seat;
      part(".pt-button").hidden = !deals;
      write(part(".pt-button"), t("D"));
      part(".pt-button").title = t("Dealer");
      const partner =
        sidesOf(setup.rules) < setup.seats.length &&
        scene.seat !== null &&
        side === sideOf(setup.rules, scene.seat);
      const words = [];
      if (view.phase === "play" && view.gone.includes(seat)) words.push(t("go"));
      if (view.phase === "discard" && view.discarded.includes(seat)) words.push(t("discarded"));
      if (view.phase === "ready" && view.ready.includes(seat)) words.push(t("ready"));
      if (turn) words.splice(0, words.length, t("thinks…"));
      // There is room for only one of them; the mark shows partnership as well.
      if (partner && !words.length) words.push(t("partner"));
      const button = part(".pt-other-help");
      button.hidden = !state?.help;
      button.dataset.seat = String(seat);
      if (state?.help) {
        words.length = 0;
        write(button, state.text);
        button.dataset.kind = state.kind;
        const label = t("{name}: {state}. What to do", { name, state: state.text });
        button.setAttribute("aria-label", label);
      } else if (state?.text) {
        const narrow = element.clientWidth < NARROW;
        words.splice(0, words.length, narrow ? (state.short ?? state.text) : state.text);
      }
      const says = part(".pt-other-words");
      says.hidden = false;
      write(says, words.join(" · "));
      // Beside the level there may be too little room; the lit plate and the log say it as well.
      const level = part(".pt-other-level").childElementCount > 0;
      says.hidden = level && says.scrollWidth > says.clientWidth;
      const mine =
        deals && view.crib_size && !view.shown.some((/** @type {any} */ hand) => hand.crib);
      const pile = part(".pt-other-pile");
      // A spectator sees the crib fill in the middle. After the last peg, all cards stay in place.
      const phases = [...(scene.seat === null ? [] : ["discard"]), "cut", "play", "show", "over"];
      pile.hidden = !mine || !phases.includes(view.phase);
      write(part(".pt-other-crib"), deals ? handTitle(/** @type {any} */ (scene), seat, true) : "");
    });
  }

  /**
   * Return the boxes of the other players' hands and cribs.
   * @param {(element: Element) => Box} measure
   * @returns {{backs: Map<number, Box>, piles: Map<number, Box>}}
   */
  boxes(measure) {
    const backs = new Map();
    const piles = new Map();
    for (const element of this.#element.children) {
      const seat = Number(/** @type {HTMLElement} */ (element).dataset.seat);
      const lying = element.querySelector(".pt-other-backs");
      const pile = find(element, ".pt-other-pile");
      const slot = pile?.querySelector(".pt-pile-slot");
      if (lying) backs.set(seat, measure(lying));
      if (slot && !pile?.hidden) piles.set(seat, measure(slot));
    }
    return { backs, piles };
  }
}

/**
 * Show the face of a player and the level of a computer player, which is said once.
 * @param {HTMLElement} element
 * @param {string} kind
 * @param {string} name
 */
function who(element, kind, name) {
  const key = JSON.stringify([kind, name, levelTitle(kind)]);
  if (element.dataset.who === key) return;
  element.dataset.who = key;
  const level = levelTitle(kind);
  find(element, ".pt-other-face")?.replaceChildren(face(kind, name));
  const said = t("computer: {level}", { level });
  const says = level
    ? [h("span.visually-hidden", said), h("span", { "aria-hidden": true }, level)]
    : [];
  find(element, ".pt-other-level")?.replaceChildren(...says);
}

function other() {
  return h(
    "div.pt-other.shrink",
    h(
      "div.pt-other-line.shrink.row",
      h("span.pt-other-face"),
      h(
        "div.pt-other-who.shrink.row",
        h("span.pt-other-shape"),
        h("span.pt-other-name.medium.clip"),
        h("span.pt-button"),
      ),
      h(
        "div.pt-other-more.shrink.quiet.dense",
        h("span.pt-other-level.clip"),
        h("span.pt-other-words.shrink.clip"),
        h("button.pt-other-help.small.nowrap", { type: "button", hidden: true }),
      ),
    ),
    h(
      "div.pt-other-row.middle",
      h("div.pt-other-backs"),
      h("div.pt-other-pile.dense.quiet.row", h("div.pt-pile-slot"), h("span.pt-other-crib.shrink")),
    ),
  );
}
