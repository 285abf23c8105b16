/**
 * What this browser has stored about every deal since before its cards were dealt: the seals as
 * shown, the contribution that it sent, and those of the other seats. A verification after the game
 * relies on data stored beforehand, so none of it is fetched again.
 */

import { storage } from "../settings.js";

/**
 * @typedef {object} SavedDeal
 * @property {string[]} seals every seal shown for the deal; more than one is a fault
 * @property {boolean} early whether the first seal was shown before any card was dealt or cut
 * @property {string} [sent] the contribution that this browser sent
 * @property {Record<string, string>} words the contributions shown, by seat
 * @property {{seat: number, at: number}} [cut] the seat that cut for the starter, and where it cut
 */

/**
 * @typedef {object} SavedMatch
 * @property {number | null} seat the seat that was taken here; null for a spectator
 * @property {number} game the number of the current game
 * @property {number} deal the number of the current or next deal
 * @property {Record<string, SavedDeal>} deals the deals by game and deal number, as in `1/3`
 */

/** @typedef {{number: number, event: {type: string, [member: string]: any}}} LogEntry */
/** @typedef {Pick<Storage, "getItem" | "setItem" | "removeItem">} Store */

const INDEX = "pegout.kept";
/** The number of matches stored; the oldest is dropped first. */
export const MATCH_LIMIT = 30;
/** The number of deals stored per match; the oldest are dropped first. */
export const DEAL_LIMIT = 500;

/** Stores what was shown of each match. */
export class SavedMatches {
  /** @type {Store | null} */
  #store;
  /** @type {Map<string, SavedMatch>} */
  #matches = new Map();

  /** @param {Store | null} [store] */
  constructor(store = storage()) {
    this.#store = store;
  }

  /**
   * Return what is stored of a match.
   * @param {string} match
   * @returns {SavedMatch | null}
   */
  of(match) {
    const held = this.#matches.get(match);
    if (held) return held;
    try {
      const text = this.#store?.getItem(`${INDEX}.${match}`);
      const found = text ? /** @type {SavedMatch} */ (JSON.parse(text)) : null;
      if (found) this.#matches.set(match, found);
      return found;
    } catch {
      return null;
    }
  }

  /**
   * Return what is stored of one deal.
   * @param {string} match
   * @param {number} game
   * @param {number} deal
   * @returns {SavedDeal | null}
   */
  deal(match, game, deal) {
    return this.of(match)?.deals[`${game}/${deal}`] ?? null;
  }

  /**
   * Store what entries show. Pass all entries of one message together: a seal that arrives in the
   * same message as its cards was not shown before them.
   * @param {string} match
   * @param {LogEntry | readonly LogEntry[]} logged
   * @param {{seat?: number | null, game?: number, sent?: string}} [more] `game` is the game of the
   *   first entry, unless an entry begins one; `sent` is the contribution that this browser sent
   *   for the next deal
   */
  note(match, logged, { seat = null, game, sent } = {}) {
    const entries = Array.isArray(logged) ? logged : [logged];
    const now = structuredClone(this.of(match)) ?? { seat, game: game ?? 1, deal: 0, deals: {} };
    const before = JSON.stringify(now);
    if (seat !== null) now.seat = seat;
    if (game !== undefined && !entries.some(({ event }) => event.type === "game_began")) {
      now.game = game;
    }
    if (sent !== undefined) this.#deal(now).sent = sent;
    /** @type {Set<SavedDeal>} */
    const fresh = new Set();
    for (const { event } of entries) this.#note(now, event, fresh);
    if (before !== JSON.stringify(now)) this.#write(match, now);
  }

  /**
   * Store the contribution that is about to be sent.
   * @param {string} match
   * @param {string} word
   */
  sent(match, word) {
    this.note(match, [], { sent: word, seat: this.of(match)?.seat ?? null });
  }

  /**
   * @param {SavedMatch} now
   * @param {number} [number]
   * @returns {SavedDeal}
   */
  #deal(now, number = now.deal) {
    const key = `${now.game}/${number}`;
    const deal = now.deals[key] ?? { seals: [], early: false, words: {} };
    now.deals[key] = deal;
    return deal;
  }

  /**
   * @param {SavedMatch} now
   * @param {LogEntry["event"]} event
   * @param {Set<SavedDeal>} fresh the deals whose seal arrived with this message
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

  /** @param {string} match @param {SavedMatch} now */
  #write(match, now) {
    const deals = Object.keys(now.deals);
    for (const key of deals.slice(0, Math.max(0, deals.length - DEAL_LIMIT))) delete now.deals[key];
    this.#matches.delete(match);
    this.#matches.set(match, now);
    for (const old of [...this.#matches.keys()].slice(0, -MATCH_LIMIT)) this.#matches.delete(old);
    const order = [...this.#order().filter((other) => other !== match), match];
    while (order.length > MATCH_LIMIT) this.#drop(order.shift());
    for (;;) {
      try {
        this.#store?.setItem(`${INDEX}.${match}`, JSON.stringify(now));
        this.#store?.setItem(INDEX, JSON.stringify(order));
        return;
      } catch (error) {
        // Storage is full: drop older matches, and at last use memory alone.
        if (order.length <= 1) {
          console.warn("what was shown of this match cannot be kept", error);
          return;
        }
        this.#drop(order.shift());
      }
    }
  }

  /** @returns {string[]} the stored matches, the oldest first */
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

/** The store of this browser. */
export const saved = new SavedMatches();
