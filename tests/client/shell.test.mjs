// The common parts of the pages: words, settings, paths, and the options of a table.

import assert from "node:assert/strict";
import { test } from "node:test";

const kept = new Map();
globalThis.localStorage = {
  getItem: (key) => kept.get(key) ?? null,
  setItem: (key, value) => kept.set(key, value),
  removeItem: (key) => kept.delete(key),
};

const js = "../../src/pegout/client/js";
const words = await import(`${js}/words.js`);
const { route } = await import(`${js}/routes.js`);
const { settings, DEFAULTS } = await import(`${js}/settings.js`);
const plan = await import(`${js}/shell/table_setup.js`);
const { switchNote, switchProblem } = await import(`${js}/shell/switch_words.js`);
const store = await import(`${js}/store.js`);
const { FACTS } = await import(`${js}/facts.js`);

const CATALOGUE = {
  messages: { "Play against {names}": "Jugar contra {names}" },
  plurals: { "{n} card": ["{n} carta", "{n} cartas"] },
};

const OPTIONS = {
  presets: [
    {
      name: "standard",
      title: "Standard",
      help: "",
      rules: {
        preset: "standard",
        players: 2,
        target: 121,
        muggins: false,
        skunk_lines: [31, 61],
        match_points: [1, 2, 3],
      },
    },
    {
      name: "half",
      title: "Half game",
      help: "",
      rules: { preset: "half", players: 2, target: 61, muggins: false, match_points: [1, 2, 3] },
    },
  ],
  switches: [
    { name: "players", title: "Players", help: "", values: [] },
    { name: "target", title: "Game to", help: "", values: [] },
    { name: "muggins", title: "Muggins", help: "", values: [{ value: true, title: "on" }] },
  ],
  levels: [],
};

test("English needs no catalogue; another language is spoken at once, and values are as given", async () => {
  assert.equal(words.t("Play against {names}", { names: "{n}" }), "Play against {n}");
  assert.equal(words.plural("{n} card", "{n} cards", 1), "1 card");
  const asked = [];
  globalThis.fetch = async (path) => {
    asked.push(path);
    return { ok: true, json: async () => CATALOGUE };
  };
  const heard = [];
  const stop = words.onLanguage((code) => heard.push(code));
  assert.equal(await words.speak("es"), "es");
  assert.equal(words.t("Play against {names}", { names: "Ann" }), "Jugar contra Ann");
  assert.equal(words.plural("{n} card", "{n} cards", 3), "3 cartas");
  assert.equal(words.t("not in the catalogue"), "not in the catalogue");
  await words.speak("en");
  await words.speak("es");
  assert.deepEqual([asked.length, heard], [1, ["es", "en", "es"]]);
  stop();
  await words.speak("en");
});

test("whoever asks last is heard, and where there are no words the old language stays", async () => {
  globalThis.fetch = async () => {
    throw new TypeError("no network");
  };
  assert.equal(await words.speak("fr"), "en");
  const first = words.speak("es");
  const second = words.speak("en");
  await Promise.all([first, second]);
  assert.equal(words.language(), "en");
});

test("a setting follows the browser until it is chosen", () => {
  assert.equal(words.languageFor("es"), "es");
  assert.equal(words.languageFor("xx"), "en");
});

test("settings are kept, and nonsense is not", () => {
  const heard = [];
  const stop = settings.on((now) => heard.push(now.pace));
  settings.set({ pace: "quick" });
  settings.set(/** @type {any} */ ({ pace: "sideways", theme: 7, name: "x".repeat(100) }));
  stop();
  const now = settings.get();
  assert.deepEqual(heard, ["quick", "normal"]);
  assert.deepEqual([now.pace, now.theme, now.name.length], [DEFAULTS.pace, "", 64]);
  assert.ok(Object.isFrozen(now));
  assert.equal(JSON.parse(kept.get("pegout.settings")).pace, "normal");
  settings.set({ name: "" });
});

test("every path has its page", () => {
  const pages = [
    "/",
    "/new",
    "/table/abc123",
    "/join/abc123",
    "/board",
    "/count",
    "/rules",
    "/fair",
  ];
  assert.deepEqual(
    pages.map((path) => route(path).name),
    ["home", "options", "table", "table", "board", "count", "rules", "fair"],
  );
  assert.deepEqual(route("/table/abc123/").params, { code: "abc123" });
  assert.equal(route("/table/<b>").name, "not_found");
  assert.equal(route("/nowhere").name, "not_found");
});

test("who has finished no game is proposed a short one; what was chosen outlasts that", () => {
  const { level, target } = FACTS.first;
  const proposed = plan.setupOf("computer");
  assert.deepEqual([proposed.seats[1].kind, proposed.switches], [level, { target }]);
  plan.keepSetup("computer", plan.withSwitches(proposed, OPTIONS, { muggins: true }));
  store.keep("first", {
    seats: [{ seat: 0, token: "a" }],
    scores: [target, 40],
    target,
    over: true,
  });
  const usual = plan.setupOf("computer");
  assert.deepEqual([usual.seats[1].kind, usual.switches], [FACTS.level, { muggins: true }]);
  store.forget("first");
  plan.keepSetup("computer", plan.withSwitches(proposed, OPTIONS, { target: 121 }));
  assert.deepEqual(plan.setupOf("computer").switches, {});
  plan.keepSetup("computer", proposed);
});

/** Have a game finished, so that the usual options are proposed. */
function finishGame() {
  store.keep("done", {
    seats: [{ seat: 0, token: "a" }],
    scores: [61, 40],
    target: 61,
    over: true,
  });
}

