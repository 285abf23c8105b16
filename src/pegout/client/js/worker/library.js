/**
 * The library of one user: the files in which SQLite has it, and when the page may be told of what
 * was written to them. They are in the private file system of the origin; in a browser that does not
 * write there at once, they are in IndexedDB.
 */

import { BlockStore } from "./block_store.js";
import { faultOf, LibraryFault } from "./fault.js";
import { fileSystem } from "./file_system.js";

/** @import { StoredFile } from "./file_system.js" */

const NAME = "pegout";
const FOLDER = "/library";
const LIBRARY = "library.db";
/** The files of SQLite. With one connection there is no `-shm`. */
const FILES = Object.freeze([LIBRARY, `${LIBRARY}-journal`, `${LIBRARY}-wal`]);
/** How long to wait for the worker of a page that is being closed, in milliseconds. */
const PATIENCE = 3_000;
/** How often to try to open a file that another worker has just closed, and the pause between. */
const [TRIES, PAUSE] = [20, 100];

/**
 * @typedef {object} Library
 * @property {Map<string, StoredFile>} files
 * @property {() => Promise<void>} store settled when everything written is stored
 */

/**
 * Open the files of the library, for this worker alone.
 * @returns {Promise<Library>}
 * @throws {LibraryFault} `second_tab`, `no_storage` or `disk_full`
 */
export async function openLibrary() {
  await hold();
  try {
    return (await openPrivate()) ?? (await openBlocks());
  } catch (error) {
    throw faultOf(error, "no_storage");
  }
}

/** Hold a lock as long as this worker runs. @returns {Promise<void>} */
function hold() {
  // Without a secure connection there are no locks; `BlockStore` then sees a second page.
  if (!navigator.locks) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(PATIENCE);
    const held = () => {
      resolve();
      return new Promise(() => {});
    };
    navigator.locks
      .request(NAME, { signal }, held)
      .catch((error) => reject(new LibraryFault("second_tab", error)));
  });
}

/** @returns {Promise<Library | null>} `null` where the browser has no such files */
async function openPrivate() {
  const { prototype } = globalThis.FileSystemFileHandle ?? {};
  if (!prototype || !("createSyncAccessHandle" in prototype)) return null;
  let root;
  try {
    root = await navigator.storage.getDirectory();
  } catch (error) {
    // So answers a browser that keeps such files from a private window.
    if (/** @type {Error} */ (error).name === "SecurityError") return null;
    throw error;
  }
  const folder = await root.getDirectoryHandle(NAME, { create: true });
  /** @type {Map<string, StoredFile>} */
  const files = new Map();
  for (const name of FILES) {
    files.set(name, await openFile(await folder.getFileHandle(name, { create: true })));
  }
  // SQLite flushes them at the end of each commit; but the files may be written on when the browser
  // has deleted them.
  const store = async () => {
    await folder.getFileHandle(LIBRARY);
  };
  return { files, store };
}

/** @param {FileSystemFileHandle} handle @returns {Promise<StoredFile>} */
async function openFile(handle) {
  for (let tries = 1; ; tries++) {
    try {
      return await /** @type {any} */ (handle).createSyncAccessHandle();
    } catch (error) {
      if (/** @type {Error} */ (error).name !== "NoModificationAllowedError") throw error;
      if (tries === TRIES) throw new LibraryFault("second_tab", error);
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
  }
}

/** @returns {Promise<Library>} */
async function openBlocks() {
  const blocks = await BlockStore.open(NAME, FILES);
  return { files: blocks.files, store: () => blocks.store() };
}

/**
 * Make the files those of a folder, and return the path of the library.
 * @param {any} FS the file systems of Python
 * @param {Library} library
 * @returns {string}
 */
export function mountLibrary(FS, { files }) {
  FS.mkdirTree(FOLDER);
  FS.mount(fileSystem(FS, files), {}, FOLDER);
  return `${FOLDER}/${LIBRARY}`;
}

/**
 * Return a function that posts messages in their order, each once everything is stored that was
 * written before. If that fails, this and all later ones are not posted.
 * @param {Library} library
 * @param {(message: string) => void} post
 * @param {(fault: LibraryFault) => void} fail
 * @returns {(message: string) => void}
 */
export function postStored({ store }, post, fail) {
  let posted = Promise.resolve();
  return (message) => {
    posted = Promise.all([posted, store()]).then(() => post(message));
    posted.catch((error) => fail(faultOf(error, "not_stored")));
  };
}
