/** What the server knows as well: every page contains it as JSON, and `server/facts.py` writes it. */

/**
 * @typedef {object} PageFacts a page
 * @property {string} name
 * @property {string[]} paths its paths, with `{name}` for each part that varies
 * @property {string} script its module in `pages`
 * @property {string[]} styles its style sheets, in their order
 * @property {boolean} needs_server whether only a server has it
 *
 * @typedef {object} Facts
 * @property {Readonly<Record<string, string>>} languages the languages, each by its own name
 * @property {string} level the default level of a computer player
 * @property {{level: string, target: number}} first the level of the computer players and the target
 *   of the game that are proposed until a game was finished
 * @property {Readonly<Record<string, string>>} levels the titles of levels and engines, in English
 * @property {number} name_length the longest name of a player, in characters
 * @property {string[]} names the default names of computer players
 * @property {import("./pacing.js").Pacing} pacing
 * @property {PageFacts[]} pages
 * @property {Readonly<Record<string, string>>} suits the letters of clubs, diamonds, hearts and spades
 *   in the languages in which they are not those of English
 * @property {boolean} server whether there is a server, at which players in several browsers meet
 * @property {string} host the address of the server at which they meet where there is none; empty if
 *   they meet nowhere
 * @property {number} wire the version of the messages between page and server
 */

/** @type {Readonly<Facts>} */
export const FACTS = Object.freeze(
  JSON.parse(document.getElementById("facts")?.textContent ?? "{}"),
);
