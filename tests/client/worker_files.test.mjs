// The file system of the worker: SQLite on files that are written at once, and on blocks that are
// stored together. Power cuts lose what was not flushed; a commit never is.

import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { BlockFile } from "../../src/pegout/client/js/worker/block_store.js";
import { faultOf, LibraryFault } from "../../src/pegout/client/js/worker/fault.js";
import { fileSystem, withBarriers } from "../../src/pegout/client/js/worker/file_system.js";
import { postStored } from "../../src/pegout/client/js/worker/library.js";
import { DiskFile, NotedFile } from "./files.mjs";
import { printed, some } from "./made.mjs";

const NAMES = ["library.db", "library.db-journal", "library.db-wal"];
const OPEN = `
import os, sqlite3
def open_library(mode="WAL"):
    where = "file:/library/library.db?vfs=unix-excl"
    line = sqlite3.connect(where, uri=True, isolation_level=None)
    for setting in (f"journal_mode={mode}", "synchronous=FULL"):
        line.execute(f"PRAGMA {setting}")
    return line
`;
let place = "";
let python = null;

before(async () => {
  place = mkdtempSync(join(tmpdir(), "pegout-"));
  if (!printed("pyodide.py", [place])) return;
  const { loadPyodide } = await import(join(place, "pyodide.mjs"));
  python = await withBarriers(() => loadPyodide({ indexURL: `${place}/` }));
  python.runPython(OPEN);
  python.FS.mkdirTree("/library");
});

after(() => rmSync(place, { recursive: true }));

/**
 * Run a test with the library on some files; skip it where Python for the browser is missing.
 * @param {string} name
 * @param {(run: (script: string) => any, mount: (files: Map<string, any>) => void, t: any) => any} body
 */
function onFiles(name, body) {
  test(name, async (t) => {
    if (!python) return t.skip("`pegout site --fetch` fetches Python for the browser");
    const { FS } = python;
    let mounted = false;
    const unmount = () => {
      if (mounted) FS.unmount("/library");
      mounted = false;
    };
    const mount = (files) => {
      unmount();
      FS.mount(fileSystem(FS, files), {}, "/library");
      mounted = true;
    };
    const run = (script) => python.runPython(script);
    try {
      await body(run, mount, t);
    } finally {
      unmount();
    }
  });
}

const onDisk = (folder) => new Map(NAMES.map((name) => [name, new DiskFile(join(folder, name))]));

onFiles(
  "a library on files of the disk is there again, with all that was committed",
  (run, mount) => {
    const folder = mkdtempSync(join(place, "library-"));
    mount(onDisk(folder));
    assert.deepEqual(run("os.listdir('/library')").toJs(), []);
    run(`
line = open_library()
line.execute("CREATE TABLE t (a)")
with line: line.executemany("INSERT INTO t VALUES (?)", [(at,) for at in range(2000)])
line.close()`);
    assert.deepEqual(run("os.listdir('/library')").toJs(), ["library.db"]);
    mount(onDisk(folder));
    const sum = "line = open_library(); line.execute('SELECT sum(a) FROM t').fetchone()[0]";
    assert.equal(run(sum), 1_999_000);
    assert.equal(run("line.execute('PRAGMA integrity_check').fetchone()[0]"), "ok");
    run("line.close()");
  },
);

onFiles("only the files of a library can be made, and seeks are as usual", (run, mount) => {
  mount(onDisk(mkdtempSync(join(place, "library-"))));
  const kind = (script) =>
    run(`
try: ${script}
except OSError as error: found = type(error).__name__, error.errno
found`).toJs();
  assert.deepEqual(kind("open('/library/other', 'w')"), ["PermissionError", 63]);
  assert.deepEqual(kind("open('/library/library.db')"), ["FileNotFoundError", 44]);
  const read = `
with open("/library/library.db", "wb+") as file:
    file.write(b"0123456789")
    file.seek(-3, 2); end = file.read()
    file.seek(2); file.truncate(5)
    found = [end, file.read(), os.stat("/library/library.db").st_size]
os.unlink("/library/library.db")
[*found, os.path.exists("/library/library.db")]`;
  const [end, rest, size, exists] = run(read).toJs();
  const text = (bytes) => new TextDecoder().decode(bytes);
  assert.deepEqual([text(end), text(rest), size, exists], ["789", "234", 5, false]);
});

for (const [mode, flushes] of [
  ["WAL", 1],
  ["DELETE", 4],
]) {
  onFiles(`a commit in mode ${mode} is flushed before it returns`, (run, mount) => {
    const files = onDisk(mkdtempSync(join(place, "library-")));
    mount(files);
    const all = () => [...files.values()].reduce((sum, file) => sum + file.flushes, 0);
    run(`line = open_library("${mode}"); line.execute("CREATE TABLE t (a)")`);
    const earlier = all();
    run("line.execute('INSERT INTO t VALUES (1)')");
    assert.equal(all() - earlier, flushes);
    run("line.close()");
  });
}

/**
 * Return the files after a power cut: what was flushed, and of later changes those that chance takes.
 * @param {any[]} journal
 * @param {() => boolean} chance
 */
function cut(journal, chance) {
  const files = new Map(NAMES.map((name) => [name, new NotedFile(name, [])]));
  const flushed = new Map(NAMES.map((name) => [name, -1]));
  journal.forEach(({ name, flushed: is }, at) => is && flushed.set(name, at));
  journal.forEach(({ name, at, bytes, size, flushed: is }, number) => {
    if (is || (number > flushed.get(name) && !chance())) return;
    if (bytes) files.get(name).write(bytes, { at });
    else files.get(name).truncate(size);
  });
  return files;
}

