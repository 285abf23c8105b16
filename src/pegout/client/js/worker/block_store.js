/**
 * Files in IndexedDB, for browsers without files that are written at once. They are in memory, in
 * blocks; everything that has changed is stored in one transaction, so that the stored files are
 * always those of one moment.
 */

import { LibraryFault } from "./fault.js";

/** @import { StoredFile } from "./file_system.js" */

const BLOCK = 4096;
const BLOCKS = "blocks";
/** The key of the page that stores last. */
const OWNER = "owner";

/** A file in memory which knows what of it has changed. @implements {StoredFile} */
export class BlockFile {
  #bytes = new Uint8Array(0);
  #size = 0;
  /** The numbers of the blocks that have changed. */
  #changed = new Set();

  getSize() {
    return this.#size;
  }

  /** @param {Uint8Array} bytes @param {{at: number}} options */
  read(bytes, { at }) {
    const found = this.#bytes.subarray(at, Math.min(this.#size, at + bytes.length));
    bytes.set(found);
    return found.length;
  }

  /** @param {Uint8Array} bytes @param {{at: number}} options */
  write(bytes, { at }) {
    const from = Math.min(at, this.#size);
    this.#resize(Math.max(this.#size, at + bytes.length));
    this.#bytes.set(bytes, at);
    this.#touch(from, at + bytes.length);
    return bytes.length;
  }

  /** @param {number} size */
  truncate(size) {
    const before = this.#size;
    this.#resize(size);
    this.#bytes.fill(0, size, before);
    this.#touch(Math.min(size, before), Math.max(size, before));
  }

  /** What has changed is stored before the page is told of it, not at once. */
  flush() {}

  /** @param {number} size */
  #resize(size) {
    if (size > this.#bytes.length) {
      const longer = new Uint8Array(Math.max(size, Math.ceil(1.5 * this.#bytes.length), BLOCK));
      longer.set(this.#bytes.subarray(0, this.#size));
      this.#bytes = longer;
    }
    this.#size = size;
  }

  /** @param {number} from @param {number} to */
  #touch(from, to) {
    for (let block = Math.floor(from / BLOCK); block * BLOCK < to; block++) {
      this.#changed.add(block);
    }
  }

  /**
   * Put back a block that was stored.
   * @param {number} block
   * @param {Uint8Array} bytes
   */
  restore(block, bytes) {
    this.write(bytes, { at: block * BLOCK });
    this.#changed.clear();
  }

  /**
   * Return the changed blocks; `null` for one that is no longer part of the file.
   * @returns {[number, Uint8Array | null][]}
   */
  take() {
    const taken = [...this.#changed].sort((one, other) => one - other);
    this.#changed.clear();
    return taken.map((block) => {
      const bytes = this.#bytes.slice(block * BLOCK, Math.min(this.#size, (block + 1) * BLOCK));
      return [block, bytes.length ? bytes : null];
    });
  }
}

/** The files of a database. */
export class BlockStore {
  #database;
  /** What was asked to be stored last. */
  #stored = Promise.resolve();
  #owner = crypto.getRandomValues(new Uint32Array(4)).join("-");
  /** @type {Map<string, BlockFile>} */
  files;

  /** @param {IDBDatabase} database @param {readonly string[]} names */
  constructor(database, names) {
    this.#database = database;
    this.files = new Map(names.map((name) => [name, new BlockFile()]));
  }

  /**
   * Open a database, and read its files; from now on no page that opened it earlier can store.
   * @param {string} name
   * @param {readonly string[]} names the names of the files
   */
  static async open(name, names) {
    const opening = indexedDB.open(name, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(BLOCKS);
    const store = new BlockStore(await resultOf(opening), names);
    await store.#read();
    return store;
  }

  async #read() {
    const blocks = this.#begin();
    blocks.put(this.#owner, OWNER);
    // Keys of a file are lists of its name and the number of the block, and come in order.
    const keys = blocks.getAllKeys(IDBKeyRange.lowerBound([]));
    const found = await resultOf(blocks.getAll(IDBKeyRange.lowerBound([])));
    keys.result.forEach((key, at) => {
      const [name, block] = /** @type {[string, number]} */ (key);
      this.files.get(name)?.restore(block, found[at]);
    });
    await done(blocks.transaction);
  }

  #begin() {
    const options = /** @type {const} */ ({ durability: "strict" });
    return this.#database.transaction(BLOCKS, "readwrite", options).objectStore(BLOCKS);
  }

  /**
   * Store everything that has changed: all of it or nothing. After a failure nothing is stored.
   * @returns {Promise<void>}
   * @throws {LibraryFault} `second_tab` if another page has opened the database since
   */
  store() {
    this.#stored = this.#stored.then(() => this.#write());
    return this.#stored;
  }

  async #write() {
    const changed = [...this.files].flatMap(([name, file]) =>
      file.take().map(([block, bytes]) => ({ key: [name, block], bytes })),
    );
    if (!changed.length) return;
    const blocks = this.#begin();
    const owner = blocks.get(OWNER);
    let mine = true;
    owner.onsuccess = () => {
      mine = owner.result === this.#owner;
      if (!mine) blocks.transaction.abort();
      for (const { key, bytes } of mine ? changed : []) {
        if (bytes) blocks.put(bytes, key);
        else blocks.delete(key);
      }
    };
    await done(blocks.transaction).catch((error) => {
      throw mine ? error : new LibraryFault("second_tab", error);
    });
  }
}

/**
 * @template T
 * @param {IDBRequest<T>} request
 * @returns {Promise<T>}
 */
function resultOf(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** @param {IDBTransaction} transaction @returns {Promise<void>} */
function done(transaction) {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () =>
      reject(transaction.error ?? new Error("the transaction was aborted"));
  });
}
