/** The review beside the cards: its progress, one decision, or the summary of the game. */

import { fill, h, pushButton } from "../dom.js";
import { icon } from "../draw/icons.js";
import { plural, t } from "../words.js";
import { sumsSay } from "./decisions.js";
import { isMistake } from "./judged.js";

/** @import { Scene, Step } from "../scene/script.js" */
/** @import { GameReview } from "../wire" */
/** @import { Decision, Judged } from "./judged.js" */
/**
 * @typedef {object} Progress the progress of a review
 * @property {"waiting" | "running" | "done" | "failed"} state
 * @property {number} done
 * @property {number} of
 * @property {number} ahead
 * @property {string} message the reason of a failure
 * @property {string} [code] the same for programs
 * @property {GameReview | null} review the reviewed game, once the review is done
 * @property {[Scene, Step][] | null} stages the steps of the game, if they differ from those of the
 *   replay
 *
 * @typedef {object} Analysis the functions that review a game
 * @property {(hear: (progress: Progress) => void) => () => void} ask begins the review; returns a function
 *   that cancels it
 * @property {(review: GameReview) => unknown} [split] shows what decided the game
 * @property {string} [mistakes] the page on which the own mistakes are practised
 * @property {(decision: Decision) => Promise<unknown>} [tryAgain] opens a practice table at a
 *   decision
 * @property {(decision: Decision) => unknown} keepPlace lets the browser's back lead to a decision
 *
 * @typedef {(judged: Judged, decision: Decision) => HTMLElement[]} Draw
 */

/** Shows a review, from its request to its result. */
export class Judging {
  /** @type {Progress | null} null before the request and after a cancellation */
  #latest = null;
  /** @type {(() => void) | null} */
  #cancel = null;
  #says = h("p.pt-judging-says.optional", { role: "status" });
  #box = h("div.pt-judging.shrink.list");
  #element;
  #analysis;
  #draw;
  #report;
  #watcher = new ResizeObserver(() => this.#reach());
  /** The content that is drawn; it is not redrawn while it stays the same. */
  #drawn = "";

