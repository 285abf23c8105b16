/** The place of the library: the file system in which SQLite has its file. */

const FOLDER = "/library";

/**
 * Make the folder of the library, and return the path of its file. It is in memory: the games last as
 * long as the page.
 * @param {any} files the file system of Python
 * @returns {Promise<string>}
 */
export async function mountLibrary(files) {
  files.mkdirTree(FOLDER);
  return `${FOLDER}/library.db`;
}
