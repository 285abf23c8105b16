// The board: the places of its holes, and the movements of its pegs.

import assert from "node:assert/strict";
import { test } from "node:test";

import { place, withDocument } from "./drawing.mjs";
import { some } from "./made.mjs";

withDocument();
const DRAW = new URL("../../src/pegout/client/js/draw/", import.meta.url);
const { hops, createTrack, pegAt, reach } = await import(`${DRAW}paths.js`);
const { lines } = await import(`${DRAW}body.js`);
const { createBoard } = await import(`${DRAW}board.js`);

const SIZES = [
  [300, 640],
  [640, 300],
  [340, 72],
  [340, 90],
  [220, 460],
  [420, 420],
  [900, 820],
];
const TARGETS = some([31, 61, 75, 76, 91, 121, 181, 241], [31, 121]);

const far = (a, b) => Math.hypot(a.x - b.x, a.y - b.y);

for (const target of TARGETS) {
  test(`a board of ${target} lies in its box, and no two holes meet`, () => {
    for (const [width, height] of SIZES) {
      for (const lanes of [1, 2, 3, 4]) {
        const track = createTrack({ width, height, target, lanes });
        const holes = [];
        for (let lane = 0; lane < lanes; lane += 1) {
          for (let hole = -1; hole < target; hole += 1) holes.push(track.at(hole, lane));
        }
        holes.push(track.at(target, 0));
        const least = Math.min(track.pitch, track.gauge) * 0.35;
        for (const [n, { x, y }] of holes.entries()) {
          assert.ok(x > 2 && y > 2 && x < width - 2 && y < height - 2, `${width}×${height}, ${n}`);
          for (const other of holes.slice(0, n)) {
            assert.ok(far(other, holes[n]) > least, `${width}×${height}, ${lanes} lanes, ${n}`);
          }
        }
      }
    }
  });
}

test("all lanes end in one game hole", () => {
  const track = createTrack({ width: 640, height: 300, target: 121, lanes: 3 });
  assert.deepEqual(track.at(121, 0), track.at(121, 2));
  assert.notDeepEqual(track.at(120, 0), track.at(120, 2));
});

test("holes stand in fives with a gap, after a line", () => {
  const step = (_, n) => Math.round((reach(n + 1, 121) - reach(n, 121)) * 1000) / 1000;
  const steps = Array.from({ length: 12 }, step);
  assert.ok(steps[0] > 1.5);
  assert.deepEqual(steps.slice(1, 5), [1, 1, 1, 1]);
  assert.ok(steps[5] > 1.5);
  assert.deepEqual(steps.slice(6, 10), [1, 1, 1, 1]);
  assert.equal(reach(2.5, 121), (reach(2, 121) + reach(3, 121)) / 2);
  assert.ok(reach(121, 121) - reach(120, 121) > 1.5);
});

test("streets end at every thirty, and skunks are counted from the target", () => {
  const drawn = (target, skunkLines) => {
    const { streets, letters } = lines(target, skunkLines);
    return [streets, Object.fromEntries(letters)];
  };
  assert.deepEqual(drawn(121, [31, 61]), [[30, 60, 90], { 90: "S", 60: "SS" }]);
  assert.deepEqual(drawn(121, [21, 61, 91]), [[30, 60, 90], { 100: "S", 60: "SS", 30: "SSS" }]);
  assert.deepEqual(drawn(61, [31, 61]), [[30], { 30: "S" }]);
  assert.deepEqual(drawn(31, [31, 61]), [[], {}]);
  assert.deepEqual(drawn(241, [])[0], [30, 60, 90, 120, 150, 180, 210]);
});

test("no number of a street is written over the one of a skunk line", () => {
  const printed = (skunkLines) =>
    board({ skunkLines, compact: false })
      .element.all("board-number")
      .map(({ children }) => children.map(({ text }) => text).join(""));
  assert.deepEqual(printed([31, 61]), ["30", "60", "90"]);
  assert.deepEqual(printed([20, 40, 60]), ["30", "90", "101", "81", "61"]);
});

test("a peg flies over the one in front, then hops by fives", () => {
  assert.deepEqual(hops(12, 20, 22), [12, 22]);
  assert.deepEqual(hops(12, 20, 32), [12, 25, 30, 32]);
  assert.deepEqual(hops(-1, 0, 29), [-1, 5, 10, 15, 20, 25, 29]);
  assert.deepEqual(hops(4, 4, 4), [4]);
});

test("a hop begins and ends in a hole, and is highest between", () => {
  const touched = hops(12, 20, 30);
  assert.deepEqual(pegAt(touched, 0), { hole: 12, lift: 0 });
  assert.deepEqual(pegAt(touched, 1), { hole: 30, lift: 0 });
  assert.ok(pegAt(touched, 0.25).lift > 0.99);
  assert.equal(pegAt(touched, 0.5).hole, 25);
  let before = 12;
  for (let time = 0; time <= 1; time += 0.01) {
    const { hole } = pegAt(touched, time);
    assert.ok(hole >= before);
    before = hole;
  }
});

