import assert from "node:assert/strict";
import { test } from "node:test";
import { replay, stages, standingAt } from "../../src/pegout/client/js/scene/script.js";
import { layout } from "../../src/pegout/client/js/table/layout.js";
import { shortened } from "../../src/pegout/client/js/table/parts.js";
import { games, tried } from "./games.mjs";

/** The felt of a phone, of a phone in landscape, of a tablet and of a desktop. */
const FELTS = {
  phone: { w: 360, others: 44, middle: 190, mine: 115 },
  flat: { w: 450, others: 44, middle: 150, mine: 96 },
  tablet: { w: 768, others: 74, middle: 420, mine: 192 },
  desktop: { w: 640, others: 116, middle: 390, mine: 184 },
};

/** The largest number of cards in one count, by number of players. */
const LONGEST = { 2: 8, 3: 12, 4: 13 };
/** How much of each card must be visible, of its width and of its height. */
const CORNER = 0.38;

function room({ w, others, middle, mine }, players, own) {
  const backs = new Map();
  const piles = new Map();
  const each = w / (own === null ? players : players - 1);
  for (let seat = 0, at = 0; seat < players; seat += 1) {
    if (seat === own) continue;
    backs.set(seat, { x: at * each + 8, y: 8, w: each / 2, h: 36 });
    piles.set(seat, { x: at * each + each / 2 + 16, y: 8, w: 40, h: 36 });
    at += 1;
  }
  return {
    backs,
    piles,
    middle: { x: 8, y: others, w: w - 16, h: middle },
    mine: { x: 8, y: others + middle, w: w - 16, h: mine },
    left: false,
  };
}

function modeOf({ count, view }) {
  if (count) return "show";
  if (["ready", "shuffle"].includes(view.phase)) return "ready";
  if (["cut_for_deal", "discard", "cut"].includes(view.phase)) return view.phase;
  return "play";
}

const GAMES = games();

for (const [name, game] of tried(GAMES)) {
  for (const [kind, felt] of Object.entries(FELTS)) {
    test(`${name} on the felt of a ${kind}: every card lies on it, and once`, () => {
      const players = game.position.setup.rules.players;
      const place = room(felt, players, game.position.view.seat);
      const bottom = felt.others + felt.middle + felt.mine;
      for (const [scene] of replay(standingAt(game.final))) {
        const { view, count, lit } = scene;
        const lying = {
          view,
          count,
          lit,
          mode: modeOf(scene),
          hand: view.hand,
          chosen: [],
        };
        for (const [key, { x, y, w }] of layout(lying, place).cards) {
          const where = `${key} in ${lying.mode}: ${[x, y, w]}`;
          assert.ok(x >= -1 && x + w <= felt.w + 1, where);
          assert.ok(y >= -12 && y + w * 1.4 <= bottom + 12, where);
          assert.ok(w >= 24, where);
        }
      }
    });
  }
}

test("six cards on a phone show 44 pixels of each", () => {
  const hand = ["AS", "2S", "3S", "4S", "5S", "6S"];
  const { view } = GAMES.get("two").position;
  const lying = { view, count: null, lit: [], mode: "discard", hand, chosen: [] };
  const { cards } = layout(lying, room(FELTS.phone, 2, 0));
  const xs = hand.map((card) => cards.get(card).x);
  for (let at = 1; at < xs.length; at += 1) assert.ok(xs[at] - xs[at - 1] >= 44);
});

test("on a low felt the cards of a discard take the room of what is said below them", () => {
  const { view } = GAMES.get("two").position;
  const discarding = { ...view, phase: "discard", discarded: [] };
  const chosen = ["AS", "2S"];
  const lying = { count: null, lit: [], mode: "discard", hand: ["3S", "4S", "5S", "6S"], chosen };
  for (const middle of [73, 66, 91]) {
    const place = room({ ...FELTS.phone, middle }, 2, 0);
    const { cards } = layout({ ...lying, view: discarding }, place);
    for (const card of chosen) {
      const { y, w } = cards.get(card);
      assert.ok(w >= 40 && y >= place.middle.y && y + w * 1.4 <= place.middle.y + middle, card);
    }
  }
});

