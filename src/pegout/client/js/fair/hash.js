/**
 * SHA-256 and HMAC, by the browser if available and otherwise in JavaScript: browsers deny
 * `crypto.subtle` to pages over plain http, such as those of a server at home.
 */

const K = new Uint32Array([
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
  0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
  0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
  0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
  0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
  0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
  0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
  0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
]);
const START = [
  0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
];
const BLOCK = 64;

/**
 * @param {...(Uint8Array | number[])} parts
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function join(...parts) {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/**
 * @param {Uint8Array} bytes
 * @returns {string} in lower case
 */
export function toHex(bytes) {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * @param {string} text an even number of hexadecimal digits
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function fromHex(text) {
  return new Uint8Array((text.match(/../g) ?? []).map((pair) => parseInt(pair, 16)));
}

/**
 * Return a number as four bytes, the most significant first.
 * @param {number} n
 * @returns {number[]}
 */
export function u32(n) {
  return [n >>> 24, (n >>> 16) & 255, (n >>> 8) & 255, n & 255];
}

/** @param {number} x @param {number} by */
const rotated = (x, by) => (x >>> by) | (x << (32 - by));

/**
 * @param {Uint32Array} state eight words, modified in place
 * @param {DataView} data
 * @param {number} from the offset of the block
 */
function compress(state, data, from) {
  const w = new Uint32Array(64);
  for (let i = 0; i < 16; i += 1) w[i] = data.getUint32(from + 4 * i);
  for (let i = 16; i < 64; i += 1) {
    const [x, y] = [w[i - 15], w[i - 2]];
    const s0 = rotated(x, 7) ^ rotated(x, 18) ^ (x >>> 3);
    const s1 = rotated(y, 17) ^ rotated(y, 19) ^ (y >>> 10);
    w[i] = w[i - 16] + s0 + w[i - 7] + s1;
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let i = 0; i < 64; i += 1) {
    const s1 = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25);
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + K[i] + w[i]) | 0;
    const s0 = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22);
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, i) => (state[i] += word));
}

/**
 * Compute SHA-256 in JavaScript (FIPS 180-4).
 * @param {Uint8Array} message
 * @returns {Uint8Array<ArrayBuffer>} 32 bytes
 */
export function sha256(message) {
  const blocks = Math.ceil((message.length + 9) / BLOCK);
  const padded = new Uint8Array(blocks * BLOCK);
  padded.set(message);
  padded[message.length] = 0x80;
  const data = new DataView(padded.buffer);
  data.setUint32(padded.length - 8, Math.floor(message.length / 2 ** 29));
  data.setUint32(padded.length - 4, (message.length << 3) >>> 0);
  const state = new Uint32Array(START);
  for (let block = 0; block < blocks; block += 1) compress(state, data, block * BLOCK);
  return join(...[...state].map(u32));
}

/**
 * Compute HMAC with SHA-256 in JavaScript (RFC 2104).
 * @param {Uint8Array} key
 * @param {Uint8Array} message
 * @returns {Uint8Array<ArrayBuffer>} 32 bytes
 */
export function hmacByHand(key, message) {
  const padded = new Uint8Array(BLOCK);
  padded.set(key.length > BLOCK ? sha256(key) : key);
  const inner = padded.map((byte) => byte ^ 0x36);
  const outer = padded.map((byte) => byte ^ 0x5c);
  return sha256(join(outer, sha256(join(inner, message))));
}

/**
 * Compute HMAC with SHA-256, by the browser if available, otherwise in JavaScript.
 * @param {Uint8Array<ArrayBuffer>} key
 * @param {Uint8Array<ArrayBuffer>} message
 * @returns {Promise<Uint8Array<ArrayBuffer>>} 32 bytes
 */
export async function hmac(key, message) {
  const subtle = globalThis.crypto?.subtle;
  if (!subtle) return hmacByHand(key, message);
  const kind = { name: "HMAC", hash: "SHA-256" };
  const imported = await subtle.importKey("raw", key, kind, false, ["sign"]);
  return new Uint8Array(await subtle.sign("HMAC", imported, message));
}
