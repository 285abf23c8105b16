/**
 * Duplicate: set up several tables that play the same cards, and see how they compare. The path
 * contains the codes of the tables.
 */

import { fullAddress, here } from "../address.js";
import { ask, insist } from "../api.js";
import { copyText, fill, h, pushButton } from "../dom.js";
import { go } from "../navigation.js";
import { figures } from "../scene/figures.js";
import { keepingFocus, segments } from "../shell/fields.js";
import { heading } from "../shell/heading.js";
import { UntilOver } from "../shell/until_over.js";
import { language, plural, t } from "../words.js";

/** @import { DuplicateTable, Standings } from "../wire" */

/** How long to wait before the tables are asked for again, in milliseconds. */
const PAUSE = 10_000;
const NUMBERS = [2, 3, 4, 6, 8];
const TARGETS = [121, 61];

/**
 * Create the page.
 * @returns {import("../navigation.js").Page}
 */
export function page() {
  const codes = here().pathname.split("/")[2] ?? "";
  return codes ? new Results(codes) : new Setup();
}

const title = () => t("Duplicate");

/** The form for the tables. */
class Setup {
  title = title;

  constructor() {
    this.tables = 2;
    this.players = 2;
    this.target = TARGETS[0];
    this.head = heading(title, "/new?for=friends");
    this.fields = h("div.sheet.stack");
    this.says = h("p.problem", { role: "status" });
    this.body = h("div.stack");
    this.element = h("main.page.page-narrow", this.head.element, this.body);
    this.render();
  }

  render() {
    this.head.render();
    fill(
      this.body,
      h("p", t("Every table gets the same cards, so that luck does not decide who wins.")),
      this.fields,
      h(
        "p",
        pushButton("button primary", () => void this.make(), t("Make the tables")),
      ),
      this.says,
    );
    this.draw();
  }

  draw() {
    keepingFocus(this.fields, () => fill(this.fields, ...this.choices()));
  }

  choices() {
    const set = (/** @type {object} */ changes) => {
      Object.assign(this, changes);
      this.draw();
    };
    return [
      segments({
        key: "tables",
        name: t("Tables"),
        choices: NUMBERS.map((value) => ({ title: String(value), value })),
        chosen: (value) => value === this.tables,
        change: (tables) => set({ tables }),
      }),
      segments({
        key: "players",
        name: t("Players at each table"),
        choices: [
          { title: "2", value: 2 },
          { title: "3", value: 3 },
          { title: t("4 in teams"), value: 4 },
        ],
        chosen: (value) => value === this.players,
        change: (players) => set({ players }),
      }),
      segments({
        key: "target",
        name: t("Game to"),
        choices: TARGETS.map((value) => ({ title: String(value), value })),
        chosen: (value) => value === this.target,
        change: (target) => set({ target }),
      }),
    ];
  }

  async make() {
    const { tables, players, target } = this;
    const order = {
      preset: "standard",
      switches: { target },
      seats: Array.from({ length: players }, () => ({ name: "", kind: "open" })),
    };
    try {
      const what = `duplicate ${tables} ${players} ${target}`;
      const made = await insist(`/api/duplicates?lang=${language()}`, what, (key) => ({
        tables,
        order: { ...order, key },
      }));
      const codes = made.tables.map((/** @type {{code: string}} */ { code }) => code);
      await go(`/duplicate/${codes.join("-")}`);
    } catch (error) {
      fill(this.says, /** @type {Error} */ (error).message);
    }
  }
}

/** The tables, and how they compare. */
class Results {
  title = title;

  /** @param {string} codes */
  constructor(codes) {
    this.codes = codes;
    this.standings = new UntilOver(
      () => this.ask(),
      () => this.draw(),
      PAUSE,
    );
    this.head = heading(title);
    this.says = h("p.quiet", { role: "status" });
    this.body = h("div.stack");
    this.element = h("main.page.page-narrow.stack", this.head.element, this.body, this.says);
    this.render();
  }

  destroy() {
    this.standings.destroy();
  }

  render() {
    this.head.render();
    this.draw();
    void this.standings.load();
  }

  /** @returns {Promise<Standings>} */
  ask() {
    const query = `tables=${encodeURIComponent(this.codes)}&lang=${language()}`;
    return ask(`/api/duplicates?${query}`);
  }

  draw() {
    keepingFocus(this.body, () => fill(this.body, ...this.content()));
  }

  content() {
    const { found: standings, problem } = this.standings;
    if (problem || !standings) return [h("p.large", problem || t("One moment."))];
    return [
      h("p.large", standings.says),
      h(
        "ol.duplicate-tables.list",
        { role: "list" },
        standings.tables.map((table, at) => this.table(table, at)),
      ),
      h(
        "p.help",
        t(
          "“Ahead” is by how much a side did better than those with its cards at the other tables, on average. Anybody with the address of this page sees it.",
        ),
      ),
    ];
  }

  /** @param {DuplicateTable} table @param {number} at */
  table({ code, names, status, scores, ahead }, at) {
    const sides = scores.length || (names.length === 4 ? 2 : names.length);
    return h(
      "li.panel.duplicate-table.stack",
      h("h2", t("Table {n}", { n: at + 1 })),
      h(
        "ul.duplicate-sides.list",
        { role: "list" },
        Array.from({ length: sides }, (_, side) =>
          h(
            "li",
            h("span.clip", sideNames(names, side, sides)),
            status === "over" ? h("b.figures", String(scores[side])) : null,
            status === "over" ? h("span.figures.quiet", aheadWords(ahead[side] ?? null)) : null,
          ),
        ),
      ),
      status === "open" ? this.link(code, names) : null,
      status === "playing" ? h("p.quiet", t("is being played")) : null,
      status === "over" ? this.comparisons(code, at, sides) : null,
    );
  }

  /** @param {string} code @param {readonly string[]} names */
  link(code, names) {
    const free = names.filter((name) => !name).length;
    const copy = async () => {
      const copied = await copyText(fullAddress(`/join/${code}`));
      fill(this.says, copied ? t("The link is copied.") : t("Select the link and copy it."));
    };
    return h(
      "p.wrap",
      h("a.button", { href: `/join/${code}` }, t("Sit here")),
      pushButton(
        { class: "button", "data-key": `copy/${code}` },
        () => void copy(),
        t("Copy the link"),
      ),
      h("span.quiet", plural("{n} seat is free", "{n} seats are free", free)),
    );
  }

  /** Links to the comparisons with the first other table. @param {string} code @param {number} at */
  comparisons(code, at, /** @type {number} */ sides) {
    const others = this.standings.found?.tables.filter(
      (table, number) => number !== at && table.status === "over",
    );
    const other = others?.[0];
    if (!other) return null;
    return h(
      "p.wrap",
      Array.from({ length: sides }, (_, seat) =>
        h(
          "a.chip-link.touch.note",
          { href: `/compare/${code}?other=${other.code}&seat=${seat}` },
          t("Compare seat {n}", { n: seat + 1 }),
        ),
      ),
    );
  }
}

/** @param {readonly string[]} names @param {number} side @param {number} sides */
function sideNames(names, side, sides) {
  const own = names.filter((_, seat) => seat % sides === side);
  return own.map((name) => name || t("free")).join(" & ");
}

/** @param {number | null} ahead */
function aheadWords(ahead) {
  return ahead === null ? "" : t("ahead {points}", { points: figures(ahead, true) });
}
