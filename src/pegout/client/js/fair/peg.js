/**
 * Reads the text of a record into the part of its JSON form that verification needs: the dealt
 * cards, cuts, contributions, seals and secrets. It reads what Pegout writes, and does not check
 * the rules.
 */

import { NotARecord } from "./verify.js";

/** @import { GameJson, RecordJson } from "./verify.js" */

const CARD = /^(?:[A2-9TJQK][CDHS]|\?\?)$/;
const WORDS = /"(?:[^"\\]|\\.)*"|;|[^\s;]+/g;

/** @param {string} line @returns {string[]} the words up to a comment; a quoted text is one word */
function split(line) {
  const words = [...line.matchAll(WORDS)].map(([word]) => word);
  const end = words.indexOf(";");
  return end < 0 ? words : words.slice(0, end);
}

/** @param {string | undefined} word */
function quoted(word) {
  try {
    const text = JSON.parse(word ?? "");
    if (typeof text === "string") return text;
  } catch {
    // The message is shown below.
  }
  throw new NotARecord(`expected a text in quotes, not ${word}`);
}

/** @param {string | undefined} word */
function whole(word) {
  if (word === undefined || !/^[0-9]{1,9}$/.test(word)) {
    throw new NotARecord(`expected a number, not ${word}`);
  }
  return Number(word);
}

/** @param {string[]} words */
function cards(words) {
  const end = words.findIndex((word) => !CARD.test(word));
  return end < 0 ? words : words.slice(0, end);
}

/**
 * @param {string[]} words
 * @param {string} name
 * @returns {string | undefined} the word after `name`
 */
function after(words, name) {
  const at = words.indexOf(name);
  return at < 0 ? undefined : words[at + 1];
}

/** Reads one match. */
class Reader {
  /** @type {Record<string, string>} */ tags = {};
  /** @type {GameJson[]} */ games = [];
  deal = 0;
  dealer = 0;
  /** @type {import("./verify.js").Entry | null} */ dealt = null;

  get game() {
    if (this.games.length === 0) this.begin(1, null);
    return this.games[this.games.length - 1];
  }

  /** @param {number} number @param {number | null} dealer */
  begin(number, dealer) {
    this.games.push({ number, dealer, entries: [] });
    this.deal = dealer === null ? 0 : 1;
    this.dealt = null;
  }

  /** @param {import("./verify.js").Entry} entry */
  put(entry) {
    this.game.entries.push(entry);
  }

  /** @param {string} line */
  read(line) {
    const tag = /^\[(\w+)\s+(".*")\]$/.exec(line);
    if (tag) {
      if (this.games.length === 0) this.tags[tag[1]] = quoted(tag[2]);
      return;
    }
    const [verb, ...rest] = split(line);
    switch (verb) {
      case "game": {
        const dealer = after(rest, "dealer");
        this.begin(whole(rest[0]), dealer === undefined ? null : whole(dealer));
        break;
      }
      case "deal":
        this.deal = whole(rest[0]);
        if (this.deal > 1) this.put({ type: "deal_ended", deal: this.deal - 1 });
        this.dealer = whole(after(rest, "dealer"));
        this.dealt = null;
        break;
      case "commit":
        this.put({ type: "committed", deal: this.deal, commitment: rest[0] ?? "" });
        break;
      case "reveal":
        this.put({ type: "revealed", deal: whole(rest[0]), secret: rest[1] ?? "" });
        break;
      case "ready": {
        const contribution = rest[1] === undefined ? "" : quoted(rest[1]);
        this.put({ type: "said_ready", seat: whole(rest[0]), contribution });
        break;
      }
      case "won":
      case "stopped":
        this.put({ type: "game_ended" });
        break;
      default:
        this.readCards(verb ?? "", rest);
    }
  }

  /** @param {string} verb @param {string[]} rest */
  readCards(verb, rest) {
    switch (verb) {
      case "cut":
      case "starter": {
        const type = verb === "cut" ? "dealer_cut" : "starter_cut";
        this.put({ type, seat: whole(rest[0]), card: rest[1], at: whole(after(rest, "at")) });
        break;
      }
      case "dealer":
        this.put({ type: "dealer_chosen", seat: whole(rest[0]) });
        break;
      case "dealt":
        this.readDealt(rest);
        break;
      case "discard":
        this.put({ type: "discarded", seat: whole(rest[0]), cards: cards(rest.slice(1)) });
        break;
      case "play":
        this.put({ type: "played", seat: whole(rest[0]), card: rest[1] });
        break;
      case "show":
      case "crib": {
        const crib = verb === "crib";
        const seat = whole(rest[0]);
        this.put({ type: "hand_shown", seat, cards: cards(rest.slice(1)), crib });
        break;
      }
      default:
    }
  }

  /** @param {string[]} rest */
  readDealt(rest) {
    if (!this.dealt) {
      this.dealt = { type: "dealt", deal: this.deal, dealer: this.dealer, hands: [], crib: [] };
      this.put(this.dealt);
    }
    const hand = cards(rest.slice(1));
    if (rest[0] === "crib") this.dealt.crib = hand;
    else {
      // A second hand for a seat would silently replace the first.
      const seat = whole(rest[0]);
      if (this.dealt.hands[seat]) throw new NotARecord(`seat ${seat} is dealt to twice`);
      this.dealt.hands[seat] = hand;
    }
  }

  /** @returns {RecordJson} */
  record() {
    const named = [0, 1, 2, 3].filter((seat) => this.tags[`Player${seat}`] !== undefined).length;
    const said = /players=([2-4])/.exec(this.tags.Rules ?? "");
    const players = Array.from({ length: said ? Number(said[1]) : named || 2 }, (_, seat) => ({
      name: this.tags[`Player${seat}`] ?? "",
      kind: this.tags[`Kind${seat}`] ?? "",
    }));
    return {
      format: "pegout",
      version: 1,
      match: this.tags.Match ?? "",
      players,
      games: this.games,
    };
  }
}

/**
 * Read the text of a record, in the form in which Pegout writes it.
 * @param {string} text
 * @returns {RecordJson[]} one record for each match
 * @throws {NotARecord}
 */
export function readPeg(text) {
  /** @type {Reader[]} */
  const readers = [];
  for (const line of text.replace(/^\ufeff/, "").split(/\r?\n/)) {
    const trimmed = line.trim();
    if (trimmed.startsWith("%pegout")) {
      if (!/^%pegout\s+[12]\b/.test(trimmed)) throw new NotARecord("expected %pegout 1 or 2");
      readers.push(new Reader());
    } else if (trimmed && !/^[;@]/.test(trimmed)) {
      const reader = readers[readers.length - 1];
      if (!reader) throw new NotARecord("expected %pegout 1 in the first line");
      reader.read(trimmed);
    }
  }
  if (readers.length === 0) throw new NotARecord("expected %pegout 1 in the first line");
  return readers.map((reader) => reader.record());
}
