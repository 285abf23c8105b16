import assert from "node:assert/strict";
import { test } from "node:test";

import { fold } from "../../src/pegout/client/js/fold.js";
import { games } from "./games.mjs";

/** The fields that come with the standing and with no event. */
function known(view) {
  const { to_act: _waits, legal: _may, ...rest } = view;
  return rest;
}

for (const [name, game] of games()) {
  test(`the fold of ${name} is what the server says the seat knows`, () => {
    let view = game.position.view;
    for (const { events, view: truth } of game.told) {
      for (const told of events.events) view = fold(view, told.event);
      assert.deepEqual(known(view), known(truth), `after entry ${events.number}`);
    }
    assert.deepEqual(known(view), known(game.final.view));
  });

  test(`the fold of ${name} leaves the view before it alone`, () => {
    let view = Object.freeze({ ...game.position.view });
    for (const { events } of game.told) {
      for (const told of events.events) {
        const before = JSON.stringify(view);
        const after = fold(view, told.event);
        assert.equal(JSON.stringify(view), before);
        view = Object.freeze(after);
      }
    }
  });
}

test("an event that is not of a game changes nothing", () => {
  const view = { phase: "over" };
  assert.equal(fold(view, { type: "match_ended", winners: [0], points: [1, 0] }), view);
});
