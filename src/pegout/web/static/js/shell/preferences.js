// @ts-check
/** Every setting in groups, each with its sentence. The page and the panel beside a table show it. */

import { fill, h } from "../dom.js";
import { settings } from "../settings.js";
import { LANGUAGES, onLanguage, t } from "../words.js";
import { keepingFocus, line, segments, select, toggle } from "./fields.js";
import { NAME_LENGTH } from "./plan.js";

/** @typedef {import("../settings.js").Settings} Settings */

/** @param {Partial<Settings>} changes */
const set = (changes) => settings.set(changes);

/**
 * @param {"sorted" | "fourColour" | "largeIndices" | "leftHand" | "autoGo" | "autoLast" | "confirm" |
 *   "sounds" | "captions" | "mutePhrases" | "textView" | "keys" | "numbers"} key
 * @param {string} name
 * @param {string} help
 */
function onOff(key, name, help) {
  return toggle({ key, name, help, on: settings.get()[key], change: (on) => set({ [key]: on }) });
}

/**
 * @param {string} key
 * @param {string} name
 * @param {string} help
 * @param {[string, string][]} values each with its name
 */
function oneOf(key, name, help, values) {
  const now = /** @type {any} */ (settings.get())[key];
  return segments({
    key,
    name,
    help,
    choices: values.map(([value, title]) => ({ value, title })),
    chosen: (value) => value === now,
    change: (value) => set({ [key]: value }),
  });
}

function you() {
  const now = settings.get();
  return [
    line({
      key: "name",
      name: t("Your name"),
      help: t("What you are called at a table."),
      value: now.name,
      placeholder: t("Player"),
      most: NAME_LENGTH,
      change: (name) => set({ name }),
    }),
    select({
      key: "language",
      name: t("Language"),
      help: t("Everything is said in it at once; a game goes on."),
      choices: [
        { value: "", title: t("as the browser has it") },
        ...Object.entries(LANGUAGES).map(([value, title]) => ({ value, title })),
      ],
      chosen: (value) => value === now.language,
      change: (language) => set({ language }),
    }),
  ];
}

function looks() {
  return [
    oneOf("theme", t("Colours"), t("The table, the board and everything on it."), [
      ["", t("follow the system")],
      ["walnut", t("walnut")],
      ["maple", t("maple")],
      ["slate", t("slate")],
    ]),
    oneOf("cardTheme", t("Backs of the cards"), t("Their colours can be those of another table."), [
      ["", t("as the table")],
      ["walnut", t("walnut")],
      ["maple", t("maple")],
      ["slate", t("slate")],
    ]),
    onOff(
      "fourColour",
      t("Four colours"),
      t("Spades black, hearts red, diamonds blue and clubs green."),
    ),
    onOff(
      "largeIndices",
      t("Large corners"),
      t("Rank and suit in the corner of a card are larger."),
    ),
    onOff("numbers", t("Numbers on the board"), t("Every street of the board has its number.")),
    onOff(
      "leftHand",
      t("For the left hand"),
      t("The buttons stand within reach of the left thumb."),
    ),
    onOff(
      "textView",
      t("The table in words"),
      t("Everything on the table as text, to be read or listened to."),
    ),
  ];
}

function paces() {
  return [
    oneOf("pace", t("Pace"), t("How fast things happen; “step by step” waits for a tap."), [
      ["slow", t("slow")],
      ["normal", t("normal")],
      ["quick", t("quick")],
      ["instant", t("at once")],
      ["step", t("step by step")],
    ]),
    oneOf(
      "thinking",
      t("Thinking time"),
      t(
        "How long a computer player thinks before its card comes: about as long as you do, or less. At the paces “at once” and “step by step” it does not wait.",
      ),
      [
        ["like_me", t("like me")],
        ["quick", t("quick")],
        ["off", t("off")],
      ],
    ),
    oneOf(
      "reducedMotion",
      t("Less motion"),
      t("Cards and pegs appear where they go, without travelling there."),
      [
        ["", t("as the system has it")],
        ["on", t("on")],
        ["off", t("off")],
      ],
    ),
  ];
}

function hand() {
  return [
    onOff("sorted", t("Sort the hand"), t("Your cards lie by rank; otherwise as they were dealt.")),
    onOff(
      "confirm",
      t("Choose a card, then confirm"),
      t("A card is laid with the button, not by the first tap."),
    ),
    onOff(
      "autoGo",
      t("Say go by itself"),
      t("When no card of yours fits, the table says go for you."),
    ),
    onOff(
      "autoLast",
      t("Lay the only card that fits by itself"),
      t("When there is only one thing to do, it is done."),
    ),
    onOff(
      "keys",
      t("Single keys"),
      t("Letters and digits are short cuts at the table and on the board."),
    ),
  ];
}

function sound() {
  return [
    onOff("sounds", t("Sounds"), t("Wood and paper: cards, pegs, the cut.")),
    onOff("captions", t("Captions"), t("Each sound is also written in the log.")),
    onOff("mutePhrases", t("Quiet table"), t("What the others say in ready phrases is not shown.")),
  ];
}

function fair() {
  const now = settings.get();
  return [
    line({
      key: "contribution",
      name: t("Your word for the shuffle"),
      help: t(
        "It is mixed into every deal, so that nobody else can have arranged the cards. Empty: a fresh random word for each deal.",
      ),
      value: now.contribution,
      placeholder: t("random"),
      most: 64,
      change: (contribution) => set({ contribution }),
    }),
  ];
}

/**
 * Make the settings; they follow every change of themselves.
 * @returns {{element: HTMLElement, destroy: () => void}}
 */
export function preferences() {
  const element = h("div", { class: "preferences" });
  /** @param {string} title @param {HTMLElement[]} fields */
  const group = (title, fields) =>
    h("section", { class: "preference-group sheet" }, h("h2", null, title), fields);
  const render = () =>
    keepingFocus(element, () =>
      fill(
        element,
        group(t("You"), you()),
        group(t("Look"), looks()),
        group(t("Pace"), paces()),
        group(t("Your hand"), hand()),
        group(t("Sound and speech"), sound()),
        group(t("Fair deals"), fair()),
      ),
    );
  render();
  const stops = [settings.on(render), onLanguage(render)];
  return { element, destroy: () => stops.forEach((stop) => stop()) };
}
