// @ts-check
/** What a seat adds to the shuffle: a word that nobody else can foresee. */

/** The longest text that a seat may add to the shuffle, in characters. */
export const WORD_LIMIT = 64;
/** Control characters, line separators, and halves of surrogate pairs. */
export const FORBIDDEN = /[\0-\x1f\x7f-\x9f\u2028\u2029]|\p{Surrogate}/u;

/**
 * @param {unknown} text
 * @returns {text is string} whether a seat may add it to the shuffle
 */
export function isWord(text) {
  return typeof text === "string" && [...text].length <= WORD_LIMIT && !FORBIDDEN.test(text);
}

/**
 * Give a word for the shuffle that nobody can foresee: 130 random bits.
 * @returns {string} 26 letters and digits
 */
export function freshWord() {
  // Thirty-two signs that nobody takes for one another.
  const signs = "abcdefghjkmnpqrstuvwxyz023456789".split("");
  const bytes = globalThis.crypto.getRandomValues(new Uint8Array(26));
  return [...bytes].map((byte) => signs[byte & 31]).join("");
}

/**
 * Give a word of one's own with a fresh part, for one that is used again and again is known after
 * the first time. One that is too long for that stays as it is; without one it is all fresh.
 * @param {string} own
 * @returns {string}
 */
export function freshened(own) {
  const whole = own ? `${own} ${freshWord()}` : freshWord();
  if (isWord(whole)) return whole;
  return isWord(own) ? own : freshWord();
}
