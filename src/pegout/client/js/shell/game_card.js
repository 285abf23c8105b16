/** A match in the list of games: its date, opponents, result and actions. */

import { h, pushButton } from "../dom.js";
import { face } from "../draw/faces.js";
import { icon } from "../draw/icons.js";
import { sideOf } from "../rules.js";
import { percent } from "../scene/figures.js";
import { levelTitle, skunkName } from "../scene/names.js";
import { savedLosses } from "../store.js";
import { shape } from "../table/parts.js";
import { language, t } from "../words.js";

/** @import { MatchSummary } from "../wire" */
/**
 * @typedef {object} Entry
 * @property {MatchSummary} match
 * @property {number | null} seat the user's own seat, if it is known
 * @property {string} replay the URL of the replay
 * @property {string} [go] the URL of the table, if the match can be continued
 * @property {string} [note] a note on how long the match is stored
 * @property {boolean} [gone] whether the server no longer has the match
 * @property {boolean} [waits] whether there are free seats
 * @property {((key: string) => unknown) | null} [save]
 * @property {((key: string) => unknown) | null} remove
 * @property {string} removeLabel
 */

/**
 * Format a time as a date for people.
 * @param {string | null | undefined} moment a time in ISO 8601
 * @returns {string}
 */
export function day(moment) {
  const time = moment ? new Date(moment) : null;
  if (!time || Number.isNaN(time.getTime())) return "";
  return time.toLocaleDateString(language(), { day: "numeric", month: "short", year: "numeric" });
}

/** @param {Entry} entry @returns {string[]} */
function names({ match, seat }) {
  return match.names.map((name, at) => (at === seat ? t("You") : name));
}

/**
 * Describe the result for the user.
 * @param {Entry} entry
 * @returns {{text: string, kind: string}}
 */
function outcome({ match, seat, waits }) {
  if (waits) return { text: t("waits for its players"), kind: "open" };
  if (match.practice) {
    return match.over
      ? { text: t("practice"), kind: "" }
      : { text: t("practice, not finished"), kind: "open" };
  }
  if (!match.over) return { text: t("not finished"), kind: "open" };
  if (!match.winners.length) return { text: match.match ? t("stopped") : "", kind: "" };
  if (seat === null || seat < 0) return { text: "", kind: "" };
  const side = sideIn(match, seat);
  if (match.winners.length > 1) return { text: t("shared"), kind: "won" };
  return match.winners.includes(side)
    ? { text: t("won"), kind: "won" }
    : { text: t("lost"), kind: "lost" };
}

/** @param {MatchSummary} match @param {number} seat */
function sideIn({ names: all, games }, seat) {
  const sides = games.at(-1)?.scores.length ?? all.length;
  return sideOf({ players: all.length, teams: sides < all.length }, seat);
}

/**
 * Say who resigned the last game, if anybody did.
 * @param {Entry} entry
 * @returns {string}
 */
function resigned({ match, seat }) {
  const { resigned: who, names: all } = match;
  if (who === null || who === undefined) return "";
  return who === seat ? t("you resigned") : t("{name} resigned", { name: all[who] });
}

/**
 * Say whether a side was skunked in the last game.
 * @param {MatchSummary} match
 * @returns {string}
 */
function skunk({ games }) {
  const worst = Math.max(0, ...(games.at(-1)?.skunks ?? []));
  return skunkName(worst);
}

/**
 * Draw the scores of the last game as short bars, one for each side.
 * @param {Entry} entry
 * @param {Record<string, string>} levels the titles of the levels
 * @returns {HTMLElement}
 */
