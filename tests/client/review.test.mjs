/** A reviewed game: the places and the order of decisions, the sentences, and the sums. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { withDocument } from "./drawing.mjs";
import { printed } from "./made.mjs";

const js = "../../src/pegout/client/js";
const { Judged, isMistake, markOf, ranked } = await import(`${js}/review/judged.js`);
const { replayStages } = await import(`${js}/scene/script.js`);
const says = await import(`${js}/review/decisions.js`);
const { figures, percent, rounded } = await import(`${js}/scene/figures.js`);
const { rowsOf } = await import(`${js}/shell/split.js`);
const { LuckLine } = await import(`${js}/review/luck_line.js`);
const { follow } = await import(`${js}/reviewing.js`);

const { replays, reviews } = JSON.parse(printed("reviews.py"));
const [review] = reviews;
const stagesOf = (seat) => replayStages(replays[seat], replays[seat].games[0]);
const judged = (seat) => new Judged(reviews[seat], stagesOf(seat), seat);

const option = (points, more = {}) => ({
  ...{ cards: ["5H"], hand: 0, crib: 0, play: points, points, chance: 0.5 + points / 100 },
  ...{ share: null, tied: false, ...more },
});
const decision = (options, more = {}) => ({
  ...{ number: 1, deal: 1, seat: 0, kind: "play", by_chance: false, options, chosen: 0, says: "" },
  ...{
    loss: { points: 0, chance: 0, tied: true },
    verdict: { name: "fine", word: "fine" },
    ...more,
  },
});

test("each decision stands at the step in which its seat discards or plays", () => {
  for (const seat of [0, 1]) {
    const stages = stagesOf(seat);
    const found = judged(seat);
    assert.equal(found.decisions.length, review.sums[seat].decisions);
    for (const { at, decision } of found.decisions) {
      const { event } = stages[at][1];
      assert.equal(event.seat, seat);
      assert.equal(event.type, decision.kind === "discard" ? "discarded" : "played");
      const cards = decision.kind === "discard" ? event.cards : [event.card];
      assert.deepEqual([...decision.options[decision.chosen].cards].sort(), [...cards].sort());
      assert.equal(found.decisionAt(at), decision);
    }
  }
});

test("somebody who watched sees the decisions of both", () => {
  const all = new Judged(review, stagesOf(0), null);
  assert.equal(all.decisions.length, review.decisions.length);
});

test("one goes from decision to decision, and from mistake to mistake", () => {
  const found = judged(1);
  const places = [];
  for (let at = found.next(-1, 1); at >= 0; at = found.next(at, 1)) places.push(at);
  assert.deepEqual(
    places,
    found.decisions.map(({ at }) => at),
  );
  const back = [];
  for (let at = found.next(9999, -1); at >= 0; at = found.next(at, -1)) back.push(at);
  assert.deepEqual(back, places.reverse());
  const wrong = found.decisions.filter(({ decision }) => isMistake(decision)).map(({ at }) => at);
  assert.equal(wrong.length, review.sums[1].mistakes);
  assert.deepEqual(wrong, [found.next(-1, 1, true)]);
  assert.equal(found.next(wrong[0], 1, true), -1);
});

test("the chance of winning is that of the seat, and stands to the end", () => {
  const [own, other] = [judged(0), judged(1)];
  assert.ok(Math.abs(own.chanceAt(0) + other.chanceAt(0) - 1) < 1e-9);
  const last = stagesOf(0).length - 1;
  assert.ok(own.chanceAt(last) > 0.5);
  assert.ok(Math.abs(own.chanceAt(last) + other.chanceAt(stagesOf(1).length - 1) - 1) < 1e-9);
  assert.equal(own.curve.at(-1).at, last);
  assert.deepEqual(
    own.deals.map(({ deal }) => deal),
    review.deals.map(({ deal }) => deal),
  );
  for (const [at, { from, to }] of own.deals.entries()) {
    assert.equal(stagesOf(0)[from][1].event.type, "dealt");
    assert.equal(to, own.deals[at + 1]?.from ?? last + 1);
  }
});

test("the chance at a decision is the one that its verdict is taken from", () => {
  for (const seat of [0, 1]) {
    const found = judged(seat);
    for (const { at, decision } of found.decisions) {
      const [best] = decision.options;
      assert.equal(found.chanceAt(at), best.chance - decision.loss.chance);
      assert.ok(Math.abs(found.chanceAt(at - 1) - best.chance) < 0.2, "nothing but luck between");
    }
    const [wrong] = found.decisions.filter(({ decision }) => isMistake(decision));
    if (!wrong) continue;
    const [share, best] = [found.chanceAt(wrong.at), wrong.decision.options[0].chance].map(rounded);
    assert.equal(says.chanceSays(found, wrong.at), `You win ${share} (best: ${best})`);
    // With all cards open it is another.
    assert.notEqual(rounded(found.openAt(wrong.at)), share);
    assert.equal(
      says.openSays(found, wrong.at),
      `All cards open: ${rounded(found.openAt(wrong.at))}`,
    );
  }
});

test("the chance of winning is said to those whose it is, and named for who watched", () => {
  const [own, other, all] = [judged(0), judged(1), new Judged(review, stagesOf(0), null)];
  const share = Math.round(100 * own.chanceAt(0));
  assert.equal(says.chanceSays(own, 0), `You win ${share}\u00a0%`);
  assert.equal(says.chanceSays(other, 0), `You win ${100 - share}\u00a0%`);
  const names = stagesOf(0)[0][0].setup.seats.map(({ name }) => name);
  assert.equal(says.chanceSays(all, 0), `${names[0]} wins ${share}\u00a0%`);
  // At a decision it is that of the player who decides.
  const { at } = all.decisions.find(({ decision }) => decision.seat === 1);
  assert.match(says.chanceSays(all, at), new RegExp(`^${names[1]} wins \\d`));
  all.sideNames = () => ["Ann", "Cora"];
  assert.equal(says.chanceSays(all, 0), `Ann and Cora win ${share}\u00a0%`);
  own.curve = [];
  assert.equal(says.chanceSays(own, 0), "");
});

test("only what is certain is rounded to a certainty", () => {
  assert.deepEqual([0, 0.0004, 0.62, 0.996, 1].map(rounded), [
    ...["0\u00a0%", "0.0\u00a0%", "62\u00a0%", "99.6\u00a0%", "100\u00a0%"],
  ]);
});

test("where no mistake follows that is said", () => {
  const found = judged(1);
  assert.equal(says.noMistakeSays(found, 1), "No mistake after this one.");
  assert.equal(says.noMistakeSays(found, -1), "No mistake before this one.");
  const fine = { decisions: found.decisions.filter(({ decision }) => !isMistake(decision)) };
  assert.equal(says.noMistakeSays(fine, 1), "No mistakes in this game.");
});

test("at most four options are shown, and always the chosen one", () => {
  const many = decision(
    [5, 4, 3, 2, 1, 0].map((points) => option(points)),
    { chosen: 5 },
  );
  const shown = ranked(many);
  assert.deepEqual(
    shown.map(({ rank }) => rank),
    [1, 2, 3, 6],
  );
  assert.deepEqual(
    shown.map(({ chosen }) => chosen),
    [false, false, false, true],
  );
  assert.equal(shown[0].length, 1);
  assert.ok(shown.every(({ length }, at) => at === 0 || length < shown[at - 1].length));
  assert.ok(shown.at(-1).length > 0);
});

test("a tie is as long as the best, and is called one", () => {
  const tie = decision([option(5), option(4.9, { tied: true }), option(1)], { chosen: 1 });
  const [best, same, worse] = ranked(tie);
  assert.equal(best.length, same.length);
  assert.ok(worse.length < same.length);
  assert.equal(markOf(tie), "tie");
  assert.equal(says.verdictSays(tie), "As good as the best.");
  assert.equal(markOf({ ...tie, chosen: 0 }), "fine");
});

test("small differences are drawn as small", () => {
  const [, near] = ranked(decision([option(5), option(4.9)]));
  assert.ok(near.length > 0.9);
  const chances = decision([option(5), option(4)], { by_chance: true });
  assert.ok(ranked(chances)[1].length > 0.8);
});

test("options and verdicts are said in a sentence", () => {
  const lost = { loss: { points: 1.13, chance: 0.03, tied: false }, chosen: 1 };
  const wrong = decision([option(2), option(0.87)], {
    ...lost,
    verdict: { name: "mistake", word: "mistake" },
  });
  assert.equal(says.verdictSays(wrong), "Mistake: −1.1 points, −3.0\u00a0%.");
  const [best, chosen] = ranked(wrong);
  assert.equal(says.optionSays(wrong, best, true), "Five of hearts: costs nothing; best.");
  assert.equal(says.optionSays(wrong, chosen, true), "Five of hearts: −1.1 points; your choice.");
  assert.equal(says.optionSays(wrong, chosen, false), "Five of hearts: −1.1 points; this choice.");
  assert.deepEqual(
    [best, chosen].map((option) => says.cost(wrong, option)),
    ["0", "−1.1"],
  );
  const late = { ...wrong, by_chance: true, loss: { points: -0.5, chance: 0.03, tied: false } };
  assert.equal(says.verdictSays(late), "Mistake: −3.0\u00a0%.");
  assert.match(says.optionSays(late, ranked(late)[1], true), /−1\.1\u00a0% to win/);
});

test("a discard shows hand, crib and play of each option", () => {
  const kept = { cards: ["6D", "7C"], hand: 12.4, crib: -3.1, play: 0.4 };
  const discard = decision([option(9.7, kept)], { kind: "discard" });
  const [best] = ranked(discard);
  assert.deepEqual(says.splitOf(discard, best.option), [
    { name: "hand", figure: "12.4" },
    { name: "crib", figure: "−3.1" },
    { name: "play", figure: "+0.4" },
  ]);
  assert.match(says.optionSays(discard, best, true), /hand 12\.4, crib −3\.1, play \+0\.4; your/);
  assert.deepEqual(says.splitOf(decision([option(1)]), option(1)), []);
});

test("numbers that round to nothing have no sign", () => {
  assert.equal(figures(-0.02), "0.0");
  assert.equal(figures(0.02, true), "0.0");
  assert.equal(figures(-1.26, true), "−1.3");
  assert.equal(percent(0.012, true), "+1.2\u00a0%");
});

test("what made the result adds up for each seat, with its own errors before those of others", () => {
  for (const [seat, { chance }] of review.splits.entries()) {
    const rows = rowsOf(chance, ["Ann", "Ben"], seat, 2, seat);
    const changes = rows.filter(({ whole }) => !whole);
    const sum = changes.reduce((all, { share }) => all + share, chance.before);
    assert.ok(Math.abs(sum - chance.result) < 1e-9);
    assert.equal(changes.at(-1).to, sum);
    for (const [at, { from }] of changes.entries()) {
      assert.equal(from, at ? changes[at - 1].to : chance.before);
    }
    const errors = rows.filter(({ name }) => name.endsWith("errors"));
    assert.deepEqual(
      errors.map(({ name }) => name),
      seat ? ["Your errors", "Ann’s errors"] : ["Your errors", "Ben’s errors"],
    );
    assert.ok(errors[0].share <= 0 && errors[1].share >= 0);
  }
});

test("of four a partner's errors stand behind one's own, and of three what others lost is shared", () => {
  const parts = { before: 0.5, result: 1, cards: 0.4, hidden: 0.1, counting: 0, ending: 0 };
  const four = rowsOf({ ...parts, errors: [0.01, -0.02, 0.03, -0.02] }, ["A", "B", "C", "D"], 3, 2);
  assert.deepEqual(
    four
      .filter(({ name }) => name.endsWith("errors"))
      .map(({ name, share }) => [name.at(0), share]),
    [
      ["D", -0.02],
      ["B", -0.02],
      ["A", 0.01],
      ["C", 0.03],
    ],
  );
  const three = rowsOf({ ...parts, errors: [0.01, -0.02, 0.01] }, ["A", "B", "C"], 1, 3);
  assert.deepEqual(
    three.filter(({ name }) => name.endsWith("errors")).map(({ name }) => name.at(0)),
    ["B", "A", "C"],
  );
});

/** The text of an element of `withDocument`. */
const textOf = ({ text, children = [] }) => text ?? children.map(textOf).join("");

