/**
 * The service worker keeps the files of a release, so that its pages work without a network. A newer
 * release is taken up on the first page alone, and only while no other window shows one.
 */

import { inWorker } from "./transport.js";

const container = navigator.serviceWorker;

/** @returns {Promise<ServiceWorkerRegistration | null>} */
async function register() {
  // Some browsers have none in private windows, and none has one without a secure connection.
  try {
    return await container.register(new URL("../../../service_worker.js", import.meta.url));
  } catch {
    return null;
  }
}

/** @type {Promise<ServiceWorkerRegistration | null> | null} */
let registered = null;

/**
 * Begin to use the service worker.
 * @param {() => boolean} isFree whether the page may be replaced now
 */
export function beginKeeping(isFree) {
  if (!container) return;
  // The first one that takes over the page has the same release.
  let isNewer = Boolean(container.controller) && inWorker;
  container.addEventListener("controllerchange", () => {
    if (isNewer && isFree()) location.reload();
    isNewer = inWorker;
  });
  registered = register();
}

/** Return whether the browser fetches as little as it can. */
export function savesData() {
  return Boolean(/** @type {any} */ (navigator).connection?.saveData);
}

/** Keep all files of this release; the browser has most of them already. */
export async function keepFiles() {
  if (!(await registered) || savesData()) return;
  const [, digest] = new URL(import.meta.url).pathname.match(/\/static\/(\w+)\//) ?? [];
  (await container.ready).active?.postMessage({ type: "keep", digest });
}

/** Take up a newer release that is kept as a whole, or look for one. */
export async function takeNewest() {
  const registration = await registered;
  if (registration?.waiting) registration.waiting.postMessage({ type: "take" });
  else await registration?.update().catch(() => {});
}
