// @ts-check
/** A table: whoever has no seat is asked in, then it waits for its players, then it is played. */

import { fill, h, style } from "../dom.js";
import { combination } from "../api.js";
import { icon } from "../draw/icons.js";
import { go } from "../router.js";
import { sideOf } from "../fold.js";
import { settings } from "../settings.js";
import { cover } from "../shell/cover.js";
import { Lobby } from "../shell/lobby.js";
import { Panel } from "../shell/panel.js";
import { bubbles, phraseButton, PHRASES } from "../shell/phrases.js";
import { Sitting } from "../shell/sitting.js";
import * as store from "../store.js";
import { Asides } from "../table/asides.js";
import { createTable } from "../table/table.js";
import { createLive } from "../text/live.js";
import { t } from "../words.js";
import { JoinView } from "./join.js";

/** @typedef {import("../table/script.js").Scene} Scene */
/** @typedef {import("../table/script.js").Step} Step */

/** A connection that is back within this time was never gone, in milliseconds. */
const PATIENCE = 1_200;

/** What is not needed before the first card is loaded when it is. */
const panels = async () => {
  await style("fair");
  return import("../shell/table_panels.js");
};

const wordsOf = async () => {
  await style("text");
  return import("../text/view.js");
};

class TablePage {
  /** @type {Sitting | null} */
  sitting = null;
  /** @type {JoinView | null} */
  join = null;
  /** @type {Lobby | null} */
  lobby = null;
  /** The table or its text view, and of which seat. @type {any} */
  view = null;
  shown = "";
  /** The text view, once somebody wants it. @type {typeof import("../text/view.js") | null} */
  words = null;
  asides = new Asides();
  /** @type {string | null} */
  farewell = null;
  /** @type {any} */
  patience = null;
  /** @type {(() => void)[]} */
  stops = [];

  /**
   * @param {string} code
   * @param {typeof import("../text/view.js") | null} words
   */
  constructor(code, words) {
    this.words = words;
    this.code = code;
    this.element = h("div", { class: "table-root" });
    this.panel = new Panel(() =>
      this.element.classList.toggle("with-panel", Boolean(this.panel.open)),
    );
    this.build();
    const seats = store.table(code)?.seats ?? [];
    if (seats.length) this.sit(seats);
    else this.askIn();
  }

  build() {
    this.back = h("a", { class: "icon-button", href: "/" }, icon("back"));
    this.name = h("h1", { class: "table-name", tabindex: -1 });
    this.line = h("p", { class: "table-line", role: "status" });
    this.phrases = phraseButton((phrase) => this.say(phrase));
    this.menu = h(
      "button",
      {
        class: "icon-button",
        type: "button",
        onclick: () => this.openMenu(),
      },
      icon("menu"),
    );
    this.bubbles = bubbles();
    this.stage = h("div", { class: "table-stage" });
    this.said = h("div", null);
    this.live = createLive(this.said);
    this.main = h(
      "main",
      { class: "table-page" },
      h(
        "header",
        { class: "table-head" },
        this.back,
        this.name,
        this.line,
        this.phrases.element,
        this.menu,
      ),
      this.bubbles.element,
      this.stage,
      this.panel.element,
      this.said,
    );
  }

  // Who is here

  askIn() {
    this.join = new JoinView({
      code: this.code,
      joined: () => this.enter(store.table(this.code)?.seats ?? []),
      watch: () => this.enter([{ seat: null, token: "" }]),
    });
    fill(this.element, this.join.element);
  }

  /** @param {{seat: number | null, token: string}[]} seats */
  enter(seats) {
    this.join?.destroy();
    this.join = null;
    this.sit(seats);
    this.name?.focus({ preventScroll: true });
  }

  /** @param {{seat: number | null, token: string}[]} seats */
  sit(seats) {
    const sitting = new Sitting({ code: this.code, seats });
    this.sitting = sitting;
    sitting.on("table", () => this.tableChanged());
    sitting.on("scene", (scene, step) => this.show(scene, step));
    sitting.on("holder", () => this.uncover());
    sitting.on("cover", () => this.coverUp());
    sitting.on("state", () => this.stateChanged());
    sitting.on("phrase", (phrase) => {
      this.noted(phrase);
      const mine = sitting.places.some(({ seat }) => seat === phrase.seat) && !sitting.shared;
      const anchor = this.element.querySelector(`.pt-others [data-seat="${phrase.seat}"]`);
      this.bubbles?.say(phrase, { name: sitting.nameOf(phrase.seat), mine, anchor });
    });
    sitting.on("bye", (bye) => {
      if (!bye.again) this.gone(bye);
    });
    let { textView } = settings.get();
    this.stops.push(
      settings.on((now) => {
        if (now.textView === textView) return;
        textView = now.textView;
        this.redraw();
      }),
    );
    fill(this.element, this.main);
    this.render();
  }

