import assert from "node:assert/strict";
import { createHash, createHmac } from "node:crypto";
import { test } from "node:test";
import { fromHex, hmac, hmacByHand, sha256, toHex } from "../../src/pegout/client/js/fair/hash.js";
import { readPeg } from "../../src/pegout/client/js/fair/peg.js";
import { DEAL_LIMIT, MATCH_LIMIT, SavedMatches } from "../../src/pegout/client/js/fair/saved.js";
import {
  commit,
  derive,
  NotARecord,
  recordFrom,
  verifyDeal,
  verifyRecord,
} from "../../src/pegout/client/js/fair/verify.js";
import {
  freshWord,
  isWord,
  WORD_LIMIT,
  wordOrFresh,
} from "../../src/pegout/client/js/fair/word.js";
import { readRecords } from "../../src/pegout/client/js/pages/fair.js";
import { some } from "./made.mjs";
import { records, vectors } from "./records.mjs";

const VECTORS = vectors();
const MATCHES = records();
const copy = structuredClone;

/** Run a function as on a page that came over plain http. */
async function withoutSubtle(run) {
  const own = Object.getOwnPropertyDescriptor(globalThis, "crypto");
  const getRandomValues = globalThis.crypto.getRandomValues.bind(globalThis.crypto);
  Object.defineProperty(globalThis, "crypto", { value: { getRandomValues }, configurable: true });
  try {
    return await run();
  } finally {
    Object.defineProperty(globalThis, "crypto", own);
  }
}

/** What the browser of a match's seat has stored. */
function savedOf(match, store = null) {
  const saved = new SavedMatches(store);
  for (const { told, sent } of match.messages) {
    saved.note(match.json.match, told, { seat: match.seat, sent });
  }
  return saved.of(match.json.match);
}

const faulty = (verdicts) => verdicts.filter((verdict) => !verdict.ok && !verdict.pending);

/** Return as many bytes, which have no pattern, and are the same every time. */
function bytes(length) {
  const outputLength = Math.max(1, length);
  const all = createHash("shake256", { outputLength }).update(`${length} bytes`).digest();
  return all.subarray(0, length);
}

// Hashes -----------------------------------------------------------------------------------------

test("SHA-256 and HMAC by hand are those of Node.js, for messages and keys of every length", () => {
  for (let length = 0; length < 200; length += 1) {
    const [message, key] = [bytes(length), bytes((length * 7) % 150)];
    assert.equal(toHex(sha256(message)), createHash("sha256").update(message).digest("hex"));
    const right = createHmac("sha256", key).update(message).digest("hex");
    assert.equal(toHex(hmacByHand(key, message)), right);
  }
  const long = bytes(100_000);
  assert.equal(toHex(sha256(long)), createHash("sha256").update(long).digest("hex"));
});

test("HMAC by the browser and by hand give the same", async () => {
  const [key, message] = [fromHex("0b".repeat(32)), fromHex("4869")];
  const byBrowser = await hmac(key, message);
  const byHand = await withoutSubtle(() => hmac(key, message));
  assert.deepEqual(byBrowser, byHand);
});

// Deals ------------------------------------------------------------------------------------------

for (const [index, vector] of VECTORS.entries()) {
  const { secret, label, contributions, commitment, pack } = vector;
  const proved = { ok: true, faults: [], compared: 52 };

  test(`vector ${index} of the specification`, async () => {
    const work = async () => {
      assert.equal(await commit(secret, label), commitment);
      assert.deepEqual(await derive(secret, label, contributions), pack);
      assert.deepEqual(await verifyDeal(vector), proved);
      assert.deepEqual(await verifyDeal({ ...vector, secret: secret.toUpperCase() }), proved);
    };
    await work();
    await withoutSubtle(work);
  });

  test(`vector ${index} with one thing changed`, async () => {
    const swapped = [pack[1], pack[0], ...pack.slice(2)];
    const changed = [
      [{ commitment: toHex(bytes(32)) }, ["commitment_mismatch"]],
      [{ secret: toHex(bytes(32)) }, ["commitment_mismatch", "pack_mismatch"]],
      [{ label: `${label}1` }, ["commitment_mismatch", "pack_mismatch"]],
      [{ contributions: [...contributions, ""] }, ["pack_mismatch"]],
      [{ pack: swapped }, ["pack_mismatch"]],
      [{ pack: pack.slice(1) }, ["malformed"]],
      [{ secret: secret.slice(1) }, ["malformed"]],
      [{ label: "" }, ["malformed"]],
      [{ contributions: ["\n"] }, ["malformed"]],
    ];
    for (const [change, faults] of changed) {
      assert.deepEqual((await verifyDeal({ ...vector, ...change })).faults, faults);
    }
  });
}

