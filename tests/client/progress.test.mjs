/** What the browser keeps of what a player has learnt. */

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

const kept = new Map();
let full = false;
globalThis.localStorage = {
  getItem: (key) => kept.get(key) ?? null,
  setItem: (key, text) => {
    if (full) throw new Error("full");
    kept.set(key, text);
  },
};
const progress = await import("../../src/pegout/client/js/progress.js");

const item = (due, last = "2026-11-01") => ({
  memory: { due, last, stability: 1, difficulty: 5, state: "review" },
  answers: 1,
  missed: 1,
});
const value = () => JSON.parse(kept.get("pegout.progress"));

beforeEach(() => {
  kept.clear();
  full = false;
});

test("the longest due comes first, and what is not due does not come", () => {
  const items = {
    b: item("2026-11-02"),
    a: item("2026-11-02"),
    c: item("2026-11-01"),
    d: item("2026-11-09"),
  };
  progress.take("play", { items, best: {}, days: {} });
  const due = (drills) => progress.due(drills, "2026-11-02").map(({ text }) => text);
  assert.deepEqual(due(["play"]), ["c", "a", "b"]);
  assert.deepEqual(due(["counting"]), []);
  progress.take("counting", { items: { z: item("2026-10-31"), y: item("2026-11-03") } });
  assert.deepEqual(due(["counting", "play"]), ["z", "c", "a", "b"]);
  assert.equal(progress.due(["counting", "play"], "2026-11-02")[0].drill, "counting");
});

test("a mistake is kept unless its pattern is there, in whichever drill", () => {
  const asks = (pattern) => ({ ...item("2026-11-02"), pattern });
  progress.take("play", { items: { a: { ...asks("one"), answers: 7 } } });
  progress.takeMistakes({
    play: { items: { b: asks("one"), c: asks("two") } },
    discards: { items: { d: asks("three") } },
  });
  const { play, discards } = value().drills;
  assert.deepEqual([Object.keys(play.items), Object.keys(discards.items)], [["a", "c"], ["d"]]);
  assert.equal(play.items.a.answers, 7);
  const before = kept.get("pegout.progress");
  progress.takeMistakes({ play: { items: { e: asks("three") } } });
  assert.equal(kept.get("pegout.progress"), before);
});

test("an answer sends its own item, day and best time alone", () => {
  const days = { "2026-11-01": { answers: 1 }, "2026-11-02": { answers: 2 } };
  const part = {
    items: { a: item("2026-11-02"), b: item("2026-11-03") },
    best: { easy: 2, hard: 9 },
    days,
  };
  progress.take("play", part);
  assert.deepEqual(progress.partOf("play", "a", "hard", "2026-11-02"), {
    items: { a: part.items.a },
    best: { hard: 9 },
    days: { "2026-11-02": { answers: 2 } },
  });
  assert.deepEqual(progress.partOf("play", "c", "medium", "2026-11-05"), {
    items: {},
    best: {},
    days: {},
  });
});

test("the latest 500 items and 400 days are kept, as the format allows", () => {
  const numbered = (number, of) =>
    Object.fromEntries(Array.from({ length: number }, (_, at) => of(at)));
  const day = (at) => new Date(Date.UTC(2026, 0, 1 + at)).toISOString().slice(0, 10);
  const items = numbered(502, (at) => [`q${at}`, item("2030-01-01", day(at))]);
  const days = numbered(403, (at) => [day(at), { answers: 1 }]);
  progress.take("play", { items, best: {}, days });
  const { play } = value().drills;
  assert.equal(Object.keys(play.items).length, 500);
  assert.ok(!("q1" in play.items) && "q2" in play.items);
  assert.equal(Object.keys(play.days).length, 400);
  assert.ok(!(day(2) in play.days) && day(3) in play.days);
});

test("two tabs lose nothing of each other", () => {
  progress.take("play", { items: { a: item("2026-11-02") }, best: {}, days: {} });
  const result = { version: 1, score: 80 };
  progress.takeDaily("2026-11-02", result);
  progress.take("counting", { items: { b: item("2026-11-02") }, best: {}, days: {} });
  assert.deepEqual(Object.keys(value().drills), ["play", "counting"]);
  assert.deepEqual(progress.dailies(), { "2026-11-02": result });
  progress.replaced(progress.exported());
  assert.deepEqual(progress.dailies(), { "2026-11-02": result });
});

test("full storage and a newer version are said, and nothing is half done", (t) => {
  t.mock.method(console, "warn", () => {});
  const part = { items: { a: item("2026-11-02") }, best: {}, days: {} };
  full = true;
  const made = { play: part, discards: { items: { b: item("2026-11-02") } } };
  const refused = () => [
    progress.take("play", part),
    progress.takeMistakes(made),
    progress.takeDaily("2026-11-02", { version: 1, score: 80 }),
    progress.takeSquares("2026-11-02", { version: 1, score: 61 }),
    progress.replaced('{"version":1}'),
  ];
  assert.deepEqual(refused(), Array(5).fill(false));
  full = false;
  assert.equal(kept.size, 0);
  const newer = '{"version":2,"more":1}';
  kept.set("pegout.progress", newer);
  assert.deepEqual(refused(), Array(5).fill(false));
  assert.equal(kept.get("pegout.progress"), newer);
  // It is saved as a file as it is.
  assert.equal(progress.exported(), newer);
});

test("the mistakes of a game are kept all together", () => {
  const asks = (pattern) => ({ ...item("2026-11-02"), pattern });
  const made = { play: { items: { a: asks("one") } }, discards: { items: { b: asks("two") } } };
  let writes = 0;
  const { setItem } = localStorage;
  localStorage.setItem = (key, text) => {
    writes += 1;
    setItem(key, text);
  };
  assert.equal(progress.takeMistakes(made), true);
  localStorage.setItem = setItem;
  assert.equal(writes, 1);
  assert.deepEqual(Object.keys(value().drills), ["play", "discards"]);
});

test("the day is the player's own", () => {
  assert.match(progress.today(), /^\d{4}-\d{2}-\d{2}$/);
});
