/** The games of this browser as a file: saved, and those of another one added to them. */

import { ask } from "../api.js";
import { fill, find, h, pushButton } from "../dom.js";
import { icon } from "../draw/icons.js";
import { saveFile } from "../fair/save.js";
import { language, plural, t } from "../words.js";
import { sayAdded } from "./transfer.js";

/** @type {() => string} */
const path = () => `/api/library/file?lang=${language()}`;

/** Save all games as a file. */
async function save() {
  const { file } = await ask(path());
  const bytes = Uint8Array.from(atob(file), (sign) => sign.charCodeAt(0));
  saveFile("library.db", new Blob([bytes], { type: "application/vnd.sqlite3" }));
}

/**
 * Return the content of a file in Base64.
 * @param {Blob} file
 * @returns {Promise<string>}
 */
function read(file) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^.*,/, ""));
    reader.onerror = () => reject(new Error(t("The file cannot be read. Choose it again.")));
    reader.readAsDataURL(file);
  });
}

/**
 * Create a collapsed box that takes the games to another browser or to a computer.
 * @param {() => void} added called when games were added
 * @returns {HTMLElement}
 */
export function box(added) {
  const says = h("p.optional", { role: "status" });
  const next = h("div.wrap.optional");
  const attempt = async (/** @type {() => Promise<void>} */ act) => {
    fill(next);
    says.textContent = "";
    try {
      await act();
    } catch (error) {
      says.textContent = /** @type {Error} */ (error).message;
    }
  };
  const add = (/** @type {string} */ file) =>
    attempt(async () => {
      const { games } = await ask(path(), { body: { file, add: true } });
      says.textContent = sayAdded(games);
      added();
    });
  const open = async (/** @type {File} */ chosen) => {
    const file = await read(chosen);
    const { games } = await ask(path(), { body: { file } });
    says.textContent = games
      ? plural(
          "This file has {n} game that is not on this list.",
          "This file has {n} games that are not on this list.",
          games,
        )
      : sayAdded(0);
    if (!games) return;
    fill(
      next,
      pushButton("button primary", () => add(file), t("Add to this list")),
    );
    find(next, "button")?.focus();
  };
  const field = h("input.visually-hidden", {
    type: "file",
    accept: ".db,application/vnd.sqlite3",
    tabindex: -1,
    "aria-hidden": true,
    onchange: async () => {
      const chosen = field.files?.[0];
      if (chosen) await attempt(() => open(chosen));
      field.value = "";
    },
  });
  return h(
    "details.games-transfer.sheet",
    h("summary.button.bare", icon("share"), t("Take to another browser")),
    h(
      "div.stack",
      h(
        "p",
        t(
          "Save your games as a file, and open it in another browser: they are added to the games there, to look at them again. Pegout on a computer opens the file too. Your settings and what you have learnt stay here.",
        ),
      ),
      h(
        "div.wrap",
        pushButton("button", () => attempt(save), icon("save"), t("Save as a file")),
        pushButton("button", () => field.click(), icon("book"), t("Open a file")),
        field,
      ),
      says,
      next,
    ),
  );
}
