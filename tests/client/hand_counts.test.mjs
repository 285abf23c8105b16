// The client counts a hand as the program does, in every language.

import assert from "node:assert/strict";
import { test } from "node:test";

import { printed, some } from "./made.mjs";

const made = JSON.parse(printed("hands.py"));
globalThis.fetch = async () => ({ ok: true, json: async () => made.words });
const { aloud, combination, itemsOf } = await import("../../src/pegout/client/js/counting.js");
const { speak } = await import("../../src/pegout/client/js/words.js");
const hands = some(
  made.hands,
  made.hands.filter((_, at) => at % 8 === 0),
);

for (const code of ["en", "es"]) {
  test(`hands are counted as the program counts them (${code})`, async () => {
    await speak(code);
    assert.ok(hands.length > 900);
    for (const { hand, counted, picked, named } of hands) {
      const items = itemsOf(hand);
      const points = items.reduce((sum, item) => sum + item.points, 0);
      const found = { points, items, phrases: aloud(items) };
      assert.deepEqual(found, counted[code], JSON.stringify(hand));
      assert.deepEqual(combination(picked, hand), named[code], JSON.stringify([hand, picked]));
    }
  });
}
