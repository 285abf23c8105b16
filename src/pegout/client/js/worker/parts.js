/**
 * The files of a site as they come: compressed, once, and kept by the browser. The worker of the
 * application imports this file as a module, and the service worker as a script; so it exports
 * nothing, and both find `parts` in their global scope.
 *
 * @typedef {object} Parts
 * @property {(url: string) => Promise<Response | undefined>} find returns what is kept
 * @property {(kind: string, scope: string) => Promise<Cache | null>} open opens the cache of what
 *   a game needs, `game`, or of the data of the expert, `expert`; there is none in a page without
 *   a secure connection
 * @property {(url: string, isPacked: boolean) => Promise<{answer: Response, coding: string}>} fetch
 *   fetches a file, of which a compressed one may be beside it, and says how it came
 */

{
  // The worker of the application puts another function in its place.
  const network = self.fetch.bind(self);

  /** @param {string} url */
  const find = async (url) => {
    try {
      return await caches.match(url, { ignoreVary: true });
    } catch {
      return undefined;
    }
  };

  /** @param {string} kind @param {string} scope the address of the folder of the site */
  const open = async (kind, scope) => {
    try {
      return await caches.open(`pegout ${kind} ${new URL(scope).pathname}`);
    } catch {
      return null;
    }
  };

  /** @param {string} url */
  const ask = async (url) => {
    const answer = await network(url);
    if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
    return { answer, coding: answer.headers.get("Content-Encoding") ?? "" };
  };

  /** @param {string} url @param {boolean} isPacked */
  const fetchPart = async (url, isPacked) => {
    if (!isPacked || typeof DecompressionStream === "undefined") return ask(url);
    const head = await network(url, { method: "HEAD" }).catch(() => null);
    if (!head?.ok || head.headers.has("Content-Encoding")) return ask(url);
    // The host does not compress, but it has the compressed file.
    const packed = await ask(`${url}.gz`).catch(() => null);
    if (!packed?.answer.body) return ask(url);
    // Some hosts say of such a file that it is to be unpacked, and then the browser has done so.
    const { body } = packed.answer;
    const plain = packed.coding ? body : body.pipeThrough(new DecompressionStream("gzip"));
    const type = head.headers.get("Content-Type") ?? "";
    return { answer: new Response(plain, { headers: { "Content-Type": type } }), coding: "gzip" };
  };

  /** @type {any} */ (self).parts = { find, open, fetch: fetchPart };
}
