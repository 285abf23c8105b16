// The transport to a worker of the page: requests, sockets, and a worker that fails.

import assert from "node:assert/strict";
import { test } from "node:test";

import { sayFault } from "../../src/pegout/client/js/library_faults.js";
import { WorkerTransport } from "../../src/pegout/client/js/worker_transport.js";

/** A worker that notes what the page posts; a test answers for it. */
class FakeWorker {
  posted = [];
  ended = false;

  postMessage(message) {
    this.posted.push(typeof message === "string" ? JSON.parse(message) : message);
  }

  terminate() {
    this.ended = true;
  }

  say(message) {
    this.onmessage({ data: JSON.stringify(message) });
  }
}

function made(tell) {
  const workers = [];
  const files = [];
  const start = () => {
    workers.push(new FakeWorker());
    return workers.at(-1);
  };
  const file = async (url) => {
    files.push(url.pathname);
    return new Response("{}");
  };
  return { transport: new WorkerTransport(start, file, tell), workers, files };
}

const answer = (id, body, status = 200) => ({
  type: "answer",
  id,
  status,
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify(body),
});

test("a worker starts with the first request, which waits until it is ready", async () => {
  const { transport, workers } = made();
  assert.equal(workers.length, 0);
  const headers = { Authorization: "Bearer t" };
  const asked = transport.request("/api/count?lang=es", { method: "POST", headers, body: "[1]" });
  assert.deepEqual([workers.length, workers[0].posted], [1, []]);
  workers[0].say({ type: "ready" });
  const sent = {
    type: "ask",
    id: 1,
    method: "POST",
    path: "/api/count?lang=es",
    headers,
    body: "[1]",
  };
  assert.deepEqual(workers[0].posted, [sent]);
  workers[0].say(answer(1, { points: 12 }, 201));
  const found = await asked;
  assert.deepEqual([found.status, await found.json()], [201, { points: 12 }]);
});

test("a worker is prepared once", () => {
  const { transport, workers } = made();
  transport.prepare();
  transport.prepare();
  void transport.request("/api/games");
  assert.equal(workers.length, 1);
});

test("answers find their requests in any order", async () => {
  const { transport, workers } = made();
  const [first, second] = [transport.request("/api/games"), transport.request("/api/options")];
  workers[0].say({ type: "ready" });
  workers[0].say(answer(2, "second"));
  workers[0].say(answer(1, "first"));
  assert.deepEqual([await (await first).json(), await (await second).json()], ["first", "second"]);
});

test("files are fetched, and so is what the worker need not compute", async () => {
  const { transport, workers, files } = made();
  globalThis.location = new URL("http://example.org/app/index.html");
  await transport.request("/app/static/1f/texts/options.en.json");
  await transport.request("/api/rulebook/es");
  delete globalThis.location;
  assert.equal(files[0], "/app/static/1f/texts/options.en.json");
  assert.match(files[1], /\/client\/texts\/rulebook\.es\.json$/);
  assert.equal(workers.length, 0);
});

test("a request can be given up, but the start of the worker has no time limit", async () => {
  const { transport, workers } = made();
  const giveUp = new AbortController();
  const [given, patient] = [
    transport.request("/api/games", { signal: giveUp.signal }),
    transport.request("/api/options", { signal: AbortSignal.timeout(0) }),
  ];
  giveUp.abort();
  await assert.rejects(given, { name: "AbortError" });
  await new Promise((done) => setTimeout(done, 5));
  workers[0].say({ type: "ready" });
  workers[0].say(answer(1, "late"));
  workers[0].say(answer(2, "there"));
  assert.equal(await (await patient).json(), "there");
});

test("a socket opens, hears, speaks and closes", () => {
  const { transport, workers } = made();
  const heard = [];
  const socket = transport.open("/api/tables/abc/socket");
  socket.onopen = () => heard.push(["open", socket.readyState]);
  socket.onmessage = ({ data }) => heard.push(["message", JSON.parse(data)]);
  socket.onclose = () => heard.push(["close", socket.readyState]);
  const [worker] = workers;
  worker.say({ type: "ready" });
  worker.say({ type: "opened", id: 1 });
  socket.send('{"type":"hello"}');
  worker.say({ type: "message", id: 1, message: '{"type":"welcome"}' });
  worker.say({ type: "closed", id: 1, code: 1000 });
  worker.say({ type: "message", id: 1, message: "{}" });
  assert.deepEqual(worker.posted, [
    { type: "open", id: 1, path: "/api/tables/abc/socket" },
    { type: "send", id: 1, message: '{"type":"hello"}' },
  ]);
  assert.deepEqual(heard, [
    ["open", 1],
    ["message", { type: "welcome" }],
    ["close", 3],
  ]);
});

test("the page closes a socket once, and hears nothing of it afterwards", () => {
  const { transport, workers } = made();
  const socket = transport.open("/api/tables/abc/socket");
  socket.onmessage = socket.onclose = () => assert.fail("it was closed");
  const [worker] = workers;
  worker.say({ type: "ready" });
  worker.say({ type: "opened", id: 1 });
  socket.close();
  socket.close();
  worker.say({ type: "message", id: 1, message: "{}" });
  worker.say({ type: "closed", id: 1, code: 1000 });
  assert.deepEqual(worker.posted.at(-1), { type: "close", id: 1 });
  assert.equal(worker.posted.length, 2);
});

