/**
 * How a page reaches its table: over the network, or in a worker of the page, as the page itself
 * says. Files of the client come over the network in both cases.
 *
 * A page whose tables are in a worker may have a host besides: a server elsewhere, at which players
 * in several browsers meet. The codes of its tables begin with a mark here.
 */

import { FACTS } from "./facts.js";

/**
 * @typedef {object} Socket what `Connection` needs of a WebSocket
 * @property {number} readyState
 * @property {((event: any) => void) | null} onopen
 * @property {((event: any) => void) | null} onmessage
 * @property {((event: any) => void) | null} onclose
 * @property {((event: any) => void) | null} onerror
 * @property {(text: string) => void} send
 * @property {() => void} close
 *
 * @typedef {object} Transport
 * @property {(path: string, options?: RequestInit) => Promise<Response>} request
 * @property {(path: string) => Socket} open opens the socket of a path
 * @property {() => void} prepare makes ready what requests will need
 * @property {() => boolean} isReady whether a request is answered at once
 * @property {(kind: string, waits?: boolean) => Promise<void>} load makes ready what not every game
 *   needs at once, such as the data of the expert, and says whether the page waits for it
 */

/** @type {Transport} */
const network = {
  request: (path, options) => fetch(path, options),
  open: (path) => {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    return new WebSocket(`${scheme}//${location.host}${path}`);
  },
  prepare: () => {},
  isReady: () => true,
  load: async () => {},
};

/** @returns {Promise<Transport>} */
async function startable() {
  const [{ WorkerTransport }, { tellLoading }] = await Promise.all([
    import("./worker_transport.js"),
    import("./loading.js"),
  ]);
  const engine = new URL("./worker/engine.js", import.meta.url);
  const start = () => new Worker(engine, { type: "module" });
  const own = new WorkerTransport(start, file, tellLoading);
  return FACTS.host ? withHost(own, FACTS.host) : own;
}

/** The beginning of the code of a table at the host, and of the path of a request to the host. */
const [MARK, HOST] = ["~", "/host"];

/** Whether players in several browsers meet at tables. */
export const canMeet = FACTS.server || Boolean(FACTS.host);

/**
 * Return the code that a table of the host has here.
 * @param {string} code
 */
export function hosted(code) {
  return MARK + code;
}

/**
 * Return the code of a table as its own server knows it.
 * @param {string} code
 */
export function plainCode(code) {
  return code.replace(MARK, "");
}

/**
 * Return whether a table is at the host.
 * @param {string} code
 */
export function isHosted(code) {
  return Boolean(FACTS.host) && code.startsWith(MARK);
}

/**
 * Return the path of a request to where a table is.
 * @param {string} code
 * @param {string} path
 */
export function pathAt(code, path) {
  return isHosted(code) ? HOST + path : path;
}

/**
 * Return the path of a request about a table.
 * @param {string} code
 * @param {string} [what] the end of the path
 */
export function tablePath(code, what = "") {
  return pathAt(code, `/api/tables/${encodeURIComponent(plainCode(code))}${what}`);
}

/**
 * Return a transport that sends requests to the host over the network, and all others its own way.
 * @param {Transport} own
 * @param {string} host
 * @returns {Transport}
 */
export function withHost(own, host) {
  const isFor = (/** @type {string} */ path) => path.startsWith(`${HOST}/`);
  const rest = (/** @type {string} */ path) => path.slice(HOST.length);
  return {
    request: (path, options) =>
      isFor(path) ? fetch(host + rest(path), options) : own.request(path, options),
    open: (path) =>
      isFor(path) ? new WebSocket(host.replace("http", "ws") + rest(path)) : own.open(path),
    prepare: () => own.prepare(),
    isReady: () => own.isReady(),
    load: (kind, waits) => own.load(kind, waits),
  };
}

/**
 * Fetch a file of the client.
 * @param {string | URL} url
 * @param {RequestInit} [options]
 * @returns {Promise<Response>}
 */
export function file(url, options) {
  return fetch(url, options);
}

/** Whether the tables are in a worker of the page. */
export const inWorker = globalThis.document?.documentElement?.dataset.transport === "worker";

/** @type {Transport} */
export const transport = inWorker ? await startable() : network;
