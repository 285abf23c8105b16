/** My games: the matches played from this browser, to continue, replay, save or delete. */

import { options as askOptions, record } from "../api.js";
import { fill, h, pushButton } from "../dom.js";
import { icon } from "../draw/icons.js";
import { FACTS } from "../facts.js";
import { saveText } from "../fair/save.js";
import {
  allRecords,
  askFigures,
  askLibrary,
  askLibraryRecord,
  askPlayed,
  leave,
  readRecords,
} from "../games.js";
import { day, gameCard, resultOf } from "../shell/game_card.js";
import { heading } from "../shell/heading.js";
import * as libraryFile from "../shell/library_file.js";
import { Pressing } from "../shell/pressing.js";
import * as shelf from "../shell/shelf.js";
import { statistics } from "../shell/statistics.js";
import * as transfer from "../shell/transfer.js";
import * as store from "../store.js";
import { plural, t } from "../words.js";

/** @import { MatchSummary, OwnTable } from "../games.js" */
/** @import { Entry } from "../shell/game_card.js" */

/** The number of games shown at once. */
const SHOWN = 200;
/** A list of fewer games needs no filter. */
const MANY = 6;
/** How many days before its end the line of a game says until when it is kept. */
const SOON = 14 * 86_400_000;

/**
 * Build a summary from what this browser knows of a table that the server has not reported.
 * @param {OwnTable} saved
 * @returns {MatchSummary}
 */
function guessed({ names, scores, target, updated, over }) {
  return {
    match: "",
    updated: new Date(updated).toISOString(),
    over,
    names: names.map((name) => name || t("a friend")),
    kinds: [],
    target: target ?? 121,
    long: false,
    points: [],
    winners: [],
    resigned: null,
    games: scores ? [{ scores, winners: [], skunks: [], lost: null }] : [],
    sums: null,
    practice: false,
  };
}

class GamesPage {
  title = () => t("My games");
  /** The number of games shown. */
  shown = SHOWN;
  /** What the list is reduced to; empty values for everything. */
  filter = { opponent: "", level: "", result: "" };
  /** The titles of the levels. @type {Record<string, string>} */
  levels = {};
  /** @type {import("../wire").PlayerFigures | null} */
  figures = null;
  /** @type {MatchSummary[]} */
  library = [];
  /** @type {shelf.Book[]} */
  books = [];
  gone = false;
  problem = "";
  /** The key of the entry that the next press deletes. */
  doomed = "";
  pressing = new Pressing(() => this.showPressed());

  constructor() {
    this.head = heading(() => t("My games"));
    this.status = h("p.games-status.optional", { role: "status" });
    this.faults = h("ul.games-faults.list.problem.optional", { role: "list" });
    this.stats = h("section.games-stats.list", { "aria-label": t("Statistics"), hidden: true });
    this.filters = h("div.games-filters.wrap", { hidden: true });
    this.list = h("ul.games-list.list", { role: "list" });
    this.more = h("p.games-more.centred.optional");
    this.tools = h("div.games-tools.wrap");
    this.empty = h("p.quiet");
    this.element = h(
      "main.page.games-page.column",
      this.head.element,
      this.stats,
      this.status,
      this.faults,
      this.empty,
      this.filters,
      this.list,
      this.more,
      this.tools,
    );
    this.stop = store.onChange(() => this.draw());
    const added = transfer.takeFromLink();
    this.redraw();
    if (added !== null) this.say(added);
    void this.askOthers(this.ask());
  }

  redraw() {
    this.head.render();
    this.drawTools();
    this.draw();
    void this.askFigures();
  }

  /** The message to show once no request is under way. */
  said = "";

  /** @param {string} text */
  say(text) {
    this.said = text;
    this.status.textContent = this.pressing.saysOnce || text;
  }

  /** Show which request is under way. */
  showPressed() {
    /** @type {NodeListOf<HTMLElement>} */
    const buttons = this.element.querySelectorAll("button[data-key]");
    for (const button of buttons) {
      const sent = this.pressing.is(button.dataset.key ?? "");
      button.classList.toggle("sent", sent);
      button.setAttribute("aria-disabled", String(sent));
    }
    this.say(this.said);
  }

  /**
   * Run a request for a button, and show the reason if it fails.
   * @param {string} key
   * @param {() => Promise<void>} handler
   */
  async press(key, handler) {
    await this.pressing.ask(key, async () => {
      try {
        await handler();
      } catch (error) {
        this.say(/** @type {Error} */ (error).message);
      }
      return { ok: true };
    });
  }

  // Requests

  async ask() {
    try {
      await askPlayed(store.ownTables());
      this.problem = "";
    } catch (error) {
      this.problem = /** @type {Error} */ (error).message;
    }
    if (this.gone) return;
    if (this.problem) this.say(this.problem);
    this.draw();
  }

