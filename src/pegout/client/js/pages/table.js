/**
 * The page of a table for its players and spectators: it waits for the players, then shows the
 * game.
 *
 * It is long because all parts of a live table meet here: the connection, the views and the panels.
 */

import { here } from "../address.js";
import { fill, h, label, pushButton, style } from "../dom.js";
import { icon } from "../draw/icons.js";
import { fetchPictures } from "../later.js";
import { sayFault } from "../library_faults.js";
import { go } from "../navigation.js";
import { sideOf } from "../rules.js";
import { Asides } from "../scene/asides.js";
import { isLesson } from "../scene/lesson.js";
import { Presence } from "../scene/presence.js";
import { Sent, sentSays } from "../scene/sent.js";
import { settings } from "../settings.js";
import { AutoDeal } from "../shell/auto_deal.js";
import { Calling } from "../shell/calling.js";
import { cover } from "../shell/cover.js";
import { OfferBar } from "../shell/early.js";
import { HintUnasked } from "../shell/hint_unasked.js";
import { LocalSeats } from "../shell/local_seats.js";
import { Panel } from "../shell/panel.js";
import { bubbles, PHRASES, phraseButton } from "../shell/phrases.js";
import { PlayQuestion } from "../shell/play_question.js";
import { Tutor } from "../shell/tutor.js";
import { ScreenWakeLock } from "../shell/wake_lock.js";
import * as store from "../store.js";
import { createLive } from "../text/live.js";
import { t } from "../words.js";

/** @import { Scene, Step } from "../scene/script.js" */

/** A connection that returns within this time is never shown as lost, in milliseconds. */
const PATIENCE = 1_200;
/** The ends of a connection after which all of the page is loaded again. */
const RELOADED = Object.freeze([
  ...["wrong_version", "second_tab", "no_storage", "disk_full", "not_stored", "newer"],
]);

/** What the first card does not need is loaded on demand. */
const panels = async () => {
  await style("fair");
  return import("../shell/table_panels.js");
};

/** The two views of a table: drawn, and in words. */
const VIEWS = {
  drawn: async () => (await import("../table/table.js")).createTable,
  words: async () => {
    await style("text");
    return (await import("../text/view.js")).createTextView;
  },
};

/** Play a game like the lesson, without it. @returns {Promise<import("../connection.js").Answer>} */
async function another() {
  try {
    const { openFirstTable } = await import("../shell/table_setup.js");
    await openFirstTable();
    return { ok: true };
  } catch (error) {
    return { ok: false, message: /** @type {Error} */ (error).message };
  }
}

/** @param {string} sign @param {() => void} handler */
const iconButton = (sign, handler) => pushButton("icon-button", handler, icon(sign));

class TablePage {
  /** @type {LocalSeats | null} */
  locals = null;
  /** @type {Tutor | null} */
  tutor = null;
  /** @type {OfferBar | null} */
  offer = null;
  /** @type {AutoDeal | null} */
  autoDeal = null;
  /** @type {PlayQuestion | null} */
  question = null;
  /** @type {import("../shell/lobby.js").Lobby | null} */
  lobby = null;
  /** The view and its seat. @type {any} */
  view = null;
  shown = "";
  /** The modules of the views, once loaded. @type {Partial<Record<keyof typeof VIEWS, any>>} */
  views = {};
  /** Whether the page is visible. */
  onPage = false;
  asides = new Asides();
  wakeLock = new ScreenWakeLock();
  sent = new Sent();
  hintUnasked = new HintUnasked();
  /** Whether the note on practice was shown. */
  practised = false;
  /** @type {string | null} */
  farewell = null;
  /** @type {any} */
  patience = null;
  /** @type {(() => void)[]} */
  stops = [];

