/** The first game with a guide: it is begun here, and continued where it was left. */

import { insist } from "../api.js";
import { go } from "../navigation.js";
import { settings } from "../settings.js";
import { keep, unfinished } from "../store.js";
import { language } from "../words.js";

/** Open the table of the first game: the one that was begun, or else a new one. */
export async function openLesson() {
  const begun = unfinished().find(({ lesson }) => lesson);
  if (begun) return go(`/table/${begun.code}`);
  const { name } = settings.get();
  const path = `/api/lesson?lang=${language()}`;
  const { code, seats } = await insist(path, "lesson", (key) => ({ name, key }));
  keep(code, { seats, names: [], over: false, lesson: true });
  return go(`/table/${code}`);
}
