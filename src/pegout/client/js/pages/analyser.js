/**
 * The discard analysis: choose the cards dealt, the dealer and the score, and compare every discard
 * with its score distributions, and the win probability at that score. The query of the URL
 * contains all of it.
 */

import { here, push, replace } from "../address.js";
import { ask } from "../api.js";
import { fill, h, pushButton } from "../dom.js";
import { whenReleased } from "../held.js";
import { sidesOf } from "../rules.js";
import { settings } from "../settings.js";
import { Chances } from "../shell/chances.js";
import { dealerField, scoreFields } from "../shell/deal_fields.js";
import { keepingFocus, line, redrawSoon, segments } from "../shell/fields.js";
import { heading } from "../shell/heading.js";
import { latest } from "../shell/latest.js";
import { dealAtRandom, drawSlots, howToType, Pack } from "../shell/pack.js";
import { Ranking } from "../shell/ranking.js";
import { drawSpread } from "../shell/spread.js";
import { dealtTo, isScore, PLAYERS, queryOf, readQuestion, TARGETS } from "../text/analysis.js";
import { createLive } from "../text/live.js";
import { LONGEST_HAND, readTyped } from "../text/typed_cards.js";
import { language, plural, t } from "../words.js";

/** @import { Analysed, Question } from "../text/analysis.js" */
/** @import { AnalysedDiscard } from "../wire" */

/** How long to wait for further changes before a request, in milliseconds. */
const SETTLED = 200;

/**
 * Create the page.
 * @returns {import("../navigation.js").Page}
 */
export function page() {
  return new Analyser();
}

class Analyser {
  title = () => t("What to discard");

  constructor() {
    this.question = readQuestion(here().search);
    /** @type {Analysed | null} */
    this.analysed = null;
    this.problem = "";
    /** Typed cards that cannot be analysed; they stay in the field until cards are chosen. */
    this.rejected = "";
    /** A sentence about typed cards that may be meant otherwise. */
    this.doubt = "";
    this.turn = 0;
    this.askLatest = latest(() => this.askNow(this.turn));
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.head = heading(
      () => t("What to discard"),
      "/",
      { href: () => "/count", title: () => t("Count") },
      { href: () => "/ask", title: () => t("The play") },
    );
    this.pack = new Pack({
      press: (card) => this.press(card),
      chosen: () => this.question.cards,
    });
    this.ranking = new Ranking();
    this.chances = new Chances((scores) => this.change({ scores }));
    this.slots = h("ol.counter-slots.analyser-slots.list");
    this.tools = h("div.analyser-tools.wrap");
    this.options = h("div.analyser-options.wrap.panel");
    this.result = h("section.analyser-result.list.panel");
    this.body = h(
      "div.analyser.stack.shrink",
      h("div.analyser-hand.stack.shrink", this.slots, this.pack.element, this.tools, this.options),
      h("div.analyser-answer.stack.shrink", this.result, this.chances.element),
    );
    this.element = h("main.page.analyser-page", this.head.element, this.body);
    this.live = createLive(this.element);
    this.render();
  }

  destroy() {
    this.turn += 1;
    clearTimeout(this.timer);
    this.pack.destroy();
    this.chances.destroy();
    this.live.destroy();
  }

  get full() {
    return this.question.cards.length === dealtTo(this.question.players);
  }

  /** The text of the field of the cards. */
  get typed() {
    return this.rejected || this.question.cards.join(" ");
  }

  /** A sentence on how many cards are missing. */
  get missing() {
    const { cards, players } = this.question;
    const missing = dealtTo(players) - cards.length;
    return plural("Choose {n} more card.", "Choose {n} more cards.", missing);
  }

  /** Rebuild the page in another language. */
  render() {
    this.head.render();
    this.slots.setAttribute("aria-label", t("The cards dealt"));
    this.result.setAttribute("aria-label", t("The discards"));
    this.pack.build();
    this.analysed = null;
    keepingFocus(this.tools, () => this.drawTools());
    keepingFocus(this.options, () => this.drawOptions());
    this.draw();
    void this.answer();
  }

