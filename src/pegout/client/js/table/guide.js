/**
 * The guide of a lesson: one sentence beside what it speaks of, and a frame around that. Where the
 * felt is too narrow for it, the sentence stands above the buttons, where it covers nothing.
 */

import { h, pushButton, style, write } from "../dom.js";
import { t } from "../words.js";

/** @import { GuideStep } from "../wire" */
/** @import { Box, Placement } from "./layout.js" */
/** @typedef {"back" | "skip" | "leave"} Answer */

/** The width of the sentence beside something, and its distance from that, in pixels. */
const WIDE = 300;
const GAP = 18;
/** The distance of the frame from what it surrounds. */
const FRAME = 6;
/** The least distance from the edge of the table. */
const EDGE = 8;

/** The zones of the cards that each part of the table consists of. @type {Record<string, string[]>} */
const ZONES = {
  hand: ["hand", "slot"],
  crib: ["slot", "crib"],
  starter: ["starter"],
  pile: ["pile", "earlier"],
  show: ["shown", "starter"],
};

/** The parts of the table that are elements. @type {Record<string, string>} */
const PARTS = {
  board: ".pt-track",
  button: ".pt-do",
  count: ".pt-count",
  pack: ".pt-fan",
  crib: ".pt-slots .pt-slot",
};

/** @param {Box[]} boxes @returns {Box | null} the smallest box around them all */
function around(boxes) {
  if (!boxes.length) return null;
  const x = Math.min(...boxes.map((box) => box.x));
  const y = Math.min(...boxes.map((box) => box.y));
  const right = Math.max(...boxes.map((box) => box.x + box.w));
  const bottom = Math.max(...boxes.map((box) => box.y + box.h));
  return { x, y, w: right - x, h: bottom - y };
}

/** @param {Box} one @param {Box} other */
function meet(one, other) {
  return (
    one.x < other.x + other.w &&
    other.x < one.x + one.w &&
    one.y < other.y + other.h &&
    other.y < one.y + one.h
  );
}

/**
 * Return where a box of a size stands beside another and covers nothing.
 * @param {Box} anchor
 * @param {{w: number, h: number}} size
 * @param {Box} room
 * @param {Box[]} covered what must not be covered
 * @returns {{box: Box, side: "left" | "right" | "above" | "below"} | null}
 */
export function beside(anchor, { w, h: high }, room, covered) {
  const inside = (/** @type {number} */ at, /** @type {number} */ from, /** @type {number} */ to) =>
    Math.max(from + EDGE, Math.min(at, to - EDGE));
  const x = inside(anchor.x + (anchor.w - w) / 2, room.x, room.x + room.w - w);
  const y = inside(anchor.y + (anchor.h - high) / 2, room.y, room.y + room.h - high);
  /** @type {["left" | "right" | "above" | "below", number, number][]} */
  const places = [
    ["right", anchor.x + anchor.w + GAP, y],
    ["left", anchor.x - w - GAP, y],
    ["above", x, anchor.y - high - GAP],
    ["below", x, anchor.y + anchor.h + GAP],
  ];
  for (const [side, left, top] of places) {
    const box = { x: left, y: top, w, h: high };
    const fits =
      left >= room.x + EDGE &&
      top >= room.y + EDGE &&
      left + w <= room.x + room.w - EDGE &&
      top + high <= room.y + room.h - EDGE;
    if (fits && !meet(box, anchor) && !covered.some((other) => meet(box, other))) {
      return { box, side };
    }
  }
  return null;
}

/** The guide at a drawn table. */
export class Guide {
  #says = h("p.pt-guide-says");
  #row = h("div.pt-guide-row.wrap");
  #frame = h("div.pt-guide-frame", { "aria-hidden": "true" });
  #bubble = h("div.pt-guide", { hidden: true }, this.#says, this.#row);
  #root;
  #foot;
  #redraw;
  #styled = false;
  /** @type {Record<Answer, HTMLButtonElement>} */
  #buttons;

