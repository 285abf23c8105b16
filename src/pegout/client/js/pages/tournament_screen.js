/** The standings for everybody in the room: large, without controls, and new by themselves. */

import { fill, h } from "../dom.js";
import {
  askTournament,
  nameOf,
  pairingState,
  pointsOf,
  scoresText,
  signed,
} from "../shell/tournament.js";
import { UntilOver } from "../shell/until_over.js";
import { t } from "../words.js";

/** @import { TournamentShown } from "../wire" */

/** How long to wait before the tournament is asked for again, in milliseconds. */
const PAUSE = 5_000;
/** The lines that a column has before another one begins, and the most columns. */
const LINES = 10;
const COLUMNS = 4;

export class Screen {
  title = () => this.news.found?.title ?? t("Tournament");

  /** @param {string} code */
  constructor(code) {
    this.code = code;
    this.news = new UntilOver(
      // A result may be corrected after the last round too.
      async () => ({ ...(await askTournament(code)), over: false }),
      () => this.draw(),
      PAUSE,
    );
    this.element = h("main.screen");
    this.render();
  }

  destroy() {
    this.news.destroy();
  }

  render() {
    this.draw();
    void this.news.load();
  }

  draw() {
    const { found, problem } = this.news;
    // What was there last stays while the server cannot be reached.
    if (found) document.title = found.title;
    fill(
      this.element,
      h("h1.screen-title", { tabindex: -1 }, this.title()),
      h(
        "div.screen-says.row.between",
        h("p", { role: "status" }, problem || found?.says || t("One moment.")),
        h("p", t("Points, spread")),
      ),
      found ? [this.standings(found), found.status === "playing" ? this.round(found) : null] : null,
    );
  }

  /** @param {TournamentShown} shown */
  standings(shown) {
    const { standings } = shown;
    const columns = Math.max(1, Math.min(COLUMNS, Math.ceil(standings.length / LINES)));
    const lines = Math.ceil(standings.length / columns);
    const list = h(
      "ol.screen-standings.figures",
      { "aria-label": t("Standings"), style: { "--columns": columns, "--lines": lines } },
      standings.map(({ place, player, points, spread }) =>
        h(
          "li",
          h("span.end.quiet", String(place)),
          h("b.clip", nameOf(shown, player)),
          h("b.end", pointsOf(shown, points)),
          h("span.end.quiet", signed(spread)),
        ),
      ),
    );
    return h("div.screen-room", list);
  }

  /** @param {TournamentShown} shown */
  round(shown) {
    return h(
      "ul.screen-round.figures",
      { "aria-label": t("Round {n}", { n: shown.round }) },
      shown.pairings
        .filter(({ over, second }) => !over && second !== null)
        .map((pairing) =>
          h(
            "li",
            `${nameOf(shown, pairing.first)} – ${nameOf(shown, pairing.second)} `,
            h("span.quiet", scoresText(pairing.scores) || pairingState(shown, pairing)),
          ),
        ),
    );
  }
}
