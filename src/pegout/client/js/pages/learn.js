/**
 * Drills and the daily: a question with the cards of the table, one answer, what it was worth, and
 * the next one by the same key. The server judges; the progress stays in this browser.
 */

import { ask } from "../api.js";
import { fill, find, h, pushButton } from "../dom.js";
import { saveText } from "../fair/save.js";
import {
  dailies,
  due,
  exported,
  partOf,
  replaced,
  squaresOf,
  take,
  takeDaily,
  today,
} from "../progress.js";
import { figures } from "../scene/figures.js";
import { cardName, cardShort } from "../scene/names.js";
import { settings } from "../settings.js";
import { DrillClock } from "../shell/drill_clock.js";
import { heading } from "../shell/heading.js";
import { face } from "../shell/pack.js";
import { paintSvg, pictureToShare } from "../shell/picture.js";
import { Ranking } from "../shell/ranking.js";
import { createLive } from "../text/live.js";
import { language, plural, t } from "../words.js";

/** @import { AnswerJudged, DailyStep, DrillAsked } from "../wire" */

/** The drills in their order. */
const DRILLS = ["counting", "discards", "play"];
/** What comes back in all of them, with the mistakes of games. */
const MISTAKES = "mistakes";
/** The page of the daily. */
const DAILY = "daily";
/** The solitaire, which has a page of its own. */
const SQUARES = "squares";
/** The width of a card, and of one beside an item of a count, in pixels. */
const CARD = 120;
const TINY = 34;
/** The most days that are sent for the streak. */
const LATEST = 1_000;
/** The numbers that new questions and replies follow from are below this. */
const SEEDS = 2 ** 53;

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

/** @param {string} drill */
function nameOf(drill) {
  if (drill === "counting") return t("Counting hands");
  if (drill === "discards") return t("Discards");
  if (drill === MISTAKES) return t("My mistakes");
  if (drill === SQUARES) return t("Cribbage squares");
  return drill === DAILY ? t("Daily") : t("The play");
}

/** @param {string} drill */
function helpOf(drill) {
  if (drill === "counting") return t("What is a hand, a crib or a card of the play worth?");
  if (drill === "discards") return t("Which cards do you discard? A tie is right.");
  if (drill === MISTAKES) return t("What you missed, in drills and in games, until you know it.");
  if (drill === DAILY) return t("Five questions and a deal, the same for everybody today.");
  if (drill === SQUARES)
    return t("Sixteen cards in a square: eight hands, and the best possible result.");
  return t("Which card do you play? Then the reply is played out.");
}

/** Return what comes back today. @param {string} drill */
const dueIn = (drill) => due(drill === MISTAKES ? DRILLS : [drill], today());

/** @param {string} path @param {object} body */
const post = (path, body) => ask(`/api/school/${path}?lang=${language()}`, { body });

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
    const score = dailies()[today()];
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
      h("li.quiet.small", t("What you have learnt stays in this browser."), this.transfer()),
    );
  }

  /** Draw the buttons that save the progress, and take over that of a file. */
  transfer() {
    const save = () => saveText("pegout-progress.json", exported(), "application/json");
    const says = h("p", { role: "status" });
    const next = h("div.wrap");
    const field = h("input.visually-hidden", {
      type: "file",
      accept: "application/json,.json",
      tabindex: -1,
      "aria-hidden": true,
      onchange: async () => {
        const file = field.files?.[0];
        if (file) await this.merge(await file.text(), says, next);
        field.value = "";
      },
    });
    return h(
      "div.stack",
      h(
        "div.wrap",
        pushButton("button", save, t("Save as a file")),
        pushButton("button", () => field.click(), t("Open a file")),
        field,
      ),
      says,
      next,
    );
  }

  /**
   * Merge the progress of a file; ask before it is taken over, and undo it once.
   * @param {string} other
   * @param {HTMLElement} says
   * @param {HTMLElement} next the buttons of what can be done then
   */
  async merge(other, says, next) {
    const before = exported();
    fill(next);
    try {
      const merged = await post("merge", { own: before, other });
      const change = (/** @type {string} */ text, /** @type {string} */ said) => {
        says.textContent = replaced(text) ? said : t("This browser does not keep what you learn.");
      };
      const undo = () => {
        change(before, t("It is as it was."));
        fill(next);
      };
      const takeOver = () => {
        change(merged.progress, t("Taken over."));
        fill(next, pushButton("button", undo, t("Undo")));
        find(next, "button")?.focus();
      };
      says.textContent = merged.says;
      fill(next, pushButton("button primary", takeOver, t("Take it over")));
      find(next, "button")?.focus();
    } catch (error) {
      says.textContent = error instanceof Error ? error.message : t("Try again in a moment.");
    }
  }
}

/** A round of a drill: what comes back first, then new questions. */
class Round {
  /** The questions that were asked in this round and come back tomorrow. @type {Set<string>} */
  #asked = new Set();

  /** @param {string} drill */
  constructor(drill) {
    this.drill = drill;
  }

  /** @returns {Promise<DrillAsked | null>} null where nothing comes back any more */
  async next() {
    const back = dueIn(this.drill).find((one) => !this.#asked.has(one.text));
    if (!back && this.drill === MISTAKES) return null;
    const { drill, text } = back ?? { drill: this.drill, text: "" };
    this.#asked.add(text);
    const seed = Math.floor(Math.random() * SEEDS);
    try {
      return await post("question", { drill, text, seed });
    } catch (error) {
      // An item that cannot be read any more is passed over.
      if (!text) throw error;
      return this.next();
    }
  }

  /** Return what is said before a question. @returns {string[]} */
  happened() {
    return [];
  }

  /** @param {string} _answer */
  answered(_answer) {}
}

/** The daily of today: its questions, then the decisions of its deal. */
class Daily {
  drill = DAILY;
  day = today();
  /** @type {string[]} */
  #answers = [];
  /** @type {string[]} */
  #deal = [];
  /** @type {DailyStep | null} */
  step = null;

