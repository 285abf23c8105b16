/**
 * The page as the scripts need it: it contains the facts that they share with the server. Node.js
 * imports this file before a test.
 */

import { printed } from "./made.mjs";

const textContent = printed("facts.py");
globalThis.document = { getElementById: (id) => (id === "facts" ? { textContent } : null) };
await import("../../src/pegout/client/js/facts.js");
// Node.js has no page otherwise; a test that needs more of one makes it.
delete globalThis.document;