  /** Ask how the player is doing, and for the names of the levels. */
  async askFigures() {
    // If the server does not answer, the list already says so.
    const [found, options] = await Promise.all([
      askFigures().catch(() => null),
      askOptions().catch(() => null),
    ]);
    if (this.gone) return;
    this.figures = found;
    for (const { name, title } of options?.levels ?? []) this.levels[name] = title;
    this.drawFigures();
    this.draw();
  }

  drawFigures() {
    const drawn = this.figures ? statistics(this.figures) : [];
    this.stats.hidden = !drawn.length;
    this.stats.setAttribute("aria-label", t("Statistics"));
    fill(this.stats, drawn);
  }

  /** @param {Promise<void>} [tables] settled once the matches played at the tables are known */
  async askOthers(tables) {
    this.books = await shelf.books().catch(() => []);
    if (!this.gone) this.draw();
    await tables;
    /** @type {Map<string, MatchSummary>} */
    const library = new Map();
    for (let after = 0; !this.gone; ) {
      const some = await askLibrary(after);
      if (!some.length) break;
      after += some.length;
      for (const match of some) library.set(match.match, match);
      this.library = [...library.values()];
      this.draw();
    }
  }

  // The list

  /** @returns {Entry[]} */
  entries() {
    const summaries = store.savedSummaries();
    const tables = store.ownTables();
    const entries = [
      ...tables.flatMap((saved) => this.ofTable(saved, summaries[saved.code])),
      ...this.elsewhere(tables).map((match) => this.ofLibrary(match)),
      ...this.books.map((book) => this.ofBook(book)),
    ];
    return entries.sort((entry, other) => other.match.updated.localeCompare(entry.match.updated));
  }

  /**
   * @param {OwnTable} saved
   * @param {import("../games.js").TableSummary | undefined} summary
   * @returns {Entry[]}
   */
  ofTable(saved, summary) {
    const { code, seats } = saved;
    const gone = summary?.status === "gone";
    const matches = summary?.matches.length ? summary.matches : [guessed(saved)];
    const seat = seats.length > 1 ? null : (summary?.seat ?? seats[0]?.seat ?? null);
    return matches.map((match, at) => ({
      // Where several persons share the screen, no seat is “you”.
      match: seat === null ? { ...match, sums: null } : match,
      seat,
      replay: `/games/${code}/${at + 1}`,
      gone,
      waits: summary?.status === "open",
      ...(!gone && !match.over && at === matches.length - 1 ? { go: `/table/${code}` } : {}),
      note: gone ? this.lost(summary) : this.fate(summary),
      save: match.match ? (key) => this.save(key, saved, match) : null,
      removeLabel: gone ? t("Take off this list") : t("Delete"),
      remove: (key) => (gone ? this.takeOff(saved) : this.remove(key, saved, matches.length)),
    }));
  }

  /** @param {import("../games.js").TableSummary} summary */
  lost(summary) {
    const due = summary.until && Date.parse(summary.until) < Date.now() ? day(summary.until) : "";
    return due
      ? t("The server kept this game until {day}; only this line is left of it.", { day: due })
      : t("The server no longer has this game; only this line is left of it.");
  }

  /** @param {import("../games.js").TableSummary | undefined} summary */
  fate(summary) {
    const until = summary?.until;
    const soon = until && Date.parse(until) - Date.now() < SOON;
    return soon ? t("The server keeps it until {day}.", { day: day(until) }) : "";
  }

  /**
   * Return the matches of this machine's library that were played at none of these tables.
   * @param {OwnTable[]} tables
   */
  elsewhere(tables) {
    const summaries = store.savedSummaries();
    const here = tables.flatMap(
      ({ code }) => summaries[code]?.matches.map(({ match }) => match) ?? [],
    );
    return this.library.filter(({ match }) => !here.includes(match));
  }

  /** @param {MatchSummary} match @returns {Entry} */
  ofLibrary(match) {
    const persons = match.kinds.filter((kind) => kind === "person");
    const alone = persons.length === 1;
    return {
      match: alone ? match : { ...match, sums: null },
      seat: alone ? match.kinds.indexOf("person") : null,
      replay: `/games/library/${match.match}`,
      note: match.over ? "" : t("Goes on in the terminal, or in the browser where it was begun."),
      save: (key) => this.saved(key, () => askLibraryRecord(match.match), match.match),
      removeLabel: "",
      remove: null,
    };
  }

