/**
 * The client's own sentences. The English sentence is the key of the catalogue and is written in
 * the call, so that a scanner can extract it; the server writes the sentences about the game.
 */

import { FACTS } from "./facts.js";
import { Listeners } from "./listeners.js";
import { file } from "./transport.js";

/** @typedef {{messages: Record<string, string>, plurals: Record<string, [string, string]>}} Words */

/** @type {Words} */
const ENGLISH = { messages: {}, plurals: {} };

/** @type {Map<string, Words>} */
const known = new Map([["en", ENGLISH]]);

/** @type {Listeners<[string]>} */
const listeners = new Listeners();

let spoken = "en";
let words = ENGLISH;
let wanted = "en";

/**
 * @param {string} text
 * @param {Record<string, unknown>} [values]
 * @returns {string}
 */
function filled(text, values) {
  if (!values) return text;
  return text.replace(/\{(\w+)\}/g, (whole, name) =>
    name in values ? String(values[name]) : whole,
  );
}

/**
 * Translate a sentence to the current language.
 * @param {string} text the English sentence, with `{name}` for each value
 * @param {Record<string, unknown>} [values]
 * @returns {string}
 */
export function t(text, values) {
  return filled(words.messages[text] ?? text, values);
}

/**
 * Translate a sentence with a number; `{n}` is the number itself.
 * @param {string} one the English sentence for one
 * @param {string} many the English sentence for any other number
 * @param {number} n
 * @param {Record<string, unknown>} [values]
 * @returns {string}
 */
export function plural(one, many, n, values) {
  const [single, several] = words.plurals[one] ?? [one, many];
  return filled(n === 1 ? single : several, { n, ...values });
}

/**
 * Join words as in a sentence: "Ann, Ben and Cora".
 * @param {readonly string[]} parts
 * @returns {string}
 */
export function joined(parts) {
  if (parts.length < 2) return parts[0] ?? "";
  const first = parts.slice(0, -1).join(", ");
  return t("{first} and {last}", { first, last: parts.at(-1) });
}

/**
 * Return the sentence unchanged: this marks it for extraction, and `t` translates it where it is
 * used.
 * @param {string} text
 * @returns {string}
 */
export function mark(text) {
  return text;
}

/**
 * Return the code of the current language.
 * @returns {string}
 */
export function language() {
  return spoken;
}

/**
 * Return the language for a setting; an empty setting follows the page, if it is in one language
 * alone, or else the browser.
 * @param {string} setting
 * @returns {string}
 */
export function languageFor(setting) {
  const fixed = setting || globalThis.document?.documentElement?.dataset?.language;
  const asked = fixed ? [fixed] : (globalThis.navigator?.languages ?? []);
  for (const language of asked) {
    const code = language.toLowerCase().split("-")[0] ?? "";
    if (code in FACTS.languages) return code;
  }
  return "en";
}

/**
 * Switch to another language. If its catalogue cannot be loaded, the old one stays.
 * @param {string} code
 * @returns {Promise<string>} the current language afterwards
 */
export async function speak(code) {
  wanted = code;
  let found = known.get(code);
  if (!found) {
    try {
      const answer = await file(new URL(`../texts/words.${code}.json`, import.meta.url));
      if (answer.ok) found = /** @type {Words} */ (await answer.json());
    } catch (error) {
      console.warn("no words for", code, error);
    }
    if (found) known.set(code, found);
  }
  // Another language may have been requested while the catalogue was loading.
  if (!found || wanted !== code || spoken === code) return spoken;
  spoken = code;
  words = found;
  listeners.tell(code);
  return spoken;
}

/**
 * Listen for changes of language, after which all texts have to be written again.
 * @param {(code: string) => void} listener
 * @returns {() => void} removes the listener
 */
export function onLanguage(listener) {
  return listeners.on(listener);
}
