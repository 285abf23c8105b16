// @ts-check
/** The options of a table while they are chosen; they are kept for the next one of their kind. */

import { settings } from "../settings.js";
import { keepLast, last } from "../store.js";
import { plural, t } from "../words.js";

/** @typedef {import("../api.js").Options} Options */
/** @typedef {"computer" | "friends" | "here"} Kind */
/**
 * A seat: `me`, `here` for another person at this screen, `open` for a friend, or a level.
 * @typedef {{kind: string, name: string}} Chair
 */
/**
 * @typedef {object} Plan
 * @property {string} preset
 * @property {Record<string, any>} switches what differs from the preset
 * @property {Chair[]} chairs four of them, of which the first few are used
 * @property {number} games
 * @property {number} playTo
 * @property {{spectators: boolean, chat: boolean, stand_in: number}} options
 */

export const NAME_LENGTH = 24;
/** The level of a computer player that nobody has chosen a level for. */
export const LEVEL = "club";
const COMPUTERS = ["Ben", "Cora", "Dan", "Eve"];

/** @type {Record<Kind, string>} */
const OTHERS = { computer: LEVEL, friends: "open", here: "here" };

/**
 * @param {Kind} kind
 * @returns {Plan}
 */
function firstPlan(kind) {
  const chairs = [0, 1, 2, 3].map((seat) => ({ kind: seat ? OTHERS[kind] : "me", name: "" }));
  return {
    preset: "standard",
    switches: {},
    chairs,
    games: 1,
    playTo: 0,
    options: { spectators: kind !== "computer", chat: true, stand_in: 0 },
  };
}

/**
 * Give the options of the last table of a kind, or those of a first one.
 * @param {Kind} kind
 * @returns {Plan}
 */
export function planOf(kind) {
  const plan = firstPlan(kind);
  const kept = last(kind);
  if (!kept || !Array.isArray(kept.chairs) || kept.chairs.length !== 4) return plan;
  return { ...plan, ...kept, options: { ...plan.options, ...kept.options } };
}

/**
 * @param {Kind} kind
 * @param {Plan} plan
 */
export function keepPlan(kind, plan) {
  keepLast(kind, plan);
}

/**
 * Give the rules of the preset that a plan begins with.
 * @param {Plan} plan
 * @param {Options} options
 * @returns {Record<string, any>}
 */
function base(plan, options) {
  const found = options.presets.find(({ name }) => name === plan.preset) ?? options.presets[0];
  return found?.rules ?? {};
}

/**
 * Give the value of a switch.
 * @param {Plan} plan
 * @param {Options} options
 * @param {string} name
 * @returns {any}
 */
export function valueOf(plan, options, name) {
  return name in plan.switches ? plan.switches[name] : base(plan, options)[name];
}

/**
 * Say whether two values of a switch are the same.
 * @param {any} one
 * @param {any} other
 * @returns {boolean}
 */
export function same(one, other) {
  return JSON.stringify(one) === JSON.stringify(other);
}

/**
 * @param {Plan} plan
 * @param {Options} options
 * @param {Record<string, any>} changes
 * @returns {Plan}
 */
export function withSwitches(plan, options, changes) {
  const standard = base(plan, options);
  const switches = Object.fromEntries(
    Object.entries({ ...plan.switches, ...changes }).filter(
      ([name, value]) => !same(value, standard[name]),
    ),
  );
  return { ...plan, switches };
}

/**
 * @param {Plan} plan
 * @param {Options} options
 * @param {string} preset
 * @returns {Plan}
 */
export function withPreset(plan, options, preset) {
  const players = valueOf(plan, options, "players");
  return withSwitches({ ...plan, preset, switches: {} }, options, { players });
}

/**
 * Seat somebody. There is one of `me`: whoever had that place before changes with the seat.
 * @param {Plan} plan
 * @param {number} seat
 * @param {Partial<Chair>} changes
 * @returns {Plan}
 */
export function withChair(plan, seat, changes) {
  const before = /** @type {Chair} */ (plan.chairs[seat]);
  const mine = plan.chairs.findIndex(({ kind }) => kind === "me");
  // Nobody else can be made into me: only a change of places moves me.
  if (changes.kind && changes.kind !== "me" && mine === seat) return plan;
  const chairs = plan.chairs.map((chair, at) => {
    if (at === seat) return { ...chair, ...changes, ...(changes.kind ? { name: "" } : {}) };
    if (changes.kind === "me" && at === mine) return { ...before };
    return chair;
  });
  return { ...plan, chairs };
}

/**
 * Give the name of whoever sits at each seat; `""` where somebody is still to come.
 * @param {Plan} plan
 * @param {number} players
 * @returns {string[]}
 */
export function namesOf(plan, players) {
  const chairs = plan.chairs.slice(0, players);
  const own = settings.get().name || t("Player");
  const used = new Set([own, ...chairs.map(({ name }) => name)].map(plain));
  const free = COMPUTERS.filter((name) => !used.has(plain(name)));
  return chairs.map(({ kind, name }, seat) => {
    if (kind === "me") return own;
    if (kind === "open") return "";
    if (name) return name;
    return kind === "here" ? t("Player {n}", { n: seat + 1 }) : (free.shift() ?? "");
  });
}

/**
 * Give a name without capitals and accents: they do not tell two players apart.
 * @param {string} name
 */
function plain(name) {
  return name.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}

/**
 * Make what the server is asked for.
 * @param {Plan} plan
 * @param {number} players
 * @returns {import("../api.js").NewTable}
 */
export function order(plan, players) {
  const names = namesOf(plan, players);
  const seats = plan.chairs.slice(0, players).map(({ kind }, seat) => ({
    kind: kind === "me" || kind === "here" ? "person" : kind,
    name: names[seat] ?? "",
  }));
  const { preset, switches, games, playTo, options } = plan;
  return { preset, switches, seats, games, play_to: playTo, options };
}

/**
 * Say a value of a switch in the server's words.
 * @param {Options} options
 * @param {string} name
 * @param {any} value
 * @returns {string}
 */
export function valueTitle(options, name, value) {
  const found = options.switches.find((one) => one.name === name);
  const choice = found?.values.find((one) => same(one.value, value));
  return choice?.title ?? (Array.isArray(value) ? value.join(", ") : String(value));
}

/**
 * Say what is played in a few short pieces: what a table's rules are, and its match.
 * @param {Record<string, any>} rules
 * @param {{games: number, playTo: number}} match
 * @param {Options} options
 * @returns {string[]}
 */
export function rulesInWords(rules, match, options) {
  const preset = options.presets.find(({ name }) => name === rules.preset);
  const said = [
    preset?.title ?? String(rules.preset ?? ""),
    plural("{n} player", "{n} players", rules.players ?? 2),
    t("to {target}", { target: rules.target ?? 121 }),
  ];
  if (match.playTo) said.push(t("match to {n} points", { n: match.playTo }));
  else if (match.games > 1) said.push(plural("{n} game", "{n} games", match.games));
  for (const { name, title } of options.switches) {
    if (name === "players" || name === "target" || !(name in rules)) continue;
    if (same(rules[name], preset?.rules[name])) continue;
    said.push(`${title}: ${valueTitle(options, name, rules[name])}`);
  }
  return said.filter(Boolean);
}