function bars(entry, levels) {
  const { match } = entry;
  const called = names(entry);
  const scores = match.games.at(-1)?.scores ?? [];
  const length = (/** @type {number} */ score) =>
    `${Math.round((100 * Math.min(score, match.target)) / match.target)}%`;
  return h(
    "ul.game-bars.list",
    { role: "list" },
    scores.map((score, side) => {
      const seats = called.flatMap((_, seat) => (sideIn(match, seat) === side ? [seat] : []));
      const team = seats.map((seat) => called[seat]);
      const kinds = new Set(seats.map((seat) => match.kinds[seat] ?? "person"));
      kinds.delete("person");
      return h(
        "li",
        { class: `side-${side}` },
        shape(side),
        h(
          "span.game-side.clip",
          h("span.game-name", team.join(" + ")),
          [...kinds].map((kind) =>
            h(
              "span.game-level.small.quiet",
              face(kind),
              h("span.clip", levels[kind] ?? levelTitle(kind)),
            ),
          ),
        ),
        h(
          "span.game-bar.meter",
          { "aria-hidden": "true" },
          h("span", { class: `game-fill side-${side}`, style: { width: length(score) } }),
        ),
        h("b.figures", score),
      );
    }),
  );
}

/** The least loss of win probability for each size of a game's dot. */
const SIZES = Object.freeze({ huge: 0.1, large: 0.04, middle: 0.01, small: 0 });

/**
 * Return the result for the user: `won`, `lost`, or neither.
 * @param {Entry} entry
 */
export function resultOf(entry) {
  const { kind } = outcome(entry);
  return kind === "open" ? "" : kind;
}

/**
 * Draw the losses by errors: a larger dot for a game with a larger loss.
 * @param {MatchSummary} match
 * @returns {HTMLElement | null}
 */
function losses({ match, games }) {
  const saved = match ? (savedLosses()[match] ?? {}) : {};
  const known = games.flatMap(({ lost }, at) => lost ?? saved[at + 1]?.loss ?? []);
  if (!known.length) return null;
  return h(
    "span.game-losses.small",
    h("span.visually-hidden", t("Lost by errors:")),
    known.map((loss) => {
      const size = Object.entries(SIZES).find(([, min]) => loss >= min)?.[0] ?? "small";
      return h(
        "span.figures",
        h("span", { class: `dot ${size}`, "aria-hidden": "true" }),
        percent(loss),
      );
    }),
  );
}

/**
 * Create the line of a match.
 * @param {Entry} entry
 * @param {Record<string, string>} levels the titles of the levels
 * @returns {HTMLElement}
 */
export function gameCard(entry, levels) {
  const { match, gone, note } = entry;
  const { text, kind } = outcome(entry);
  const beaten = skunk(match);
  const left = resigned(entry);
  const title = names(entry).join(" – ");
  const long = match.long ? t("match: {points}", { points: match.points.join(" – ") }) : "";
  const shown = match.games.length > 0 && !gone;
  const look = match.over ? t("Review") : t("Replay");
  const button = (
    /** @type {string} */ sign,
    /** @type {string} */ label,
    /** @type {(key: string) => unknown} */ act,
  ) => {
    const key = `${sign} ${entry.replay}`;
    return pushButton(
      { class: "icon-button", dataset: { key }, title: label, "aria-label": `${label}: ${title}` },
      () => act(key),
      icon(sign),
    );
  };
  return h(
    "li",
    { class: ["game sheet", gone && "gone"] },
    h(
      "div.game-head.wrap",
      h("span.game-date.small.quiet", day(match.updated)),
      h("span", { class: `game-tag small optional ${kind}` }, text),
      beaten ? h("span.game-tag.small.optional", beaten) : null,
      left ? h("span.game-tag.small.optional", left) : null,
      losses(match),
      long ? h("span.small.quiet", long) : null,
    ),
    bars(entry, levels),
    note ? h("p.game-note.small.quiet", note) : null,
    h(
      "div.game-links.row",
      entry.go
        ? h(
            "a.button.primary",
            { href: entry.go, "aria-label": `${t("Continue")}: ${title}` },
            t("Continue"),
          )
        : null,
      shown
        ? h(
            "a",
            {
              class: ["game-open", !entry.go && "whole"],
              href: entry.replay,
              "aria-label": `${look}: ${title}`,
            },
            look,
          )
        : null,
      h(
        "span.game-tools",
        entry.save && !gone ? button("save", t("Save the record"), entry.save) : null,
        entry.remove ? button(gone ? "close" : "remove", entry.removeLabel, entry.remove) : null,
      ),
    ),
  );
}
