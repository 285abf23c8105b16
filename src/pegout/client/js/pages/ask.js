/**
 * A question about any position: set up the cards, the score and the play, or paste a position, and
 * see what every option is worth. From there the game can be played on. The URL contains the
 * position.
 */

import { currentPath, here, push, replace } from "../address.js";
import { ApiError, ask, options } from "../api.js";
import { fill, h, pushButton } from "../dom.js";
import { whenReleased } from "../held.js";
import { sidesOf } from "../rules.js";
import { cardName } from "../scene/names.js";
import { settings } from "../settings.js";
import { dealerField, scoreFields } from "../shell/deal_fields.js";
import { keepingFocus, line, redrawSoon, segments, select } from "../shell/fields.js";
import { heading } from "../shell/heading.js";
import { latest } from "../shell/latest.js";
import { drawMoves } from "../shell/moves.js";
import { dealAtRandom, drawSlots, howToType, Pack } from "../shell/pack.js";
import { playOn } from "../shell/play_on.js";
import { lastLevel } from "../shell/practice.js";
import { Ranking } from "../shell/ranking.js";
import { same, switchValue, withPreset, withSwitches } from "../shell/table_setup.js";
import { dealtTo, isScore, seats, TARGETS } from "../text/analysis.js";
import { createLive } from "../text/live.js";
import {
  cleared,
  formOf,
  GO,
  isWhole,
  layoutOf,
  positionIn,
  queryOf,
  readLayout,
  stepBack,
  stepOf,
  stepSays,
  usedCards,
  withCard,
  withWord,
} from "../text/position.js";
import { LONGEST_HAND, readTyped } from "../text/typed_cards.js";
import { joined, language, t } from "../words.js";

/** @import { Options } from "../api.js" */
/** @import { Layout } from "../text/position.js" */
/** @import { PositionAnalysed as Analysed } from "../wire" */

/** How long to wait for further changes before a request, in milliseconds. */
const SETTLED = 200;
/** The most characters of a position or of a link to one. */
const LONGEST = 11_000;
/** The switches with a field of their own. */
const OWN = ["players", "teams", "target"];

/**
 * Create the page.
 * @returns {Promise<import("../navigation.js").Page>}
 */
export async function page() {
  return new Ask(await options());
}

class Ask {
  title = () => t("What do I play here?");

  /** @param {Options} offered */
  constructor(offered) {
    this.offered = offered;
    this.layout = this.fit(readLayout(here().search));
    /** A position to read, whose cards are not known yet. */
    this.linked = positionIn(new URLSearchParams(here().search).get("position") ?? "");
    /** The layout answered last, and the answer. @type {Layout | null} */
    this.accepted = null;
    /** @type {Analysed | null} */
    this.analysed = null;
    this.problem = "";
    /** Typed texts that were refused, with the reason; they stay in their fields. */
    this.rejected = { cards: "", position: this.linked };
    this.reasons = { cards: "", position: "" };
    /** A sentence about typed cards that may be meant otherwise. */
    this.doubt = "";
    this.level = lastLevel();
    this.turn = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.askLatest = latest(() => this.askNow(this.turn));
    this.head = heading(() => t("What do I play here?"), "/", {
      href: () => "/analyse",
      title: () => t("What to discard"),
    });
    this.pack = new Pack({
      press: (card) => this.press(card),
      chosen: () => usedCards(this.layout),
      keys: { BACKSPACE: () => this.stepBack(), G: () => this.go() },
    });
    this.ranking = new Ranking();
    this.slots = h("ol.counter-slots.analyser-slots.list");
    this.starter = h("ol.counter-slots.ask-starter.list");
    this.count = h("p.ask-count.centred");
    this.moves = h("div.ask-moves");
    this.play = h("section.ask-play", h("div", this.starter, this.count), this.moves);
    this.says = h("p.ask-says.large");
    this.steps = h("div.ask-steps.wrap");
    this.texts = h("div.analyser-tools.wrap");
    this.fields = h("div.analyser-options.wrap.panel");
    this.result = h("section.analyser-result.list.panel");
    this.body = h(
      "div.analyser.stack.shrink",
      h(
        "div.analyser-hand.stack.shrink",
        this.slots,
        this.play,
        h("div.ask-next.stack", this.says, this.steps),
        this.pack.element,
        this.fields,
        this.texts,
      ),
      h("div.analyser-answer.stack.shrink", this.result),
    );
    this.element = h("main.page.analyser-page.ask", this.head.element, this.body);
    this.live = createLive(this.element);
    this.render();
  }

