/** The list of games: files are split between records, and an imported list is validated. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { parts } from "../../src/pegout/client/js/games.js";
import { read } from "../../src/pegout/client/js/shell/transfer.js";

const RECORD = "%pegout 1\ngame 1\ndeal\n";

test("a long file is taken apart between its records", () => {
  const text = `; of Friday\n${RECORD.repeat(5)}`;
  const found = parts(text, 2 * RECORD.length + 2);
  assert.equal(found.map(({ part }) => part).join(""), text);
  for (const { part, line } of found) {
    assert.equal(text.split("\n").slice(line).join("\n").startsWith(part), true);
  }
  assert.ok(found.length > 1);
  assert.ok(found.slice(1).every(({ part }) => part.startsWith("%pegout")));
});

test("a file of any sort stays whole", () => {
  assert.deepEqual(parts("Dear Ann"), [{ part: "Dear Ann", line: 0 }]);
  assert.deepEqual(parts(RECORD), [{ part: RECORD, line: 0 }]);
});

test("a list of games is read, and nothing in it is believed", () => {
  const token = "a".repeat(43);
  const row = ["abcdefghjk", [[1, token]], ["Ann", "Ben"], 5, 1, 121, [121, 90]];
  const wrong = [
    ["../etc", [[1, token]], [], 5, 0, 0, []],
    ["abcdefghjm", [[9, token]], [], 5, 0, 0, []],
    ["abcdefghjn", [[0, "<script>"]], [], 5, 0, 0, []],
    ["abcdefghjp", null, [], 5, 0, 0, []],
    null,
    7,
  ];
  const text = JSON.stringify({ pegout: "games", version: 1, tables: [row, ...wrong] });
  assert.deepEqual(read(text), {
    abcdefghjk: {
      seats: [{ seat: 1, token }],
      names: ["Ann", "Ben"],
      updated: 5,
      over: true,
      scores: [121, 90],
      target: 121,
    },
  });
  for (const other of ["%pegout 1\n", "7", "null", "[]", '{"pegout":"games","version":2}']) {
    assert.equal(read(other), null);
  }
});
