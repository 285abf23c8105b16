/** The replay of a match at the table, from its record. */

import { here } from "../address.js";
import { record } from "../api.js";
import { fill, h, label, pushButton, style } from "../dom.js";
import { icon } from "../draw/icons.js";
import { saveText } from "../fair/save.js";
import { askLibraryRecord, libraryMatch, recordMatch, tableMatch } from "../games.js";
import { replayStages } from "../scene/script.js";
import { settings } from "../settings.js";
import { Panel } from "../shell/panel.js";
import { keepPlace, placeIn, practise } from "../shell/practice.js";
import { book } from "../shell/shelf.js";
import * as store from "../store.js";
import { createTable } from "../table/table.js";
import { t } from "../words.js";

/** @import { Replay } from "../games.js" */
/** @typedef {Pick<import("../review/face.js").Face, "update" | "review" | "destroy">} Face */
/**
 * @typedef {object} Opened
 * @property {(seat: number | null) => Promise<import("../games.js").Source>} source returns the match
 *   as a seat saw it
 * @property {(match: string) => Promise<string>} text returns the record of the match with this id
 * @property {number[]} held the seats held from this browser, if the match was played at a table
 */

/** Actions that do nothing in a replay. */
const NOTHING = async () => ({ ok: false, message: "" });

/**
 * Return the source of a match.
 * @param {string} code the code of its table; `record` for a file, `library` for the terminal's
 *   library
 * @param {string} match the number of the match at its table, or its id
 * @returns {Opened}
 */
function sourceOf(code, match) {
  if (code === "record") {
    const found = book(match).then((record) => {
      if (!record) throw new Error(t("This record is not kept in this browser."));
      return record.text;
    });
    return { source: async () => recordMatch(match, await found), text: () => found, held: [] };
  }
  if (code === "library") {
    const source = async () => libraryMatch(match);
    return { source, text: () => askLibraryRecord(match), held: [] };
  }
  const saved = store.table(code);
  const [held] = saved?.seats ?? [];
  if (!saved || !held) {
    const none = () => Promise.reject(new Error(t("This browser has no seat at that table.")));
    return { source: none, text: none, held: [] };
  }
  return {
    // Where several persons shared the screen, the replay may show any of their seats.
    source: async (seat) => {
      const seats = [saved.seats.find((other) => other.seat === seat) ?? held];
      return tableMatch({ code, seats }, match);
    },
    text: (id) => record(code, { token: held.token, match: id }),
    held: saved.seats.map(({ seat }) => seat),
  };
}

class ReplayPage {
  title = () => this.name.textContent ?? "";
  /** @type {Replay | null} */
  replay = null;
  /** @type {Face | null} */
  view = null;
  /** @type {import("../review/review.js").Review | null} */
  review = null;
  game = 0;
  /** @type {number | null} */
  seat = null;
  gone = false;
  turn = 0;
  text = false;

  /** @param {string} code @param {string} match */
  constructor(code, match) {
    this.path = `/games/${code}/${match}`;
    /** The decision to show first, if the URL names one. */
    this.wanted = placeIn(here().search);
    this.seat = this.wanted.seat;
    this.match = match;
    this.isFile = code === "record";
    this.opened = sourceOf(code, match);
    this.back = h("a.icon-button", { href: "/games" }, icon("back"));
    this.name = h("h1.table-name.grow.clip.small.medium", { tabindex: -1 });
    this.choices = h("div.replay-choices.row.shrink");
    this.help = pushButton("icon-button", () => void showReviewKeys(this.review), icon("help"));
    this.save = pushButton("icon-button", () => void this.keep(), icon("save"));
    this.share = pushButton(
      { class: "icon-button", hidden: true },
      () => void this.tell(),
      icon("share"),
    );
    this.panel = new Panel(() =>
      this.element.classList.toggle("with-panel", Boolean(this.panel.open)),
    );
    this.stage = h("div.table-stage.shrink");
    this.element = h(
      "div.table-root",
      h(
        "main.table-page.playing",
        h(
          "header.table-head.shrink",
          ...[this.back, this.name, this.choices, this.share, this.help, this.save],
        ),
        this.stage,
      ),
      this.panel.element,
    );
    this.stop = settings.on(({ textView }) => {
      if (textView !== this.text) void this.draw();
    });
    this.render();
  }