test("cards that were not seen are not compared", async () => {
  const [vector] = VECTORS;
  const pack = vector.pack.map((card, place) => (place % 4 ? "??" : card));
  assert.deepEqual(await verifyDeal({ ...vector, pack }), { ok: true, faults: [], compared: 13 });
});

test("a word for the shuffle is fresh, and one that the rules take", () => {
  const words = new Set(Array.from({ length: 500 }, freshWord));
  assert.equal(words.size, 500);
  for (const word of words) assert.ok(isWord(word) && word.length >= 26);
  for (const own of ["", "ñandú", "x".repeat(37)]) {
    assert.ok(wordOrFresh(own).startsWith(own) && isWord(wordOrFresh(own)));
    assert.notEqual(wordOrFresh(own), wordOrFresh(own));
  }
  assert.equal(wordOrFresh("x".repeat(60)), "x".repeat(60));
  assert.equal(wordOrFresh("x".repeat(65)).length, 26);
  assert.ok(isWord("🂡".repeat(WORD_LIMIT)) && isWord("") && isWord("ñandú"));
  for (const bad of ["🂡".repeat(WORD_LIMIT + 1), "a\tb", "\u2028", "\ud800", 7]) {
    assert.ok(!isWord(bad));
  }
});

// Records ----------------------------------------------------------------------------------------

for (const [name, match] of MATCHES) {
  test(`every deal of ${name} is proved`, async () => {
    const verdicts = await verifyRecord(match.json, savedOf(match));
    assert.deepEqual(faulty(verdicts), []);
    assert.ok(verdicts.every((verdict) => verdict.saved));
    // A game may end before its last pack is on the table.
    const early = name === "resigned" || name === "stopped";
    assert.ok(verdicts.every((verdict) => verdict.pending || early || verdict.compared > 0));
    assert.ok(verdicts.some((verdict) => verdict.compared > 0));
    const pending = verdicts.filter((verdict) => verdict.pending);
    assert.equal(pending.length, name === "unfinished" ? 1 : 0);
  });

  test(`the text of ${name} is verified like its JSON`, async () => {
    const saved = savedOf(match);
    const [record] = readPeg(match.peg);
    assert.deepEqual(await verifyRecord(record, saved), await verifyRecord(match.json, saved));
  });

  test(`${name} is verified alike without crypto.subtle, and without what was saved`, async () => {
    const saved = savedOf(match);
    const verdicts = await verifyRecord(match.json, saved);
    const byHand = await withoutSubtle(() => verifyRecord(match.json, saved));
    assert.deepEqual(byHand, verdicts);
    const alone = await verifyRecord(match.json);
    assert.deepEqual(
      alone.map((verdict) => verdict.faults),
      verdicts.map((verdict) => verdict.faults),
    );
    assert.ok(alone.every((verdict) => !verdict.saved && verdict.seen === null));
  });
}

test("a cut for the first deal may tie, and all rounds are compared", async () => {
  const match = MATCHES.get("tied");
  const [first] = await verifyRecord(match.json);
  const cuts = match.json.games[0].entries.filter((entry) => entry.type === "dealer_cut");
  assert.ok(cuts.length > 3);
  assert.equal(first.compared, cuts.length);
});