  /** @param {string} card */
  press(card) {
    const { cards, players } = this.question;
    const max = dealtTo(players);
    if (cards.includes(card)) this.change({ cards: cards.filter((other) => other !== card) });
    else if (cards.length < max) this.change({ cards: [...cards, card] });
    else {
      this.live.say(
        plural(
          "{n} card is chosen. Take it away first.",
          "{n} cards are chosen. Take one away first.",
          max,
        ),
      );
    }
  }

  /** Deal a random hand. */
  deal() {
    this.change({ cards: dealAtRandom(dealtTo(this.question.players)) });
  }

  /** @param {string} text */
  type(text) {
    const { cards, problem, warning } = readTyped(text, dealtTo(this.question.players));
    if (!problem) {
      this.change({ cards });
      this.doubt = warning;
      redrawSoon(this.tools, () => this.drawTools());
      return;
    }
    this.rejected = text;
    redrawSoon(this.tools, () => {
      this.drawTools();
      // On a small screen the field is at the bottom.
      this.tools.querySelector(".problem")?.scrollIntoView({ block: "nearest" });
    });
  }

  /** @param {Partial<Question>} changes */
  change(changes) {
    const before = this.question;
    const whole = this.full;
    const question = { ...before, ...changes };
    if (question.players !== before.players) {
      const sideCount = sidesOf(question);
      question.scores = Array.from({ length: sideCount }, (_, at) => before.scores[at] ?? 0);
      question.dealer = Math.min(question.dealer, question.players - 1);
      question.cards = question.cards.slice(0, dealtTo(question.players));
    }
    question.scores = question.scores.map((score) => Math.min(score, question.target - 1));
    this.question = question;
    const dealt = changes.cards || question.players !== before.players;
    if ((this.rejected || this.doubt) && dealt) {
      this.rejected = "";
      this.doubt = "";
      redrawSoon(this.tools, () => this.drawTools());
    }
    if (question.players !== before.players) redrawSoon(this.options, () => this.drawOptions());
    this.problem = "";
    // Add the hand to the browser's history, so that the user can go back to it.
    const path = `${here().pathname}?${queryOf(question)}`;
    if (whole && changes.cards) push(path);
    else replace(path);
    if (!this.full) this.analysed = null;
    if (whole && !this.full) this.live.say(this.missing);
    this.draw();
    clearTimeout(this.timer);
    this.turn += 1;
    this.timer = setTimeout(() => void this.answer(), SETTLED);
    // On a small screen the last card is chosen far below.
    if (changes.cards && this.full && this.slots.getBoundingClientRect().top < 0) scrollTo(0, 0);
  }

  /** Draw what has changed, once nothing is pressed. */
  draw() {
    whenReleased(this.body, () => this.drawNow());
  }

  drawNow() {
    this.body.classList.toggle("is-full", this.full);
    const { cards, players, scores } = this.question;
    const slots = Array.from({ length: dealtTo(players) }, (_, at) => ({
      card: cards[at],
      title: t("Card {n}", { n: at + 1 }),
    }));
    this.slots.style.setProperty("--slots", String(slots.length));
    drawSlots(this.slots, slots, this.pack, (card) => this.press(card));
    this.pack.draw();
    this.fillIn("cards", this.typed);
    scores.forEach((score, side) => this.fillIn(`score/${side}`, String(score)));
    this.drawResultNow();
  }

  /**
   * Set a field of the form.
   * @param {string} key
   * @param {string} text
   */
  fillIn(key, text) {
    const field = this.body.querySelector(`input[data-key="${key}"]`);
    if (field instanceof HTMLInputElement) field.value = text;
  }