  /** @param {shelf.Book} book @returns {Entry} */
  ofBook({ id, text, summary, added }) {
    const { updated } = summary;
    return {
      match: { ...summary, updated: updated || new Date(added).toISOString() },
      seat: null,
      replay: `/games/record/${id}`,
      note: t("From a file; it is kept in this browser."),
      save: (key) => this.saved(key, async () => text, summary.match || id),
      removeLabel: t("Delete"),
      remove: () => this.drop(id),
    };
  }

  draw() {
    const all = this.entries();
    this.drawFilters(all);
    const entries = all.filter((entry) => this.passes(entry));
    const focus = this.focused();
    fill(
      this.list,
      entries.slice(0, this.shown).map((entry) => gameCard(entry, this.levels)),
    );
    this.refocus(focus);
    this.showPressed();
    this.drawEmpty(all.length);
    const left = entries.length - this.shown;
    const more = () => {
      this.shown += SHOWN;
      this.draw();
    };
    fill(
      this.more,
      left > 0
        ? pushButton("button", more, plural("{n} older game", "{n} older games", left))
        : null,
    );
  }

  /** @param {Entry} entry @returns {{opponents: string[], levels: string[], result: string}} */
  facts(entry) {
    const { names, kinds } = entry.match;
    const others = names.flatMap((_, seat) => (seat === entry.seat ? [] : [seat]));
    const of = (/** @type {string[]} */ all) => others.map((seat) => all[seat] ?? "");
    return { opponents: of(names), levels: of(kinds), result: resultOf(entry) };
  }

  /** @param {Entry} entry */
  passes(entry) {
    const { opponent, level, result } = this.filter;
    const facts = this.facts(entry);
    return (
      (!opponent || facts.opponents.includes(opponent)) &&
      (!level || facts.levels.includes(level)) &&
      (!result || facts.result === result)
    );
  }

  /** @param {Entry[]} entries */
  drawFilters(entries) {
    this.filters.hidden = entries.length < MANY;
    if (this.filters.contains(document.activeElement)) return;
    const facts = entries.map((entry) => this.facts(entry));
    const distinct = (/** @type {string[]} */ values) => [...new Set(values)].filter(Boolean);
    const choice = (
      /** @type {keyof GamesPage["filter"]} */ name,
      /** @type {string} */ label,
      /** @type {string[][]} */ options,
    ) =>
      options.length < 2
        ? null
        : h(
            "select.input",
            {
              "aria-label": label,
              onchange: (/** @type {any} */ { target }) => {
                this.filter = { ...this.filter, [name]: target.value };
                this.draw();
              },
            },
            [["", label], ...options].map(([value, title]) =>
              h("option", { value, selected: this.filter[name] === value }, title),
            ),
          );
    fill(
      this.filters,
      choice(
        "opponent",
        t("Every opponent"),
        distinct(facts.flatMap(({ opponents }) => opponents)).map((name) => [name, name]),
      ),
      choice(
        "level",
        t("Every level"),
        distinct(facts.flatMap(({ levels }) => levels)).map((kind) => [
          kind,
          this.levels[kind] ?? (kind === "person" ? t("People") : kind),
        ]),
      ),
      choice("result", t("Every result"), [
        ["won", t("won")],
        ["lost", t("lost")],
      ]),
    );
  }

  focused() {
    const at = document.activeElement?.closest(".game");
    return at ? [...this.list.children].indexOf(at) : -1;
  }

  /** The element with the focus was redrawn or removed. @param {number} at */
  refocus(at) {
    if (at < 0) return;
    const near = this.list.children[Math.min(at, this.list.children.length - 1)];
    const next = near?.querySelector("a, button") ?? this.head.element.querySelector("h1");
    /** @type {HTMLElement | null} */ (next)?.focus({ preventScroll: true });
  }

  /** @param {number} many */
  drawEmpty(many) {
    this.empty.hidden = many > 0 && store.canKeep();
    this.empty.textContent = store.canKeep()
      ? t(
          "No game is kept in this browser. Games that you played here before are missing when its data was cleared, or in a private window; those of another browser can be taken along from its own list.",
        )
      : t(
          "This browser keeps nothing for this page: it is a private window, or its settings forbid it. What you play now is lost from this list when the page is closed.",
        );
  }

  // Tools

  drawTools() {
    const file = h("input.visually-hidden", {
      type: "file",
      multiple: true,
      accept: ".peg,.txt,.json,text/plain",
      id: "games-file",
      onchange: () => {
        const files = [...(file.files ?? [])];
        void this.press("open", () => this.open(files)).then(() => (file.value = ""));
      },
    });
    const button = (
      /** @type {string} */ sign,
      /** @type {string} */ label,
      /** @type {() => unknown} */ act,
    ) => pushButton({ class: "button", dataset: { key: sign } }, act, icon(sign), label);
    fill(
      this.tools,
      h("label.button", { for: "games-file" }, icon("book"), t("Open records")),
      file,
      button("save", t("Save all"), () => void this.press("save", () => this.saveAll())),
      FACTS.server
        ? transfer.box(() => this.say(t("The link is copied.")))
        : libraryFile.box(() => void this.askOthers()),
    );
  }

