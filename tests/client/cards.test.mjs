// The cards, and the colours of cards and of everything else.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

import { withDocument } from "./drawing.mjs";

withDocument();
const STATIC = new URL("../../src/pegout/client/", import.meta.url);
const { cardBack, cardFace, drawingFor, emptySlot } = await import(`${STATIC}js/draw/cards.js`);
const { medal } = await import(`${STATIC}js/draw/medals.js`);
const { ICONS, dealerButton, icon, sideMark } = await import(`${STATIC}js/draw/icons.js`);

const RANKS = [..."A23456789TJQK"];
const PACK = RANKS.flatMap((rank) => [..."SHDC"].map((suit) => rank + suit));

test("the width decides the drawing", () => {
  assert.equal(drawingFor(40), "small");
  assert.equal(drawingFor(55.9), "small");
  assert.equal(drawingFor(56), "medium");
  assert.equal(drawingFor(96), "medium");
  assert.equal(drawingFor(97), "large");
});

test("every card has as many pips as it should, at every width", () => {
  const pips = (card, options) => cardFace(card, options).all("card-suit").length;
  for (const card of PACK) {
    const value = RANKS.indexOf(card[0]) + 1;
    assert.equal(pips(card, { width: 140 }), 2 + (value > 10 ? 2 : value), card);
    assert.equal(pips(card, { width: 140, largeIndices: true }), value > 10 ? 4 : 3, card);
    for (const largeIndices of [false, true]) {
      assert.equal(pips(card, { width: 44, largeIndices }), 2, card);
      assert.equal(pips(card, { width: 72, largeIndices }), largeIndices ? 2 : 3, card);
    }
  }
});

test("a card says its suit to the style sheet, and who wants four colours gets them", () => {
  assert.match(cardFace("5H", { width: 72 }).attributes.class, /\bsuit-h\b/);
  assert.doesNotMatch(cardFace("5H", { width: 72 }).attributes.class, /four-colour/);
  assert.match(cardFace("TC", { width: 72, fourColour: true }).attributes.class, /four-colour/);
});

test("what is not known has its back up", () => {
  assert.match(cardFace("??", { width: 72 }).attributes.class, /\bcard-back\b/);
  assert.match(cardBack({ width: 44 }).attributes.class, /\bcard-small\b/);
  assert.equal(cardBack({ width: 140 }).all("card-back-hole").length, 5);
  assert.match(emptySlot().attributes.class, /\bcard-slot\b/);
});

