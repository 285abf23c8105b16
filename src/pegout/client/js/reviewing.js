/** Follows a requested review until it is done or cancelled. */

import { isOpen } from "./api.js";
import { cancelReview, lookAfterReview } from "./games.js";

/** @import { GameReview, ReviewAsked } from "./wire" */
/**
 * @typedef {Pick<ReviewAsked, "state" | "done" | "of" | "ahead" | "games" | "message" | "code">} Progress
 *
 * @typedef {object} Calls the functions that follow and cancel a review
 * @property {(review: string) => Promise<ReviewAsked>} look
 * @property {(review: string) => Promise<unknown>} cancel
 * @property {(milliseconds: number) => Promise<unknown>} pause
 */

/** @type {Calls} */
const CALLS = {
  look: lookAfterReview,
  cancel: cancelReview,
  pause: (milliseconds) => new Promise((done) => setTimeout(done, milliseconds)),
};

/** The pauses between two status requests, in milliseconds: longer and longer. */
const PAUSES = [250, 350, 500, 700];
const LONGEST = 1_000;
/** The number of consecutive failures after which the review is given up. */
const MAX_LOST = 8;

/**
 * Request a review and follow it.
 * @param {() => Promise<ReviewAsked>} ask
 * @param {(progress: Progress) => void} report receives the progress, and finally the result
 * @param {Calls} [calls]
 * @returns {() => void} cancels the review; there are no calls after that
 */
export function follow(ask, report, calls = CALLS) {
  let gone = false;
  let looking = false;
  let review = "";

  const cancel = () => {
    // A review that cannot be cancelled runs in vain, and the server forgets it in time.
    calls.cancel(review).catch((error) => console.warn("a review was not cancelled", error));
  };

  const run = async () => {
    let progress = await ask();
    let lost = 0;
    for (let times = 0; ; times += 1) {
      review = progress.review;
      const ended = progress.state === "done" || progress.state === "failed";
      if (gone) return ended || cancel();
      if (!lost) report(progress);
      if (ended) return;
      await calls.pause(PAUSES[times] ?? LONGEST);
      if (gone) return;
      try {
        looking = true;
        progress = await calls.look(review);
        lost = 0;
      } catch (error) {
        lost += 1;
        if (lost > MAX_LOST || !isOpen(/** @type {any} */ (error))) throw error;
      } finally {
        looking = false;
      }
    }
  };

  run().catch((error) => {
    if (gone) return;
    const { code = "", message } = error;
    report({ state: "failed", done: 0, of: 0, ahead: 0, games: [], code, message });
  });

  return () => {
    if (gone) return;
    gone = true;
    // Cancelling during a status request would make it fail; the review is cancelled after it.
    if (review && !looking) cancel();
  };
}