  /** @param {string} code */
  constructor(code) {
    this.code = code;
    /** The page of the review that this practice belongs to, if it was opened from there. */
    this.from = store.table(code)?.review ?? "";
    /** The steps of the guide that were learnt before the table was there. */
    this.learnt = new Set(store.table(code)?.learnt);
    this.presence = new Presence(() =>
      (this.locals?.all ?? []).flatMap(({ seat }) => (seat === null ? [] : [seat])),
    );
    this.calling = new Calling(code, () => dispatchEvent(new Event("pegout:title")));
    this.element = h("div.table-root");
    this.panel = new Panel(() =>
      this.element.classList.toggle("with-panel", Boolean(this.panel.open)),
    );
    this.build();
  }

  /**
   * Open the table: the connection is made while the view is still loading.
   * @param {{seat: number | null, token: string}[]} seats
   */
  async begin(seats) {
    this.sit(seats);
    await this.load();
  }

  /** Load the chosen view. */
  async load() {
    const name = this.wanted;
    this.views[name] = await VIEWS[name]();
  }

  /** The chosen view. @returns {keyof typeof VIEWS} */
  get wanted() {
    return settings.get().textView ? "words" : "drawn";
  }

  build() {
    this.back = h("a.icon-button", { href: this.from || "/" }, icon("back"));
    this.name = h("h1.table-name.grow.clip.small.medium", { tabindex: -1 });
    this.line = h("p.table-line.note.optional", { role: "status" });
    this.phrases = phraseButton((phrase) => this.say(phrase));
    this.help = iconButton("help", () => void this.showHelp(this.view?.reviewing() ?? null));
    this.menu = iconButton("menu", () => this.openMenu());
    this.bubbles = bubbles();
    this.stage = h("div.table-stage.shrink");
    this.said = h("div");
    this.live = createLive(this.said);
    this.main = h(
      "main.table-page",
      h(
        "header.table-head.shrink",
        this.back,
        this.name,
        this.line,
        this.bubbles.element,
        this.phrases.element,
        this.help,
        this.menu,
      ),
      this.stage,
      this.panel.element,
      this.said,
    );
  }

  // Persons at the table

  /** @param {{seat: number | null, token: string}[]} seats */
  sit(seats) {
    const locals = new LocalSeats({ code: this.code, seats });
    this.locals = locals;
    this.tutor = new Tutor(locals);
    this.offer = new OfferBar(locals, (action) => this.act(action));
    this.question = new PlayQuestion(locals);
    this.stage?.before(this.offer.element, this.question.element);
    if (!locals.shared) this.dealByItself();
    locals.on("table", () => this.tableChanged());
    locals.on("scene", (scene, step) => {
      this.show(scene, step);
      this.offer?.update();
      this.question?.update();
      this.hintUnaskedFor(scene);
      this.passOver(scene);
      if (this.autoDeal?.follow(scene)) {
        this.view?.note?.(t("The next cards come by themselves; a tap holds them back."));
      }
      this.tutor?.prepare();
    });
    locals.on("holder", () => {
      this.uncover();
      this.offer?.update();
    });
    locals.on("cover", () => this.coverUp());
    locals.on("state", () => this.stateChanged());
    locals.on("phrase", (phrase) => {
      if (phrase.phrase === "nudge" && !settings.get().mutePhrases) this.calling.call(phrase.text);
      this.noted(phrase);
      const mine = locals.all.some(({ seat }) => seat === phrase.seat) && !locals.shared;
      this.bubbles?.say(phrase, { name: locals.nameOf(phrase.seat), mine });
    });
    locals.on("bye", (bye) => {
      if (!bye.again) this.gone(bye);
    });
    let { textView } = settings.get();
    this.stops.push(
      settings.on(() => this.question?.update()),
      settings.on((now) => {
        if (now.textView === textView) return;
        textView = now.textView;
        this.redraw();
      }),
    );
    let spoken = "";
    this.stops.push(
      this.sent.on(() => {
        // A screen reader announces it once, and only after a very long time.
        const says = this.sent.now?.stage === "late" ? sentSays(this.sent.now) : "";
        if (says && !spoken) this.live?.say(says);
        spoken = says;
      }),
    );
    fill(this.element, this.main);
    this.render();
    // A picture that failed to load is requested again with its card.
    void fetchPictures().catch(() => {});
  }

