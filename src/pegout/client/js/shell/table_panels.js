/** The panels beside a table: the table itself, the seal, a verification, settings. */

import { options as askOptions, record } from "../api.js";
import { copyText, fill, h } from "../dom.js";
import { sealPanel, verifyPanel } from "../fair/panel.js";
import { saveText } from "../fair/save.js";
import { saved } from "../fair/saved.js";
import { wordOrFresh } from "../fair/word.js";
import { settings } from "../settings.js";
import { plural, t } from "../words.js";
import { EarlyEnd, seatInGame } from "./early.js";
import { keepingFocus } from "./fields.js";
import { menuItem } from "./menu.js";
import { preferences } from "./preferences.js";
import { placeOf, Removal } from "./remove_guest.js";
import { keptInWords, linkTo, rulesList, seatsList } from "./table_words.js";

/** @import { LocalSeats } from "./local_seats.js" */
/** @import { Content } from "./panel.js" */

/** @returns {Content} */
export function settingsContent() {
  const { element, destroy } = preferences();
  return { title: () => t("Settings"), element, destroy };
}

/**
 * @param {LocalSeats} locals
 * @returns {Content}
 */
export function sealContent(locals) {
  const element = h("div.stack");
  const scene = locals.scene;
  if (!scene) return { title: () => t("Fair deals"), element };
  const panel = sealPanel(element, {
    scene,
    saved,
    word: locals.word || wordOrFresh(settings.get().contribution),
    onWord: (word) => {
      locals.word = word;
    },
  });
  const stop = locals.on("scene", (now) => panel.update(now));
  return {
    title: () => t("Fair deals"),
    element,
    render: () => panel.render(),
    destroy: () => {
      stop();
      panel.destroy();
    },
  };
}

/** @param {LocalSeats} locals @returns {{code: string, token: string, match: string}} */
function matchShown(locals) {
  const local = locals.holder ?? locals.all[0];
  const { token = "", match = "" } = local?.connection ?? {};
  // Where several persons share the screen, a record must not reveal one player's cards to another.
  const hidden = locals.shared && locals.table?.status !== "over";
  return { code: locals.code, token: hidden ? "" : token, match };
}

/**
 * @param {LocalSeats} locals
 * @returns {Content}
 */
export function verifyContent(locals) {
  const element = h("div.stack", h("p.quiet", { role: "status" }, t("One moment.")));
  const { code, ...which } = matchShown(locals);
  /** @type {{render: () => void, destroy: () => void} | null} */
  let result = null;
  let gone = false;
  void record(code, { ...which, json: true })
    .then((recordJson) => {
      if (gone) return null;
      fill(element);
      return verifyPanel(element, { recordJson, saved, recordText: () => record(code, which) });
    })
    .then((made) => {
      result = made;
    })
    .catch((error) => fill(element, h("p.problem", { role: "alert" }, error.message)));
  return {
    title: () => t("Verify"),
    element,
    render: () => result?.render(),
    destroy: () => {
      gone = true;
      result?.destroy();
    },
  };
}

/**
 * Save the record of the current match, as the holder of the screen may know it.
 * @param {LocalSeats} locals
 * @returns {Promise<void>}
 */
export async function saveRecord(locals) {
  const { code, ...which } = matchShown(locals);
  saveText(`pegout-${code}.peg`, await record(code, which));
}

/**
 * @param {import("../wire").Table} table
 * @param {import("../api.js").Options} options
 * @returns {HTMLElement}
 */
function rulesOf(table, options) {
  const title = h("h3", t("Rules of this table"));
  return h("section.stack", title, rulesList(table, options));
}

/**
 * @param {LocalSeats} locals
 * @param {{seal: () => void, settings: () => void, verify: () => void, leave: () => void,
 *   close: () => void, act: import("./early.js").Act}} handlers
 * @returns {Content}
 */
export function tableContent(locals, handlers) {
  const element = h("div.stack");
  /** @type {import("../api.js").Options | null} */
  let options = null;
  let problem = "";
  let copied = "";

  const ask = () =>
    askOptions().then((found) => {
      options = found;
      render();
    }, console.warn);

  const copy = async () => {
    const link = linkTo(locals.code);
    copied = (await copyText(link)) ? t("The link is copied.") : link;
    render();
  };
  const save = () =>
    saveRecord(locals).catch((error) => {
      problem = error.message;
      render();
    });

  /** @param {string} sign @param {string} text @param {() => unknown} act */
  const entry = (sign, text, act) => menuItem({ sign, text, act });
  const early = new EarlyEnd(locals, handlers.act, () => render(), handlers.close);
  const removal = new Removal(placeOf(locals), () => render());
  let ending = seatInGame(locals);

  function draw() {
    const { table } = locals;
    if (!table) return;
    const mine = locals.all.flatMap(({ seat }) => (seat === null ? [] : [seat]));
    const people = table.seats.filter(({ kind }) => kind === "person").length;
    const { textView } = settings.get();
    fill(
      element,
      seatsList(table, () => null, mine, options),
      table.spectators
        ? h("p.quiet", plural("{n} watches.", "{n} watch.", table.spectators))
        : null,
      table.kept === null ? null : h("p.quiet", keptInWords(table.kept)),
      table.tournament
        ? h("p", h("a", { href: `/tournament/${table.tournament}` }, t("To the tournament")))
        : null,
      h(
        "ul.menu-list",
        entry(
          textView ? "cards" : "log",
          textView ? t("Show the cards") : t("The table in words"),
          () => settings.set({ textView: !textView }),
        ),
        entry("settings", t("Settings"), handlers.settings),
        entry("seal", t("The seal of this deal"), handlers.seal),
        entry("verify", t("Verify the deals"), handlers.verify),
        entry("save", t("Save the record"), () => void save()),
        people > mine.length || table.options.spectators
          ? entry("copy", t("Copy the link"), () => void copy())
          : null,
        early.items(),
        removal.items(options),
        entry("leave", t("Leave the table"), handlers.leave),
      ),
      copied ? h("p.quiet", { role: "status" }, copied) : null,
      problem ? h("p.problem", { role: "alert" }, problem) : null,
      h("p.help", t("The game stays as it is; you can continue it from the first page.")),
      options ? rulesOf(table, options) : null,
    );
  }

  const render = () => keepingFocus(element, draw);

  render();
  void ask();
  const stops = [
    locals.on("table", render),
    settings.on(render),
    locals.on("scene", () => {
      if (ending === seatInGame(locals)) return;
      ending = seatInGame(locals);
      render();
    }),
  ];
  return {
    title: () => t("Table"),
    element,
    render: () => {
      render();
      void ask();
    },
    destroy: () => {
      for (const stop of stops) stop();
      early.destroy();
      removal.destroy();
    },
  };
}
