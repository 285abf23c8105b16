/** The records that records.py makes, and the vectors of the specification. */

import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, "..", "..");
const own = join(root, ".venv", "bin", "python");
const python = process.env.PYTHON ?? (existsSync(own) ? own : "python3");

/** @returns {Map<string, any>} every match by its name */
export function records() {
  const place = mkdtempSync(join(tmpdir(), "pegout-records-"));
  try {
    execFileSync(python, [join(here, "records.py"), place]);
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

/** @returns {any[]} the vectors of docs/fair-deals.md */
export function vectors() {
  const page = readFileSync(join(root, "docs", "fair-deals.md"), "utf8");
  const blocks = [...page.matchAll(/```json\n(.*?)```/gs)].map(([, text]) => JSON.parse(text));
  return blocks.find((block) => "pack" in block[0]);
}