test("in the play everything keeps its place, whether cards lie there or not", () => {
  for (const felt of Object.values(FELTS)) {
    const game = GAMES.get("two");
    const place = room(felt, 2, game.position.view.seat);
    const seen = new Set();
    for (const [scene] of replay(standingAt(game.final))) {
      if (modeOf(scene) !== "play" || !scene.view.starter) continue;
      const { view } = scene;
      const hand = view.hand;
      const lying = { view, count: null, lit: [], mode: "play", hand, chosen: [] };
      const { cards, marks } = layout(lying, place);
      const { x, y, w } = cards.get(view.starter);
      seen.add(JSON.stringify([x, y, w, marks.count, marks.well]));
    }
    // On a low felt the own crib may be beside the cards.
    assert.ok(seen.size >= 1 && seen.size <= 2, [...seen].join("\n"));
  }
});

test("cards of finished counts stay with the others, each to be read, and leave the count alone", () => {
  for (const [name, felt] of Object.entries(FELTS)) {
    for (const which of ["two", "four"]) {
      const game = GAMES.get(which);
      const { seat, rules } = { seat: game.position.view.seat, ...game.position.setup };
      const place = room(felt, rules.players, seat);
      for (const [scene] of replay(standingAt(game.final))) {
        const { view } = scene;
        if (modeOf(scene) !== "play" || !view.earlier.length) continue;
        const { cards, marks } = layout(
          { ...scene, mode: "play", hand: view.hand, chosen: [] },
          place,
        );
        const row = [...view.earlier.flat(), ...view.pile].map(({ card }) => cards.get(card));
        // On a phone the finished counts of four have a row of their own, below the play.
        const own = which === "four" && name === "phone" && view.earlier.flat().length;
        const { count, well } = marks;
        const { x, y, w, h } = count;
        // Sixteen cards have less room than eight, and a low felt has less than a high one.
        const few = which === "two" ? name !== "flat" : name === "phone";
        const least = few ? 11 : 4;
        const lies = row.every((card, at) => {
          // In one row, or the later ones in a second, below the corners of the first.
          const begins = at === 0 || at === own;
          const [first, before] = [row[own && at >= own ? own : 0], row[at - 1]];
          const below = !begins && card.y >= before.y + CORNER * before.w * 1.4;
          const apart = card.x + card.w <= x || card.x >= x + w || card.y + card.w * 1.4 <= y;
          return (
            card.up &&
            (begins || card.x - before.x >= least || below) &&
            (Math.abs(card.y - first.y) <= 24 || card.y + card.w * 1.4 <= well.y + well.h + 1) &&
            (apart || card.y >= y + h)
          );
        });
        if (!lies) assert.fail(`${which} on a ${name}: ${JSON.stringify([row, marks.count])}`);
      }
    }
  }
});

test("however many cards of a count lie there, the corner of each is seen", () => {
  const felts = { ...FELTS, small: { w: 320, others: 70, middle: 82, mine: 80 } };
  const pack = [..."A23456789TJQK"].flatMap((rank) => [..."SHDC"].map((suit) => rank + suit));
  for (const [name, felt] of Object.entries(felts)) {
    for (const which of ["two", "three", "four"]) {
      const { view } = GAMES.get(which).position;
      const { players } = view.rules;
      const place = room(felt, players, view.seat);
      for (let all = 1; all <= 4 * players; all += 1) {
        for (let many = 1; many <= Math.min(all, LONGEST[players]); many += 1) {
          const played = pack.slice(0, all).map((card, at) => ({ card, seat: at % players }));
          const [old, pile] = [played.slice(0, all - many), played.slice(all - many)];
          // Counts of three cards and more.
          const earlier = [];
          for (let at = 0; at < old.length; at += 3) earlier.push(old.slice(at, at + 3));
          const shown = {
            ...view,
            pile,
            earlier,
            starter: "KS",
            dealer: players - 1,
            crib_size: 4,
          };
          const lying = { view: shown, count: null, lit: [], mode: "play", hand: [], chosen: [] };
          const { cards, marks } = layout(lying, place);
          const row = pile.map(({ card }) => cards.get(card));
          for (const [at, slot] of row.entries()) {
            const says = `${name}, ${which}: ${old.length} and ${many}: ${JSON.stringify([slot, row])}`;
            assert.ok(slot.w >= 30 && slot.x + slot.w <= marks.well.x + marks.well.w + 1, says);
            assert.ok(slot.y + slot.w * 1.4 <= marks.well.y + marks.well.h + 1, says);
            for (const over of row.slice(at + 1)) {
              const beside = over.x >= slot.x + CORNER * slot.w || over.x + over.w <= slot.x;
              assert.ok(beside || over.y >= slot.y + CORNER * slot.w * 1.4, says);
            }
          }
        }
      }
    }
  }
});

