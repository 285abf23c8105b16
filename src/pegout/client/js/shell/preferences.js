/**
 * All settings in groups, each with a sentence of help. A collapsed group shows a short summary of
 * its settings. The settings page and the panel beside a table use this module.
 */

import { fill, h } from "../dom.js";
import { cardBack, cardFace } from "../draw/cards.js";
import { FACTS } from "../facts.js";
import { settings } from "../settings.js";
import { language, onLanguage, t } from "../words.js";
import { keepingFocus, line, segments, select, toggle } from "./fields.js";
import { NAME_LENGTH } from "./table_setup.js";

/** @import { Settings } from "../settings.js" */

/**
 * @typedef {object} Group
 * @property {string} key the key of the group in a URL: `/settings#look`
 * @property {() => string} title
 * @property {() => (string | false)[]} brief the summary of the settings, in a few words each
 * @property {() => HTMLElement[]} fields
 */

/** @param {Partial<Settings>} changes */
const set = (changes) => settings.set(changes);

/** @type {() => [string, string][]} */
const tables = () => [
  ["walnut", t("walnut")],
  ["maple", t("maple")],
  ["slate", t("slate")],
];

/** @type {() => [string, string][]} */
const paces = () => [
  ["slow", t("slow")],
  ["normal", t("normal")],
  ["quick", t("quick")],
  ["instant", t("at once")],
  ["step", t("step by step")],
];

/** @type {() => [string, string][]} */
const thinkingTimes = () => [
  ["like_me", t("like me")],
  ["quick", t("quick")],
  ["off", t("off")],
];

/**
 * Return the name of the current value.
 * @param {[string, string][]} values
 * @param {string} now
 * @returns {string}
 */
const nameOf = (values, now) => values.find(([value]) => value === now)?.[1] ?? "";

/**
 * @param {"sorted" | "fourColour" | "largeIndices" | "leftHand" | "autoGo" | "autoLast" | "autoDeal" |
 *   "confirm" | "tellDiscards" | "sounds" | "captions" | "mutePhrases" | "textView" | "keys" | "numbers"} key
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
 * @param {[string, string][]} values the values with their names
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
      help: t("Your name at a table."),
      value: now.name,
      placeholder: t("Player"),
      maxLength: NAME_LENGTH,
      change: (name) => set({ name }),
    }),
    select({
      key: "language",
      name: t("Language"),
      help: t("The language changes at once; your game continues."),
      choices: [
        { value: "", title: t("same as the browser") },
        ...Object.entries(FACTS.languages).map(([value, title]) => ({ value, title })),
      ],
      chosen: (value) => value === now.language,
      change: (language) => set({ language }),
    }),
  ];
}

function youInBrief() {
  const { name } = settings.get();
  return [name || t("no name yet"), FACTS.languages[language()] ?? ""];
}

/** A few sample cards as they will look at the table, with their width in pixels. */
const SAMPLE = { cards: ["QS", "5H", "JD", "TC"], width: 48 };

function sample() {
  const { fourColour, largeIndices } = settings.get();
  const { width } = SAMPLE;
  return h(
    "div.preference-cards.wrap",
    { "aria-hidden": "true" },
    SAMPLE.cards.map((card) => cardFace(card, { width, fourColour, largeIndices })),
    cardBack({ width }),
  );
}

