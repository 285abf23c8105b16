// What comes is told to every listener, also to those who begin late.

import assert from "node:assert/strict";
import { test } from "node:test";

import { onLoading, tellLoading } from "../../src/pegout/client/js/loading.js";

test("a listener that comes late is told what was said last", () => {
  const heard = [];
  const loading = { read: 1, total: 3, waits: true };
  tellLoading(loading);
  const remove = onLoading((found) => heard.push(found));
  assert.deepEqual(heard, [loading]);
  tellLoading(null);
  assert.deepEqual(heard, [loading, null]);
  remove();
  onLoading((found) => heard.push(found));
  assert.deepEqual(heard, [loading, null], "there is nothing to say when all is ready");
});