test("decisions were taken back in one of the matches", () => {
  const told = MATCHES.get("undone").messages.flatMap((message) => message.told);
  assert.ok(told.some(({ event }) => event.type === "undone"));
});

// Tampering --------------------------------------------------------------------------------------

const flip = (hex) => (hex[0] === "0" ? "1" : "0") + hex.slice(1);
const DECK = VECTORS[0].pack;
const otherCard = (card) => DECK[(DECK.indexOf(card) + 1) % 52];

const replaced = (list, at, value) => list.map((item, i) => (i === at ? value : item));

/** Every single change of an entry that a verification must detect, as [what, changed]. */
function* changes(entry, players, hands) {
  const put = (what, more) => [what, { ...entry, ...more }];
  switch (entry.type) {
    case "committed":
      yield put("the seal", { commitment: flip(entry.commitment) });
      yield put("the deal of the seal", { deal: entry.deal + 1 });
      break;
    case "revealed":
      yield put("the secret", { secret: flip(entry.secret) });
      yield put("the deal of the secret", { deal: entry.deal + 1 });
      break;
    case "said_ready":
      yield put("a word", { contribution: `${entry.contribution}x` });
      yield put("the seat of a word", { seat: (entry.seat + 1) % players });
      break;
    case "dealer_cut":
    case "starter_cut":
      yield put("the card of a cut", { card: otherCard(entry.card) });
      yield put("the place of a cut", { at: entry.at + 1 });
      break;
    case "dealt":
      yield put("the dealer", { dealer: (entry.dealer + 1) % players });
      yield put("the number of a deal", { deal: entry.deal + 1 });
      yield put("the order of the hands", { hands: [...entry.hands.slice(1), entry.hands[0]] });
      for (const [seat, hand] of entry.hands.entries()) {
        for (const at of hand.keys()) {
          const outside = DECK.find((card) => !entry.hands.flat().includes(card));
          yield put("a card of a hand", {
            hands: replaced(entry.hands, seat, replaced(hand, at, outside)),
          });
        }
        yield put("a card too few", {
          hands: replaced(entry.hands, seat, hand.slice(1)),
        });
        yield put("a card twice", {
          hands: replaced(entry.hands, seat, replaced(hand, 0, hand[1])),
        });
      }
      for (const card of entry.crib) yield put("a card of the crib", { crib: [otherCard(card)] });
      break;
    case "played":
      yield put("a card that was played", {
        card: DECK.find((card) => !hands[entry.seat].includes(card)),
      });
      break;
    default:
  }
}

for (const name of some(["three", "four", "undone", "match"], ["undone"])) {
  const match = MATCHES.get(name);
  const players = match.json.players.length;

  test(`each single change in ${name} is found`, async () => {
    let tried = 0;
    let hands = [];
    for (const [index, game] of match.json.games.entries()) {
      for (const [at, entry] of game.entries.entries()) {
        if (entry.type === "dealt") hands = entry.hands;
        for (const [what, changed] of changes(entry, players, hands)) {
          const entries = replaced(game.entries, at, changed);
          const games = replaced(match.json.games, index, { ...game, entries });
          const found = faulty(await verifyRecord({ ...match.json, games }));
          assert.ok(found.length > 0, `${what} in entry ${at} of game ${index + 1}`);
          tried += 1;
        }
      }
    }
    assert.ok(tried > 100, `${tried} changes`);
  });

  test(`whatever is left out of or put twice into the sums of ${name} is found`, async () => {
    const sums = new Set(["committed", "revealed", "dealt"]);
    for (const [index, game] of match.json.games.entries()) {
      for (const [at, entry] of game.entries.entries()) {
        if (!sums.has(entry.type)) continue;
        for (const entries of [
          game.entries.filter((_, i) => i !== at),
          [...game.entries.slice(0, at), entry, ...game.entries.slice(at)],
        ]) {
          const record = copy(match.json);
          record.games[index].entries = entries;
          assert.ok(faulty(await verifyRecord(record)).length > 0, `${entry.type} in entry ${at}`);
        }
      }
    }
  });

  test(`another label of ${name} is found`, async () => {
    const other = await verifyRecord({ ...match.json, match: `${match.json.match}x` });
    assert.ok(other.every((verdict) => verdict.faults.includes("wrong_secret")));
    const renumbered = copy(match.json);
    for (const game of renumbered.games) game.number += 1;
    const found = await verifyRecord(renumbered);
    assert.ok(found.every((verdict) => !verdict.ok));
    assert.ok(found.some((verdict) => verdict.game === 1 && verdict.faults[0] === "missing"));
  });
}

