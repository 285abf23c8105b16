// The table in words: announcements, text, and actions.

import assert from "node:assert/strict";
import { mock, test } from "node:test";

import { Director } from "../../src/pegout/client/js/scene/director.js";
import { games, tried } from "./games.mjs";

/** As much of an element as a live region and a list need. */
class Element {
  children = [];
  attributes = {};
  textContent = "";
  parent = null;

  setAttribute(name, value) {
    this.attributes[name] = value;
  }

  appendChild(child) {
    if (child instanceof Element) this.insertBefore(child, null);
    else this.textContent += child;
  }

  append(...children) {
    for (const child of children) this.appendChild(child);
  }

  insertBefore(child, place) {
    child.remove();
    child.parent = this;
    const at = place ? this.children.indexOf(place) : this.children.length;
    this.children.splice(at, 0, child);
    this.moves = (this.moves ?? 0) + 1;
  }

  remove() {
    if (this.parent) this.parent.children.splice(this.parent.children.indexOf(this), 1);
    this.parent = null;
  }

  get firstElementChild() {
    return this.children[0] ?? null;
  }

  get nextElementSibling() {
    return this.parent.children[this.parent.children.indexOf(this) + 1] ?? null;
  }

  get childElementCount() {
    return this.children.length;
  }
}

globalThis.Node = Element;
globalThis.document = {
  createElement: () => new Element(),
  createTextNode: (text) => text,
};

const JS = "../../src/pegout/client/js";
const { createLive } = await import(`${JS}/text/live.js`);
const { keyed } = await import(`${JS}/text/keyed.js`);
const { cardName, cardShort, inOrder, sideName } = await import(`${JS}/scene/names.js`);
const { joined } = await import(`${JS}/words.js`);
const state = await import(`${JS}/scene/state.js`);
const { choicesOf } = await import(`${JS}/scene/choices.js`);
const { controlsOf } = await import(`${JS}/text/controls.js`);

const GAMES = games();

/** A live region on a clock that the test moves. */
function region() {
  mock.timers.enable({ apis: ["setTimeout"] });
  const element = new Element();
  let time = 0;
  const live = createLive(element, { now: () => time });
  const [polite, urgent] = element.children;
  const said = (where) => where.children.map((child) => child.textContent);
  return {
    live,
    pass(ms) {
      for (let passed = 0; passed < ms; passed += 10) {
        time += 10;
        mock.timers.tick(10);
      }
    },
    polite: () => said(polite),
    urgent: () => said(urgent),
    clear: () => [polite, urgent].forEach((child) => child.children.splice(0)),
    end: () => mock.timers.reset(),
  };
}

/** Every moment of a game, as the director passes it on. */
function scenes(game) {
  const seen = [];
  const director = new Director({ pace: () => "instant" });
  director.subscribe((scene, step) => seen.push({ scene, step }));
  director.reset(game.position);
  for (const { events } of game.told) director.push(events);
  return seen;
}

test("the sentences of one moment are one announcement, in their order", () => {
  const { live, pass, polite, end } = region();
  live.say("Ann plays the seven of clubs.");
  live.say("Ann pegs two.");
  assert.deepEqual(polite(), []);
  pass(100);
  assert.deepEqual(polite(), ["Ann plays the seven of clubs. Ann pegs two."]);
  end();
});

test("what comes while something is read waits for its end, and nothing is lost", () => {
  const { live, pass, polite, end } = region();
  live.say("x".repeat(50));
  pass(100);
  live.say("Two.");
  pass(200);
  live.say("Three.");
  assert.equal(polite().length, 1);
  pass(3000);
  assert.deepEqual(polite().slice(1), ["Two. Three."]);
  end();
});

test("the same sentence twice is said twice", () => {
  const { live, pass, polite, end } = region();
  live.say("Ann says go.");
  pass(1000);
  live.say("Ann says go.");
  pass(1000);
  assert.deepEqual(polite(), ["Ann says go.", "Ann says go."]);
  end();
});

test("an urgent sentence takes along what waits, so that it breaks nothing off", () => {
  const { live, pass, polite, urgent, end } = region();
  live.say("Ann plays the seven of clubs.");
  live.say("Your turn: play a card.", { urgent: true });
  pass(100);
  assert.deepEqual(polite(), []);
  assert.deepEqual(urgent(), ["Ann plays the seven of clubs. Your turn: play a card."]);
  end();
});

