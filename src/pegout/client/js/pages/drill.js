/** The page of a round: a question with the cards of the table, one answer, and what it was worth. */

import { fill, find, h, pushButton } from "../dom.js";
import { partOf, take, today } from "../progress.js";
import { figures } from "../scene/figures.js";
import { cardName, cardShort } from "../scene/names.js";
import { askSchool } from "../school.js";
import { settings } from "../settings.js";
import { DrillClock } from "../shell/drill_clock.js";
import { heading } from "../shell/heading.js";
import { face } from "../shell/pack.js";
import { Ranking } from "../shell/ranking.js";
import { createLive } from "../text/live.js";
import { plural, t } from "../words.js";
import { resultOf } from "./drill_result.js";
import { nameOf, seed } from "./drills.js";

/** @import { AnswerJudged, DrillAsked } from "../wire" */
/**
 * @typedef {object} Ending the end of a round
 * @property {string} task what stands in the place of a task
 * @property {HTMLElement[]} result
 * @property {HTMLElement[]} buttons
 *
 * @typedef {object} Questions the questions of a round
 * @property {string} drill
 * @property {() => Promise<DrillAsked | null>} next returns the next one; null at the end
 * @property {() => string[]} happened returns what is said before a question
 * @property {(answer: string) => void} answered
 * @property {() => Ending | null} ending
 * @property {import("../shell/drill_filter.js").DrillFilter | null} [filter] what new ones are like
 * @property {boolean} [comesBack] whether the last one comes back, whatever the filter
 * @property {() => void} [refilter] called when the filter has changed
 */

/** The width of a card, and of one on the table, in pixels. */
const [CARD, PLAYED] = [120, 72];

/** The page of a round. */
export class Drill {
  /** @param {Questions} round */
  constructor(round) {
    this.round = round;
    this.title = () => nameOf(round.drill);
    /** @type {DrillAsked | null} */
    this.asked = null;
    /** @type {AnswerJudged | null} */
    this.judged = null;
    /** The next question of a drill is fetched while the answer is read. */
    this.following = /** @type {Promise<DrillAsked | null> | null} */ (null);
    /** @type {string[]} the cards that are chosen */
    this.chosen = [];
    /** @type {string[][]} the combinations of a count */
    this.found = [];
    this.total = "";
    this.answers = 0;
    this.right = 0;
    /** @type {number[]} the seconds of the answers that were measured */
    this.times = [];
    this.clock = round.drill === "counting" ? new DrillClock() : null;
    this.problem = "";
    this.busy = false;
    this.head = heading(this.title, "/learn");
    this.choice = h("div.learn-choice", { hidden: !this.clock });
    this.situation = h("div.learn-situation.quiet");
    this.table = h("div.learn-table");
    this.cards = h("ol.counter-slots.analyser-slots.list");
    this.task = h("p.learn-task.large.centred", { tabindex: -1 });
    this.controls = h("div.learn-controls.wrap");
    this.result = h("section.learn-result.list.panel", { hidden: true });
    this.ranking = new Ranking();
    this.element = h(
      "main.page.learn-page",
      this.head.element,
      h(
        "div.stack.shrink",
        this.choice,
        round.filter?.element,
        this.situation,
        this.table,
        this.cards,
        this.task,
        this.controls,
        this.result,
      ),
    );
    this.live = createLive(this.element);
    this.onKey = (/** @type {KeyboardEvent} */ event) => this.press(event);
    document.addEventListener("keydown", this.onKey);
    round.refilter = () => this.refilter();
    this.render();
    void this.next();
  }

  destroy() {
    document.removeEventListener("keydown", this.onKey);
    this.live.destroy();
  }

  /** Rebuild the page in another language; a question keeps its own. */
  render() {
    this.head.render();
    this.result.setAttribute("aria-label", t("The answer"));
    if (this.clock) fill(this.choice, this.clock.field());
    this.draw();
  }

  // What happens

  async next() {
    if (this.busy) return;
    this.busy = true;
    this.problem = "";
    this.judged = null;
    this.asked = null;
    [this.chosen, this.found, this.total] = [[], [], ""];
    this.draw();
    const wanted = this.round.filter?.text;
    try {
      this.asked = await (this.following ?? this.round.next());
      if (this.asked) this.live.say([...this.round.happened(), this.words].join(" "));
    } catch (error) {
      this.problem = error instanceof Error ? error.message : t("Try again in a moment.");
    }
    this.following = null;
    this.busy = false;
    if (this.round.filter?.text !== wanted) return this.refilter();
    this.draw();
    this.clock?.start();
    // On a phone, the keyboard would cover the cards.
    if (this.asked?.choose === 0 && matchMedia("(pointer: fine)").matches)
      this.field?.focus({ preventScroll: true });
  }

