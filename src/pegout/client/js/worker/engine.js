/**
 * The worker that runs the application: Python, its packages and the tables of one user. It tells
 * the page when it is ready, and passes messages on in both directions.
 */

import { LibraryFault } from "./fault.js";
import { withBarriers } from "./file_system.js";
import { mountLibrary, openLibrary, postStored } from "./library.js";

/**
 * @typedef {{python: string, packages: string[], tables: Record<string, string>}} Files where
 *   everything is, as seen from the file that says so
 */

const HOME = "/pegout";
/** The folder of the package that has its tables. */
const TABLES = `${HOME}/pegout/tables/data`;
/** What the worker does once Python is there. */
const BEGIN = `
from pegout.site.worker import begin
begin`;

/** @param {string} url */
async function bytesOf(url) {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}

/** @param {any} error */
function fail(error) {
  postMessage(JSON.stringify({ type: "failed", code: error.code ?? "", message: String(error) }));
}

async function begin() {
  const library = await openLibrary();
  const place = new URL("../../engine.json", import.meta.url);
  /** @type {Files} */
  const files = await (await fetch(place)).json();
  const at = (/** @type {string} */ path) => new URL(path, place).href;
  const { loadPyodide } = await import(at(`${files.python}pyodide.mjs`));
  const packages = Promise.all(files.packages.map((path) => bytesOf(at(path))));
  const python = await withBarriers(() => loadPyodide({ indexURL: at(files.python) }));
  for (const bytes of await packages) python.unpackArchive(bytes, "zip", { extractDir: HOME });
  // A large table is fetched when it is read first, by a hint for example.
  for (const [name, path] of Object.entries(files.tables)) {
    python.FS.createLazyFile(TABLES, name, at(path), true, false);
  }
  const sys = python.pyimport("sys");
  sys.path.insert(0, HOME);
  sys.destroy();
  const path = mountLibrary(python.FS, library);
  const receives = python.runPython(BEGIN)(path, postStored(library, postMessage, fail));
  if (typeof receives === "string") throw new LibraryFault(receives);
  return receives;
}

/** @type {Promise<(text: string) => void>} */
const receives = begin();

self.onmessage = async ({ data }) => (await receives)(data);

receives.then(() => postMessage(JSON.stringify({ type: "ready" })), fail);
