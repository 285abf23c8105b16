// @ts-check
/**
 * What this browser keeps of every deal from before its cards: the seals as they were shown, the
 * word that was sent from here, and the words of the others. A verification after the game is worth
 * only as much as what was kept until then, so none of it is fetched again.
 */

/**
 * @typedef {object} KeptDeal
 * @property {string[]} seals every seal that was shown for it; more than one is a fault
 * @property {boolean} early whether the first was shown before any card was dealt or cut
 * @property {string} [sent] the word that was sent from here
 * @property {Record<string, string>} words the words that were shown, by seat
 * @property {{seat: number, at: number}} [cut] who cut for the starter, and where
 */

/**
 * @typedef {object} KeptMatch
 * @property {number | null} seat the seat that was taken here; null for a spectator
 * @property {number} game the game that is played
 * @property {number} deal the deal that is played or comes next
 * @property {Record<string, KeptDeal>} deals by the numbers of the game and of the deal, as in
 *   `1/3`
 */

/** @typedef {{number: number, event: {type: string, [member: string]: any}}} Told */
/** @typedef {Pick<Storage, "getItem" | "setItem" | "removeItem">} Store */

const INDEX = "pegout.kept";
/** How many matches are kept; the oldest goes first. */
export const MATCH_LIMIT = 30;
/** How many deals are kept of a match; the oldest go first. */
export const DEAL_LIMIT = 500;

/** @returns {Store | null} */
function browserStore() {
  try {
    return globalThis.localStorage ?? null;
  } catch {
    // A browser that keeps nothing refuses even to be asked.
    return null;
  }
}

/** Keeps what was shown of each match. */
export class Kept {
  /** @type {Store | null} */
  #store;
  /** @type {Map<string, KeptMatch>} */
  #matches = new Map();

  /** @param {Store | null} [store] */
  constructor(store = browserStore()) {
    this.#store = store;
  }

  /**
   * Give what was kept of a match.
   * @param {string} match
   * @returns {KeptMatch | null}
   */
  of(match) {
    const held = this.#matches.get(match);
    if (held) return held;
    try {
      const text = this.#store?.getItem(`${INDEX}.${match}`);
      const found = text ? /** @type {KeptMatch} */ (JSON.parse(text)) : null;
      if (found) this.#matches.set(match, found);
      return found;
    } catch {
      return null;
    }
  }

  /**
   * Give what was kept of one deal.
   * @param {string} match
   * @param {number} game
   * @param {number} deal
   * @returns {KeptDeal | null}
   */
  deal(match, game, deal) {
    return this.of(match)?.deals[`${game}/${deal}`] ?? null;
  }

  /**
   * Note what was told. Give all entries of one message together: a seal that comes in the same
   * message as its cards was not shown before them.
   * @param {string} match
   * @param {Told | readonly Told[]} told
   * @param {{seat?: number | null, game?: number, sent?: string}} [more] `game` is the number of
   *   the game that the first entry belongs to, where none is told to begin; `sent` is the word
   *   that was sent from here for the deal that comes
   */
  note(match, told, { seat = null, game, sent } = {}) {
    const entries = Array.isArray(told) ? told : [told];
    const now = structuredClone(this.of(match)) ?? { seat, game: game ?? 1, deal: 0, deals: {} };
    const before = JSON.stringify(now);
    if (seat !== null) now.seat = seat;
    if (game !== undefined && !entries.some(({ event }) => event.type === "game_began")) {
      now.game = game;
    }
    if (sent !== undefined) this.#deal(now).sent = sent;
    /** @type {Set<KeptDeal>} */
    const fresh = new Set();
    for (const { event } of entries) this.#note(now, event, fresh);
    if (before !== JSON.stringify(now)) this.#write(match, now);
  }

  /**
   * Note the word that is about to be sent from here.
   * @param {string} match
   * @param {string} word
   */
  sent(match, word) {
    this.note(match, [], { sent: word, seat: this.of(match)?.seat ?? null });
  }

  /**
   * @param {KeptMatch} now
   * @param {number} [number]
   * @returns {KeptDeal}
   */
  #deal(now, number = now.deal) {
    const key = `${now.game}/${number}`;
    const deal = now.deals[key] ?? { seals: [], early: false, words: {} };
    now.deals[key] = deal;
    return deal;
  }

  /**
   * @param {KeptMatch} now
   * @param {Told["event"]} event
   * @param {Set<KeptDeal>} fresh the deals whose seal came with this message
   */
  #note(now, event, fresh) {
    switch (event.type) {
      case "game_began":
        now.game = event.game;
        now.deal = event.dealer === null ? 0 : 1;
        break;
      case "committed": {
        now.deal = event.deal;
        const deal = this.#deal(now);
        if (deal.seals.length === 0) {
          deal.early = true;
          fresh.add(deal);
        }
        if (!deal.seals.includes(event.commitment)) deal.seals.push(event.commitment);
        break;
      }
      case "said_ready":
        this.#deal(now).words[event.seat] = event.contribution;
        break;
      case "starter_cut":
        this.#deal(now).cut = { seat: event.seat, at: event.at };
        break;
      case "dealer_cut":
      case "dealt": {
        const deal = this.#deal(now, event.deal ?? 0);
        if (deal.seals.length === 0 || fresh.has(deal)) deal.early = false;
        break;
      }
      default:
    }
  }

  /**
   * @param {string} match
   * @param {KeptMatch} now
   */
  #write(match, now) {
    const deals = Object.keys(now.deals);
    for (const key of deals.slice(0, Math.max(0, deals.length - DEAL_LIMIT))) delete now.deals[key];
    this.#matches.delete(match);
    this.#matches.set(match, now);
    for (const old of [...this.#matches.keys()].slice(0, -MATCH_LIMIT)) this.#matches.delete(old);
    const order = [...this.#order().filter((one) => one !== match), match];
    while (order.length > MATCH_LIMIT) this.#drop(order.shift());
    for (;;) {
      try {
        this.#store?.setItem(`${INDEX}.${match}`, JSON.stringify(now));
        this.#store?.setItem(INDEX, JSON.stringify(order));
        return;
      } catch (error) {
        // There is no room left: older matches make place, and then it is kept in memory alone.
        if (order.length <= 1) {
          console.warn("what was shown of this match cannot be kept", error);
          return;
        }
        this.#drop(order.shift());
      }
    }
  }

  /** @returns {string[]} the matches that are kept, the oldest first */
  #order() {
    try {
      const order = JSON.parse(this.#store?.getItem(INDEX) ?? "[]");
      return Array.isArray(order) ? order : [];
    } catch {
      return [];
    }
  }

  /** @param {string | undefined} match */
  #drop(match) {
    this.#store?.removeItem(`${INDEX}.${match}`);
  }
}

/** What this browser keeps. */
export const kept = new Kept();
