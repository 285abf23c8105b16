/** The options of a new table; they are stored for the next table of the same kind. */

import { createTable } from "../api.js";
import { FACTS } from "../facts.js";
import { go } from "../navigation.js";
import { sidesOf } from "../rules.js";
import { settings } from "../settings.js";
import { isNewcomer, keep, keepLast, last } from "../store.js";
import { canMeet } from "../transport.js";
import { plural, t } from "../words.js";

/** @import { Options } from "../api.js" */
/** @typedef {"computer" | "friends" | "here"} Kind */
/**
 * The occupant of a seat: `me`, `here` for another person at this screen, `open` for a friend, or a
 * level.
 * @typedef {{kind: string, name: string}} SeatSetup
 */
/**
 * @typedef {object} TableSetup
 * @property {string} preset
 * @property {Record<string, any>} switches the switches that differ from the preset
 * @property {SeatSetup[]} seats four seats, of which the first few are used
 * @property {number} games
 * @property {number} playTo
 * @property {number} dealer the seat that deals first where the first deal is chosen
 * @property {import("../api.js").ManyOptions} options
 */

export const NAME_LENGTH = FACTS.name_length;

/** How many may play, and whether they do in teams. */
export const PLAYERS = [
  { players: 2, teams: true },
  { players: 3, teams: true },
  { players: 4, teams: true },
  { players: 4, teams: false },
];

/** @type {Record<Kind, string>} */
const OTHERS = { computer: FACTS.level, friends: "open", here: "here" };

/**
 * Return the options that are proposed.
 * @param {Kind} kind
 * @param {boolean} [first] whether to propose a short game against a weak opponent, by default until
 *   a first game was finished here
 * @returns {TableSetup}
 */
function defaultSetup(kind, first = kind === "computer" && isNewcomer()) {
  const other = first ? FACTS.first.level : OTHERS[kind];
  const seats = [0, 1, 2, 3].map((seat) => ({ kind: seat ? other : "me", name: "" }));
  return {
    preset: "standard",
    switches: first ? { target: FACTS.first.target } : {},
    seats,
    games: 1,
    playTo: 0,
    dealer: 0,
    options: {
      spectators: canMeet && kind !== "computer",
      chat: true,
      stand_in: 0,
      listed: false,
      listed_names: false,
      listed_game: false,
    },
  };
}

/** Open a table for another game like the first. */
export async function openFirstTable() {
  await openTable(defaultSetup("computer", true), 2);
}

/**
 * Return the options of the last table of a kind, or the defaults.
 * @param {Kind} kind
 * @returns {TableSetup}
 */
export function setupOf(kind) {
  const setup = defaultSetup(kind);
  const saved = last(kind);
  if (!saved) return setup;
  const switches = Object.entries({ ...setup.switches, ...saved.switches });
  return {
    ...setup,
    ...saved,
    seats: saved.seats?.length === 4 ? saved.seats : setup.seats,
    switches: Object.fromEntries(switches.filter(([, value]) => value !== null)),
    options: { ...setup.options, ...saved.options },
  };
}

/**
 * Store what differs from the proposed options: what was not chosen follows the proposal, whatever
 * it is then.
 * @param {Kind} kind
 * @param {TableSetup} setup
 */
export function keepSetup(kind, setup) {
  const proposed = defaultSetup(kind);
  // A switch that was proposed, and is chosen to be that of the preset, is null.
  const unset = Object.fromEntries(Object.keys(proposed.switches).map((name) => [name, null]));
  const switches = changes({ ...unset, ...setup.switches }, proposed.switches);
  keepLast(kind, { ...changes(setup, proposed), switches });
}

/**
 * Return the entries of an object that differ from those of another.
 * @param {Record<string, any>} now
 * @param {Record<string, any>} before
 */
function changes(now, before) {
  return Object.fromEntries(
    Object.entries(now).filter(([name, value]) => !same(value, before[name])),
  );
}

/** @typedef {Pick<TableSetup, "preset" | "switches">} Ruled what has a preset and switches */

/**
 * Return the rules of a setup's preset, with match points for the setup's skunk lines.
 * @param {Ruled} setup
 * @param {Options} options
 * @returns {Record<string, any>}
 */
function base(setup, options) {
  const found = options.presets.find(({ name }) => name === setup.preset) ?? options.presets[0];
  const rules = found?.rules ?? {};
  const lines = setup.switches.skunk_lines;
  return lines ? { ...rules, match_points: pointsFor(lines, rules.match_points) } : rules;
}

/**
 * Return match points for other skunk lines: a further line is worth a point more.
 * @param {number[]} lines
 * @param {number[]} points
 * @returns {number[]}
 */
function pointsFor(lines, points) {
  const last = points.at(-1) ?? 0;
  return [0, ...lines].map((_, at) => points[at] ?? last + at + 1 - points.length);
}

/**
 * Return the value of a switch.
 * @param {Ruled} setup
 * @param {Options} options
 * @param {string} name
 * @returns {any}
 */
