// How long steps are shown: the page contains the numbers, and the results equal the terminal's.

import assert from "node:assert/strict";
import { test } from "node:test";

import { PACING, speedOf } from "../../src/pegout/client/js/pacing.js";
import { stages, standingAt } from "../../src/pegout/client/js/scene/script.js";
import { DEFAULTS, VALUES } from "../../src/pegout/client/js/settings.js";
import { games } from "./games.mjs";

for (const [name, game] of games()) {
  test(`${name}: every step is shown as long as in the terminal`, () => {
    let scene = standingAt(game.position);
    let waits = 0;
    for (const { events } of game.told) {
      for (const told of events.events) {
        const made = stages(scene, told);
        scene = made.at(-1)[0];
        // The terminal does not animate the cut of the pack.
        const cut = told.event.type === "starter_cut";
        const seconds = made.map(([, step]) => step.seconds).slice(cut ? 1 : 0);
        assert.deepEqual(seconds, game.shown[told.number], JSON.stringify(told.event));
        waits += Number(seconds.some((second) => second > 0));
      }
    }
    assert.ok(waits > 20);
  });
}

test("what may be chosen is what there are numbers for", () => {
  assert.ok(VALUES.pace.includes(DEFAULTS.pace));
  assert.ok(VALUES.thinking.includes(DEFAULTS.thinking));
  assert.deepEqual(VALUES.pace.map(speedOf), Object.values(PACING.paces));
  assert.equal(speedOf(DEFAULTS.pace), 1);
});
