/**
 * Turns the log into steps. Every entry is a step, and the show has one step for each item; each
 * step has the scene after it. The cards on the table come from events, and the sentences from the
 * server.
 */

import { fold } from "../fold.js";
import { PACING, thinker } from "../pacing.js";
import { losesMissed, sideOf, sidesOf } from "../rules.js";
import { stepOf } from "./lesson.js";

/** @import { Events, LogEntry, Position, Standing, View } from "../wire" */
/**
 * @typedef {object} Count a hand or crib in the show, and how far it has been counted
 * @property {number} seat the seat of its owner
 * @property {boolean} crib
 * @property {string[]} cards its cards, without the starter
 * @property {{kind: string, cards: string[], points: number}[]} items
 * @property {string[]} phrases the items as they are counted aloud
 * @property {number} counted the number of items counted so far
 * @property {number} points the points counted so far
 * @property {number | null} claimed the owner's claim, under manual counting
 * @property {string} nothing the call for a hand without points
 * @property {string} verdict the points missed or overclaimed, as a sentence
 *
 * @typedef {{start: number, play: number, hand: number, crib: number, other: number}} Tally the
 *   points, by source
 *
 * @typedef {object} Scene the table at one step
 * @property {any} setup
 * @property {number | null} seat
 * @property {any} view
 * @property {any} standing null while there are steps to be shown
 * @property {any} latest the last standing
 * @property {{number: number, text: string, side: number | null, seat: number | null,
 *   deal: number, type: string, crib?: boolean}[]} log `crib` says which hand of the show a line is
 *   about, if any
 * @property {Count | null} count
 * @property {{seat: number, crib: boolean, points: number, deal: number, count: Count}[]} summary
 *   the hands of this deal that have been counted
 * @property {string} word the last call, such as go
 * @property {number | null} lifted the position at which the pack was cut for the starter
 * @property {string[]} lit the cards that score
 * @property {string} sentence the last sentence
 * @property {boolean} busy whether steps are still to be shown
 * @property {boolean} waiting whether the next step waits for a tap
 * @property {number | null} thinking the computer player that the table is waiting for
 * @property {number} game
 * @property {number[]} points the match points, by side
 * @property {any[]} results
 * @property {import("../wire").Outcome | null} outcome how this game ended
 * @property {Tally[]} tally the sources of points, by side
 * @property {({points: number, reason: string} | null)[]} last the last score of each side
 * @property {LogEntry[]} entries all entries of this game
 * @property {string} match
 * @property {import("../wire").GuideStep | null} guide the step of a lesson that is shown
 * @property {boolean} fresh whether the scene is a new position, and not the result of a step
 * @property {{chosen: string[], advised: string[]}} [decided] this seat's chosen option and the
 *   better one, in a replay
 *
 * @typedef {object} Step
 * @property {number} number the number of its entry
 * @property {any} event
 * @property {string} sentence
 * @property {string} word
 * @property {number} seconds how long it is shown at the normal pace, in seconds
 * @property {boolean} logged whether it completes its entry, and is not an item of a count
 * @property {number} speed the factor for durations
 * @property {boolean} quiet whether the step is skipped, and not shown
 */

const SHOW = ["hand", "crib"];

/** @param {number[]} scores the scores at the start @returns {Tally[]} */
function firstTally(scores) {
  return scores.map((start) => ({ start, play: 0, hand: 0, crib: 0, other: 0 }));
}

/**
 * Return the scene before a game has begun.
 * @param {View} view any view of the match
 * @param {any} setup
 * @param {any[]} results
 * @returns {Scene}
 */
export function before(view, setup, results = []) {
  const sides = sidesOf(setup.rules);
  const began = /** @type {any} */ ({ type: "game_began", game: 1, dealer: null });
  const begun = fold(view, began);
  return {
    setup,
    seat: view.seat,
    view: begun,
    standing: null,
    latest: null,
    log: [],
    count: null,
    summary: [],
    word: "",
    lifted: null,
    lit: [],
    sentence: "",
    busy: false,
    waiting: false,
    thinking: null,
    game: 1,
    points: Array(sides).fill(0),
    results,
    outcome: null,
    tally: firstTally(begun.scores),
    last: Array(sides).fill(null),
    entries: [],
    match: setup.id ?? "",
    guide: null,
    fresh: false,
  };
}

/**
 * Return the steps of an entry, each with the scene after it.
 * @param {Scene} scene the scene before it
 * @param {LogEntry} entry
 * @returns {[Scene, Step][]}
 */
