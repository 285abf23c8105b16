/** Derives a seal and a pack from a secret, exactly as docs/fair-deals.md specifies. */

import { fromHex, hmac, join, toHex, u32 } from "./hash.js";
import { FORBIDDEN, isWord } from "./word.js";

const LABEL_LIMIT = 200;
const SEAT_LIMIT = 8;

const HEX = /^[0-9a-f]{64}$/i;
const PACK = [..."A23456789TJQK"].flatMap((rank) => [..."CDHS"].map((suit) => rank + suit));

const utf8 = new TextEncoder();

/** @param {string} text */
function field(text) {
  const bytes = utf8.encode(text);
  return join(u32(bytes.length), bytes);
}

/**
 * @param {unknown} text
 * @returns {text is string} whether it is 32 bytes in hexadecimal digits
 */
export function isHex(text) {
  return typeof text === "string" && HEX.test(text);
}

/** @param {unknown} text */
function isLabel(text) {
  return (
    typeof text === "string" &&
    text !== "" &&
    [...text].length <= LABEL_LIMIT &&
    !FORBIDDEN.test(text)
  );
}

/** @param {unknown} words */
function areWords(words) {
  return Array.isArray(words) && words.length <= SEAT_LIMIT && words.every(isWord);
}

/**
 * Return the seal of a deal.
 * @param {string} secret 64 hexadecimal digits
 * @param {string} label
 * @returns {Promise<string>} 64 hexadecimal digits
 */
export async function commit(secret, label) {
  return toHex(await hmac(fromHex(secret), join(field("pegout/commit/1"), field(label))));
}

/**
 * Return the pack derived from a secret and the contributions of the seats, its top card first.
 * @param {string} secret 64 hexadecimal digits
 * @param {string} label
 * @param {readonly string[]} contributions one contribution for each seat
 * @returns {Promise<string[]>}
 */
export async function derive(secret, label, contributions) {
  const texts = [u32(contributions.length), ...contributions.map(field)];
  const key = await hmac(fromHex(secret), join(field("pegout/pack/1"), field(label), ...texts));
  const pack = [...PACK];
  let counter = 0;
  let block = new Uint8Array();
  let at = 0;
  for (let i = pack.length - 1; i > 0; i -= 1) {
    const size = i + 1;
    let byte = 256;
    // Rejecting these bytes keeps all numbers equally likely.
    while (byte >= 256 - (256 % size)) {
      if (at === block.length) {
        block = await hmac(key, join(u32(counter)));
        counter += 1;
        at = 0;
      }
      byte = block[at];
      at += 1;
    }
    const j = byte % size;
    [pack[i], pack[j]] = [pack[j], pack[i]];
  }
  return pack;
}

/**
 * @typedef {object} Deal
 * @property {string} label
 * @property {string} commitment
 * @property {string} secret
 * @property {readonly string[]} contributions
 * @property {readonly string[]} pack 52 cards from the top, `??` for a card that was not seen
 */

/** @typedef {"malformed" | "commitment_mismatch" | "pack_mismatch"} DealFault */

/**
 * Verify one deal: the secret has to match the seal, and every known card the derived pack.
 * @param {Deal} deal
 * @returns {Promise<{ok: boolean, faults: DealFault[], compared: number}>} `compared` is the number
 *   of known cards
 */
export async function verifyDeal({ label, commitment, secret, contributions, pack }) {
  const sound =
    isLabel(label) &&
    isHex(commitment) &&
    isHex(secret) &&
    areWords(contributions) &&
    Array.isArray(pack) &&
    pack.length === PACK.length;
  if (!sound) return { ok: false, faults: ["malformed"], compared: 0 };
  /** @type {DealFault[]} */
  const faults = [];
  const seal = await commit(secret, label);
  if (seal !== commitment.toLowerCase()) faults.push("commitment_mismatch");
  const right = await derive(secret, label, contributions);
  const seen = pack.map((card, index) => ({ card, index })).filter(({ card }) => card !== "??");
  if (seen.some(({ card, index }) => card !== right[index])) faults.push("pack_mismatch");
  return { ok: faults.length === 0, faults, compared: seen.length };
}

/**
 * Return whether these values are valid input for a seal and a pack.
 * @param {string} label
 * @param {string} secret
 * @param {readonly string[]} contributions
 * @returns {boolean}
 */
export function isSound(label, secret, contributions) {
  return isLabel(label) && isHex(secret) && areWords(contributions);
}
