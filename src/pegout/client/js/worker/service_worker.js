/**
 * The service worker: it keeps the files of a release, and answers for them without a network. The
 * file at the root of the site says which files these are, and then runs this one as a script.
 *
 * Addresses of files have digests, so what is kept is never out of date. The pages of a site are
 * those of the release that is kept as a whole; those of a server come from it, as long as it can be
 * reached.
 */
{
  /**
   * @typedef {object} Release
   * @property {string} digest of the files of the client; every page names them by it
   * @property {string[]} pages their addresses; the first is shown where no other is kept
   * @property {string[]} game the files that a game needs
   * @property {string[]} expert those that only the expert needs
   * @property {string[]} packed those that have compressed files beside them
   * @property {boolean} served whether pages come from a server
   */

  const worker = /** @type {any} */ (self);
  /** @type {Release} */
  const release = worker.release;
  /** @type {import("./parts.js").Parts} */
  const parts = worker.parts;
  /** How many files are fetched at the same time. */
  const AT_ONCE = 6;

  /** @type {string} */
  const scope = worker.registration.scope;
  const at = (/** @type {string} */ path) => new URL(path, scope).href;
  /** Where the page of an address is kept, as it is in this release. */
  const pageOf = (/** @type {string} */ url) => {
    const path = url.split(/[?#]/)[0]?.replace(/index\.html$/, "") ?? "";
    return `${release.pages.some((page) => at(page) === path) ? path : at("")}?${release.digest}`;
  };

  /** @param {string} path */
  async function fetchFile(path) {
    if (release.packed.includes(path)) return (await parts.fetch(at(path), true)).answer;
    // The page may have fetched it a moment ago; what has a digest is never out of date.
    const answer = await fetch(at(path), { cache: "force-cache" });
    if (!answer.ok) throw new Error(`${answer.url}: ${answer.status}`);
    return answer;
  }

  /** @param {string} path */
  async function fetchPage(path) {
    const answer = await fetch(at(path), { cache: "no-cache" });
    const text = await answer.text();
    if (!answer.ok || !text.includes(release.digest)) throw new Error(`${path}: another release`);
    return new Response(text, { headers: { "Content-Type": "text/html; charset=utf-8" } });
  }

  /**
   * Keep the files of a kind that are not kept yet.
   * @param {"game" | "expert"} kind
   */
  async function keepFiles(kind) {
    const cache = await parts.open(kind, scope);
    const kept = new Set((await cache?.keys())?.map(({ url }) => url));
    const missing = release[kind].filter((path) => !kept.has(at(path)));
    while (missing.length) {
      const some = missing.splice(0, AT_ONCE);
      await Promise.all(some.map(async (path) => cache?.put(at(path), await fetchFile(path))));
    }
  }

  /** Keep a whole release: its pages last, so that they are kept only where all of it is. */
  async function keepRelease() {
    await keepFiles("game");
    const cache = await parts.open("game", scope);
    for (const page of release.pages) {
      const url = pageOf(at(page));
      if (!(await cache?.match(url))) await cache?.put(url, await fetchPage(page));
    }
  }

  /**
   * Forget what this release does not have, unless a newer one is being kept, or another window may
   * still show an older one.
   */
  async function tidy() {
    const { installing, waiting } = worker.registration;
    if (installing || waiting || (await windows()).length > 1) return;
    const pages = release.pages.map((page) => pageOf(at(page)));
    const own = new Set([...pages, ...[...release.game, ...release.expert].map(at)]);
    for (const kind of ["game", "expert"]) {
      const cache = await parts.open(kind, scope);
      for (const { url } of (await cache?.keys()) ?? [])
        if (!own.has(url)) await cache?.delete(url);
    }
  }

  /** @returns {Promise<unknown[]>} */
  const windows = () => worker.clients.matchAll({ includeUncontrolled: true, type: "window" });

  /** @param {Request} request */
  async function answerPage(request) {
    const kept = await parts.find(pageOf(request.url));
    if (kept && !release.served) return kept;
    try {
      return await fetch(request);
    } catch (error) {
      if (kept) return kept;
      throw error;
    }
  }

  /** @param {Request} request */
  async function answerFile(request) {
    return (await parts.find(request.url)) ?? fetch(request);
  }

  const isFile = (/** @type {string} */ url) =>
    ["static/", "engine/"].some((folder) => url.startsWith(at(folder)));

  worker.addEventListener("install", (/** @type {any} */ event) => {
    // The first one may begin at once, and keeps what the page has loaded. A later one replaces it
    // when it has everything and nobody plays.
    const isFirst = !worker.registration.active || release.served;
    event.waitUntil(isFirst ? worker.skipWaiting() : keepRelease());
  });

  worker.addEventListener("activate", (/** @type {any} */ event) => {
    event.waitUntil(worker.clients.claim());
  });

  worker.addEventListener("message", (/** @type {any} */ event) => {
    const begin = async () => {
      const { type, digest } = event.data;
      // A page of another release still needs its own files.
      if (type === "keep" && digest === release.digest) await keepRelease().then(tidy);
      if (type === "take" && (await windows()).length === 1) await worker.skipWaiting();
    };
    event.waitUntil(begin().catch(console.warn));
  });

  worker.addEventListener("fetch", (/** @type {any} */ event) => {
    const { request } = event;
    if (request.method !== "GET") return;
    if (request.mode === "navigate") event.respondWith(answerPage(request));
    else if (isFile(request.url)) event.respondWith(answerFile(request));
  });
}
