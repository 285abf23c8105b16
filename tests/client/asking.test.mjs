// Requests with a secret: a lost answer costs neither a seat nor a table.

import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";

const kept = new Map();
let full = false;
globalThis.localStorage = {
  getItem: (key) => kept.get(key) ?? null,
  setItem: (key, value) => {
    if (full) throw new Error("no room");
    kept.set(key, value);
  },
};
console.warn = () => {};

const js = "../../src/pegout/client/js";
const { createTable, isUnanswered, join } = await import(`${js}/api.js`);
const store = await import(`${js}/store.js`);

const TABLE = { preset: "half", switches: {}, seats: [], games: 1, play_to: 0, options: {} };

/** Answer one request after the other; an answer without a status is a broken connection. */
function network(...answers) {
  const sent = [];
  globalThis.fetch = async (path, { body }) => {
    sent.push({ path, ...JSON.parse(body) });
    const [status, data] = answers.shift();
    if (!status) throw new TypeError("no network");
    return {
      ok: status < 400,
      status,
      json: async () => {
        if (data === undefined) throw new SyntaxError("half an answer");
        return data;
      },
    };
  };
  return sent;
}

/** Run all timers until a promise is settled. */
async function hurried(promise) {
  let settled = false;
  const end = promise.then(
    (value) => ({ value }),
    (error) => ({ error }),
  );
  void end.then(() => {
    settled = true;
  });
  while (!settled) {
    await new Promise(setImmediate);
    mock.timers.tick(5_000);
  }
  return end;
}

mock.timers.enable({ apis: ["setTimeout"] });

beforeEach(() => {
  kept.clear();
  full = false;
});

test("a seat is asked for again with the same token until there is an answer", async () => {
  const granted = { seat: 1, token: "t" };
  const sent = network([0], [200], [503, { code: "unreachable", message: "" }], [200, granted]);
  const { value } = await hurried(join("abc", "Ben", 1));
  assert.deepEqual(value, granted);
  assert.equal(sent.length, 4);
  assert.equal(new Set(sent.map(({ token }) => token)).size, 1);
  assert.match(sent[0].token, /^[A-Za-z0-9_-]{43}$/);
  assert.deepEqual([sent[0].name, sent[0].seat], ["Ben", 1]);
  assert.equal(isUnanswered("abc"), false);
});

test("whoever gives up and comes back later is the same guest", async () => {
  const first = network([0], [0], [0], [0]);
  const { error } = await hurried(join("abc", "Ben"));
  assert.deepEqual([error.code, first.length], ["offline", 4]);
  assert.equal(isUnanswered("abc"), true);
  assert.equal(isUnanswered("def"), false);
  const again = network([200, { seat: 1, token: first[0].token }]);
  await hurried(join("abc", "Benjamin"));
  assert.equal(again[0].token, first[0].token);
  const other = network([200, {}]);
  await hurried(join("abc", "Ben"));
  assert.notEqual(other[0].token, first[0].token, "the next guest at this browser is another");
});

test("what was refused is not asked again, and its secret is forgotten", async () => {
  const sent = network([409, { code: "table_full", message: "All seats are taken." }]);
  const { error } = await hurried(join("abc", "Ben"));
  assert.deepEqual([error.code, error.status, sent.length], ["table_full", 409, 1]);
  assert.equal(isUnanswered("abc"), false);
});

test("too much asked at once is not a refusal for good", async () => {
  const busy = [429, { code: "too_fast", message: "" }];
  const sent = network(busy, busy, busy, busy);
  const { error } = await hurried(join("abc", "Ben"));
  assert.deepEqual([error.code, sent.length, isUnanswered("abc")], ["too_fast", 4, true]);
});

test("the same order is the same table while no answer has come", async () => {
  const first = network([0], [0], [0], [0]);
  await hurried(createTable(TABLE));
  const again = network([201, { code: "x", seats: [] }]);
  await hurried(createTable({ ...TABLE }));
  assert.equal(again[0].key, first[0].key);
  const next = network([201, { code: "y", seats: [] }], [201, { code: "z", seats: [] }]);
  await hurried(createTable(TABLE));
  await hurried(createTable({ ...TABLE, games: 3 }));
  assert.equal(new Set([first[0].key, next[0].key, next[1].key]).size, 3);
});

test("where nothing can be kept a secret lasts as long as the page", () => {
  full = true;
  const secret = store.secretOf("seat abc");
  assert.equal(store.secretOf("seat abc"), secret);
  store.forgetSecret("seat abc");
  assert.notEqual(store.secretOf("seat abc"), secret);
});

test("secrets are not kept without end", () => {
  for (let at = 0; at < 100; at++) store.secretOf(`seat ${at}`);
  const all = JSON.parse(kept.get("pegout.asked"));
  assert.equal(Object.keys(all).length, 40);
  assert.ok(store.hasSecret("seat 99"));
});