test("a ping is answered though the worker is busy", async () => {
  const { transport, workers } = made();
  const socket = transport.open("/api/tables/abc/socket");
  workers[0].say({ type: "ready" });
  workers[0].say({ type: "opened", id: 1 });
  const heard = new Promise((done) => {
    socket.onmessage = ({ data }) => done(JSON.parse(data));
  });
  socket.send('{"type":"ping","id":"7"}');
  assert.deepEqual(await heard, { type: "pong", id: "7" });
  assert.equal(workers[0].posted.length, 1);
});

for (const [how, fail] of [
  ["says that it failed", (worker) => worker.say({ type: "failed", message: "no memory" })],
  ["breaks", (worker) => worker.onerror({ message: "no memory" })],
]) {
  test(`where a worker ${how}, all requests fail, and the next one starts another`, async (t) => {
    t.mock.method(console, "error", () => {});
    const { transport, workers } = made();
    const asked = transport.request("/api/games");
    const socket = transport.open("/api/tables/abc/socket");
    let closed = 0;
    socket.onclose = ({ code }) => {
      closed = code;
    };
    fail(workers[0]);
    await assert.rejects(asked, { name: "TypeError", message: "no memory" });
    assert.deepEqual([closed, socket.readyState, workers[0].ended], [1006, 3, true]);
    const again = transport.request("/api/games");
    assert.equal(workers.length, 2);
    workers[1].say({ type: "ready" });
    workers[1].say(answer(workers[1].posted[0].id, []));
    assert.deepEqual(await (await again).json(), []);
  });
}

test("a fault of the library is an answer for who has asked, and the end of a table", async (t) => {
  t.mock.method(console, "error", () => {});
  const { transport, workers } = made();
  const asked = transport.request("/api/games");
  const socket = transport.open("/api/tables/abc/socket");
  const heard = [];
  socket.onmessage = ({ data }) => heard.push(JSON.parse(data));
  const closed = new Promise((resolve) => {
    socket.onclose = resolve;
  });
  workers[0].say({ type: "failed", code: "second_tab", message: "no lock" });
  const refused = await asked;
  assert.deepEqual([refused.status, await refused.json()], [423, { code: "second_tab" }]);
  await closed;
  assert.deepEqual(heard, [{ type: "bye", code: "second_tab", message: "", again: false }]);
});

test("every fault has a sentence of its own but those of a library that cannot be read", () => {
  const own = ["second_tab", "no_storage", "disk_full", "not_stored", "newer"];
  assert.equal(new Set([...own, "damaged"].map(sayFault)).size, 6);
  assert.equal(sayFault("damaged"), sayFault("not_a_library"));
});

test("with the first table the browser is asked once to keep what is stored", (t) => {
  let asked = 0;
  const before = Object.getOwnPropertyDescriptor(globalThis, "navigator");
  const persist = async () => ++asked > 0;
  Object.defineProperty(globalThis, "navigator", {
    value: { storage: { persist } },
    configurable: true,
  });
  t.after(() => {
    delete globalThis.navigator;
    if (before) Object.defineProperty(globalThis, "navigator", before);
  });
  const { transport, workers } = made();
  for (const id of [1, 2, 3]) {
    void transport.request("/api/tables");
    workers[0].say({ type: "ready" });
    workers[0].say(answer(id, {}, id === 1 ? 200 : 201));
    assert.equal(asked, id === 1 ? 0 : 1);
  }
});

test("the page hears what a worker loads, and whether it waits for that", async () => {
  const heard = [];
  const { transport, workers } = made((loading) => heard.push(loading));
  transport.prepare();
  workers[0].say({ type: "progress", read: 1, total: 4 });
  const asked = transport.request("/api/games");
  workers[0].say({ type: "progress", read: 2, total: 4 });
  workers[0].say({ type: "ready" });
  workers[0].say(answer(1, []));
  await asked;
  assert.deepEqual(heard, [
    { read: 1, total: 4, waits: false },
    { read: 1, total: 4, waits: true },
    { read: 2, total: 4, waits: true },
    null,
  ]);
});

test("what not every game needs is loaded when it is asked for", async (t) => {
  t.mock.method(console, "error", () => {});
  const heard = [];
  const { transport, workers } = made((loading) => heard.push(loading));
  const [quiet, wanted] = [transport.load("game"), transport.load("expert", true)];
  assert.deepEqual(workers[0].posted, [
    { load: "game", waits: false },
    { load: "expert", waits: true },
  ]);
  workers[0].say({ type: "ready" });
  workers[0].say({ type: "progress", read: 0, total: 9 });
  workers[0].say({ type: "loaded", kind: "game" });
  await quiet;
  workers[0].say({ type: "loaded", kind: "expert", fault: "no network" });
  await assert.rejects(wanted, { name: "TypeError", message: "no network" });
  assert.deepEqual(heard[1], { read: 0, total: 9, waits: true });
  const broken = transport.load("game");
  workers[0].onerror({ message: "no memory" });
  await assert.rejects(broken, { message: "no memory" });
});
