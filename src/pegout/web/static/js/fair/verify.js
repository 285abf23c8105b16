// @ts-check
/**
 * Whether the deals of a record were fair. It is worked out here, in the browser, from the record
 * and from what the browser kept since before each deal; the server is asked nothing.
 */

import { commit, derive, isHex, isSound, verifyDeal } from "./deal.js";

export { commit, derive, verifyDeal };

/**
 * What may be wrong with a deal:
 * `no_seal`, `no_secret`: the record has none, so nothing can be proved;
 * `malformed`: the record cannot be made sense of here;
 * `wrong_secret`: the secret is not the one that was sealed;
 * `wrong_cards`: a card is not where the secret and the words put it, or in a hand without having
 * been dealt to it;
 * `repeated`: the deal begins twice, or was sealed twice;
 * `missing`: the deal, or one before it, is not in the record;
 * `other_seal`, `other_word`, `other_words`: the record has not the seal that was shown before the
 * deal, not the word that was sent from here, or not the words of others that were shown.
 * @typedef {"no_seal" | "no_secret" | "malformed" | "wrong_secret" | "wrong_cards" | "repeated"
 *   | "missing" | "other_seal" | "other_word" | "other_words"} Fault
 */

/**
 * @typedef {object} Verdict what was found about a deal
 * @property {number} game
 * @property {number} deal 0 for the pack that was cut for the first deal
 * @property {boolean} ok
 * @property {Fault[]} faults
 * @property {boolean} pending whether there is nothing to verify: the deal is still being played, so
 *   that it is not opened yet, or it is practice
 * @property {boolean} practice whether its cards were those of an earlier game, so that no seal could
 *   hide them
 * @property {number} compared how many cards were compared
 * @property {boolean} kept whether the seal was seen here before a card was dealt or cut
 * @property {string} seal as the record has it, or empty
 * @property {readonly string[]} words as the record has them, by seat
 * @property {import("./kept.js").KeptDeal | null} seen what was kept of it
 */

/** @typedef {{type: string, [member: string]: any}} Entry */
/** @typedef {{number: number, dealer: number | null, entries: Entry[]}} GameJson */
/**
 * @typedef {object} RecordJson the JSON form of a record, as docs/record-format.md has it
 * @property {string} format
 * @property {number} version
 * @property {string} match
 * @property {{name: string, text: string}[]} [tags]
 * @property {{name: string, kind: string}[]} players
 * @property {GameJson[]} games
 */

/** What was given is no record; `code` is `not_a_record`. */
export class NotARecord extends Error {
  code = "not_a_record";
}

/**
 * Give data back as a record if they have the form of one.
 * @param {unknown} data
 * @returns {RecordJson}
 * @throws {NotARecord}
 */
export function recordFrom(data) {
  const record = /** @type {RecordJson} */ (data);
  const sound =
    typeof record === "object" && record !== null && record.format === "pegout" &&
    record.version === 1 && typeof record.match === "string" &&
    Array.isArray(record.players) && Array.isArray(record.games) &&
    record.games.every(
      (game) =>
        typeof game === "object" && game !== null && Number.isInteger(game.number) &&
        Array.isArray(game.entries) &&
        game.entries.every((entry) => typeof entry === "object" && typeof entry?.type === "string"),
    );
  if (!sound) throw new NotARecord("expected the JSON form of a record");
  return record;
}

/**
 * Give the deal up to which a match was played before, where it is practice.
 * @param {RecordJson} record
 * @returns {number} -1 where it is not
 */
function practisedTo({ tags }) {
  const tag = Array.isArray(tags) ? tags.find((one) => one?.name === "Practice") : null;
  const found = / deal=(\d{1,4}) /.exec(` ${tag?.text} `);
  return found ? Number(found[1]) : -1;
}

/** What a record tells of one deal. */
class Told {
  /** @type {string[]} */ seals = [];
  /** @type {string[]} */ secrets = [];
  /** @type {string[]} */ words;
  /** @type {Entry | null} */ dealt = null;
  /** @type {Entry[]} */ cuts = [];
  /** @type {Entry[]} */ starters = [];
  /** @type {Entry[]} the cards that came out of hands */ laid = [];
  repeated = false;

  /** @param {number} players */
  constructor(players) {
    this.words = Array(players).fill("");
  }
}

/**
 * @param {GameJson} game
 * @param {number} players
 * @returns {Map<number, Told>}
 */
