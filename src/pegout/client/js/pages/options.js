/**
 * All options of a table with friends, at one screen, or against the computer. The module is long
 * because each kind of table has the same form, with other parts of it left out.
 */

import { here } from "../address.js";
import { options as askOptions } from "../api.js";
import { fill, h, pushButton, svg } from "../dom.js";
import { sideMark } from "../draw/icons.js";
import { FACTS } from "../facts.js";
import { go } from "../navigation.js";
import { sidesOf } from "../rules.js";
import { settings } from "../settings.js";
import { keepingFocus, line, numbers, segments, toggle } from "../shell/fields.js";
import { heading } from "../shell/heading.js";
import { seatsField } from "../shell/seats.js";
import { switchNote, switchProblem } from "../shell/switch_words.js";
import {
  keepSetup,
  namesOf,
  openTable,
  PLAYERS,
  rulesOf,
  same,
  setupOf,
  switchValue,
  valueTitle,
  withPreset,
  withSeat,
  withSwitches,
} from "../shell/table_setup.js";
import { canMeet, hosted, isHosted } from "../transport.js";
import { joined, mark, t } from "../words.js";

/** @import { Options } from "../api.js" */
/** @import { Kind, TableSetup } from "../shell/table_setup.js" */

/** @type {Record<Kind, string>} */
const TITLES = {
  computer: mark("All options"),
  friends: mark("With friends"),
  here: mark("Pass and play"),
};

/** @type {Record<string, string>} The fields of refusals that name no field. */
const FIELDS = {
  bad_name: "seats",
  same_name: "seats",
  bad_seats: "seats",
  no_person: "seats",
  bad_length: "games",
  bad_seat: "first_deal",
};

/** The switches that have a field of their own above the others, or share one. */
const SHOWN = ["players", "teams", "target"];

const TARGETS = [121, 61];
/** The number of games in a match of the usual kinds. */
const LENGTHS = [1, 3, 5, 7];
const WAITS = [0, 60, 120, 300];

class OptionsPage {
  title = () => t(TITLES[this.kind]);
  /** The server sends the options in the new language. */
  render = () => void this.ask();
  /** @type {Options | null} */
  options = null;
  starting = false;
  /** The field changed last, and the message about it. */
  touched = "preset";
  problem = { field: "", message: "" };
  unfolded = false;
  /** The fields for which another value than those offered is typed. @type {Set<string>} */
  typed = new Set();

  /** @param {Kind} kind */
  constructor(kind) {
    this.kind = kind;
    this.setup = setupOf(kind);
    this.head = heading(() => t(TITLES[kind]));
    this.form = h("form.options-form.stack", { novalidate: true, onsubmit: this.submit });
    this.element = h("main.page.page-narrow.options-page", this.head.element, this.form);
    void this.ask();
  }

  async ask() {
    try {
      this.options = await askOptions();
    } catch (error) {
      fill(
        this.form,
        h("p.problem", { role: "alert" }, /** @type {Error} */ (error).message),
        pushButton("button", () => void this.ask(), t("Try again")),
      );
      return;
    }
    this.draw();
  }

  draw() {
    this.head.render();
    const { options } = this;
    if (!options) return;
    keepingFocus(this.element, () =>
      fill(
        this.form,
        h("section.sheet.stack", this.players(options), this.seats(options), this.said("seats")),
        h("section.sheet.stack", this.target(options), this.length()),
        this.more(options),
        h(
          "div.options-foot.list",
          this.said(""),
          h(
            "button.button.primary",
            { type: "submit" },
            this.kind === "friends" ? t("Make the table") : t("Start the game"),
          ),
        ),
        this.kind === "friends" ? codeField() : null,
        this.kind === "friends" && FACTS.server
          ? h(
              "p.wrap",
              h("a", { href: "/duplicate" }, t("Several tables with the same cards")),
              h("a", { href: "/tournament" }, t("A tournament")),
              h("a", { href: "/tables" }, t("Open tables")),
            )
          : null,
      ),
    );
  }

  /** @param {TableSetup} setup @param {string} touched */
  change(setup, touched) {
    this.setup = setup;
    this.touched = touched;
    this.problem = { field: "", message: "" };
    keepSetup(this.kind, setup);
    this.draw();
  }

  get rules() {
    return rulesOf(this.setup, /** @type {Options} */ (this.options));
  }

  /**
   * Return what is wrong with a field, or what the server said of it.
   * @param {string} field
   * @returns {string}
   */
  fault(field) {
    return (
      switchProblem(field, this.rules) || (this.problem.field === field ? this.problem.message : "")
    );
  }

  /** @param {string} field */
  said(field) {
    const fault = this.fault(field);
    const note = switchNote(field, this.rules);
    return [
      fault ? h("p.problem", { role: "alert" }, fault) : null,
      note ? h("p.help", note) : null,
    ];
  }