  /** @returns {Promise<DrillAsked | null>} null at the end */
  async next() {
    const played = Object.keys(dailies()).sort().slice(-LATEST);
    const light = document.documentElement.dataset.theme === "maple";
    const body = { day: this.day, answers: this.#answers, deal: this.#deal, played, light };
    /** @type {DailyStep} */
    const step = await post("daily", body);
    this.step = step;
    if (step.score !== null && step.keep) takeDaily(this.day, step.version, step.score);
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
}

/** The page of a round. */
class Drill {
  /** @param {Round | Daily} round */
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
        this.situation,
        this.cards,
        this.task,
        this.controls,
        this.result,
      ),
    );
    this.live = createLive(this.element);
    this.onKey = (/** @type {KeyboardEvent} */ event) => this.press(event);
    document.addEventListener("keydown", this.onKey);
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
    try {
      this.asked = await (this.following ?? this.round.next());
      if (this.asked) this.live.say([...this.round.happened(), this.words].join(" "));
    } catch (error) {
      this.problem = error instanceof Error ? error.message : t("Try again in a moment.");
    }
    this.following = null;
    this.busy = false;
    this.draw();
    this.clock?.start();
    // On a phone, the keyboard would cover the cards.
    if (this.asked?.choose === 0 && matchMedia("(pointer: fine)").matches)
      this.field?.focus({ preventScroll: true });
  }

  /** Whether no mistake comes back any more. */
  get nothing() {
    return this.round.drill === MISTAKES && !this.asked && !this.busy && !this.problem;
  }

  /** The question in words, for a screen reader. */
  get words() {
    const { asked } = this;
    return asked
      ? [...asked.situation, asked.cards.map(cardName).join(", "), asked.task].join(" ")
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
    const seed = Math.floor(Math.random() * SEEDS);
    const body = { drill: asked.drill, text: asked.text, answer, day, seconds, seed, progress };
    try {
      /** @type {AnswerJudged} */
      const judged = await post("answer", body);
      this.judged = judged;
      this.problem = take(asked.drill, judged.progress)
        ? ""
        : t("This browser does not keep what you learn.");
      this.answers += 1;
      this.right += judged.grade === "right" ? 1 : 0;
      if (seconds) this.times.push(seconds);
      this.round.answered(answer);
      this.following = this.round.next();
      this.following.catch(() => {});
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
    const most = asked.choose || asked.cards.length;
    if (chosen.includes(card)) this.chosen = chosen.filter((one) => one !== card);
    else if (chosen.length < most) this.chosen = [...chosen, card];
    else if (most === 1) this.chosen = [card];
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
    const step = this.round instanceof Daily ? this.round.step : null;
    const ended = !asked && !this.busy && step?.score !== null && step !== null;
    fill(
      this.situation,
      this.round.happened().map((line) => h("p", line)),
      (asked?.situation ?? []).map((line) => h("p", line)),
    );
    this.drawCards();
    const waits = this.busy ? t("Working it out …") : "";
    const over = this.nothing ? t("Nothing comes back today.") : waits;
    fill(this.task, asked?.task ?? (ended ? t("Your daily") : over));
    this.drawControls();
    this.drawResult();
    if (ended && step) this.drawScore(step);
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

  drawControls() {
    const { asked, judged } = this;
    if (!asked) {
      fill(
        this.controls,
        this.nothing ? h("a.button.primary", { href: "/learn" }, t("Learn")) : null,
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

  drawResult() {
    const { judged } = this;
    this.result.hidden = !judged;
    if (!judged) return;
    if (judged.advice) this.ranking.show(judged.advice, []);
    fill(
      this.result,
      judged.says.map((line) => h("p", { class: ["learn-says", `is-${judged.grade}`] }, line)),
      judged.time ? h("p.learn-time", judged.time) : null,
      judged.advice ? this.ranking.element : countOf(judged),
      judged.reply.length
        ? h(
            "ul.learn-reply.list.quiet.small",
            judged.reply.map((line) => h("li", line)),
          )
        : null,
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

  /** @param {DailyStep} step */
  drawScore({ score, share, picture, label, streak, happened }) {
    fill(
      this.situation,
      happened.map((line) => h("p", line)),
    );
    const { frame, buttons, says } = pictureToShare({
      paint: () => paintSvg(picture),
      label,
      text: share,
      name: `pegout-${today()}`,
    });
    this.result.hidden = false;
    fill(
      this.result,
      h("p.counter-sum", h("b", String(score)), " ", h("span.quiet.large", t("of 100"))),
      h("p.learn-share", share),
      h("p", plural("{n} day in a row.", "{n} days in a row.", streak)),
      frame,
      says,
    );
    fill(this.controls, buttons, h("a.button", { href: "/learn" }, t("Learn")));
  }
}

/** Show the items of a count, each with its cards. @param {AnswerJudged} judged */
function countOf({ items, phrases, missed }) {
  const lost = new Set(missed.map(({ cards }) => cards.join()));
  if (!items.length) return h("p", phrases[0] ?? "");
  return h(
    "ol.counter-items.ruled",
    items.map(({ cards, points }, at) =>
      h(
        "li",
        { class: lost.has(cards.join()) && "is-missed" },
        h(
          "span.counter-cards",
          { role: "img", "aria-label": cards.map(cardShort).join(" ") },
          cards.map((card) => face(card, TINY)),
        ),
        h("span", phrases[at] ?? ""),
        h("b.figures", `+${points}`),
      ),
    ),
  );
}