function gather(game, players) {
  /** @type {Map<number, Told>} */
  const deals = new Map();
  let now = game.dealer === null ? 0 : 1;
  const told = (deal = now) => {
    const one = deals.get(deal) ?? new Told(players);
    deals.set(deal, one);
    return one;
  };
  const spoken = new Set();
  for (const entry of game.entries) {
    switch (entry.type) {
      case "committed":
        now = entry.deal;
        told().seals.push(entry.commitment);
        break;
      case "revealed":
        told(entry.deal).secrets.push(entry.secret);
        break;
      case "said_ready":
        // The seats are ready again for every deal; twice for the same would be a second word.
        if (spoken.has(`${now}/${entry.seat}`)) told().repeated = true;
        spoken.add(`${now}/${entry.seat}`);
        told().words[entry.seat] = entry.contribution;
        break;
      case "dealer_cut":
        told().cuts.push(entry);
        break;
      case "dealer_chosen":
        now = 1;
        break;
      case "dealt":
        now = entry.deal;
        if (told().dealt) told().repeated = true;
        told().dealt = entry;
        break;
      case "starter_cut":
        told().starters.push(entry);
        break;
      case "discarded":
      case "played":
      case "hand_shown":
        told().laid.push(entry);
        break;
      case "deal_ended":
        now = entry.deal + 1;
        break;
      default:
    }
  }
  return deals;
}

const known = (/** @type {string} */ card) => card !== "??";

/**
 * Whether all known cards of `some` are among `all`, each as often as it is there.
 * @param {readonly string[]} some
 * @param {readonly string[]} all
 */