  /** Fetch the next question while the answer is read. */
  prepare() {
    this.following = this.round.next();
    this.following.catch(() => {});
  }

  /** Draw the next question again by another filter, unless it is one that comes back. */
  refilter() {
    if (this.round.comesBack) this.draw();
    else if (this.following) this.prepare();
    else if (!this.judged) void this.next();
  }

  /** The question in words, for a screen reader. */
  get words() {
    const { asked } = this;
    return asked
      ? [
          ...asked.situation,
          ...(asked.table?.says ?? []),
          asked.cards.map(cardName).join(", "),
          asked.task,
        ].join(" ")
      : "";
  }

  /** The answer, which is empty as long as something is missing. */
  get answer() {
    const { asked, chosen, found } = this;
    if (!asked) return "";
    if (asked.choose) return chosen.length === asked.choose ? chosen.join(" ") : "";
    if (found.length) return found.map((cards) => cards.join(" ")).join(", ");
    return this.total;
  }

  async judge() {
    const { asked, answer } = this;
    if (!asked || !answer || this.busy) return;
    this.busy = true;
    const seconds = this.clock?.seconds() ?? 0;
    const day = today();
    const progress = partOf(asked.drill, asked.text, asked.difficulty, day);
    const { drill, text } = asked;
    const body = { drill, text, answer, day, seconds, seed: seed(), progress };
    try {
      /** @type {AnswerJudged} */
      const judged = await askSchool("answer", body);
      this.judged = judged;
      this.problem = take(asked.drill, judged.progress)
        ? ""
        : t("This browser does not keep what you learn.");
      this.answers += 1;
      this.right += judged.grade === "right" ? 1 : 0;
      if (seconds) this.times.push(seconds);
      this.round.answered(answer);
      this.prepare();
      this.live.say([...judged.says, ...judged.phrases, judged.time].join(" "));
    } catch (error) {
      this.problem = error instanceof Error ? error.message : t("Try again in a moment.");
    }
    this.busy = false;
    this.draw();
    find(this.element, "button.primary")?.focus({ preventScroll: true });
  }

  /** @param {string} card */
  toggle(card) {
    const { asked, chosen } = this;
    if (!asked || this.judged) return;
    const maximum = asked.choose || asked.cards.length;
    if (chosen.includes(card)) this.chosen = chosen.filter((one) => one !== card);
    else if (chosen.length < maximum) this.chosen = [...chosen, card];
    else if (maximum === 1) this.chosen = [card];
    this.draw();
  }

  /** Add the chosen cards to the combinations of a count. */
  combine() {
    if (this.chosen.length < 1) return;
    this.found = [...this.found, this.chosen];
    this.chosen = [];
    this.draw();
  }

  /** Answer, or go on: one key for both. */
  forward() {
    if (this.judged) void this.next();
    else void this.judge();
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    const target = event.target instanceof Element ? event.target : null;
    if (!settings.get().keys || event.ctrlKey || event.altKey || event.metaKey) return;
    if (target?.closest(".learn-filters")) return;
    if (event.key === "Enter" && !target?.closest("a, button")) {
      event.preventDefault();
      this.forward();
      return;
    }
    const card = this.asked?.choose ? this.asked.cards[Number(event.key) - 1] : undefined;
    if (!card || !this.asked?.choosable.includes(card)) return;
    event.preventDefault();
    this.toggle(card);
  }

  // What is drawn

  draw() {
    const { asked } = this;
    const ending = asked || this.busy || this.problem ? null : this.round.ending();
    fill(
      this.situation,
      this.round.happened().map((line) => h("p", line)),
      (asked?.situation ?? []).map((line) => h("p", line)),
    );
    this.drawTable();
    this.drawCards();
    const waits = this.busy ? t("Working it out …") : "";
    fill(this.task, asked?.task ?? ending?.task ?? waits);
    this.drawControls(ending);
    this.drawResult(ending);
  }