function look() {
  return [
    sample(),
    oneOf("theme", t("Colours"), t("The table, the board and everything on it."), [
      ["", t("follow the system")],
      ...tables(),
    ]),
    oneOf("cardTheme", t("Backs of the cards"), t("Their colours can be those of another table."), [
      ["", t("same as the table")],
      ...tables(),
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
  ];
}

function lookInBrief() {
  const { theme, cardTheme, fourColour, largeIndices, numbers } = settings.get();
  return [
    nameOf(tables(), theme) || t("follow the system"),
    cardTheme !== "" && t("backs: {name}", { name: nameOf(tables(), cardTheme) }),
    fourColour ? t("four colours") : t("two colours"),
    largeIndices && t("large corners"),
    !numbers && t("no numbers"),
  ];
}

function pace() {
  return [
    oneOf("pace", t("Pace"), t("How fast things happen; “step by step” waits for a tap."), paces()),
    oneOf(
      "thinking",
      t("Thinking time"),
      t(
        "How long a computer player thinks before its card comes: about as long as you do, or less. At the paces “at once” and “step by step” it does not wait.",
      ),
      thinkingTimes(),
    ),
    oneOf(
      "reducedMotion",
      t("Less motion"),
      t("Cards and pegs appear where they go, without travelling there."),
      [
        ["", t("same as the system")],
        ["on", t("on")],
        ["off", t("off")],
      ],
    ),
  ];
}

function paceInBrief() {
  const { pace: now, thinking, reducedMotion } = settings.get();
  return [
    nameOf(paces(), now),
    t("thinking: {time}", { time: nameOf(thinkingTimes(), thinking) }),
    reducedMotion === "on" && t("less motion"),
  ];
}

function hand() {
  return [
    onOff("sorted", t("Sort the hand"), t("Your cards lie by rank; otherwise as they were dealt.")),
    onOff(
      "confirm",
      t("Choose a card, then confirm"),
      t("A card is played with the button, not by the first tap."),
    ),
    onOff(
      "autoGo",
      t("Say go by itself"),
      t("When no card of yours fits, the table says go for you."),
    ),
    onOff(
      "autoLast",
      t("Play the only card that fits by itself"),
      t("When only one card can be played, the table plays it for you."),
    ),
    onOff(
      "autoDeal",
      t("Deal by itself"),
      t(
        "A while after the count, the next cards come by themselves; a tap holds them back. The table in words waits for you.",
      ),
    ),
    onOff(
      "tellDiscards",
      t("Tell me after each discard"),
      t("Against the computer: what your discard was worth compared with the best, and why."),
    ),
    oneOf(
      "hints",
      t("Hints without asking"),
      t("Against the computer: before each decision the best options are shown, and why."),
      [
        ["", t("in my first game")],
        ["on", t("always")],
        ["off", t("never")],
      ],
    ),
    oneOf(
      "tutor",
      t("Ask me before a mistake"),
      t(
        "Against the computer: you are asked once before a move that loses this much. A large mistake loses 2.5 points or more, a mistake one, an inaccuracy a third.",
      ),
      tutoring(),
    ),
    onOff(
      "leftHand",
      t("For the left hand"),
      t("The buttons stand within reach of the left thumb."),
    ),
  ];
}

/** @returns {[string, string][]} */
function tutoring() {
  return [
    ["", t("never")],
    ["large_mistake", t("a large one")],
    ["mistake", t("any mistake")],
    ["inaccuracy", t("an inaccuracy")],
  ];
}

function handInBrief() {
  const { sorted, confirm, autoGo, autoLast, autoDeal, tellDiscards, tutor, leftHand } =
    settings.get();
  return [
    sorted ? t("sorted") : t("as dealt"),
    confirm && t("confirm"),
    autoGo && t("go by itself"),
    autoLast && t("only card by itself"),
    autoDeal && t("deals by themselves"),
    tellDiscards && t("discards explained"),
    tutor && t("asked before mistakes"),
    leftHand && t("left hand"),
  ];
}

function sound() {
  return [
    onOff("sounds", t("Sounds"), t("Wood and paper: cards, pegs, the cut.")),
    onOff("captions", t("Captions"), t("Each sound is also written in the log.")),
    toggle({
      key: "notify",
      name: t("Notifications"),
      help: refused
        ? t(
            "Your browser does not allow them for this page: look into its settings for it. Without HTTPS there are none.",
          )
        : t("While you look elsewhere, your device tells you that it is your turn."),
      on: settings.get().notify,
      change: (on) => void notify(on),
    }),
    onOff(
      "mutePhrases",
      t("Quiet table"),
      t("The ready phrases of the other players are not shown."),
    ),
  ];
}

function soundInBrief() {
  const { sounds, captions, notify, mutePhrases } = settings.get();
  return [
    sounds ? t("sounds") : t("no sounds"),
    captions && t("captions"),
    notify && t("notifications"),
    mutePhrases && t("quiet table"),
  ];
}

function reading() {
  return [
    onOff(
      "textView",
      t("The table in words"),
      t("Everything on the table as text, to be read or listened to."),
    ),
    onOff(
      "keys",
      t("Single keys"),
      t("Letters and digits are short cuts at the table and on the board."),
    ),
  ];
}

function readingInBrief() {
  const { textView, keys } = settings.get();
  return [
    textView ? t("table in words") : t("table with cards"),
    keys ? t("single keys") : t("no single keys"),
  ];
}

/** Whether the user wanted notifications and the browser denied them. */
let refused = false;

/**
 * A browser asks for permission before it shows notifications.
 * @param {boolean} on
 */
async function notify(on) {
  const allowed = on && (await globalThis.Notification?.requestPermission()) === "granted";
  refused = on && !allowed;
  set({ notify: allowed });
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
      maxLength: 64,
      change: (contribution) => set({ contribution }),
    }),
  ];
}