/** @param {number} seed @returns {() => number} numbers from 0 to 1 */
function random(seed) {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}

onFiles("a power cut at any moment takes no commit that has returned", (run, mount) => {
  const journal = [];
  /** The length of the journal after each commit. */
  const commits = [];
  mount(new Map(NAMES.map((name) => [name, new NotedFile(name, journal)])));
  run(`line = open_library(); line.execute("CREATE TABLE t (a, b)")`);
  run('line.execute("PRAGMA wal_autocheckpoint=12")');
  const first = journal.length;
  for (let at = 0; at < 40; at++) {
    run(`line.execute("INSERT INTO t VALUES (${at}, zeroblob(${(at % 5) * 3_000}))")`);
    commits.push(journal.length);
  }
  run("line.close()");
  const next = random(7);
  const moments = Array.from(
    { length: some(600, 60) },
    () => first + Math.floor(next() * (journal.length - first)),
  );
  for (const moment of moments) {
    const share = next();
    mount(cut(journal.slice(0, moment), () => next() < share));
    const [ok, ...rows] = run(`
line = open_library()
found = [row[0] for row in line.execute("SELECT a FROM t ORDER BY rowid")]
found = [line.execute("PRAGMA integrity_check").fetchone()[0], *found]
line.close()
found`).toJs();
    const told = commits.filter((length) => length <= moment).length;
    assert.equal(ok, "ok", `cut at ${moment}`);
    assert.deepEqual(
      rows,
      rows.map((_, at) => at),
    );
    assert.ok(rows.length >= told, `${rows.length} of ${told} rows, cut at ${moment}`);
  }
});

onFiles(
  "a full disk and a broken one are errors of SQLite, and the library goes on",
  (run, mount) => {
    const files = new Map(NAMES.map((name) => [name, new NotedFile(name, [])]));
    const wal = files.get("library.db-wal");
    mount(files);
    run('line = open_library(); line.execute("CREATE TABLE t (a)")');
    const { write } = wal;
    const failing = (name) => () => {
      throw new DOMException("no", name);
    };
    const insert = `
try: found = line.execute("INSERT INTO t VALUES (zeroblob(9000))") and "done"
except sqlite3.OperationalError as error: found = error.sqlite_errorname
found`;
    wal.write = failing("QuotaExceededError");
    assert.equal(run(insert), "SQLITE_FULL");
    wal.write = failing("InvalidStateError");
    assert.match(run(insert), /^SQLITE_IOERR/);
    wal.write = write;
    wal.flush = failing("InvalidStateError");
    assert.equal(run(insert), "SQLITE_IOERR_FSYNC");
    delete wal.flush;
    assert.equal(run(insert), "done");
    assert.equal(run("line.execute('SELECT count(*) FROM t').fetchone()[0]"), 1);
    run("line.close()");
  },
);

test("a file of blocks stores what has changed, and is the same when it is put back", () => {
  const next = random(3);
  const stored = new Map();
  const file = new BlockFile();
  let expected = Buffer.alloc(0);
  for (let step = 0; step < 300; step++) {
    const at = Math.floor(next() * 30_000);
    if (next() < 0.2) {
      file.truncate(at);
      const other = Buffer.alloc(at);
      expected.copy(other, 0, 0, Math.min(at, expected.length));
      expected = other;
    } else {
      const bytes = new Uint8Array(Math.floor(next() * 9_000) + 1).fill(step);
      file.write(bytes, { at });
      if (at + bytes.length > expected.length) {
        expected = Buffer.concat([expected], at + bytes.length);
      }
      expected.set(bytes, at);
    }
    if (next() < 0.5) continue;
    for (const [block, bytes] of file.take()) {
      if (bytes) stored.set(block, bytes);
      else stored.delete(block);
    }
    const again = new BlockFile();
    for (const block of [...stored.keys()].sort((one, other) => one - other)) {
      again.restore(block, stored.get(block));
    }
    const all = Buffer.alloc(expected.length + 5, 9);
    assert.equal(again.getSize(), expected.length);
    assert.equal(again.read(all, { at: 0 }), expected.length);
    assert.ok(expected.equals(all.subarray(0, expected.length)));
    assert.deepEqual(again.take(), []);
  }
});

test("messages are posted in order, each once everything before it is stored", async () => {
  const posted = [];
  const waiting = [];
  const store = () => new Promise((resolve) => waiting.push(resolve));
  const post = postStored({ store }, (message) => posted.push(message), assert.fail);
  post("one");
  post("two");
  waiting[1]();
  await new Promise(setImmediate);
  assert.deepEqual(posted, []);
  waiting[0]();
  await new Promise(setImmediate);
  assert.deepEqual(posted, ["one", "two"]);
});

test("what could not be stored is never told, nor anything after it", async () => {
  const posted = [];
  const faults = [];
  const results = [Promise.resolve(), Promise.reject(new DOMException("", "QuotaExceededError"))];
  const store = () => results.shift() ?? Promise.resolve();
  const post = postStored(
    { store },
    (message) => posted.push(message),
    ({ code }) => faults.push(code),
  );
  for (const message of ["one", "two", "three"]) post(message);
  await new Promise(setImmediate);
  assert.deepEqual(posted, ["one"]);
  assert.equal(faults[0], "disk_full");
});

test("a fault has the code of what went wrong", () => {
  assert.equal(faultOf(new LibraryFault("second_tab"), "no_storage").code, "second_tab");
  assert.equal(faultOf(new Error("no"), "no_storage").code, "no_storage");
});
