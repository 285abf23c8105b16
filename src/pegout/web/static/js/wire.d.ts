// Made by `python tools/wire_types.py` from src/pegout/wire.py; what is changed here is lost.

/** Let an opponent's count stand. */
export interface Accept {
  type: "accept";
  seat: number;
}

/** A seat let the count stand. */
export interface Accepted {
  type: "accepted";
  seat: number;
}

/** Do something at the table. */
export interface Act {
  type: "act";
  /** A name for this request that the client has not used before at this table. */
  id: string;
  /** The match that is meant. */
  match: string;
  /** One of `legal` in the last standing. */
  action: Action;
}

/** What a seat may ask for. */
export type Action =
  | Ready
  | CutForDeal
  | Discard
  | Cut
  | Play
  | Go
  | Claim
  | Muggins
  | Accept;

/** Begin another match at this table, with the same players, once this one is over. */
export interface Again {
  type: "again";
  /** A name for this request that the client has not used before at this table. */
  id: string;
  /** The match that is meant. */
  match: string;
}

/** Have the table do these things for the seat from now on, and no others. */
export interface Automate {
  type: "automate";
  automations: ("accept" | "cut" | "cut_for_deal" | "go" | "only_card" | "ready")[];
}

/** The server closes this connection; `again` says whether to come back in a moment. */
export interface Bye {
  type: "bye";
  code: string;
  message: string;
  again: boolean;
}

/** A card, rank then suit; `??` is one that this seat does not know. */
export type Card =
  "AC" | "AD" | "AH" | "AS" | "2C" | "2D" | "2H" | "2S" | "3C" | "3D" | "3H" | "3S" | "4C" | "4D"
  | "4H" | "4S" | "5C" | "5D" | "5H" | "5S" | "6C" | "6D" | "6H" | "6S" | "7C" | "7D" | "7H" |
  "7S" | "8C" | "8D" | "8H" | "8S" | "9C" | "9D" | "9H" | "9S" | "TC" | "TD" | "TH" | "TS" | "JC"
  | "JD" | "JH" | "JS" | "QC" | "QD" | "QH" | "QS" | "KC" | "KD" | "KH" | "KS" | "??";

/** Say how many points the hand or crib on the table has, with manual counting. */
export interface Claim {
  type: "claim";
  seat: number;
  points: number;
}

/** A seat said how many points it counts; `reason` is `play`, `hand` or `crib`. */
export interface Claimed {
  type: "claimed";
  seat: number;
  reason: "start" | "heels" | "play" | "go" | "hand" | "crib" | "muggins" | "overcount";
  points: number;
}

/** The pack of this deal was committed to; 0 is the pack that is cut for the first deal. */
export interface Committed {
  type: "committed";
  deal: number;
  commitment: string;
}

/** A count is over at this number; this seat had laid its last card. */
export interface CountEnded {
  type: "count_ended";
  seat: number;
  count: number;
}

/** The true count of what a seat had claimed. */
export interface Counted {
  type: "counted";
  seat: number;
  reason: "start" | "heels" | "play" | "go" | "hand" | "crib" | "muggins" | "overcount";
  items: Item[];
  points: number;
  claimed: number;
}

/** Cut for the starter: lift `at` cards off the pack. */
export interface Cut {
  type: "cut";
  seat: number;
  at: number;
}

/** Cut for the first deal: take the card at this place of the pack, 0 being its top. */
export interface CutForDeal {
  type: "cut_for_deal";
  seat: number;
  at: number;
}

/** These seats cut equally low cards and cut again. */
export interface CutTied {
  type: "cut_tied";
  seats: number[];
}

/** The deal with this number is over; the deal passes to the left. */
export interface DealEnded {
  type: "deal_ended";
  deal: number;
}

/** This seat deals first. */
export interface DealerChosen {
  type: "dealer_chosen";
  seat: number;
}

/** A seat cut this card for the first deal, at this place of the pack. */
export interface DealerCut {
  type: "dealer_cut";
  seat: number;
  at: number;
  card: Card;
}

/** A cut for the first deal: the seat, the place in the pack and the card found there. */
export interface DealerCutAt {
  seat: number;
  at: number;
  card: Card;
}

/** A deal: its number from 1, each seat's cards, and what went from the pack to the crib. */
export interface Dealt {
  type: "dealt";
  deal: number;
  dealer: number;
  hands: Card[][];
  crib: Card[];
}

