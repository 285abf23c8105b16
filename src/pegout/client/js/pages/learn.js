/**
 * Drills and the daily: the list of all, or the page of one. The server judges; the progress stays
 * in this browser.
 */

import { fill, h } from "../dom.js";
import { dailies, squaresOf, today } from "../progress.js";
import { settings } from "../settings.js";
import { heading } from "../shell/heading.js";
import { canKeep } from "../store.js";
import { plural, t } from "../words.js";
import { Daily } from "./daily.js";
import { Drill } from "./drill.js";
import { Round } from "./drill_round.js";
import { DAILY, DRILLS, dueIn, helpOf, MISTAKES, nameOf, SQUARES } from "./drills.js";
import { progressFile } from "./progress_file.js";

/**
 * Create the page: that of a drill, or the list of all.
 * @param {import("../navigation.js").Params} params
 * @returns {import("../navigation.js").Page}
 */
export function page({ drill }) {
  if (drill === DAILY) return new Drill(new Daily());
  return [...DRILLS, MISTAKES].includes(drill ?? "")
    ? new Drill(new Round(drill ?? ""))
    : new Learn();
}

/** The list of the drills. */
class Learn {
  title = () => t("Learn");

  constructor() {
    this.head = heading(() => t("Learn"));
    this.list = h("ul.learn-list.list");
    this.element = h("main.page.learn-page", this.head.element, this.list);
    this.onKey = (/** @type {KeyboardEvent} */ event) => this.press(event);
    document.addEventListener("keydown", this.onKey);
    this.render();
  }

  destroy() {
    document.removeEventListener("keydown", this.onKey);
  }

  /** Open a row by its number. @param {KeyboardEvent} event */
  press({ key, ctrlKey, altKey, metaKey }) {
    if (!settings.get().keys || ctrlKey || altKey || metaKey || !/^[1-9]$/.test(key)) return;
    const link = this.list.querySelectorAll("a.learn-drill")[Number(key) - 1];
    if (link instanceof HTMLElement) link.click();
  }

  /** Say what of a drill is due or done today. @param {string} drill */
  todayOf(drill) {
    const score = dailies()[today()]?.score;
    const best = squaresOf(today())?.score;
    if (drill === DAILY) return score === undefined ? "" : t("Today: {score} of 100.", { score });
    if (drill === SQUARES)
      return best === undefined ? "" : t("Your best of today: {score}.", { score: best });
    const back = dueIn(drill).length;
    return back
      ? plural("{n} question comes back today.", "{n} questions come back today.", back)
      : "";
  }

  render() {
    this.head.render();
    const rows = [DAILY, ...DRILLS, MISTAKES, SQUARES].map((drill, at) => {
      const says = this.todayOf(drill);
      return h(
        "li",
        h(
          "a.learn-drill.panel.hover.list",
          { href: drill === SQUARES ? "/squares" : `/learn/${drill}` },
          h(
            "b.large",
            nameOf(drill),
            h("kbd.learn-key.quiet.note", { "aria-hidden": "true" }, `${at + 1}`),
          ),
          h("span.quiet", helpOf(drill)),
          says ? h("span.learn-due.small", says) : null,
        ),
      );
    });
    fill(
      this.list,
      rows,
      h(
        "li.quiet.small",
        canKeep()
          ? t(
              "What you have learnt stays in this browser until its data is cleared. A file keeps it.",
            )
          : t("This browser does not keep what you learn."),
        progressFile(),
      ),
    );
  }
}