  /** Answer a step of the guide that was learnt before the table was there. @param {Scene} scene */
  passOver(scene) {
    const step = scene.guide?.step ?? "";
    if (!this.learnt.delete(step)) return;
    void this.locals?.guide(step, "done");
  }

  /** Deal for the player where they want that, until they press something. */
  dealByItself() {
    const main = /** @type {HTMLElement} */ (this.main);
    const deals = new AutoDeal(main, (action) => void this.act(action));
    const hold = (/** @type {Event} */ event) => {
      const { target } = event;
      const button = target instanceof Element && target.closest(".pt-do");
      const enter = event instanceof KeyboardEvent && event.key === "Enter";
      if (deals.waits && !button && !enter) deals.hold();
    };
    main.addEventListener("pointerdown", hold);
    document.addEventListener("keydown", hold);
    this.autoDeal = deals;
    this.stops.push(() => {
      deals.hold();
      document.removeEventListener("keydown", hold);
    });
  }

  /**
   * All phrases are stored in the log of this browser.
   * @param {{seat: number, phrase: string, text: string}} phrase
   */
  noted({ seat, phrase, text }) {
    const locals = /** @type {LocalSeats} */ (this.locals);
    const { scene } = locals;
    const mine = locals.all.some((local) => local.seat === seat) && !locals.shared;
    if (!scene || (!mine && settings.get().mutePhrases)) return;
    const name = () => (mine ? t("You") : locals.nameOf(seat));
    const said = () => (PHRASES[phrase] ? t(PHRASES[phrase]) : text);
    const side = sideOf(scene.setup.rules, seat);
    this.asides.add(scene, () => t("{name}: {phrase}", { name: name(), phrase: said() }), side);
  }

  /** @param {Scene} scene @param {Step} step */
  async sound(scene, step) {
    if (step.quiet || document.hidden || !settings.get().sounds) return;
    const { playSound } = await import("../table/sounds.js");
    const caption = playSound(step);
    if (caption) this.asides.add(scene, () => t(caption));
  }

  // Display

  render() {
    label(this.back, this.from ? t("Back to the decision") : t("To the first page"));
    label(this.menu, t("Table"));
    label(this.help, t("Help"));
    this.phrases?.render();
    this.nameIt();
    this.stateChanged();
    this.offer?.update();
    this.question?.update();
    this.panel.render();
    this.lobby?.render();
    if (this.locals?.covered) this.coverUp();
  }

  title() {
    const name = this.name?.textContent ?? "";
    return this.calling.on ? t("● Your turn: {name}", { name }) : name;
  }

  nameIt() {
    const { locals } = this;
    const own = locals && !locals.shared ? locals.all[0]?.seat : null;
    const names = (locals?.table?.seats ?? []).map(({ name }, seat) =>
      seat === own ? t("You") : name || t("a friend"),
    );
    const called = names.join(" – ") || t("A table");
    const practice = () =>
      isLesson(locals?.scene ?? null)
        ? t("Lesson: {names}", { names: called })
        : t("Practice: {names}", { names: called });
    const says = locals?.table?.practice ? practice() : called;
    fill(/** @type {Element} */ (this.name), says);
    dispatchEvent(new Event("pegout:title"));
  }

  tableChanged() {
    const table = this.locals?.table;
    if (!table || !this.locals) return;
    this.nameIt();
    for (const said of this.presence.tableIs(table)) this.live?.say(said);
    // While other players take their time, nobody touches the screen.
    const people = table.seats.filter(({ kind }) => kind === "person").length;
    this.wakeLock.keep(table.status !== "over" && people > 1);
    /** @type {HTMLElement} */ (this.phrases?.element).hidden =
      this.locals.watching ||
      !table.options.chat ||
      table.seats.filter(({ kind }) => kind === "person").length < 2 ||
      this.locals.shared;
    if (table.status === "open") void this.wait();
    else if (this.lobby) this.leaveLobby();
  }

