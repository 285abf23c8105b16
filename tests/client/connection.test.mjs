// The connection to a table: absences, and lost, doubled and late messages.
// Run with `node --test tests/client/`.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Connection, TIMES } from "../../src/pegout/client/js/connection.js";

/** A clock that moves only on request. */
class Clock {
  time = 0;
  timers = new Map();
  last = 0;

  now = () => this.time;

  setTimeout = (run, after) => {
    this.last += 1;
    this.timers.set(this.last, { run, at: this.time + after });
    return this.last;
  };

  clearTimeout = (timer) => this.timers.delete(timer);

  pass(time) {
    const end = this.time + time;
    for (;;) {
      const due = [...this.timers].filter(([, { at }]) => at <= end);
      if (due.length === 0) break;
      due.sort(([a, x], [b, y]) => x.at - y.at || a - b);
      const [timer, { run, at }] = due[0];
      this.timers.delete(timer);
      this.time = at;
      run();
    }
    this.time = end;
  }
}

/** The server's end of each connection, in `net.sockets`. */
function network() {
  const net = { sockets: [], clock: new Clock(), page: new EventTarget() };
  net.WebSocket = class {
    constructor() {
      this.readyState = 0;
      this.sent = [];
      net.sockets.push(this);
    }

    send(data) {
      this.sent.push(JSON.parse(data));
    }

    close() {
      this.readyState = 3;
    }

    // The actions of the server.
    open() {
      this.readyState = 1;
      this.onopen();
    }

    say(...messages) {
      for (const message of messages) this.onmessage({ data: JSON.stringify(message) });
    }

    break() {
      this.readyState = 3;
      this.onclose();
    }
  };
  return net;
}

const WELCOME = { type: "welcome", version: 2, seat: 0, language: "en", table: { code: "abc" } };
const position = (number, match = "m") => ({ type: "position", match, number });
const events = (after, number, match = "m") => ({
  type: "events",
  match,
  after,
  number,
  events: Array.from({ length: number - after }, (_, at) => ({ number: after + at + 1 })),
  standing: {},
});
const of = (socket, type) => socket.sent.filter((message) => message.type === type);

function connected({ at = 5, ...options } = {}) {
  const net = network();
  let id = 0;
  const connection = new Connection({
    code: "abc",
    token: "secret",
    open: () => new net.WebSocket(),
    clock: net.clock,
    random: () => 0.5,
    newId: () => {
      id += 1;
      return `id-${id}`;
    },
    page: net.page,
    ...options,
  });
  const heard = [];
  for (const kind of ["position", "events", "state", "bye", "table", "phrase"]) {
    connection.on(kind, (message) => heard.push(kind === "state" ? message : [kind, message]));
  }
  const back = () => {
    const socket = net.sockets.at(-1);
    socket.open();
    socket.say(WELCOME);
    return socket;
  };
  if (at) back().say(position(at));
  const numbers = () =>
    heard
      .filter(([kind]) => kind === "events")
      .flatMap(([, message]) => message.events.map((told) => told.number));
  return { net, connection, heard, back, numbers, socket: net.sockets[0] };
}

test("it introduces itself and hands on what it is told", () => {
  const { connection, socket, heard } = connected();
  assert.deepEqual(socket.sent[0], {
    type: "hello",
    version: 2,
    token: "secret",
    language: "en",
    match: "",
    since: 0,
  });
  assert.equal(connection.state, "open");
  assert.equal(connection.seat, 0);
  assert.deepEqual(heard, ["open", ["position", position(5)]]);
  assert.deepEqual([connection.match, connection.number], ["m", 5]);
});

test("after a short absence it asks for the tail only", () => {
  const { net, back, socket, numbers } = connected();
  socket.say(events(5, 7));
  socket.break();
  net.clock.pass(TIMES.first);
  const again = back();
  assert.deepEqual([again.sent[0].match, again.sent[0].since], ["m", 7]);
  again.say(events(7, 9));
  assert.deepEqual(numbers(), [6, 7, 8, 9]);
});

test("a doubled batch is dropped, an overlapping one is cut to what is new", () => {
  const { socket, numbers, heard } = connected();
  socket.say(events(5, 7), events(5, 7), events(4, 6), events(6, 8));
  assert.deepEqual(numbers(), [6, 7, 8]);
  assert.equal(heard.at(-1)[1].after, 7);
});

test("a gap is asked for once, and what comes meanwhile is not lost", () => {
  const { socket, numbers } = connected();
  socket.say(events(7, 8), events(8, 9));
  assert.deepEqual(of(socket, "sync"), [{ type: "sync", match: "m", since: 5 }]);
  assert.deepEqual(numbers(), []);
  socket.say(events(5, 9), events(9, 10));
  assert.deepEqual(numbers(), [6, 7, 8, 9, 10]);
});

