/** The games that games.py plays, for the tests to read. */

import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, "..", "..");
const own = join(root, ".venv", "bin", "python");
const python = process.env.PYTHON ?? (existsSync(own) ? own : "python3");

/** @returns {Map<string, any>} every game by its name */
export function games() {
  const place = mkdtempSync(join(tmpdir(), "pegout-games-"));
  try {
    execFileSync(python, [join(here, "games.py"), place]);
    return new Map(
      readdirSync(place).map((file) => [
        file.replace(".json", ""),
        JSON.parse(readFileSync(join(place, file), "utf8")),
      ]),
    );
  } finally {
    rmSync(place, { recursive: true });
  }
}