  /** @param {Options} options */
  players(options) {
    const found = options.switches.find(({ name }) => name === "players");
    const { players, teams } = this.rules;
    const said = [
      [t("Two"), t("one against one")],
      [t("Three"), t("each alone")],
      [t("Four"), t("two teams")],
      [t("Four"), t("each alone")],
    ];
    return h(
      "div",
      segments({
        key: "players",
        name: found?.title ?? t("Players"),
        tiles: true,
        choices: PLAYERS.map((value, at) => {
          const [title, help] = /** @type {string[]} */ (said[at]);
          const seats = Array.from({ length: value.players }, (_, seat) => seat % sidesOf(value));
          return { value, title, help, picture: marks(...seats) };
        }),
        chosen: (value) => same(value, { players, teams }),
        change: (value) => this.change(withSwitches(this.setup, options, value), "players"),
      }),
      this.said("players"),
    );
  }

  /** @param {Options} options */
  seats(options) {
    return seatsField({
      setup: this.setup,
      options,
      kind: this.kind,
      players: switchValue(this.setup, options, "players"),
      change: (seat, changes) => this.change(withSeat(this.setup, seat, changes), "seats"),
      rename: (name) => {
        settings.set({ name });
        this.change(this.setup, "seats");
      },
    });
  }

  /** @param {Options} options */
  preset(options) {
    return h(
      "div",
      segments({
        key: "preset",
        name: t("Rules"),
        tiles: true,
        choices: options.presets.map(({ name, title, help }) => ({ value: name, title, help })),
        chosen: (value) => value === this.setup.preset,
        change: (value) => this.change(withPreset(this.setup, options, value), "preset"),
      }),
      this.said("preset"),
    );
  }

  /** @param {Options} options */
  target(options) {
    const found = options.switches.find(({ name }) => name === "target");
    const now = switchValue(this.setup, options, "target");
    const other = this.typed.has("target") || !TARGETS.includes(now);
    const change = (/** @type {number} */ target) =>
      this.change(withSwitches(this.setup, options, { target }), "target");
    return h(
      "div.stack",
      segments({
        key: "target",
        name: found?.title ?? t("Game to"),
        tiles: true,
        choices: [
          { value: 121, title: "121", help: t("the whole game") },
          { value: 61, title: "61", help: t("half a game") },
          { value: 0, title: "…", help: t("another number") },
        ],
        chosen: (value) => (value === 0 ? other : !other && value === now),
        change: (value) => {
          this.type("target", value === 0);
          if (value) change(value);
        },
      }),
      other
        ? line({
            key: "target-other",
            name: t("Points to play to"),
            help: found?.help ?? "",
            value: String(now),
            maxLength: 3,
            numeric: true,
            hideName: true,
            problem: this.fault("target"),
            change: (text) => change(Number(text) || now),
          })
        : this.said("target"),
    );
  }

  length() {
    const { setup } = this;
    const usual = !setup.playTo && LENGTHS.includes(setup.games);
    const other = this.typed.has("length") || !usual;
    const titles = [t("One game"), t("Three games"), t("Five games"), t("Seven games")];
    return h(
      "div.stack",
      segments({
        key: "length",
        name: t("How long"),
        tiles: true,
        choices: [
          ...LENGTHS.map((value, at) => ({
            value,
            title: titles[at] ?? "",
            picture: [dots(value)],
          })),
          { value: 0, title: "…", help: t("another match") },
        ],
        chosen: (value) => (value === 0 ? other : !other && value === setup.games),
        change: (value) => {
          this.type("length", value === 0);
          if (value) this.change({ ...this.setup, games: value, playTo: 0 }, "games");
        },
      }),
      other ? this.otherMatch() : null,
      this.said("games"),
    );
  }

  otherMatch() {
    const { setup } = this;
    return h(
      "div.pair.stack",
      line({
        key: "games",
        name: t("Games"),
        help: t("How many games the match has."),
        value: String(setup.games),
        maxLength: 4,
        numeric: true,
        change: (text) => this.change({ ...this.setup, games: Number(text) || 1 }, "games"),
      }),
      line({
        key: "playTo",
        name: t("Match points to win"),
        help: t("Play until a side has so many points for the match; 0 to play so many games."),
        value: String(setup.playTo),
        maxLength: 4,
        numeric: true,
        change: (text) => this.change({ ...this.setup, playTo: Number(text) || 0 }, "games"),
      }),
    );
  }

