/** The page of a tournament's host: the players and their links, the rounds, and the results. */

import { fullAddress } from "../address.js";
import { ask, options as askOptions } from "../api.js";
import { copyText, fill, h, label, pushButton } from "../dom.js";
import { icon } from "../draw/icons.js";
import { go } from "../navigation.js";
import { keepingFocus, select, textInput } from "../shell/fields.js";
import { heading } from "../shell/heading.js";
import { ResultForm } from "../shell/result_form.js";
import { askTournament, nameOf, pairingList, standingsSection } from "../shell/tournament.js";
import { UntilOver } from "../shell/until_over.js";
import { forgetTournament, keepTournament } from "../store.js";
import { language, t } from "../words.js";

/** @import { PairingShown, TournamentPlayerShown, TournamentShown } from "../wire" */

/** How long to wait before the tournament is asked for again, in milliseconds. */
const PAUSE = 5_000;
const FEWEST = 4;

/**
 * @param {string} sign
 * @param {string} name
 * @param {Record<string, any>} attributes
 * @param {() => void} act
 */
function iconButton(sign, name, attributes, act) {
  const button = pushButton({ class: "icon-button", ...attributes }, act, icon(sign));
  label(button, name);
  return button;
}

export class Host {
  title = () => this.news.found?.title ?? t("Tournament");
  /** What was drawn last. */
  drawn = "";
  /** The round that is shown; 0 for the last one. */
  round = 0;
  /** The pairing whose result is being entered. @type {ResultForm | null} */
  entering = null;
  /** Whether the players are shown; unless chosen, until the first round. @type {boolean | null} */
  unfolded = null;
  /** Whether the host is asked to confirm the erasure. */
  erasing = false;
  /** @type {import("../api.js").Level[]} */
  levels = [];
  /** Who is entered next: a person, or the level of a computer player. */
  kind = "person";

