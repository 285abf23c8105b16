// How long computer players seem to think, and that only the display of their actions waits.

import assert from "node:assert/strict";
import { test } from "node:test";
import { PACING, Tempo, thinker, thinkingTime } from "../../src/pegout/client/js/pacing.js";
import { Director } from "../../src/pegout/client/js/scene/director.js";
import { clock } from "./clock.mjs";
import { games } from "./games.mjs";
import { printed, some } from "./made.mjs";

const GAMES = games();
const TERMINAL = JSON.parse(printed("thinking.py"));

/** A game in which all other seats are computer players. */
function against(name) {
  const game = structuredClone(GAMES.get(name));
  const { setup, view } = game.position;
  setup.seats.forEach((seat, at) => {
    if (at !== view.seat) seat.kind = "club";
  });
  return game;
}

function watched({ pace = "normal", seconds = 2 } = {}) {
  const time = clock();
  const asked = [];
  const thinking = (view, seat) => {
    asked.push({ view, seat });
    return seconds;
  };
  const director = new Director({ pace: () => pace, thinking, clock: time });
  const seen = [];
  director.subscribe((scene, step) => seen.push({ scene, step, at: time.now() }));
  return { director, time, seen, asked };
}

/** Show a game up to the first card that a computer player plays after one of this seat. */
function upToAnAnswer(game, { director, time }) {
  director.reset(game.position);
  const own = game.position.view.seat;
  for (const [at, { events }] of game.told.entries()) {
    const next = game.told[at + 1]?.events.events[0]?.event;
    director.push(events);
    const mine = events.events[0]?.event;
    if (mine.type === "played" && mine.seat === own && next.type === "played") {
      return game.told[at + 1].events;
    }
    while (time.ring());
  }
  throw new Error("nobody ever answered");
}

test("the times are those of the terminal", () => {
  const { persons, thinking, play, views, times } = TERMINAL;
  assert.ok(new Set(views.map(({ phase }) => phase)).size >= 6);
  persons.forEach((person, at) => {
    const tempo = new Tempo();
    for (const seconds of person) tempo.note(play, seconds);
    const own = [];
    for (const like of thinking) {
      for (const pace of ["normal", "instant", "step"]) {
        for (const view of views) own.push(thinkingTime({ thinking: like, pace }, tempo, view, 1));
      }
    }
    assert.deepEqual(own, times[at]);
  });
});

test("the pace is the median of the last decisions, and stays within bounds", () => {
  const tempo = new Tempo();
  const first = tempo.seconds;
  for (const type of ["go", "cut", "accept", "ready"]) tempo.note(type, 100);
  tempo.note("play", NaN);
  assert.equal(tempo.seconds, first);
  tempo.note("play", 1.5);
  assert.equal(tempo.seconds, 1.5);
  tempo.note("discard", 1.9);
  assert.equal(tempo.seconds, 1.7);
  for (let n = 0; n < 9; n += 1) tempo.note("play", 1000);
  const slow = tempo.seconds;
  assert.ok(slow < 4);
  for (let n = 0; n < 9; n += 1) tempo.note("play", 0.01);
  assert.ok(tempo.seconds > 0.1 && tempo.seconds < slow);
});

test("nothing hidden changes a time", () => {
  const settings = { thinking: "like_me", pace: "normal" };
  const tempo = new Tempo();
  for (const [, game] of GAMES) {
    for (const { view } of game.told) {
      for (let seat = 0; seat < game.position.setup.seats.length; seat += 1) {
        const public_ = { phase: view.phase, claim: view.claim, hand_sizes: view.hand_sizes };
        assert.equal(
          thinkingTime(settings, tempo, view, seat),
          thinkingTime(settings, tempo, public_, seat),
        );
      }
    }
  }
});

test("a computer player thinks while nobody here has anything to do, and not over a cut", () => {
  const setup = { seats: [{ kind: "person" }, { kind: "club" }, { kind: "expert" }] };
  const play = { phase: "play" };
  assert.equal(thinker(setup, 0, play, { to_act: [1] }), 1);
  assert.equal(thinker(setup, null, play, { to_act: [2] }), 2);
  assert.equal(thinker(setup, 0, play, { to_act: [0] }), null);
  assert.equal(thinker(setup, 0, { phase: "discard" }, { to_act: [0, 1, 2] }), null);
  assert.equal(thinker(setup, 1, { phase: "discard" }, { to_act: [0, 2] }), 2);
  assert.equal(thinker(setup, 0, { phase: "cut" }, { to_act: [1] }), null);
  assert.equal(thinker(setup, 0, { phase: "over" }, { to_act: [] }), null);
});

