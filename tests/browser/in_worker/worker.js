// A worker that runs Python on the files of a library, as that of a site does, for tests.

import { withBarriers } from "./js/worker/file_system.js";
import { mountLibrary, openLibrary, postStored } from "./js/worker/library.js";
import { loadPyodide } from "./python/pyodide.mjs";

const HOME = "/suite";

/** @param {string} path */
const bytesOf = async (path) => new Uint8Array(await (await fetch(path)).arrayBuffer());

/**
 * Run a script, whose last value is text, and post it once what it wrote is stored.
 * @param {{script: string, packages: string[], blocks: boolean}} task `blocks` in a browser that does
 *   not write files at once
 */
async function run({ script, packages, blocks }) {
  // @ts-ignore
  if (blocks) delete FileSystemFileHandle.prototype.createSyncAccessHandle;
  const library = await openLibrary();
  const python = await withBarriers(() => loadPyodide({ indexURL: "./python/" }));
  for (const path of packages) {
    python.unpackArchive(await bytesOf(path), "zip", { extractDir: HOME });
  }
  mountLibrary(python.FS, library);
  python.runPython(`import os, sys; sys.path.insert(0, "${HOME}"); os.chdir("${HOME}")`);
  postStored(library, postMessage, fail)(python.runPython(script));
}

/** @param {any} error */
function fail(error) {
  postMessage(`${error.code ?? "error"}: ${error}`);
}

self.onmessage = ({ data }) => run(data).catch(fail);
