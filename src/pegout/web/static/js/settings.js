// @ts-check
/** What a player has chosen for themselves. It stays in this browser, and its tabs follow. */

import { PACING, speedOf } from "./pacing.js";

/**
 * @typedef {object} Settings
 * @property {string} name what the player is called at a table; empty until chosen
 * @property {string} language "en" or "es"; empty to follow the browser
 * @property {string} theme "walnut", "maple" or "slate"; empty to follow light and dark
 * @property {string} cardTheme the drawing of the cards' backs; empty for that of the table
 * @property {string} pace "slow", "normal", "quick", "instant" or "step"
 * @property {string} thinking "like_me", "quick" or "off": how long computer players seem to think
 * @property {boolean} sorted whether the hand is shown sorted
 * @property {boolean} fourColour whether each suit has its own colour
 * @property {boolean} largeIndices whether the corners of the cards are larger
 * @property {boolean} leftHand whether the buttons stand at the left
 * @property {boolean} autoGo whether the table says go for a player who can do nothing else
 * @property {boolean} autoLast whether the only card that fits is laid without asking
 * @property {boolean} tellDiscards whether, against computer players, each own discard is followed
 *   by what it was worth
 * @property {string} tutor how large a mistake is that one is warned of against computer players:
 *   "inaccuracy", "mistake" or "large_mistake"; empty for none
 * @property {boolean} confirm whether a card is chosen first and laid with the button
 * @property {boolean} sounds whether there are sounds
 * @property {boolean} captions whether sounds are also written
 * @property {boolean} notify whether a notification says whose turn it is while the tab is hidden
 * @property {boolean} mutePhrases whether the phrases of others are left unsaid
 * @property {boolean} textView whether the table is shown in words
 * @property {boolean} keys whether single keys are short cuts
 * @property {boolean} numbers whether the numbers of the holes are shown
 * @property {boolean} log whether the log is open where it has a column beside the table
 * @property {string} reducedMotion "on" or "off"; empty to follow the system
 * @property {string} contribution the player's own word for the shuffle; empty for a random one
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
  confirm: true,
  tellDiscards: false,
  tutor: "",
  sounds: false,
  captions: true,
  notify: false,
  mutePhrases: false,
  textView: false,
  keys: true,
  numbers: true,
  log: false,
  reducedMotion: "",
  contribution: "",
});

/** What a setting with a closed list of values may be. */
export const VALUES = Object.freeze({
  language: ["", "en", "es"],
  theme: ["", "walnut", "maple", "slate"],
  cardTheme: ["", "walnut", "maple", "slate"],
  pace: Object.keys(PACING.paces),
  thinking: PACING.thinking,
  reducedMotion: ["", "on", "off"],
  tutor: ["", "large_mistake", "mistake", "inaccuracy"],
});

const MOST = 64;

/** @returns {Storage | null} */
function storage() {
  try {
    return globalThis.localStorage ?? null;
  } catch {
    // A browser may forbid it; the settings then last as long as the page.
    return null;
  }
}

/**
 * @param {unknown} data
 * @returns {Readonly<Settings>}
 */
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
    made[name] = typeof value === "string" ? value.slice(0, MOST) : value;
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

/** @type {Set<(settings: Readonly<Settings>) => void>} */
const listeners = new Set();

let current = load();

function tell() {
  for (const listener of [...listeners]) listener(current);
}

export const settings = Object.freeze({
  /**
   * Give the settings as they are.
   * @returns {Readonly<Settings>}
   */
  get() {
    return current;
  },

  /**
   * Change some of them; whoever listens is told.
   * @param {Partial<Settings>} changes
   */
  set(changes) {
    current = sensible({ ...current, ...changes });
    try {
      storage()?.setItem(KEY, JSON.stringify(current));
    } catch (error) {
      console.warn("the settings cannot be kept", error);
    }
    tell();
  },

  /**
   * Be told of every change, here and in other tabs.
   * @param {(settings: Readonly<Settings>) => void} listener
   * @returns {() => void} stops it
   */
  on(listener) {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
});

globalThis.addEventListener?.("storage", (event) => {
  if (/** @type {StorageEvent} */ (event).key !== KEY) return;
  current = load();
  tell();
});

const DARK = "(prefers-color-scheme: dark)";
const STILL = "(prefers-reduced-motion: reduce)";

/**
 * Give the theme to show: the one that was chosen, or the one for light and dark.
 * @returns {string}
 */
export function themeNow() {
  if (current.theme) return current.theme;
  return globalThis.matchMedia?.(DARK).matches ? "walnut" : "maple";
}

/**
 * Say whether motion is to be kept small, as chosen or as the system has it.
 * @returns {boolean}
 */
export function reducedMotion() {
  if (current.reducedMotion) return current.reducedMotion === "on";
  return globalThis.matchMedia?.(STILL).matches ?? false;
}

/**
 * Keep the root element's data and classes as the settings are: `data-theme`, `data-cards`,
 * `data-pace` with `--pace`, `data-motion`, and a class for each thing that is on.
 * @param {HTMLElement} root
 */
export function dress(root) {
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
