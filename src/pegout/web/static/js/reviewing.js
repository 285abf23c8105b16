// @ts-check
/** A review of a game that was asked for: followed until it is there, unless it is cancelled. */

import { isOpen } from "./api.js";
import { cancelReview, lookAfterReview } from "./games.js";

/**
 * @typedef {import("./wire").ReviewAsked} ReviewAsked
 * @typedef {import("./wire").GameReview} GameReview
 *
 * @typedef {Pick<ReviewAsked, "state" | "done" | "of" | "ahead" | "games" | "message">} Told
 *
 * @typedef {object} Ways how it is looked after, once it was asked for
 * @property {(review: string) => Promise<ReviewAsked>} look
 * @property {(review: string) => Promise<unknown>} cancel
 * @property {(milliseconds: number) => Promise<unknown>} pause
 */

/** @type {Ways} */
const WAYS = {
  look: lookAfterReview,
  cancel: cancelReview,
  pause: (milliseconds) => new Promise((done) => setTimeout(done, milliseconds)),
};

/** How long to wait before it is looked after again, in milliseconds: longer and longer. */
const PAUSES = [250, 350, 500, 700];
const LONGEST = 1_000;
/** How many times in a row nobody may answer. */
const MOST_LOST = 8;

/**
 * Ask for a review and follow it.
 * @param {() => Promise<ReviewAsked>} ask
 * @param {(told: Told) => void} hear is told how far it is, and at last what was found
 * @param {Ways} [ways]
 * @returns {() => void} cancels it; nothing is heard of it after that
 */
export function follow(ask, hear, ways = WAYS) {
  let gone = false;
  let looking = false;
  let review = "";

  const cancel = () => {
    // A review that nobody cancels is done in vain, and forgotten by the server in time.
    ways.cancel(review).catch((error) => console.warn("a review was not cancelled", error));
  };

  const run = async () => {
    let told = await ask();
    let lost = 0;
    for (let times = 0; ; times += 1) {
      review = told.review;
      const ended = told.state === "done" || told.state === "failed";
      if (gone) return ended || cancel();
      if (!lost) hear(told);
      if (ended) return;
      await ways.pause(PAUSES[times] ?? LONGEST);
      if (gone) return;
      try {
        looking = true;
        told = await ways.look(review);
        lost = 0;
      } catch (error) {
        lost += 1;
        if (lost > MOST_LOST || !isOpen(/** @type {any} */ (error))) throw error;
      } finally {
        looking = false;
      }
    }
  };

  run().catch((error) => {
    if (!gone) hear({ state: "failed", done: 0, of: 0, ahead: 0, games: [], message: error.message });
  });

  return () => {
    if (gone) return;
    gone = true;
    // What is looked after at this moment would not be found; it is cancelled behind that.
    if (review && !looking) cancel();
  };
}
