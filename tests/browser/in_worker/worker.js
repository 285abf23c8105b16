// A worker that runs Python on the files of a library, as that of a site does, for tests.

import { withBarriers } from "./js/worker/file_system.js";
import { mountLibrary, openLibrary, postStored } from "./js/worker/library.js";
import { loadPyodide } from "./python/pyodide.mjs";

const HOME = "/suite";

/** @param {string} path */
const bytesOf = async (path) => new Uint8Array(await (await fetch(path)).arrayBuffer());

/**
 * @typedef {object} Task
 * @property {string} script the last value of which is text
 * @property {string[]} packages
 * @property {boolean} blocks whether the browser does not write files at once
 * @property {string[]} missing what else it does not have: `locks` without a secure connection,
 *   `indexedDB` where nothing may be stored
 */

/** @param {Task} task */
async function begin({ packages, blocks, missing }) {
  // @ts-ignore
  if (blocks) delete FileSystemFileHandle.prototype.createSyncAccessHandle;
  for (const name of missing) {
    Object.defineProperty(name === "locks" ? navigator : self, name, { value: undefined });
  }
  const library = await openLibrary();
  const python = await withBarriers(() => loadPyodide({ indexURL: "./python/" }));
  for (const path of packages) {
    python.unpackArchive(await bytesOf(path), "zip", { extractDir: HOME });
  }
  mountLibrary(python.FS, library);
  python.runPython(`import os, sys; sys.path.insert(0, "${HOME}"); os.chdir("${HOME}")`);
  const post = postStored(library, postMessage, fail);
  return (/** @type {string} */ script) => post(python.runPython(script));
}

/** @param {any} error */
function fail(error) {
  postMessage(`${error.code ?? "error"}: ${error}`);
}

/** @type {Promise<(script: string) => void> | undefined} */
let runs;

// A script runs, and its text is posted once what it wrote is stored.
self.onmessage = async ({ data }) => {
  try {
    // The next script tries again to begin.
    runs ??= begin(data).catch((error) => {
      runs = undefined;
      throw error;
    });
    (await runs)(data.script);
  } catch (error) {
    fail(error);
  }
};
