// What a player is about to do, while others do something.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Intent } from "../../src/pegout/web/static/js/table/intent.js";

const HAND = ["4H", "5H", "6C", "JD", "QS", "KC"];
const scene = (phase) => ({
  seat: 0,
  busy: false,
  thinking: null,
  summary: [],
  standing: null,
  view: { phase, deal: 1, hand: HAND },
});
const step = (type, seat) => ({ event: { type, seat } });

function advised() {
  const made = new Intent({
    actions: {},
    sent: { now: null },
    settings: { get: () => ({ pace: "normal" }) },
    places: () => new Map(),
    redraw() {},
  });
  made.follow(scene("discard"), null);
  made.suggest({ action: { type: "discard", cards: ["QS", "KC"] }, say: "Discard both." });
  return made;
}

test("a hint stands while others discard", () => {
  const made = advised();
  made.follow(scene("discard"), step("discarded", 1));
  assert.deepEqual([made.advice, made.advised], ["Discard both.", ["QS", "KC"]]);
});

test("a hint is gone once it was for another moment", () => {
  for (const [phase, type, seat] of [
    ["discard", "discarded", 0],
    ["cut", "discarded", 1],
    ["cut", "phase", null],
  ]) {
    const made = advised();
    made.follow(scene(phase), step(type, seat));
    assert.deepEqual([made.advice, made.advised], ["", []]);
  }
});
