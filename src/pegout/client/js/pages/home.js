/**
 * The first page: one button to begin a game, its options below, and links to everything else. The
 * server renders it (`templates/home.html`); this module takes over the rendered elements.
 */

import { options as askOptions } from "../api.js";
import { fill, find, h } from "../dom.js";
import { FACTS } from "../facts.js";
import { hurry } from "../later.js";
import { sidesOf } from "../rules.js";
import { settings } from "../settings.js";
import { chip } from "../shell/choice.js";
import {
  keepSetup,
  namesOf,
  openTable,
  PLAYERS,
  same,
  setupOf,
  switchValue,
  valueTitle,
  withPreset,
  withSwitches,
} from "../shell/table_setup.js";
import { isNewcomer, keepSaid, onChange, ownTables, unfinished } from "../store.js";
import { joined, language, plural, t } from "../words.js";

/** @import { Options } from "../api.js" */
/** @import { TableSetup } from "../shell/table_setup.js" */
/** @typedef {{destroy: () => void}} Drawn */

/** The rendered page, and a copy from before any change. */
const drawn = find(document, "#app > .home");
const model = /** @type {HTMLElement} */ (
  (
    drawn ??
    /** @type {HTMLTemplateElement} */ (document.getElementById("home")).content.firstElementChild
  )?.cloneNode(true)
);

for (const pressed of model.querySelectorAll("[aria-busy]")) pressed.removeAttribute("aria-busy");

/** The base URL of this release, as `first.js` computes it. */
const RELEASE = new URL("../..", import.meta.url).href;

/** Begin the first game with a guide. */
async function beginLesson() {
  return (await import("../shell/lesson.js")).beginLesson();
}

class Home {
  title = () => "";
  /** @type {Options | null} */
  options = null;
  setup = setupOf("computer");
  starting = false;
  gone = false;
  /** Draws boards, once loaded. @type {typeof import("../draw/board.js").createBoard | null} */
  createBoard = null;
  /** Draws the faces of levels, once loaded. @type {typeof import("../draw/faces.js").face | null} */
  face = null;
  /** @type {Drawn | null} */
  board = null;
  /** @type {Drawn[]} */
  boards = [];

  /** @param {HTMLElement} element */
  constructor(element) {
    this.element = element;
    this.start = this.part("start");
    this.names = this.part("names");
    this.level = this.part("level");
    this.chips = this.part("chips");
    this.crown = this.part("crown");
    this.problem = this.part("problem");
    this.saved = this.part("kept");
    this.memory = this.part("memory");
    this.links = this.part("links");
    this.start.addEventListener("click", () => void this.begin());
    this.teach = this.part("teach");
    this.teach.addEventListener("click", () => void this.begin(this.teach, beginLesson));
    const newcomer = isNewcomer();
    this.element.classList.toggle("newcomer", newcomer);
    this.teach.classList.toggle("primary", newcomer);
    this.start.classList.toggle("primary", !newcomer);
    this.stops = [onChange(() => void this.renderSaved()), settings.on(() => this.renderGame())];
    void this.takeOver();
  }

  /** Take over the rendered page, with the clicks recorded in the meantime. */
  async takeOver() {
    let pressed = find(this.element, "[aria-busy][data-key]")?.dataset.key;
    this.chips.addEventListener("click", ({ target }) => {
      // Until the choices have come, no chip can open; the last one that was pressed opens then.
      const chosen = /** @type {HTMLElement} */ (target).closest("[data-key]");
      if (!this.options && chosen) pressed = /** @type {HTMLElement} */ (chosen).dataset.key;
    });
    this.render();
    if (pressed === "start") void this.begin();
    if (pressed === "teach") void this.begin(this.teach, beginLesson);
    void this.adorn();
    await this.ask();
    void this.recall();
    if (!pressed || pressed === "start" || pressed === "teach") return;
    this.keyed(pressed)?.click();
  }

  /** @param {string} key @returns {HTMLElement | null} */
  keyed(key) {
    return this.element.querySelector(`[data-key="${key}"]`);
  }

  /** @param {string} name @returns {HTMLElement} */
  part(name) {
    return /** @type {HTMLElement} */ (this.element.querySelector(`[data-part="${name}"]`));
  }

  async ask() {
    try {
      this.options = await askOptions();
      this.problem.textContent = "";
    } catch (error) {
      this.problem.textContent = /** @type {Error} */ (error).message;
    }
    this.renderGame();
  }

