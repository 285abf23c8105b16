// A press takes effect at once, reports a delay, and is taken back when refused.

import assert from "node:assert/strict";
import { mock, test } from "node:test";

import {
  ahead,
  expectedEvent,
  Sent,
  sentSays,
  TIMES,
} from "../../src/pegout/client/js/scene/sent.js";

const STANDING = { legal: [] };
const SCENE = {
  fresh: false,
  standing: STANDING,
  view: {
    hand: ["5H", "6H", "7H"],
    hand_sizes: [3, 3],
    pile: [{ seat: 1, card: "2C" }],
    count: 2,
    discards: [],
    discarded: [1],
    crib_size: 2,
  },
};
const PLAY = { type: "play", seat: 0, card: "6H", claim: null };
const DISCARD = { type: "discard", seat: 0, cards: ["5H", "7H"] };

/** A request on its way, and the server's answer to it. */
function sending(action, key = action?.type) {
  const sent = new Sent();
  let told = 0;
  sent.on(() => (told += 1));
  let answer;
  const send = () => new Promise((resolve) => (answer = resolve));
  const asked = sent.ask(key, SCENE, send, action);
  const answered = (given) => {
    answer(given);
    return asked;
  };
  return { sent, asked, answer: answered, told: () => told };
}

test("a card that is played leaves the hand at once, and nothing else changes", () => {
  const { sent, told } = sending(PLAY);
  assert.equal(told(), 1);
  const { view } = ahead(SCENE, sent.now);
  assert.deepEqual(view, {
    ...SCENE.view,
    hand: ["5H", "7H"],
    pile: [...SCENE.view.pile, { seat: 0, card: "6H" }],
  });
  assert.equal(SCENE.view.hand.length, 3);
});

test("cards that are discarded lie in the crib at once", () => {
  const { sent } = sending(DISCARD);
  const { view } = ahead(SCENE, sent.now);
  assert.deepEqual(
    [view.hand, view.discards, view.discarded, view.crib_size],
    [["6H"], ["5H", "7H"], [1, 0], 4],
  );
  assert.deepEqual(expectedEvent(sent.now), { type: "discarded", seat: 0, cards: ["5H", "7H"] });
});

test("what is refused was never there", async () => {
  const { sent, answer, told } = sending(PLAY);
  assert.deepEqual(await answer({ ok: false, message: "No." }), { ok: false, message: "No." });
  assert.equal(sent.now, null);
  assert.equal(told(), 2);
  assert.equal(ahead(SCENE, sent.now), SCENE);
});

test("what fails on the way was never there", async () => {
  const sent = new Sent();
  await assert.rejects(sent.ask("undo", SCENE, () => Promise.reject(new Error("lost"))));
  assert.equal(sent.now, null);
});

test("what is granted stays until the table shows it", async () => {
  const { sent, answer } = sending(PLAY);
  await answer({ ok: true });
  sent.follow(SCENE);
  assert.ok(sent.now?.granted);
  sent.follow({ ...SCENE, standing: null });
  assert.ok(sent.now);
  sent.follow({ ...SCENE, standing: null, view: { ...SCENE.view, hand: ["5H", "7H"] } });
  assert.equal(sent.now, null);
});

test("news of others take nothing back that has not been answered", async () => {
  const { sent, answer } = sending({ type: "go", seat: 0 });
  sent.follow({ ...SCENE, standing: { legal: [] } });
  assert.ok(sent.now);
  await answer({ ok: true });
  assert.equal(sent.now, null);
});

test("where the news come before the answer, the answer ends it", async () => {
  const { sent, answer, told } = sending({ type: "go", seat: 0 });
  sent.follow({ ...SCENE, standing: { legal: [] } });
  await answer({ ok: true });
  assert.equal(sent.now, null);
  assert.equal(told(), 2);
});

test("one thing is on its way at a time", async () => {
  const { sent } = sending(PLAY);
  assert.equal(await sent.ask("go", SCENE, () => assert.fail("asked twice")), undefined);
  assert.equal(sent.now.key, "play");
});

test("it says when it takes long, once each", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  for (const [action, late] of [
    [PLAY, "No answer yet: your card is saved and will be sent."],
    [DISCARD, "No answer yet: your cards are saved and will be sent."],
    [null, "No answer yet: what you pressed is saved and will be sent."],
  ]) {
    const { sent, answer, told } = sending(action, "undo");
    assert.equal(sentSays(sent.now), "");
    mock.timers.tick(TIMES.sending);
    assert.equal(sentSays(sent.now), "Sending…");
    mock.timers.tick(TIMES.late - TIMES.sending);
    assert.equal(sentSays(sent.now), late);
    assert.equal(told(), 3);
    await answer({ ok: true });
    mock.timers.tick(10_000);
    assert.equal(told(), 4);
    assert.equal(sentSays(sent.now), "");
  }
  mock.timers.reset();
});
