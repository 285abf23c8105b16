/**
 * Verifies that the deals of a record were fair. The browser computes this from the record and from
 * what it has stored since before each deal; it sends no request.
 */

import { commit, derive, isHex, isSound, verifyDeal } from "./deal.js";

export { commit, derive, verifyDeal };

/**
 * The faults of a deal: `no_seal`, `no_secret`: the record has none, so nothing can be proved;
 * `malformed`: the record cannot be interpreted; `wrong_secret`: the secret does not match the
 * seal; `wrong_cards`: a card is not where the secret and the contributions place it, or is in a
 * hand without having been dealt to it; `repeated`: the deal begins twice, or was sealed twice;
 * `missing`: the deal, or an earlier one, is not in the record; `other_seal`, `other_word`,
 * `other_words`: the record differs from the seal shown before the deal, from the contribution sent
 * from here, or from the contributions shown for other seats.
 * @typedef {"no_seal" | "no_secret" | "malformed" | "wrong_secret" | "wrong_cards" | "repeated"
 *   | "missing" | "other_seal" | "other_word" | "other_words"} Fault
 */

/**
 * @typedef {object} Verdict the result for one deal
 * @property {number} game
 * @property {number} deal 0 for the pack that is cut for the first deal
 * @property {boolean} ok
 * @property {Fault[]} faults
 * @property {boolean} pending whether there is nothing to verify: the deal is in progress and its
 *   secret not yet revealed, or it is practice
 * @property {boolean} practice whether it repeats the cards of an earlier game, which no seal could
 *   hide, or a lesson chose them
 * @property {boolean} lesson whether a lesson chose its cards
 * @property {number} compared the number of cards compared
 * @property {boolean} saved whether this browser saw the seal before any card was dealt or cut
 * @property {string} seal the seal in the record, or empty
 * @property {readonly string[]} words the contributions in the record, by seat
 * @property {import("./saved.js").SavedDeal | null} seen what this browser has stored of the deal
 */

/** @typedef {{type: string, [member: string]: any}} Entry */
/** @typedef {{number: number, dealer: number | null, entries: Entry[]}} GameJson */
/**
 * @typedef {object} RecordJson the JSON form of a record, as specified in docs/record-format.md
 * @property {string} format
 * @property {number} version
 * @property {string} match
 * @property {{name: string, text: string}[]} [tags]
 * @property {{name: string, kind: string}[]} players
 * @property {GameJson[]} games
 */

/** The input is not a record; `code` is `not_a_record`. */
export class NotARecord extends Error {
  code = "not_a_record";
}

/**
 * Return data as a record if it has the form of one.
 * @param {unknown} data
 * @returns {RecordJson}
 * @throws {NotARecord}
 */
export function recordFrom(data) {
  const record = /** @type {RecordJson} */ (data);
  const sound =
    typeof record === "object" &&
    record !== null &&
    record.format === "pegout" &&
    [1, 2].includes(record.version) &&
    typeof record.match === "string" &&
    Array.isArray(record.players) &&
    Array.isArray(record.games) &&
    record.games.every(
      (game) =>
        typeof game === "object" &&
        game !== null &&
        Number.isInteger(game.number) &&
        Array.isArray(game.entries) &&
        game.entries.every((entry) => typeof entry === "object" && typeof entry?.type === "string"),
    );
  if (!sound) throw new NotARecord("expected the JSON form of a record");
  return record;
}

/**
 * Return the text of a tag of a record.
 * @param {RecordJson} record
 * @param {string} name
 * @returns {string} empty where the record has no such tag
 */
function tagOf({ tags }, name) {
  const tag = Array.isArray(tags) ? tags.find((item) => item?.name === name) : null;
  return typeof tag?.text === "string" ? tag.text : "";
}

/**
 * Return the id that the seals of a record include: its own, or one that several matches share.
 * @param {RecordJson} record
 */
function packsOf(record) {
  return tagOf(record, "Packs") || record.match;
}

/**
 * Return the last deal of practice, and whether a lesson chose the cards up to it.
 * @param {RecordJson} record
 * @returns {{to: number, lesson: boolean}} `to` is -1 if the record is not practice
 */
function practiceOf(record) {
  const text = ` ${tagOf(record, "Practice")} `;
  const found = / deal=(\d{1,4}) /.exec(text);
  return { to: found ? Number(found[1]) : -1, lesson: text.startsWith(" lesson:") };
}

/** What a record says about one deal. */
class DealFacts {
  /** @type {string[]} */ seals = [];
  /** @type {string[]} */ secrets = [];
  /** @type {string[]} */ words;
  /** @type {Entry | null} */ dealt = null;
  /** @type {Entry[]} */ cuts = [];
  /** @type {Entry[]} */ starters = [];
  /** @type {Entry[]} the cards that came out of hands */ fromHands = [];
  repeated = false;