  async wait() {
    const [{ Lobby }, { placeOf }] = await Promise.all([
      import("../shell/lobby.js"),
      import("../shell/remove_guest.js"),
    ]);
    const locals = /** @type {LocalSeats} */ (this.locals);
    const { table } = locals;
    // A player may have joined in the meantime.
    if (table?.status !== "open") return;
    if (!this.lobby) {
      this.lobby = new Lobby({
        code: this.code,
        mine: locals.all.flatMap(({ seat }) => (seat === null ? [] : [seat])),
        fill: async (seat, level) =>
          locals.all[0]?.connection.fill(seat, level) ?? { ok: false, message: "" },
        remove: placeOf(locals).remove,
      });
      this.stageShows(this.lobby.element, "waits");
    }
    this.lobby.update(table);
  }

  leaveLobby() {
    this.lobby = null;
    const scene = this.locals?.scene;
    fill(/** @type {Element} */ (this.stage));
    this.shown = "";
    if (scene) this.show(scene, null);
  }

  /** @param {HTMLElement | null} element @param {string} name */
  stageShows(element, name) {
    this.view?.destroy();
    this.view = null;
    this.shown = name;
    fill(/** @type {Element} */ (this.stage), element);
    this.main?.classList.toggle("playing", name.startsWith("seat"));
  }

  /** @param {Scene} scene @param {Step | null} step */
  show(scene, step) {
    if (this.lobby || this.farewell !== null || !this.onPage) return;
    this.sent.follow(scene);
    this.presence.follow(scene);
    this.calling.follow(scene);
    const words = this.wanted === "words";
    const create = this.views[this.wanted];
    if (!create) {
      void this.fetchView();
      this.live?.update(scene, step);
      return;
    }
    const wanted = `seat ${scene.seat} ${words}`;
    if (this.shown !== wanted && !words && /^seat \d+ false$/.test(this.shown)) {
      // If no cover is needed, the screen only turns to another player, and the pressed control
      // stays in place.
      this.shown = wanted;
      this.view.update({ ...scene, fresh: true }, null);
      this.live?.update(scene, step);
      return;
    }
    if (this.shown !== wanted) {
      const element = h("div", { class: words ? "text-host" : "table-host" });
      this.stageShows(element, wanted);
      const { asides, sent, presence } = this;
      const given = { settings, actions: this.actions(), asides, sent, presence };
      this.view = create(element, words ? { ...given, live: this.live } : given);
      this.view.update(scene, null);
      this.live?.update(scene, step);
      this.nameIt();
      this.tellPractice(scene);
      this.attend();
      return;
    }
    this.view.update(scene, step);
    this.live?.update(scene, step);
    if (step) void this.sound(scene, step);
  }

  /** Explain once what a practice table continues from. @param {Scene} scene */
  tellPractice({ log }) {
    const began = log.find(({ type }) => type === "practice_began")?.text ?? "";
    if (!began || this.practised || isLesson(this.locals?.scene ?? null)) return;
    this.practised = true;
    const { view } = this;
    if (view.note) view.note(began);
    else this.live?.say(began);
  }

  /** Switch to the other view as soon as it has loaded. */
  async fetchView() {
    try {
      await this.load();
    } catch (error) {
      console.error(error);
      // If it cannot be loaded, the page shows the error.
      return go(here().pathname);
    }
    const scene = this.locals?.scene;
    if (scene) this.show(scene, null);
  }

  /** Give the keyboard focus to the table once it is shown, unless another element has it. */
  attend() {
    const active = document.activeElement;
    if (active && active !== document.body && active !== this.name && active.isConnected) return;
    this.view.focus();
    if (document.activeElement === this.name) this.name?.blur();
  }

  /** Events from before the page was visible are shown as a whole position. */
  placed() {
    this.onPage = true;
    if (this.locals?.covered) this.coverUp();
    else this.redraw();
  }

  redraw() {
    this.shown = "";
    const scene = this.locals?.scene;
    if (!scene) return;
    this.show(scene, null);
    this.hintUnaskedFor(scene);
  }

  /** Show a hint that comes without being asked for. @param {Scene} scene */
  hintUnaskedFor(scene) {
    if (this.view?.hint && this.hintUnasked.due(scene)) this.view.hint();
  }

