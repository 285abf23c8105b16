/** How the player is doing: results, averages beside what they should be, what errors cost. */

import { h } from "../dom.js";
import { figures, percent } from "../scene/figures.js";
import { plural, t } from "../words.js";
import { day } from "./game_card.js";

/** @import { AverageShown, FigureTable, GameCostShown, PlayerFigures } from "../wire" */

/** On a wide page the statistics are open from the beginning. */
const WIDE = "(min-width: 48rem)";
/** The most games of which the cost of errors is drawn. */
const GAMES = 40;
/** The columns of a table that has room on a phone. */
const STACKED = 4;
/** A cost that fills the whole height of the chart, if none is greater. */
const HIGH = 0.3;

/**
 * Draw the statistics; nothing for a player without a finished game.
 * @param {PlayerFigures} found
 * @returns {(HTMLElement | null)[]}
 */
export function statistics(found) {
  if (!found.games) return [];
  const named = (/** @type {string} */ name) => found.tables.find((table) => table.name === name);
  return [
    h(
      "details.stats",
      { open: matchMedia(WIDE).matches },
      h("summary.touch", h("span.stats-line.medium", found.line)),
      h(
        "div.stats-parts",
        part(named("levels"), null, true),
        part(named("averages"), averagesChart(found.averages)),
        part(named("errors"), courseChart(found.course), false, courseTable(found.course)),
        part(named("opponents"), null),
      ),
    ),
  ];
}

/**
 * Draw a part: a chart with its table behind it, or the table alone.
 * @param {FigureTable | undefined} table
 * @param {HTMLElement | null} chart
 * @param {boolean} [open] whether the table is shown at once
 * @param {HTMLElement | null} [more] another table behind the chart
 */
function part(table, chart, open = false, more = null) {
  if (!table) return null;
  const behind = [tableOf(table), more];
  return h(
    "section.stats-part.sheet.list",
    h("h2.medium", table.title),
    chart,
    open ? behind : h("details", h("summary.touch", chart ? t("As a table") : t("Show")), behind),
    table.notes.map((note) => h("p.quiet.note", note)),
  );
}

/**
 * Draw a table. On a phone a wide one has the label of a row above its figures; the roles are
 * explicit because the style sheet lays its rows out.
 * @param {Pick<FigureTable, "title" | "columns" | "rows">} table
 */
function tableOf({ title, columns, rows }) {
  return h(
    "div.stats-scroll",
    { tabindex: 0, role: "region", "aria-label": title },
    h(
      "table",
      {
        class: ["stats-table figures", columns.length > STACKED && "stacked"],
        role: "table",
      },
      h(
        "thead",
        { role: "rowgroup" },
        h(
          "tr",
          { role: "row" },
          columns.map((name) =>
            name
              ? h("th", { scope: "col", role: "columnheader" }, name)
              : h("td", { role: "cell" }),
          ),
        ),
      ),
      h(
        "tbody",
        { role: "rowgroup" },
        rows.map(([label, ...cells]) =>
          h(
            "tr",
            { role: "row" },
            h("th", { scope: "row", role: "rowheader" }, label),
            cells.map((cell, at) =>
              h(
                "td",
                { role: "cell" },
                // On a phone, where the heads of columns are for screen readers alone.
                h("span.stats-name", { "aria-hidden": "true" }, columns[at + 1]),
                cell,
              ),
            ),
          ),
        ),
      ),
    ),
  );
}

/**
 * Draw each average as a point on a line, with the expert's mark and what luck allows as a band.
 * @param {AverageShown[]} averages
 */
function averagesChart(averages) {
  const maximum = Math.max(...averages.map(({ mean, high }) => Math.max(mean, high)), 1);
  const at = (/** @type {number} */ points) => `${(100 * Math.max(0, points)) / maximum}%`;
  return h(
    "ul.stats-averages.list",
    { "aria-hidden": "true" },
    averages.map(({ label, mean, expected, low, high }) =>
      h(
        "li",
        h("span.stats-label", label),
        h(
          "span.stats-track",
          h("span.stats-band", { style: { left: at(low), right: `calc(100% - ${at(high)})` } }),
          h("span.stats-expert", { style: { left: at(expected) } }),
          h("span", {
            class: ["stats-mean", (mean < low || mean > high) && "off"],
            style: { left: at(mean) },
          }),
        ),
        h("b.figures", figures(mean)),
      ),
    ),
    h(
      "li.stats-key.small.quiet",
      h("span.stats-mean"),
      t("you"),
      h("span.stats-expert"),
      t("the expert"),
      h("span.stats-band"),
      t("luck"),
    ),
  );
}

/**
 * Draw what errors cost as a bar for each of the last games.
 * @param {GameCostShown[]} course
 */
function courseChart(course) {
  const last = course.slice(-GAMES);
  if (last.length < 2) return null;
  const maximum = Math.max(HIGH, ...last.map(({ chance }) => chance));
  return h(
    "div.stats-course",
    { "aria-hidden": "true" },
    last.map(({ chance }) =>
      h("span", { style: { height: `${Math.max(2, (100 * chance) / maximum)}%` } }),
    ),
  );
}

/** @param {GameCostShown[]} course */
function courseTable(course) {
  if (course.length < 2) return null;
  const last = course.slice(-GAMES);
  return tableOf({
    title: plural("The last {n} game", "The last {n} games", last.length),
    columns: [t("Date"), t("Lost by errors")],
    rows: last.map(({ ended, chance }) => [day(ended), percent(-chance, true)]),
  });
}
