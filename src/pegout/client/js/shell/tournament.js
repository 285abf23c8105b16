/** A tournament as every page of it shows it: the standings, a round, and what was corrected. */

import { here, replace } from "../address.js";
import { ask } from "../api.js";
import { h } from "../dom.js";
import { figures } from "../scene/figures.js";
import { keepTournament } from "../store.js";
import { language, t } from "../words.js";

/** @import { CorrectionShown, PairingShown, StandingShown, TournamentShown } from "../wire" */

/** The secret in a link, which no browser sends to a server. */
const SECRET = /^#(host|player)=([\w-]{32,64})$/;

/**
 * Store the secret of the link that was opened, if it has one, and remove it from the address.
 * @param {string} code
 */
export function takeSecret(code) {
  const { hash, pathname } = here();
  const [, role, secret = ""] = SECRET.exec(hash) ?? [];
  if (!role) return;
  keepTournament(code, { [role]: secret });
  replace(pathname);
}

/**
 * Ask for a tournament.
 * @param {string} code
 * @param {string} [token] the secret of the host or player who asks
 * @param {number} [round] the round to show; the last one unless given
 * @returns {Promise<TournamentShown>}
 */
export function askTournament(code, token = "", round = 0) {
  return ask(`/api/tournaments/${code}?lang=${language()}&round=${round}`, { token });
}

/**
 * Return the name of a player.
 * @param {TournamentShown} shown
 * @param {number | null} player
 * @returns {string}
 */
export function nameOf({ players }, player) {
  return players.find((found) => found.player === player)?.name ?? "";
}

/**
 * Format the points of a line: whole numbers, but for the averages of a duplicate.
 * @param {TournamentShown} shown
 * @param {number} points
 */
export function pointsOf({ scoring }, points) {
  return scoring === "duplicate" ? figures(points, true) : String(points);
}

/** @param {number} spread */
export function signed(spread) {
  return spread.toLocaleString(language(), { signDisplay: "exceptZero" }).replace("-", "−");
}

/** @param {TournamentShown} shown */
function standingsTable(shown) {
  const heads = [
    [t("Place"), "standing-place"],
    [t("Player"), ""],
    [t("Points"), "end"],
    [t("Spread"), "end"],
    [t("Won"), "end"],
  ];
  return h(
    "table.standings.figures",
    h("caption.visually-hidden", t("Standings")),
    h(
      "thead",
      h(
        "tr",
        heads.map(([title = "", side = ""]) =>
          h("th", { scope: "col", class: side }, h("span.note", title)),
        ),
      ),
    ),
    h(
      "tbody",
      shown.standings.map((line) => standing(shown, line)),
    ),
  );
}

/** @param {TournamentShown} shown @param {StandingShown} line */
function standing(shown, { place, player, points, spread, won, played }) {
  const there = shown.players.find((found) => found.player === player)?.present;
  const own = player === shown.you;
  return h(
    "tr",
    { class: own ? "own" : "", "aria-current": own ? "true" : null },
    h("td.end.quiet", String(place)),
    h(
      "th.standing-name",
      { scope: "row" },
      nameOf(shown, player),
      there ? null : h("small.quiet", ` ${t("has left")}`),
    ),
    h("td.end.bold", pointsOf(shown, points)),
    h("td.end", signed(spread)),
    h("td.end", t("{won} of {played}", { won, played })),
  );
}

/**
 * Say what has been played of a pairing: "121–87, 99–121".
 * @param {readonly (readonly number[])[]} scores
 */
export function scoresText(scores) {
  return scores.map(([first, second]) => `${first}–${second}`).join(", ");
}

/**
 * Say how a pairing stands.
 * @param {TournamentShown} shown
 * @param {PairingShown} pairing
 * @returns {string}
 */
export function pairingState(shown, { second, scores, over, by_hand: byHand, given_up: gone }) {
  if (second === null) return t("sits out");
  if (gone.length) {
    return gone.map((player) => t("{name} has left", { name: nameOf(shown, player) })).join(", ");
  }
  if (byHand && !shown.boards) return t("entered by hand");
  if (over) return "";
  return scores.length
    ? t("game {n} of {games}", { n: scores.length + 1, games: shown.games })
    : t("is being played");
}

/**
 * Create the list of the pairings of a round.
 * @param {TournamentShown} shown
 * @param {(pairing: PairingShown, at: number) => (Node | null)[]} [more] what a pairing has besides
 * @returns {HTMLElement}
 */
export function pairingList(shown, more = () => []) {
  return h(
    "ol.pairings.ruled.list",
    { role: "list" },
    shown.pairings.map((pairing, at) => {
      const { first, second, scores } = pairing;
      const own = shown.you !== null && [first, second].includes(shown.you ?? null);
      const state = pairingState(shown, pairing);
      return h(
        "li",
        { class: ["pairing", own && "own"] },
        h(
          "p.pairing-names",
          h("b.medium", nameOf(shown, first)),
          second === null ? null : [h("span.quiet", " – "), h("b.medium", nameOf(shown, second))],
        ),
        h(
          "p.pairing-state.figures",
          scoresText(scores),
          scores.length && state ? " · " : "",
          state ? h("span.quiet", state) : null,
        ),
        ...more(pairing, at),
      );
    }),
  );
}

/**
 * Create the section of the standings, with what was corrected in them.
 * @param {TournamentShown} shown
 * @returns {HTMLElement}
 */
export function standingsSection(shown) {
  return h("section.stack", h("h2", t("Standings")), standingsTable(shown), correctionList(shown));
}

/** @param {TournamentShown} shown */
function correctionList(shown) {
  if (!shown.corrections.length) return null;
  return h(
    "div.list",
    h("h3", t("Corrections")),
    h(
      "ul.list.corrections",
      shown.corrections.map((note) => h("li.note", correctionText(shown, note))),
    ),
  );
}

/** @param {TournamentShown} shown @param {CorrectionShown} note */
function correctionText(shown, { moment, round, first, second, before, after, reason }) {
  const when = new Intl.DateTimeFormat(language(), { timeStyle: "short" });
  return t("{time}, round {n}, {first} – {second}: {before} became {after}. {reason}", {
    time: when.format(new Date(moment)),
    n: round,
    first: nameOf(shown, first),
    second: nameOf(shown, second),
    before: scoresText(before) || "–",
    after: scoresText(after),
    reason,
  });
}
