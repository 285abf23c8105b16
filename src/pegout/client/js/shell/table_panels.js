// @ts-check
/** The panels beside a table: the table itself, the seal, a verification, settings. */

import { options as askOptions, record } from "../api.js";
import { fill, h } from "../dom.js";
import { icon } from "../draw/icons.js";
import { sealPanel, verifyPanel } from "../fair/panel.js";
import { saveText } from "../fair/save.js";
import { saved } from "../fair/saved.js";
import { freshened } from "../fair/word.js";
import { settings } from "../settings.js";
import { plural, t } from "../words.js";
import { EarlyEnd, playing } from "./early.js";
import { keepingFocus } from "./fields.js";
import { preferences } from "./preferences.js";
import { keptInWords, linkTo, rulesList, seatsList } from "./table_words.js";

/** @typedef {import("./panel.js").Content} Content */
/** @typedef {import("./sitting.js").Sitting} Sitting */

/** @returns {Content} */
export function settingsContent() {
  const { element, destroy } = preferences();
  return { title: () => t("Settings"), element, destroy };
}

/**
 * @param {Sitting} sitting
 * @returns {Content}
 */
export function sealContent(sitting) {
  const element = h("div", { class: "stack" });
  const scene = sitting.scene;
  if (!scene) return { title: () => t("Fair deals"), element };
  const panel = sealPanel(element, {
    scene,
    saved,
    word: sitting.word || freshened(settings.get().contribution),
    onWord: (word) => {
      sitting.word = word;
    },
  });
  const stop = sitting.on("scene", (now) => panel.update(now));
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

/**
 * @param {Sitting} sitting
 * @returns {{code: string, token: string, match: string}}
 */
function asked(sitting) {
  const place = sitting.holder ?? sitting.places[0];
  const { token = "", match = "" } = place?.connection ?? {};
  // Where several persons share the screen, a record must not reveal one player's cards to another.
  const hidden = sitting.shared && sitting.table?.status !== "over";
  return { code: sitting.code, token: hidden ? "" : token, match };
}

/**
 * @param {Sitting} sitting
 * @returns {Content}
 */
export function verifyContent(sitting) {
  const element = h(
    "div",
    { class: "stack" },
    h("p", { class: "quiet", role: "status" }, t("One moment.")),
  );
  const { code, ...which } = asked(sitting);
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
    .catch((error) => fill(element, h("p", { class: "problem", role: "alert" }, error.message)));
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
 * @param {Sitting} sitting
 * @returns {Promise<void>}
 */
export async function saveRecord(sitting) {
  const { code, ...which } = asked(sitting);
  saveText(`pegout-${code}.peg`, await record(code, which));
}

/**
 * @param {import("../wire").Table} table
 * @param {import("../api.js").Options} options
 * @returns {HTMLElement}
 */
function rulesOf(table, options) {
  const title = h("h3", null, t("Rules of this table"));
  return h("section", { class: "stack" }, title, rulesList(table, options));
}

/**
 * @param {string} sign
 * @param {string} text
 * @param {() => void} handler
 * @returns {HTMLElement}
 */
function item(sign, text, handler) {
  const button = { class: "menu-item", type: "button", onclick: handler };
  return h("li", null, h("button", button, icon(sign), text));
}

/**
 * @param {Sitting} sitting
 * @param {{seal: () => void, settings: () => void, verify: () => void, leave: () => void,
 *   close: () => void, act: import("./early.js").Act}} handlers
 * @returns {Content}
 */
export function tableContent(sitting, handlers) {
  const element = h("div", { class: "stack" });
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
    try {
      await navigator.clipboard.writeText(linkTo(sitting.code));
      copied = t("The link is copied.");
    } catch {
      copied = linkTo(sitting.code);
    }
    render();
  };
  const save = () =>
    saveRecord(sitting).catch((error) => {
      problem = error.message;
      render();
    });

  const early = new EarlyEnd(sitting, handlers.act, () => render(), handlers.close);
  let ending = playing(sitting);

  function draw() {
    const { table } = sitting;
    if (!table) return;
    const mine = sitting.places.flatMap(({ seat }) => (seat === null ? [] : [seat]));
    const people = table.seats.filter(({ kind }) => kind === "person").length;
    const { textView } = settings.get();
    fill(
      element,
      seatsList(table, () => null, mine, options),
      table.spectators
        ? h("p", { class: "quiet" }, plural("{n} watches.", "{n} watch.", table.spectators))
        : null,
      table.kept === null ? null : h("p", { class: "quiet" }, keptInWords(table.kept)),
      h(
        "ul",
        { class: "menu-list" },
        item(
          textView ? "cards" : "log",
          textView ? t("Show the cards") : t("The table in words"),
          () => settings.set({ textView: !textView }),
        ),
        item("settings", t("Settings"), handlers.settings),
        item("seal", t("The seal of this deal"), handlers.seal),
        item("verify", t("Verify the deals"), handlers.verify),
        item("save", t("Save the record"), () => void save()),
        people > mine.length || table.options.spectators
          ? item("copy", t("Copy the link"), () => void copy())
          : null,
        early.items(),
        item("leave", t("Leave the table"), handlers.leave),
      ),
      copied ? h("p", { class: "quiet", role: "status" }, copied) : null,
      problem ? h("p", { class: "problem", role: "alert" }, problem) : null,
      h(
        "p",
        { class: "help" },
        t("The game stays as it is; you can continue it from the first page."),
      ),
      options ? rulesOf(table, options) : null,
    );
  }

  const render = () => keepingFocus(element, draw);

  render();
  void ask();
  const stops = [
    sitting.on("table", render),
    settings.on(render),
    sitting.on("scene", () => {
      if (ending === playing(sitting)) return;
      ending = playing(sitting);
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
    },
  };
}
