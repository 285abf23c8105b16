import assert from "node:assert/strict";
import { test } from "node:test";

import { Asides, interleave } from "../../src/pegout/client/js/scene/asides.js";
import { Combining } from "../../src/pegout/client/js/scene/combine.js";

/** The scoring cards of this hand are 4, 5, 6 and two jacks, one of which is the starter. */
function scene(choices = [{ kind: "claim", minimum: 0, maximum: 29 }], muggins = false) {
  return {
    standing: { choices },
    setup: { rules: { muggins, crib_flush: "five", nobs_points: 1, target: 121 } },
    view: { starter: "JC" },
    count: { cards: ["4C", "5D", "6S", "JS"], crib: false },
  };
}

function counting() {
  const news = [];
  const combining = new Combining((change) => news.push(change));
  const now = scene();
  combining.follow(now);
  const tap = (...cards) => {
    for (const card of cards) combining.tap(card, now);
  };
  return { combining, news, tap };
}

test("cards that make something are named and add up", () => {
  const { combining, tap } = counting();
  tap("4C", "5D");
  assert.deepEqual(combining.found, []);
  assert.equal(combining.made.name, "");
  tap("6S");
  assert.equal(combining.made.name, "Fifteen for two and a run of three for three");
  assert.equal(combining.points, 5);
});

test("after something was found the next card begins anew, unless it belongs to it", () => {
  const { combining, tap } = counting();
  tap("5D", "JC", "JS");
  assert.deepEqual(combining.picked, ["JS"]);
  tap("JC");
  assert.deepEqual(
    combining.found.map(({ key }) => key),
    ["5D JC", "JC JS"],
  );
  assert.equal(combining.points, 4);
});

test("the same cards count once", () => {
  const { combining, tap } = counting();
  tap("5D", "JC", "JC", "5D");
  assert.equal(combining.found.length, 1);
  assert.equal(combining.made.again, true);
});

test("a card that is tapped again goes down, and rest puts all of them down", () => {
  const { combining, tap } = counting();
  tap("4C", "5D", "4C");
  assert.deepEqual(combining.picked, ["5D"]);
  assert.equal(combining.rest(), true);
  assert.equal(combining.rest(), false);
});

test("where missed points are the opponents', cards are only raised", () => {
  const { combining } = counting();
  const strict = scene(undefined, true);
  combining.follow(strict);
  combining.tap("5D", strict);
  combining.tap("JC", strict);
  assert.deepEqual(combining.picked, ["5D", "JC"]);
  assert.deepEqual([combining.made, combining.found], [null, []]);
});

test("nothing can be picked while nothing is asked, and every hand begins anew", () => {
  const { combining, tap } = counting();
  tap("5D", "JC");
  assert.deepEqual(combining.open(scene([])), []);
  assert.deepEqual(combining.open({ ...scene(), count: null }), []);
  combining.follow(scene([]));
  assert.deepEqual([combining.picked, combining.found], [[], []]);
});

test("asides stand in the log where they were said, and only in their game", () => {
  const asides = new Asides();
  let told = 0;
  const stop = asides.on(() => {
    told += 1;
  });
  const at = (number, game = 1) => ({ match: "m", game, entries: number ? [{ number }] : [] });
  asides.add(at(2), () => "Good luck!", 1);
  asides.add(at(3), () => "a card on the felt");
  asides.add(at(9, 2), () => "elsewhere");
  asides.add(null, () => "nowhere");
  stop();
  asides.add(at(3), () => "a low note");
  assert.equal(told, 3);
  const lines = interleave([{ number: 1 }, { number: 2 }, { number: 3 }], asides.of(at(3)));
  assert.deepEqual(
    lines.map((line) => line.number ?? line.say()),
    [1, 2, "Good luck!", 3, "a card on the felt", "a low note"],
  );
});
