/** The records that records.py makes, and the vectors of the specification. */

import { readFileSync } from "node:fs";
import { join } from "node:path";

import { made, root } from "./made.mjs";

/** @returns {Map<string, any>} every match by its name */
export const records = () => made("records.py");

/** @returns {any[]} the vectors of docs/fair-deals.md */
export function vectors() {
  const page = readFileSync(join(root, "docs", "fair-deals.md"), "utf8");
  const blocks = [...page.matchAll(/```json\n(.*?)```/gs)].map(([, text]) => JSON.parse(text));
  return blocks.find((block) => "pack" in block[0]);
}
