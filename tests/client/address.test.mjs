// The addresses of pages, on a server and in a folder of files.

import assert from "node:assert/strict";
import { test } from "node:test";

const ADDRESS = new URL("../../src/pegout/client/js/address.js", import.meta.url);

/**
 * Import the module as a page of a transport has it.
 * @param {string} transport
 * @param {string} address
 */
async function at(transport, address) {
  globalThis.document = { documentElement: { dataset: { transport } } };
  const module = await import(`${ADDRESS}?${transport}`);
  delete globalThis.document;
  globalThis.location = new URL(address);
  return module;
}

test("on a server the address of a page is its path", async () => {
  const page = await at("network", "https://example.org/games/a/b?at=3#here");
  assert.equal(page.here().pathname, "/games/a/b");
  assert.equal(page.currentPath(), "/games/a/b?at=3");
  assert.equal(page.addressOf("/new?for=friends"), "/new?for=friends");
  assert.equal(page.fullAddress("/join/x"), "https://example.org/join/x");
  assert.equal(page.pathOf("https://example.org/ask?a=1#b"), "/ask?a=1#b");
  assert.equal(page.pathOf("#section"), "/games/a/b?at=3#section");
  for (const other of ["https://elsewhere.org/ask", "/api/games", "/static/1f/icon.svg"]) {
    assert.equal(page.pathOf(other), null);
  }
  assert.equal(page.goToAnchor("#section"), false);
});

test("in a folder it stands behind the first page", async () => {
  const page = await at("worker", "https://example.org/fun/pegout/es/#/games/a/b?at=3#here");
  assert.equal(page.here().pathname, "/games/a/b");
  assert.equal(page.here().hash, "#here");
  assert.equal(page.currentPath(), "/games/a/b?at=3");
  assert.equal(page.addressOf("/new?for=friends"), "#/new?for=friends");
  assert.equal(page.fullAddress("/join/x"), "https://example.org/fun/pegout/es/#/join/x");
  assert.equal(page.pathOf("#/ask?a=1#b"), "/ask?a=1#b");
  assert.equal(page.pathOf("#section"), "/games/a/b#section");
  for (const other of ["https://elsewhere.org/#/ask", "/fun/pegout/licences.txt"]) {
    assert.equal(page.pathOf(other), null);
  }
});

test("in a folder the first page has no path, and the browser finds no anchor", async () => {
  const page = await at("worker", "https://example.org/index.html");
  assert.equal(page.currentPath(), "/");
  const seen = [];
  globalThis.document = { getElementById: (id) => ({ scrollIntoView: () => seen.push(id) }) };
  assert.equal(page.goToAnchor("#the%20play"), true);
  delete globalThis.document;
  assert.deepEqual(seen, ["the play"]);
});
