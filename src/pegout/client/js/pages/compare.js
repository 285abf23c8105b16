/**
 * Two games with the same cards: a challenge, when it has been played. The page waits until then,
 * and asks again.
 */

import { here } from "../address.js";
import { ask, record } from "../api.js";
import { copyText, fill, h, pushButton } from "../dom.js";
import { percent } from "../scene/figures.js";
import { cardName } from "../scene/names.js";
import { linkedGames, linkWith } from "../shell/game_link.js";
import { heading } from "../shell/heading.js";
import { face } from "../shell/pack.js";
import { UntilOver } from "../shell/until_over.js";
import { table } from "../store.js";
import { tablePath } from "../transport.js";
import { language, t } from "../words.js";

/** @import { LinkedGames } from "../shell/game_link.js" */
/** @import { ComparedChoice, ComparedDecision, Comparison, DealCompared } from "../wire" */

/** How long to wait before a game that is being played is asked for again, in milliseconds. */
const PAUSE = 15_000;
/** The width of a card dealt, and of one that was chosen, in pixels. */
const DEALT = 44;
const CHOSEN = 36;

/**
 * Create the page.
 * @returns {import("../navigation.js").Page}
 */
export function page() {
  return new Compare(here().pathname.split("/")[2] ?? "");
}

class Compare {
  title = () => t("The same cards");

  /** The records that are compared; without them, the server has both games. @type {LinkedGames | null} */
  games = null;

  /** @param {string} code the code of the table of the challenge */
  constructor(code) {
    this.code = code;
    this.both = new UntilOver(
      () => this.ask(),
      () => this.draw(),
      PAUSE,
    );
    this.head = heading(this.title);
    this.body = h("div.compare.stack", { "aria-live": "polite" });
    this.element = h("main.page.page-narrow", this.head.element, this.body);
    this.render();
  }

  destroy() {
    this.both.destroy();
  }

  /** Ask for it in the current language. */
  render() {
    this.head.render();
    this.draw();
    void this.both.load();
  }

  /** @returns {Promise<Comparison>} */
  async ask() {
    this.games = (await linkedGames()) ?? (await this.ownGames());
    if (this.games) {
      const { seat, texts } = this.games;
      const [first = "", second = ""] = texts;
      return ask(`/api/records/comparison?lang=${language()}`, { body: { first, second, seat } });
    }
    const asked = new URLSearchParams(here().search);
    const query = new URLSearchParams({ lang: language() });
    for (const name of ["other", "seat"]) {
      const value = asked.get(name);
      if (value) query.set(name, value);
    }
    return ask(tablePath(this.code, `/comparison?${query}`));
  }

  /**
   * Return the game of a challenge that came in a link, and the one that was played here.
   * @returns {Promise<LinkedGames | null>}
   */
  async ownGames() {
    const { challenge, seats = [] } = table(this.code) ?? {};
    if (!challenge) return null;
    const own = await record(this.code, { token: seats[0]?.token ?? "" });
    return { seat: challenge.seat, texts: [challenge.text, own] };
  }

  /** A button that copies a link to this page with both games. @param {LinkedGames} games */
  copying(games) {
    const says = h("p.quiet", { role: "status" });
    const copy = async () => {
      const copied = await copyText(await linkWith("/compare/games", games));
      fill(says, copied ? t("The link is copied.") : t("Copy the address of this page instead."));
    };
    return h(
      "div.wrap",
      pushButton("button", () => void copy(), t("Copy the link to both games")),
      says,
    );
  }

  draw() {
    const { found, problem } = this.both;
    if (found?.over) fill(this.body, ...this.content(found));
    else if (problem || found) {
      fill(
        this.body,
        h("p.large", problem || found?.says),
        h(
          "p",
          pushButton("button", () => void this.both.load(), t("Look again")),
        ),
      );
    } else fill(this.body, h("p.large", t("Both games are being compared …")));
  }

  /** @param {Comparison} found */
  content({ names, leads, losses, deals, says }) {
    const results = names.map((name, at) =>
      h(
        "div.compare-player.stack",
        h("b.large", name),
        h("span.compare-lead.figures", signed(leads[at] ?? 0)),
        h("span.quiet", t("Lost where you differed: {chance}", { chance: cost(losses[at] ?? 0) })),
      ),
    );
    return [
      h("p.large", says),
      this.games ? this.copying(this.games) : null,
      h("div.compare-players", results),
      h(
        "ol.compare-deals.list",
        { role: "list" },
        deals.map((deal) => this.deal(deal, names)),
      ),
    ];
  }

  /** @param {DealCompared} deal @param {string[]} names */
  deal({ deal, own, hand, leads, decisions }, names) {
    return h(
      "li.compare-deal.panel.stack",
      h(
        "div.compare-head.wrap",
        h("h2", t("Deal {deal}", { deal })),
        h("span.quiet", own ? t("your crib") : t("the other crib")),
        names.map((name, at) => h("span.figures.note", `${name} ${signed(leads[at] ?? 0)}`)),
      ),
      cards(hand, DEALT),
      decisions.length
        ? decisions.map((decision) => this.decision(decision, names))
        : h("p.quiet", t("You decided alike as long as you knew the same.")),
    );
  }

  /** @param {ComparedDecision} decision @param {string[]} names */
  decision({ kind, count, choices }, names) {
    return h(
      "div.compare-decision",
      h("p.quiet.small", kind === "discard" ? t("Discard") : t("Play at {count}", { count })),
      choices.map((choice, at) => this.choice(choice, names[at] ?? "")),
    );
  }

  /** @param {ComparedChoice} choice @param {string} name */
  choice({ cards: chosen, loss, verdict }, name) {
    const lost = loss && !loss.tied && loss.chance > 0;
    return h(
      "div.compare-choice",
      h("span.clip", name),
      cards(chosen, CHOSEN),
      h(
        "span.figures",
        loss ? (lost ? `${verdict?.word ?? ""} ${cost(loss.chance)}` : t("nothing lost")) : "–",
      ),
    );
  }
}

/** @param {readonly string[]} names @param {number} width */
function cards(names, width) {
  return h(
    "ul.compare-cards.list",
    { role: "list" },
    names.map((card) =>
      h(
        "li",
        h("span.visually-hidden", cardName(card)),
        h("span", { "aria-hidden": "true" }, face(card, width)),
      ),
    ),
  );
}

/** @param {number} chance a loss of the chance of winning */
function cost(chance) {
  return percent(-chance, true);
}

/** @param {number} points */
function signed(points) {
  return points > 0 ? `+${points}` : String(points).replace("-", "−");
}