  /** @param {number} players */
  constructor(players) {
    this.words = Array(players).fill("");
  }
}

/**
 * @param {GameJson} game
 * @param {number} players
 * @returns {Map<number, DealFacts>}
 */
function gather(game, players) {
  /** @type {Map<number, DealFacts>} */
  const deals = new Map();
  let now = game.dealer === null ? 0 : 1;
  const factsOf = (deal = now) => {
    const facts = deals.get(deal) ?? new DealFacts(players);
    deals.set(deal, facts);
    return facts;
  };
  const spoken = new Set();
  for (const entry of game.entries) {
    switch (entry.type) {
      case "committed":
        now = entry.deal;
        factsOf().seals.push(entry.commitment);
        break;
      case "revealed":
        factsOf(entry.deal).secrets.push(entry.secret);
        break;
      case "said_ready":
        // Each seat is ready once per deal; a second time would be a second contribution.
        if (spoken.has(`${now}/${entry.seat}`)) factsOf().repeated = true;
        spoken.add(`${now}/${entry.seat}`);
        factsOf().words[entry.seat] = entry.contribution;
        break;
      case "dealer_cut":
        factsOf().cuts.push(entry);
        break;
      case "dealer_chosen":
        now = 1;
        break;
      case "dealt":
        now = entry.deal;
        if (factsOf().dealt) factsOf().repeated = true;
        factsOf().dealt = entry;
        break;
      case "starter_cut":
        factsOf().starters.push(entry);
        break;
      case "discarded":
      case "played":
      case "hand_shown":
        factsOf().fromHands.push(entry);
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
 * Return whether all known cards of `some` are in `all`, as often as they occur.
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
 * @param {DealFacts} facts
 * @param {readonly string[]} pack
 * @returns {{right: boolean, compared: number}}
 */
function compare(facts, pack) {
  const cards = [...facts.cuts.map(({ at, card }) => ({ at, card }))];
  let right = true;
  let compared = 0;
  if (facts.dealt) {
    const { dealer, hands, crib } = facts.dealt;
    const players = hands.length;
    const size = hands[0].length;
    const dealt = players * size;
    const truth = hands.map((/** @type {string[]} */ _, /** @type {number} */ seat) => {
      const first = (((seat - dealer - 1) % players) + players) % players;
      return pack.slice(0, dealt).filter((_, index) => index % players === first);
    });
    const toCrib = pack.slice(dealt, dealt + crib.length);
    hands.forEach((/** @type {string[]} */ hand, /** @type {number} */ seat) => {
      right &&= hand.length === size && within(hand, truth[seat]);
      compared += hand.filter(known).length;
    });
    right &&= within(crib, toCrib);
    compared += crib.filter(known).length;
    for (const { type, seat, card, cards, crib: isCrib } of facts.fromHands) {
      const from = isCrib ? [...truth.flat(), ...toCrib] : truth[seat];
      right &&= within(type === "played" ? [card] : cards, from);
    }
    // The cut lifts cards from the rest of the pack.
    const used = dealt + crib.length;
    cards.push(...facts.starters.map(({ at, card }) => ({ at: at + used, card })));
  } else if (facts.starters.length || facts.fromHands.length) {
    right = false;
  }
  for (const { at, card } of cards.filter((item) => known(item.card))) {
    right &&= typeof card === "string" && pack[at] === card;
    compared += 1;
  }
  return { right, compared };
}

/**
 * @param {string} label
 * @param {DealFacts} facts
 * @returns {Promise<{faults: Fault[], compared: number}>}
 */
async function check(label, facts) {
  /** @type {Fault[]} */
  const faults = [];
  let compared = 0;
  if (facts.repeated || facts.seals.length > 1 || facts.secrets.length > 1) faults.push("repeated");
  const [seal] = facts.seals;
  const [secret] = facts.secrets;
  if (seal === undefined) faults.push("no_seal");
  else if (secret === undefined) faults.push("no_secret");
  else if (!isHex(seal) || !isSound(label, secret, facts.words)) faults.push("malformed");
  else {
    if ((await commit(secret, label)) !== seal.toLowerCase()) faults.push("wrong_secret");
    try {
      const comparison = compare(facts, await derive(secret, label, facts.words));
      compared = comparison.compared;
      if (!comparison.right) faults.push("wrong_cards");
    } catch (error) {
      // Members may be missing or of another type, because a record is untrusted input.
      if (!(error instanceof TypeError)) throw error;
      faults.push("malformed");
    }
  }
  return { faults, compared };
}

/**
 * Compare a deal of the record with what this browser has stored of it.
 * @param {DealFacts} facts
 * @param {import("./saved.js").SavedDeal} seen
 * @param {number | null} seat
 * @returns {Fault[]}
 */
function compareSaved(facts, seen, seat) {
  /** @type {Fault[]} */
  const faults = [];
  const seal = facts.seals[0]?.toLowerCase();
  if (seal !== undefined && seen.seals.some((other) => other.toLowerCase() !== seal)) {
    faults.push("other_seal");
  }
  // Until the cards are dealt, the contribution may not have arrived.
  const settled = facts.dealt !== null || facts.cuts.length > 0;
  const mine = seat === null || !settled ? undefined : (seen.sent ?? seen.words[seat]);
  if (seat !== null && mine !== undefined && facts.words[seat] !== mine) faults.push("other_word");
  const others = Object.entries(seen.words).filter(([other]) => Number(other) !== seat);
  if (others.some(([other, word]) => facts.words[Number(other)] !== word))
    faults.push("other_words");
  return faults;
}

/**
 * Return the missing numbers between the least and the greatest.
 * @param {number[]} numbers
 * @param {number} from
 */
function gaps(numbers, from) {
  const max = Math.min(Math.max(from - 1, ...numbers), from + 10_000);
  const there = new Set(numbers);
  return Array.from({ length: max - from + 1 }, (_, i) => from + i).filter((n) => !there.has(n));
}

/**
 * Verify every deal of a record.
 *
 * Without `saved`, this proves that the record is consistent. Only what the browser stored
 * beforehand proves that the deals were sealed before they were dealt.
 * @param {RecordJson} recordJson
 * @param {import("./saved.js").SavedMatch | null} [saved] what this browser has stored of the match
 * @returns {Promise<Verdict[]>} the results in the order of the deals
 * @throws {NotARecord}
 */
export async function verifyRecord(recordJson, saved = null) {
  const record = recordFrom(recordJson);
  const players = Math.min(record.players.length, 8);
  /** @type {Verdict[]} */
  const verdicts = [];
  const numbers = record.games.map((game) => game.number);
  const before = practiceOf(record);
  for (const [index, game] of record.games.entries()) {
    const deals = gather(game, players);
    const over = game.entries.some((entry) => entry.type === "game_ended");
    const last = index === record.games.length - 1 ? Math.max(...deals.keys()) : NaN;
    const prefix = `${game.number}/`;
    const seenHere = Object.keys(saved?.deals ?? {}).filter((key) => key.startsWith(prefix));
    const seenDeals = seenHere.map((key) => Number(key.slice(prefix.length)));
    const first = deals.has(0) || seenDeals.includes(0) || game.dealer === null ? 0 : 1;
    for (const deal of gaps([...deals.keys(), ...seenDeals], first)) {
      deals.set(deal, deals.get(deal) ?? new DealFacts(players));
    }
    for (const deal of seenDeals) if (!deals.has(deal)) deals.set(deal, new DealFacts(players));
    for (const deal of [...deals.keys()].sort((a, b) => a - b)) {
      const facts = /** @type {DealFacts} */ (deals.get(deal));
      const empty =
        !facts.seals.length && !facts.secrets.length && !facts.dealt && !facts.cuts.length;
      const seen = saved?.deals[`${game.number}/${deal}`] ?? null;
      const { faults, compared } = await check(`${packsOf(record)}/${game.number}/${deal}`, facts);
      if (empty) faults.splice(0, faults.length, "missing");
      else if (seen && saved) faults.push(...compareSaved(facts, seen, saved.seat));
      if (numbers.indexOf(game.number) !== index && !faults.includes("repeated")) {
        faults.push("repeated");
      }
      // A seal that was shown here has to be in the record, whatever the record claims to be.
      const practice =
        deal <= before.to && !seen?.seals.length && faults.length === 1 && faults[0] === "no_seal";
      if (practice) faults.length = 0;
      const unopened = !over && deal === last && faults.length === 1 && faults[0] === "no_secret";
      verdicts.push({
        game: game.number,
        deal,
        ok: faults.length === 0,
        faults,
        pending: practice || unopened,
        practice,
        lesson: practice && before.lesson,
        compared,
        saved: seen?.early === true && seen.seals.length > 0,
        seal: facts.seals[0] ?? "",
        words: facts.words,
        seen,
      });
    }
  }
  return [...verdicts, ...missingGames(numbers, saved)];
}

/**
 * Return a verdict for each game missing from the record.
 * @param {number[]} numbers
 * @param {import("./saved.js").SavedMatch | null} saved
 * @returns {Verdict[]}
 */
function missingGames(numbers, saved) {
  const seen = Object.keys(saved?.deals ?? {}).map((key) => Number(key.split("/")[0]));
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
    lesson: false,
    compared: 0,
    saved: false,
    seal: "",
    words: [],
    seen: null,
  }));
}
