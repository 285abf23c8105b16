// Cards that a person types are read as the program reads them, in every language.

import assert from "node:assert/strict";
import { test } from "node:test";

import { printed } from "./made.mjs";

const made = JSON.parse(printed("typed.py"));
globalThis.fetch = async () => ({ ok: true, json: async () => made.words });
const { readCards, readTyped } = await import("../../src/pegout/client/js/text/typed_cards.js");
const { speak } = await import("../../src/pegout/client/js/words.js");

for (const code of ["en", "es"]) {
  test(`typed cards are read as the program reads them (${code})`, async () => {
    await speak(code);
    for (const { text, cards, warning, refused } of made.read[code]) {
      const found = readTyped(text, 6);
      assert.deepEqual([found.cards, found.warning], [cards, warning], text);
      assert.equal(Boolean(found.problem), refused, text);
    }
  });
}

test("cards without spaces are read in the letters of the language", async () => {
  await speak("es");
  assert.deepEqual(readTyped("5P6D7T10C", 6).cards, ["5S", "6D", "7C", "TH"]);
  assert.deepEqual(readTyped("5H5S", 6).cards, ["5H", "5S"]);
  assert.equal(readTyped("5H5S6D", 2).problem, "Se reparten 2 cartas.");
});

test("a link has English letters in every language", async () => {
  await speak("es");
  assert.deepEqual(readCards("5C,5♥"), ["5C", "5H"]);
  for (const text of ["5P", "5 de corazones", "5H 5H", "5"]) assert.equal(readCards(text), null);
});