export function stages(scene, entry) {
  /** @type {any} */
  const event = entry.event;
  /** @type {[Scene, Step][]} */
  const made = [];
  let now = scene;
  const counts =
    (event.type === "scored" || event.type === "counted") && SHOW.includes(event.reason);
  if (counts && now.count && !now.count.counted) {
    const items = event.items;
    const phrases = entry.phrases ?? [];
    if (!items.length && !event.points) {
      now = { ...now, count: { ...now.count, nothing: phrases[0] ?? entry.say ?? "" } };
    }
    for (let at = 1; at <= items.length; at += 1) {
      const points = now.count ? now.count.points + items[at - 1].points : 0;
      const count = { .../** @type {Count} */ (now.count), items, phrases, counted: at, points };
      const sentence = phrases[at - 1] ?? "";
      now = { ...now, count, lit: items[at - 1].cards, sentence, word: "" };
      made.push([now, step(entry, { sentence, word: "", seconds: PACING.item, logged: false })]);
    }
  }
  if (event.type === "starter_cut") {
    const quiet = { sentence: "", word: "", seconds: PACING.lift, logged: false };
    made.push([{ ...now, lifted: event.at }, step(entry, quiet)]);
  }
  now = whole(now, entry, counts);
  const seconds = lasting(entry, made.length > 0);
  made.push([
    now,
    step(entry, { sentence: entry.say ?? "", word: now.word, seconds, logged: true }),
  ]);
  return made;
}

/**
 * @param {LogEntry} entry
 * @param {{sentence: string, word: string, seconds: number, logged: boolean}} rest
 * @returns {Step}
 */
function step(entry, rest) {
  return { number: entry.number, event: entry.event, speed: 1, quiet: false, ...rest };
}

/**
 * Return how long the last step of an entry is shown at the normal pace.
 * @param {LogEntry} entry
 * @param {boolean} counted whether items were shown before it
 * @returns {number}
 */
function lasting(entry, counted) {
  /** @type {any} */
  const event = entry.event;
  const shown = PACING.steps[event.type] ?? 0;
  switch (event.type) {
    case "dealt": {
      const cards = event.hands.reduce(
        (/** @type {number} */ n, /** @type {any} */ hand) => n + hand.length,
        0,
      );
      return shown + cards * PACING.card;
    }
    case "scored":
      if (SHOW.includes(event.reason))
        return counted || entry.say || entry.phrases ? PACING.total : 0;
      return entry.say ? PACING.points : 0;
    case "counted":
      return counted || entry.say ? PACING.corrected : 0;
    case "claimed":
      return entry.say ? shown : 0;
    default:
      return shown;
  }
}

/**
 * Return the scene after an entry.
 * @param {Scene} scene
 * @param {LogEntry} entry
 * @param {boolean} counts
 * @returns {Scene}
 */
function whole(scene, entry, counts) {
  /** @type {any} */
  const event = entry.event;
  const view = fold(scene.view, event);
  /** @type {Scene} */
  const now = { ...scene, view, entries: [...scene.entries, entry] };
  if (entry.say) now.sentence = entry.say;
  if (event.type === "game_began") begin(now, event, entry);
  else Object.assign(now, lying(scene, entry));
  if (event.type === "scored") score(now, scene.view, event);
  if (counts && now.count && (event.type === "counted" || !losesMissed(scene.setup.rules))) {
    finish(now, event, entry);
  }
  if (event.type === "game_ended") {
    now.results = [...scene.results, { type: "result", ...event.result }];
    now.outcome = entry.outcome ?? null;
  }
  if (entry.say) now.log = [...now.log, line(now, entry)];
  return now;
}

/**
 * @param {Scene} now
 * @param {any} event
 * @param {LogEntry} entry
 */
function begin(now, event, entry) {
  const fresh = before(now.view, now.setup, now.results);
  const { tally, last, count, summary, word, lit, outcome } = fresh;
  const log = now.log.filter(
    (other) => other.type === "match_began" && other.number === entry.number - 1,
  );
  Object.assign(now, { tally, last, count, summary, word, lit, log, outcome, game: event.game });
}

/**
 * Return the texts on the table after an entry: the call, the highlighted cards, the count.
 * @param {Scene} scene
 * @param {LogEntry} entry
 * @returns {Partial<Scene>}
 */
function lying(scene, entry) {
  /** @type {any} */
  const event = entry.event;
  switch (event.type) {
    case "dealt":
      return { word: "", lit: [], count: null, summary: [] };
    case "deal_ended":
    case "played":
    case "starter_cut":
    case "discarded":
      return { word: "", lit: [] };
    case "said_go":
      return { word: entry.word || entry.say || "", lit: [] };
    case "hand_shown": {
      const { seat, crib, cards } = event;
      /** @type {Count} */
      const count = {
        seat,
        crib,
        cards,
        items: [],
        phrases: [],
        counted: 0,
        points: 0,
        claimed: null,
        nothing: "",
        verdict: "",
      };
      return { word: "", lit: [], count };
    }
    case "claimed":
      if (event.reason === "play" || !scene.count) return { word: entry.say ?? "" };
      return { count: { ...scene.count, claimed: event.points } };
    case "scored":
      if (SHOW.includes(event.reason)) return {};
      return {
        word: entry.word || entry.say || "",
        lit: event.items.flatMap((/** @type {any} */ item) => item.cards),
      };
    case "count_ended":
      return { lit: [] };
    case "muggins_called":
      return { word: entry.say ?? "" };
    default:
      return {};
  }
}