test("a request for what is missing is repeated while it is not answered", () => {
  const { socket, net } = connected();
  socket.say(events(7, 8));
  net.clock.pass(TIMES.sync);
  assert.equal(of(socket, "sync").length, 2);
  socket.say(position(8));
  net.clock.pass(TIMES.sync * 3);
  assert.equal(of(socket, "sync").length, 2);
});

test("events of an unknown match make it ask for that match", () => {
  const { socket, connection } = connected();
  socket.say(events(3, 4, "next"));
  assert.deepEqual(of(socket, "sync"), [{ type: "sync", match: "next", since: 0 }]);
  socket.say(position(4, "next"));
  assert.deepEqual([connection.match, connection.number], ["next", 4]);
});

test("a late position is dropped, one after a return is not", () => {
  const { net, socket, connection, back } = connected();
  socket.say(events(5, 9), position(7));
  assert.equal(connection.number, 9);
  socket.break();
  net.clock.pass(TIMES.first);
  back().say(position(7));
  assert.equal(connection.number, 7);
});

test("a request is answered by its id", async () => {
  const { socket, connection } = connected();
  const first = connection.act({ type: "go", seat: 0 });
  const second = connection.undo();
  assert.deepEqual(of(socket, "act"), [
    { type: "act", match: "m", action: { type: "go", seat: 0 }, id: "id-1" },
  ]);
  socket.say({ type: "refused", id: "id-2", code: "no_undo", message: "Not now." });
  socket.say({ type: "done", id: "id-1", number: 5 });
  assert.deepEqual(await second, { ok: false, code: "no_undo", message: "Not now." });
  assert.deepEqual(await first, { ok: true, number: 5 });
});

test("a suggestion answers the request for a hint", async () => {
  const { socket, connection } = connected();
  const hint = connection.hint();
  const action = { type: "go", seat: 0 };
  socket.say({ type: "suggestion", id: "id-1", action, say: "Say go." });
  assert.deepEqual(await hint, { ok: true, action, say: "Say go." });
  void connection.hint(["5H", "6C"]);
  assert.deepEqual(of(socket, "hint"), [
    { type: "hint", match: "m", id: "id-1" },
    { type: "hint", match: "m", cards: ["5H", "6C"], id: "id-2" },
  ]);
});

test("what was not answered is sent again under the same id, in order, and only that", async () => {
  const { net, socket, connection, back } = connected();
  const done = connection.act({ type: "go", seat: 0 });
  const lost = connection.nextGame();
  socket.say({ type: "done", id: "id-1", number: 5 });
  await done;
  socket.break();
  const meanwhile = connection.fill(1, "club");
  net.clock.pass(TIMES.first);
  const again = back();
  assert.deepEqual(
    again.sent.slice(1).map(({ type, id }) => [type, id]),
    [
      ["next_game", "id-2"],
      ["fill", "id-3"],
    ],
  );
  again.say({ type: "done", id: "id-2", number: 5 }, { type: "done", id: "id-2", number: 5 });
  again.say({ type: "refused", id: "id-3", code: "taken", message: "Somebody sits there." });
  assert.equal((await lost).ok, true);
  assert.equal((await meanwhile).code, "taken");
});

test("a grant beyond what is known makes it ask for the events", async () => {
  const { socket, connection } = connected();
  void connection.act({ type: "go", seat: 0 });
  socket.say({ type: "done", id: "id-1", number: 6 });
  assert.deepEqual(of(socket, "sync"), [{ type: "sync", match: "m", since: 5 }]);
});

/** The delays before each attempt to reconnect, when every attempt fails at once. */
function waits({ net, socket }, tries) {
  socket.break();
  const found = [];
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const before = net.sockets.length;
    let waited = 0;
    while (net.sockets.length === before) {
      net.clock.pass(50);
      waited += 50;
    }
    found.push(waited);
    net.sockets.at(-1).break();
  }
  return found;
}

test("it tries within a second at first, then later and later, never later than ten", () => {
  const found = waits(connected(), 26);
  assert.deepEqual(found.slice(0, 4), [300, 600, 1000, 1000]);
  assert.ok(found.slice(0, 20).every((wait) => wait <= 1000));
  assert.deepEqual(found.slice(20), [1200, 2400, 4800, 9600, 10000, 10000]);
});