  render() {
    label(this.back, t("My games"));
    label(this.help, t("Keys"));
    label(this.save, t("Save the record"));
    label(this.share, t("Share"));
    void this.load();
  }

  /** @param {number | null} seat */
  async replayOf(seat) {
    return (await this.opened.source(seat)).replay(seat);
  }

  /** Request the replay in the current language. */
  async load() {
    const turn = ++this.turn;
    try {
      let replay = await this.replayOf(this.seat);
      // A file opens as its first player saw the match, if their cards are known.
      const [first] = replay.seats;
      if (!this.replay && this.isFile && this.seat === null && first !== undefined) {
        this.seat = first;
        replay = await this.replayOf(first);
      }
      if (turn !== this.turn || this.gone) return;
      this.replay = replay;
      this.seat = replay.seat;
    } catch (error) {
      if (turn === this.turn) this.sorry(/** @type {Error} */ (error).message);
      return;
    }
    const asked = this.replay.games.findIndex(({ game }) => game === this.wanted.game);
    if (asked >= 0) this.game = asked;
    this.wanted = { ...this.wanted, game: null };
    this.head();
    await this.draw();
  }

  /** @param {string} why */
  sorry(why) {
    this.view?.destroy();
    this.view = null;
    this.save.hidden = true;
    this.share.hidden = true;
    fill(this.name, t("My games"));
    fill(
      this.stage,
      h(
        "section.farewell.stack",
        h("div", { role: "alert" }, h("h2", why)),
        h(
          "p.farewell-links.middle.wrap",
          h("a.button.primary", { href: "/games" }, t("To my games")),
          pushButton("button", () => void this.load(), t("Try again")),
        ),
      ),
    );
  }

  head() {
    const { setup, games, seats } = /** @type {Replay} */ (this.replay);
    // Where several persons shared a screen, no seat is “you”.
    const { held } = this.opened;
    const alone = !this.isFile && held.length < 2;
    const names = setup.seats.map((/** @type {any} */ { name }, /** @type {number} */ seat) =>
      alone && seat === this.seat ? t("You") : name,
    );
    this.names = names;
    const seen = this.isFile ? seats : held;
    fill(this.name, names.join(" – "));
    dispatchEvent(new Event("pegout:title"));
    const choice = (
      /** @type {string} */ name,
      /** @type {[string, string][]} */ options,
      /** @type {string} */ value,
      /** @type {(value: string) => void} */ chosen,
    ) =>
      h(
        "select.input.replay-choice",
        {
          "aria-label": name,
          onchange: (/** @type {Event} */ event) =>
            chosen(/** @type {HTMLSelectElement} */ (event.target).value),
        },
        options.map(([id, title]) => h("option", { value: id, selected: id === value }, title)),
      );
    fill(
      this.choices,
      games.length > 1
        ? choice(
            t("Game"),
            games.map(({ game }, at) => [String(at), t("Game {number}", { number: game })]),
            String(this.game),
            (value) => {
              this.game = Number(value);
              void this.draw();
            },
          )
        : null,
      seen.length > 1
        ? choice(
            t("Seen by"),
            seen.map((seat) => [String(seat), names[seat]]),
            String(this.seat),
            (value) => {
              this.seat = Number(value);
              void this.load();
            },
          )
        : null,
    );
  }