const TRIED = ["two", "three", "four", "spectator", "manual", "muggins_three", "match"];

for (const name of some(TRIED, ["three", "spectator", "manual"])) {
  test(`${name}: with thinking computers the table ends as the server has it`, () => {
    const game = against(name);
    const watch = watched();
    const { director, time, asked } = watch;
    director.reset(game.position);
    for (const { events, view } of game.told) {
      director.push(events);
      while (time.ring());
      assert.deepEqual(director.scene.view, { ...view, legal: events.standing.legal });
      assert.deepEqual(director.scene.standing, events.standing);
      assert.equal(
        director.scene.thinking,
        thinker(game.position.setup, view.seat, view, events.standing),
      );
    }
    assert.ok(asked.length > 10);
    assert.ok(asked.every(({ seat }) => seat !== game.position.view.seat));
  });
}

test("an answer waits from when the last card was shown, and everything else does not", () => {
  const game = against("two");
  const watch = watched({ seconds: 2 });
  const { director, time, seen } = watch;
  const answer = upToAnAnswer(game, watch);
  const begun = time.now();
  assert.equal(director.scene.thinking, 1);
  assert.equal(director.scene.busy, false);
  time.time += 30;
  director.push(answer);
  seen.length = 0;
  while (!seen.some(({ step }) => step)) assert.ok(time.ring());
  assert.equal(seen.find(({ step }) => step).at, begun + 2000);
  assert.equal(seen.find(({ step }) => step).scene.thinking, null);
});

test("the answer of a slow server comes at one of a few moments", () => {
  const moments = new Set();
  for (let late = 0; late < 1000; late += 40) {
    const game = against("two");
    const watch = watched({ seconds: 1 });
    const { director, time, seen } = watch;
    const answer = upToAnAnswer(game, watch);
    const begun = time.now();
    while (time.ring());
    time.time = begun + 1000 + late;
    seen.length = 0;
    director.push(answer);
    while (!seen.some(({ step }) => step)) assert.ok(time.ring());
    moments.add(seen.find(({ step }) => step).at - begun);
    assert.ok(time.now() - begun >= 1000 + late);
  }
  assert.deepEqual(
    [...moments],
    [0, 1, 2, 3, 4].map((n) => 1000 + n * PACING.beat * 1000),
  );
});

test("a tap ends the wait, and so does one before the answer is there", () => {
  for (const [early, looking] of [
    [false, false],
    [true, false],
    [false, true],
    [true, true],
  ]) {
    const game = against("two");
    const watch = watched({ seconds: 60 });
    const { director, time, seen } = watch;
    const answer = upToAnAnswer(game, watch);
    // The time of the last card is over, or it is not.
    while (!looking && time.ring());
    assert.equal(time.waits, Number(looking));
    if (early) assert.equal(director.next(), true);
    director.push(answer);
    if (!early) {
      assert.equal(seen.at(-1).scene.thinking, 1);
      time.time += 1000;
      assert.equal(director.next(), true);
    }
    assert.equal(seen.findLast(({ step }) => step).step.event.seat, 1);
    assert.equal(director.scene.view.pile.at(-1).seat, 1);
  }
});

test("what is skipped is not waited for", () => {
  const game = against("three");
  const { director, time } = watched({ seconds: 60 });
  director.reset(game.position);
  for (const { events } of game.told) director.push(events);
  director.skip();
  assert.equal(time.waits, 0);
  assert.deepEqual(director.scene.view, game.told.at(-1).view);
});

test("nobody waits for what happened while they did not look, or when all decide at once", () => {
  const game = against("three");
  const own = game.position.view.seat;
  const { director, time, asked } = watched();
  director.reset(game.position);
  for (const { events } of game.told) director.push(events, { pause: false });
  while (time.ring());
  assert.equal(asked.length, 0);
  director.reset(game.position);
  let awaited = game.position.standing.to_act;
  for (const { events } of game.told) {
    asked.length = 0;
    director.push(events);
    while (time.ring());
    if (awaited.includes(own)) assert.equal(asked.length, 0);
    awaited = events.standing.to_act;
  }
});

test("a position ends the wait", () => {
  const game = against("two");
  const watch = watched({ seconds: 60 });
  const { director, time } = watch;
  const answer = upToAnAnswer(game, watch);
  while (time.ring());
  director.push(answer);
  assert.equal(time.waits, 1);
  director.reset(game.position);
  assert.equal(time.waits, 0);
  assert.equal(director.scene.thinking, null);
});
