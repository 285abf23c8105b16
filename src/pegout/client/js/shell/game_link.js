/**
 * Records of games in a link: compressed, and behind the #, which no browser sends to a server. So
 * the link works in every copy of this site.
 */

import { fullAddress, here } from "../address.js";

/**
 * @typedef {object} LinkedGames
 * @property {number} seat the seat that is played, or compared
 * @property {string[]} texts the records
 */

const HASH = "#games=";
/** The longest text in a link, in characters; a long game has a tenth of it. */
const LONGEST = 40_000;

/**
 * @param {BlobPart} data
 * @param {CompressionStream | DecompressionStream} stream
 */
async function through(data, stream) {
  return new Response(new Blob([data]).stream().pipeThrough(stream)).arrayBuffer();
}

/**
 * Return a link to a page that reads some games.
 * @param {string} path
 * @param {LinkedGames} games
 * @returns {Promise<string>}
 */
export async function linkWith(path, games) {
  const packed = await through(JSON.stringify(games), new CompressionStream("deflate-raw"));
  let signs = "";
  for (const byte of new Uint8Array(packed)) signs += String.fromCharCode(byte);
  const text = btoa(signs).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  return fullAddress(path + HASH + text);
}

/**
 * Return the games in the address of the current page; they are untrusted input.
 * @returns {Promise<LinkedGames | null>} `null` if the address has none, or is not complete
 */
export async function linkedGames() {
  const { hash } = here();
  if (!hash.startsWith(HASH) || hash.length > LONGEST) return null;
  try {
    const signs = atob(hash.slice(HASH.length).replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(signs, (sign) => sign.charCodeAt(0));
    const text = await through(bytes, new DecompressionStream("deflate-raw"));
    const { seat, texts } = JSON.parse(new TextDecoder().decode(text));
    return Number.isInteger(seat) && Array.isArray(texts)
      ? { seat, texts: texts.map(String) }
      : null;
  } catch {
    return null;
  }
}