function fairInBrief() {
  const { contribution } = settings.get();
  return [contribution ? `“${contribution}”` : t("random word for each deal")];
}

/** @type {Group[][]} in two columns where there is room; otherwise one below the other */
const COLUMNS = [
  [
    { key: "you", title: () => t("You"), brief: youInBrief, fields: you },
    { key: "look", title: () => t("Look"), brief: lookInBrief, fields: look },
    { key: "hand", title: () => t("Your hand"), brief: handInBrief, fields: hand },
  ],
  [
    { key: "pace", title: () => t("Pace and motion"), brief: paceInBrief, fields: pace },
    { key: "sound", title: () => t("Sound and speech"), brief: soundInBrief, fields: sound },
    { key: "reading", title: () => t("Words and keys"), brief: readingInBrief, fields: reading },
    { key: "fair", title: () => t("Fair deals"), brief: fairInBrief, fields: fair },
  ],
];

/**
 * Join phrases into one line that begins with a capital letter.
 * @param {(string | false)[]} things
 * @returns {string}
 */
function inOneLine(things) {
  const said = things.filter(Boolean).join(" · ");
  return said.charAt(0).toLocaleUpperCase(language()) + said.slice(1);
}

/**
 * Create a group that expands and collapses; redrawing its fields does not change that.
 * @param {Group} which
 * @returns {{element: HTMLDetailsElement, render: () => void}}
 */
function group({ key, title, brief, fields }) {
  const name = h("h2");
  const said = h("span.preference-brief.note");
  const inside = h("div.preference-fields.stack");
  const element = h(
    "details.preference-group.shrink.sheet.fold",
    { id: key },
    h("summary.hover", { dataset: { key: `group/${key}` } }, name, " ", said),
    inside,
  );
  const render = () => {
    fill(name, title());
    fill(said, inOneLine(brief()));
    fill(inside, fields());
  };
  return { element, render };
}

/**
 * Create the settings; they redraw themselves after every change.
 * @returns {{element: HTMLElement, open: (which?: string) => void, close: () => void,
 *   destroy: () => void}} `open` expands one group, or all of them
 */
export function preferences() {
  const columns = COLUMNS.map((column) => column.map(group));
  const groups = columns.flat();
  const element = h(
    "div.preferences.list",
    columns.map((column) =>
      h(
        "div.preference-column.list",
        column.map((group) => group.element),
      ),
    ),
  );
  const render = () => keepingFocus(element, () => groups.forEach((group) => group.render()));
  render();
  const stops = [settings.on(render), onLanguage(render)];
  return {
    element,
    open: (which) => {
      for (const { element: details } of groups) {
        if (!which || details.id === which) details.open = true;
      }
    },
    close: () => {
      for (const { element: details } of groups) {
        // The group that is being changed stays open.
        details.open = details.contains(document.activeElement);
      }
    },
    destroy: () => stops.forEach((stop) => stop()),
  };
}