  /**
   * @param {HTMLElement} root
   * @param {HTMLElement} foot
   * @param {(answer: Answer) => void} answer
   * @param {() => void} redraw draws the table again, once it has the styles of the guide
   */
  constructor(root, foot, answer, redraw) {
    this.#root = root;
    this.#foot = foot;
    this.#redraw = redraw;
    const button = (/** @type {Answer} */ name) =>
      pushButton("pt-guide-button touch note", () => answer(name));
    this.#buttons = { back: button("back"), skip: button("skip"), leave: button("leave") };
    this.#row.append(...Object.values(this.#buttons));
    root.append(this.#frame);
    foot.prepend(this.#bubble);
  }

  /**
   * Show a step, or nothing.
   * @param {GuideStep | null} step
   * @param {Map<string, Placement>} placements
   * @returns {boolean} whether the room for the cards has changed by that
   */
  update(step, placements) {
    const before = this.#foot.offsetHeight;
    this.#show(step, placements);
    return this.#foot.offsetHeight !== before;
  }

  /** @param {GuideStep | null} step @param {Map<string, Placement>} placements */
  #show(step, placements) {
    this.#bubble.hidden = !step;
    this.#frame.hidden = !step;
    this.#root.classList.toggle("guided", Boolean(step));
    if (!step) {
      write(this.#says, "");
      return;
    }
    if (!this.#styled) void style("guide").then(this.#redraw);
    this.#styled = true;
    write(this.#says, step.says);
    write(this.#buttons.back, t("Back"));
    write(this.#buttons.skip, t("Skip"));
    write(this.#buttons.leave, t("Leave the guide"));
    this.#buttons.skip.title = t("Skip the explanations of this deal");
    this.#buttons.back.hidden = !step.back;
    this.#place(step, placements);
  }

  /** @param {GuideStep} step @param {Map<string, Placement>} placements */
  #place(step, placements) {
    const root = this.#root.getBoundingClientRect();
    const boxOf = (/** @type {Element} */ element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      return { x: left - root.left, y: top - root.top, w: width, h: height };
    };
    const felt = boxOf(/** @type {Element} */ (this.#root.querySelector(".pt-felt")));
    const cards = [...placements.values()].map((placement) => ({
      ...placement,
      x: placement.x + felt.x,
      y: placement.y + felt.y,
      h: placement.w * 1.4,
    }));
    const anchor = this.#anchor(step, cards, boxOf);
    const framed = anchor && {
      x: anchor.x - FRAME,
      y: anchor.y - FRAME,
      w: anchor.w + 2 * FRAME,
      h: anchor.h + 2 * FRAME,
    };
    this.#frame.hidden = !framed;
    if (framed) put(this.#frame, framed);
    const others = [
      ".pt-count",
      ".pt-foot > *",
      ".pt-items",
      ".pt-title",
      ".pt-caption",
      ".pt-others",
      ".pt-slot",
    ]
      .flatMap((selector) => [...this.#root.querySelectorAll(selector)])
      .filter((element) => element !== this.#bubble && !this.#bubble.contains(element))
      .map(boxOf)
      .filter(({ w, h: high }) => w && high);
    const wide = this.#root.dataset.layout === "wide";
    this.#root.append(this.#bubble);
    this.#bubble.className = "pt-guide";
    this.#bubble.style.width = `${WIDE}px`;
    const size = { w: WIDE, h: this.#bubble.offsetHeight };
    const room = { x: felt.x, y: felt.y, w: felt.w, h: felt.h };
    const found = wide && framed ? beside(framed, size, room, [...cards, ...others]) : null;
    if (!found) {
      this.#bubble.classList.add("docked");
      this.#bubble.removeAttribute("style");
      this.#foot.prepend(this.#bubble);
      return;
    }
    this.#bubble.dataset.side = found.side;
    put(this.#bubble, found.box);
    const { box } = found;
    const mid = {
      x: framed ? framed.x + framed.w / 2 : 0,
      y: framed ? framed.y + framed.h / 2 : 0,
    };
    const along = found.side === "above" || found.side === "below" ? mid.x - box.x : mid.y - box.y;
    const long = found.side === "above" || found.side === "below" ? box.w : box.h;
    this.#bubble.style.setProperty("--arrow", `${Math.max(16, Math.min(along, long - 16))}px`);
  }

  /**
   * @param {GuideStep} step
   * @param {(Placement & Box)[]} cards
   * @param {(element: Element) => Box} boxOf
   * @returns {Box | null}
   */
  #anchor({ anchor, cards: named }, cards, boxOf) {
    const shown = cards.filter(({ card, up }) => up && named.includes(card));
    if (shown.length && shown.length === named.length) return around(shown);
    const zones = ZONES[anchor] ?? [];
    const lying = cards.filter(({ zone }) => zones.includes(zone));
    if (lying.length) return around(lying);
    const parts = PARTS[anchor];
    const elements = parts ? [...this.#root.querySelectorAll(parts)] : [];
    return around(elements.map(boxOf).filter(({ w, h: high }) => w && high));
  }
}

/** @param {HTMLElement} element @param {Box} box */
function put(element, { x, y, w, h: high }) {
  element.style.translate = `${x}px ${y}px`;
  element.style.width = `${w}px`;
  if (!element.matches(".pt-guide")) element.style.height = `${high}px`;
}