// The terminal's test of the same review has the same cards and figures.
test("the end names the decision that cost the most, and leads to it", async () => {
  withDocument();
  const progress = { state: "done", done: 9, of: 9, ahead: 0, message: "", review, stages: null };
  const analysis = { ask: (hear) => hear(progress) };
  const named = [
    [0, ["Costliest: five of diamonds; better four of spades (−0.2 points, −0.6\u00a0%)"]],
    [1, ["Costliest: six of hearts; better four of hearts (−1.1 points, −3.0\u00a0%)"]],
    [null, []],
  ];
  for (const [seat, said] of named) {
    const line = new LuckLine(seat, async () => analysis, assert.fail, true);
    await line.ask();
    const [, ...costliest] = line.element.children.map(textOf);
    assert.deepEqual(costliest, said);
  }
});

test("a review that found no room says so, and is asked for again by a press", async () => {
  withDocument();
  const full = { state: "failed", done: 0, of: 0, ahead: 0, code: "too_many_reviews" };
  const done = { state: "done", done: 9, of: 9, ahead: 0, message: "", review, stages: null };
  let answer = { ...full, message: "Too many reviews are waiting." };
  const analysis = { ask: (hear) => hear(answer) };
  const line = new LuckLine(0, async () => analysis, assert.fail, true);
  await line.ask();
  assert.equal(line.element.hidden, false);
  const [says, again] = line.element.children;
  assert.equal(textOf(says), "Too many reviews are waiting.");
  assert.equal(textOf(again), "Luck and skill");
  answer = done;
  await line.ask();
  assert.match(line.element.children.map(textOf).join(), /Costliest/);
  // Where there are no reviews, nothing is said.
  const none = { ask: (hear) => hear({ ...full, code: "no_reviews", message: "None." }) };
  const silent = new LuckLine(0, async () => none, assert.fail, true);
  await silent.ask();
  assert.equal(silent.element.hidden, true);
});