  destroy() {
    this.turn += 1;
    clearTimeout(this.timer);
    this.pack.destroy();
    this.live.destroy();
  }

  /** What the page has to know of the rules. */
  get rules() {
    return this.rulesOf(this.layout);
  }

  /** @param {Layout} layout */
  rulesOf(layout) {
    const value = (/** @type {string} */ name) => switchValue(layout, this.offered, name);
    const players = Number(value("players"));
    return {
      players,
      teams: Boolean(value("teams")),
      target: Number(value("target")),
      dealt: dealtTo(players, Boolean(value("five_card"))),
      discarded: players === 2 ? 2 : 1,
    };
  }

  /** Rebuild the page in another language. */
  render() {
    this.head.render();
    this.slots.setAttribute("aria-label", t("The cards dealt"));
    this.play.setAttribute("aria-label", t("The play"));
    this.starter.setAttribute("aria-label", t("Starter"));
    this.result.setAttribute("aria-label", t("The options"));
    this.pack.build();
    keepingFocus(this.texts, () => this.drawTexts());
    keepingFocus(this.fields, () => this.drawFields());
    this.draw();
    void this.answer();
  }

  // Changes

  /**
   * Return a layout without what its rules have no room for.
   * @param {Layout} layout
   * @returns {Layout}
   */
  fit(layout) {
    const { players, teams, target, dealt, discarded } = this.rulesOf(layout);
    const hand = layout.hand.slice(0, dealt);
    const held = layout.discards.filter((card) => hand.includes(card));
    return {
      ...layout,
      hand,
      discards: held.slice(0, discarded),
      dealer: Math.min(layout.dealer, players - 1),
      scores: Array.from({ length: sidesOf({ players, teams }) }, (_, side) =>
        Math.min(layout.scores[side] ?? 0, target - 1),
      ),
    };
  }

  /** @param {Partial<Layout>} changes */
  change(changes) {
    const before = this.rules;
    this.layout = this.fit({ ...this.layout, ...changes });
    this.linked = "";
    this.problem = "";
    const read = this.rejected.cards || this.rejected.position || this.doubt;
    this.doubt = "";
    this.rejected = { cards: "", position: "" };
    this.reasons = { cards: "", position: "" };
    if (read) redrawSoon(this.texts, () => this.drawTexts());
    if (!same(before, this.rules)) redrawSoon(this.fields, () => this.drawFields());
    if (!isWhole(this.layout, this.rules)) {
      this.analysed = null;
      this.write(queryOf(this.layout));
    }
    this.draw();
    clearTimeout(this.timer);
    this.turn += 1;
    this.timer = setTimeout(() => void this.answer(), SETTLED);
  }

  /**
   * Write the query of the URL. A complete position stays in the browser's history.
   * @param {string} query
   */
  write(query) {
    const path = here().pathname + (query && `?${query}`);
    if (path === currentPath()) return;
    if (here().search.startsWith("?position=")) push(path);
    else replace(path);
  }

  /** @param {string} card */
  press(card) {
    const layout = withCard(this.layout, card, this.rules);
    if (typeof layout === "string") {
      this.refuse(layout);
      return;
    }
    this.change(layout);
    this.live.say(`${cardName(card)}. ${this.next}`);
  }