/** The places of a side's pegs, the rear one first. */
function standing(element, track, side) {
  const group = element.all("board-pegs")[0];
  return group
    .all(`side-${side}`)
    .filter((peg) => peg.attributes.class.startsWith("peg"))
    .map((peg) => {
      const [x, y] = peg.attributes.transform.match(/-?[\d.]+/g).map(Number);
      for (let hole = -1; hole <= track.target; hole += 1) {
        if (far(track.at(hole, side), { x, y }) < 0.1) return hole;
      }
      return null;
    });
}

function board(options = {}) {
  const element = place(640, 300);
  const made = createBoard(element, { sides: 2, target: 121, skunkLines: [31, 61], ...options });
  const track = createTrack({ width: 640, height: 300, target: 121, lanes: 2 });
  return { made, at: (side) => standing(element, track, side), element };
}

test("at first both pegs stand before the first hole", () => {
  const { made, at } = board();
  assert.deepEqual(at(0), [-1, 0]);
  made.set({ scores: [0, 0], rear: [0, 0] });
  assert.deepEqual(at(1), [-1, 0]);
});

test("the rear peg becomes the front one", async () => {
  const { made, at } = board();
  made.set({ scores: [20, 3], rear: [12, 0] });
  assert.deepEqual(at(0), [12, 20]);
  await made.move(0, 20, 28, { reduced: true });
  assert.deepEqual(at(0), [20, 28]);
  assert.deepEqual(at(1), [0, 3]);
  await made.move(0, 28, 31, { duration: 0 });
  assert.deepEqual(at(0), [28, 31]);
});

test("a peg on its way can be set down, and what is said again does not stop it", async () => {
  globalThis.requestAnimationFrame = (step) => setTimeout(step, 5);
  globalThis.cancelAnimationFrame = clearTimeout;
  const { made, at } = board();
  made.set({ scores: [20, 3], rear: [12, 0] });
  const landed = made.move(0, 20, 28, { duration: 60_000 });
  made.set({ scores: [28, 3], rear: [20, 0], turn: 1 });
  assert.deepEqual(at(0), [20, 12]);
  made.finish();
  await landed;
  assert.deepEqual(at(0), [20, 28]);
  const again = made.move(0, 28, 40, { duration: 60_000 });
  made.set({ scores: [28, 3], rear: [20, 0] });
  await again;
  assert.deepEqual(at(0), [20, 28]);
});

test("nobody goes beyond the game hole", async () => {
  const { made, at } = board();
  made.set({ scores: [118, 3], rear: [110, 0] });
  await made.move(0, 118, 130, { reduced: true });
  assert.deepEqual(at(0), [118, 121]);
});

test("games of a match have holes, or a number when there are many", () => {
  const few = board({ winsNeeded: 3 });
  few.made.set({ wins: [1, 2] });
  assert.equal(few.element.all("board-games")[0].all("peg").length, 3);
  const many = board({ winsNeeded: 9 });
  many.made.set({ wins: [7, 0] });
  const [first] = many.element.all("board-games-won");
  assert.equal(first.children[0].text, "7");
});

test("the drawing has the name that it is given", () => {
  const { made, element } = board({ label: "Ann 20, Ben 3" });
  const [root] = element.all("board");
  assert.equal(root.attributes.role, "img");
  assert.equal(root.attributes["aria-label"], "Ann 20, Ben 3");
  made.set({ label: "Ann 28, Ben 3" });
  assert.equal(root.attributes["aria-label"], "Ann 28, Ben 3");
});

test("lines of a skunk are drawn only where they count", () => {
  const letters = (element) => element.all("board-skunk").map(({ children }) => children[0].text);
  assert.deepEqual(letters(board().element).sort(), ["S", "SS"]);
  assert.deepEqual(letters(board({ skunkLines: [] }).element), []);
  assert.deepEqual(letters(board({ compact: true }).element), []);
});

test("no number of a board is written over another", () => {
  const print = ["board-number", "board-skunk", "board-home"];
  const boxOf = ({ attributes, children }) => {
    const size = Number(attributes["font-size"]);
    const half = { x: 0.29 * size * children[0].text.length, y: 0.36 * size };
    return { x: Number(attributes.x), y: Number(attributes.y), half, text: children[0].text };
  };
  const meet = (a, b) =>
    Math.abs(a.x - b.x) < a.half.x + b.half.x && Math.abs(a.y - b.y) < a.half.y + b.half.y;
  for (const [width, height] of [...SIZES, [315, 195], [330, 180], [195, 315], [460, 260]]) {
    for (const sides of [2, 3, 4]) {
      const element = place(width, height);
      createBoard(element, { sides, target: 121, skunkLines: [31, 61] });
      const boxes = print.flatMap((name) => element.all(name).map(boxOf));
      const over = boxes.filter((box, n) => boxes.slice(0, n).some((other) => meet(box, other)));
      assert.deepEqual(over, [], `${width}×${height}, ${sides} sides`);
    }
  }
});