test("a hand of the show is as large as the felt lets it be", () => {
  const scenes = replay(standingAt(GAMES.get("two").final));
  const [scene] = scenes.find(([scene]) => scene.count);
  const shown = (felt) => {
    const lying = { ...scene, mode: "show", hand: [], chosen: [] };
    const { cards } = layout(lying, room({ ...felt, mine: 0 }, 2, 0));
    return scene.count.cards.map((card) => cards.get(card).w)[0];
  };
  assert.ok(shown({ w: 390, others: 44, middle: 480 }) >= 80);
  assert.ok(shown({ w: 768, others: 84, middle: 440 }) >= 120);
});

test("on a large screen everything grows alike", () => {
  const { view } = GAMES.get("two").position;
  const hand = ["AS", "2S", "3S", "4S"];
  const lying = { view, count: null, lit: [], mode: "discard", hand, chosen: [] };
  const small = room(FELTS.desktop, 2, 0);
  const twice = ({ x, y, w, h }) => ({ x: 2 * x, y: 2 * y, w: 2 * w, h: 2 * h });
  const large = {
    left: false,
    middle: twice(small.middle),
    mine: twice(small.mine),
    backs: new Map([...small.backs].map(([seat, box]) => [seat, twice(box)])),
    piles: new Map([...small.piles].map(([seat, box]) => [seat, twice(box)])),
  };
  const [first, second] = [layout(lying, small), layout(lying, large, 2)];
  assert.deepEqual(second.marks.slots, first.marks.slots.map(twice));
  for (const [key, { x, y, w }] of first.cards) {
    const place = second.cards.get(key);
    assert.deepEqual([place.x, place.y, place.w], [2 * x, 2 * y, 2 * w], key);
  }
});

test("the pack is lifted where it was taken before the starter is turned up", () => {
  const { final } = GAMES.get("two");
  const stages = replay(standingAt(final));
  const first = stages.findIndex(([, step]) => step.event.type === "starter_cut");
  const [[before, lift], [after]] = [stages[first], stages[first + 1]];
  assert.equal(before.lifted, lift.event.at);
  assert.equal(before.view.starter, null);
  assert.equal(after.lifted, null);
  assert.equal(after.view.starter, lift.event.card);
});

test("the last score is what was scored, though fewer holes were left", () => {
  const steps = replay(standingAt(GAMES.get("two").final));
  const at = steps.findIndex(([, { event }]) => event.type === "scored" && event.points > 1);
  const [[before], [, { event }]] = [steps[at - 1], steps[at]];
  const told = { number: 1, event: { ...event, score: before.view.scores[event.seat] + 1 } };
  const [after] = stages({ ...before, count: null }, told).at(-1);
  assert.equal(after.last[event.seat].points, event.points);
  assert.equal(after.view.scores[event.seat], before.view.scores[event.seat] + 1);
});

test("a name that is too long keeps its beginning and its end", () => {
  const within = (room) => (text) => text.length <= room;
  const name = ["Bartholomew Featherstone"];
  assert.equal(shortened(name, within(24)), "Bartholomew Featherstone");
  assert.equal(shortened(name, within(12)), "Bartholo…one");
  assert.equal(shortened(["Ann"], within(1)), "Ann");
  assert.ok(shortened(name, within(0)).length <= 4);
});

test("of a team that is too long both names give way, and the longer one first", () => {
  const within = (room) => (text) => text.length <= room;
  assert.equal(shortened(["You", "Ann"], within(11)), "You and Ann");
  assert.equal(shortened(["You", "Featherstone"], within(16)), "You and Feath…ne");
  const both = shortened(["Wilhelmina", "Bartholomew"], within(18));
  assert.match(both, /^Wil.*… ?.*a and Bar.*….*w$/);
});
