/**
 * The page as the scripts need it: it contains the durations of steps. Node.js imports this file
 * before a test.
 */

import { printed } from "./made.mjs";

const textContent = printed("pacing.py");
globalThis.document = { getElementById: (id) => (id === "pacing" ? { textContent } : null) };
await import("../../src/pegout/client/js/pacing.js");
// Node.js has no page otherwise; a test that needs more of one makes it.
delete globalThis.document;
