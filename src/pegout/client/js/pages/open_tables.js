/** The list of open tables: those that wait for a player, and games that everybody may watch. */

import { ask, options as askOptions } from "../api.js";
import { fill, h } from "../dom.js";
import { keepingFocus } from "../shell/fields.js";
import { heading } from "../shell/heading.js";
import { UntilOver } from "../shell/until_over.js";
import { joined, language, plural, t } from "../words.js";

/** @import { ListedSeat, ListedTable, ListedTables } from "../wire" */

/** How long to wait before the list is asked for again, in milliseconds. */
const PAUSE = 5_000;

/**
 * Create the page.
 * @returns {import("../navigation.js").Page}
 */
export function page() {
  return new OpenTables();
}

class OpenTables {
  title = () => t("Open tables");
  /** @type {import("../api.js").Options | null} */
  options = null;

  constructor() {
    this.news = new UntilOver(
      () => this.ask(),
      () => this.draw(),
      PAUSE,
    );
    this.head = heading(this.title, "/new?for=friends");
    this.says = h("p.large", { role: "status" });
    this.body = h("div.stack");
    this.element = h("main.page.page-narrow.stack", this.head.element, this.says, this.body);
    this.render();
  }

  destroy() {
    this.news.destroy();
  }

  render() {
    this.head.render();
    this.draw();
    void this.news.load();
  }

  async ask() {
    this.options = await askOptions();
    /** @type {ListedTables} */
    const found = await ask(`/api/tables?lang=${language()}`);
    return { ...found, over: false };
  }

  draw() {
    const { found, problem } = this.news;
    fill(this.says, problem || found?.says || t("One moment."));
    keepingFocus(this.body, () =>
      fill(
        this.body,
        found?.tables.length
          ? h(
              "ul.open-tables.list",
              { role: "list" },
              found.tables.map((table) => this.table(table)),
            )
          : null,
        h("p.help", t("A table is here only if its maker has put it in this list.")),
        h("p", h("a.button", { href: "/new?for=friends" }, t("Make a table"))),
      ),
    );
  }

  /** @param {ListedTable} table */
  table({ code, status, seats, preset, target, games, scores, since }) {
    const waiting = status === "open";
    const names = seats.filter(({ kind }) => kind !== "open").map((seat) => this.nameOf(seat));
    const rules = this.options?.presets.find(({ name }) => name === preset)?.title ?? preset;
    const free = seats.filter(({ kind }) => kind === "open").length;
    const minutes = Math.max(1, Math.round(since / 60));
    return h(
      "li.panel.open-table",
      h("h2.shrink", joined(names) || t("Nobody yet")),
      h(
        "p.note",
        [
          t("{rules}, to {target}", { rules, target }),
          games > 1 ? plural("{n} game", "{n} games", games) : "",
          waiting
            ? plural("waits for {n} player", "waits for {n} players", free)
            : scores.join(" – "),
          t("{n} min", { n: minutes }),
        ]
          .filter(Boolean)
          .join(" · "),
      ),
      h(
        "a",
        {
          class: `button ${waiting ? "primary" : ""}`,
          href: `/join/${code}`,
          "data-key": code,
        },
        waiting ? t("Sit down") : t("Watch"),
        h("span.visually-hidden", ` ${joined(names)}`),
      ),
    );
  }

  /** @param {ListedSeat} seat */
  nameOf({ name, kind }) {
    if (name) return name;
    if (kind === "person") return t("a player");
    const level = this.options?.levels.find((found) => found.name === kind)?.title ?? kind;
    return t("computer: {level}", { level });
  }
}
