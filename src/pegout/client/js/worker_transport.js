/**
 * The transport to an application in a worker of the page. The worker starts when it is prepared, or
 * with the first request; until it is ready, requests wait. If it fails, they fail as they do without
 * a network, and the next request starts another one.
 */

/** @import { Loading } from "./loading.js" */
/** @typedef {import("./transport.js").Socket} Socket */

/** The paths whose answers are files. @type {[RegExp, string][]} */
const FILES = [[/^\/api\/rulebook\/(\w+)$/, "../texts/rulebook.$1.json"]];
/** The statuses of answers without a body. */
const EMPTY = [204, 304];
/** The status of an answer that a fault of the library has prevented. */
const LOCKED = 423;

/** A socket whose other end is in the worker. @implements {Socket} */
class WorkerSocket {
  readyState = 0;
  /** @type {((event: any) => void) | null} */
  onopen = null;
  /** @type {((event: any) => void) | null} */
  onmessage = null;
  /** @type {((event: any) => void) | null} */
  onclose = null;
  /** @type {((event: any) => void) | null} */
  onerror = null;
  #post;

  /** @param {(message: object) => void} post sends a message of this socket to the worker */
  constructor(post) {
    this.#post = post;
  }

  /** @param {string} text */
  send(text) {
    const message = JSON.parse(text);
    // A worker that decides for long has not gone, so the page answers in its place.
    if (message.type === "ping") {
      queueMicrotask(() =>
        this.onmessage?.({ data: JSON.stringify({ ...message, type: "pong" }) }),
      );
    } else this.#post({ type: "send", message: text });
  }

  close() {
    if (this.readyState !== 3) this.#post({ type: "close" });
    this.readyState = 3;
  }

  /** @param {any} message of the worker */
  take(message) {
    if (this.readyState === 3) return;
    if (message.type === "opened") {
      this.readyState = 1;
      this.onopen?.({});
    } else if (message.type === "message") {
      this.onmessage?.({ data: message.message });
    } else {
      this.readyState = 3;
      this.onclose?.({ code: message.code });
    }
  }
}

/** Requests and sockets by messages to a worker. */
export class WorkerTransport {
  /** @type {Worker | null} */
  #worker = null;
  #isReady = false;
  /** Whether the browser keeps what is stored. @type {Promise<boolean> | undefined} */
  #kept;
  /** The messages that wait until the worker is ready. @type {object[]} */
  #waiting = [];
  /** How much has come of what is being loaded. */
  #progress = { read: 0, total: 0 };
  #last = 0;
  /** @type {Map<number, {resolve: (answer: Response) => void, reject: (error: Error) => void}>} */
  #asked = new Map();
  /** @type {Map<number, WorkerSocket>} */
  #sockets = new Map();
  /** What was asked for by `load`. @type {{kind: string, waits: boolean, settle: (fault?: Error) => void}[]} */
  #loads = [];
  #start;
  #file;
  #tell;

  /**
   * @param {() => Worker} start
   * @param {(url: URL) => Promise<Response>} file fetches a file of the client
   * @param {(loading: Loading | null) => void} [tell] is told what the worker is loading
   */
  constructor(start, file, tell = () => {}) {
    this.#start = start;
    this.#file = file;
    this.#tell = tell;
  }

  /**
   * @param {string} path
   * @param {RequestInit} [options]
   * @returns {Promise<Response>}
   */
  request(path, { method = "GET", headers = {}, body = null, signal } = {}) {
    for (const [pattern, found] of FILES) {
      if (pattern.test(path)) {
        return this.#file(new URL(path.replace(pattern, found), import.meta.url));
      }
    }
    if (!path.startsWith("/api/")) return this.#file(new URL(path, location.href));
    const id = ++this.#last;
    return new Promise((resolve, reject) => {
      this.#asked.set(id, { resolve, reject });
      signal?.addEventListener("abort", () => {
        // A worker answers every request; the time until it is ready has no limit.
        if (signal.reason?.name !== "TimeoutError") this.#settle(id)?.reject(signal.reason);
      });
      this.#post({ type: "ask", id, method, path, headers, body: body ?? "" });
    });
  }