/** Lay cards away to the crib. */
export interface Discard {
  type: "discard";
  seat: number;
  cards: Card[];
}

/** A seat laid these cards away to the crib. */
export interface Discarded {
  type: "discarded";
  seat: number;
  cards: Card[];
}

/** A request was granted, and what follows from it is stored. */
export interface Done {
  type: "done";
  /** The name of the request. */
  id: string;
  /**
   * For `act`, `undo` and `next_game` the entry of the log that holds the name of the request,
   * which stands before all that followed from it; for the others, and where the next game was
   * there already, the last entry of the match, 0 without one.
   */
  number: number;
}

/** What happened. */
export type Event =
  | Committed
  | SaidReady
  | Shuffled
  | DealerCut
  | CutTied
  | DealerChosen
  | Dealt
  | Discarded
  | StarterCut
  | Played
  | SaidGo
  | CountEnded
  | HandShown
  | Claimed
  | Counted
  | Scored
  | MugginsCalled
  | Accepted
  | DealEnded
  | Revealed
  | GameEnded
  | MatchBegan
  | GameBegan
  | Undone
  | MatchEnded;

/** What happened after the entry `after`, up to the entry `number`. */
export interface Events {
  type: "events";
  match: string;
  after: number;
  number: number;
  events: Told[];
  standing: Standing;
}

/** Have a computer player take a seat that nobody has taken yet. */
export interface Fill {
  type: "fill";
  /** A name for this request that the client has not used before at this table. */
  id: string;
  seat: number;
  level: string;
}

/** A game of the match began; the dealer is `null` if the first deal is to be cut for. */
export interface GameBegan {
  type: "game_began";
  game: number;
  dealer: number | null;
}

/** The game is over. */
export interface GameEnded {
  type: "game_ended";
  result: Result;
}

/** Say go: no card fits under 31. */
export interface Go {
  type: "go";
  seat: number;
}

/** A go: who said it, at which count, and after how many cards of the deal. */
export interface GoSaid {
  seat: number;
  count: number;
  after: number;
}

/** A hand, or the crib, was laid open to be counted. */
export interface HandShown {
  type: "hand_shown";
  seat: number;
  cards: Card[];
  crib: boolean;
}

/** The first message on every connection: who comes, and what they know already. */
export interface Hello {
  type: "hello";
  version: number;
  /** What holds the seat; empty for a spectator. */
  token?: string;
  language?: string;
  /** The match last known, if any. */
  match?: string;
  /** The number of the last entry of it that is known. */
  since?: number;
}

/** Ask what a strong player would do; only where all others are computer players. */
export interface Hint {
  type: "hint";
  /** A name for this request that the client has not used before at this table. */
  id: string;
  /** The match that is meant. */
  match: string;
}

/** One thing that scores: what it is, the cards that make it, and the points. */
export interface Item {
  kind: "fifteen" | "thirty_one" | "pair" | "pair_royal" | "double_pair_royal" | "run" | "double_run" | "triple_run" | "double_double_run" | "multiple_run" | "flush" | "nobs" | "heels" | "go" | "last_card";
  cards: Card[];
  points: number;
}

/** A card on the table in the play, and the seat that laid it. */
export interface Laid {
  seat: number;
  card: Card;
}

/** The match began as set up; `rules_version` is that of the rules that logged it. */
export interface MatchBegan {
  type: "match_began";
  setup: Setup;
  rules_version: number;
}

/** The match is over, with these points for each side; several sides may share the win. */
export interface MatchEnded {
  type: "match_ended";
  winners: number[];
  points: number[];
}

/** What the server sends. */
export type Message =
  | Welcome
  | TableChanged
  | Position
  | Events
  | Done
  | Refused
  | Suggestion
  | Phrase
  | Pong
  | Bye;

/** Claim points that an opponent has just missed. */
export interface Muggins {
  type: "muggins";
  seat: number;
  points: number;
}

/** A seat claimed points that were missed, and got `taken` of them. */
export interface MugginsCalled {
  type: "muggins_called";
  seat: number;
  points: number;
  taken: number;
}

/** Begin the next game of the match, once one is over. */
export interface NextGame {
  type: "next_game";
  /** A name for this request that the client has not used before at this table. */
  id: string;
  /** The match that is meant. */
  match: string;
}