  drawTable() {
    const table = this.asked?.table;
    if (!table) return fill(this.table);
    const { starter, played, count, says } = table;
    fill(
      this.table,
      h("p.visually-hidden", says.join(" ")),
      h("div.learn-starter.small", { "aria-hidden": true }, face(starter, PLAYED), t("Starter")),
      h(
        "div.learn-pile",
        { "aria-hidden": true },
        played.map(({ card, own, over }) =>
          h("span", { class: [own && "is-own", over && "is-spent"] }, face(card, PLAYED)),
        ),
      ),
      h(
        "div.learn-count.small",
        { "aria-hidden": true },
        h("b.big.figures", String(count)),
        t("Count"),
      ),
    );
  }

  drawCards() {
    const { asked, chosen } = this;
    const cards = asked?.cards ?? [];
    const active = document.activeElement;
    const held = active instanceof HTMLElement ? active.dataset.card : undefined;
    this.cards.classList.toggle("analyser-slots", !asked?.starter);
    this.cards.style.setProperty("--slots", String(Math.max(cards.length, 4)));
    this.cards.setAttribute("aria-label", t("The cards"));
    fill(
      this.cards,
      cards.map((card, at) => {
        const starter = asked?.starter && at === cards.length - 1;
        const dim = !asked?.choosable.includes(card);
        return h(
          "li",
          {
            class: [
              "counter-slot",
              starter && "counter-starter",
              chosen.includes(card) && "is-lit",
              dim && "is-spent",
            ],
          },
          pushButton(
            {
              "data-card": card,
              "aria-label": starter ? `${t("Starter")}: ${cardName(card)}` : cardName(card),
              "aria-pressed": chosen.includes(card),
              disabled: dim,
            },
            () => this.toggle(card),
            face(card, CARD),
          ),
        );
      }),
    );
    if (held) find(this.cards, `[data-card="${held}"]`)?.focus();
  }

  /** @param {Ending | null} ending */
  drawControls(ending) {
    const { asked, judged } = this;
    if (!asked) {
      fill(
        this.controls,
        ending?.buttons,
        this.problem ? h("p.problem", this.problem) : null,
        this.problem ? pushButton("button primary", () => this.next(), t("Try again")) : null,
      );
      return;
    }
    if (judged) {
      fill(
        this.controls,
        pushButton("button primary", () => this.forward(), t("Next")),
      );
      return;
    }
    const counts = asked.choose === 0;
    fill(
      this.controls,
      counts ? this.totalField() : null,
      counts
        ? pushButton(
            { class: "button", disabled: !this.chosen.length },
            () => this.combine(),
            t("These score"),
          )
        : null,
      pushButton(
        { class: "button primary", disabled: !this.answer },
        () => this.forward(),
        t("Answer"),
      ),
      this.found.length
        ? h(
            "p.learn-found.quiet",
            this.found.map((cards) => cards.map(cardShort).join(" ")).join(" · "),
          )
        : null,
      this.problem ? h("p.problem", this.problem) : null,
    );
  }

  totalField() {
    this.field = h("input.input.learn-total", {
      type: "text",
      inputmode: "numeric",
      maxlength: 2,
      autocomplete: "off",
      value: this.total,
      "aria-label": t("Points"),
      placeholder: t("Points"),
      oninput: (/** @type {InputEvent} */ event) => {
        const field = /** @type {HTMLInputElement} */ (event.target);
        this.total = field.value.replace(/\D/g, "");
        field.value = this.total;
        const button = this.controls.querySelector("button.primary");
        if (button instanceof HTMLButtonElement) button.disabled = !this.answer;
      },
    });
    return this.field;
  }

  /** @param {Ending | null} ending */
  drawResult(ending) {
    const { judged } = this;
    this.result.hidden = !judged && !ending?.result.length;
    if (!judged) return fill(this.result, ending?.result);
    fill(
      this.result,
      resultOf(judged, this.ranking),
      h(
        "p.quiet.small",
        plural("{right} of {n} right.", "{right} of {n} right.", this.answers, {
          right: this.right,
        }),
        this.times.length ? ` ${this.each()}` : null,
      ),
      this.problem ? h("p.problem", this.problem) : null,
    );
  }

  /** Say how long an answer of this round takes. */
  each() {
    const all = this.times.reduce((sum, seconds) => sum + seconds, 0);
    return t("{seconds} seconds for each.", { seconds: figures(all / this.times.length) });
  }
}