  /** @param {string} code @param {string} key @param {string} [player] the own link as a player */
  constructor(code, key, player = "") {
    this.code = code;
    this.key = key;
    this.player = player;
    this.news = new UntilOver(
      () => this.ask(),
      () => this.draw(),
      PAUSE,
    );
    this.head = heading(this.title, "/tournament", {
      href: () => `/tournament/${code}/screen`,
      title: () => t("Big screen"),
    });
    this.says = h("p.large", { role: "status" });
    this.problem = h("p.problem", { role: "alert" });
    this.note = h("p.quiet.optional", { role: "status" });
    this.names = textInput(
      { class: "input grow", maxlength: 1000, spellcheck: "false", "data-key": "names" },
      () => {},
      () => {},
    );
    this.adding = h("form.tournament-add", {
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        void this.add();
      },
    });
    this.body = h("div.stack");
    this.element = h(
      "main.page.stack",
      this.head.element,
      this.says,
      this.problem,
      this.body,
      this.note,
    );
    this.render();
  }

  destroy() {
    this.news.destroy();
  }

  render() {
    this.drawn = "";
    this.drawAdding();
    this.draw();
    void this.news.load();
    void this.loadLevels();
  }

  async loadLevels() {
    this.levels = (await askOptions()).levels;
    this.drawAdding();
  }

  async ask() {
    const shown = await askTournament(this.code, this.key, this.round);
    keepTournament(this.code, { title: shown.title });
    return { ...shown, over: shown.status === "over" };
  }

  /**
   * Change the tournament, and show it.
   * @param {string} what
   * @param {object} body
   * @returns {Promise<boolean>} whether it was changed
   */
  async change(what, body) {
    const changed = await this.send(what, body);
    await this.news.load();
    return changed;
  }

  /** @param {string} what @param {object} body @returns {Promise<boolean>} */
  async send(what, body) {
    fill(this.problem);
    try {
      const path = `/api/tournaments/${this.code}/${what}?lang=${language()}`;
      await ask(path, { body, token: this.key });
      return true;
    } catch (error) {
      fill(this.problem, /** @type {Error} */ (error).message);
      return false;
    }
  }

  /** Enter the players whose names were typed, with commas between them. */
  async add() {
    const person = this.kind === "person";
    const typed = this.names.value.split(",").map((name) => name.trim());
    const left = typed.filter((name) => name || !person);
    while (left.length && (await this.send("players", { name: left[0], kind: this.kind }))) {
      left.shift();
    }
    // What was refused stays, to be corrected.
    this.names.value = left.join(", ");
    await this.news.load();
    this.names.focus();
  }

  drawAdding() {
    const { names } = this;
    const help = t("Add players, with commas between their names");
    names.setAttribute("aria-label", help);
    names.placeholder = t("Names");
    const kinds = [
      { value: "person", title: t("people") },
      ...this.levels.map(({ name, title }) => ({
        value: name,
        title: t("computer: {level}", { level: title }),
      })),
    ];
    fill(
      this.adding,
      h("p.help", help),
      h("div.row", names, h("button.button", { type: "submit", "data-key": "add" }, t("Add"))),
      select({
        key: "kind",
        name: t("They are"),
        choices: kinds,
        chosen: (value) => value === this.kind,
        change: (value) => {
          this.kind = value;
        },
      }),
    );
  }

  draw() {
    const { found, problem } = this.news;
    const said = problem || found?.says || t("One moment.");
    const state = JSON.stringify([said, found, this.erasing, this.entering?.at]);
    if (state === this.drawn) return;
    this.drawn = state;
    this.head.render();
    document.title = this.title();
    fill(this.says, said);
    if (!found) return;
    keepingFocus(this.body, () => fill(this.body, ...this.content(found)));
  }

  /** Draw although nothing new has come. */
  drawAgain() {
    this.drawn = "";
    this.draw();
  }

  /** @param {TournamentShown} shown */
  content(shown) {
    return [
      this.next(shown),
      this.player
        ? h("p", h("a", { href: `/tournament/${this.code}/player` }, t("Your page as a player")))
        : null,
      shown.round ? h("div.tournament-columns", this.rounds(shown), standingsSection(shown)) : null,
      this.players(shown),
      this.foot(shown),
    ];
  }

  /** The button that begins the next round. @param {TournamentShown} shown */
  next({ status, begun, players }) {
    if (status === "playing" || status === "over") return null;
    const missing = FEWEST - players.filter(({ present }) => present).length;
    if (!begun && missing > 0) {
      return h("p.quiet", t("Add the players below; with four of them the first round can begin."));
    }
    return pushButton(
      { class: "button primary", "data-key": "begin" },
      () => void this.begin(begun + 1),
      t("Begin round {n}", { n: begun + 1 }),
    );
  }

  /** @param {number} round */
  async begin(round) {
    this.round = 0;
    await this.change("rounds", { round });
  }

  /** The round that is shown, and a choice of another one. @param {TournamentShown} shown */
  rounds(shown) {
    const { round, begun } = shown;
    const go = (/** @type {number} */ to) =>
      iconButton(
        to < round ? "back" : "next",
        to < round ? t("Earlier round") : t("Later round"),
        { disabled: to < 1 || to > begun, "data-key": `round/${to - round}` },
        () => void this.showRound(to),
      );
    return h(
      "section.stack",
      h(
        "div.row.between",
        h("h2", t("Round {n}", { n: round })),
        begun > 1 ? h("div.row", go(round - 1), go(round + 1)) : null,
      ),
      pairingList(shown, (pairing, at) => this.pairingTools(shown, pairing, at)),
    );
  }

  /** @param {number} round */
  async showRound(round) {
    this.round = round;
    this.entering = null;
    await this.news.load();
  }

  /** @param {TournamentShown} shown @param {PairingShown} pairing @param {number} at */
  pairingTools(shown, pairing, at) {
    if (pairing.second === null) return [];
    if (this.entering?.at === at) return [this.entering.element];
    const names = `${nameOf(shown, pairing.first)} – ${nameOf(shown, pairing.second)}`;
    return [
      h(
        "p.pairing-tools.row",
        pairing.table && !pairing.over
          ? h(
              "a.icon-button",
              { href: `/table/${pairing.table}`, "aria-label": t("Watch {names}", { names }) },
              icon("eye"),
            )
          : null,
        pushButton(
          { class: "button", "data-key": `enter/${at}` },
          () => this.enter(shown, pairing, at),
          pairing.over ? t("Correct") : t("Result"),
          h("span.visually-hidden", ` ${names}`),
        ),
      ),
    ];
  }

  /** @param {TournamentShown} shown @param {PairingShown} pairing @param {number} at */
  enter(shown, pairing, at) {
    const close = () => {
      this.entering = null;
      this.drawAgain();
    };
    this.entering = new ResultForm({
      at,
      shown,
      pairing,
      send: async (scores, reason) => {
        const body = { round: shown.round, pairing: at, scores, reason };
        if (await this.change("results", body)) close();
      },
      close,
    });
    this.drawAgain();
    this.entering.focus();
  }

  /** @param {TournamentShown} shown */
  players(shown) {
    const summary = h("summary.row.between.touch", h("h2", t("Players")));
    const box = h(
      "details.fold.stack.tournament-fold",
      { open: this.unfolded ?? !shown.begun },
      summary,
      shown.status === "over" ? null : h("div.sheet", this.adding),
      h(
        "ul.list.ruled.tournament-players",
        { role: "list" },
        shown.players.map((player) => this.playerLine(shown, player)),
      ),
      h("p.help", t("A player’s link opens their page and their seat in every round.")),
    );
    summary.addEventListener("click", () => {
      // It is about to change.
      this.unfolded = !box.open;
    });
    return box;
  }

  /** @param {TournamentShown} shown @param {TournamentPlayerShown} player */
  playerLine({ status }, { player, name, kind, present, token }) {
    const level = this.levels.find((found) => found.name === kind)?.title ?? kind;
    return h(
      "li.row.between.tournament-player",
      h(
        "span.grow",
        h("b.medium", name),
        kind === "person" ? null : h("span.quiet", ` ${t("computer: {level}", { level })}`),
        present ? null : h("span.quiet", ` ${t("has left")}`),
      ),
      token
        ? iconButton(
            "copy",
            t("Copy the link of {name}", { name }),
            { "data-key": `copy/${player}` },
            () => void this.copy(`#player=${token}`),
          )
        : null,
      status === "over"
        ? null
        : iconButton(
            present ? "leave" : "again",
            present ? t("{name} leaves", { name }) : t("{name} comes back", { name }),
            { "data-key": `leave/${player}` },
            () => void this.change("leave", { player, back: !present }),
          ),
    );
  }

  /** @param {string} hash */
  async copy(hash) {
    const link = fullAddress(`/tournament/${this.code}${hash}`);
    const copied = await copyText(link);
    fill(this.note, copied ? t("The link is copied.") : link);
  }

  /** @param {TournamentShown} shown */
  foot({ kept }) {
    const days = Math.round((kept ?? 0) / 86_400);
    return h(
      "section.stack",
      h(
        "p.wrap",
        pushButton(
          { class: "button", "data-key": "guest" },
          () => void this.copy(""),
          t("Copy the link for guests"),
        ),
        pushButton(
          { class: "button", "data-key": "host" },
          () => void this.copy(`#host=${this.key}`),
          t("Copy your link as host"),
        ),
        h(
          "a.button",
          { href: `/api/tournaments/${this.code}/standings.csv?lang=${language()}`, download: "" },
          t("Save the standings"),
        ),
        this.eraser(),
      ),
      h(
        "p.help",
        days
          ? t("Everything here is erased {days} days after its last change.", { days })
          : t("Everything here stays until you erase it."),
      ),
    );
  }

  /** The button that erases, once it has been confirmed. */
  eraser() {
    const set = (/** @type {boolean} */ erasing) => {
      this.erasing = erasing;
      this.drawAgain();
    };
    if (!this.erasing) {
      return pushButton({ class: "button", "data-key": "erase" }, () => set(true), t("Erase…"));
    }
    return [
      pushButton(
        { class: "button", "data-key": "erase" },
        () => void this.erase(),
        t("Erase it with all names"),
      ),
      pushButton({ class: "button", "data-key": "keep" }, () => set(false), t("Keep it")),
    ];
  }

  async erase() {
    try {
      const path = `/api/tournaments/${this.code}?lang=${language()}`;
      await ask(path, { method: "DELETE", body: {}, token: this.key });
      forgetTournament(this.code);
      await go("/tournament");
    } catch (error) {
      fill(this.problem, /** @type {Error} */ (error).message);
    }
  }
}
