/**
 * The one line about a game that is over: its luck and skill, and the decision that cost the most.
 * The server has valued most decisions by then, so it is there almost at once.
 */

import { fill, h, pushButton } from "../dom.js";
import { cardFace } from "../draw/cards.js";
import { t } from "../words.js";
import { cardsNamed, lossSays } from "./decisions.js";

/** @import { Analysis, Progress } from "./judging.js" */
/** @import { GameDecision, GameReview } from "../wire" */

/** The width of a card beside the line, in pixels. */
const WIDTH = 34;
/** The reasons for which nothing is said: there is no review here, or not yet. */
const SILENT = ["no_reviews", "too_soon"];

/**
 * Create the line of a game that is over; its review is asked for at once.
 * @param {import("../scene/script.js").Scene} scene
 * @param {(scene: any) => Promise<Analysis | null | undefined>} analysis returns the functions that
 *   review a game
 * @param {(number: number) => unknown} review opens the review at a decision
 * @param {boolean} [inWords] whether cards are named instead of drawn, and progress is left out
 */
export function luckLine(scene, analysis, review, inWords = false) {
  const { seat, setup, standing } = scene;
  const kinds = setup.seats.map((/** @type {{kind: string}} */ { kind }) => kind);
  const persons = kinds.filter((/** @type {string} */ kind) => kind === "person").length;
  // A match of several persons is reviewed when it is over.
  const early = persons > 1 && !standing?.over;
  return new LuckLine(seat, async () => (early ? null : analysis(scene)), review, inWords);
}

/** The line of one game. */
export class LuckLine {
  /** @type {(() => void) | null} */
  #cancel = null;

  /**
   * @param {number | null} seat
   * @param {() => Promise<Analysis | null | undefined>} analysis
   * @param {(number: number) => unknown} review opens the review at a decision
   * @param {boolean} inWords whether cards are named instead of drawn, and progress is left out
   */
  constructor(seat, analysis, review, inWords) {
    this.inWords = inWords;
    this.seat = seat;
    this.analysis = analysis;
    this.review = review;
    this.element = h("div.pt-luck.list", { hidden: true });
    void this.ask();
  }

  async ask() {
    // Without a net its script does not come; the review has it later.
    const analysis = await this.analysis().catch(() => null);
    if (!analysis) return;
    this.#cancel = analysis.ask((progress) => this.#report(progress));
  }

  destroy() {
    this.#cancel?.();
  }

  /** @param {Progress} progress */
  #report(progress) {
    const ended = progress.state === "done" || progress.state === "failed";
    if (ended) this.#cancel = null;
    const lines = progress.review ? this.#told(progress.review) : this.#waits(progress);
    this.element.hidden = !lines.length;
    fill(this.element, lines);
  }

  /** @param {Progress} progress @returns {HTMLElement[]} */
  #waits({ state, done, of, code = "", message }) {
    if (state !== "failed") {
      const says =
        of && !this.inWords ? t("Luck and skill: {done} of {of} decisions", { done, of }) : "";
      return says ? [h("p.quiet.centred.figures", says)] : [];
    }
    if (SILENT.includes(code)) return [];
    const again = () => {
      fill(this.element);
      void this.ask();
    };
    return [
      h("p.quiet.centred", message),
      h("p.centred", pushButton("button pt-quiet", again, t("Luck and skill"))),
    ];
  }

  /** @param {GameReview} review @returns {HTMLElement[]} */
  #told(review) {
    const sums = review.sums.find(({ seat }) => seat === this.seat);
    const decision = review.decisions.find(({ number }) => number === sums?.costliest);
    const line = review.headline ? [h("p.pt-luck-line.centred.medium", review.headline)] : [];
    return decision ? [...line, this.#decision(decision)] : line;
  }

  /** @param {GameDecision} decision */
  #decision(decision) {
    const { chosen, options, number } = decision;
    const taken = options[chosen]?.cards ?? [];
    const best = options[0]?.cards ?? [];
    const cards = (/** @type {readonly string[]} */ shown) =>
      h(
        "span.pt-luck-cards",
        { "aria-hidden": "true" },
        shown.map((card) => h("span.pt-luck-card", cardFace(card, { width: WIDTH }))),
      );
    const named = t("{chosen}; better {best}", {
      chosen: cardsNamed(taken),
      best: cardsNamed(best),
    });
    if (this.inWords) {
      const words = taken.length ? `${named} (${lossSays(decision)})` : lossSays(decision);
      const label = t("Costliest: {decision}", { decision: words });
      return h(
        "p",
        pushButton("button text-button", () => this.review(number), label),
      );
    }
    return pushButton(
      "pt-luck-costliest hover row",
      () => this.review(number),
      h("span.pt-luck-words.small", h("b", t("Costliest")), h("span.figures", lossSays(decision))),
      taken.length
        ? [
            h("span.visually-hidden", named),
            cards(taken),
            h("span.quiet", { "aria-hidden": "true" }, "→"),
            cards(best),
          ]
        : null,
      h("span.quiet", { "aria-hidden": "true" }, "›"),
    );
  }
}
