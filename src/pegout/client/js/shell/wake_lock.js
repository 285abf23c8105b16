/** Keeps the screen on while the user looks at it without touching it. */

/** A screen wake lock, held from a request until it is released. */
export class ScreenWakeLock {
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

  // A page that was hidden has lost its lock and requests another.
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
