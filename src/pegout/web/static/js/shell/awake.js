// @ts-check
/** A screen that does not go dark while somebody looks at it and touches nothing. */

/** Keeps the screen awake from when it is asked to until it is let go. */
export class Awake {
  /** @type {WakeLockSentinel | null} */
  #lock = null;
  #wanted = false;

  /** @param {boolean} wanted */
  keep(wanted) {
    if (wanted === this.#wanted) return;
    this.#wanted = wanted;
    const change = wanted ? "addEventListener" : "removeEventListener";
    document[change]("visibilitychange", this.#ask);
    if (wanted) void this.#ask();
    else void this.#lock?.release().catch(() => null);
  }

  // A page that was out of sight has lost its lock, and asks for another.
  #ask = async () => {
    if (document.visibilityState !== "visible" || !navigator.wakeLock) return;
    try {
      const lock = await navigator.wakeLock.request("screen");
      if (this.#wanted) this.#lock = lock;
      else await lock.release();
    } catch (error) {
      console.info("the screen may go dark", error);
    }
  };
}
