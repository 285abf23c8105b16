/**
 * The worker that runs the application: Python, its packages and the tables of one user. It tells
 * the page how much has come of what it loads, and when it is ready, and passes messages on in both
 * directions. With the name of `JOBS` it runs what takes long, for the worker that has started it.
 */

import { members } from "./archive.js";
import { LibraryFault } from "./fault.js";
import { withBarriers } from "./file_system.js";
import { lazyFile } from "./lazy_file.js";
import { mountLibrary, openLibrary, postStored } from "./library.js";
import { Loader } from "./loader.js";

/**
 * @typedef {object} Files where everything is, as seen from the file that says so
 * @property {string} python the folder of Python
 * @property {string[]} packages archives
 * @property {Record<string, Record<string, string>>} tables those that are read later, by what
 *   needs them, `game` or `expert`, and by name
 * @property {Record<string, import("./loader.js").Sizes>} sizes of all but scripts, by path
 */

const HOME = "/pegout";
/** The folder of the package that has its tables. */
const TABLES = `${HOME}/pegout/tables/data`;
/** What the worker does once Python is there. */
const BEGIN = `
from pegout.site.worker import begin
begin`;
/** The folder of the site. */
const SCOPE = new URL("../../../../", import.meta.url).href;
/** The name of a worker that runs jobs, and what it does. */
const JOBS = "jobs";
const RUN_JOB = `
from pegout.site.jobs import run_job
run_job`;

/** How long nobody plays before what is not needed yet is loaded, in milliseconds. */
const QUIET = 3_000;

/** @type {LaterTables | null} */
let later = null;
/** When the page last asked for something. */
let heard = 0;

/** @param {object} message */
const tell = (message) => postMessage(JSON.stringify(message));

/**
 * Put a file into the file system.
 * @param {any} files
 * @param {string} path
 * @param {Uint8Array} bytes
 */
function write(files, path, bytes) {
  files.mkdirTree(path.slice(0, path.lastIndexOf("/")));
  files.writeFile(path, bytes, { canOwn: true });
}

/** Python asks for its files by `fetch`. @param {Loader} loader */
function answerFetch(loader) {
  const network = self.fetch;
  self.fetch = async (request, options) => {
    const url = String(request);
    if (!loader.has(url)) return network(request, options);
    const type = url.endsWith(".wasm") ? "application/wasm" : "application/zip";
    return new Response(/** @type {BlobPart} */ (await loader.take(url)), {
      headers: { "Content-Type": type },
    });
  };
}

/** @param {any} error */
function fail(error) {
  tell({ type: "failed", code: error.code ?? "", message: String(error) });
}

async function startPython() {
  const place = new URL("../../engine.json", import.meta.url);
  /** @type {Files} */
  const files = await (await fetch(place)).json();
  const at = (/** @type {string} */ path) => new URL(path, place).href;
  const sizes = new Map(Object.entries(files.sizes).map(([path, found]) => [at(path), found]));
  const loader = new Loader(SCOPE, sizes, (progress) => tell({ type: "progress", ...progress }));
  const own = ["python_stdlib.zip", "pyodide.asm.wasm"].map((name) => at(files.python + name));
  const packages = files.packages.map(at);
  await loader.begin([...own, ...packages], "game");
  answerFetch(loader);
  const { loadPyodide } = await import(at(`${files.python}pyodide.mjs`));
  const python = await withBarriers(() => loadPyodide({ indexURL: at(files.python) }));
  for (const url of packages) {
    for (const [path, bytes] of members(await loader.take(url))) {
      write(python.FS, `${HOME}/${path}`, bytes);
    }
  }
  later = new LaterTables(python.FS, loader, files, at);
  const sys = python.pyimport("sys");
  sys.path.insert(0, HOME);
  sys.destroy();
  return python;
}

/** The tables that are read later; each comes when it is read, if it has not come before. */
class LaterTables {
  /** @type {Map<string, (bytes: Uint8Array) => void>} */
  #fills = new Map();
  /** @type {Map<string, Promise<void>>} */
  #loading = new Map();

