/** The mistakes of reviewed games, which come back as questions of the drills. */

import { takeMistakes, today } from "../progress.js";
import { isMistake } from "../review/judged.js";
import { askSchool } from "../school.js";

/** @import { GameReview } from "../wire" */

/** The page on which they are practised. */
export const MISTAKES = "/learn/mistakes";
/** The games whose mistakes this page has kept. @type {Set<string>} */
const kept = new Set();

/**
 * Keep the mistakes of a seat in a reviewed game; those whose pattern is known stay as they are.
 * @param {string} match
 * @param {GameReview} review
 * @param {number | null} seat
 */
export async function keepMistakes(match, { game, decisions }, seat) {
  const positions = decisions
    .filter((decision) => decision.seat === seat && isMistake(decision))
    .flatMap(({ position = "" }) => position || []);
  const name = `${match} ${game}`;
  if (!positions.length || kept.has(name)) return;
  kept.add(name);
  try {
    const { drills } = await askSchool("mistakes", { positions, day: today() });
    // Without room, the next review of this game tries again.
    if (!takeMistakes(drills)) kept.delete(name);
  } catch (error) {
    // The next review of this game keeps them.
    kept.delete(name);
    console.warn("mistakes were not kept", error);
  }
}
