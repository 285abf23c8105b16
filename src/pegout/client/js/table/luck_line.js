/**
 * The one line about a game that is over: its luck and skill, and the decision that cost the most.
 * The server has valued most decisions by then, so it is there almost at once.
 */

import { fill, h, pushButton } from "../dom.js";
import { cardFace } from "../draw/cards.js";
import { cardsNamed, lossSays } from "../review/decisions.js";
import { t } from "../words.js";

/** @import { Analysis, Progress } from "../review/judging.js" */
/** @import { GameDecision, GameReview } from "../wire" */

/** The width of a card beside the line, in pixels. */
const WIDTH = 34;
/** The reasons for which nothing is said: there is no review here, or not yet. */
const SILENT = ["no_reviews", "too_soon"];

/**
 * Return the decision of a seat that cost the most, if any did.
 * @param {GameReview} review
 * @param {number | null} seat
 * @returns {GameDecision | null}
 */
export function costliest({ decisions }, seat) {
  const own = decisions.filter(
    (decision) => decision.seat === seat && !decision.helped && lossSays(decision),
  );
  return own.sort((one, other) => other.loss.chance - one.loss.chance)[0] ?? null;
}

/** The line of one game. */
export class LuckLine {
  /** @type {(() => void) | null} */
  #cancel = null;

  /**
   * @param {number | null} seat
   * @param {() => Promise<Analysis | null | undefined>} analysis
   * @param {(number: number) => unknown} review opens the review at a decision
   */
  constructor(seat, analysis, review) {
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
      const says = of ? t("Luck and skill: {done} of {of} decisions", { done, of }) : "";
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
    const decision = costliest(review, this.seat);
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
