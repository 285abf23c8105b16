/**
 * The daily of today: its questions, then the decisions of its deal, and its result to share; the
 * result alone if it was played before.
 */

import { h } from "../dom.js";
import { dailies, takeDaily, today } from "../progress.js";
import { askSchool } from "../school.js";
import { paintSvg, pictureToShare } from "../shell/picture.js";
import { plural, t } from "../words.js";
import { DAILY } from "./drills.js";

/** @import { DailyStep, DrillAsked } from "../wire" */
/** @import { Ending } from "./drill.js" */

/** The most days that are sent for the streak. */
const LATEST = 1_000;

/** The questions of the daily, one after the other. */
export class Daily {
  drill = DAILY;
  day = today();
  /** @type {string[]} */
  #answers = [];
  /** @type {string[]} */
  #deal = [];
  /** Whether this browser has kept the result. */
  #kept = true;
  /** @type {DailyStep | null} */
  step = null;

  /** @returns {Promise<DrillAsked | null>} null at the end */
  async next() {
    const results = dailies();
    const played = Object.keys(results).sort().slice(-LATEST);
    const light = document.documentElement.dataset.theme === "maple";
    const { day } = this;
    const kept = results[day] ?? null;
    const body = { day, answers: this.#answers, deal: this.#deal, played, light, kept };
    /** @type {DailyStep} */
    const step = await askSchool("daily", body);
    this.step = step;
    if (step.result && step.keep) this.#kept = takeDaily(day, step.result);
    return step.question;
  }

  happened() {
    const { step } = this;
    if (!step?.question) return step?.happened ?? [];
    const { questions: of, happened } = step;
    const n = this.#answers.length + 1;
    const place = n > of ? t("After the questions: a deal") : t("Question {n} of {of}", { n, of });
    return [place, ...happened];
  }

  /** @param {string} answer */
  answered(answer) {
    if (this.#answers.length < (this.step?.questions ?? 0)) this.#answers.push(answer);
    else this.#deal.push(answer);
  }

  /** @returns {Ending | null} */
  ending() {
    if (!this.step?.result) return null;
    const { result, share, picture, label, streak } = this.step;
    const { frame, buttons, says } = pictureToShare({
      paint: () => paintSvg(picture),
      label,
      text: share,
      name: `pegout-${this.day}`,
    });
    return {
      task: t("Your daily"),
      result: [
        h("p.counter-sum", h("b", String(result.score)), " ", h("span.quiet.large", t("of 100"))),
        h("p.learn-share", share),
        h("p", plural("{n} day in a row.", "{n} days in a row.", streak)),
        ...(this.#kept ? [] : [h("p.problem", t("This browser does not keep what you learn."))]),
        frame,
        h("div.learn-controls.wrap", buttons, h("a.button", { href: "/learn" }, t("Learn"))),
        says,
      ],
      buttons: [],
    };
  }
}
