// Several persons at one screen: no hand is shown before its owner has taken the screen.

import assert from "node:assert/strict";
import { test } from "node:test";

import { printed } from "./made.mjs";

const kept = new Map();
globalThis.localStorage = {
  getItem: (key) => kept.get(key) ?? null,
  setItem: (key, value) => kept.set(key, value),
  removeItem: (key) => kept.delete(key),
};

const js = "../../src/pegout/client/js";
const { LocalSeats } = await import(`${js}/shell/local_seats.js`);
const { settings } = await import(`${js}/settings.js`);

const game = JSON.parse(printed("shared.py"));

const HIDDEN = ["discard", "cut", "play"];
const settled = () => new Promise((resolve) => setImmediate(resolve));

/** A connection to a table that sends what the test has it send. */
class Line {
  listeners = {};
  match = "";
  number = 0;
  state = "open";
  asked = [];

  constructor(token) {
    this.token = token;
  }

  on(kind, listener) {
    this.listeners[kind] ??= [];
    this.listeners[kind].push(listener);
  }

  say(message) {
    if ("number" in message) [this.match, this.number] = [message.match, message.number];
    for (const listener of this.listeners[message.type] ?? []) listener(message);
  }

  act(action) {
    this.asked.push(action);
    return Promise.resolve({ ok: true });
  }

  hint(cards) {
    this.asked.push({ type: "hint", cards });
    return Promise.resolve({ ok: true, say: "0.4 less.", advice: this.advice });
  }

  automate() {}
  speak() {}
  close() {}
}

function seated(seats, now = () => 0) {
  const lines = [];
  const locals = new LocalSeats({
    code: "abc",
    seats,
    now,
    connect: ({ token }) => {
      lines.push(new Line(token));
      return lines.at(-1);
    },
  });
  const shown = [];
  locals.on("scene", (scene) => {
    assert.equal(locals.covered, null, "nothing is shown under the cover");
    assert.equal(scene.seat, locals.holder.seat, "only the holder's table is shown");
    shown.push(scene);
  });
  return { locals, lines, shown };
}

const BOTH = [
  { seat: 0, token: "ann" },
  { seat: 1, token: "ben" },
];

test("a whole match at one screen", async () => {
  settings.set({ pace: "instant" });
  const { locals, lines, shown } = seated(BOTH);
  let covers = 0;
  let taken = false;
  let revealing = false;
  locals.on("cover", () => {
    covers += 1;
  });
  locals.on("scene", (scene) => {
    const hidden = HIDDEN.includes(scene.view.phase);
    // The last step before the screen was passed on is shown again first.
    if (!hidden && !revealing) taken = false;
    if (hidden && scene.view.hand.length) assert.ok(taken, "cards were shown to whoever looked");
  });
  game.positions.forEach((position, seat) => lines[seat].say(position));
  await settled();
  for (const [at, { seat, action, told }] of game.steps.entries()) {
    if (locals.covered) {
      assert.equal(locals.scene, null);
      [taken, revealing] = [true, true];
      locals.reveal();
      revealing = false;
      await settled();
    }
    const hidden = ["discard", "cut", "play", "go"].includes(action?.type);
    const together = action?.type === "discard" && locals.holder.standing.to_act.length > 1;
    if (hidden && !together) assert.equal(locals.holder?.seat, seat, `who plays at step ${at}`);
    const order = at % 2 ? [0, 1] : [1, 0];
    for (const seat of order) lines[seat].say(told[seat]);
    await settled();
  }
  assert.ok(covers > 30, `${covers} covers`);
  assert.ok(shown.at(-1).standing.over);
});

test("the first pack needs nobody's word to wait for, and everybody here gives theirs", async () => {
  const { lines } = seated(BOTH);
  game.positions.forEach((position, seat) => lines[seat].say(position));
  await settled();
  const words = lines.map(({ asked }) => asked.map(({ contribution }) => contribution));
  assert.deepEqual(
    lines.map(({ asked }) => asked.map(({ type, seat }) => [type, seat])),
    [[["ready", 0]], [["ready", 1]]],
  );
  assert.match(words[0][0], /^\S{26}$/);
  assert.notEqual(words[0][0], words[1][0]);
});