  go() {
    if (stepOf(this.layout, this.rules) !== "play") {
      this.refuse(t("A go comes after the starter, in the play."));
      return;
    }
    this.change(withWord(this.layout, GO));
  }

  stepBack() {
    this.change(stepBack(this.layout));
    this.live.say(this.next);
  }

  /** @param {string} says why something cannot be */
  refuse(says) {
    this.problem = says;
    this.live.say(says, { urgent: true });
    this.draw();
  }

  /** @param {string} text */
  typeCards(text) {
    const { layout } = this;
    const { cards, problem, warning } = readTyped(text, this.rules.dealt);
    const others = new Set(usedCards({ ...layout, hand: [] }));
    const kept = layout.played.filter((word) => cards.includes(word) || others.has(word));
    if (problem) this.reject("cards", text, problem);
    else if (cards.includes(layout.starter)) {
      this.reject("cards", text, t("{card} is the starter.", { card: cardName(layout.starter) }));
    } else {
      this.change({ hand: cards, played: kept });
      this.doubt = warning;
      redrawSoon(this.texts, () => this.drawTexts());
    }
  }

  /** @param {string} text */
  typePosition(text) {
    if (!text) {
      this.reject("position", "", "");
      return;
    }
    this.rejected.position = text;
    this.reasons.position = "";
    this.linked = positionIn(text);
    this.turn += 1;
    void this.answer();
  }

  /**
   * Show beside a field why its text cannot be.
   * @param {"cards" | "position"} field
   * @param {string} text
   * @param {string} reason
   */
  reject(field, text, reason) {
    this.rejected[field] = text;
    this.reasons[field] = reason;
    redrawSoon(this.texts, () => {
      // An answer comes late: by then something else may have been typed, which is asked next.
      const typed = this.texts.querySelector(`input[data-key="${field}"]`);
      if (typed instanceof HTMLInputElement && typed.value.trim() !== text) return;
      this.drawTexts();
      this.texts.querySelector(".problem")?.scrollIntoView({ block: "nearest" });
    });
  }

  /** @param {number} side @param {string} text */
  setScore(side, text) {
    const { target } = this.rules;
    const score = Number(text);
    if (text && isScore(score, target)) {
      const { scores } = this.layout;
      this.change({ scores: scores.map((other, at) => (at === side ? score : other)) });
      return;
    }
    this.refuse(t("A score is a number from 0 to {maximum}.", { maximum: target - 1 }));
    redrawSoon(this.fields, () => this.drawFields());
  }

  // Drawing

  /** What to do next. */
  get next() {
    const missing = this.analysed?.turn ? this.analysed.says : "";
    return missing || stepSays(this.layout, this.rules);
  }

  /** Draw what has changed, once nothing is pressed. */
  draw() {
    whenReleased(this.body, () => this.drawNow());
  }

  drawNow() {
    const step = stepOf(this.layout, this.rules);
    this.drawHand(step);
    this.drawPlay(step);
    this.pack.draw();
    fill(this.says, this.problem || this.next);
    this.says.classList.toggle("problem", Boolean(this.problem));
    keepingFocus(this.steps, () => this.drawSteps(step));
    this.drawResult();
    const typed = this.texts.querySelector('input[data-key="cards"]');
    if (typed instanceof HTMLInputElement && !this.rejected.cards) {
      typed.value = this.layout.hand.join(" ");
    }
  }

