// Archives that do not compress, as the worker of a site reads them.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";

import { members } from "../../src/pegout/client/js/worker/archive.js";

const WRITE = `
import io, sys, zipfile
whole = io.BytesIO()
with zipfile.ZipFile(whole, "w", int(sys.argv[1])) as archive:
    archive.writestr("a/one.pyc", bytes(range(200)))
    archive.writestr("ñ.txt", b"")
sys.stdout.buffer.write(whole.getvalue())`;

/** @param {number} method */
const written = (method) =>
  new Uint8Array(execFileSync(process.env.PYTHON ?? "python3", ["-c", WRITE, String(method)]));

test("the members of an archive are parts of its bytes", () => {
  const found = [...members(written(0))].map(([path, bytes]) => [path, bytes.length, bytes[199]]);
  assert.deepEqual(found, [
    ["a/one.pyc", 200, 199],
    ["ñ.txt", 0, undefined],
  ]);
});

test("an archive that compresses is refused", () => {
  assert.throws(() => [...members(written(8))], /a\/one\.pyc is compressed/);
});