  /**
   * The options that are rarely changed: further rules, and those of the table.
   * @param {Options} options
   */
  more(options) {
    const rest = options.switches.filter(({ name }) => !SHOWN.includes(name));
    const changed =
      rest.filter(({ name }) => name in this.setup.switches).length +
      Number(this.setup.preset !== options.presets[0]?.name);
    const box = h(
      "details.all-switches.sheet",
      { open: this.unfolded },
      h(
        "summary",
        { dataset: { key: "all" } },
        t("More rules"),
        changed ? h("span.badge.small.centred.figures", changed) : null,
      ),
      h(
        "div.stack",
        this.preset(options),
        this.kind === "computer" || !canMeet ? null : this.manners(),
        h(
          "div",
          rest.map((item) => this.switch(item, options)),
        ),
      ),
    );
    box.addEventListener("toggle", () => {
      this.unfolded = box.open;
    });
    return box;
  }

  /** @param {import("../api.js").Switch} item @param {Options} options */
  switch(item, options) {
    const { name, title, help } = item;
    const now = switchValue(this.setup, options, name);
    const change = (/** @type {any} */ value) =>
      this.change(withSwitches(this.setup, options, { [name]: value }), name);
    if (name === "start_scores") return h("div.switch", this.startScores(item, options));
    return h(
      "div.switch",
      typeof now === "boolean"
        ? toggle({ key: name, name: title, help, on: now, change })
        : this.values(item, options, change),
      name === "first_deal" && now === "chosen" ? this.firstDealer(options) : null,
      this.typed.has(name) ? null : this.said(name),
    );
  }

  /**
   * The values of a switch that are offered, and where it takes several numbers those typed.
   * @param {import("../api.js").Switch} item
   * @param {Options} options
   * @param {(value: any) => void} change
   */
  values({ name, title, help, values }, options, change) {
    const now = switchValue(this.setup, options, name);
    const lists = Array.isArray(now);
    const typed = this.typed.has(name);
    const offered =
      typed || values.some(({ value }) => same(value, now))
        ? values
        : [...values, { value: now, title: valueTitle(options, name, now) }];
    return h(
      "div.stack",
      segments({
        key: name,
        name: title,
        help,
        choices: lists ? [...offered, { value: null, title: "…" }] : offered,
        chosen: (value) => (value === null ? typed : !typed && same(value, now)),
        change: (value) => {
          if (lists) this.type(name, value === null);
          if (value !== null) change(value);
        },
      }),
      typed
        ? line({
            key: `${name}-other`,
            name: title,
            value: now.join(" / "),
            hideName: true,
            problem: this.fault(name),
            change: (text) => change((text.match(/\d+/g) ?? []).map(Number)),
          })
        : null,
    );
  }

  /**
   * Show a field for a value that is not offered, or hide it.
   * @param {string} field
   * @param {boolean} typed
   */
  type(field, typed) {
    if (typed) this.typed.add(field);
    else this.typed.delete(field);
    this.draw();
  }

  /** @param {Options} options @returns {string[]} the name at each seat */
  names(options) {
    const names = namesOf(this.setup, switchValue(this.setup, options, "players"));
    return names.map((name, seat) => name || t("Seat {n}", { n: seat + 1 }));
  }

  /** @param {import("../api.js").Switch} item @param {Options} options */
  startScores({ name, title, help }, options) {
    const names = this.names(options);
    const sides = sidesOf(this.rules);
    const scores = () =>
      Array.from({ length: sides }, (_, side) => this.rules.start_scores[side] ?? 0);
    return numbers({
      key: name,
      name: title,
      help,
      problem: this.fault(name),
      parts: scores().map((score, side) => ({
        name: joined(names.filter((_, seat) => seat % sides === side)),
        mark: sideMark(side, { size: 20 }),
        value: String(score),
      })),
      change: (at, text) => {
        const changed = scores().map((score, side) =>
          side === at ? Number(text.replace(/\D/g, "")) : score,
        );
        const start = changed.some((score) => score !== 0) ? changed : [];
        this.change(withSwitches(this.setup, options, { start_scores: start }), name);
      },
    });
  }

  /** @param {Options} options */
  firstDealer(options) {
    return segments({
      key: "dealer",
      name: t("Who deals first"),
      choices: this.names(options).map((title, value) => ({ value, title })),
      chosen: (seat) => seat === this.setup.dealer,
      change: (dealer) => this.change({ ...this.setup, dealer }, "first_deal"),
    });
  }