/** Repeat a deal with another secret or other contributions, so that the record is consistent. */
async function forged(match, deal, { secret, words = {} }) {
  const record = copy(match.json);
  const [game] = record.games;
  const label = `${record.match}/1/${deal}`;
  const of = (type) => game.entries.find((entry) => entry.type === type && entry.deal === deal);
  const dealt = of("dealt");
  const from = game.entries.indexOf(of("committed"));
  const to = game.entries.indexOf(of("revealed"));
  const inside = game.entries.slice(from, to);
  const players = record.players.length;
  const said = Array(players).fill("");
  for (const entry of inside) {
    if (entry.type === "said_ready") said[entry.seat] = entry.contribution;
  }
  Object.assign(said, words);
  const used = secret ?? of("revealed").secret;
  const pack = await derive(used, label, said);
  of("committed").commitment = await commit(used, label);
  of("revealed").secret = used;
  const saved = inside.filter(({ type }) => !["said_ready", "dealt", "starter_cut"].includes(type));
  const size = dealt.hands[0].length;
  const hands = dealt.hands.map((_, seat) =>
    pack
      .slice(0, players * size)
      .filter((__, place) => place % players === (seat - dealt.dealer - 1 + players) % players),
  );
  const ready = said.map((contribution, seat) => ({ type: "said_ready", seat, contribution }));
  const [sealed, ...rest] = saved.filter(
    ({ type }) => !["played", "discarded", "hand_shown"].includes(type),
  );
  game.entries.splice(from, to - from, sealed, ...ready, { ...dealt, hands }, ...rest);
  return record;
}

test("a deal that was made up afterwards holds together, but was not shown", async () => {
  const match = MATCHES.get("two");
  const record = await forged(match, 2, { secret: "ab".repeat(32) });
  assert.deepEqual(faulty(await verifyRecord(record)), []);
  const found = faulty(await verifyRecord(record, savedOf(match)));
  assert.deepEqual(
    found.map(({ deal, faults }) => [deal, faults]),
    [[2, ["other_seal"]]],
  );
});

test("other words than those that were sent and shown are found", async () => {
  const match = MATCHES.get("two");
  const mine = await forged(match, 2, { words: { 0: "not mine" } });
  assert.deepEqual(faulty(await verifyRecord(mine)), []);
  const found = faulty(await verifyRecord(mine, savedOf(match)));
  assert.deepEqual(
    found.map(({ deal, faults }) => [deal, faults]),
    [[2, ["other_word"]]],
  );
  const theirs = await forged(match, 2, { words: { 1: "not theirs" } });
  const others = faulty(await verifyRecord(theirs, savedOf(match)));
  assert.deepEqual(
    others.map(({ deal, faults }) => [deal, faults]),
    [[2, ["other_words"]]],
  );
});

test("a deal or a game that was played and is not in the record is found", async () => {
  const match = MATCHES.get("match");
  const record = copy(match.json);
  const last = record.games[2].entries;
  const from = last.findLastIndex((entry) => entry.type === "committed");
  const { deal } = last[from];
  last.splice(from);
  const found = faulty(await verifyRecord(record, savedOf(match)));
  assert.deepEqual(
    found.map((verdict) => [verdict.game, verdict.deal, verdict.faults]),
    [[3, deal, ["missing"]]],
  );
  record.games.pop();
  const shorter = faulty(await verifyRecord(record, savedOf(match)));
  assert.deepEqual(
    shorter.map((verdict) => [verdict.game, verdict.faults]),
    [[3, ["missing"]]],
  );
});