  /**
   * @param {string} path
   * @returns {Socket}
   */
  open(path) {
    const id = ++this.#last;
    const socket = new WorkerSocket((message) => this.#post({ ...message, id }));
    this.#sockets.set(id, socket);
    this.#post({ type: "open", id, path });
    return socket;
  }

  /** Start the worker, if it does not run yet. */
  prepare() {
    this.#worker ??= this.#begin();
  }

  isReady() {
    return this.#isReady;
  }

  /** @param {string} kind @param {boolean} [waits] @returns {Promise<void>} */
  load(kind, waits = false) {
    this.prepare();
    this.#worker?.postMessage({ load: kind, waits });
    return new Promise((resolve, reject) => {
      const settle = (/** @type {Error | undefined} */ fault) =>
        fault ? reject(fault) : resolve();
      this.#loads.push({ kind, waits, settle });
    });
  }

  /** @param {object} message */
  #post(message) {
    this.prepare();
    if (this.#isReady) this.#worker?.postMessage(JSON.stringify(message));
    else {
      this.#waiting.push(message);
      this.#tellProgress();
    }
  }

  #begin() {
    const worker = this.#start();
    worker.onmessage = ({ data }) => this.#take(JSON.parse(data));
    worker.onerror = (event) => this.#fail(event.message);
    return worker;
  }

  #tellProgress() {
    const isAsked = this.#asked.size + this.#sockets.size > 0 && !this.#isReady;
    const waits = isAsked || this.#loads.some((load) => load.waits);
    const { read, total } = this.#progress;
    this.#tell({ read, total, waits });
  }

  /** @param {any} message of the worker */
  #take(message) {
    if (message.type === "progress") {
      this.#progress = message;
      this.#tellProgress();
    } else if (message.type === "loaded") {
      this.#settleLoads((load) => load.kind === message.kind, message.fault);
    } else if (message.type === "ready") {
      this.#isReady = true;
      this.#tell(null);
      for (const waiting of this.#waiting.splice(0)) this.#post(waiting);
    } else if (message.type === "failed") {
      this.#fail(message.message, message.code);
    } else if (message.type === "answer") {
      const { id, status, headers, body } = message;
      const answer = new Response(EMPTY.includes(status) ? null : body, { status, headers });
      this.#settle(id)?.resolve(answer);
      // There is a game to lose now, so the browser is asked not to delete what is stored.
      if (status === 201) this.#kept ??= globalThis.navigator?.storage?.persist?.();
    } else {
      this.#sockets.get(message.id)?.take(message);
      if (message.type === "closed") this.#sockets.delete(message.id);
    }
  }

  /** @param {number} id */
  #settle(id) {
    const asked = this.#asked.get(id);
    this.#asked.delete(id);
    return asked;
  }

  /** @param {(load: {kind: string}) => boolean} isDone @param {string} [fault] */
  #settleLoads(isDone, fault) {
    const done = this.#loads.filter(isDone);
    this.#loads = this.#loads.filter((load) => !isDone(load));
    for (const { settle } of done) settle(fault ? new TypeError(fault) : undefined);
    this.#tell(null);
  }

  /**
   * End the worker; a fault of the library has a code, for which the page has a sentence.
   * @param {string} reason
   * @param {string} [code]
   */
  #fail(reason, code = "") {
    console.error("the worker has failed:", reason);
    this.#worker?.terminate();
    this.#worker = null;
    this.#isReady = false;
    this.#progress = { read: 0, total: 0 };
    this.#waiting = [];
    const [asked, sockets] = [[...this.#asked.values()], [...this.#sockets.values()]];
    this.#asked.clear();
    this.#sockets.clear();
    this.#settleLoads(() => true, reason);
    for (const { resolve, reject } of asked) {
      if (code) resolve(new Response(JSON.stringify({ code }), { status: LOCKED }));
      else reject(new TypeError(reason));
    }
    const bye = JSON.stringify({ type: "bye", code, message: "", again: false });
    for (const socket of sockets) {
      if (code) socket.take({ type: "message", message: bye });
      socket.take({ type: "closed", code: 1006 });
    }
  }
}
