/**
 * What makes points: the first lesson, with the hand that the first game deals next. It needs nothing
 * but the page, so somebody can begin while the table is loading.
 */

import { itemsOf, keyOf } from "../counting.js";
import { fill, h, pushButton } from "../dom.js";
import { cardName } from "../scene/names.js";
import { heading } from "../shell/heading.js";
import { openLesson } from "../shell/lesson.js";
import { face } from "../shell/pack.js";
import { createLive } from "../text/live.js";
import { mark, t } from "../words.js";

/** The first hand of the first game, as `pegout.school.first_game` deals it. */
const HAND = Object.freeze(["5H", "5S", "JD", "QC", "KH", "2S"]);
/** Its steps about what makes points, with the items that each asks for. */
const STEPS = Object.freeze([
  {
    name: "fifteen",
    kind: "fifteen",
    says: mark(
      "Cards that add up to fifteen score two, and jack, queen and king count ten: choose a five and one of these.",
    ),
    praise: mark("Fifteen for two."),
  },
  {
    name: "pair",
    kind: "pair",
    says: mark("Two of the same rank are a pair and score two: choose both fives."),
    praise: mark("A pair for two."),
  },
  {
    name: "run",
    kind: "run",
    says: mark("Three in a row are a run and score three: choose jack, queen and king."),
    praise: mark("A run of three for three."),
  },
]);
const LARGE = 120;

/** The cards that score, by their kind; the starter is not there yet. */
const ITEMS = itemsOf({
  cards: HAND.slice(1),
  starter: HAND[0] ?? "",
  crib: true,
  rules: { crib_flush: "none", nobs_points: 0 },
});

/**
 * Create the page.
 * @returns {import("../navigation.js").Page}
 */
export function page() {
  return new FirstLesson();
}

class FirstLesson {
  title = () => t("What makes points");
  step = 0;
  /** @type {string[]} */
  picked = [];
  note = "";
  opening = false;
  problem = "";

  constructor() {
    this.head = heading(this.title);
    this.says = h("p.first-says.large");
    this.cards = h("ul.first-cards", { role: "list" });
    this.after = h("p.first-note.quiet");
    this.bar = h("div", { dataset: { part: "loading" } });
    this.buttons = h("div.wrap");
    this.element = h(
      "main.page.page-narrow.first-page",
      this.head.element,
      h("div.stack", this.says, this.cards, this.after, this.buttons, this.bar),
    );
    this.live = createLive(this.element);
    this.render();
  }

  destroy() {
    this.live.destroy();
  }

  render() {
    this.head.render();
    this.draw();
  }

  draw() {
    const step = STEPS[this.step];
    fill(this.says, step ? t(step.says) : t("That is what scores. The table shows you the rest."));
    fill(this.after, this.problem || this.note);
    const focused = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset.card;
    fill(
      this.cards,
      ...HAND.map((card) =>
        h(
          "li",
          pushButton(
            {
              class: "first-card",
              dataset: { card },
              "aria-pressed": String(this.picked.includes(card)),
              "aria-label": cardName(card),
              "aria-disabled": String(!step),
            },
            () => this.tap(card),
            face(card, LARGE),
          ),
        ),
      ),
    );
    if (focused) this.#card(focused)?.focus();
    const go = () => void this.open();
    fill(
      this.buttons,
      step
        ? pushButton({ class: "button", dataset: { key: "skip" } }, go, t("Skip"))
        : pushButton({ class: "button primary", dataset: { key: "go" } }, go, t("To the table")),
    );
    if (this.opening) this.buttons.firstElementChild?.setAttribute("aria-busy", "true");
  }

  /** @param {string} card @returns {HTMLElement | null} */
  #card(card) {
    return this.cards.querySelector(`[data-card="${card}"]`);
  }

  /** @param {string} card */
  tap(card) {
    const step = STEPS[this.step];
    if (!step) return;
    this.picked = this.picked.includes(card)
      ? this.picked.filter((other) => other !== card)
      : [...this.picked, card];
    const wanted = ITEMS.filter(({ kind }) => kind === step.kind);
    if (wanted.some(({ cards }) => keyOf(cards) === keyOf(this.picked))) {
      this.picked = [];
      this.step += 1;
      this.note = t(step.praise);
      this.draw();
      this.live.say(`${this.note} ${this.says.textContent}`);
      if (!STEPS[this.step]) this.buttons.querySelector("button")?.focus();
      return;
    }
    const isPart = wanted.some(({ cards }) => this.picked.every((one) => cards.includes(one)));
    this.note = isPart || !this.picked.length ? "" : t("Not these. Take one back.");
    this.draw();
    if (this.note) this.live.say(this.note);
  }

  /** Open the table, where what was done here is not asked again. */
  async open() {
    if (this.opening) return;
    this.opening = true;
    this.problem = "";
    this.draw();
    try {
      await openLesson(STEPS.slice(0, this.step).map(({ name }) => name));
    } catch (error) {
      this.problem = /** @type {Error} */ (error).message;
      this.live.say(this.problem);
    }
    this.opening = false;
    this.draw();
  }
}