  /** @param {string} key @param {OwnTable} saved @param {MatchSummary} match */
  save(key, { code, seats }, { match }) {
    return this.saved(key, () => record(code, { token: seats[0]?.token ?? "", match }), match);
  }

  /** @param {string} key @param {() => Promise<string>} text @param {string} name */
  saved(key, text, name) {
    return this.press(key, async () => {
      saveText(`pegout-${name}.peg`, await text());
      this.say("");
    });
  }

  async saveAll() {
    const own = await allRecords();
    const texts = [own, ...this.books.map(({ text }) => text)];
    const others = this.library.filter(({ match }) => !own.includes(match));
    for (const { match } of others) texts.push(await askLibraryRecord(match));
    const all = texts.filter(Boolean);
    const today = new Date().toISOString().slice(0, 10);
    if (all.length) saveText(`pegout-${today}.peg`, all.join("\n"));
    this.say(all.length ? "" : t("There is no record to save yet."));
  }

  /** Import records from files; each file by itself. @param {File[]} files */
  async open(files) {
    fill(this.faults);
    let many = 0;
    let moved = 0;
    /** @type {string[]} */
    const wrong = [];
    for (const file of files) {
      try {
        const text = await file.text();
        const tables = transfer.read(text);
        if (tables) moved += store.merge(tables);
        const peg = tables ? transfer.records(text) : text;
        if (tables && !peg) continue;
        const { records, faults } = await readRecords(peg);
        for (const record of records) await shelf.put(record.text, record.summary);
        many += records.length;
        for (const { line, message } of faults) {
          wrong.push(t("{file}, line {line}: {message}", { file: file.name, line, message }));
        }
      } catch (error) {
        const { message } = /** @type {Error} */ (error);
        wrong.push(t("{file}: {message}", { file: file.name, message }));
      }
    }
    fill(
      this.faults,
      wrong.map((text) => h("li", text)),
    );
    this.say(
      [
        many || (!moved && !wrong.length)
          ? plural("{n} record was opened.", "{n} records were opened.", many)
          : "",
        moved ? transfer.sayAdded(moved) : "",
        wrong.length
          ? plural("{n} record was refused:", "{n} records were refused:", wrong.length)
          : "",
      ]
        .filter(Boolean)
        .join(" "),
    );
    if (moved) await this.ask();
    await this.askOthers();
  }

  /**
   * Return whether a deletion is confirmed; the first press only shows a warning.
   * @param {string} what
   * @param {string} warning
   */
  sure(what, warning) {
    if (this.doomed === what) return true;
    this.doomed = what;
    this.say(warning);
    return false;
  }

  /**
   * @param {string} key
   * @param {OwnTable} saved
   * @param {number} many the number of matches played there
   */
  async remove(key, saved, many) {
    if (this.doomed === `off ${saved.code}`) {
      this.takeOff(saved);
      return;
    }
    const warning = plural(
      "Press again to delete this game for good.",
      "Press again to delete the {n} games of this table for good.",
      many,
    );
    if (!this.sure(saved.code, warning)) return;
    await this.press(key, () => this.leave(saved));
    if (!this.gone) this.draw();
  }

  /** @param {OwnTable} saved */
  async leave(saved) {
    try {
      await leave(saved);
      store.forget(saved.code);
      this.say(t("Deleted."));
    } catch (error) {
      const { code } = /** @type {import("../api.js").ApiError} */ (error);
      if (code !== "not_over") throw error;
      this.doomed = `off ${saved.code}`;
      this.say(
        t(
          "Other players want to continue this game. Resign or stop it first; or press again to take it off this list, and your seat out of this browser.",
        ),
      );
    }
  }

  /** @param {OwnTable} saved */
  takeOff({ code }) {
    store.forget(code);
    this.say(t("Taken off the list."));
    this.draw();
  }

  /** @param {string} id */
  async drop(id) {
    if (!this.sure(id, t("Press again to delete this record from this browser."))) return;
    await shelf.remove(id);
    this.say(t("Deleted."));
    await this.askOthers();
  }

  /** The server sends the games in the new language. */
  render() {
    this.redraw();
    void this.ask();
  }

  destroy() {
    this.gone = true;
    this.pressing.destroy();
    this.stop();
  }
}

/**
 * Create the page.
 * @returns {import("../navigation.js").Page}
 */
export function page() {
  return new GamesPage();
}
