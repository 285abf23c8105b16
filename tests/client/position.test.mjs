// A position that is set up step by step, and its forms for the server and the URL.

import assert from "node:assert/strict";
import { test } from "node:test";

import {
  cleared,
  formOf,
  GO,
  isWhole,
  layoutOf,
  positionIn,
  queryOf,
  readLayout,
  stepBack,
  stepOf,
  stepSays,
  usedCards,
  withCard,
  withWord,
} from "../../src/pegout/client/js/text/position.js";

const TWO = { dealt: 6, discarded: 2 };
const THREE = { dealt: 5, discarded: 1 };
const HAND = ["5H", "5S", "6D", "7C", "JD", "KS"];
const empty = readLayout("");
/** Press cards one after the other; none may be refused. */
const pressed = (layout, cards, sizes = TWO) =>
  cards.reduce((now, card) => {
    const next = withCard(now, card, sizes);
    assert.notEqual(typeof next, "string", next);
    return next;
  }, layout);
const dealt = pressed(empty, HAND);
const playing = pressed(dealt, ["JD", "KS", "2C", "TD", "5H"]);

test("cards go to the hand, the discards, the starter and the play in turn", () => {
  assert.equal(stepOf(empty, TWO), "hand");
  assert.deepEqual(dealt.hand, HAND);
  assert.equal(stepOf(dealt, TWO), "discards");
  assert.equal(stepOf(pressed(dealt, ["JD"]), TWO), "discards");
  assert.equal(stepOf(pressed(dealt, ["JD", "KS"]), TWO), "starter");
  assert.equal(stepOf(playing, TWO), "play");
  const { discards, starter, played } = playing;
  assert.deepEqual([discards, starter, played], [["JD", "KS"], "2C", ["TD", "5H"]]);
  assert.deepEqual(usedCards(playing), [...HAND, "2C", "TD"]);
});

test("with three players one card is discarded", () => {
  const five = pressed(empty, HAND.slice(0, 5), THREE);
  assert.equal(stepOf(five, THREE), "discards");
  assert.equal(stepSays(five, THREE), "If you have discarded, tap the card.");
  assert.equal(stepOf(pressed(five, ["JD"], THREE), THREE), "starter");
});

test("only a whole position is asked about", () => {
  const one = pressed(dealt, ["JD"]);
  const both = pressed(one, ["KS"]);
  const wholes = [empty, dealt, one, both, pressed(both, ["2C"]), playing];
  assert.deepEqual(
    wholes.map((layout) => isWhole(layout, TWO)),
    [false, true, false, false, true, true],
  );
});

test("a card is taken back by a second press until the next step", () => {
  assert.deepEqual(withCard(pressed(empty, ["5H", "5S"]), "5H", TWO).hand, ["5S"]);
  const away = pressed(dealt, ["JD", "KS"]);
  assert.deepEqual(withCard(away, "JD", TWO).discards, ["KS"]);
});

test("a card that is somewhere is refused by name", () => {
  const says = (layout, card) => withCard(layout, card, TWO);
  assert.equal(says(playing, "TD"), "10♦ is played already.");
  assert.equal(says(playing, "5H"), "5♥ is played already.");
  assert.equal(says(playing, "2C"), "2♣ is the starter.");
  assert.equal(says(playing, "JD"), "J♦ was discarded.");
  assert.equal(says(pressed(dealt, ["JD", "KS"]), "5H"), "5♥ is in your hand.");
  assert.match(says(dealt, "AS"), /^6 cards are dealt\. Tap those/);
  const undone = { ...playing, hand: HAND.slice(0, 5) };
  assert.equal(says(undone, "2C"), "2♣ is the starter.");
});

test("every step is taken back, the last one first", () => {
  const seen = [];
  for (let now = withWord(playing, GO); now.hand.length; now = stepBack(now)) {
    seen.push([now.played.length, now.starter, now.discards.length, now.hand.length].join(" "));
  }
  assert.deepEqual(seen.slice(0, 6), [
    "3 2C 2 6",
    "2 2C 2 6",
    "1 2C 2 6",
    "0 2C 2 6",
    "0  2 6",
    "0  1 6",
  ]);
  assert.equal(seen.length, 12);
  const ended = { ...playing, played: ["TD", GO, "."] };
  assert.deepEqual(stepBack(ended).played, ["TD"]);
  assert.deepEqual(stepBack(empty), empty);
});

test("each step says what to do next", () => {
  const one = pressed(empty, ["5H"]);
  const layouts = [empty, one, dealt, pressed(dealt, ["JD"]), playing];
  assert.deepEqual(
    layouts.map((layout) => stepSays(layout, TWO)),
    [
      "Choose the 6 cards that you were dealt.",
      "Choose 5 more cards.",
      "If you have discarded, tap the two cards.",
      "Tap the other card that you discarded.",
      "Add every card in the order in which it is played.",
    ],
  );
});

test("a form is read as it is written, with the rules", () => {
  const switches = { players: 2, muggins: true, match_points: "1/2/2" };
  const layout = { ...withWord(playing, GO), preset: "acc", switches, scores: [84, 90], dealer: 1 };
  const form = formOf(layout);
  assert.equal(form.played, "TD 5H go");
  assert.equal(form.rules, "acc players=2 muggins=yes match_points=1/2/2");
  assert.deepEqual(layoutOf(form), layout);
  assert.deepEqual(readLayout(`?${queryOf(layout)}`), layout);
  assert.equal(queryOf({ ...cleared(empty), scores: [0, 0] }), "");
});

test("what a URL cannot say is left out", () => {
  const wrong = readLayout("?hand=5H,ZZ&scores=1-x&dealer=left&played=9C,nine,go");
  assert.deepEqual(wrong, { ...empty, played: ["9C", "go"] });
});

test("a position is found in a link", () => {
  const position = "1~standard~play~deal-1-0~dealt-5H5S.xx";
  for (const text of [
    position,
    `https://cards.example/ask?position=${position}`,
    `https://cards.example/ask?lang=es&position=${position}#end`,
    `Look: http://x/ask?position=${position.replaceAll("~", "%7E")} !`,
  ]) {
    assert.equal(positionIn(text), position);
  }
  assert.equal(positionIn("nothing"), "nothing");
});