/**
 * @param {Scene} now
 * @param {any} old the view before
 * @param {any} event
 */
function score(now, old, event) {
  const side = sideOf(now.setup.rules, event.seat);
  const moved = event.score - old.scores[side];
  if (!moved) return;
  /** @type {keyof Tally} */
  let kind = "other";
  if (event.reason === "hand" || event.reason === "crib") kind = event.reason;
  else if (event.reason === "play" || event.reason === "go") kind = "play";
  now.tally = now.tally.map((tally, at) =>
    at === side ? { ...tally, [kind]: tally[kind] + moved } : tally,
  );
  now.last = now.last.map((last, at) =>
    // At the end, the points scored may exceed the holes left.
    at === side ? { points: event.points, reason: event.reason } : last,
  );
}

/**
 * @param {Scene} now
 * @param {any} event
 * @param {LogEntry} entry
 */
function finish(now, event, entry) {
  const count = /** @type {Count} */ (now.count);
  const wrong = event.type === "counted" && event.points !== event.claimed;
  now.count = { ...count, verdict: wrong ? (entry.say ?? "") : count.verdict };
  const { seat, crib } = count;
  const others = now.summary.filter((hand) => hand.seat !== seat || hand.crib !== crib);
  const { deal } = now.view;
  now.summary = [...others, { seat, crib, points: event.points, deal, count: now.count }];
}

/** @param {Scene} now @param {LogEntry} entry */
function line(now, entry) {
  /** @type {any} */
  const event = entry.event;
  const seat = typeof event.seat === "number" ? event.seat : null;
  return {
    number: entry.number,
    text: entry.say ?? "",
    side: seat === null ? null : sideOf(now.setup.rules, seat),
    seat,
    deal: event.type === "deal_ended" ? event.deal : now.view.deal,
    type: event.type,
    ...(event.type === "hand_shown" ? { crib: event.crib } : {}),
  };
}

/**
 * Return the scene of a position, with all entries of the game.
 * @param {Position} position
 * @returns {Scene}
 */
export function standingAt(position) {
  let scene = before(position.view, position.setup, position.results);
  for (const entry of position.log) {
    for (const [next] of stages(scene, entry)) scene = next;
  }
  return settle(
    { ...scene, view: position.view, results: position.results, match: position.match },
    position.standing,
  );
}

/**
 * Return the scene of a position as it was just after one of its entries.
 * @param {Position} position
 * @param {number} number the number of the entry
 * @returns {Scene}
 */
export function sceneAfter(position, number) {
  let scene = before(position.view, position.setup, position.results);
  for (const entry of position.log) {
    if (entry.number > number) break;
    for (const [next] of stages(scene, entry)) scene = next;
  }
  return { ...scene, match: position.match, latest: position.standing };
}

/**
 * Return the scenes of a game, one for each step of a replay.
 * @param {Scene} scene the scene at its end
 * @returns {[Scene, Step][]}
 */
export function replay(scene) {
  const { points, game, latest } = scene;
  const now = before(scene.view, scene.setup, []);
  return steps({ ...now, points, game, latest }, scene.entries);
}

/**
 * Return the scenes of a game in a record.
 * @param {import("../wire").Replay} replay
 * @param {import("../wire").ReplayGame} game one of the games in the record
 * @returns {[Scene, Step][]}
 */
export function replayStages(replay, game) {
  const at = replay.games.indexOf(game);
  const now = before(game.view, replay.setup, replay.results.slice(0, at));
  return steps({ ...now, game: game.game, match: replay.match }, game.log);
}

/**
 * @param {Scene} start
 * @param {LogEntry[]} entries
 * @returns {[Scene, Step][]}
 */
function steps(start, entries) {
  let now = start;
  /** @type {[Scene, Step][]} */
  const made = [];
  for (const entry of entries) {
    for (const stage of stages(now, entry)) {
      now = stage[0];
      if (stage[1].sentence || stage[1].seconds) made.push(stage);
    }
  }
  return made;
}

/**
 * @param {Scene} scene
 * @param {any} standing
 * @returns {Scene}
 */
export function settle(scene, standing) {
  const { to_act, legal, turn } = standing;
  return {
    ...scene,
    view: { ...scene.view, to_act, legal, turn },
    standing,
    latest: standing,
    game: standing.game,
    points: standing.points,
    busy: false,
    waiting: false,
    thinking: thinker(scene.setup, scene.seat, scene.view, standing),
    guide: stepOf(standing),
    fresh: false,
  };
}
