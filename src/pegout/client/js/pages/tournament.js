/**
 * A tournament: the form for a new one, the page of its host, that of a player or a guest, and the
 * screen for everybody in the room. The secret in a link says who opens it.
 */

import { here } from "../address.js";
import { insist } from "../api.js";
import { fill, h, pushButton } from "../dom.js";
import { go } from "../navigation.js";
import { keepingFocus, line, segments, select } from "../shell/fields.js";
import { heading } from "../shell/heading.js";
import { takeSecret } from "../shell/tournament.js";
import { keepTournament, tournament, tournaments } from "../store.js";
import { language, plural, t } from "../words.js";

/** @import { Page } from "../navigation.js" */

const GAMES = [2, 3, 4, 5, 6, 7, 8, 9];
const ROUNDS = [0, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15];
const TARGETS = [121, 61];
const TITLE_LENGTH = 60;

/**
 * Create the page.
 * @param {import("../navigation.js").Params} params
 * @returns {Promise<Page>}
 */
export async function page({ code = "" }) {
  if (!code) return new Setup();
  takeSecret(code);
  const [, , , part] = here().pathname.split("/");
  if (part === "screen") return new (await import("./tournament_screen.js")).Screen(code);
  const { host, player } = tournament(code);
  if (host && part !== "player") {
    return new (await import("./tournament_host.js")).Host(code, host, player);
  }
  return new (await import("./tournament_player.js")).Visit(code, player);
}

/** The form for a new tournament. */
class Setup {
  title = () => t("Tournament");

  constructor() {
    this.plan = {
      title: "",
      system: "round_robin",
      scoring: "points",
      rounds: 0,
      games: 2,
      target: TARGETS[0],
      boards: false,
    };
    this.head = heading(this.title, "/new?for=friends");
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
      h("p", t("An evening for 4 to 64 players. Nobody needs an account: each gets a link.")),
      this.fields,
      h(
        "p",
        pushButton("button primary", () => void this.make(), t("Make the tournament")),
      ),
      this.says,
      this.known(),
    );
    this.draw();
  }

  draw() {
    keepingFocus(this.fields, () => fill(this.fields, ...this.choices()));
  }

  /** @param {object} changes */
  set(changes) {
    Object.assign(this.plan, changes);
    // The same cards are for one game at every table.
    if (this.plan.scoring === "duplicate") this.plan.games = 1;
    else if (this.plan.games === 1) this.plan.games = 2;
    this.draw();
  }

  choices() {
    const { plan } = this;
    return [
      line({
        key: "title",
        name: t("Name of the evening"),
        value: plan.title,
        maxLength: TITLE_LENGTH,
        change: (title) => this.set({ title }),
      }),
      this.choice("system", t("Who meets whom"), [
        ["round_robin", t("Everybody meets everybody")],
        ["swiss", t("Swiss: those who stand alike meet")],
      ]),
      this.choice("scoring", t("What counts"), [
        ["points", t("2 for a win, 3 for a skunk")],
        ["duplicate", t("Holes, with the same cards at all tables")],
      ]),
      plan.scoring === "points"
        ? this.choice(
            "games",
            t("Games a round"),
            GAMES.map((value) => [value, String(value)]),
          )
        : null,
      this.choice(
        "target",
        t("Game to"),
        TARGETS.map((value) => [value, String(value)]),
      ),
      this.choice("boards", t("Where"), [
        [false, t("Here: the tables enter the results")],
        [true, t("On wooden boards: you enter them")],
      ]),
      select({
        key: "rounds",
        name: t("Rounds"),
        choices: ROUNDS.map((value) => ({
          value,
          title: value ? String(value) : t("as many as it takes"),
        })),
        chosen: (value) => value === plan.rounds,
        change: (rounds) => this.set({ rounds }),
      }),
    ].filter((field) => field !== null);
  }

  /**
   * @param {"system" | "scoring" | "games" | "target" | "boards"} key
   * @param {string} name
   * @param {(readonly [any, string])[]} choices
   */
  choice(key, name, choices) {
    return segments({
      key,
      name,
      choices: choices.map(([value, title]) => ({ value, title })),
      chosen: (value) => value === this.plan[key],
      change: (value) => this.set({ [key]: value }),
    });
  }

  async make() {
    const { plan } = this;
    const title = plan.title || t("Cribbage evening");
    const what = `tournament ${JSON.stringify(plan)}`;
    let host = "";
    try {
      const path = `/api/tournaments?lang=${language()}`;
      const { code } = await insist(path, what, (key) => {
        host = key;
        return { ...plan, title, key };
      });
      keepTournament(code, { host, title });
      await go(`/tournament/${code}`);
    } catch (error) {
      fill(this.says, /** @type {Error} */ (error).message);
    }
  }

  /** The tournaments that were opened in this browser. */
  known() {
    const found = tournaments();
    if (!found.length) return null;
    return h(
      "section.stack",
      h("h2", plural("Your tournament", "Your tournaments", found.length)),
      h(
        "ul.list",
        { role: "list" },
        found.map(({ code, title }) =>
          h("li", h("a.touch.row", { href: `/tournament/${code}` }, title ?? code)),
        ),
      ),
    );
  }
}