  drawTools() {
    const { players } = this.question;
    fill(
      this.tools,
      line({
        key: "cards",
        name: t("Cards"),
        value: this.typed,
        placeholder: "5H 5S 6D 7C JD KS".slice(0, 3 * dealtTo(players) - 1),
        maxLength: LONGEST_HAND,
        warning: this.doubt,
        problem: this.rejected ? readTyped(this.rejected, dealtTo(players)).problem : "",
        change: (text) => this.type(text),
      }),
      pushButton({ class: "button", "data-key": "deal" }, () => this.deal(), t("Deal at random")),
      pushButton(
        { class: "button", "data-key": "clear" },
        () => this.change({ cards: [] }),
        t("Clear"),
      ),
    );
  }

  drawOptions() {
    const { players, target, dealer, scores } = this.question;
    fill(
      this.options,
      dealerField({ players, dealer, change: (value) => this.change({ dealer: value }) }),
      scoreFields({ players, scores, change: (side, text) => this.setScore(side, text) }),
      segments({
        key: "target",
        name: t("Game to"),
        choices: TARGETS.map((value) => ({ title: String(value), value })),
        chosen: (value) => value === target,
        change: (value) => this.change({ target: value }),
      }),
      segments({
        key: "players",
        name: t("Players"),
        choices: PLAYERS.map((value) => ({ title: String(value), value })),
        chosen: (value) => value === players,
        change: (value) => this.change({ players: value }),
      }),
    );
  }

  /** @param {number} side @param {string} text */
  setScore(side, text) {
    const { scores, target } = this.question;
    const score = Number(text);
    if (text && isScore(score, target)) {
      this.change({ scores: scores.map((other, at) => (at === side ? score : other)) });
      return;
    }
    this.live.say(t("A score is a number from 0 to {maximum}.", { maximum: target - 1 }));
    this.fillIn(`score/${side}`, String(this.question.scores[side] ?? 0));
  }

  drawResult() {
    whenReleased(this.result, () => this.drawResultNow());
  }

  drawResultNow() {
    if (this.problem) {
      fill(this.result, h("p.problem", this.problem));
    } else if (!this.full) {
      fill(
        this.result,
        h("p.counter-ask.large", this.missing),
        settings.get().keys ? h("p.quiet.counter-keys", howToType()) : null,
      );
    } else if (this.analysed) {
      this.result.removeAttribute("aria-busy");
      if (this.ranking.element.parentNode !== this.result) fill(this.result, this.ranking.element);
      this.showRanking(this.analysed);
    } else {
      fill(this.result, h("p.counter-ask.large", t("Working it out …")));
    }
  }

  /** @param {Analysed} analysed */
  showRanking({ by_chance, discards, whose, notes }) {
    const options = discards.map(({ option }) => option);
    this.ranking.show({ kind: "discard", by_chance, options }, notes, (at) =>
      behind(discards[at], whose),
    );
  }

  /** Ask for what is shown. A question asked meanwhile waits; the last one is asked then. */
  async answer() {
    void this.chances.show(this.question);
    if (!this.full) {
      this.result.removeAttribute("aria-busy");
      return;
    }
    this.turn += 1;
    this.result.setAttribute("aria-busy", "true");
    await this.askLatest();
  }

  /** @param {number} mine */
  async askNow(mine) {
    try {
      const path = `/api/discards?${queryOf(this.question)}&lang=${language()}`;
      const analysed = /** @type {Analysed} */ (await ask(path));
      if (mine !== this.turn) return;
      this.analysed = analysed;
      this.live.say(analysed.discards[0]?.says ?? "");
    } catch (error) {
      if (mine !== this.turn) return;
      this.problem = error instanceof Error ? error.message : t("Try again in a moment.");
      this.live.say(this.problem);
    }
    this.result.removeAttribute("aria-busy");
    this.drawResult();
  }
}

/**
 * Draw the score distributions of a discard.
 * @param {AnalysedDiscard | undefined} discard
 * @param {Analysed["whose"]} whose
 */
function behind(discard, whose) {
  if (!discard) return [];
  const cribs = {
    own: t("Your crib"),
    partner: t("Your partner’s crib"),
    opponent: t("The opponent’s crib"),
  };
  return [
    h("p", discard.says),
    drawSpread(t("Your hand"), discard.hand),
    drawSpread(cribs[whose], discard.crib),
  ];
}
