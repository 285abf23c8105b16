// @ts-check
/**
 * What the client says itself. The English sentence is the key of the catalogue and stands in the
 * call, so that a scanner finds it; what happens in a game is said by the server.
 */

/** The languages that there are words for, and what they call themselves. */
export const LANGUAGES = Object.freeze({ en: "English", es: "Español" });

/** @typedef {{messages: Record<string, string>, plurals: Record<string, [string, string]>}} Words */

/** @type {Words} */
const ENGLISH = { messages: {}, plurals: {} };

/** @type {Map<string, Words>} */
const known = new Map([["en", ENGLISH]]);

/** @type {Set<(code: string) => void>} */
const listeners = new Set();

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
 * Say a sentence in the language that is spoken.
 * @param {string} text the sentence in English, with `{name}` for each value
 * @param {Record<string, unknown>} [values]
 * @returns {string}
 */
export function t(text, values) {
  return filled(words.messages[text] ?? text, values);
}

/**
 * Say how many; `{n}` is given by itself.
 * @param {string} one the sentence in English for one
 * @param {string} many the sentence in English for any other number
 * @param {number} n
 * @param {Record<string, unknown>} [values]
 * @returns {string}
 */
export function plural(one, many, n, values) {
  const [single, several] = words.plurals[one] ?? [one, many];
  return filled(n === 1 ? single : several, { n, ...values });
}

/**
 * Give the sentence back: it stands here to be found, and is said with `t` where it is used.
 * @param {string} text
 * @returns {string}
 */
export function mark(text) {
  return text;
}

/**
 * Give the code of the language that is spoken.
 * @returns {string}
 */
export function language() {
  return spoken;
}

/**
 * Give the language to speak for a setting; empty follows the browser.
 * @param {string} setting
 * @returns {string}
 */
export function languageFor(setting) {
  const asked = setting ? [setting] : (globalThis.navigator?.languages ?? []);
  for (const one of asked) {
    const code = one.toLowerCase().split("-")[0] ?? "";
    if (code in LANGUAGES) return code;
  }
  return "en";
}

/**
 * Speak another language from now on. Where its words cannot be had, the old one stays.
 * @param {string} code
 * @returns {Promise<string>} the language that is spoken now
 */
export async function speak(code) {
  wanted = code;
  let found = known.get(code);
  if (!found) {
    try {
      const answer = await fetch(new URL(`../texts/words.${code}.json`, import.meta.url));
      if (answer.ok) found = /** @type {Words} */ (await answer.json());
    } catch (error) {
      console.warn("no words for", code, error);
    }
    if (found) known.set(code, found);
  }
  // Somebody may have asked for yet another language while the words were fetched.
  if (!found || wanted !== code || spoken === code) return spoken;
  spoken = code;
  words = found;
  for (const listener of [...listeners]) listener(code);
  return spoken;
}

/**
 * Be told when another language is spoken; everything is then to be rendered again.
 * @param {(code: string) => void} listener
 * @returns {() => void} stops it
 */
export function onLanguage(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
