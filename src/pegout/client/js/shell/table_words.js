/** A table in words: its rules, its match, and what its host allows. */

import { fullAddress } from "../address.js";
import { h } from "../dom.js";
import { face } from "../draw/faces.js";
import { sideMark } from "../draw/icons.js";
import { sidesOf } from "../rules.js";
import { plural, t } from "../words.js";
import { partners } from "./seats.js";
import { rulesInWords } from "./table_setup.js";

/** @import { Options } from "../api.js" */
/** @import { Table } from "../wire" */

/**
 * Return the link to a table.
 * @param {string} code
 * @returns {string}
 */
export function linkTo(code) {
  return fullAddress(`/table/${code}`);
}

/**
 * Say how long a table is stored after its last activity.
 * @param {number} seconds
 * @returns {string}
 */
export function keptInWords(seconds) {
  const hours = Math.max(1, Math.round(seconds / 3600));
  if (hours < 48) {
    return plural("Kept for {n} hour after you stop.", "Kept for {n} hours after you stop.", hours);
  }
  return t("Kept for {n} days after you stop.", { n: Math.round(hours / 24) });
}

/**
 * Create a list of a table's options.
 * @param {Table} table
 * @param {Options} options
 * @returns {HTMLElement}
 */
export function rulesList(table, options) {
  const preset = options.presets.find(({ name }) => name === table.rules.preset);
  const said = rulesInWords(table.rules, { games: table.games, playTo: table.play_to }, options);
  const { stand_in: wait, spectators, chat, listed } = table.options;
  const shared = table.seats.filter(({ kind }) => kind === "person").length > 1;
  return h(
    "div.table-rules.list",
    h(
      "ul.tags.wrap",
      said.map((words) => h("li.tag.small.dense", words)),
    ),
    preset ? h("p.help", preset.help) : null,
    h(
      "ul.manners.help",
      h("li", spectators ? t("Others may watch.") : t("Nobody else may watch.")),
      listed && h("li", t("It is in the list of open tables.")),
      shared &&
        h("li", chat ? t("Ready phrases may be said.") : t("Nothing is said at this table.")),
      shared &&
        h(
          "li",
          wait
            ? t("A computer player acts for a player who has been gone for {n} min.", {
                n: Math.round(wait / 60),
              })
            : t("The table waits for a player who is gone."),
        ),
    ),
  );
}

/**
 * Create a list of the seats.
 * @param {Table} table
 * @param {(seat: number) => HTMLElement | null} free returns the contents of a free seat
 * @param {number[]} mine the seats held from this browser
 * @param {Options | null} options
 * @returns {HTMLElement}
 */
export function seatsList(table, free, mine, options) {
  const names = table.seats.map(({ name }) => name);
  const sides = sidesOf(table.rules);
  return h(
    "div",
    h(
      "ol.lobby-seats.ruled",
      table.seats.map((seat, at) => {
        const level = options?.levels.find(({ name }) => name === seat.kind);
        const says = !seat.taken
          ? ""
          : mine.includes(at)
            ? t("you")
            : seat.kind !== "person"
              ? (level?.title ?? t("computer"))
              : seat.present
                ? t("is here")
                : t("is away");
        return h(
          "li",
          { class: ["lobby-seat wrap", !seat.taken && "free"] },
          sideMark(at % sides, { size: 20 }),
          seat.taken ? face(seat.kind, seat.name) : null,
          h("span.lobby-name.grow.medium.clip", seat.taken ? seat.name : t("free")),
          (!seat.taken && free(at)) ||
            h(
              "span",
              { class: ["lobby-says note", seat.kind === "person" && seat.present && "here"] },
              says,
            ),
        );
      }),
    ),
    sides < table.seats.length ? h("p.help", partners(names)) : null,
  );
}