  /** Say in one line how the last game ended, and how the player is doing. */
  async recall() {
    if (!ownTables().length) return;
    const { askFigures } = await import("../games.js");
    // If the server does not answer, the page stays as it is.
    const found = await askFigures().catch(() => null);
    if (this.gone || !found?.line) return;
    const says = /** @type {HTMLElement} */ (find(this.memory, "[data-says]"));
    says.textContent = [found.last, found.line].filter(Boolean).join(" ");
    this.memory.hidden = false;
    this.remember();
  }

  /** @param {string} name @param {any} standard */
  value(name, standard) {
    return (this.options && switchValue(this.setup, this.options, name)) ?? standard;
  }

  get players() {
    return Number(this.value("players", this.setup.switches.players ?? 2));
  }

  render() {
    for (const element of this.says()) {
      if (element.dataset.says) element.textContent = t(element.dataset.says);
    }
    const gear = /** @type {HTMLElement} */ (this.element.querySelector(".icon-button"));
    gear.title = gear.textContent?.trim() ?? "";
    for (const button of [this.start, this.teach]) {
      if (button.dataset.waits) button.dataset.waits = t("Setting the table …");
    }
    const { label } = this.links.dataset;
    if (label) this.links.setAttribute("aria-label", t(label));
    this.renderGame();
    void this.renderSaved();
    if (!this.options) return;
    void this.ask();
    void this.recall();
  }

  /**
   * @returns {NodeListOf<HTMLElement>} every element whose text `first.js` restores on the next
   *   visit
   */
  says() {
    return this.element.querySelectorAll("[data-says]");
  }

  /** Until the options have loaded, the rendered text remains. */
  renderGame() {
    const { options, players } = this;
    if (!options || this.gone) return;
    const focus = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset?.key;
    const seats = this.setup.seats.slice(0, players);
    const others = seats.map(({ kind }) => kind !== "me");
    const names = namesOf(this.setup, players).filter((name, seat) => name && others[seat]);
    const levels = new Set(seats.filter((_, seat) => others[seat]).map(({ kind }) => kind));
    this.names.textContent = t("Play against {names}", { names: joined(names) });
    this.level.textContent = joined([...levels].map((level) => levelTitle(options, level)));
    const opened = find(this.chips, '[aria-expanded="true"]')?.dataset.key;
    fill(this.chips, ...this.chipsOf(options));
    this.crownOf();
    if (opened) this.keyed(opened)?.click();
    else if (focus) this.keyed(focus)?.focus();
    this.remember();
  }

  /** Save the texts, so that the page shows them at once when it is opened again. */
  remember() {
    const says = [...this.says()].map(({ textContent }) => textContent);
    keepSaid({ release: RELEASE, lang: language(), says, saved: this.saved.offsetHeight });
  }

  /** The board and the faces are ornaments, so they load after everything that can be clicked. */
  async adorn() {
    const { createBoard } = await import("../draw/board.js");
    this.createBoard = createBoard;
    this.crownOf();
    this.face = (await import("../draw/faces.js")).face;
  }

  crownOf() {
    const target = Number(this.value("target", 121));
    const sides = sidesOf({ players: this.players, teams: this.value("teams", true) });
    const wanted = `${target}/${sides}`;
    if (!this.createBoard || this.gone || this.crown.dataset.shape === wanted) return;
    this.crown.dataset.shape = wanted;
    this.board?.destroy();
    const board = this.createBoard(this.crown, { target, sides, compact: true });
    board.set({ scores: new Array(sides).fill(0), rear: new Array(sides).fill(-1) });
    this.board = board;
  }