function within(some, all) {
  const left = [...all];
  return some.filter(known).every((card) => {
    const at = left.indexOf(card);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}

/**
 * Compare the cards of a deal with the pack.
 * @param {Told} told
 * @param {readonly string[]} pack
 * @returns {{right: boolean, compared: number}}
 */
function compare(told, pack) {
  const places = [...told.cuts.map(({ at, card }) => ({ at, card }))];
  let right = true;
  let compared = 0;
  if (told.dealt) {
    const { dealer, hands, crib } = told.dealt;
    const players = hands.length;
    const size = hands[0].length;
    const dealt = players * size;
    const truth = hands.map((/** @type {string[]} */ hand, /** @type {number} */ seat) => {
      const first = (((seat - dealer - 1) % players) + players) % players;
      return pack.slice(0, dealt).filter((_, place) => place % players === first);
    });
    const toCrib = pack.slice(dealt, dealt + crib.length);
    hands.forEach((/** @type {string[]} */ hand, /** @type {number} */ seat) => {
      right &&= hand.length === size && within(hand, truth[seat]);
      compared += hand.filter(known).length;
    });
    right &&= within(crib, toCrib);
    compared += crib.filter(known).length;
    for (const { type, seat, card, cards, crib: isCrib } of told.laid) {
      const from = isCrib ? [...truth.flat(), ...toCrib] : truth[seat];
      right &&= within(type === "played" ? [card] : cards, from);
    }
    // The cut lifts cards off what is left of the pack.
    const used = dealt + crib.length;
    places.push(...told.starters.map(({ at, card }) => ({ at: at + used, card })));
  } else if (told.starters.length || told.laid.length) {
    right = false;
  }
  for (const { at, card } of places.filter((one) => known(one.card))) {
    right &&= typeof card === "string" && pack[at] === card;
    compared += 1;
  }
  return { right, compared };
}

/**
 * @param {string} label
 * @param {Told} told
 * @returns {Promise<{faults: Fault[], compared: number}>}
 */
async function check(label, told) {
  /** @type {Fault[]} */
  const faults = [];
  let compared = 0;
  if (told.repeated || told.seals.length > 1 || told.secrets.length > 1) faults.push("repeated");
  const [seal] = told.seals;
  const [secret] = told.secrets;
  if (seal === undefined) faults.push("no_seal");
  else if (secret === undefined) faults.push("no_secret");
  else if (!isHex(seal) || !isSound(label, secret, told.words)) faults.push("malformed");
  else {
    if ((await commit(secret, label)) !== seal.toLowerCase()) faults.push("wrong_secret");
    try {
      const found = compare(told, await derive(secret, label, told.words));
      compared = found.compared;
      if (!found.right) faults.push("wrong_cards");
    } catch (error) {
      // Members that are missing or of another kind; nothing of a record is believed.
      if (!(error instanceof TypeError)) throw error;
      faults.push("malformed");
    }
  }
  return { faults, compared };
}

/**
 * Compare a deal of the record with what was kept of it.
 * @param {Told} told
 * @param {import("./kept.js").KeptDeal} seen
 * @param {number | null} seat
 * @returns {Fault[]}
 */
function compareKept(told, seen, seat) {
  /** @type {Fault[]} */
  const faults = [];
  const seal = told.seals[0]?.toLowerCase();
  if (seal !== undefined && seen.seals.some((one) => one.toLowerCase() !== seal)) {
    faults.push("other_seal");
  }
  // Until the cards come, the word that was sent may not have arrived.
  const settled = told.dealt !== null || told.cuts.length > 0;
  const mine = seat === null || !settled ? undefined : (seen.sent ?? seen.words[seat]);
  if (seat !== null && mine !== undefined && told.words[seat] !== mine) faults.push("other_word");
  const others = Object.entries(seen.words).filter(([one]) => Number(one) !== seat);
  if (others.some(([one, word]) => told.words[Number(one)] !== word)) faults.push("other_words");
  return faults;
}

/**
 * Give the numbers from the least to the greatest of them that are missing.
 * @param {number[]} numbers
 * @param {number} from
 */
function gaps(numbers, from) {
  const most = Math.min(Math.max(from - 1, ...numbers), from + 10_000);
  const there = new Set(numbers);
  return Array.from({ length: most - from + 1 }, (_, i) => from + i).filter((n) => !there.has(n));
}

/**
 * Verify every deal of a record.
 *
 * Without `kept`, this proves that the record holds together; the proof that the deals were sealed
 * before they were dealt is in what the browser kept from then.
 * @param {RecordJson} recordJson
 * @param {import("./kept.js").KeptMatch | null} [kept] what this browser kept of the match
 * @returns {Promise<Verdict[]>} in the order of the deals
 * @throws {NotARecord}
 */
export async function verifyRecord(recordJson, kept = null) {
  const record = recordFrom(recordJson);
  const players = Math.min(record.players.length, 8);
  /** @type {Verdict[]} */
  const verdicts = [];
  const numbers = record.games.map((game) => game.number);
  const before = practisedTo(record);
  for (const [index, game] of record.games.entries()) {
    const deals = gather(game, players);
    const over = game.entries.some((entry) => entry.type === "game_ended");
    const last = index === record.games.length - 1 ? Math.max(...deals.keys()) : NaN;
    const prefix = `${game.number}/`;
    const seenHere = Object.keys(kept?.deals ?? {}).filter((key) => key.startsWith(prefix));
    const seenDeals = seenHere.map((key) => Number(key.slice(prefix.length)));
    const first = deals.has(0) || seenDeals.includes(0) || game.dealer === null ? 0 : 1;
    for (const deal of gaps([...deals.keys(), ...seenDeals], first)) {
      deals.set(deal, deals.get(deal) ?? new Told(players));
    }
    for (const deal of seenDeals) if (!deals.has(deal)) deals.set(deal, new Told(players));
    for (const deal of [...deals.keys()].sort((a, b) => a - b)) {
      const told = /** @type {Told} */ (deals.get(deal));
      const empty = !told.seals.length && !told.secrets.length && !told.dealt && !told.cuts.length;
      const seen = kept?.deals[`${game.number}/${deal}`] ?? null;
      const { faults, compared } = await check(`${record.match}/${game.number}/${deal}`, told);
      if (empty) faults.splice(0, faults.length, "missing");
      else if (seen && kept) faults.push(...compareKept(told, seen, kept.seat));
      if (numbers.indexOf(game.number) !== index && !faults.includes("repeated")) {
        faults.push("repeated");
      }
      // A seal that was shown here is to be in the record, whatever that says of itself.
      const practice = deal <= before && !seen?.seals.length && faults.length === 1 && faults[0] === "no_seal";
      if (practice) faults.length = 0;
      const unopened = !over && deal === last && faults.length === 1 && faults[0] === "no_secret";
      verdicts.push({
        game: game.number,
        deal,
        ok: faults.length === 0,
        faults,
        pending: practice || unopened,
        practice,
        compared,
        kept: seen?.early === true && seen.seals.length > 0,
        seal: told.seals[0] ?? "",
        words: told.words,
        seen,
      });
    }
  }
  return [...verdicts, ...missingGames(numbers, kept)];
}

/**
 * Give a verdict for each game that the record leaves out.
 * @param {number[]} numbers
 * @param {import("./kept.js").KeptMatch | null} kept
 * @returns {Verdict[]}
 */
function missingGames(numbers, kept) {
  const seen = Object.keys(kept?.deals ?? {}).map((key) => Number(key.split("/")[0]));
  const missing = gaps([...numbers, ...seen], 1).concat(
    seen.filter((game) => !numbers.includes(game)),
  );
  return [...new Set(missing)].map((game) => ({
    game,
    deal: 0,
    ok: false,
    faults: ["missing"],
    pending: false,
    practice: false,
    compared: 0,
    kept: false,
    seal: "",
    words: [],
    seen: null,
  }));
}
