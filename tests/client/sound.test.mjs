// The sounds, as data: that they are short and begin softly can be checked without a loudspeaker.

import assert from "node:assert/strict";
import { test } from "node:test";

const JS = new URL("../../src/pegout/client/js/", import.meta.url);
const { LONGEST, SOUNDS, curve, envelope, sounds } = await import(`${JS}sound.js`);
const { settings } = await import(`${JS}settings.js`);

for (const [name, layers] of Object.entries(SOUNDS)) {
  test(`${name} is short, and never louder than it may be`, () => {
    for (const { at, length } of layers) assert.ok(at + length <= LONGEST);
    for (const layer of layers) {
      assert.equal(envelope(layer, 0), 0);
      assert.equal(envelope(layer, layer.length), 0);
      assert.ok(Math.abs(envelope(layer, layer.attack) - layer.level) < 1e-9);
    }
    for (let time = 0; time < LONGEST; time += 0.002) {
      const all = layers.reduce((sum, layer) => sum + envelope(layer, time - layer.at), 0);
      assert.ok(all <= 1, `${time}: ${all}`);
    }
  });
}

test("a curve begins and ends in silence", () => {
  const values = curve(SOUNDS.peg[0]);
  assert.equal(values[0], 0);
  assert.equal(values[values.length - 1], 0);
  assert.ok(Math.max(...values) > 0.2);
});

test("points rise by a third", () => {
  const tones = SOUNDS.points.filter(({ level, source }) => source === "sine" && level > 0.2);
  const [low, high] = tones.map(({ pitch }) => pitch);
  assert.ok(Math.abs(12 * Math.log2(high / low) - 4) < 0.05);
});

test("captions are given to who wants them, and nothing breaks without a loudspeaker", () => {
  settings.set({ captions: true, sounds: true });
  assert.equal(sounds.play("peg"), "a peg in its hole");
  settings.set({ captions: false, sounds: false });
  assert.equal(sounds.play("peg"), "");
});