test("a table is asked for with what differs from its preset", () => {
  finishGame();
  let made = plan.setupOf("computer");
  made = plan.withSwitches(made, OPTIONS, { players: 3, muggins: true });
  made = plan.withSwitches(made, OPTIONS, { muggins: false });
  assert.deepEqual(made.switches, { players: 3 });
  made = plan.withPreset(made, OPTIONS, "half");
  assert.deepEqual(plan.order(made, 3), {
    preset: "half",
    switches: { players: 3 },
    seats: [
      { kind: "person", name: "Player" },
      { kind: "club", name: "Ben" },
      { kind: "club", name: "Cora" },
    ],
    games: 1,
    play_to: 0,
    options: {
      spectators: false,
      chat: true,
      stand_in: 0,
      listed: false,
      listed_names: false,
      listed_game: false,
    },
  });
});

test("scores at the start, teams and match points go when what they belong to changes", () => {
  let made = plan.setupOf("computer");
  made = plan.withSwitches(made, OPTIONS, { players: 4, teams: false });
  made = plan.withSwitches(made, OPTIONS, { start_scores: [10, 20, 30, 40] });
  assert.deepEqual(made.switches, { players: 4, teams: false, start_scores: [10, 20, 30, 40] });
  made = plan.withSwitches(made, OPTIONS, { players: 3 });
  assert.deepEqual(made.switches, { players: 3 });
  made = plan.withSwitches(made, OPTIONS, { match_points: [2, 3, 3] });
  made = plan.withSwitches(made, OPTIONS, { skunk_lines: [20, 40, 60] });
  assert.deepEqual(made.switches, { players: 3, skunk_lines: [20, 40, 60] });
  assert.deepEqual(plan.switchValue(made, OPTIONS, "match_points"), [1, 2, 3, 4]);
});

test("a dealer is asked for where the first deal is chosen, and has a seat", () => {
  const made = { ...plan.setupOf("computer"), dealer: 3 };
  assert.equal("dealer" in plan.order(made, 2), false);
  const chosen = plan.withSwitches(made, OPTIONS, { first_deal: "chosen" });
  assert.equal(plan.order(chosen, 2).dealer, 1);
});

test("what cannot be played is said beside its field", () => {
  const rules = (changes) => ({
    ...{
      players: 2,
      target: 121,
      start_scores: [],
      skunk_lines: [31, 61],
      match_points: [1, 2, 3],
    },
    ...changes,
  });
  const wrong = (changes) =>
    ["target", "start_scores", "skunk_lines", "match_points", "teams"].filter((name) =>
      switchProblem(name, rules(changes)),
    );
  assert.deepEqual(wrong({}), []);
  assert.deepEqual(wrong({ start_scores: [100, 90] }), []);
  assert.deepEqual(wrong({ start_scores: [100, 90], target: 61 }), ["start_scores"]);
  assert.deepEqual(wrong({ start_scores: [100, 90, 0] }), ["start_scores"]);
  assert.deepEqual(wrong({ target: 30 }), ["target"]);
  for (const lines of [[61, 31], [0], [31, 31], [10, 20, 242]]) {
    const points = [1, ...lines];
    assert.deepEqual(wrong({ skunk_lines: lines, match_points: points }), ["skunk_lines"]);
  }
  assert.deepEqual(wrong({ match_points: [1, 2] }), ["match_points"]);
  assert.equal(switchNote("players", rules({ players: 4, teams: true })), "");
  assert.match(switchNote("players", rules({ players: 4, teams: false })), /luck/);
  assert.match(switchNote("lowball", rules({ lowball: true })), /luck/);
  assert.equal(switchNote("skunks", rules({ skunks: true })), "");
});

test("there is one of me, who changes places, and no two players have one name", () => {
  let made = plan.setupOf("friends");
  made = plan.withSeat(made, 1, { kind: "club" });
  made = plan.withSeat(made, 2, { kind: "me" });
  assert.deepEqual(
    made.seats.map(({ kind }) => kind),
    ["open", "club", "me", "open"],
  );
  assert.equal(plan.withSeat(made, 2, { kind: "open" }), made);
  settings.set({ name: "Ben" });
  assert.deepEqual(plan.namesOf(made, 4), ["", "Cora", "Ben", ""]);
  assert.deepEqual(plan.namesOf(plan.setupOf("here"), 2), ["Ben", "Player 2"]);
  settings.set({ name: "Bén" });
  assert.deepEqual(plan.namesOf(made, 4), ["", "Cora", "Bén", ""]);
  settings.set({ name: "" });
});

test("rules in words are the preset and what differs from it", () => {
  const rules = { ...OPTIONS.presets[1].rules, muggins: true };
  assert.deepEqual(plan.rulesInWords(rules, { games: 3, playTo: 0 }, OPTIONS), [
    "Half game",
    "2 players",
    "to 61",
    "3 games",
    "Muggins: on",
  ]);
});

test("tables are kept, the newest first, until they are over", () => {
  store.keep("one", { names: ["Ann", "Ben"] });
  store.keepSeat("one", { seat: 1, token: "b" });
  store.keepSeat("one", { seat: 0, token: "a" });
  store.keep("two", { seats: [{ seat: 0, token: "c" }] });
  store.keep("none", {});
  assert.deepEqual(
    store.table("one").seats.map(({ seat }) => seat),
    [0, 1],
  );
  assert.deepEqual(
    store
      .unfinished()
      .map(({ code }) => code)
      .sort(),
    ["one", "two"],
  );
  store.keep("two", { over: true });
  assert.deepEqual(
    store.unfinished().map(({ code }) => code),
    ["one"],
  );
  store.forget("one");
  assert.deepEqual(store.unfinished(), []);
});
