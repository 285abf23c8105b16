// A host beside a worker: what goes there, and under which codes its tables are known.

import assert from "node:assert/strict";
import { test } from "node:test";

import {
  hosted,
  isHosted,
  plainCode,
  tablePath,
  withHost,
} from "../../src/pegout/client/js/transport.js";

function fake() {
  const asked = [];
  const note = (name) => (path) => asked.push([name, path]);
  const own = {
    request: note("request"),
    open: note("open"),
    prepare: note("prepare"),
    isReady: () => false,
    load: note("load"),
  };
  return { own, asked };
}

test("requests for the host go there, and all others their own way", async () => {
  const { own, asked } = fake();
  const fetched = [];
  globalThis.fetch = async (url, options) => fetched.push([url, options.method]);
  globalThis.WebSocket = class {
    constructor(url) {
      fetched.push([url, "open"]);
    }
  };
  const transport = withHost(own, "https://club.example");
  await transport.request("/host/api/tables?lang=es", { method: "POST" });
  transport.open("/host/api/tables/abc/socket");
  assert.deepEqual(fetched, [
    ["https://club.example/api/tables?lang=es", "POST"],
    ["wss://club.example/api/tables/abc/socket", "open"],
  ]);
  assert.deepEqual(asked, []);
  transport.request("/api/tables?lang=es");
  transport.open("/api/tables/abc/socket");
  transport.prepare();
  transport.load("expert");
  assert.deepEqual(asked, [
    ["request", "/api/tables?lang=es"],
    ["open", "/api/tables/abc/socket"],
    ["prepare", undefined],
    ["load", "expert"],
  ]);
  assert.equal(transport.isReady(), false);
});

test("the code of a table at the host is marked, where there is a host", () => {
  assert.deepEqual(
    [hosted("a-b_"), plainCode(hosted("a-b_")), plainCode("a-b_")],
    ["~a-b_", "a-b_", "a-b_"],
  );
  // A server has no host, so there such a code is that of no table.
  assert.equal(isHosted(hosted("a")), false);
  assert.equal(tablePath("a-b", "/join"), "/api/tables/a-b/join");
});