  coverUp() {
    const covered = this.locals?.covered;
    if (!covered || !this.locals) return;
    const rules = this.locals.table?.rules ?? { players: 2 };
    this.panel.close();
    this.offer?.update();
    this.bubbles?.clear();
    const { element, focus } = cover(
      this.locals.nameOf(covered.seat),
      sideOf(rules, covered.seat ?? 0),
      () => this.locals?.reveal(),
    );
    this.stageShows(element, "cover");
    // The next player must not hear what was announced about the last player's cards.
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
    const state = this.locals?.state ?? "connecting";
    const line = /** @type {HTMLElement} */ (this.line);
    this.main?.setAttribute("data-line", state);
    if (state === "open" || state === "closed") {
      fill(line);
      return;
    }
    this.patience = setTimeout(() => fill(line, t("Connecting again…")), PATIENCE);
  }

  /** The ways from a table that has dismissed this page. */
  ways() {
    return [
      h("a.button.primary", { href: "/" }, t("To the first page")),
      pushButton("button", () => go(`/table/${this.code}`), t("Try again")),
      this.locals?.watching
        ? null
        : pushButton(
            "button bare",
            () => {
              store.forget(this.code);
              go(`/table/${this.code}`);
            },
            t("Come back without this seat"),
          ),
    ];
  }

  /** @param {{code: string, message: string}} bye */
  gone(bye) {
    this.farewell = bye.message || sayFault(bye.code);
    /** @type {HTMLElement} */ (this.phrases?.element).hidden = true;
    /** @type {HTMLElement} */ (this.menu).hidden = true;
    this.panel.close();
    const element = h(
      "section.farewell.stack",
      h("div", { role: "alert" }, h("h2.large", this.farewell)),
      h(
        "p.farewell-links.middle.wrap",
        RELOADED.includes(bye.code)
          ? pushButton("button primary", () => location.reload(), t("Load the page again"))
          : this.ways(),
      ),
    );
    this.stageShows(element, "gone");
  }

  // Actions

  actions() {
    const locals = /** @type {LocalSeats} */ (this.locals);
    const director = () => locals.holder?.director;
    const { practice, duplicate, tournament } = locals.table ?? {};
    const all = {
      act: (/** @type {any} */ action) => this.act(action),
      undo: () => locals.ask("undo"),
      nextGame: () => locals.ask("nextGame"),
      // Practice is a single game; its review offers another try, and a tournament another round.
      ...(practice || tournament ? {} : { again: () => locals.ask("again") }),
      ...(duplicate && !tournament ? { compare: () => go(`/compare/${locals.code}`) } : {}),
      ...(tournament ? { standings: () => go(`/tournament/${tournament}`) } : {}),
      ...(isLesson(locals.scene) ? { another, drills: () => go("/learn") } : {}),
      ...(this.from ? { toReview: () => go(this.from) } : {}),
      hint: (/** @type {string[] | undefined} */ cards) => locals.hint(cards),
      guide: (/** @type {string} */ step, /** @type {string} */ answer) =>
        locals.guide(step, answer),
      beginning: () => locals.beginning,
      next: () => director()?.next(),
      skip: () => director()?.skip(),
      say: (/** @type {string} */ phrase) => this.say(phrase),
      openLog: () => this.view?.openLog?.(),
      openSettings: () => this.open("settings", ({ settingsContent }) => settingsContent()),
      absent: (/** @type {number} */ seat) => this.helpWith(seat),
      openSeal: () => this.open("seal", ({ sealContent }) => sealContent(locals)),
      verify: () => this.open("verify", ({ verifyContent }) => verifyContent(locals)),
      save: async () => (await panels()).saveRecord(locals),
      // Where several persons share the screen, the game belongs to none of them.
      ...(locals.shared ? {} : { share: () => this.share() }),
      review: () => this.review(),
      analysis: (/** @type {Scene} */ scene) => this.analysis(scene),
      help: (/** @type {import("../review/review.js").Review | null} */ review) =>
        this.showHelp(review),
      leave: () => go(this.from || "/"),
    };
    return all;
  }

