/** The first game with a guide: it is begun here, and continued where it was left. */

import { dealFirst, insist } from "../api.js";
import { FACTS } from "../facts.js";
import { go } from "../navigation.js";
import { settings } from "../settings.js";
import { keep, unfinished } from "../store.js";
import { transport } from "../transport.js";
import { language } from "../words.js";

/**
 * Begin the first game: its first steps while the table is loading, and otherwise at the table.
 */
export async function beginLesson() {
  const isWaiting =
    !transport.isReady() && !FACTS.host && !unfinished().some(({ lesson }) => lesson);
  return isWaiting ? go("/learn/first") : openLesson();
}

/**
 * Open the table of the first game: the one that was begun, or else a new one.
 * @param {string[]} [learnt] the steps that are not asked again
 */
export async function openLesson(learnt = []) {
  const begun = unfinished().find(({ lesson }) => lesson);
  if (begun) return go(`/table/${begun.code}`);
  const { name } = settings.get();
  const path = `/api/lesson?lang=${language()}`;
  const body = (/** @type {string} */ key) => ({ name, key });
  const made = (await dealFirst(path, "lesson", body)) ?? (await insist(path, "lesson", body));
  /** @type {import("../wire").Made} */
  const { code, seats } = made;
  keep(code, { seats, names: [], over: false, lesson: true, learnt });
  return go(`/table/${code}`);
}