  /** @param {Options} options @returns {(HTMLElement | HTMLElement[])[]} */
  chipsOf(options) {
    const { setup } = this;
    const of = (/** @type {string} */ name) => options.switches.find((item) => item.name === name);
    const players = this.players;
    const level = setup.seats[1]?.kind ?? FACTS.level;
    const counting = {
      counting: this.value("counting", "automatic"),
      muggins: this.value("muggins", false),
    };
    const target = this.value("target", 121);
    const start = this.value("start_scores", []).join(" : ");
    const preset = options.presets.find(({ name }) => name === setup.preset);
    const choices = countingChoices(options);
    const choice = choices.find(
      ({ value }) => value.counting === counting.counting && value.muggins === counting.muggins,
    );
    return [
      chip({
        key: "players",
        name: of("players")?.title ?? t("Players"),
        text: plural("{n} player", "{n} players", players),
        choices: PLAYERS.map((value, at) => ({
          value,
          title: plural("{n} player", "{n} players", value.players),
          help: [
            t("One against one."),
            t("Three, each for themselves."),
            t("Two teams; your partner sits opposite you."),
            t("Four, each for themselves."),
          ][at],
        })),
        chosen: (value) => same(value, { players, teams: this.value("teams", true) }),
        choose: (value) => this.change(withSwitches(setup, options, value)),
      }),
      chip({
        key: "level",
        name: t("Opponent"),
        text: levelTitle(options, level),
        choices: options.levels.map(({ name, title, help }) => {
          return { value: name, title, help, picture: () => this.face?.(name) };
        }),
        chosen: (value) => value === level,
        choose: (value) =>
          this.change({
            ...setup,
            seats: setup.seats.map((occupant) =>
              occupant.kind === "me" ? occupant : { ...occupant, kind: value },
            ),
          }),
      }),
      chip({
        key: "preset",
        name: t("Rules"),
        text: preset?.title ?? setup.preset,
        choices: options.presets.map(({ name, title, help }) => ({ value: name, title, help })),
        chosen: (value) => value === setup.preset,
        choose: (value) => this.change(withPreset(setup, options, value)),
      }),
      chip({
        key: "target",
        name: of("target")?.title ?? t("Game to"),
        text: [...(start ? [start] : []), t("to {target}", { target })].join(" · "),
        choices: [
          { value: 121, help: t("Twice around the board.") },
          { value: 61, help: t("Once around the board: a short game.") },
        ].map((choice) => ({ ...choice, title: t("to {target}", { target: choice.value }) })),
        chosen: (value) => value === target,
        choose: (value) => this.change(withSwitches(setup, options, { target: value })),
      }),
      chip({
        key: "counting",
        name: of("counting")?.title ?? t("Counting"),
        text: choice?.short ?? valueTitle(options, "counting", counting.counting),
        choices,
        chosen: (value) => value === choice?.value,
        choose: (value) => this.change(withSwitches(setup, options, value)),
      }),
      h(
        "a.chip-link.touch.note",
        { href: "/new?for=computer" },
        h("span", { dataset: { says: "All options" } }, t("All options")),
      ),
    ];
  }

  /** @param {TableSetup} setup */
  change(setup) {
    this.setup = setup;
    keepSetup("computer", setup);
    this.problem.textContent = "";
    this.renderGame();
  }

  /** Open a table of the chosen options. */
  async play() {
    await openTable(this.setup, this.players);
  }

  /** @param {HTMLElement} button @param {() => Promise<unknown>} open */
  async begin(button = this.start, open = () => this.play()) {
    if (this.starting) return;
    this.starting = true;
    button.setAttribute("aria-busy", "true");
    void hurry();
    try {
      await open();
    } catch (error) {
      this.problem.textContent = /** @type {Error} */ (error).message;
    }
    this.starting = false;
    button.removeAttribute("aria-busy");
  }

  async renderSaved() {
    const tables = unfinished();
    this.saved.hidden = tables.length === 0;
    if (!tables.length && !this.boards.length) return;
    const { savedTables } = await import("../shell/saved.js");
    if (this.gone) return;
    for (const board of this.boards.splice(0)) board.destroy();
    this.boards.push(...savedTables(this.saved, tables, () => void this.renderSaved()));
    this.saved.style.minHeight = "";
    this.remember();
  }

  destroy() {
    this.gone = true;
    for (const stop of this.stops) stop();
    for (const board of [this.board, ...this.boards]) board?.destroy();
  }
}

/** @param {Options} options @param {string} level */
function levelTitle(options, level) {
  return options.levels.find(({ name }) => name === level)?.title ?? level;
}

/** @param {Options} options */
function countingChoices(options) {
  const said = (/** @type {string} */ name) =>
    options.switches.find((item) => item.name === name)?.help ?? "";
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
      help: t("You say what you count, and the table shows what you missed."),
    },
    {
      value: { counting: "manual", muggins: true },
      short: t("with muggins"),
      title: t("With muggins"),
      help: said("muggins"),
    },
  ];
}

/**
 * Create the page.
 * @returns {Promise<import("../navigation.js").Page>}
 */
export async function page() {
  const first = drawn?.isConnected && !document.documentElement.dataset.page;
  // If the page is not yet on screen, it waits until all its texts are known.
  if (!first) await askOptions().catch(() => null);
  return new Home(first ? drawn : /** @type {HTMLElement} */ (model.cloneNode(true)));
}