  /**
   * @param {any} fileSystem
   * @param {Loader} loader
   * @param {Files} files
   * @param {(path: string) => string} at
   */
  constructor(fileSystem, loader, { tables, sizes }, at) {
    this.loader = loader;
    this.urls = new Map(
      Object.entries(tables).map(([kind, paths]) => [kind, Object.values(paths).map(at)]),
    );
    fileSystem.mkdirTree(TABLES);
    for (const [name, path] of Object.values(tables).flatMap(Object.entries)) {
      const size = sizes[path]?.[0] ?? 0;
      this.#fills.set(at(path), lazyFile(fileSystem, TABLES, name, size, at(path)));
    }
  }

  /** Load those that something needs. @param {string} kind @returns {Promise<void>} */
  load(kind) {
    const loading = this.#loading.get(kind) ?? this.#load(kind);
    this.#loading.set(kind, loading);
    loading.catch(() => this.#loading.delete(kind));
    return loading;
  }

  /** @param {string} kind */
  async #load(kind) {
    const urls = this.urls.get(kind) ?? [];
    await this.loader.begin(urls, kind);
    await Promise.all(urls.map(async (url) => this.#fills.get(url)?.(await this.loader.take(url))));
    await this.loader.keeping();
  }
}

/**
 * Start another worker, for jobs; it ends with this one.
 * @param {any} take receives the result of each job, in their order
 * @param {any} failed receives the reason why the worker has failed
 */
function startJobs(take, failed) {
  const worker = new Worker(self.location.href, { type: "module", name: JOBS });
  // Python keeps both functions only until this one returns.
  const [taken, told] = [take.copy(), failed.copy()];
  worker.onmessage = ({ data }) => {
    const { type, result, message } = JSON.parse(data);
    if (type === "result") taken(result);
    if (type === "failed") told(message);
  };
  worker.onerror = (event) => {
    // Otherwise it would be an error of this worker, which the page would end.
    event.preventDefault();
    told(event.message || "the worker cannot be loaded");
  };
  const end = () => {
    worker.terminate();
    worker.onmessage = worker.onerror = null;
    taken.destroy();
    told.destroy();
  };
  return { post: (/** @type {string} */ text) => worker.postMessage(text), end };
}

/** @returns {Promise<(text: string) => void>} what takes the messages of the page */
async function beginTable() {
  const library = await openLibrary();
  const python = await startPython();
  const post = postStored(library, postMessage, fail);
  const start = self.Worker ? startJobs : undefined;
  const receive = python.runPython(BEGIN)(mountLibrary(python.FS, library), post, start);
  if (typeof receive === "string") throw new LibraryFault(receive);
  tell({ type: "ready" });
  return receive;
}

/** @returns {Promise<(text: string) => void>} what takes the jobs */
async function beginJobs() {
  const run = (await startPython()).runPython(RUN_JOB);
  // What values a decision reads them. Where they cannot come now, it says so.
  await later?.load("expert").catch(console.warn);
  return (text) => tell({ type: "result", result: run(text) });
}

const begun = self.name === JOBS ? beginJobs() : beginTable();
begun.catch(fail);

/** Wait until the page has asked for nothing for a while. */
async function quiet() {
  for (let left = QUIET; left > 0; left = QUIET - (performance.now() - heard)) {
    await new Promise((resolve) => setTimeout(resolve, left));
  }
}

/**
 * Load the tables that something needs, and say when they are there and kept.
 * @param {string} kind
 * @param {boolean} waits whether the page waits for them; otherwise they come when nobody plays
 */
async function load(kind, waits) {
  try {
    await begun;
    if (!waits) await quiet();
    await later?.load(kind);
    tell({ type: "loaded", kind });
  } catch (error) {
    tell({ type: "loaded", kind, fault: String(error) });
  }
}

// A text is a message to Python.
self.onmessage = async ({ data }) => {
  heard = performance.now();
  if (typeof data === "string") await begun.then((take) => take(data)).catch(fail);
  else await load(data.load, data.waits);
};
