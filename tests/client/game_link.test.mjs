// Games in a link: what was put in comes out, and a link that is not whole is none.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

globalThis.location = new URL("https://example.org/fun/");
const { linkedGames, linkWith } = await import("../../src/pegout/client/js/shell/game_link.js");

const texts = ["two", "three"].map((name) =>
  readFileSync(new URL(`../../docs/records/${name}.peg`, import.meta.url), "utf8"),
);

test("two games are in a link that stays short", async () => {
  const games = { seat: 1, texts };
  const link = await linkWith("/compare/games", games);
  assert.ok(link.startsWith("https://example.org/compare/games#games="));
  assert.ok(link.length < texts.join("").length / 2);
  globalThis.location = new URL(link);
  assert.deepEqual(await linkedGames(), games);
});

test("a link that is cut off or has something else in it has no games", async () => {
  const link = await linkWith("/challenge", { seat: 0, texts: texts.slice(0, 1) });
  const other = await linkWith("/challenge", /** @type {any} */ ({ seat: "0", texts: 5 }));
  const long = `${link}${"A".repeat(40_000)}`;
  for (const wrong of [link.slice(0, -40), other, long, "https://example.org/challenge#games=!"]) {
    globalThis.location = new URL(wrong);
    assert.equal(await linkedGames(), null, wrong.slice(0, 80));
  }
});