/** A claim that opponents may still answer with muggins. */
export interface Pending {
  /** Who claimed. */
  seat: number;
  /** `play`, `hand` or `crib`. */
  reason: "start" | "heels" | "play" | "go" | "hand" | "crib" | "muggins" | "overcount";
  /** The points that were claimed. */
  claimed: number;
  /** The points that opponents have taken so far. */
  taken: number;
  /** The seats that have not answered yet. */
  awaiting: number[];
}

/** Somebody said a ready phrase. */
export interface Phrase {
  type: "phrase";
  seat: number;
  phrase: string;
  text: string;
}

/** Ask whether the connection is alive. */
export interface Ping {
  type: "ping";
  id?: string;
}

/** Lay a card in the play; with manual counting, say how many points it scores. */
export interface Play {
  type: "play";
  seat: number;
  card: Card;
  claim?: number | null;
}

/** A seat laid a card, and the count is now this. */
export interface Played {
  type: "played";
  seat: number;
  card: Card;
  count: number;
}

/** The connection is alive. */
export interface Pong {
  type: "pong";
  id: string;
}

/** The whole of a match as this seat knows it, after the entry `number`. */
export interface Position {
  type: "position";
  /** The match. */
  match: string;
  /** The number of the last entry. */
  number: number;
  /** The match. */
  setup: Setup;
  /** What the seat knows. */
  view: View;
  /** The entries of the current game that count. */
  log: Told[];
  /** What stands on the table. */
  standing: Standing;
  /** How each finished game of the match ended. */
  results: Result[];
}

/** Say that the cards may be dealt, and add a word of one's own to the shuffle. */
export interface Ready {
  type: "ready";
  seat: number;
  contribution?: string;
}

/** A request was not granted, and nothing has changed; `id` is empty if it had none. */
export interface Refused {
  type: "refused";
  id: string;
  code: string;
  message: string;
}

/** What a client sends. */
export type Request =
  | Hello
  | Act
  | Undo
  | NextGame
  | Again
  | Hint
  | Fill
  | Automate
  | Speak
  | Say
  | Sync
  | Ping;

/** How a game ended. */
export interface Result {
  type?: "result";
  /** The winning sides; more than one only in lowball with three players. */
  winners: number[];
  /** For each side, how badly it was beaten: 0, 1 for a skunk, 2 for a double skunk. */
  skunks: number[];
  /** The points for a match that each side gets, one amount for each side beaten. */
  match_points: number[];
}

/** The secret behind the pack of a deal was published. */
export interface Revealed {
  type: "revealed";
  deal: number;
  secret: string;
}

/** Every switch of the rule book; `rules` makes one from a preset and the differences. */
export interface Rules {
  /** The preset that the switches are told apart from; see `PRESETS`. */
  preset: string;
  /** 2, 3, or 4 in two teams. */
  players: number;
  /** The hole that ends the game, 31 to 241. */
  target: number;
  /** 0, 1 or 2 for a jack of the starter's suit in hand or crib. */
  nobs_points: number;
  /** 0, 1 or 2 to the dealer when the starter is a jack. */
  heels_points: number;
  /** Which flush counts in the crib: `five` cards, `four` or `none`. */
  crib_flush: "five" | "four" | "none";
  /** Whether runs count in the play. */
  runs_in_play: boolean;
  /** Whether 31 also pays the point for the last card of the count. */
  go_stacks_on_31: boolean;
  /** `automatic`, or `manual` where each player says what they count. */
  counting: "automatic" | "manual";
  /** With manual counting, whether the opponents may take points that were missed. */
  muggins: boolean;
  /**
   * With manual counting, whether a claim that is too high is `corrected` or its excess goes
   * `to_opponent`.
   */
  overcount: "corrected" | "to_opponent";
  /** Whether heels, a go and a last card are worth nothing in the last hole. */
  stinkhole: boolean;
  /** Whether the first to reach the target loses. */
  lowball: boolean;
  /**
   * Five dealt, two laid away, hands of three, the play stops at the first 31 or go, and the
   * non-dealer starts with three points. Two players.
   */
  five_card: boolean;
  /** Whether a win by more than 30 and more than 60 holes counts for more. */
  skunks: boolean;
  /** Points for a match for a game, a skunk and a double skunk. */
  match_points: [number, number, number];
  /** Who deals first is `cut` for, `random` or `chosen`. */
  first_deal: "cut" | "random" | "chosen";
  /**
   * Who deals first in the next game: the `loser`, `alternate` turns, or `usual`: the loser after a
   * single game, alternate turns in a match.
   */
  next_deal: "usual" | "loser" | "alternate";
}