test("a try that comes to nothing makes way for another, which has more time", () => {
  const { net, socket } = connected();
  socket.break();
  const opened = [];
  let known = net.sockets.length;
  for (let time = 0; time < 200_000; time += 50) {
    net.clock.pass(50);
    if (net.sockets.length > known) opened.push(time);
    known = net.sockets.length;
  }
  const gaps = opened.slice(1).map((at, n) => at - opened[n]);
  // The connection was fast before, so no attempt waits long for a server that does not answer.
  assert.ok(gaps[0] <= TIMES.door + TIMES.brisk, `${gaps}`);
  assert.ok(gaps.at(-1) >= TIMES.patient, `${gaps}`);
});

test("a slow line has the time that it needs", () => {
  const { net, back, connection } = connected({ at: 0 });
  net.clock.pass(1_200);
  back();
  net.sockets[0].break();
  net.clock.pass(TIMES.first);
  net.clock.pass(3_000);
  assert.equal(net.sockets.length, 2);
  back();
  assert.equal(connection.state, "open");
});

test("the delay is never the same for all", () => {
  for (const [chance, expected] of [
    [0, 300],
    [1, 390],
  ]) {
    const { net, socket } = connected({ random: () => chance });
    socket.break();
    net.clock.pass(expected - 1);
    assert.equal(net.sockets.length, 1);
    net.clock.pass(1);
    assert.equal(net.sockets.length, 2);
  }
});

test("a connection that has held for a while comes back fast again", () => {
  const { net, socket, back } = connected();
  socket.break();
  net.clock.pass(TIMES.first);
  net.sockets.at(-1).break();
  net.clock.pass(600);
  const again = back();
  net.clock.pass(TIMES.settled);
  again.break();
  net.clock.pass(TIMES.first);
  assert.equal(net.sockets.length, 4);
});

test("online makes it come back at once", () => {
  const { net, socket, connection } = connected();
  for (const broken of [socket, ...Array(4)]) {
    (broken ?? net.sockets.at(-1)).break();
    net.clock.pass(20);
  }
  assert.equal(connection.state, "lost");
  const before = net.sockets.length;
  net.page.dispatchEvent(new Event("online"));
  assert.equal(net.sockets.length, before + 1);
});

test("after a sleep a dead connection is found in seconds", () => {
  const { net, socket, connection } = connected();
  net.page.dispatchEvent(new Event("online"));
  assert.equal(of(socket, "ping").length, 1);
  net.clock.pass(TIMES.wake);
  assert.equal(connection.state, "lost");
});

test("a silent line is noticed within twenty seconds; any message is a sign of life", () => {
  const { net, socket, connection } = connected();
  for (let at = 0; at < 4; at += 1) {
    net.clock.pass(TIMES.quiet);
    socket.say({ type: "pong", id: "" });
  }
  assert.equal(of(socket, "ping").length, 4);
  net.clock.pass(TIMES.quiet - 1);
  socket.say(events(5, 6));
  net.clock.pass(TIMES.quiet + TIMES.pong - 1);
  assert.equal(connection.state, "open");
  net.clock.pass(1);
  assert.equal(connection.state, "lost");
  assert.ok(TIMES.quiet + TIMES.pong <= 20_000);
  net.clock.pass(TIMES.first);
  assert.equal(net.sockets.length, 2);
});

test("while a request waits a silent line is noticed within four seconds", () => {
  const { net, socket, connection } = connected();
  net.clock.pass(TIMES.quiet);
  void connection.act({ type: "go", seat: 0 });
  net.clock.pass(TIMES.asked + TIMES.unheard - 1);
  assert.equal(connection.state, "open");
  net.clock.pass(1);
  assert.equal(connection.state, "lost");
  assert.ok(TIMES.asked + TIMES.unheard <= 4_000);
  assert.equal(of(socket, "ping").length, 2);
});

test("a server that needs long for a request, and answers pings, is waited for", () => {
  const { net, socket, connection } = connected();
  void connection.act({ type: "go", seat: 0 });
  for (let at = 0; at < 20; at += 1) {
    net.clock.pass(TIMES.asked + 10);
    socket.say({ type: "pong", id: "" });
  }
  assert.equal(connection.state, "open");
  assert.equal(of(socket, "act").length, 1);
});

test("a server that says nothing after the door has opened is given up", () => {
  const { net, connection } = connected({ at: 0 });
  net.sockets[0].open();
  net.clock.pass(TIMES.welcome);
  assert.equal(connection.state, "lost");
});

test("an old socket has no say any more", () => {
  const { net, socket, back, connection, numbers } = connected();
  socket.break();
  net.clock.pass(TIMES.first);
  const again = back();
  again.say(position(5));
  socket.say(events(5, 6));
  socket.break();
  assert.equal(connection.state, "open");
  assert.deepEqual(numbers(), []);
  again.say(events(5, 6));
  assert.deepEqual(numbers(), [6]);
});

