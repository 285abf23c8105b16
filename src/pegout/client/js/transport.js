/**
 * How a page reaches its table: over the network, or in a worker of the page, as the page itself
 * says. Files of the client come over the network in both cases.
 */

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
  load: async () => {},
};

/** @returns {Promise<Transport>} */
async function startable() {
  const [{ WorkerTransport }, { tellLoading }] = await Promise.all([
    import("./worker_transport.js"),
    import("./loading.js"),
  ]);
  const engine = new URL("./worker/engine.js", import.meta.url);
  return new WorkerTransport(() => new Worker(engine, { type: "module" }), file, tellLoading);
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
