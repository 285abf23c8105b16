// @ts-check
/** Where a game begins: one button, its options under it, and quietly whatever else there is. */

import { createTable, options as askOptions } from "../api.js";
import { fill, h } from "../dom.js";
import { createBoard } from "../draw/board.js";
import { go } from "../router.js";
import { settings } from "../settings.js";
import { chip } from "../shell/choice.js";
import { icon } from "../draw/icons.js";
import { keptTables } from "../shell/kept.js";
import {
  LEVEL,
  keepPlan,
  namesOf,
  order,
  planOf,
  valueOf,
  valueTitle,
  withPreset,
  withSwitches,
} from "../shell/plan.js";
import { keep, onChange, unfinished } from "../store.js";
import { mark, plural, t } from "../words.js";

/** @typedef {import("../shell/plan.js").Plan} Plan */
/** @typedef {import("../api.js").Options} Options */

const PLACES = [
  { path: "/new?for=friends", icon: "share", name: mark("With friends") },
  { path: "/new?for=here", icon: "people", name: mark("Pass and play") },
  { path: "/board", icon: "board", name: mark("Board only") },
  { path: "/count", icon: "count", name: mark("Hand counter") },
  { path: "/rules", icon: "book", name: mark("Rule book") },
  { path: "/fair", icon: "verify", name: mark("Fair deals") },
];

class Home {
  /** @type {Options | null} */
  options = null;
  plan = planOf("computer");
  starting = false;
  /** @type {{destroy: () => void}[]} */
  boards = [];

  constructor() {
    this.crown = h("div", { class: "home-board", "aria-hidden": "true" });
    this.start = h("button", {
      class: "button primary home-start",
      type: "button",
      onclick: () => void this.begin(),
    });
    this.chips = h("div", { class: "chips home-chips" });
    this.trouble = h("p", { class: "trouble home-trouble", role: "alert" });
    this.kept = h("section", { class: "home-kept" });
    this.places = h("nav", { class: "home-places" });
    this.gear = h("a", { class: "icon-button", href: "/settings" });
    this.element = h(
      "main",
      { class: "page home" },
      h("header", { class: "home-head" }, h("h1", { class: "home-name" }, "Pegout"), this.gear),
      this.crown,
      h("div", { class: "home-game" }, this.start, this.chips, this.trouble),
      this.kept,
      this.places,
    );
    this.stops = [onChange(() => this.renderKept()), settings.on(() => this.renderGame())];
    this.render();
    void this.ask();
  }

  async ask() {
    try {
      this.options = await askOptions();
      this.trouble.textContent = "";
    } catch (error) {
      this.trouble.textContent = /** @type {Error} */ (error).message;
    }
    this.renderGame();
  }

  /** @param {string} name @param {any} standard */
  value(name, standard) {
    return (this.options && valueOf(this.plan, this.options, name)) ?? standard;
  }

  get players() {
    return Number(this.value("players", this.plan.switches.players ?? 2));
  }

  render() {
    fill(this.gear, icon("settings"));
    this.gear.setAttribute("aria-label", t("Settings"));
    this.gear.title = t("Settings");
    this.places.setAttribute("aria-label", t("More to do"));
    fill(
      this.places,
      PLACES.map(({ path, icon: sign, name }) =>
        h("a", { class: "home-place", href: path }, icon(sign), h("span", null, t(name))),
      ),
    );
    this.renderGame();
    this.renderKept();
    if (this.options) void this.ask();
  }

  renderGame() {
    const focus = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset?.key;
    const names = namesOf(this.plan, this.players).slice(1).filter(Boolean);
    fill(this.start, t("Play against {names}", { names: joined(names) }));
    fill(this.chips, ...(this.options ? this.chipsOf(this.options) : placeholders()));
    this.crownOf();
    if (focus) {
      /** @type {HTMLElement | null} */ (
        this.chips.querySelector(`[data-key="${focus}"]`)
      )?.focus();
    }
  }

  crownOf() {
    const target = Number(this.value("target", 121));
    const sides = this.players === 3 ? 3 : 2;
    const wanted = `${target}/${sides}`;
    if (this.crown.dataset.shape === wanted) return;
    this.crown.dataset.shape = wanted;
    this.boards.shift()?.destroy();
    const board = createBoard(this.crown, { target, sides, compact: true, skunks: false });
    board.set({ scores: new Array(sides).fill(0), rear: new Array(sides).fill(-1) });
    this.boards.unshift(board);
  }