test("whatever is no record is refused in words, and nonsense in one is a fault", async () => {
  for (const bad of [null, 7, "x", [], {}, { format: "pegout", version: 2 }]) {
    assert.throws(() => recordFrom(bad), NotARecord);
    await assert.rejects(verifyRecord(bad), NotARecord);
  }
  const nonsense = [
    { type: "dealt", deal: 1, dealer: 0, hands: null, crib: [] },
    { type: "dealt", deal: 1 },
    { type: "dealt", deal: 1, dealer: "0", hands: [[]], crib: [] },
    { type: "committed" },
    { type: "said_ready", seat: 99, contribution: 3 },
    { type: "starter_cut", at: "x" },
    { type: "played" },
    { type: "revealed", deal: 1e9, secret: 1 },
  ];
  for (const entry of nonsense) {
    const record = copy(MATCHES.get("two").json);
    record.games[0].entries.splice(8, 0, entry);
    assert.ok(faulty(await verifyRecord(record)).length > 0, JSON.stringify(entry));
  }
});

test("a match that shares its packs is verified by their id", async () => {
  const record = copy(MATCHES.get("two").json);
  record.tags = [...(record.tags ?? []), { name: "Packs", text: record.match }];
  record.match = "another";
  assert.deepEqual(faulty(await verifyRecord(record)), []);
  record.tags.pop();
  assert.ok(faulty(await verifyRecord(record)).length > 0);
});

test("a deal that is practice has no seal to be missed, but for one that was shown", async () => {
  const match = MATCHES.get("two");
  const record = copy(match.json);
  const sealing = ["committed", "revealed"];
  const [game] = record.games;
  record.games = [game];
  game.entries = game.entries.filter(({ type, deal }) => !(sealing.includes(type) && deal <= 1));
  const unsealed = (verdicts) => faulty(verdicts).map(({ deal }) => deal);
  assert.ok(unsealed(await verifyRecord(record)).includes(1));
  record.tags = [{ name: "Practice", text: "k7qx game=1 deal=1 seat=0 event=9" }];
  const verdicts = await verifyRecord(record);
  assert.deepEqual(unsealed(verdicts), []);
  const practised = verdicts.filter(({ practice }) => practice);
  assert.ok(practised.length > 0);
  assert.ok(practised.every(({ deal, pending, ok }) => deal <= 1 && pending && ok));
  const shown = savedOf(match);
  assert.ok(unsealed(await verifyRecord(record, shown)).includes(1));
});

test("what is no text of a record is refused", () => {
  const bad = ["", "hello", "%pegout 3\n", "%pegout 1\ndeal x", '%pegout 1\nready 0 "', "game 1"];
  for (const text of bad) assert.throws(() => readPeg(text), NotARecord, text);
  assert.equal(readPeg(`${MATCHES.get("two").peg}\n${MATCHES.get("three").peg}`).length, 2);
  const [newer] = readPeg("%pegout 2\n");
  assert.equal(recordFrom({ ...newer, version: 2 }).games.length, 0);
  assert.throws(() => recordFrom({ ...newer, version: 3 }), NotARecord);
});

// Storage ----------------------------------------------------------------------------------------

/** A store like that of a browser, with room for a number of characters. */
class Store {
  held = new Map();

  constructor(room = Infinity) {
    this.room = room;
  }

  getItem(key) {
    return this.held.get(key) ?? null;
  }

  setItem(key, value) {
    const rest = [...this.held].filter(([name]) => name !== key);
    const size = rest.reduce((sum, [, text]) => sum + text.length, value.length);
    if (size > this.room) throw new Error("full");
    this.held.set(key, value);
  }

  removeItem(key) {
    this.held.delete(key);
  }
}