for (const [name, game] of tried(GAMES)) {
  test(`${name}: every sentence of the log is said once, in its order`, () => {
    const { live, pass, polite, urgent, end } = region();
    for (const { scene, step } of scenes(game)) {
      const before = new Set([...polite(), ...urgent()]);
      live.update(scene, step);
      pass(3000);
      const said = [...polite(), ...urgent()].join(" ");
      assert.doesNotMatch(said, /[0-9a-f]{16}/);
      if (!step?.logged || !step.sentence) continue;
      assert.ok(said.includes(step.sentence) || before.has(step.sentence), step.sentence);
    }
    end();
  });

  test(`${name}: at every moment the table is said without a gap`, () => {
    for (const { scene } of scenes(game)) {
      assert.ok(state.phaseName(scene));
      for (const { key, label, value, items } of state.tableRows(scene)) {
        assert.ok(label, key);
        assert.ok(value || items?.length, key);
        assert.doesNotMatch(`${label} ${value} ${items ?? ""}`, /undefined|null|NaN|\{|\?\?/);
      }
      assert.equal(
        new Set(state.tableRows(scene).map(({ key }) => key)).size,
        state.tableRows(scene).length,
      );
      const { dealer, rules } = scene.view;
      assert.equal(state.cribSays(scene) === "", dealer === null);
      const lines = state.scoreLines(scene);
      if (scene.view.phase === "ready" && scene.view.deal === 1) {
        assert.deepEqual([...new Set(lines.map(({ last }) => last))], [0], rules.preset);
      }
      assert.equal(lines.length, scene.view.scores.length);
      for (const { text, score, needs } of lines) {
        assert.equal(score + needs, scene.view.rules.target);
        assert.ok(text.includes(String(score)));
      }
    }
  });

  test(`${name}: whatever is legal can be done, and nothing else`, () => {
    for (const { scene } of scenes(game)) {
      if (!scene.standing || scene.busy) continue;
      const { legal } = scene.standing;
      const choices = choicesOf(scene.standing);
      const done = [];
      const doing = (chosen) => ({
        act: (action) => done.push(action),
        handlers: {},
        chosen,
        pace: "normal",
        open: true,
      });
      const keys = controlsOf(scene, choices, doing([])).map(({ key }) => key);
      for (const action of legal) {
        const { type } = action;
        // A seat that plays on accepts the count.
        if (type === "accept" && (choices.play || choices.go)) {
          assert.ok(!keys.includes("accept"));
          continue;
        }
        assert.ok(keys.includes(type), type);
        const chosen = action.cards ?? (action.card ? [action.card] : []);
        const control = controlsOf(scene, choices, doing(chosen)).find(({ key }) => key === type);
        assert.ok(!control.why);
        const from = type === "cut_for_deal" ? 1 : 0;
        control.act(action.points ?? action.claim ?? (action.at ?? 0) + from);
        assert.deepEqual(done.pop(), action);
      }
      if (!legal.length) assert.deepEqual(keys, []);
    }
  });
}

test("too few cards to discard: the button says what is to be done", () => {
  const game = GAMES.get("two") ?? [...GAMES.values()][0];
  const { scene } = scenes(game).find(({ scene }) => scene.standing?.legal[0]?.type === "discard");
  const choices = choicesOf(scene.standing);
  const chosen = [scene.view.hand[0]];
  const [control] = controlsOf(scene, choices, {
    act() {},
    handlers: {},
    chosen,
    pace: "normal",
    open: true,
  });
  assert.equal(control.key, "discard");
  assert.equal(control.why, scene.standing.says);
});

test("cards are named, written short, and sorted without being moved", () => {
  assert.equal(cardName("5H"), "five of hearts");
  assert.equal(cardName("??"), "hidden card");
  assert.equal(cardShort("TS"), "10♠");
  const hand = ["KS", "AH", "TC", "AC"];
  assert.deepEqual(inOrder(hand, true), ["AC", "AH", "TC", "KS"]);
  assert.deepEqual(inOrder(hand, false), hand);
  assert.equal(hand[0], "KS");
  assert.equal(joined(["a", "b", "c"]), "a, b and c");
});

test("whoever is spoken to comes first in their team", () => {
  const seats = ["Ann", "Ben", "Cora", "Dan"].map((name) => ({ name }));
  const scene = { setup: { seats }, view: { seat: 2, scores: [0, 0] } };
  assert.equal(sideName(scene, 0), "You and Ann");
  assert.equal(sideName(scene, 1), "Ben and Dan");
});

test("an element stays where it is while others come and go", () => {
  const list = new Element();
  const draw = (...keys) => {
    list.moves = 0;
    keyed(
      list,
      keys,
      (key) => key,
      () => new Element(),
      (element, key) => (element.textContent = key),
    );
    return list.children.map((child) => child.textContent).join("");
  };
  assert.equal(draw("a", "b", "c", "d"), "abcd");
  const [, b] = list.children;
  assert.equal(draw("b", "d"), "bd");
  assert.equal(list.moves, 0);
  assert.equal(draw("x", "b", "d", "y"), "xbdy");
  assert.equal(list.children[1], b);
  assert.equal(list.moves, 2);
  assert.equal(draw("y", "d", "b", "x"), "ydbx");
});

test("that somebody thinks is said once for each of their turns, in place of the prompt", () => {
  const game = structuredClone(GAMES.get("two"));
  game.position.setup.seats[1].kind = "club";
  const turns = new Set();
  const { live, pass, polite, urgent, clear, end } = region();
  let times = 0;
  const director = new Director({ pace: () => "instant" });
  director.subscribe((scene, step) => {
    // However often the table is drawn.
    for (let again = 0; again < 3; again += 1) live.update(scene, again ? null : step);
    if (scene.thinking !== null) turns.add(scene.log.length);
    pass(3000);
    times += [...polite(), ...urgent()].filter((text) => /Ann is thinking\./.test(text)).length;
    clear();
  });
  director.reset(game.position);
  for (const { events } of game.told) director.push(events);
  assert.ok(turns.size > 5);
  assert.equal(times, turns.size);
  end();
});

test("whoever reads the table in words can end a wait", () => {
  const game = structuredClone(GAMES.get("two"));
  game.position.setup.seats[1].kind = "club";
  const [{ scene }] = scenes(game).filter(({ scene }) => scene.thinking === 1);
  assert.equal(state.thinkingSays(scene), "Ann is thinking.");
  const doing = { act: () => {}, handlers: { skip: () => {} }, chosen: [], open: true };
  const keys = (more) =>
    controlsOf(scene, choicesOf(null), { ...doing, pace: "normal", ...more }).map(({ key }) => key);
  assert.ok(keys({ thinking: "like_me" }).includes("skip"));
  assert.ok(!keys({ thinking: "off" }).includes("skip"));
  assert.ok(!keys({ thinking: "like_me", pace: "instant" }).includes("skip"));
});