  manners() {
    const { setup } = this;
    const set = (/** @type {Partial<TableSetup["options"]>} */ changes) =>
      this.change({ ...this.setup, options: { ...this.setup.options, ...changes } }, "manners");
    return [
      this.kind === "friends"
        ? segments({
            key: "stand_in",
            name: t("If a player leaves"),
            help: t(
              "When a player has been gone for that long, a computer player acts for them until they are back.",
            ),
            choices: WAITS.map((seconds) => ({
              value: seconds,
              title: seconds ? t("after {n} min", { n: seconds / 60 }) : t("wait for them"),
            })),
            chosen: (value) => value === setup.options.stand_in,
            change: (value) => set({ stand_in: value }),
          })
        : null,
      toggle({
        key: "spectators",
        name: t("Others may watch"),
        help: t("Anybody with the link sees what the whole table sees, and no hand."),
        on: setup.options.spectators,
        change: (spectators) => set({ spectators }),
      }),
      this.kind === "friends"
        ? toggle({
            key: "chat",
            name: t("Ready phrases"),
            help: t(
              "Players may say “Good luck!”, “Nice hand!” and a few more; nothing else can be said.",
            ),
            on: setup.options.chat,
            change: (chat) => set({ chat }),
          })
        : null,
      ...(this.kind === "friends" && FACTS.server ? this.listing(set) : []),
    ];
  }

  /**
   * Whether everybody may find the table, and what they see of it.
   * @param {(changes: Partial<TableSetup["options"]>) => void} set
   */
  listing(set) {
    const { listed, listed_names: names, listed_game: game, spectators } = this.setup.options;
    return [
      toggle({
        key: "listed",
        name: t("In the list of open tables"),
        help: t("Anybody who opens the list may take the free seat."),
        on: listed,
        change: (on) => set({ listed: on }),
      }),
      listed
        ? toggle({
            key: "listed_names",
            name: t("With the names"),
            on: names,
            change: (on) => set({ listed_names: on }),
          })
        : null,
      listed && spectators
        ? toggle({
            key: "listed_game",
            name: t("Everybody may watch the game"),
            on: game,
            change: (on) => set({ listed_game: on }),
          })
        : null,
    ];
  }

  submit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    const { options } = this;
    if (this.starting || !options) return;
    if (options.switches.some(({ name }) => switchProblem(name, this.rules))) {
      this.showProblem();
      return;
    }
    this.starting = true;
    try {
      await openTable(this.setup, switchValue(this.setup, options, "players"));
    } catch (error) {
      this.refused(/** @type {import("../api.js").ApiError} */ (error));
    }
    this.starting = false;
  };

  /** @param {import("../api.js").ApiError} error */
  refused(error) {
    const rules = error.code === "bad_combination" || error.code === "bad_switch";
    const field = error.field || FIELDS[error.code] || (rules ? this.touched : "");
    this.problem = { field, message: error.message };
    this.draw();
    if (this.showProblem()) return;
    this.problem.field = "";
    this.draw();
    this.showProblem();
  }

  /** Scroll to what is wrong; return whether it is shown. */
  showProblem() {
    const said = this.form.querySelector(".problem");
    said?.closest("details")?.setAttribute("open", "");
    said?.scrollIntoView({ block: "center" });
    return said !== null;
  }
}

/** @param {...number} sides @returns {Element[]} */
function marks(...sides) {
  return sides.map((side) => sideMark(side, { size: 22 }));
}

/**
 * Draw a row of holes, as a board has them for the games of a match.
 * @param {number} many
 */
function dots(many) {
  const [radius, apart] = [3, 9];
  const width = many * apart;
  return svg(
    "svg.tile-dots",
    { viewBox: `0 0 ${width} 10`, width: width * 1.4, height: 14 },
    Array.from({ length: many }, (_, at) =>
      svg("circle", { cx: (at + 0.5) * apart, cy: 5, r: radius }),
    ),
  );
}

/** Create a field for players who have a code but no link. */
function codeField() {
  const input = h("input.input.code-input.grow", {
    type: "text",
    name: "code",
    maxlength: 80,
    autocomplete: "off",
    autocapitalize: "none",
    spellcheck: "false",
    "aria-label": t("Code of a table"),
    placeholder: t("Code of a table"),
  });
  const enter = () => {
    // A whole link is accepted as well as a code.
    const code = input.value
      .trim()
      .split("/")
      .at(-1)
      ?.toLowerCase()
      .replace(/[^\w~-]/g, "");
    if (code) go(`/table/${FACTS.host && !isHosted(code) ? hosted(code) : code}`);
    else input.focus();
  };
  input.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    enter();
  });
  return h(
    "div.code-field.sheet.list",
    h("p.label", t("Were you given a code?")),
    h("div.row", input, pushButton("button", enter, t("Go there"))),
  );
}

/**
 * Create the page; the query says for which kind of table.
 * @returns {import("../navigation.js").Page | Promise<import("../navigation.js").Page>}
 */
export function page() {
  const asked = new URLSearchParams(here().search).get("for") ?? "";
  if (asked === "friends" && !canMeet) {
    return import("./needs_server.js").then((found) => found.page());
  }
  return new OptionsPage(asked in TITLES ? /** @type {Kind} */ (asked) : "computer");
}
