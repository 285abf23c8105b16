// The pending choice of a player, while others act.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Intent } from "../../src/pegout/client/js/table/intent.js";

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

const ADVICE = {
  kind: "discard",
  by_chance: false,
  options: [],
  chosen: null,
  loss: null,
  verdict: null,
  says: "Keeps more.",
};

/** @param {any} [actions] */
function intent(actions = {}) {
  const made = new Intent({
    actions,
    sent: { now: null },
    settings: { get: () => ({ pace: "normal" }) },
    places: () => new Map(),
    redraw() {},
  });
  made.follow(scene("discard"), null);
  made.hand = HAND;
  return made;
}

function advised() {
  const made = intent();
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

test("a hint with options has them shown, and says itself aloud", async () => {
  const action = { type: "discard", cards: ["QS", "KC"] };
  const made = intent({
    hint: async () => ({ ok: true, action, say: "Q♠ K♣: the best.", advice: ADVICE }),
  });
  const asked = made.hint();
  assert.equal(made.advice, "One moment.");
  await asked;
  assert.deepEqual([made.advice, made.options, made.hinted], ["", ADVICE, "Q♠ K♣: the best."]);
  assert.deepEqual(made.advised, ["QS", "KC"]);
  assert.ok(made.rest());
  assert.deepEqual([made.options, made.hinted, made.advised], [null, "", []]);
});

test("a hint that is refused says why", async () => {
  const made = intent({ hint: async () => ({ ok: false, message: "It is not your turn." }) });
  await made.hint();
  assert.deepEqual([made.error, made.advice, made.hinted], ["It is not your turn.", "", ""]);
});

test("a hint that is asked while the table moves on comes all the same", async () => {
  const action = { type: "discard", cards: ["QS", "KC"] };
  for (const [moved, by] of [
    [scene("discard"), step("discarded", 1)],
    [scene("discard"), step("said", null)],
    [{ ...scene("discard"), fresh: true }, null],
  ]) {
    let answer = (_) => {};
    const made = intent({ hint: () => new Promise((resolve) => (answer = resolve)) });
    const asked = made.hint();
    made.follow(moved, by);
    assert.equal(made.advice, "One moment.");
    answer({ ok: true, action, say: "", advice: ADVICE });
    await asked;
    assert.deepEqual([made.options, made.advised], [ADVICE, ["QS", "KC"]]);
  }
});

test("a hint that comes too late is for a moment that has passed", async () => {
  let answer = (_) => {};
  const made = intent({ hint: () => new Promise((resolve) => (answer = resolve)) });
  const asked = made.hint();
  made.follow(scene("cut"), step("discarded", 0));
  answer({ ok: true, action: { type: "discard", cards: ["QS", "KC"] }, say: "", advice: ADVICE });
  await asked;
  assert.deepEqual([made.options, made.advice, made.advised], [null, "", []]);
});

test("the option of a hint chooses its cards, and only those of the hand", () => {
  const made = intent();
  made.choose(["QS", "KC"]);
  assert.deepEqual(made.chosen, ["QS", "KC"]);
  made.choose(["2D", "KC"]);
  assert.deepEqual(made.chosen, ["QS", "KC"]);
});

test("a card that is tapped while others are shown to discard is chosen once it can be", async () => {
  let hurried = 0;
  const made = intent({ next: () => (hurried += 1) });
  made.follow({ ...scene("discard"), busy: true }, step("discarded", 1));
  made.tap("QS");
  made.tap("KC");
  assert.deepEqual([hurried, made.chosen], [2, []]);
  const choices = [{ kind: "discard", cards: HAND, size: 2 }];
  made.follow({ ...scene("discard"), standing: { choices } }, null);
  await null;
  assert.deepEqual(made.chosen, ["QS", "KC"]);
  made.follow({ ...scene("discard"), busy: true }, step("discarded", 1));
  made.tap("QS");
  made.follow(scene("cut"), step("phase", null));
  made.follow({ ...scene("discard"), standing: { choices }, fresh: true }, null);
  await null;
  assert.deepEqual(made.chosen, ["QS", "KC"], "a tap of another moment is forgotten");
});

test("what is chosen stays when the connection is back, and goes with the decision", () => {
  const made = intent();
  made.follow({ ...scene("play"), setup: { rules: {} } }, null);
  made.chosen = ["QS"];
  made.follow({ ...scene("play"), fresh: true }, null);
  assert.deepEqual(made.chosen, ["QS"]);
  const later = { ...scene("play"), fresh: true };
  later.view.pile = [{ seat: 1, card: "2D" }];
  made.follow(later, null);
  assert.deepEqual(made.chosen, []);
});

test("what a discard was worth stands until the first own card", () => {
  const made = intent();
  made.follow(scene("cut"), null);
  made.tell("Q♠ K♣: 0.4 less.");
  assert.deepEqual([made.worth, made.tone], ["Q♠ K♣: 0.4 less.", "worth"]);
  made.follow(scene("play"), step("played", 1));
  assert.equal(made.worth, "Q♠ K♣: 0.4 less.");
  made.follow(scene("play"), step("played", 0));
  assert.equal(made.worth, "");
  made.follow(scene("show"), null);
  made.tell("Too late.");
  assert.equal(made.worth, "");
});

test("where missed points are lost a card asks for its points until they were entered once", () => {
  const known = { pace: "normal", confirm: true, claims: false };
  const made = new Intent({
    actions: {},
    sent: { now: null },
    settings: { get: () => known, set: (changes) => Object.assign(known, changes) },
    places: () => new Map(),
    redraw() {},
  });
  made.hand = ["5H", "6C"];
  const choices = [{ kind: "play", cards: ["5H"], size: 1, minimum: 0, maximum: 2 }];
  for (const [rules, says] of [
    [{ muggins: true, missed: "corrected" }, "Enter its points, or lose them."],
    [{ muggins: false, missed: "lost" }, "Enter its points, or lose them."],
    [{ muggins: false, missed: "corrected" }, ""],
  ]) {
    known.claims = false;
    made.rest();
    made.follow({ ...scene("play"), standing: { choices }, setup: { rules } }, null);
    made.tap("5H");
    assert.equal(made.says, says);
    made.claim(0);
    assert.equal(known.claims, false);
    made.claim(2);
    assert.equal(known.claims, true);
    made.rest();
    made.tap("5H");
    assert.equal(made.says, "");
  }
});
