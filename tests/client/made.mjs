/** The output of Python scripts, for the tests to read. */

import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
/** The folder of the project. */
export const root = join(here, "..", "..");
const own = join(root, ".venv", "bin", "python");
const python = process.env.PYTHON ?? (existsSync(own) ? own : "python3");

/**
 * Return what is tried: all of it, or only a few where FEW is in the environment.
 * @template T
 * @param {T[]} all
 * @param {T[]} few
 * @returns {T[]}
 */
export const some = (all, few) => (process.env.FEW ? few : all);

/**
 * @param {string} script a script in this folder
 * @param {string[]} [words] its arguments
 * @returns {string} its output
 */
export function printed(script, words = []) {
  return execFileSync(python, [join(here, script), ...words], { maxBuffer: 50_000_000 }).toString();
}

/**
 * Run a script, unless an earlier test has left its files in the folder that MADE names.
 * @param {string} script a script in this folder, whose argument is the folder for its JSON files
 * @returns {[string, string][]} the name and the text of each file
 */
function written(script) {
  const kept = process.env.MADE && join(process.env.MADE, script);
  if (kept && existsSync(kept)) return read(kept);
  const place = mkdtempSync(join(process.env.MADE ?? tmpdir(), "pegout-"));
  printed(script, [place]);
  const found = read(place);
  try {
    if (kept) renameSync(place, kept);
  } catch {
    // Another test has made the same files.
  }
  rmSync(place, { recursive: true, force: true });
  return found;
}

/**
 * @param {string} place a folder of JSON files
 * @returns {[string, string][]} the name and the text of each file
 */
function read(place) {
  const text = (/** @type {string} */ file) => readFileSync(join(place, file), "utf8");
  return readdirSync(place).map((file) => [file.replace(".json", ""), text(file)]);
}

/** The output of each script, which runs once. @type {Map<string, [string, string][]>} */
const files = new Map();

/**
 * @param {string} script a script in this folder, whose argument is the folder for its JSON files
 * @returns {Map<string, any>} its output, by the names of the files
 */
export function made(script) {
  const found = files.get(script) ?? written(script);
  files.set(script, found);
  return new Map(found.map(([name, text]) => [name, JSON.parse(text)]));
}