test("a figure is fetched for a wide court only, and every court has one", () => {
  for (const card of PACK.filter(([rank]) => "JQK".includes(rank))) {
    const [figure] = cardFace(card, { width: 140 }).all("card-figure");
    const drawing = readFileSync(new URL(figure.attributes.href), "utf8");
    assert.match(drawing, /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 1300 2000"/);
    assert.doesNotMatch(drawing, /script|style=|https?:(?!\/\/www\.w3\.org\/2000\/svg)/);
    assert.equal(cardFace(card, { width: 96 }).all("card-figure").length, 0);
  }
  assert.equal(readdirSync(new URL("cards/", STATIC)).filter((n) => n.endsWith(".svg")).length, 12);
});

test("every icon can be drawn, and none says anything by itself", () => {
  const sides = [0, 1, 2].map((side) => sideMark(side));
  const drawn = [...ICONS.map((name) => icon(name)), dealerButton(), ...sides];
  for (const figure of drawn) {
    assert.equal(figure.attributes["aria-hidden"], "true");
    assert.ok(figure.children.length > 0);
  }
  assert.throws(() => icon("nothing"), /no icon called nothing/);
});

// Colours ------------------------------------------------------------------------------------------

const TOKENS = readFileSync(new URL("style/tokens.css", STATIC), "utf8").replace(
  /\/\*.*?\*\//gs,
  "",
);

/** The colours of a block whose selector ends in a text. */
function colours(selector) {
  const start = TOKENS.indexOf(`${selector} {`);
  assert.ok(start >= 0, selector);
  const block = TOKENS.slice(start, TOKENS.indexOf("}", start));
  return Object.fromEntries(
    [...block.matchAll(/--([\w-]+): (#[0-9a-f]{6,8});/g)].map((m) => [m[1], m[2]]),
  );
}

/** The colours of a theme, with the backs of its cards. */
const themed = (start, name) => ({
  ...colours(`${start}[data-theme="${name}"]`),
  ...colours(`[data-cards="${name}"]`),
});

const THEMES = {
  walnut: themed(":root,\n", "walnut"),
  maple: themed("", "maple"),
  slate: themed("", "slate"),
};

function luminance(colour) {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(colour, other) {
  const [dark, light] = [luminance(colour), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const GROUNDS = ["felt", "felt-deep", "felt-light", "surface", "surface-raised"];
const SUITS = ["suit-red", "suit-black", "suit-blue", "suit-green", "card-ink"];
const SIDES = ["side-0", "side-1", "side-2", "side-3"];

/** Text and its background: 4.5 to 1. */
const TEXTS = [
  ...["ink", "ink-quiet", "danger", ...SIDES.map((side) => `${side}-ink`)].map((ink) => [
    ink,
    GROUNDS,
  ]),
  ["on-accent", ["accent", "accent-strong"]],
  ["board-ink", ["wood", "track"]],
  ["brass", ["wood", "track"]],
  ...SIDES.map((side) => [`on-${side}`, [side]]),
  ...SUITS.map((suit) => [suit, ["card", "card-muted"]]),
];
/** Shapes that must be visible but contain no text: 3 to 1. */
const MARKS = [
  ...SIDES.map((side) => [side, ["wood", "track"]]),
  ...["accent", "focus", "line-strong"].map((line) => [line, GROUNDS]),
  ["card-back-motif", ["card-back"]],
  ["board-ink", ["wood"]],
];

for (const [name, theme] of Object.entries(THEMES)) {
  test(`in ${name} everything can be read`, () => {
    for (const [list, least] of [
      [TEXTS, 4.5],
      [MARKS, 3],
    ]) {
      for (const [ink, grounds] of list) {
        for (const ground of grounds) {
          const found = contrast(theme[ink], theme[ground]);
          assert.ok(found >= least, `${ink} on ${ground}: ${found.toFixed(2)}`);
        }
      }
    }
    for (const ground of ["wood", "track"]) {
      const [inside, rim] = ["hole", "hole-rim"].map((part) =>
        contrast(theme[part], theme[ground]),
      );
      assert.ok(Math.max(inside, rim) >= 3, `holes in ${ground}: ${inside}, ${rim}`);
    }
  });
}

test("the themes name the same things", () => {
  assert.deepEqual(Object.keys(THEMES.maple), Object.keys(THEMES.walnut));
  assert.deepEqual(Object.keys(THEMES.slate), Object.keys(THEMES.walnut));
});

test("each theme stands once", () => {
  const names = TOKENS.matchAll(/^ +--(felt|card-back): #/gm);
  assert.equal([...names].length, 2 * Object.keys(THEMES).length);
});

test("the drawings take their colours from the tokens", () => {
  for (const sheet of ["cards", "board"]) {
    const rules = readFileSync(new URL(`style/${sheet}.css`, STATIC), "utf8");
    assert.doesNotMatch(rules, /#[0-9a-f]{3}|rgb|hsl/i, sheet);
    for (const [, name] of rules.matchAll(/var\(--([\w-]+)/g)) {
      if (["side", "side-light", "side-dark"].includes(name)) continue;
      assert.ok(TOKENS.includes(`--${name}:`), `${sheet}.css: --${name}`);
    }
  }
});

test("every medal has its picture, and the one of a hand has its cards", () => {
  const cards = ["5H", "5D", "5S", "JC", "5C"];
  for (const kind of ["home", "skunk", "double_skunk", "comeback", "hand"]) {
    const drawn = medal(kind, { side: 1, other: 0, cards });
    assert.match(drawn.attributes.class, new RegExp(`medal-${kind}$`));
    assert.equal(drawn.all("card-face").length, kind === "hand" ? 5 : 0);
    assert.equal(drawn.all("side-1").length > 0, ["home", "comeback"].includes(kind));
  }
  assert.equal(medal("double_skunk").all("medal-red").length, 2);
});
