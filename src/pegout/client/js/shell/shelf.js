/** Records opened from files; they are stored only in this browser. */

/** @typedef {{id: string, text: string, summary: import("../wire").MatchSummary, added: number}} Book */

const NAME = "pegout";
const STORE = "records";

/** @type {Promise<IDBDatabase> | null} */
let opened = null;

/** @returns {Promise<IDBDatabase>} */
function open() {
  opened ??= new Promise((done, fail) => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: "id" });
    request.onsuccess = () => done(request.result);
    request.onerror = () => fail(request.error);
  });
  // After a failure, the next call tries again.
  opened.catch(() => (opened = null));
  return opened;
}

/**
 * @template T
 * @param {IDBTransactionMode} mode
 * @param {(store: IDBObjectStore) => IDBRequest<T>} operate
 * @returns {Promise<T>}
 */
async function within(mode, operate) {
  const store = (await open()).transaction(STORE, mode).objectStore(STORE);
  return new Promise((done, fail) => {
    const request = operate(store);
    request.onerror = () => fail(request.error);
    // A write is complete when its transaction is.
    store.transaction.oncomplete = () => done(request.result);
    store.transaction.onabort = () => fail(store.transaction.error);
  });
}

/**
 * Store a record; the same text is stored once.
 * @param {string} text
 * @param {import("../wire").MatchSummary} summary
 */
export async function put(text, summary) {
  const id = nameOf(text);
  await within("readwrite", (store) => store.put({ id, text, summary, added: Date.now() }));
}

/**
 * Return every record, the newest first.
 * @returns {Promise<Book[]>}
 */
export async function books() {
  const all = await within("readonly", (store) => /** @type {any} */ (store.getAll()));
  return all.sort((/** @type {Book} */ a, /** @type {Book} */ b) => b.added - a.added);
}

/**
 * @param {string} id
 * @returns {Promise<Book | undefined>}
 */
export function book(id) {
  return within("readonly", (store) => store.get(id));
}

/** @param {string} id */
export async function remove(id) {
  await within("readwrite", (store) => store.delete(id));
}

/** @param {string} text @returns {string} */
function nameOf(text) {
  // Without HTTPS there is no crypto.subtle; this checksum only has to distinguish texts.
  let [first, second] = [0x811c9dc5, 0x01000193];
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at);
    first = Math.imul(first ^ sign, 0x01000193);
    second = Math.imul(second + sign, 0x85ebca6b) ^ (second >>> 13);
  }
  const hex = (/** @type {number} */ n) => (n >>> 0).toString(16).padStart(8, "0");
  return `${hex(first)}${hex(second)}${text.length.toString(16)}`;
}