test("the first pack is on its way until it is refused; then it waits for a press", async () => {
  const { locals, lines, shown } = seated([BOTH[0]]);
  lines[0].act = () => Promise.resolve({ ok: false });
  lines[0].say(game.positions[0]);
  assert.equal(locals.beginning, true);
  assert.equal(locals.scene.standing.says, "", "nor where the table is drawn again");
  const before = shown.length;
  await settled();
  assert.equal(locals.beginning, false);
  assert.equal(shown.length, before + 1, "the button has to be drawn");
  assert.equal(shown[0].standing.says, "", "nobody is asked for what comes by itself");
  assert.match(shown.at(-1).standing.says, /Shuffle for the cut/);
});

test("ready is said once, however often it is pressed", async () => {
  const { locals, lines } = seated(BOTH);
  game.positions.forEach((position, seat) => lines[seat].say(position));
  await settled();
  const many = lines.map(({ asked }) => asked.length);
  const first = locals.act({ type: "ready", seat: 0, contribution: "" });
  assert.deepEqual(await locals.act({ type: "ready", seat: 0, contribution: "" }), { ok: true });
  await first;
  assert.deepEqual(
    lines.map(({ asked }) => asked.length),
    many.map((n) => n + 1),
  );
});

test("a reload in the middle of a deal begins with the cover", async () => {
  const { locals, lines, shown } = seated(BOTH);
  const at = game.steps.findIndex(({ action }) => action?.type === "play");
  const view = { ...game.positions[0].view, phase: "play" };
  const standing = game.steps[at].told[0].standing;
  lines[0].say({ ...game.positions[0], view, standing });
  lines[1].say({ ...game.positions[1], view: { ...view, seat: 1 }, standing });
  await settled();
  assert.ok(locals.covered);
  assert.equal(shown.length, 0);
  assert.ok(standing.to_act.includes(locals.covered.seat));
  locals.reveal();
  assert.equal(shown.length, 1);
});

test("whoever sits alone is shown everything at once", async () => {
  const { locals, lines, shown } = seated([BOTH[0]]);
  lines[0].say(game.positions[0]);
  await settled();
  for (const { told } of game.steps.slice(0, 30)) {
    lines[0].say(told[0]);
    await settled();
    assert.equal(locals.covered, null);
  }
  assert.ok(shown.length > 30);
});

test("the pace of whoever plays is measured from when they are asked until it is granted", async () => {
  settings.set({ pace: "instant" });
  let time = 0;
  const { locals, lines } = seated([BOTH[0]], () => time);
  lines[0].say(game.positions[0]);
  await settled();
  const unknown = locals.tempo.seconds;
  const [line] = lines;
  for (const { seat, action, told } of game.steps) {
    if (seat === 0 && action?.type === "play") {
      time += 700;
      // The table is drawn again, and a request is refused, before it is granted.
      settings.set({ captions: !settings.get().captions });
      line.act = () => Promise.resolve({ ok: false, message: "" });
      await locals.act(action);
      assert.equal(locals.tempo.seconds, unknown);
      line.act = () => Promise.resolve({ ok: true });
      time += 700;
      await locals.act(action);
      break;
    }
    time += 60_000;
    line.say(told[0]);
    await settled();
  }
  assert.equal(locals.tempo.seconds, 1.4);
});

test("what a discard was worth is asked only where it is wanted and allowed", async () => {
  settings.set({ pace: "instant", tellDiscards: false });
  const { locals, lines } = seated([{ seat: 0, token: "ann" }]);
  lines[0].say(game.positions[0]);
  await settled();
  const kinds = (kind) =>
    locals.scene.setup.seats.forEach((seat, at) => at && Object.assign(seat, { kind }));
  const discard = { type: "discard", seat: 0, cards: ["5H", "6C"] };
  kinds("club");
  assert.equal(locals.weighed(discard), null);
  settings.set({ tellDiscards: true });
  assert.equal(locals.weighed({ type: "go", seat: 0 }), null);
  assert.equal(await locals.weighed(discard), "");
  lines[0].advice = { kind: "discard" };
  assert.equal(await locals.weighed(discard), "0.4 less.");
  assert.deepEqual(lines[0].asked.at(-1), { type: "hint", cards: ["5H", "6C"] });
  kinds("person");
  assert.equal(locals.weighed(discard), null);
  settings.set({ tellDiscards: false });
});
