/** The player's settings. They are stored in this browser and shared by its tabs. */

import { FACTS } from "./facts.js";
import { Listeners } from "./listeners.js";
import { PACING, speedOf } from "./pacing.js";

/**
 * @typedef {object} Settings
 * @property {string} name the player's name at a table; empty until chosen
 * @property {string} language the code of a language; empty to follow the browser
 * @property {string} theme "walnut", "maple" or "slate"; empty to follow the system's light or dark
 *   mode
 * @property {string} cardTheme the drawing of the card backs; empty for that of the theme
 * @property {string} pace "slow", "normal", "quick", "instant" or "step"
 * @property {string} thinking "like_me", "quick" or "off": how long computer players seem to think
 * @property {boolean} sorted whether the hand is shown sorted
 * @property {boolean} fourColour whether each suit has its own colour
 * @property {boolean} largeIndices whether the indices of the cards are larger
 * @property {boolean} leftHand whether the buttons are on the left
 * @property {boolean} autoGo whether the table says go for a player with no other choice
 * @property {boolean} autoLast whether the table plays the only legal card automatically
 * @property {boolean} autoDeal whether the next cards are dealt automatically, a while after a count
 * @property {boolean} askedPlay whether the player has been asked about `confirm` and `autoDeal`
 * @property {boolean} tellDiscards whether, against computer players, the value of each of the
 *   player's discards is shown after it
 * @property {string} hints "on" or "off": whether hints come without being asked for; empty for "on"
 *   until a first game was finished
 * @property {string} tutor the mildest verdict that the tutor warns of against computer players:
 *   "inaccuracy", "mistake" or "large_mistake"; empty for no warnings
 * @property {boolean} confirm whether a card is selected first and played with the button
 * @property {boolean} sounds whether sounds are played
 * @property {boolean} captions whether sounds are also shown as captions
 * @property {boolean} notify whether a notification says that it is the player's turn while the tab
 *   is hidden
 * @property {boolean} mutePhrases whether other players' phrases are hidden
 * @property {boolean} textView whether the table is shown in words
 * @property {boolean} keys whether single keys are shortcuts
 * @property {boolean} numbers whether the numbers of the holes are shown
 * @property {boolean} log whether the log is open where it has a column beside the table
 * @property {boolean} claims whether the player has entered the points of a card, and so knows that
 *   this is wanted
 * @property {string} reducedMotion "on" or "off"; empty to follow the system
 * @property {string} contribution the player's own contribution to the shuffle; empty for a random
 *   one
 */

const KEY = "pegout.settings";

/** @type {Readonly<Settings>} */
export const DEFAULTS = Object.freeze({
  name: "",
  language: "",
  theme: "",
  cardTheme: "",
  pace: "normal",
  thinking: "like_me",
  sorted: true,
  fourColour: false,
  largeIndices: false,
  leftHand: false,
  autoGo: true,
  autoLast: false,
  autoDeal: false,
  askedPlay: false,
  confirm: true,
  tellDiscards: false,
  hints: "",
  tutor: "",
  sounds: false,
  captions: true,
  notify: false,
  mutePhrases: false,
  textView: false,
  keys: true,
  numbers: true,
  log: false,
  claims: false,
  reducedMotion: "",
  contribution: "",
});

/** The values of settings that have a closed list. */
export const VALUES = Object.freeze({
  language: ["", ...Object.keys(FACTS.languages)],
  theme: ["", "walnut", "maple", "slate"],
  cardTheme: ["", "walnut", "maple", "slate"],
  pace: Object.keys(PACING.paces),
  thinking: PACING.thinking,
  hints: ["", "on", "off"],
  reducedMotion: ["", "on", "off"],
  tutor: ["", "large_mistake", "mistake", "inaccuracy"],
});

const MAX = 64;

/** Return the storage of the browser, which may deny it. @returns {Storage | null} */
export function storage() {
  try {
    return globalThis.localStorage ?? null;
  } catch {
    return null;
  }
}

/** @param {unknown} data @returns {Readonly<Settings>} */
function sensible(data) {
  /** @type {Record<string, unknown>} */
  const made = { ...DEFAULTS };
  const given = /** @type {Record<string, unknown>} */ (
    data && typeof data === "object" ? data : {}
  );
  for (const [name, standard] of Object.entries(DEFAULTS)) {
    const value = given[name];
    if (typeof value !== typeof standard) continue;
    const allowed = /** @type {Record<string, string[]>} */ (VALUES)[name];
    if (allowed && !allowed.includes(String(value))) continue;
    made[name] = typeof value === "string" ? value.slice(0, MAX) : value;
  }
  return Object.freeze(/** @type {Settings} */ (/** @type {unknown} */ (made)));
}

/** @returns {Readonly<Settings>} */
function load() {
  try {
    return sensible(JSON.parse(storage()?.getItem(KEY) ?? "{}"));
  } catch {
    return DEFAULTS;
  }
}

/** @type {Listeners<[Readonly<Settings>]>} */
const listeners = new Listeners();

let current = load();

export const settings = Object.freeze({
  /**
   * Return the current settings.
   * @returns {Readonly<Settings>}
   */
  get() {
    return current;
  },

  /**
   * Change some settings, and notify the listeners.
   * @param {Partial<Settings>} changes
   */
  set(changes) {
    current = sensible({ ...current, ...changes });
    try {
      storage()?.setItem(KEY, JSON.stringify(current));
    } catch (error) {
      console.warn("the settings cannot be kept", error);
    }
    listeners.tell(current);
  },

  /**
   * Listen for every change, here and in other tabs.
   * @param {(settings: Readonly<Settings>) => void} listener
   * @returns {() => void} removes the listener
   */
  on(listener) {
    return listeners.on(listener);
  },
});

globalThis.addEventListener?.("storage", (event) => {
  if (/** @type {StorageEvent} */ (event).key !== KEY) return;
  current = load();
  listeners.tell(current);
});

const DARK = "(prefers-color-scheme: dark)";
const STILL = "(prefers-reduced-motion: reduce)";

/**
 * Return the theme to show: the chosen one, or that of the system's light or dark mode.
 * @returns {string}
 */
export function themeNow() {
  if (current.theme) return current.theme;
  return globalThis.matchMedia?.(DARK).matches ? "walnut" : "maple";
}

/**
 * Return whether motion is reduced, by the setting or by the system.
 * @returns {boolean}
 */
export function reducedMotion() {
  if (current.reducedMotion) return current.reducedMotion === "on";
  return globalThis.matchMedia?.(STILL).matches ?? false;
}

/**
 * Keep the root element's data and classes in line with the settings: `data-theme`, `data-cards`,
 * `data-pace` with `--pace`, `data-motion`, and a class for each switch that is on.
 * @param {HTMLElement} root
 */
export function applySettings(root) {
  const apply = () => {
    root.dataset.theme = themeNow();
    root.dataset.cards = current.cardTheme || themeNow();
    root.dataset.pace = current.pace;
    root.style.setProperty("--pace", String(speedOf(current.pace)));
    root.dataset.motion = reducedMotion() ? "reduced" : "full";
    root.classList.toggle("large-indices", current.largeIndices);
    root.classList.toggle("four-colour", current.fourColour);
    root.classList.toggle("left-hand", current.leftHand);
    root.classList.toggle("captions", current.captions);
    root.classList.toggle("hole-numbers", current.numbers);
  };
  settings.on(apply);
  for (const query of [DARK, STILL]) matchMedia(query).addEventListener("change", apply);
  apply();
}