  /**
   * @param {Options} options
   * @returns {(HTMLElement | HTMLElement[])[]}
   */
  chipsOf(options) {
    const { plan } = this;
    const of = (/** @type {string} */ name) => options.switches.find((one) => one.name === name);
    const players = this.players;
    const level = plan.chairs[1]?.kind ?? LEVEL;
    const counting = {
      counting: this.value("counting", "automatic"),
      muggins: this.value("muggins", false),
    };
    const target = this.value("target", 121);
    const opponent = options.levels.find(({ name }) => name === level);
    const preset = options.presets.find(({ name }) => name === plan.preset);
    const ways = countingChoices(options);
    const way = ways.find(
      ({ value }) => value.counting === counting.counting && value.muggins === counting.muggins,
    );
    return [
      chip({
        key: "players",
        name: of("players")?.title ?? t("Players"),
        text: plural("{n} player", "{n} players", players),
        choices: [2, 3, 4].map((n) => ({
          value: n,
          title: plural("{n} player", "{n} players", n),
          help: [
            t("One against one."),
            t("Three, each for themselves."),
            t("Two teams; your partner sits opposite you."),
          ][n - 2],
        })),
        chosen: (value) => value === players,
        choose: (value) => this.change(withSwitches(plan, options, { players: value })),
      }),
      chip({
        key: "level",
        name: t("Opponent"),
        text: opponent?.title ?? level,
        choices: options.levels.map(({ name, title, help }) => ({ value: name, title, help })),
        chosen: (value) => value === level,
        choose: (value) =>
          this.change({
            ...plan,
            chairs: plan.chairs.map((chair) =>
              chair.kind === "me" ? chair : { ...chair, kind: value },
            ),
          }),
      }),
      chip({
        key: "preset",
        name: t("Rules"),
        text: preset?.title ?? plan.preset,
        choices: options.presets.map(({ name, title, help }) => ({ value: name, title, help })),
        chosen: (value) => value === plan.preset,
        choose: (value) => this.change(withPreset(plan, options, value)),
      }),
      chip({
        key: "target",
        name: of("target")?.title ?? t("Game to"),
        text: t("to {target}", { target }),
        choices: [
          {
            value: 121,
            title: t("to {target}", { target: 121 }),
            help: t("Twice along the board."),
          },
          {
            value: 61,
            title: t("to {target}", { target: 61 }),
            help: t("Once along the board: a short game."),
          },
        ],
        chosen: (value) => value === target,
        choose: (value) => this.change(withSwitches(plan, options, { target: value })),
      }),
      chip({
        key: "counting",
        name: of("counting")?.title ?? t("Counting"),
        text: way?.short ?? valueTitle(options, "counting", counting.counting),
        choices: ways,
        chosen: (value) => value === way?.value,
        choose: (value) => this.change(withSwitches(plan, options, value)),
      }),
      h("a", { class: "chip-link", href: "/new?for=computer" }, t("All options")),
    ];
  }

  /** @param {Plan} plan */
  change(plan) {
    this.plan = plan;
    keepPlan("computer", plan);
    this.trouble.textContent = "";
    this.renderGame();
  }

  async begin() {
    if (this.starting) return;
    this.starting = true;
    this.start.setAttribute("aria-busy", "true");
    try {
      const made = order(this.plan, this.players);
      const { code, seats } = await createTable(made);
      keepPlan("computer", this.plan);
      keep(code, { seats, names: made.seats.map(({ name }) => name), over: false });
      go(`/table/${code}`);
    } catch (error) {
      this.trouble.textContent = /** @type {Error} */ (error).message;
    }
    this.starting = false;
    this.start.removeAttribute("aria-busy");
  }

  renderKept() {
    for (const board of this.boards.splice(1)) board.destroy();
    const tables = unfinished();
    this.kept.hidden = tables.length === 0;
    this.boards.push(...keptTables(this.kept, tables, () => this.renderKept()));
  }

  destroy() {
    for (const stop of this.stops) stop();
    for (const board of this.boards) board.destroy();
  }
}

/** @param {Options} options */
function countingChoices(options) {
  const said = (/** @type {string} */ name) =>
    options.switches.find((one) => one.name === name)?.help ?? "";
  return [
    {
      value: { counting: "automatic", muggins: false },
      short: t("automatic count"),
      title: t("Counted by the table"),
      help: t("Every hand is counted for you, item by item."),
    },
    {
      value: { counting: "manual", muggins: false },
      short: t("counted by hand"),
      title: t("Counted by hand"),
      help: t("You say what you count, and are told what you missed."),
    },
    {
      value: { counting: "manual", muggins: true },
      short: t("with muggins"),
      title: t("With muggins"),
      help: said("muggins"),
    },
  ];
}

/** Chips stand where they will be, so that nothing jumps when the options have come. */
function placeholders() {
  return [0, 1, 2, 3, 4].map(() => h("span", { class: "chip chip-empty", "aria-hidden": "true" }));
}

/**
 * @param {string[]} names
 * @returns {string}
 */
function joined(names) {
  if (names.length < 2) return names[0] ?? "";
  const first = names.slice(0, -1).join(", ");
  return t("{first} and {last}", { first, last: names.at(-1) });
}

/**
 * Make the page.
 * @returns {import("../router.js").Page}
 */
export function page() {
  const home = new Home();
  return {
    element: home.element,
    title: () => "",
    render: () => home.render(),
    destroy: () => home.destroy(),
  };
}