const sealed = (deal, seal = "aa") => ({
  number: 1,
  event: { type: "committed", deal, commitment: seal },
});
const dealtNow = (deal) => ({ number: 2, event: { type: "dealt", deal } });

test("what was kept is there after the page was loaded again", async () => {
  const store = new Store();
  const match = MATCHES.get("match");
  const before = savedOf(match, store);
  const after = new SavedMatches(store).of(match.json.match);
  assert.deepEqual(after, before);
  assert.deepEqual(faulty(await verifyRecord(match.json, after)), []);
});

test("a seal that came with its cards was not shown before them", () => {
  const saved = new SavedMatches(null);
  saved.note("a", [sealed(1), dealtNow(1), sealed(2)], { seat: 0, game: 1 });
  saved.note("a", [dealtNow(2)]);
  assert.equal(saved.deal("a", 1, 1).early, false);
  assert.equal(saved.deal("a", 1, 2).early, true);
  saved.note("a", [sealed(1), dealtNow(1), sealed(2), dealtNow(2)], { game: 1 });
  assert.equal(saved.deal("a", 1, 2).early, true, "what was early stays so when it is told again");
});

test("a second seal for a deal is kept beside the first", async () => {
  const match = MATCHES.get("two");
  const saved = new SavedMatches(null);
  for (const { told } of match.messages) saved.note(match.json.match, told, { seat: 0 });
  saved.note(match.json.match, sealed(3, "bb".repeat(32)), { game: 1 });
  assert.equal(saved.deal(match.json.match, 1, 3).seals.length, 2);
  const found = faulty(await verifyRecord(match.json, saved.of(match.json.match)));
  assert.deepEqual(
    found.map((verdict) => verdict.faults),
    [["other_seal"]],
  );
});

test("the word that is sent is kept for the deal that comes", () => {
  const saved = new SavedMatches(null);
  saved.note("a", sealed(4), { seat: 1, game: 2 });
  saved.sent("a", "mine");
  assert.equal(saved.deal("a", 2, 4).sent, "mine");
  assert.equal(saved.of("a").seat, 1);
});

test("only so many matches and deals are kept, the newest of them", () => {
  const store = new Store();
  const saved = new SavedMatches(store);
  for (let n = 0; n < MATCH_LIMIT + 5; n += 1) saved.note(`m${n}`, sealed(1), { game: 1 });
  assert.equal(store.held.size, MATCH_LIMIT + 1);
  assert.equal(saved.of("m4"), null);
  assert.ok(new SavedMatches(store).of("m5"));
  for (let n = 1; n < DEAL_LIMIT + 5; n += 1) saved.note("m5", sealed(n));
  assert.equal(Object.keys(saved.of("m5").deals).length, DEAL_LIMIT);
  assert.ok(saved.deal("m5", 1, DEAL_LIMIT + 4) && !saved.deal("m5", 1, 1));
});

test("where there is no room, older matches make place, and nothing is lost in memory", (t) => {
  t.mock.method(console, "warn", () => {});
  const saved = new SavedMatches(new Store(600));
  for (let n = 0; n < 10; n += 1) saved.note(`m${n}`, sealed(1, "ab".repeat(32)), { game: 1 });
  assert.ok(saved.deal("m9", 1, 1));
  const none = new SavedMatches(new Store(0));
  none.note("a", sealed(1), { game: 1 });
  assert.ok(none.deal("a", 1, 1));
  const broken = new SavedMatches({ getItem: () => "{", setItem() {}, removeItem() {} });
  assert.equal(broken.of("a"), null);
});

test("the page reads a record as text and as JSON, and nothing else", () => {
  const match = MATCHES.get("two");
  for (const text of [match.peg, `\ufeff\n${match.peg}`, JSON.stringify(match.json, null, 1)]) {
    assert.equal(readRecords(text)[0].match, match.json.match);
  }
  for (const bad of ["", "{", "[]", "{}", "x", " ".repeat(5_000_001)]) {
    assert.throws(() => readRecords(bad), NotARecord);
  }
});
