/** The win probability at a score: one number for each possible dealer, and a map of all scores. */

import { ask, once } from "../api.js";
import { fill, h } from "../dom.js";
import { percent } from "../scene/figures.js";
import { settings } from "../settings.js";
import { dealerSays, sides } from "../text/analysis.js";
import { joined, t } from "../words.js";

/** @import { Question } from "../text/analysis.js" */
/** @import { ChanceMap, ScoreAnalysed as Score } from "../wire" */

/** The map has a colour for each tenth of the win probability. */
const BANDS = 10;
/**
 * The probabilities written on the map, in thousandths, each with its position along the player's
 * own score.
 */
const WRITTEN = [
  { chance: 100, at: 0.3 },
  { chance: 500, at: 0.62 },
  { chance: 900, at: 0.38 },
];
/** A label this near to the score, up and across, is left out; in parts of the target. */
const HIDDEN = { up: 0.16, across: 0.34 };
/** The opacity of the sides' colours at the ends of the map. */
const DEEPEST = 0.72;
/** The scores written at the edges of the map. */
const EDGES = /** @type {Record<number, number[]>} */ ({
  121: [0, 30, 60, 90],
  61: [0, 15, 30, 45],
});

/** @type {(query: string) => Promise<ChanceMap>} */
const mapOf = once((query) => ask(`/api/chances/map?${query}`));

/** The panel with the win probabilities. */
export class Chances {
  element = h("section.chances.list.panel");
  #head = h("h2");
  #rows = h("div.chances-rows");
  #map = h("div.chances-map.list");
  #choose;
  /** @type {Question | null} */
  #question = null;
  /** @type {ChanceMap | null} */
  #shown = null;
  #turn = 0;
  #stop = settings.on(() => requestAnimationFrame(() => this.#paint()));