  /** @param {import("../text/position.js").Step} step */
  drawHand(step) {
    const { hand, discards, starter, played } = this.layout;
    const slots = Array.from({ length: this.rules.dealt }, (_, at) => {
      const card = hand[at] ?? "";
      const title = t("Card {n}", { n: at + 1 });
      const names = { place: title, card: cardName(card) };
      const away = discards.includes(card);
      const spent = played.includes(card);
      const does = away
        ? starter
          ? t("{place}: {card}, discarded", names)
          : t("{place}: {card}, discarded, take back", names)
        : spent
          ? t("{place}: {card}, played", names)
          : step === "discards"
            ? t("{place}: {card}, discard", names)
            : step === "play"
              ? t("{place}: {card}, play", names)
              : "";
      return {
        card,
        title,
        ...(does && card ? { does } : {}),
        look: [away && "ask-away", (spent || away) && "is-spent"],
      };
    });
    this.slots.style.setProperty("--slots", String(slots.length));
    drawSlots(this.slots, slots, this.pack, (card) => this.press(card));
  }

  /** @param {import("../text/position.js").Step} step */
  drawPlay(step) {
    const { layout, analysed } = this;
    const { players, teams } = this.rules;
    this.play.hidden = step === "hand" || step === "discards";
    const slot = { card: layout.starter, title: t("Starter"), name: t("Starter") };
    drawSlots(this.starter, [slot], this.pack, () => this.change({ starter: "" }));
    fill(
      this.count,
      analysed && step === "play" ? [h("b.figures", String(analysed.count)), ` ${t("count")}`] : "",
    );
    if (analysed) {
      drawMoves(this.moves, analysed.moves, seats(players, teams), analysed.turn);
    } else {
      // Only the server knows whose cards they are.
      const moves = layout.played.map((word) => ({ seat: 0, card: word === GO ? null : word }));
      drawMoves(this.moves, moves, layout.played.length ? [t("Played")] : [], null);
    }
  }

  /** @param {import("../text/position.js").Step} step */
  drawSteps(step) {
    const button = (
      /** @type {string} */ key,
      /** @type {string} */ title,
      /** @type {() => void} */ act,
    ) => pushButton({ class: "button", "data-key": key }, act, title);
    const begun = this.layout.hand.length > 0;
    fill(
      this.steps,
      step === "play" ? button("go", t("Go"), () => this.go()) : null,
      begun ? button("undo", t("Undo"), () => this.stepBack()) : null,
      begun
        ? button("clear", t("Clear"), () => this.change(cleared(this.layout)))
        : button("deal", t("Deal at random"), () =>
            this.change({ hand: dealAtRandom(this.rules.dealt) }),
          ),
    );
  }

  drawTexts() {
    fill(
      this.texts,
      line({
        key: "cards",
        name: t("Your cards"),
        value: this.rejected.cards || this.layout.hand.join(" "),
        placeholder: "5H 5S 6D 7C JD KS".slice(0, 3 * this.rules.dealt - 1),
        maxLength: LONGEST_HAND,
        warning: this.doubt,
        problem: this.reasons.cards,
        change: (text) => this.typeCards(text),
      }),
      line({
        key: "position",
        name: t("A position, or a link to one"),
        value: this.rejected.position,
        placeholder: "1~standard~…",
        maxLength: LONGEST,
        problem: this.reasons.position,
        change: (text) => this.typePosition(text),
      }),
    );
  }

  drawFields() {
    const { layout, offered } = this;
    const { players, teams, target } = this.rules;
    const change = (/** @type {Record<string, any>} */ changes) =>
      this.change(withSwitches(layout, offered, changes));
    const others = offered.switches
      .filter(({ name }) => name in layout.switches && !OWN.includes(name))
      .map(({ title }) => title);
    fill(
      this.fields,
      dealerField({
        players,
        teams,
        dealer: layout.dealer,
        change: (value) => this.change({ dealer: value }),
      }),
      scoreFields({
        players,
        teams,
        scores: layout.scores,
        change: (side, text) => this.setScore(side, text),
      }),
      segments({
        key: "players",
        name: t("Players"),
        choices: [
          { title: "2", value: { players: 2, teams: true } },
          { title: "3", value: { players: 3, teams: true } },
          { title: t("4 in teams"), value: { players: 4, teams: true } },
          { title: t("4 singles"), value: { players: 4, teams: false } },
        ],
        chosen: (value) => same(value, { players, teams }),
        change,
      }),
      segments({
        key: "target",
        name: t("Game to"),
        choices: [...new Set([...TARGETS, target])].map((value) => ({
          title: String(value),
          value,
        })),
        chosen: (value) => value === target,
        change: (value) => change({ target: value }),
      }),
      select({
        key: "preset",
        name: t("Rules"),
        help: others.length ? t("With changes: {switches}.", { switches: joined(others) }) : "",
        choices: offered.presets.map(({ name, title }) => ({ value: name, title })),
        chosen: (value) => value === layout.preset,
        change: (value) => this.change(withPreset(layout, offered, value)),
      }),
    );
  }

