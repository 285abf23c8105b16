// Who sits at a table and whose turn it is: faces, the seats that are waited for, and the nudge.

import assert from "node:assert/strict";
import { test } from "node:test";

import { clock } from "./clock.mjs";
import { withDocument } from "./drawing.mjs";
import { printed } from "./made.mjs";

withDocument();
const CLIENT = new URL("../../src/pegout/client/js/", import.meta.url);
const { FACTS } = await import(`${CLIENT}facts.js`);
const { face } = await import(`${CLIENT}draw/faces.js`);
const { levelTitle } = await import(`${CLIENT}scene/names.js`);
const { waitsFor } = await import(`${CLIENT}scene/state.js`);
const { Nudge, PATIENCE } = await import(`${CLIENT}table/nudge.js`);

const OFFERED = JSON.parse(printed("levels.py"));

/** The paths of a face, in one text. */
const drawn = (kind, name) =>
  JSON.stringify(face(kind, name).children.map(({ name, attributes }) => [name, attributes]));

test("each offered level has a face of its own, and whatever else plays is a machine", () => {
  const machine = drawn("crusher");
  const bare = OFFERED.filter((level) => drawn(level) === machine);
  assert.deepEqual(bare, [], "draw what they wear in LEVELS of js/draw/faces.js");
  const faces = OFFERED.map((level) => drawn(level));
  assert.equal(new Set(faces).size, OFFERED.length);
  assert.equal(drawn("crusher"), drawn("greedy"));
});

test("no face is read aloud", () => {
  for (const kind of [...OFFERED, "person", "crusher"]) {
    assert.equal(face(kind, "Ann").attributes["aria-hidden"], "true");
  }
});

test("a person has an initial, of whatever letters the name is", () => {
  const initials = ["ann", " Ben", "ñusta", "李", "😀 x", ""].map(
    (name) => face("person", name).children[1].children[0]?.text ?? "",
  );
  assert.deepEqual(initials, ["A", "B", "Ñ", "李", "😀", ""]);
});

test("a level has its title, an unknown one its own name, and a person none", () => {
  assert.deepEqual(["club", "crusher", "person"].map(levelTitle), ["Club", "crusher", ""]);
  assert.ok(OFFERED.every((level) => level in FACTS.levels));
});

/** A scene in the play, with this player at seat 0. */
const scene = (more = {}, view = {}) => ({
  seat: 0,
  view: { phase: "play", turn: 1, ...view },
  standing: { to_act: [1] },
  thinking: null,
  busy: false,
  count: null,
  ...more,
});

test("the table waits for whoever the standing says", () => {
  assert.deepEqual(waitsFor(scene()), [1]);
  assert.deepEqual(waitsFor(scene({ standing: { to_act: [1, 2] } })), [1, 2]);
});

test("while a step is shown it waits for whose turn is next", () => {
  assert.deepEqual(waitsFor(scene({ busy: true, standing: null }, { turn: 2 })), [2]);
  assert.deepEqual(waitsFor(scene({ standing: null }, { turn: null })), []);
  assert.deepEqual(waitsFor(scene({ thinking: 3 })), [3]);
});

test("a player who is asked with others is the only one who is marked", () => {
  assert.deepEqual(waitsFor(scene({ standing: { to_act: [0, 1, 2] } })), [0]);
  assert.deepEqual(waitsFor(scene({ seat: null, standing: { to_act: [0, 1] } })), [0, 1]);
});

test("nobody is waited for while a hand is counted, or when the game is over", () => {
  assert.deepEqual(waitsFor(scene({ busy: true, count: {} })), []);
  assert.deepEqual(waitsFor(scene({}, { phase: "over" })), []);
});

/** A nudge with a clock, and how often it was given. */
function nudged() {
  const time = clock();
  let given = 0;
  const nudge = new Nudge(() => (given += 1), time);
  return { nudge, time, given: () => given };
}

test("a player who does nothing is nudged once for each decision", () => {
  const { nudge, time, given } = nudged();
  nudge.await("discard");
  nudge.await("discard");
  assert.ok(time.ring());
  assert.equal(time.time, PATIENCE);
  assert.ok(nudge.given);
  nudge.await("discard");
  nudge.stir();
  assert.equal(time.waits, 0);
  nudge.await("play");
  assert.ok(!nudge.given && time.ring());
  assert.equal(given(), 2);
});

test("whoever does something, or is not asked any more, is not nudged", () => {
  const { nudge, time, given } = nudged();
  nudge.await("play");
  time.time = PATIENCE - 1;
  nudge.stir();
  assert.equal(time.waits, 1);
  nudge.await("");
  nudge.stir();
  assert.ok(!time.ring());
  assert.equal(given(), 0);
});