export function switchValue(setup, options, name) {
  return rulesOf(setup, options)[name];
}

/**
 * Return the value of every switch.
 * @param {Ruled} setup
 * @param {Options} options
 * @returns {any}
 */
export function rulesOf(setup, options) {
  return { ...base(setup, options), ...setup.switches };
}

/**
 * Return whether two values of a switch are equal.
 * @param {any} left
 * @param {any} other
 * @returns {boolean}
 */
export function same(left, other) {
  return JSON.stringify(left) === JSON.stringify(other);
}

/**
 * @template {Ruled} T
 * @param {T} setup
 * @param {Options} options
 * @param {Record<string, any>} changes
 * @returns {T}
 */
export function withSwitches(setup, options, changes) {
  const made = { ...setup, switches: { ...setup.switches, ...changes } };
  const [before, now] = [rulesOf(setup, options), rulesOf(made, options)];
  // What was chosen for other players or skunk lines does not fit these.
  if (now.players !== 4) delete made.switches.teams;
  if (sidesOf(now) !== sidesOf(before)) delete made.switches.start_scores;
  if (!same(now.skunk_lines, before.skunk_lines)) delete made.switches.match_points;
  const standard = base(made, options);
  made.switches = Object.fromEntries(
    Object.entries(made.switches).filter(([name, value]) => !same(value, standard[name])),
  );
  return made;
}

/**
 * @template {Ruled} T
 * @param {T} setup
 * @param {Options} options
 * @param {string} preset
 * @returns {T}
 */
export function withPreset(setup, options, preset) {
  const { players, teams } = rulesOf(setup, options);
  return withSwitches({ ...setup, preset, switches: {} }, options, { players, teams });
}

/**
 * Return the setup with a seat changed. Only one seat is `me`: its previous occupant changes places.
 * @param {TableSetup} setup
 * @param {number} seat
 * @param {Partial<SeatSetup>} changes
 * @returns {TableSetup}
 */
export function withSeat(setup, seat, changes) {
  const before = /** @type {SeatSetup} */ (setup.seats[seat]);
  const mine = setup.seats.findIndex(({ kind }) => kind === "me");
  // No other seat can become `me` except by changing places.
  if (changes.kind && changes.kind !== "me" && mine === seat) return setup;
  const seats = setup.seats.map((occupant, at) => {
    if (at === seat) return { ...occupant, ...changes, ...(changes.kind ? { name: "" } : {}) };
    if (changes.kind === "me" && at === mine) return { ...before };
    return occupant;
  });
  return { ...setup, seats };
}

/**
 * Return the name at each seat; `""` where a player is still to come.
 * @param {TableSetup} setup
 * @param {number} players
 * @returns {string[]}
 */
export function namesOf(setup, players) {
  const seats = setup.seats.slice(0, players);
  const own = settings.get().name || t("Player");
  const used = new Set([own, ...seats.map(({ name }) => name)].map(plain));
  const free = FACTS.names.filter((name) => !used.has(plain(name)));
  return seats.map(({ kind, name }, seat) => {
    if (kind === "me") return own;
    if (kind === "open") return "";
    if (name) return name;
    return kind === "here" ? t("Player {n}", { n: seat + 1 }) : (free.shift() ?? "");
  });
}

/**
 * Return a name without capitals and accents, which do not distinguish players.
 * @param {string} name
 */
function plain(name) {
  return name.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}

/**
 * Return the order to send to the server.
 * @param {TableSetup} setup
 * @param {number} players
 * @returns {import("../api.js").NewTable}
 */
export function order(setup, players) {
  const names = namesOf(setup, players);
  const seats = setup.seats.slice(0, players).map(({ kind }, seat) => ({
    kind: kind === "me" || kind === "here" ? "person" : kind,
    name: names[seat] ?? "",
  }));
  const { preset, switches, games, playTo, options } = setup;
  const chosen = switches.first_deal === "chosen";
  const dealer = chosen ? { dealer: Math.min(setup.dealer, players - 1) } : {};
  return { preset, switches, seats, games, play_to: playTo, ...dealer, options };
}

/**
 * Make the table of a setup, store its seats here, and open it.
 * @param {TableSetup} setup
 * @param {number} players
 */
export async function openTable(setup, players) {
  const made = order(setup, players);
  const { code, seats } = await createTable(made);
  keep(code, { seats, names: made.seats.map(({ name }) => name), over: false });
  await go(`/table/${code}`);
}

/**
 * Return the title of a switch's value, as the server names it.
 * @param {Options} options
 * @param {string} name
 * @param {any} value
 * @returns {string}
 */
export function valueTitle(options, name, value) {
  const found = options.switches.find((item) => item.name === name);
  const choice = found?.values.find((choice) => same(choice.value, value));
  return choice?.title ?? (Array.isArray(value) ? value.join(" / ") : String(value));
}

/**
 * Describe the rules and the match of a table in a few words.
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
