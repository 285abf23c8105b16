/** Loads the parts of the application, keeps them, and says how much has come. */

import "./parts.js";

/** @type {import("./parts.js").Parts} */
const parts = /** @type {any} */ (self).parts;

/**
 * @typedef {[number, number, number]} Sizes the bytes of a file: plain, as gzip and as brotli
 * @typedef {{read: number, total: number}} Progress the bytes that have come, of those to come
 */

/** Which of the sizes comes, by the coding of the answer. @type {Record<string, number>} */
const CODINGS = { gzip: 1, br: 2 };

export class Loader {
  #scope;
  #sizes;
  #tell;
  /** What is being loaded, by its address. @type {Map<string, Promise<Uint8Array>>} */
  #loading = new Map();
  /** @type {Map<string, {share: number, size: number}>} */
  #coming = new Map();
  /** @type {Promise<void>[]} */
  #keeping = [];

  /**
   * @param {string} scope the address of the folder of the site
   * @param {Map<string, Sizes>} sizes by address
   * @param {(progress: Progress) => void} tell
   */
  constructor(scope, sizes, tell) {
    this.#scope = scope;
    this.#sizes = sizes;
    this.#tell = tell;
  }

  /** @param {string} url */
  has(url) {
    return this.#sizes.has(url);
  }

  /**
   * Load files, or take them from where they are kept; progress begins at nothing again.
   * @param {string[]} urls
   * @param {string} kind the cache that keeps them
   */
  async begin(urls, kind) {
    const kept = await Promise.all(urls.map((url) => parts.find(url)));
    this.#coming.clear();
    urls.forEach((url, at) => {
      if (!kept[at]) this.#coming.set(url, { share: 0, size: this.#sizeOf(url, "br") });
    });
    urls.forEach((url, at) => {
      this.#loading.set(url, this.#load(url, kind, kept[at]));
    });
    this.#say();
  }

  /**
   * Return the bytes of a file that is being loaded; they are given away once.
   * @param {string} url
   * @returns {Promise<Uint8Array>}
   */
  async take(url) {
    const bytes = await this.#loading.get(url);
    if (!bytes) throw new Error(`${url} is not being loaded`);
    this.#loading.delete(url);
    return bytes;
  }

  /**
   * @param {string} url
   * @param {string} coding
   * @returns {number}
   */
  #sizeOf(url, coding) {
    const sizes = /** @type {Sizes} */ (this.#sizes.get(url));
    return sizes[CODINGS[coding] ?? 0] ?? 0;
  }

  /**
   * @param {string} url
   * @param {string} kind
   * @param {Response} [kept]
   */
  async #load(url, kind, kept) {
    if (kept) return new Uint8Array(await kept.arrayBuffer());
    const isPacked = this.#sizeOf(url, "gzip") < this.#sizeOf(url, "");
    const { answer, coding } = await parts.fetch(url, isPacked);
    const part = { share: 0, size: this.#sizeOf(url, coding) };
    this.#coming.set(url, part);
    const bytes = await this.#read(answer, this.#sizeOf(url, ""), (share) => {
      part.share = share;
      this.#say();
    });
    const headers = { "Content-Type": answer.headers.get("Content-Type") ?? "" };
    this.#keeping.push(this.#keep(kind, url, new Response(bytes, { headers })));
    return bytes;
  }

  /** @param {string} kind @param {string} url @param {Response} answer */
  async #keep(kind, url, answer) {
    const cache = await parts.open(kind, this.#scope);
    // A full disk is no reason not to play.
    await cache?.put(url, answer).catch(console.warn);
  }

  /** Wait until everything that has come is kept. */
  async keeping() {
    await Promise.all(this.#keeping.splice(0));
  }

  /**
   * @param {Response} answer
   * @param {number} size
   * @param {(share: number) => void} came
   */
  async #read(answer, size, came) {
    const bytes = new Uint8Array(size);
    let read = 0;
    const reader = /** @type {ReadableStream<Uint8Array>} */ (answer.body).getReader();
    for (let next = await reader.read(); next.value; next = await reader.read()) {
      if (read + next.value.length > size) break;
      bytes.set(next.value, read);
      read += next.value.length;
      came(read / size);
    }
    if (read !== size) throw new Error(`${answer.url}: expected ${size} bytes, not ${read}`);
    return bytes;
  }

  #say() {
    const all = [...this.#coming.values()];
    const sum = (/** @type {number[]} */ sizes) => sizes.reduce((one, other) => one + other, 0);
    const [read, total] = [all.map(({ share, size }) => share * size), all.map(({ size }) => size)];
    this.#tell({ read: sum(read), total: sum(total) });
  }
}