  /**
   * Whatever is said stays in the log of this browser.
   * @param {{seat: number, phrase: string, text: string}} phrase
   */
  noted({ seat, phrase, text }) {
    const sitting = /** @type {Sitting} */ (this.sitting);
    const { scene } = sitting;
    const mine = sitting.places.some((place) => place.seat === seat) && !sitting.shared;
    if (!scene || (!mine && settings.get().mutePhrases)) return;
    const name = () => (mine ? t("You") : sitting.nameOf(seat));
    const said = () => (PHRASES[phrase] ? t(PHRASES[phrase]) : text);
    const side = sideOf(scene.setup.rules, seat);
    this.asides.add(scene, () => t("{name}: {phrase}", { name: name(), phrase: said() }), side);
  }

  /** @param {Scene} scene @param {Step} step */
  async heard(scene, step) {
    if (step.quiet || document.hidden || !settings.get().sounds) return;
    const { hear } = await import("../table/hear.js");
    const caption = hear(step);
    if (caption) this.asides.add(scene, () => t(caption));
  }

  // What is shown

  render() {
    this.back?.setAttribute("aria-label", t("To the first page"));
    this.menu?.setAttribute("aria-label", t("Table"));
    if (this.menu) this.menu.title = t("Table");
    this.phrases?.render();
    this.nameIt();
    this.stateChanged();
    this.panel.render();
    this.lobby?.render();
    this.join?.again();
    if (this.sitting?.covered) this.coverUp();
  }

  nameIt() {
    const { sitting } = this;
    const own = sitting && !sitting.shared ? sitting.places[0]?.seat : null;
    const names = (sitting?.table?.seats ?? []).map(({ name }, seat) =>
      seat === own ? t("You") : name || t("a friend"),
    );
    fill(/** @type {Element} */ (this.name), names.join(" – ") || t("A table"));
    dispatchEvent(new Event("pegout:title"));
  }

  tableChanged() {
    const table = this.sitting?.table;
    if (!table || !this.sitting) return;
    this.nameIt();
    /** @type {HTMLElement} */ (this.phrases?.element).hidden =
      this.sitting.watching ||
      !table.options.chat ||
      table.seats.filter(({ kind }) => kind === "person").length < 2 ||
      this.sitting.shared;
    if (table.status === "open") this.wait(table);
    else if (this.lobby) this.leaveLobby();
  }

  /** @param {import("../wire").Table} table */
  wait(table) {
    if (!this.lobby) {
      const sitting = /** @type {Sitting} */ (this.sitting);
      this.lobby = new Lobby({
        code: this.code,
        mine: sitting.places.flatMap(({ seat }) => (seat === null ? [] : [seat])),
        fill: async (seat, level) =>
          sitting.places[0]?.connection.fill(seat, level) ?? { ok: false, message: "" },
      });
      this.stageShows(this.lobby.element, "waits");
    }
    this.lobby.update(table);
  }

  leaveLobby() {
    this.lobby = null;
    const scene = this.sitting?.scene;
    fill(/** @type {Element} */ (this.stage));
    this.shown = "";
    if (scene) this.show(scene, null);
  }

  /**
   * @param {HTMLElement | null} element
   * @param {string} name
   */
  stageShows(element, name) {
    this.view?.destroy();
    this.view = null;
    this.shown = name;
    fill(/** @type {Element} */ (this.stage), element);
    this.main?.classList.toggle("playing", name.startsWith("seat"));
  }

  /** @param {Scene} scene @param {Step | null} step */
  show(scene, step) {
    if (this.lobby || this.farewell !== null) return;
    const words = settings.get().textView;
    if (words && !this.words) {
      void this.fetchWords();
      this.live?.update(scene, step);
      return;
    }
    const wanted = `seat ${scene.seat} ${words}`;
    if (this.shown !== wanted && !words && /^seat \d+ false$/.test(this.shown)) {
      // Where the screen needs no cover it only turns to somebody else: what is about to be pressed
      // stays under the finger.
      this.shown = wanted;
      this.view.update({ ...scene, fresh: true }, null);
      this.live?.update(scene, step);
      return;
    }
    if (this.shown !== wanted) {
      const element = h("div", { class: words ? "text-host" : "table-host" });
      this.stageShows(element, wanted);
      const given = { settings, actions: this.actions(), asides: this.asides };
      this.view = words
        ? this.words?.createTextView(element, { ...given, live: this.live })
        : createTable(element, /** @type {any} */ (given));
      this.view.update(scene, null);
      this.live?.update(scene, step);
      this.attend();
      return;
    }
    this.view.update(scene, step);
    this.live?.update(scene, step);
    if (step) void this.heard(scene, step);
  }

  async fetchWords() {
    this.words = await wordsOf();
    const scene = this.sitting?.scene;
    if (scene) this.show(scene, null);
  }

  /** The keyboard works the table as soon as it is there, unless it is busy elsewhere. */
  attend() {
    const active = document.activeElement;
    if (active && active !== document.body && active !== this.name && active.isConnected) return;
    this.view.focus();
    if (document.activeElement === this.name) this.name?.blur();
  }

