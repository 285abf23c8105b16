/** One request at a time: of those that are asked for meanwhile only the last one is made. */

/**
 * Make a function that runs another, and once more if it is called while that is under way.
 * @param {() => Promise<void>} run
 * @returns {() => Promise<void>}
 */
export function latest(run) {
  let running = false;
  let waiting = false;
  return async () => {
    waiting = true;
    if (running) return;
    running = true;
    while (waiting) {
      waiting = false;
      await run();
    }
    running = false;
  };
}