// Following a review in progress.

const told = (state, more = {}) => ({
  ...{ review: "id", state, done: 0, of: 9, ahead: 0, seat: 0, games: [], code: "", message: "" },
  ...more,
});

/** Answers as a server does, one after the other; throws those that are errors. */
function server(...answers) {
  const asked = [];
  const next = async (name) => {
    asked.push(name);
    const answer = answers.shift();
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const ways = {
    look: () => next("look"),
    cancel: async () => asked.push("cancel"),
    pause: async () => {},
  };
  return { asked, ways, ask: () => next("ask") };
}

const lost = (status) => Object.assign(new Error("no answer"), { status });

/** Follow a review until it ends. */
function followed({ ask, ways }) {
  const heard = [];
  return new Promise((done) =>
    follow(
      ask,
      (report) => {
        heard.push(report.state);
        if (report.state === "done" || report.state === "failed") done({ heard, last: report });
      },
      ways,
    ),
  );
}

test("a review is followed until it is done, through answers that are lost", async () => {
  const it = server(told("waiting"), lost(0), told("running"), lost(503), told("done"));
  const { heard } = await followed(it);
  assert.deepEqual(heard, ["waiting", "running", "done"]);
  assert.deepEqual(it.asked, ["ask", "look", "look", "look", "look"]);
});

test("one that is refused or forgotten has failed, and says why", async () => {
  const refused = await followed(server(lost(429)));
  assert.deepEqual([refused.heard, refused.last.message], [["failed"], "no answer"]);
  const forgotten = await followed(server(told("running"), lost(404)));
  assert.deepEqual(forgotten.heard, ["running", "failed"]);
  const silent = await followed(
    server(told("running"), ...Array.from({ length: 20 }, () => lost(0))),
  );
  assert.deepEqual(silent.heard, ["running", "failed"]);
});

test("one that is cancelled is heard of no more", async () => {
  const it = server(told("running"), told("running"), told("done"));
  const heard = [];
  await new Promise((done) => {
    const stop = follow(
      it.ask,
      (report) => {
        heard.push(report.state);
        stop();
        setImmediate(done);
      },
      it.ways,
    );
  });
  assert.deepEqual(heard, ["running"]);
  assert.deepEqual(it.asked, ["ask", "cancel"]);
});

test("one that is cancelled before the server has answered is cancelled when it does", async () => {
  const it = server(told("running"));
  follow(it.ask, () => assert.fail("nothing is to be heard"), it.ways)();
  await new Promise((done) => setImmediate(done));
  assert.deepEqual(it.asked, ["ask", "cancel"]);
});