  redraw() {
    this.shown = "";
    const scene = this.sitting?.scene;
    if (scene) this.show(scene, null);
  }

  coverUp() {
    const place = this.sitting?.covered;
    if (!place || !this.sitting) return;
    this.panel.close();
    this.bubbles?.clear();
    const sides = this.sitting.table?.seats.length === 3 ? 3 : 2;
    const { element, focus } = cover(
      this.sitting.nameOf(place.seat),
      (place.seat ?? 0) % sides,
      () => this.sitting?.reveal(),
    );
    this.stageShows(element, "cover");
    // What was said of the last player's cards is not to be heard by the next.
    this.live?.destroy();
    this.live = createLive(/** @type {HTMLElement} */ (this.said));
    focus();
  }

  uncover() {
    if (this.shown !== "cover") return;
    this.redraw();
    this.view?.focus?.();
  }

  stateChanged() {
    clearTimeout(this.patience);
    const state = this.sitting?.state ?? "connecting";
    const line = /** @type {HTMLElement} */ (this.line);
    this.main?.setAttribute("data-line", state);
    if (state === "open" || state === "closed") {
      fill(line);
      return;
    }
    this.patience = setTimeout(() => fill(line, t("Connecting again…")), PATIENCE);
  }

  /** @param {{code: string, message: string}} bye */
  gone(bye) {
    this.farewell = bye.message;
    /** @type {HTMLElement} */ (this.phrases?.element).hidden = true;
    /** @type {HTMLElement} */ (this.menu).hidden = true;
    this.panel.close();
    const element = h(
      "section",
      { class: "farewell" },
      h("div", { role: "alert" }, h("h2", null, bye.message)),
      h(
        "p",
        { class: "farewell-ways" },
        h("a", { class: "button primary", href: "/" }, t("To the first page")),
        h(
          "button",
          { class: "button", type: "button", onclick: () => go(`/table/${this.code}`) },
          t("Try again"),
        ),
        this.sitting?.watching
          ? null
          : h(
              "button",
              {
                class: "button bare",
                type: "button",
                onclick: () => {
                  store.forget(this.code);
                  go(`/table/${this.code}`);
                },
              },
              t("Come back without this seat"),
            ),
      ),
    );
    this.stageShows(element, "gone");
  }

  // What can be done

  actions() {
    const sitting = /** @type {Sitting} */ (this.sitting);
    const director = () => sitting.holder?.director;
    const all = {
      act: (/** @type {any} */ action) => sitting.act(action),
      undo: () => sitting.ask("undo"),
      nextGame: () => sitting.ask("nextGame"),
      again: () => sitting.ask("again"),
      hint: () => sitting.ask("hint"),
      combine: combination,
      beginning: () => sitting.beginning,
      next: () => director()?.next(),
      skip: () => director()?.skip(),
      say: (/** @type {string} */ phrase) => this.say(phrase),
      openLog: () => this.view?.openLog?.(),
      openSettings: () => this.open("settings", ({ settingsContent }) => settingsContent()),
      openSeal: () => this.open("seal", ({ sealContent }) => sealContent(sitting)),
      verify: () => this.open("verify", ({ verifyContent }) => verifyContent(sitting)),
      save: async () => (await panels()).saveRecord(sitting),
      review: () => this.review(),
      leave: () => go("/"),
    };
    return all;
  }

  /**
   * @param {string} name
   * @param {(made: typeof import("../shell/table_panels.js")) =>
   *   import("../shell/panel.js").Content} make
   */
  async open(name, make) {
    const made = await panels();
    this.panel.toggle(name, () => make(made));
  }

  review() {
    if (settings.get().textView) settings.set({ textView: false });
    this.view?.review?.();
  }

  /** @param {string} phrase */
  say(phrase) {
    this.sitting?.holder?.connection.say(phrase);
  }

  openMenu() {
    const { sitting } = this;
    if (!sitting) return;
    const actions = this.actions();
    void this.open("table", ({ tableContent }) =>
      tableContent(sitting, {
        seal: actions.openSeal,
        settings: actions.openSettings,
        verify: actions.verify,
        leave: actions.leave,
      }),
    );
  }

  destroy() {
    clearTimeout(this.patience);
    for (const stop of this.stops) stop();
    this.panel.destroy();
    this.view?.destroy();
    this.live?.destroy();
    this.phrases?.destroy();
    this.join?.destroy();
    this.sitting?.close();
  }
}

/**
 * Make the page.
 * @param {import("../router.js").Params} params
 * @returns {Promise<import("../router.js").Page>}
 */
export async function page({ code }) {
  // Whoever reads the table in words has it in words from the first.
  const words = settings.get().textView ? await wordsOf() : null;
  const made = new TablePage(/** @type {string} */ (code), words);
  return {
    element: made.element,
    title: () => made.name?.textContent ?? "",
    render: () => made.render(),
    destroy: () => made.destroy(),
  };
}