  /**
   * @param {HTMLElement} element
   * @param {Analysis} analysis
   * @param {Draw} draw draws a decision
   * @param {(progress: Progress | null) => void} report receives the result, or null after a cancellation
   */
  constructor(element, analysis, draw, report) {
    this.#element = element;
    this.#analysis = analysis;
    this.#draw = draw;
    this.#report = report;
    element.hidden = false;
    element.setAttribute("role", "region");
    element.setAttribute("aria-label", t("What the decisions were worth"));
    element.replaceChildren(this.#says, this.#box);
    element.onscroll = () => this.#fade();
    this.#watcher.observe(element);
  }

  /** Whether a review is present or under way. */
  get on() {
    return this.#latest !== null && this.#latest.state !== "failed";
  }

  /** Request the review. */
  ask() {
    this.#cancel?.();
    this.#latest = {
      state: "waiting",
      done: 0,
      of: 0,
      ahead: 0,
      message: "",
      review: null,
      stages: null,
    };
    this.update(null, null);
    this.#cancel = this.#analysis.ask((progress) => {
      this.#latest = progress;
      if (progress.state === "done" || progress.state === "failed") this.#cancel = null;
      if (progress.review) this.#report(progress);
      else this.update(null, null);
    });
  }

  /** Cancel the review. */
  cancel() {
    this.#stop();
    this.#latest = null;
    this.#report(null);
    this.update(null, null);
    this.#element.querySelector("button")?.focus({ preventScroll: true });
  }

  #stop() {
    this.#cancel?.();
    this.#cancel = null;
  }

  destroy() {
    this.#stop();
    this.#watcher.disconnect();
  }

  /**
   * Show the review at the current step.
   * @param {Judged | null} judged
   * @param {Decision | null} decision the current decision
   */
  update(judged, decision) {
    const progress = this.#latest;
    const { state = "none", of = 0, ahead = 0, message = "" } = progress ?? {};
    const which = judged?.decisions.findIndex((item) => item.decision === decision) ?? -1;
    const drawn = [state, of > 0, ahead, message, which, judged?.seat, t("Cancel")].join();
    if (progress && drawn === this.#drawn && state === "running") return this.#progress(progress);
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    const inside = this.#box.contains(document.activeElement);
    this.#element.dataset.state = judged ? (decision ? "decision" : "game") : state;
    this.#says.textContent = this.#sentence();
    if (judged && decision) {
      fill(this.#box, this.#draw(judged, decision), this.#actions(judged, decision));
    } else if (judged) fill(this.#box, this.#whole(judged));
    else fill(this.#box, this.#asked());
    this.#element.scrollTop = 0;
    requestAnimationFrame(() => this.#reach());
    if (inside && !this.#box.contains(document.activeElement)) {
      this.#box.querySelector("button")?.focus({ preventScroll: true });
    }
    if (progress) this.#progress(progress);
  }

  /** A scrolling element has to be reachable by keyboard. */
  #reach() {
    const { scrollHeight, clientHeight } = this.#element;
    if (scrollHeight > clientHeight) this.#element.tabIndex = 0;
    else this.#element.removeAttribute("tabindex");
    this.#fade();
  }

  /** Where there is more below, the lower edge fades. */
  #fade() {
    const { scrollHeight, clientHeight, scrollTop } = this.#element;
    this.#element.classList.toggle("more", scrollHeight - clientHeight - scrollTop > 1);
  }

  /** @returns {string} */
  #sentence() {
    const { state, ahead, message } = this.#latest ?? {};
    if (state === "failed") return message ?? "";
    if (state === "running") return t("The decisions are being reviewed.");
    if (state !== "waiting") return "";
    return ahead
      ? plural("{n} review comes before this one.", "{n} reviews come before this one.", ahead)
      : "";
  }

  /** @returns {HTMLElement[]} */
  #asked() {
    const { state = "none" } = this.#latest ?? {};
    const button = (/** @type {string} */ text, /** @type {() => void} */ act) =>
      pushButton("button pt-quiet", act, text);
    if (state === "none") return [button(t("Review the decisions"), () => this.ask())];
    if (state === "failed") return [button(t("Try again"), () => this.ask())];
    return [
      h("progress.pt-judging-bar", { "aria-label": t("Progress of the review") }),
      h("span.pt-judging-count.figures", { "aria-hidden": "true" }),
      button(t("Cancel"), () => this.cancel()),
    ];
  }

  /** Whether decisions can be tried again. */
  get playsOn() {
    return this.#analysis.tryAgain !== undefined;
  }

  /**
   * Create a button that tries a decision again, and a link that asks about its position.
   * @param {Judged} judged
   * @param {Decision} decision
   * @returns {HTMLElement[]}
   */
  #actions({ seat }, decision) {
    const { position } = decision;
    const ask = position
      ? h(
          "a.button.pt-quiet.pt-decision-does.pt-ask",
          {
            href: `/ask?position=${encodeURIComponent(position)}`,
            title: t("Ask about this position"),
            onclick: () => this.#analysis.keepPlace(decision),
          },
          icon("hint"),
          h("span.pt-does-word", t("Ask about this position")),
        )
      : null;
    if (!this.playsOn || decision.seat !== seat) return ask ? [h("div.pt-does.wrap", ask)] : [];
    const again = pushButton(
      "button pt-quiet pt-decision-does pt-try-again",
      () => void this.tryAgain(decision),
      icon("again"),
      h("span.pt-does-word", t("Try again")),
    );
    again.title = t("Try again");
    const says = h("p.pt-again-says.optional", { role: "alert" });
    return [h("div.pt-does.wrap", again, ask), says];
  }

  /** Ask about the position of the decision that is shown. */
  askAbout() {
    this.#box.querySelector(".pt-ask")?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  }

  /**
   * Try a decision again.
   * @param {Decision} decision
   */
  async tryAgain(decision) {
    const button = this.#box.querySelector(".pt-try-again");
    const says = this.#box.querySelector(".pt-again-says");
    if (!button || !says || button.getAttribute("aria-disabled") === "true") return;
    const press = (/** @type {boolean} */ on) => {
      button.setAttribute("aria-disabled", String(on));
      button.classList.toggle("sent", on);
    };
    says.textContent = "";
    press(true);
    try {
      await this.#analysis.tryAgain?.(decision);
    } catch (error) {
      says.textContent = /** @type {Error} */ (error).message;
    }
    press(false);
  }

  /** @param {Progress} progress */
  #progress({ state, done, of }) {
    const bar = this.#box.querySelector("progress");
    if (!bar) return;
    if (state === "running" && of > 0) {
      bar.max = of;
      bar.value = done;
    }
    const count = this.#box.querySelector(".pt-judging-count");
    const says = of > 0 ? t("{done} of {of} decisions", { done, of }) : t("One moment.");
    if (count && count.textContent !== says) count.textContent = says;
  }

  /**
   * Return the summary of the whole game.
   * @param {Judged} judged
   * @returns {HTMLElement[]}
   */
  #whole(judged) {
    const { review, decisions } = judged;
    const { headline, splits, closest_level: closestLevel, limits } = review;
    const { split: open, mistakes } = this.#analysis;
    const text = headline || t("Luck and skill");
    return [
      ...(splits.length && open
        ? [
            pushButton(
              "pt-headline touch between bold row",
              () => open(review),
              h("span", text),
              icon("next"),
            ),
          ]
        : []),
      ...(decisions.length ? [h("p.pt-judged-sums", sumsSay(judged))] : []),
      ...(closestLevel.length ? [h("p.pt-judged-sums", closestLevel.join(" "))] : []),
      ...(mistakes && decisions.some(({ decision }) => isMistake(decision))
        ? [h("a.button.pt-quiet", { href: mistakes }, t("Practise your mistakes"))]
        : []),
      ...limits.map((limit) => h("p.pt-judged-limit.quiet", limit)),
    ];
  }
}
