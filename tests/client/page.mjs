/**
 * The page as the scripts find it: it carries how long things take. Node.js is told to import this
 * before a test.
 */

import { printed } from "./made.mjs";

const textContent = printed("pacing.py");
globalThis.document = { getElementById: (id) => (id === "pacing" ? { textContent } : null) };
await import("../../src/pegout/web/static/js/pacing.js");
// There is no page otherwise; a test that needs more of one makes it.
delete globalThis.document;