/** A seat said go at this count. */
export interface SaidGo {
  type: "said_go";
  seat: number;
  count: number;
}

/** A seat is ready for the cards, and added this to the shuffle. */
export interface SaidReady {
  type: "said_ready";
  seat: number;
  contribution: string;
}

/** Say one of the ready phrases to the table. */
export interface Say {
  type: "say";
  phrase: string;
}

/** Points were pegged, or a hand was counted that has none. */
export interface Scored {
  type: "scored";
  /** Whose points; its side pegs them. */
  seat: number;
  /** What for. */
  reason: "start" | "heels" | "play" | "go" | "hand" | "crib" | "muggins" | "overcount";
  /** The points one by one; empty where opponents may still find what was missed. */
  items: Item[];
  /** The points that the side was given, as counted. */
  points: number;
  /** The side's score after it, at most the target. */
  score: number;
}

/** A seat of a table, as everybody sees it. */
export interface Seat {
  /** The player's name; empty while nobody has taken the seat. */
  name: string;
  /** `person`, or the level of a computer player. */
  kind: string;
  /** Whether somebody sits there. */
  taken: boolean;
  /** Whether that person is connected; true for a computer player. */
  present: boolean;
  /** Whether a computer player acts for a person who has gone. */
  stand_in: boolean;
}

/** Who sits at a seat: a name, and `person` or the name of a computer player's level. */
export interface Seated {
  name: string;
  kind: string;
}

/** Everything that is settled before the first card. */
export interface Setup {
  type?: "setup";
  /** A name for the match that no other match has; it is part of what deals are sealed with. */
  id: string;
  /** The rules of every game. */
  rules: Rules;
  /** Who sits where, clockwise. */
  seats: Seated[];
  /** How many games are played. */
  games: number;
  /**
   * Where not 0, the match goes on until a side has this many points for the match, however many
   * games that takes.
   */
  play_to: number;
  /** Who deals first, if that is settled; `null` to follow `rules.first_deal`. */
  dealer: number | null;
  /** What the match belongs to, for the record. */
  event: string;
  /** When it is played, for the record; ISO 8601. */
  date: string;
}

/** A hand or the crib, face up in the show; `seat` is its owner. */
export interface Shown {
  seat: number;
  cards: Card[];
  crib: boolean;
}

/** The pack lies on the table, top card first; no seat sees it. */
export interface Shuffled {
  type: "shuffled";
  pack: Card[];
}

/** Have everything said in another language from now on; the position is sent anew. */
export interface Speak {
  type: "speak";
  language: string;
}

/** What stands on the table after all that happened: what can be done, and what is said of it. */
export interface Standing {
  /** The seats that the table waits for. */
  to_act: number[];
  /** Whose turn it is in the play and in the show. */
  turn: number | null;
  /** What this seat may do now. */
  legal: Action[];
  /** What this seat is to do, or whom the table waits for. */
  says: string;
  /** The name of the phase. */
  phase: string;
  /** Whose crib it is: "Ann's crib". */
  crib: string;
  /** Where a discard goes: "to Ann's crib". */
  to_crib: string;
  /** The names of the cards in hand, and what each would do now. */
  cards: Record<string, string>;
  /** Whether this seat may take its last decision back. */
  undo: boolean;
  /** Whether the next game of the match may begin. */
  next_game: boolean;
  /** Whether the match is over. */
  over: boolean;
  /** The number of the game. */
  game: number;
  /** The points for the match, by side. */
  points: number[];
}

/** A seat lifted `at` cards off the pack and the dealer turned up the starter. */
export interface StarterCut {
  type: "starter_cut";
  seat: number;
  at: number;
  card: Card;
}

/** What a strong player would do. */
export interface Suggestion {
  type: "suggestion";
  id: string;
  /** What it would do. */
  action: Action;
  say: string;
}

/** Ask for what happened after an entry. */
export interface Sync {
  type: "sync";
  /** The match that is meant. */
  match: string;
  since?: number;
}

