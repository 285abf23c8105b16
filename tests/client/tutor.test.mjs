// The tutor: it asks once about each choice, and a choice does not wait for a late answer.

import "./page.mjs";

import assert from "node:assert/strict";
import { test } from "node:test";

const { settings } = await import("../../src/pegout/client/js/settings.js");
const { Tutor } = await import("../../src/pegout/client/js/shell/tutor.js");
const { Intent } = await import("../../src/pegout/client/js/table/intent.js");

const PLAY = { type: "play", seat: 0, card: "5H", claim: null };
const OTHER = { ...PLAY, card: "6C" };
const ADVICE = {
  kind: "play",
  by_chance: false,
  options: [1, 2, 3, 4].map((n) => ({ cards: [`${n}H`], points: -n, tied: false, claim: null })),
  chosen: 3,
  loss: null,
  verdict: null,
  says: "Pegs more.",
};

function scene(more = {}) {
  return {
    match: "m",
    game: 1,
    seat: 0,
    busy: false,
    thinking: null,
    summary: [],
    entries: [1, 2],
    standing: { legal: [PLAY, OTHER] },
    setup: { seats: [{ kind: "person" }, { kind: "club" }], rules: {} },
    view: { phase: "play", deal: 1, seat: 0, hand: ["5H", "6C"] },
    ...more,
  };
}

/** @param {any} [more] */
function seats(more = {}) {
  const asked = [];
  return {
    asked,
    scene: scene(),
    shared: false,
    hint: async () => ({ ok: true }),
    tutor: async (action, minimum) => {
      asked.push([action.card, minimum]);
      return { ok: true, action, say: "This loses much.", advice: ADVICE };
    },
    ...more,
  };
}

test("each choice of a decision is asked about once", async () => {
  settings.set({ tutor: "mistake" });
  const at = seats();
  const tutor = new Tutor(at);
  assert.deepEqual(await tutor.ask(PLAY), {
    action: PLAY,
    say: "This loses much.",
    advice: ADVICE,
  });
  assert.equal(await tutor.ask(PLAY), null);
  assert.ok(await tutor.ask(OTHER));
  assert.equal(await tutor.ask(PLAY), null);
  at.scene = scene({ entries: [1, 2, 3] });
  assert.ok(await tutor.ask(PLAY));
  assert.deepEqual(
    at.asked.map(([card]) => card),
    ["5H", "6C", "5H"],
  );
});

test("nothing is asked where it is not wanted, not allowed or nothing hangs on it", async () => {
  const people = { seats: [{ kind: "person" }, { kind: "person" }], rules: {} };
  for (const [size, more, action] of [
    ["", {}, PLAY],
    ["mistake", { shared: true }, PLAY],
    ["mistake", { scene: scene({ setup: people }) }, PLAY],
    ["mistake", { scene: scene({ standing: { legal: [PLAY] } }) }, PLAY],
    ["mistake", {}, { type: "go", seat: 0 }],
    ["mistake", {}, { type: "resign", seat: 0 }],
  ]) {
    settings.set({ tutor: size });
    const at = seats(more);
    assert.equal(await new Tutor(at).ask(action), null);
    assert.deepEqual(at.asked, []);
  }
});

test("what is no mistake, fails or takes long is done without a question", async () => {
  settings.set({ tutor: "inaccuracy" });
  const never = new Promise(() => {});
  for (const answer of [
    async () => ({ ok: true, say: "", advice: null }),
    async () => ({ ok: false, message: "Too fast." }),
    async () => Promise.reject(new Error("gone")),
    () => never,
  ]) {
    assert.equal(await new Tutor(seats({ tutor: answer }), 20).ask(PLAY), null);
  }
});

test("the server reads its tables before the first question", () => {
  settings.set({ tutor: "mistake" });
  const hints = [];
  const discard = { type: "discard", seat: 0, cards: ["5H", "6C"] };
  const choice = { kind: "discard", cards: ["5H", "6C", "7D"], size: 2 };
  const at = seats({
    scene: scene({ standing: { legal: [discard], choices: [choice] } }),
    hint: async (cards) => hints.push(cards),
  });
  const tutor = new Tutor(at);
  tutor.prepare();
  tutor.prepare();
  assert.deepEqual(hints, [["5H", "6C"]]);
});

/** @param {any} act */
function intent(act) {
  const sent = { now: null, ask: (_key, _scene, send) => send() };
  const made = new Intent({
    actions: { act },
    sent,
    settings: { get: () => ({ pace: "normal" }) },
    places: () => new Map(),
    redraw() {},
  });
  made.follow(scene(), null);
  made.hand = ["5H", "6C"];
  return made;
}

test("a warning stands at the hand until it is answered", async () => {
  const warning = { action: PLAY, say: "This loses much.", advice: ADVICE };
  const done = [];
  const made = intent(async (action) => {
    done.push(action);
    return done.length > 1 ? { ok: true } : { ok: false, message: "", warning };
  });
  made.chosen = ["5H"];
  await made.act(PLAY);
  assert.equal(made.says, "This loses much. Play it all the same?");
  assert.equal(made.hinted, made.says);
  assert.deepEqual([made.chosen, made.options], [["5H"], null]);
  made.why();
  assert.deepEqual(
    made.options.options.map(({ points }) => points),
    [-1, -2, -4],
    "the best two, and the one that was chosen",
  );
  assert.equal(made.hinted, "Pegs more.");
  made.allTheSame();
  assert.deepEqual(done, [PLAY, PLAY]);
  assert.deepEqual([made.warning, made.options], [null, null]);
});

test("what is warned of is taken back, by a button, a card or Escape", async () => {
  const warning = { action: PLAY, say: "This loses much.", advice: ADVICE };
  for (const back of [
    (made) => made.takeBack(),
    (made) => made.rest(),
    (made) => made.choose(["6C"]),
    (made) => {
      const view = { ...scene().view, pile: [{ card: "KS", seat: 1 }] };
      made.follow(scene({ view }), { event: { type: "played", seat: 1 } });
    },
  ]) {
    const made = intent(async () => ({ ok: false, message: "", warning }));
    await made.act(PLAY);
    assert.ok(made.warning);
    back(made);
    assert.deepEqual([made.warning, made.says], [null, ""]);
  }
});