  async draw() {
    const replay = this.replay;
    const game = replay?.games[this.game];
    if (!replay || !game) {
      if (replay) this.sorry(t("Nothing has been played in this match yet."));
      return;
    }
    const turn = this.turn;
    const { textView } = settings.get();
    const words = textView ? await wordsOf() : null;
    if (turn !== this.turn || this.gone) return;
    const stages = replayStages(replay, game);
    const { number } = this.wanted;
    const decided = stages.findIndex(([, step]) => step.number === number);
    this.wanted = { ...this.wanted, number: null };
    const at = decided >= 0 ? decided : this.shown === `${this.game}` ? (this.review?.at ?? 0) : 0;
    this.shown = `${this.game}`;
    this.view?.destroy();
    const element = h("div", { class: words ? "text-host" : "table-host" });
    fill(this.stage, element);
    this.text = textView;
    const actions = {
      ...Object.fromEntries(
        ["act", "undo", "nextGame", "again", "hint"].map((name) => [name, NOTHING]),
      ),
      next: () => {},
      skip: () => {},
      help: showReviewKeys,
      analysis: () => this.analysis(game),
    };
    const given = /** @type {any} */ ({ settings, actions });
    this.view = words ? words.createTextView(element, given) : createTable(element, given);
    const end = /** @type {[any, any]} */ (stages.at(-1))[0];
    this.end = end;
    // A file does not say whose game it is.
    this.share.hidden = this.isFile || !end.outcome?.story;
    this.view?.update({ ...end, busy: true, standing: null }, null);
    this.review = (await this.view?.review(stages, null)) ?? null;
    this.review?.go(at);
    const active = document.activeElement;
    if (!active || active === document.body || active === this.name) this.review?.focus();
  }

  /**
   * Return the review of a game's decisions.
   * @param {import("../wire").ReplayGame} replayed
   * @returns {Promise<import("../review/judging.js").Analysis | null>} null while the game is not
   *   over
   */
  async analysis({ game, log }) {
    const { seat, opened } = this;
    if (!log.some(({ event }) => event.type === "game_ended")) return null;
    const { analysisOf } = await import("../shell/analysis.js");
    return analysisOf({
      ask: async () => (await opened.source(seat)).review(game, seat),
      match: this.replay?.match || this.match,
      game,
      seat,
      own: !this.isFile && opened.held.length < 2,
      names: () => this.names,
      show: (name, make) => this.panel.toggle(name, make),
      tryAgain: async (decision) => {
        const source = await opened.source(decision.seat);
        const { seat: own } = decision;
        await practise((attempt) => source.tryAgain(attempt, own), this.path, game, decision);
      },
      keepPlace: (decision) => keepPlace(this.path, game, decision),
    });
  }

  /** The names of the players. @type {string[]} */
  names = [];
  shown = "";
  /** The table at the end of the game. @type {import("../scene/script.js").Scene | null} */
  end = null;

  /** Show the game in a form to share. */
  async tell() {
    const [{ shareContent }] = await Promise.all([import("../shell/share.js"), style("end")]);
    const { end, replay } = this;
    if (end) this.panel.toggle("share", () => shareContent(end, replay?.updated));
  }

  async keep() {
    const match = this.replay?.match || this.match;
    try {
      saveText(`pegout-${match}.peg`, await this.opened.text(match));
    } catch (error) {
      this.sorry(/** @type {Error} */ (error).message);
    }
  }

  destroy() {
    this.gone = true;
    this.stop();
    this.panel.destroy();
    this.view?.destroy();
  }
}

/** @param {import("../review/review.js").Review | null} review */
async function showReviewKeys(review) {
  const { showHelp } = await import("../shell/help.js");
  showHelp({ review });
}

async function wordsOf() {
  await style("text");
  return import("../text/view.js");
}

/**
 * Create the page.
 * @param {import("../navigation.js").Params} params
 * @returns {import("../navigation.js").Page}
 */
export function page({ code, match }) {
  return new ReplayPage(/** @type {string} */ (code), /** @type {string} */ (match));
}