  drawResult() {
    const { analysed, result } = this;
    const asking = this.linked || (!this.problem && isWhole(this.layout, this.rules));
    const idle = !analysed?.position && (analysed || !asking);
    this.body.classList.toggle("is-idle", Boolean(idle && this.layout.hand.length));
    if (analysed?.position) {
      const { advice, notes, says } = analysed;
      if (advice) this.ranking.show(advice, notes);
      fill(
        result,
        h("p.ask-advice.large", says),
        advice ? this.ranking.element : null,
        playOn({
          position: analysed.position,
          levels: this.offered.levels,
          level: this.level,
          choose: (level) => {
            this.level = level;
          },
        }),
      );
    } else if (!idle) {
      fill(result, h("p.counter-ask.large", t("Working it out …")));
    } else {
      fill(
        result,
        h(
          "p",
          t("Set up the cards as they lie on the table: every option appears here with its value."),
        ),
        settings.get().keys
          ? h(
              "p.quiet.counter-keys",
              `${howToType()} ${t("G stands for go; Backspace takes the last step back.")}`,
            )
          : null,
      );
    }
  }

  // Questions

  /** Ask about what is shown. */
  async answer() {
    if (!this.linked && !isWhole(this.layout, this.rules)) {
      this.result.removeAttribute("aria-busy");
      return;
    }
    this.turn += 1;
    this.result.setAttribute("aria-busy", "true");
    await this.askLatest();
  }

  /** @param {number} mine */
  async askNow(mine) {
    const body = this.linked ? { position: this.linked } : { form: formOf(this.layout) };
    try {
      const analysed = /** @type {Analysed} */ (
        await ask(`/api/position?lang=${language()}`, { body })
      );
      if (mine !== this.turn) return;
      this.accept(analysed);
    } catch (error) {
      if (mine !== this.turn) return;
      this.fail(/** @type {ApiError} */ (error));
    }
    this.result.removeAttribute("aria-busy");
    this.draw();
  }

  /** @param {Analysed} analysed */
  accept(analysed) {
    if (this.linked) {
      this.layout = this.fit(layoutOf(analysed.form));
      this.linked = "";
      this.rejected.position = "";
      redrawSoon(this.texts, () => this.drawTexts());
      redrawSoon(this.fields, () => this.drawFields());
    }
    this.accepted = this.layout;
    this.analysed = analysed;
    const { position } = analysed;
    this.write(position ? `position=${encodeURIComponent(position)}` : queryOf(this.layout));
    this.live.say(analysed.says);
  }

  /** @param {ApiError} error */
  fail(error) {
    const refused = error.status >= 400 && error.status < 500 && error.status !== 429;
    if (this.linked) {
      this.linked = "";
      this.reject("position", this.rejected.position, error.message);
      return;
    }
    const { accepted, layout } = this;
    const onlyPlayed = accepted && same({ ...accepted, played: layout.played }, layout);
    // What cannot be played there is not added; a contradiction stays until it is mended.
    if (refused && onlyPlayed && this.analysed) this.layout = accepted;
    else this.analysed = null;
    this.refuse(error.message);
  }
}