/** A table, as everybody sees it, before and while somebody plays there. */
export interface Table {
  /** The code of its link. */
  code: string;
  /** `open` while seats are free, `playing`, or `over`. */
  status: "open" | "over" | "playing";
  /** The rules of every game. */
  rules: Rules;
  /** How many games a match has. */
  games: number;
  /** The points that a match goes to instead, if not 0. */
  play_to: number;
  /** Who sits where, clockwise. */
  seats: Seat[];
  /** What the host decided. */
  options: TableOptions;
  /** The match that is played; empty while seats are free. */
  match: string;
  /** How many others watch. */
  spectators: number;
}

/** The table has changed: somebody came, went, or took a seat. */
export interface TableChanged {
  type: "table";
  table: Table;
}

/** What the host of a table decided beside the rules. */
export interface TableOptions {
  /** Whether others may watch. */
  spectators: boolean;
  /** Whether the ready phrases are allowed. */
  chat: boolean;
  /** After how many seconds a computer player acts for a person who has gone; 0 for never. */
  stand_in: number;
}

/** An entry of the log as this seat may see it, with the words for it. */
export interface Told {
  /** The number of the entry. Numbers grow; some entries are for nobody's eyes. */
  number: number;
  /** What happened. */
  event: Event;
  /** It in a sentence; empty where there is nothing to say. */
  say?: string;
  /** The word of the moment, for beside the count: "Fifteen for two", "Go". */
  word?: string;
  /** A hand's items as they are counted aloud, one for each item. */
  phrases?: string[];
}

/** Take the last decision back; only against computer players, in the same deal. */
export interface Undo {
  type: "undo";
  /** A name for this request that the client has not used before at this table. */
  id: string;
  /** The match that is meant. */
  match: string;
}

/** A seat took its last decision back: every entry after the number `to` counts no more. */
export interface Undone {
  type: "undone";
  seat: number;
  to: number;
}

/** One seat's knowledge. Tuples over seats or sides are in their order. */
export interface View {
  type: "view";
  /** Whose view this is; `null` for a spectator. */
  seat: number | null;
  /** The rules of the game. */
  rules: Rules;
  /** Where in the game we are. */
  phase: "ready" | "shuffle" | "cut_for_deal" | "discard" | "cut" | "play" | "show" | "over";
  /** The number of this deal; 0 while the first deal is cut for. */
  deal: number;
  /** The dealer, once known. */
  dealer: number | null;
  /** For each side, its front peg. */
  scores: number[];
  /** For each side, its rear peg: the score before the last points. */
  rear: number[];
  /** The seats that the game waits for. */
  to_act: number[];
  /** The seats that are ready for the next cards. */
  ready: number[];
  /** What the coming or current pack was committed to, if it was. */
  commitment: string | null;
  /** The cuts for the first deal in this round. */
  cuts: DealerCutAt[];
  /** The places of the pack that are taken, while the first deal is cut for. */
  cut_places: number[];
  /** How many cards the pack has left. */
  pack_size: number;
  /** The cards that this seat was dealt; empty for a spectator. */
  dealt: Card[];
  /** The cards that this seat holds now. */
  hand: Card[];
  /** The cards that this seat laid away. */
  discards: Card[];
  /** For each seat, how many cards it holds. */
  hand_sizes: number[];
  /** The seats that have laid away. */
  discarded: number[];
  /** How many cards lie in the crib. */
  crib_size: number;
  /** The starter, once cut. */
  starter: Card | null;
  /** The count of the play. */
  count: number;
  /** The cards of the current count, in the order laid. */
  pile: Laid[];
  /** The cards of the counts before, one tuple for each. */
  earlier: Laid[][];
  /** Every go of this deal. */
  goes: GoSaid[];
  /** The seats that have said go in this count. */
  gone: number[];
  /** The seat to lay a card, or to count; nobody while a claim awaits its answers. */
  turn: number | null;
  /** The hands laid open in the show so far, the crib last. */
  shown: Shown[];
  /** A claim that opponents may still answer. */
  claim: Pending | null;
  /** How the game ended, if it has. */
  result: Result | null;
  /** What this seat may do now. */
  legal: Action[];
}

/** The answer to `hello`: which seat this is, `null` for a spectator. */
export interface Welcome {
  type: "welcome";
  version: number;
  seat: number | null;
  language: string;
  table: Table;
}
