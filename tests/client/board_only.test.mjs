// The score keeper's book.

import assert from "node:assert/strict";
import { test } from "node:test";

import {
  newBook,
  readBook,
  standing,
  withLine,
  withoutLast,
} from "../../src/pegout/client/js/pages/scorebook.js";

const peg = (side, points) => ({ type: "peg", side, points });
const put = (side, score) => ({ type: "put", side, score });
const book = (lines, wishes = {}) =>
  lines.reduce(withLine, newBook({ names: ["Ann", "Ben"], ...wishes }));
const many = (side, times) => Array.from({ length: times }, () => peg(side, 20));

test("the rear peg stands where the front one was", () => {
  const { scores, rear } = standing(book([peg(0, 8), peg(1, 2), peg(0, 4)]));
  assert.deepEqual(scores, [12, 2]);
  assert.deepEqual(rear, [8, 0]);
});

test("taking back is unlimited, and reaches the game before", () => {
  let now = book([...many(0, 7), { type: "next" }, peg(1, 5)]);
  assert.equal(standing(now).game, 2);
  now = withoutLast(withoutLast(now));
  assert.equal(standing(now).won.winner, 0);
  for (let n = 0; n < 20; n += 1) now = withoutLast(now);
  assert.deepEqual(standing(now).scores, [0, 0]);
});

test("four keep the book, each for themselves, and a fifth does not", () => {
  const four = book([peg(3, 5), { type: "deal", side: 3 }], { names: ["Ann", "Ben", "Cy", "Di"] });
  assert.deepEqual(standing(readBook(JSON.parse(JSON.stringify(four)))).scores, [0, 0, 0, 5]);
  assert.equal(readBook({ ...four, names: [...four.names, "Ed"] }), null);
});

test("a game ends at the last hole, and nothing is pegged after it", () => {
  const now = book([...many(0, 7), peg(1, 3), { type: "deal", side: 1 }]);
  assert.equal(standing(now).scores[0], 121);
  assert.equal(now.lines.length, 7);
  assert.equal(withLine(book([]), { type: "next" }).lines.length, 0);
});

for (const [score, target, skunk] of [
  [91, 121, 0],
  [90, 121, 1],
  [61, 121, 1],
  [60, 121, 2],
  [31, 61, 0],
  [30, 61, 1],
  [1, 61, 1],
  [0, 61, 2],
]) {
  test(`${score} of ${target} is ${["a game", "a skunk", "a double skunk"][skunk]}`, () => {
    const { won, points } = standing(book([put(1, score), put(0, target)], { target }));
    assert.deepEqual(won.skunks, [0, skunk]);
    assert.deepEqual(points, [skunk + 1, 0]);
  });
}

test("without skunks every game is worth one point", () => {
  assert.deepEqual(standing(book(many(0, 7), { skunks: false })).points, [1, 0]);
});

test("of three, the winner gets the points for each of the others", () => {
  const names = ["Ann", "Ben", "Cy"];
  const { points } = standing(book([put(1, 100), put(2, 80), ...many(0, 7)], { names }));
  assert.deepEqual(points, [3, 0, 0]);
});

test("a score that is put right takes the win away again", () => {
  const now = book([...many(0, 7), put(0, 118)]);
  assert.equal(standing(now).won, null);
  assert.deepEqual(standing(now).wins, [0, 0]);
  assert.deepEqual(standing(withLine(now, peg(0, 3))).wins, [1, 0]);
});

test("the first deal passes from game to game", () => {
  const now = book([{ type: "deal", side: 0 }, ...many(1, 7), { type: "next" }], { dealer: 1 });
  assert.equal(standing(now).dealer, 0);
  assert.equal(standing(now).game, 2);
});

test("what makes no sense is not written", () => {
  const now = book([]);
  for (const line of [peg(0, 0), peg(0, 30), peg(2, 5), put(0, -1), put(0, 122), put(0, NaN)]) {
    assert.equal(withLine(now, line), now);
  }
});

test("a book is read as it was kept, and nonsense is not", () => {
  const now = book([peg(0, 8), ...many(1, 7), { type: "next" }], { target: 121, facing: true });
  assert.deepEqual(readBook(JSON.parse(JSON.stringify(now))), now);
  for (const data of [
    null,
    7,
    {},
    { names: ["a"], lines: [] },
    { names: ["a", 2], lines: [], target: 61 },
  ]) {
    assert.equal(readBook(data), null);
  }
  const bad = readBook({
    names: ["a", "b"],
    target: 61,
    lines: [peg(0, 3), { type: "peg" }, 4, null, peg(9, 1)],
  });
  assert.deepEqual(bad.lines, [peg(0, 3)]);
});