  /** @param {any} action */
  async act(action) {
    const locals = /** @type {LocalSeats} */ (this.locals);
    const warning = (await this.tutor?.ask(action)) ?? null;
    if (warning) return { ok: false, message: "", warning };
    // The value is requested before the discard, while there is a choice, and shown afterwards.
    const weighed = locals.weighed(action);
    const answer = await locals.act(action);
    if (answer.ok) void weighed?.then((worth) => this.tellWorth(worth));
    // The text view shows its own message.
    if (!answer.ok && answer.message && !settings.get().textView) this.live?.say(answer.message);
    return answer;
  }

  /** @param {string} worth a sentence on the value of a discard */
  tellWorth(worth) {
    const { locals } = this;
    if (!worth || !locals) return;
    this.asides.add(locals.scene, () => worth);
    this.live?.say(worth);
    this.view?.tell?.(worth);
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

  /**
   * @param {import("../review/review.js").Review | null} review the current replay or review, if any
   */
  async showHelp(review) {
    const { showHelp } = await import("../shell/help.js");
    const scene = this.locals?.scene ?? null;
    const left = scene?.latest?.guide?.left ?? false;
    showHelp({
      review,
      scene,
      ...(left ? { resume: () => void this.locals?.guide("", "resume") } : {}),
    });
  }

  /** Show the finished game in a form to share. */
  async share() {
    const [{ shareContent }, { challengePart }] = await Promise.all([
      import("../shell/share.js"),
      import("../shell/challenge.js"),
      style("end"),
    ]);
    const { locals } = this;
    const scene = locals?.scene;
    if (!locals || !scene?.outcome?.story) return;
    const { challenge } = locals;
    const part = () => (challenge ? challengePart(challenge) : null);
    this.panel.toggle("share", () => shareContent(scene, "", part()));
  }

  /** @param {number} seat the seat of the absent person */
  async helpWith(seat) {
    const { absentContent } = await import("../shell/absent.js");
    const { locals } = this;
    if (!locals) return;
    const act = (/** @type {any} */ action) => this.act(action);
    const close = () => this.panel.close();
    this.panel.toggle(`absent ${seat}`, () => absentContent(locals, seat, { act, close }));
  }

  review() {
    void this.view?.review();
  }

  /** @param {Scene} scene */
  async analysis(scene) {
    const { analysisAt } = await import("../shell/analysis.js");
    const show = this.panel.toggle.bind(this.panel);
    return this.locals && analysisAt(this.locals, scene, show);
  }

  /** @param {string} phrase */
  say(phrase) {
    if (this.locals?.holder?.connection.say(phrase) !== false) return;
    // A phrase is of its moment, so it is not queued.
    clearTimeout(this.patience);
    fill(/** @type {Element} */ (this.line), t("Not said: there is no connection just now."));
  }

  openMenu() {
    const { locals } = this;
    if (!locals) return;
    const actions = this.actions();
    void this.open("table", ({ tableContent }) =>
      tableContent(locals, {
        seal: actions.openSeal,
        settings: actions.openSettings,
        verify: actions.verify,
        leave: actions.leave,
        close: () => this.panel.close(),
        act: (action) => this.act(action),
      }),
    );
  }

  destroy() {
    clearTimeout(this.patience);
    this.wakeLock.keep(false);
    for (const stop of this.stops) stop();
    this.presence.destroy();
    this.calling.destroy();
    this.panel.destroy();
    this.view?.destroy();
    this.live?.destroy();
    this.phrases?.destroy();
    this.locals?.close();
  }
}

/**
 * Create the page.
 * @param {string} code
 * @param {{seat: number | null, token: string}[]} seats the seats held from this browser, or that
 *   of a spectator
 * @returns {Promise<import("../navigation.js").Page>}
 */
export async function tablePage(code, seats) {
  const made = new TablePage(code);
  try {
    await made.begin(seats);
  } catch (error) {
    made.destroy();
    throw error;
  }
  return made;
}
