/** A tournament as a player or a guest sees it: the own table, the round, and the standings. */

import { fill, h, pushButton } from "../dom.js";
import { go } from "../navigation.js";
import { keepingFocus } from "../shell/fields.js";
import { heading } from "../shell/heading.js";
import { askTournament, nameOf, pairingList, standingsSection } from "../shell/tournament.js";
import { UntilOver } from "../shell/until_over.js";
import { keepSeat, keepTournament } from "../store.js";
import { t } from "../words.js";

/** @import { OwnTable, PairingShown, TournamentShown } from "../wire" */

/** How long to wait before the tournament is asked for again, in milliseconds. */
const PAUSE = 10_000;

export class Visit {
  title = () => this.news.found?.title ?? t("Tournament");

  /** @param {string} code @param {string} [token] the secret of the player's link */
  constructor(code, token = "") {
    this.code = code;
    this.token = token;
    this.news = new UntilOver(
      () => this.ask(),
      () => this.draw(),
      PAUSE,
    );
    this.head = heading(this.title, "/", {
      href: () => `/tournament/${code}/screen`,
      title: () => t("Big screen"),
    });
    this.says = h("p.large", { role: "status" });
    this.body = h("div.stack");
    this.element = h("main.page.stack", this.head.element, this.says, this.body);
    this.render();
  }

  destroy() {
    this.news.destroy();
  }

  render() {
    this.draw();
    void this.news.load();
  }

  async ask() {
    const shown = await askTournament(this.code, this.token);
    keepTournament(this.code, { title: shown.title });
    return { ...shown, over: shown.status === "over" };
  }

  draw() {
    const { found, problem } = this.news;
    const said = problem || found?.says || t("One moment.");
    const state = JSON.stringify([said, found]);
    if (state === this.drawn) return;
    this.drawn = state;
    this.head.render();
    document.title = this.title();
    fill(this.says, said);
    keepingFocus(this.body, () => fill(this.body, ...(found ? this.content(found) : [])));
  }

  /** What was drawn last. */
  drawn = "";

  /** @param {TournamentShown} shown */
  content(shown) {
    return [
      this.own(shown),
      h(
        "div.tournament-columns",
        standingsSection(shown),
        shown.round
          ? h("section.stack", h("h2", t("Round {n}", { n: shown.round })), pairingList(shown))
          : null,
      ),
    ];
  }

  /** What the player has to do now. @param {TournamentShown} shown */
  own(shown) {
    const { you, table } = shown;
    if (you === null || you === undefined) return null;
    const pairing = shown.pairings.find(({ first, second }) => [first, second].includes(you));
    return h(
      "section.panel.stack.tournament-own",
      { "aria-label": t("Your table") },
      h("p.big", pairing ? ownText(shown, pairing) : t("You do not play just now.")),
      table
        ? pushButton(
            { class: "button primary", "data-key": "table" },
            () => void enter(table),
            t("Go to your table"),
          )
        : null,
    );
  }
}

/**
 * Say what a pairing means to a player in it.
 * @param {TournamentShown} shown
 * @param {PairingShown} pairing
 */
function ownText(shown, { first, second, over }) {
  if (second === null) return t("You sit out in round {n}.", { n: shown.round });
  const name = nameOf(shown, first === shown.you ? second : first);
  return over
    ? t("You have played {name} in round {n}.", { name, n: shown.round })
    : t("You play {name} in round {n}.", { name, n: shown.round });
}

/** Take the seat at the own table, which the player's link holds. @param {OwnTable} table */
async function enter({ code, seat, token }) {
  keepSeat(code, { seat, token });
  await go(`/table/${code}`);
}
