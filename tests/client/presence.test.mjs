// The other players at a table: here, thinking, away, gone, and replaced by a computer player.

import assert from "node:assert/strict";
import { test } from "node:test";

import { lasting, Presence } from "../../src/pegout/client/js/scene/presence.js";

const PERSON = { kind: "person", taken: true, present: true, presence: "here", stand_in: false };
const table = (...seats) => ({
  status: "playing",
  seats: seats.map((seat, at) => ({ ...PERSON, name: `P${at}`, acting: "", ...seat })),
});
const scene = (toAct, number, seat = 0) => ({
  match: "m",
  entries: [{ number, event: { seat } }],
  standing: { over: false },
  latest: { to_act: toAct },
});

function presence(mine = [0]) {
  let [time, tick] = [0, () => {}];
  const clock = {
    now: () => time,
    set: (run) => {
      tick = run;
    },
    clear() {},
  };
  const made = new Presence(() => mine, clock);
  let told = 0;
  made.on(() => (told += 1));
  return {
    made,
    pass(seconds) {
      for (let at = 0; at < seconds; at += 1) {
        time += 1000;
        tick();
      }
    },
    told: () => told,
  };
}

test("who thinks is said from five seconds on, and quietly", () => {
  const { made, pass, told } = presence();
  made.tableIs(table({}, {}));
  made.follow(scene([1], 1));
  pass(4);
  assert.equal(made.of(1).text, "");
  const before = told();
  pass(8);
  assert.equal(made.of(1).text, "thinking, 10 s");
  assert.equal(told() - before, 2);
  assert.equal(made.of(1).help, false);
});

test("the time begins anew when they have done something, and not when others have", () => {
  const { made, pass } = presence();
  made.tableIs(table({}, {}, {}));
  made.follow(scene([1, 2], 1));
  pass(6);
  made.follow(scene([1, 2], 2, 2));
  made.follow(scene([1, 2], 2, 2));
  assert.equal(made.of(1).kind, "thinking");
  assert.equal(made.of(2).kind, "here");
  made.follow(scene([0], 3, 1));
  assert.equal(made.of(1).kind, "here");
});

test("who is away, gone, or has somebody go on for them", () => {
  const { made } = presence();
  made.tableIs(table({}, { presence: "away" }, { presence: "gone" }));
  assert.deepEqual([made.of(1).text, made.of(2).text], ["away", "gone"]);
  assert.deepEqual(made.absent, [1, 2]);
  made.tableIs(table({}, { presence: "silent" }, {}));
  assert.deepEqual([made.of(1).text, made.absent], ["no answer", [1]]);
  made.tableIs(table({}, {}, { presence: "gone", stand_in: true }));
  assert.equal(made.of(2).text, "computer");
  assert.deepEqual(made.absent, [2]);
  // No seat is notified about itself, and computer players are always present.
  made.tableIs(table({ presence: "away" }, { kind: "club", presence: "gone" }));
  assert.deepEqual([made.of(0).text, made.of(1).text, made.absent], ["", "", []]);
});

test("a spectator can do nothing about it", () => {
  const { made } = presence([]);
  made.tableIs(table({ presence: "gone" }, {}));
  assert.deepEqual(made.of(0), { kind: "gone", text: "gone", help: false });
});

test("coming and going is said aloud once", () => {
  const { made } = presence();
  assert.deepEqual(made.tableIs(table({}, {})), []);
  assert.deepEqual(made.tableIs(table({}, { presence: "away" })), []);
  assert.deepEqual(made.tableIs(table({}, { presence: "gone" })), ["P1 is gone."]);
  assert.deepEqual(made.tableIs(table({}, { presence: "gone" })), []);
  assert.deepEqual(made.tableIs(table({}, { presence: "gone", stand_in: true })), [
    "A computer player acts for P1.",
  ]);
  assert.deepEqual(made.tableIs(table({}, {})), ["P1 is back."]);
});

test("who does not answer, is gone and comes back is said so each time", () => {
  const { made } = presence();
  made.tableIs(table({}, {}));
  assert.deepEqual(made.tableIs(table({}, { presence: "silent" })), ["P1 does not answer."]);
  assert.deepEqual(made.tableIs(table({}, {})), ["P1 is back."]);
  made.tableIs(table({}, { presence: "silent" }));
  assert.deepEqual(made.tableIs(table({}, { presence: "gone" })), ["P1 is gone."]);
  assert.deepEqual(made.tableIs(table({}, {})), ["P1 is back."]);
});

test("who sits down for the first time does not come back", () => {
  const { made } = presence();
  made.tableIs(table({}, { taken: false, present: false, presence: "gone" }));
  // The player has taken the seat, and their page is about to open.
  for (const presence of ["gone", "gone", "here"]) {
    assert.deepEqual(made.tableIs(table({}, { presence })), []);
  }
  made.tableIs(table({}, { presence: "gone" }));
  assert.deepEqual(made.tableIs(table({}, {})), ["P1 is back."]);
});

test("long times are said in minutes", () => {
  assert.deepEqual([7, 59, 61, 185].map(lasting), ["5 s", "55 s", "1 min", "3 min"]);
});

test("who takes the seat back from a computer player is said to be back, once", () => {
  const { made } = presence();
  made.tableIs(table({}, { presence: "away" }));
  assert.equal(made.tableIs(table({}, { presence: "away", stand_in: true })).length, 1);
  // The player has the seat again just before, or just after, the report that they look at it.
  assert.deepEqual(made.tableIs(table({}, { presence: "away" })), []);
  assert.deepEqual(made.tableIs(table({}, {})), ["P1 is back."]);
  assert.deepEqual(made.tableIs(table({}, {})), []);
  assert.equal(made.tableIs(table({}, { presence: "away", stand_in: true })).length, 1);
  assert.deepEqual(made.tableIs(table({}, { stand_in: true })), []);
  assert.deepEqual(made.tableIs(table({}, {})), ["P1 is back."]);
  made.tableIs(table({}, { presence: "away" }));
  assert.deepEqual(made.tableIs(table({}, {})), []);
});

test("a computer player that has the seat of a guest is announced", () => {
  const { made } = presence();
  made.tableIs(table({}, {}));
  const told = made.tableIs(table({}, { kind: "club", name: "Cora" }));
  assert.deepEqual(told, ["A computer player has the seat of P1 now."]);
  assert.deepEqual(made.tableIs(table({}, { kind: "club", name: "Cora" })), []);
});