test("bye for good ends it with its sentence", async () => {
  const { net, socket, connection, heard } = connected();
  const asked = connection.undo();
  const bye = { type: "bye", code: "gone", message: "This table is closed.", again: false };
  socket.say(bye);
  assert.deepEqual(await asked, { ok: false, code: "gone", message: "This table is closed." });
  assert.equal(connection.state, "closed");
  assert.deepEqual(heard.slice(-2), [["bye", bye], "closed"]);
  net.clock.pass(60_000);
  assert.equal(net.sockets.length, 1);
  assert.equal((await connection.again()).ok, false);
});

test("bye for a moment brings it back", () => {
  const { net, socket, connection, back } = connected();
  socket.say({ type: "bye", code: "restart", message: "Back in a moment.", again: true });
  socket.break();
  assert.equal(connection.state, "lost");
  net.clock.pass(TIMES.first);
  back();
  assert.equal(connection.state, "open");
});

test("another language is spoken at once, and the whole position is asked for after an absence", () => {
  const { net, socket, connection, back } = connected();
  connection.speak("es");
  assert.deepEqual(socket.sent.at(-1), { type: "set_language", language: "es" });
  socket.break();
  connection.speak("en");
  net.clock.pass(TIMES.first);
  const again = back();
  assert.deepEqual(
    [again.sent[0].language, again.sent[0].match, again.sent[0].since],
    ["en", "", 0],
  );
});

test("a language changed between hello and welcome is said after it", () => {
  const { net, connection } = connected({ at: 0 });
  net.sockets[0].open();
  connection.speak("es");
  net.sockets[0].say(WELCOME);
  assert.deepEqual(net.sockets[0].sent.at(-1), { type: "set_language", language: "es" });
});

test("automations are said again after an absence", () => {
  const { net, socket, connection, back } = connected();
  connection.automate(["go"]);
  assert.deepEqual(socket.sent.at(-1), { type: "automate", automations: ["go"] });
  socket.break();
  net.clock.pass(TIMES.first);
  assert.deepEqual(of(back(), "automate").length, 1);
});

test("the server is told once whether somebody sees the page", () => {
  let hidden = true;
  const { net, socket, connection, back } = connected({ hidden: () => hidden });
  assert.equal(socket.sent[0].away, true);
  connection.attend();
  assert.deepEqual(of(socket, "set_presence"), []);
  hidden = false;
  connection.attend();
  connection.attend();
  assert.deepEqual(of(socket, "set_presence"), [{ type: "set_presence", here: true }]);
  socket.break();
  hidden = true;
  connection.attend();
  net.clock.pass(TIMES.first);
  assert.equal(back().sent[0].away, true);
  assert.deepEqual(of(socket, "set_presence"), [{ type: "set_presence", here: true }]);
});

test("a phrase is not kept for later", () => {
  const { socket, connection } = connected();
  assert.equal(connection.say("thanks"), true);
  socket.break();
  assert.equal(connection.say("thanks"), false);
});

test("nonsense and messages of later versions are passed over", () => {
  const { socket, connection } = connected();
  socket.onmessage({ data: "not json" });
  socket.say({ type: "weather", rain: true });
  assert.equal(connection.state, "open");
});

test("closing ends everything", async () => {
  const { net, connection } = connected();
  const asked = connection.undo();
  connection.close();
  assert.equal((await asked).ok, false);
  assert.equal(net.clock.timers.size, 0);
  net.page.dispatchEvent(new Event("online"));
  assert.equal(net.sockets.length, 1);
});

test("two thousand reversals of fortune leave the events whole and in order", () => {
  const { net, connection, numbers, back } = connected({ at: 1 });
  let seed = 7;
  const chance = () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  let truth = 1;
  let socket = net.sockets[0];
  for (let at = 0; at < 2_000; at += 1) {
    const before = truth;
    truth += 1 + Math.floor(chance() * 3);
    const fate = chance();
    if (fate < 0.1) {
      socket.break();
      net.page.dispatchEvent(new Event("online"));
      socket = back();
      socket.say(events(socket.sent[0].since, truth));
    } else if (fate < 0.8) {
      socket.say(events(before, truth));
      if (fate < 0.2) socket.say(events(before, truth));
    }
    const asked = socket.sent.splice(0).filter(({ type }) => type === "sync");
    for (const { since } of asked) socket.say(events(since, truth));
  }
  truth += 1;
  socket.say(events(truth - 1, truth));
  for (const { since } of of(socket, "sync")) socket.say(events(since, truth));
  assert.equal(connection.number, truth);
  assert.deepEqual(
    numbers(),
    Array.from({ length: truth - 1 }, (_, at) => at + 2),
  );
});