  /** @param {(scores: number[]) => void} choose a callback with the scores pressed on the map */
  constructor(choose) {
    this.#choose = choose;
    this.element.append(this.#head, this.#rows, this.#map);
    for (const kind of ["pointerdown", "pointermove"]) {
      this.#map.addEventListener(kind, (event) => this.#press(/** @type {PointerEvent} */ (event)));
    }
  }

  destroy() {
    this.#turn += 1;
    this.#stop();
  }

  /**
   * Show the win probability at a score.
   * @param {Question} question
   */
  async show(question) {
    this.#question = question;
    const { players, target, scores } = question;
    const mine = ++this.#turn;
    this.#head.textContent = t("Chance of winning");
    this.element.setAttribute("aria-label", t("Chance of winning"));
    // The map of another game stays until the next one is there, so that the page does not jump.
    if (this.#fits) this.#draw();
    try {
      const query = `players=${players}&target=${target}&scores=${scores.join("-")}`;
      const [score, map] = await Promise.all([
        /** @type {Promise<Score>} */ (ask(`/api/chances?${query}`)),
        players === 3 ? null : mapOf(`players=${players}&target=${target}`),
      ]);
      if (mine !== this.#turn) return;
      this.#shown = map;
      this.#drawRows(score);
      this.#draw();
    } catch (error) {
      if (mine !== this.#turn) return;
      const said = error instanceof Error ? error.message : t("Try again in a moment.");
      fill(this.#rows, h("p.problem", said));
      this.#draw();
    }
  }

  /** Whether there is a map, and it is of the game in question. */
  get #fits() {
    const map = this.#shown;
    const question = this.#question;
    return !!map && map.players === question?.players && map.target === question?.target;
  }

  /**
   * Return the gain of one more point for each of the two sides, if there is a map.
   * @returns {[string, number][]}
   */
  #points() {
    const { players = 3, target = 0, scores: [own = 0, other = 0] = [] } = this.#question ?? {};
    if (players === 3 || !this.#shown) return [];
    const now = this.#chance(own, other);
    const more = own + 1 < target ? this.#chance(own + 1, other) : 1000;
    const less = other + 1 < target ? this.#chance(own, other + 1) : 0;
    return [
      [players === 4 ? t("One point more for your side") : t("One point more for you"), more - now],
      [
        players === 4
          ? t("One point more for the other side")
          : t("One point more for your opponent"),
        less - now,
      ],
    ];
  }

  /** @param {Score} score */
  #drawRows({ players, deals }) {
    const names = sides(players);
    const now = this.#question?.dealer ?? 0;
    // On a phone there is no room beside three numbers.
    const wide = names.length > 2;
    fill(
      this.#rows,
      h(
        "table.chances-table",
        h(
          "thead",
          h(
            "tr",
            wide ? null : h("td"),
            names.map((name) => h("th", { scope: "col" }, name)),
          ),
        ),
        deals.map(({ dealer, chances }) => {
          const own = chances.map((chance, side) =>
            h("td", { class: ["figures", side === 0 && "own"] }, percent(chance)),
          );
          const says = dealerSays(players, dealer);
          return h(
            "tbody",
            { class: (players === 4 ? now % 2 : now) === dealer ? "now" : null },
            wide
              ? [h("tr", h("th", { scope: "rowgroup", colspan: names.length }, says)), h("tr", own)]
              : h("tr", h("th", { scope: "row" }, says), own),
          );
        }),
      ),
      this.#points().map(([name, change]) =>
        h(
          "p.chances-point.between.quiet",
          h("span", name),
          " ",
          h("span.figures", percent(change / 1000, true)),
        ),
      ),
    );
  }

  #draw() {
    const question = this.#question;
    this.#map.hidden = !this.#fits;
    this.element.classList.toggle("flat", this.#map.hidden);
    if (!question || this.#map.hidden) return;
    const { scores, target } = question;
    const [own = 0, other = 0] = scores;
    const dealer = dealerSays(question.players, question.dealer);
    const across = (/** @type {number} */ score) => `${(100 * (score + 0.5)) / target}%`;
    const chance = percent(this.#chance(own, other) / 1000);
    const edges = EDGES[target] ?? [0];
    const corner = scoreCorner(own, other, target);
    fill(
      this.#map,
      h("p.chances-axis.quiet", t("Your chance at every score. {dealer}.", { dealer })),
      h(
        "div.chances-field",
        {
          role: "img",
          "aria-label": t("A map of all scores; at {scores} you win {chance}.", {
            scores: joined(scores.map(String)),
            chance,
          }),
        },
        h("canvas", { width: target, height: target }),
        this.#marks().map(({ own: up, other: right, text }) =>
          h(
            "span.chances-mark.small.figures",
            { style: { left: across(right), bottom: across(up) } },
            text,
          ),
        ),
        h("span.chances-line.across", { style: { bottom: across(own) } }),
        h("span.chances-line.up", { style: { left: across(other) } }),
        h(
          "span",
          { class: ["chances-here", corner], style: { left: across(other), bottom: across(own) } },
          h("b.figures", chance),
        ),
        edges.flatMap((score) => [
          h(
            "span.chances-edge.own.figures.note",
            { style: { bottom: across(score) } },
            String(score),
          ),
          h(
            "span.chances-edge.other.figures.note",
            { style: { left: across(score) } },
            String(score),
          ),
        ]),
      ),
      h("p.chances-axis.quiet.other", t("Up: your score. Across: your opponent’s.")),
    );
    this.#paint();
  }

  /**
   * Return the player's own win probability in thousandths.
   * @param {number} own
   * @param {number} other
   */
  #chance(own, other) {
    const rows = this.#shown?.rows ?? [];
    // With four players, the partner deals for the player's own side.
    const dealing = (this.#question?.dealer ?? 0) % 2 === 0;
    return dealing ? (rows[own]?.[other] ?? 0) : 1000 - (rows[other]?.[own] ?? 0);
  }

  /** Return the positions of the probabilities written on the map. */
  #marks() {
    const { target = 1, scores: [mine = 0, theirs = 0] = [] } = this.#question ?? {};
    return WRITTEN.flatMap(({ chance, at }) => {
      const own = Math.round(at * target);
      for (let other = 0; other < target; other += 1) {
        if (this.#chance(own, other) > chance) continue;
        const near = Math.abs(own - mine) < HIDDEN.up * target;
        const hidden = near && Math.abs(other - theirs) < HIDDEN.across * target;
        return hidden ? [] : [{ own, other, text: percentOf(chance) }];
      }
      return [];
    });
  }

  #paint() {
    const canvas = this.#map.querySelector("canvas");
    const context = canvas?.getContext("2d");
    if (!canvas || !context || !this.#shown) return;
    const look = getComputedStyle(canvas);
    const colours = Array.from({ length: BANDS }, (_, band) => {
      const side = band < BANDS / 2 ? 1 : 0;
      // The middle bands are the palest.
      const depth = Math.abs(band - (BANDS - 1) / 2) / ((BANDS - 1) / 2);
      return mix(
        look.getPropertyValue("--field"),
        look.getPropertyValue(`--side-${side}`),
        DEEPEST * depth,
      );
    });
    const { width: target } = canvas;
    for (let own = 0; own < target; own += 1) {
      for (let other = 0; other < target; other += 1) {
        const band = Math.min(Math.floor((this.#chance(own, other) * BANDS) / 1000), BANDS - 1);
        context.fillStyle = colours[band] ?? "";
        context.fillRect(other, target - 1 - own, 1, 1);
      }
    }
  }

  /** @param {PointerEvent} event */
  #press(event) {
    const field = this.#map.querySelector("canvas");
    const question = this.#question;
    const touch = event.type === "pointermove" && event.pointerType === "touch";
    if (!field || !question || !(event.buttons & 1) || touch) return;
    const box = field.getBoundingClientRect();
    const { target } = question;
    const scoreAt = (/** @type {number} */ share) =>
      Math.min(Math.max(Math.floor(share * target), 0), target - 1);
    if (event.type === "pointerdown") {
      const outside = event.clientX < box.left || event.clientX > box.right;
      if (outside || event.clientY < box.top || event.clientY > box.bottom) return;
    }
    event.preventDefault();
    this.#choose([
      scoreAt((box.bottom - event.clientY) / box.height),
      scoreAt((event.clientX - box.left) / box.width),
    ]);
  }
}

/** @param {number} thousandths */
function percentOf(thousandths) {
  return `${thousandths / 10}\u00a0%`;
}

/**
 * Return the position of a label beside its mark, so that the label is not cut off.
 * @param {number} own
 * @param {number} other
 * @param {number} target
 */
function scoreCorner(own, other, target) {
  return [own > target / 2 ? "below" : "above", other > target / 2 ? "before" : "behind"].join(" ");
}

/**
 * Mix two colours of the theme.
 * @param {string} first a colour as `#rrggbb`
 * @param {string} second
 * @param {number} share the share of the second colour
 */
function mix(first, second, share) {
  const parts = (/** @type {string} */ colour) =>
    [1, 3, 5].map((at) => parseInt(colour.trim().slice(at, at + 2), 16));
  const [from, to] = [parts(first), parts(second)];
  const mixed = from.map((part, at) => Math.round(part + ((to[at] ?? part) - part) * share));
  return `rgb(${mixed.join(" ")})`;
}
