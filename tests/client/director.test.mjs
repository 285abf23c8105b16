import assert from "node:assert/strict";
import { test } from "node:test";

import { Director } from "../../src/pegout/client/js/scene/director.js";
import { replay } from "../../src/pegout/client/js/scene/script.js";
import { clock } from "./clock.mjs";
import { games, tried } from "./games.mjs";

const GAMES = games();

function watched(pace = "normal") {
  const time = clock();
  const director = new Director({ pace: () => pace, clock: time });
  const seen = [];
  director.subscribe((scene, step) => seen.push({ scene, step }));
  return { director, time, seen };
}

function known(view) {
  const { to_act: _waits, legal: _may, turn: _turn, ...rest } = view;
  return rest;
}

for (const [name, game] of tried(GAMES)) {
  test(`${name}: at every pace the table ends as the server has it`, () => {
    for (const pace of ["normal", "instant"]) {
      const { director, time } = watched(pace);
      director.reset(game.position);
      for (const { events, view } of game.told) {
        director.push(events);
        while (time.ring());
        assert.equal(director.scene.busy, false);
        // A seat that answers a count may also play on, which accepts the count.
        assert.deepEqual(director.scene.view, { ...view, legal: events.standing.legal });
        assert.deepEqual(director.scene.standing, events.standing);
      }
      const { log, tally, results } = director.scene;
      director.reset(game.final);
      assert.deepEqual(director.scene.tally, tally);
      assert.deepEqual(director.scene.results, results);
      assert.deepEqual(director.scene.log.at(-1), log.at(-1));
    }
  });

  test(`${name}: the columns of the last table add up to the scores`, () => {
    const { director } = watched();
    director.reset(game.final);
    const sums = director.scene.tally.map(
      ({ start, play, hand, crib, other }) => start + play + hand + crib + other,
    );
    assert.deepEqual(sums, director.scene.view.scores);
  });

  test(`${name}: every sentence is said once, in its order`, () => {
    const { director, time, seen } = watched();
    director.reset(game.position);
    const told = [];
    for (const { events } of game.told) {
      director.push(events);
      while (time.ring());
      told.push(...events.events.filter((event) => event.say).map((event) => event.say));
    }
    const said = seen.filter(({ step }) => step?.logged && step.sentence);
    assert.deepEqual(
      said.map(({ step }) => step.sentence),
      told,
    );
  });
}

test("a hand is counted one item after the other, and then the pegs move", () => {
  const { director, time, seen } = watched();
  const game = GAMES.get("two");
  director.reset(game.position);
  const whole = game.told.find(({ events }) =>
    events.events.some(({ event }) => event.reason === "hand" && event.items.length > 2),
  );
  for (const message of game.told) {
    seen.length = 0;
    director.push(message.events);
    while (time.ring());
    if (message === whole) break;
  }
  const scored = whole.events.events.find(
    ({ event }) => event.reason === "hand" && event.items.length > 2,
  );
  const steps = seen.filter(({ step }) => step?.number === scored.number);
  assert.equal(steps.length, scored.event.items.length + 1);
  let sum = 0;
  scored.event.items.forEach((item, at) => {
    const { scene, step } = steps[at];
    sum += item.points;
    assert.equal(step.sentence, scored.phrases[at]);
    assert.equal(scene.count.points, sum);
    assert.deepEqual(scene.lit, item.cards);
    assert.equal(step.logged, false);
    assert.deepEqual(scene.view.scores, steps[0].scene.view.scores);
  });
  assert.equal(steps.at(-1).scene.view.scores[scored.event.seat], scored.event.score);
  assert.equal(steps.at(-1).scene.summary.at(-1).points, sum);
});

test("nothing can be done while steps are shown, and at once after the last", () => {
  const { director, time } = watched();
  const game = GAMES.get("two");
  director.reset(game.position);
  for (const { events } of game.told) {
    director.push(events);
    const { busy, standing } = director.scene;
    assert.equal(standing === null, busy);
    while (time.ring());
    assert.notEqual(director.scene.standing, null);
  }
});

test("a tap shows the next step, a second one all of them", () => {
  const { director, time, seen } = watched();
  const game = GAMES.get("two");
  director.reset(game.position);
  for (const { events } of game.told) director.push(events);
  seen.length = 0;
  time.time += 1000;
  assert.equal(director.next(), true);
  assert.ok(seen.length >= 1 && seen.length < 8);
  assert.equal(director.scene.busy, true);
  time.time += 100;
  assert.equal(director.next(), true);
  assert.equal(director.scene.busy, false);
  assert.equal(time.waits, 0);
  assert.equal(director.next(), false);
  assert.deepEqual(director.scene.view, game.told.at(-1).view);
});

test("with a tap for each step nothing moves by itself", () => {
  const { director, time, seen } = watched("step");
  const game = GAMES.get("two");
  director.reset(game.position);
  for (const { events } of game.told.slice(0, 30)) director.push(events);
  assert.equal(time.waits, 0);
  assert.equal(director.scene.waiting, true);
  let taps = 0;
  while (director.next()) taps += 1;
  assert.ok(taps > 20);
  assert.equal(director.scene.waiting, false);
  assert.ok(seen.every(({ step }) => !step?.quiet));
});

test("a position stands at once, whatever was being shown", () => {
  const { director, time } = watched();
  const game = GAMES.get("two");
  director.reset(game.position);
  for (const { events } of game.told) director.push(events);
  director.reset(game.position);
  assert.equal(time.waits, 0);
  assert.deepEqual(known(director.scene.view), known(game.position.view));
  assert.equal(director.scene.busy, false);
});

test("a game that is over can be leafed through to where it ended", () => {
  const { director } = watched();
  const game = GAMES.get("two");
  director.reset(game.final);
  const made = replay(director.scene);
  assert.ok(made.length > 100);
  assert.deepEqual(made.at(-1)[0].view.scores, game.final.view.scores);
  assert.deepEqual(made[0][0].view.scores, [0, 0]);
});
