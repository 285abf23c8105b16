/** The contribution of a seat to the shuffle: a text that no opponent can predict. */

/** The longest contribution, in characters. */
export const WORD_LIMIT = 64;
/** Control characters, line separators, and halves of surrogate pairs. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is these that a word may not have
export const FORBIDDEN = /[\0-\x1f\x7f-\x9f\u2028\u2029]|\p{Surrogate}/u;

/**
 * @param {unknown} text
 * @returns {text is string} whether a seat may contribute it to the shuffle
 */
export function isWord(text) {
  return typeof text === "string" && [...text].length <= WORD_LIMIT && !FORBIDDEN.test(text);
}

/**
 * Return an unpredictable contribution: 130 random bits.
 * @returns {string} 26 letters and digits
 */
export function freshWord() {
  // Thirty-two characters that are easy to tell apart.
  const signs = "abcdefghjkmnpqrstuvwxyz023456789".split("");
  const bytes = globalThis.crypto.getRandomValues(new Uint8Array(26));
  return [...bytes].map((byte) => signs[byte & 31]).join("");
}

/**
 * Add a fresh part to the player's own text, because a text used repeatedly is known after the
 * first time. A text that is too long for that stays as it is; an empty one becomes all fresh.
 * @param {string} own
 * @returns {string}
 */
export function wordOrFresh(own) {
  const whole = own ? `${own} ${freshWord()}` : freshWord();
  if (isWord(whole)) return whole;
  return isWord(own) ? own : freshWord();
}
