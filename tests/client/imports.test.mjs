// What each script imports: no circle, and nothing from a folder that lies above its own.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { test } from "node:test";

import { root } from "./made.mjs";

const JS = join(root, "src", "pegout", "client", "js");

/** The folders from the bottom up; those of one line import nothing from each other. */
const LAYERS = [
  [""],
  ["draw", "scene"],
  ["fair", "review"],
  ["table", "text"],
  ["shell"],
  ["pages"],
];
/** The scripts that bring the pages together. */
const ABOVE = ["main.js", "routes.js"];

const COMMENT = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm;
const IMPORT = /\b(?:from|import)\s*\(?\s*"(\.[^"]+\.js)"/g;

/** The text of each script. @type {[string, string][]} */
const SCRIPTS = readdirSync(JS, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".js"))
  .map((name) => [name, readFileSync(join(JS, name), "utf8")]);

/**
 * Return the scripts that each script imports.
 * @param {(source: string) => string} read
 * @returns {Map<string, string[]>}
 */
const importsOf = (read) =>
  new Map(
    SCRIPTS.map(([name, source]) => {
      const named = [...read(source).matchAll(IMPORT)].map(([, path]) => path ?? "");
      return [name, named.map((path) => relative(JS, resolve(JS, dirname(name), path)))];
    }),
  );

/** What is imported, now or on demand; and with the types, which stand in comments. */
const IMPORTS = importsOf((source) => source.replace(COMMENT, ""));
const TYPES = importsOf((source) => source);

/** @param {string} name */
function layer(name) {
  const folder = dirname(name) === "." ? "" : dirname(name);
  if (ABOVE.includes(name)) return LAYERS.length;
  const found = LAYERS.findIndex((folders) => folders.includes(folder));
  assert.ok(found >= 0, `${name} is in a folder that no layer has`);
  return found;
}

test("every import leads to a script", () => {
  assert.ok(IMPORTS.size > 100);
  for (const [name, imported] of TYPES) {
    for (const other of imported) assert.ok(IMPORTS.has(other), `${name} imports ${other}`);
  }
});

test("no script imports itself by way of others", () => {
  const done = new Set();
  /** @param {string} name @param {string[]} way */
  const visit = (name, way) => {
    assert.ok(!way.includes(name), `a circle: ${[...way, name].join(" → ")}`);
    if (done.has(name)) return;
    for (const other of IMPORTS.get(name) ?? []) visit(other, [...way, name]);
    done.add(name);
  };
  for (const name of IMPORTS.keys()) visit(name, []);
});

test("the core needs no page, and no folder needs one above it", () => {
  for (const [name, imported] of TYPES) {
    for (const other of imported) {
      const inside = dirname(name) === dirname(other);
      assert.ok(
        inside || layer(other) < layer(name),
        `${name} imports ${other}, which lies above it or beside it`,
      );
    }
  }
});
