// The options of a hint, in words and numbers.

import assert from "node:assert/strict";
import { test } from "node:test";

import { columns, decides, rowsOf } from "../../src/pegout/client/js/scene/advice.js";
import { heads, rankedOf, seats, sides } from "../../src/pegout/client/js/text/analysis.js";

const option = (cards, points, more = {}) => ({
  cards,
  hand: 6.8,
  crib: -5.1,
  play: points + 5.1 - 6.8,
  points,
  chance: 0.5,
  share: null,
  tied: false,
  ...more,
});
const advice = (kind, options, byChance = false) => ({
  kind,
  by_chance: byChance,
  options,
  chosen: null,
  loss: null,
  verdict: null,
  says: "Why.",
});

test("a discard has hand, crib and play beside what it is worth", () => {
  const asked = advice("discard", [option(["AS", "2C"], 1.3), option(["6H", "AS"], -0.2)]);
  assert.deepEqual([decides(asked), ...columns(asked)], ["points", "hand", "crib", "play"]);
  const [first, second] = rowsOf(asked);
  assert.deepEqual([first.worth, ...first.parts], ["+1.3", "6.8", "−5.1", "−0.4"]);
  assert.equal(
    first.name,
    "ace of spades and two of clubs: +1.3 points, hand 6.8, crib −5.1, play −0.4, best",
  );
  assert.equal(second.name.endsWith("play −1.9"), true);
});

test("where the chance of winning decides it stands there", () => {
  const near = [
    option(["9D"], 2, { chance: 0.613, tied: true }),
    option(["7C"], 2.5, { chance: 0.58 }),
  ];
  const asked = advice("play", near, true);
  assert.deepEqual([decides(asked), ...columns(asked)], ["wins", "play"]);
  const [first, second] = rowsOf(asked);
  assert.deepEqual([first.worth, second.worth], ["61.3\u00a0%", "58.0\u00a0%"]);
  assert.equal(first.name, "nine of diamonds: wins 61.3\u00a0%, play +0.3, best");
  assert.equal(first.tied, false);
  assert.deepEqual(columns(advice("play", near)), []);
});

test("bars are as long as what they stand for, and ties as long as the best", () => {
  const best = option(["9D"], 2, { tied: true });
  const alike = option(["TD"], 1.9, { tied: true });
  const rows = rowsOf(advice("play", [best, alike, option(["7C"], 0.5), option(["KC"], -4)]));
  const lengths = rows.map(({ length }) => length);
  assert.deepEqual(lengths.slice(0, 2), [1, 1]);
  assert.ok(lengths[1] > lengths[2] && lengths[2] > lengths[3]);
  assert.ok(Math.abs(lengths[3] - 0.1) < 1e-9);
  assert.deepEqual(
    rows.map(({ tied }) => tied),
    [true, true, false, false],
  );
  assert.ok(rows[1].name.endsWith("tie"));
  // An option that is nearly as good must not look worthless.
  const close = rowsOf(advice("play", [best, option(["7C"], 1.8)]));
  assert.ok(close[1].length > 0.9);
});

test("all options are ranked by what they lose to the best", () => {
  const best = option(["9D"], 2, { chance: 0.613 });
  const tied = option(["TD"], 1.9, { chance: 0.612, tied: true });
  const worse = option(["7C"], 0.5, { chance: 0.58 });
  const close = option(["8C"], 1.99, { chance: 0.6128 });
  const asked = advice("play", [best, tied, close, worse]);
  assert.deepEqual(heads(asked), ["total", "wins", "loses"]);
  const rows = rankedOf(asked);
  assert.deepEqual(
    rows.map(({ loss }) => loss),
    ["best", "tie", "<0.1", "−1.5"],
  );
  assert.deepEqual([rows[0].parts, rows[0].other], [[], "61.3\u00a0%"]);
  assert.equal(rows[3].name, "seven of clubs: +0.5 points, wins 58.0\u00a0%, loses 1.5");
  const near = rankedOf(advice("discard", [best, close, worse], true));
  assert.deepEqual(
    near.map(({ loss }) => loss),
    ["best", "<0.1\u00a0%", "−3.3\u00a0%"],
  );
  assert.equal(near[0].parts.length, 3);
});

test("four in teams have a partner, four singles a seat and a score each", () => {
  assert.deepEqual(seats(4), ["You", "On your left", "Partner", "On your right"]);
  assert.deepEqual(sides(4), ["Your side", "Other side"]);
  assert.deepEqual(sides(4, false), ["You", "On your left", "Opposite", "On your right"]);
  assert.deepEqual([sides(2), sides(3).length], [["You", "Opponent"], 3]);
});
