/** The requests of drills, the daily and cribbage squares; the server stores nothing of them. */

import { ask } from "./api.js";
import { language } from "./words.js";

/**
 * Ask the school.
 * @param {string} path
 * @param {object} body
 * @returns {Promise<any>}
 */
export function askSchool(path, body) {
  return ask(`/api/school/${path}?lang=${language()}`, { body });
}
