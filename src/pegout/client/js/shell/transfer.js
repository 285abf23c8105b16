/**
 * Moving the list of games to another browser: in a link, behind the #, which no browser sends to a
 * server, or in a file. The list gives full access to the games, and the page warns of that.
 */

import { fullAddress, here, replace } from "../address.js";
import { copyText, h, pushButton } from "../dom.js";
import { icon } from "../draw/icons.js";
import { saveText } from "../fair/save.js";
import { MAX_TABLES, merge, ownTables } from "../store.js";
import { plural, t } from "../words.js";
import { books } from "./shelf.js";

/** @import { SavedTable } from "../store.js" */

const HASH = "#take=";
/** With more tables than this a link is too long, and the list is saved as a file. */
const LINKED = 60;
const CODE = /^[a-z0-9]{10}$/;
const TOKEN = /^[A-Za-z0-9_-]{32,64}$/;

/**
 * Serialise the list.
 * @param {number} [max] the maximum number of tables
 * @param {string[]} [records] the records opened from files
 */
function serialise(max = MAX_TABLES, records = []) {
  const tables = ownTables()
    .slice(0, max)
    .map(({ code, seats, names, scores, target, updated, over }) => [
      ...[code, seats.map(({ seat, token }) => [seat, token]), names],
      ...[updated, over ? 1 : 0, target ?? 0, scores ?? []],
    ]);
  const along = records.length ? { records } : {};
  return JSON.stringify({ pegout: "games", version: 1, tables, ...along });
}

/**
 * Read a list; it is untrusted input.
 * @param {string} text
 * @returns {Record<string, SavedTable> | null} null for an invalid list
 */
export function read(text) {
  let data;
  try {
    data = JSON.parse(text);
  } catch {
    return null;
  }
  if (data?.pegout !== "games" || data.version !== 1 || !Array.isArray(data.tables)) return null;
  /** @type {Record<string, SavedTable>} */
  const tables = {};
  for (const row of data.tables.slice(0, MAX_TABLES)) {
    if (!Array.isArray(row) || typeof row[0] !== "string" || !CODE.test(row[0])) continue;
    const [code, held, names, updated, over, target, scores] = row;
    const seats = (Array.isArray(held) ? held : [])
      .filter(
        (seat) => Array.isArray(seat) && [0, 1, 2, 3].includes(seat[0]) && TOKEN.test(seat[1]),
      )
      .map(([seat, token]) => ({ seat, token }));
    if (!seats.length) continue;
    tables[code] = {
      seats,
      names: (Array.isArray(names) ? names : [])
        .slice(0, 4)
        .map((name) => String(name).slice(0, 24)),
      updated: Math.min(Number(updated) || 0, Date.now()),
      over: Boolean(over),
      ...(Array.isArray(scores) && scores.length
        ? { scores: scores.slice(0, 3).map(Number), target: Number(target) || 121 }
        : {}),
    };
  }
  return tables;
}

/**
 * Return the records in a list as one text.
 * @param {string} text a valid list
 * @returns {string}
 */
export function records(text) {
  const found = JSON.parse(text).records;
  return (Array.isArray(found) ? found : []).map(String).join("\n");
}

/** @param {number} many */
export function sayAdded(many) {
  return many
    ? plural("{n} game was added to this list.", "{n} games were added to this list.", many)
    : t("All of these games are on this list already.");
}

/**
 * Import the list in the URL, if there is one, and remove it from the URL.
 * @returns {string | null} the message about it
 */
export function takeFromLink() {
  const { hash, pathname } = here();
  if (!hash.startsWith(HASH)) return null;
  const code = hash.slice(HASH.length);
  replace(pathname);
  let tables = null;
  try {
    const bytes = atob(code.replaceAll("-", "+").replaceAll("_", "/"));
    tables = read(new TextDecoder().decode(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0))));
  } catch {
    // The message is shown below.
  }
  return tables ? sayAdded(merge(tables)) : t("This link is not complete; copy all of it.");
}

/** @returns {string} */
function link() {
  const bytes = new TextEncoder().encode(serialise(LINKED));
  let signs = "";
  for (const byte of bytes) signs += String.fromCharCode(byte);
  const code = btoa(signs).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  return fullAddress(`/games${HASH}${code}`);
}

/**
 * Create a collapsed box that moves the list to another browser.
 * @param {() => void} copied
 * @returns {HTMLElement}
 */
export function box(copied) {
  const field = h("input.input", {
    type: "text",
    readonly: true,
    "aria-label": t("Link to this list"),
    onfocus: () => field.select(),
  });
  const copy = async () => {
    if (await copyText(field.value)) copied();
    else field.focus();
  };
  const save = async () => {
    const texts = (await books().catch(() => [])).map(({ text }) => text);
    saveText("pegout-games.json", serialise(MAX_TABLES, texts), "application/json");
  };
  const along = h(
    "p.quiet",
    { hidden: true },
    t("Records from files go along in the file, not in the link."),
  );
  const element = h(
    "details.games-transfer.sheet",
    h("summary.button.bare", icon("share"), t("Take to another browser")),
    h(
      "p",
      t(
        "Open this link, or the file, in the other browser: your games are listed there too, and you can continue them. The link holds the keys to your seats, so show it to nobody else.",
      ),
    ),
    h(
      "p.link-line.wrap",
      field,
      pushButton("button", () => void copy(), icon("copy"), t("Copy")),
      pushButton("button", () => void save(), icon("save"), t("Save as a file")),
    ),
    h(
      "p.quiet",
      { hidden: ownTables().length <= LINKED },
      t("The link holds the latest {n} games; the file holds all of them.", { n: LINKED }),
    ),
    along,
  );
  element.addEventListener("toggle", () => {
    field.value = element.open ? link() : "";
    const show = (/** @type {unknown[]} */ all) => {
      along.hidden = !all.length;
    };
    if (element.open) void books().then(show, () => show([]));
  });
  return element;
}
