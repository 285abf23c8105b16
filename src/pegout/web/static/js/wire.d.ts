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
  | Accept
  | Resign
  | Stop
  | GoOn;

/** Begin another match at this table, with the same players, once this one is over. */
export interface Again {
  type: "again";
  /** A name for this request that the client has not used before at this table. */
  id: string;
  /** The match that is meant. */
  match: string;
}

/** A discard that could be made, with what comes behind it. */
export interface AnalysedDiscard {
  /** What it is worth. */
  option: DecisionOption;
  /** What it loses beside the best. */
  loss: DecisionLoss;
  /** The same in a sentence, and why. */
  says: string;
  /** What the hand has with the starters, the fewest points first. */
  hand: PointsShare[];
  /** What the crib has, likewise. */
  crib: PointsShare[];
}

/** Say whether somebody looks at the table here; a player who does takes their seat back. */
export interface Attend {
  type: "attend";
  here: boolean;
}

/** Have the table do these things for the seat from now on, and no others. */
export interface Automate {
  type: "automate";
  automations: ("accept" | "cut" | "cut_for_deal" | "go" | "only_card" | "ready")[];
}

/** A hand or crib that was counted. */
export interface BestHand {
  /** Whose. */
  seat: number;
  /** Whether it was the crib. */
  crib: boolean;
  /** Its cards, without the starter. */
  cards: string[];
  /** The starter. */
  starter: string;
  /** What it was given. */
  points: number;
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

/** The chance of winning of the side that deals, at every score of two sides. */
export interface ChanceMap {
  /** 2 or 4. */
  players: number;
  /** The hole that ends the game. */
  target: number;
  /**
   * In thousandths, a row for each score of the side that deals, in it a number for each score of
   * the other side, from 0 on.
   */
  rows: number[][];
}

/** The chances of winning at the start of a deal. */
export interface ChancesDealing {
  /**
   * Who deals: 0 for oneself, 1 for the next on the left, and so on; of four players one of either
   * side.
   */
  dealer: number;
  /** The chance of each side, from 0 to 1, the own first. */
  chances: number[];
}

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

/** The chance of winning at a moment of a game. */
export interface CurvePoint {
  /** After which entry in the log of the replay. */
  number: number;
  /** The chance that the side of seat 0 wins, from 0 to 1. */
  chance: number;
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

/** Where a deal begins. */
export interface DealStart {
  /** The number of the deal. */
  deal: number;
  /** The number of the entry of the log at which the cards are dealt. */
  number: number;
  /** The seat that deals. */
  dealer: number;
  /** The score of each side at that moment. */
  scores: number[];
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

/** The engine is to decide. */
export interface Decide {
  type: "decide";
  /** The name of the question. */
  id: string;
  /** How long it may take to answer. */
  milliseconds: number;
  /** All that its seat knows. */
  view: View;
}

/** What there is to choose in a decision that is still to be made, and why the best is that. */
export interface DecisionAdvice {
  /** What is to be decided. */
  kind: "count" | "discard" | "muggins" | "play";
  /** Whether the chance of winning decides which option is the best; points do otherwise. */
  by_chance: boolean;
  /**
   * The best three, the best first; and last, where it is none of them, the one that was asked
   * about.
   */
  options: DecisionOption[];
  /** The place among them of the one that was asked about, from 0 on; `null` if none was. */
  chosen: number | null;
  /** What that would lose. */
  loss: DecisionLoss | null;
  /** How much that is. */
  verdict: DecisionVerdict | null;
  /** Why the best is the best, in a sentence; beside the one that was asked about. */
  says: string;
}

/** What a decision lost beside the best; nothing where the two cannot be told apart. */
export interface DecisionLoss {
  /** Net points of the deal. */
  points: number;
  /** Of the chance of winning the game. */
  chance: number;
  /** Whether the two cannot be told apart. */
  tied: boolean;
}

/** What could be chosen, and what it was worth to a player who knew what this player knew. */
export interface DecisionOption {
  /** The cards discarded, or the one that is played; none for a claim. */
  cards: string[];
  /** The mean of the hand, in points; 0 for a card. */
  hand: number;
  /** The mean of the crib, in points, less than 0 where it is an opponent's; 0 for a card. */
  crib: number;
  /** What is pegged from here on, less what opponents peg. */
  play: number;
  /** Hand, crib and play together. */
  points: number;
  /** The chance of winning the game, from 0 to 1. */
  chance: number;
  /** How often the solved play plays the card, from 0 to 1; `null` where it says nothing. */
  share: number | null;
  /** Whether it cannot be told apart from the best. */
  tied: boolean;
  /** The points that are claimed, 0 to let a count stand; `null` where cards are chosen. */
  claim: number | null;
  /** Its name in words: its cards, or what is claimed. */
  words: string;
}

/** What the decisions of a seat come to in a game. */
export interface DecisionSums {
  /** The seat. */
  seat: number;
  /** How many were valued that were made without help. */
  decisions: number;
  /** How many of them were mistakes or large mistakes. */
  mistakes: number;
  /** What all of them lost, of the chance of winning. */
  loss: number;
  /**
   * How many more were valued, which were made after a hint, after taking back or after a warning.
   */
  helped: number;
  /**
   * How many say what level a player plays like: those that points decide, in games of two where
   * nothing is estimated.
   */
  counted: number;
  /** What these lost, in points. */
  points: number;
}

/** How much a decision lost, in a word. */
export interface DecisionVerdict {
  /** The verdict, for programs. */
  name: "fine" | "inaccuracy" | "large_mistake" | "mistake";
  /** The same for people. */
  word: string;
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

/** Every discard from some cards, at a score. */
export interface DiscardsAnalysed {
  /** The cards dealt. */
  cards: string[];
  /** Who deals: 0 for oneself, 1 for the next on the left, and so on. */
  dealer: number;
  /** Whose crib it is. */
  whose: "opponent" | "own" | "partner";
  /** The score of each side, the own first. */
  scores: number[];
  /** How many play. */
  players: number;
  /** The hole that ends the game. */
  target: number;
  /** Whether the chance of winning decides; points do otherwise. */
  by_chance: boolean;
  /** How many cards may be the starter. */
  starters: number;
  /** Every discard, the best first. */
  discards: AnalysedDiscard[];
  /** What is estimated, in sentences. */
  notes: string[];
}

/** A request was granted, and what follows from it is stored. */
export interface Done {
  type: "done";
  /** The name of the request. */
  id: string;
  /**
   * The entry that holds the name of the request, in the log of the match that the request names;
   * what followed from it stands after it. 0 for `fill`, `stand_in` and `nudge`, which are about
   * the table and belong to no match.
   */
  number: number;
}

/** The decision of an engine. */
export interface EngineAct {
  type: "act";
  /** The `id` of the question. */
  id: string;
  /** One of `legal` in the view. */
  action: Action;
}

/** The first line of an engine: which version it speaks, and who it is. */
export interface EngineHello {
  type: "hello";
  version: number;
  name?: string;
  /** Which version of the engine it is. */
  release?: string;
}

/** What an engine is sent. */
export type EngineMessage =
  | EngineWelcome
  | NewGame
  | Decide
  | Bye;

/** What an engine sends. */
export type EngineRequest =
  | EngineHello
  | EngineAct;

/** The answer to `hello`. */
export interface EngineWelcome {
  type: "welcome";
  /** The version of the protocol for engines. */
  version: number;
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
  | Resigned
  | StopOffered
  | StopDeclined
  | GameEnded
  | MatchBegan
  | GameBegan
  | PracticeBegan
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

/** Something memorable about a game. */
export interface Feat {
  /** What for. */
  kind: "comeback" | "double_skunk" | "hand" | "skunk";
  /** A word for it: "A skunk!". */
  word: string;
  /** What happened, in a sentence. */
  says: string;
  /** The hand that it is about. */
  hand: BestHand | null;
}

/** What is wrong with one of the records of a file. */
export interface FileFault {
  /** The first line that is wrong. */
  line: number;
  /** What was expected there, and what is there. */
  message: string;
}

/** What stands in a file: the sound records, and the first fault of each of the others. */
export interface FileRead {
  records: FileRecord[];
  faults: FileFault[];
}

/** A record that was found in a file. */
export interface FileRecord {
  /** The record in its canonical form. */
  text: string;
  /** What it tells. */
  summary: MatchSummary;
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

/** A decision of a game, and what it was worth. */
export interface GameDecision {
  /** The number of its entry in the log of the replay. */
  number: number;
  /** The number of the deal. */
  deal: number;
  /** Who decided. */
  seat: number;
  /** What was decided. */
  kind: "count" | "discard" | "muggins" | "play";
  /** Whether the chance of winning decides which option is the best; points do otherwise. */
  by_chance: boolean;
  /** Every option, the best first. */
  options: DecisionOption[];
  /** The place of the chosen one among them, from 0 on. */
  chosen: number;
  /** What it lost. */
  loss: DecisionLoss;
  /** How much that is. */
  verdict: DecisionVerdict;
  /** Why the best is the best, in a sentence; empty where there is nothing to say. */
  says: string;
  /** The standard error of a difference in points. */
  points_error: number;
  /** The same of a difference of chances. */
  chance_error: number;
  /** After what help it was made, in words; empty where there was none. */
  helped: string;
}

/** The game is over. */
export interface GameEnded {
  type: "game_ended";
  result: Result;
}

/** What the decisions of a game were worth, and what made its result. */
export interface GameReview {
  /** The number of the game in the match. */
  game: number;
  /** Every decision that could be valued, in their order. */
  decisions: GameDecision[];
  /**
   * The chance of winning through the game. After each step where every card is known; elsewhere at
   * the decisions that were valued, by what the player knew.
   */
  curve: CurvePoint[];
  /** Whether the curve knows every card. */
  exact: boolean;
  /** Where each deal begins. */
  deals: DealStart[];
  /** What the decisions of each seat come to. */
  sums: DecisionSums[];
  /** Luck and errors as each side sees them; nothing where they cannot be told. */
  splits: LuckSplit[];
  /**
   * The result in a line, as for "You lost by 18. Luck −21, skill +3."; empty where luck and errors
   * cannot be told.
   */
  headline: string;
  /**
   * What level the player who is told plays like by this game, and how sure that is, a sentence
   * each; empty for a spectator, and where that cannot be told.
   */
  likeness: string[];
  /** What was not valued and why, a sentence each. */
  limits: string[];
}

/** A game of a match. */
export interface GameSummary {
  /** The score of each side. */
  scores: number[];
  /** The sides that won; nobody while it is played. */
  winners: number[];
  /** For each side how badly it was beaten: 0, 1 for a skunk, 2 for a double skunk. */
  skunks: number[];
}

/** Say go: no card fits under 31. */
export interface Go {
  type: "go";
  seat: number;
}

/** Take back, for everybody, all that was said of ending the game here. */
export interface GoOn {
  type: "go_on";
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

/** A seat, and the token that holds it. */
export interface Held {
  seat: number;
  token: string;
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
  /** Whether nobody looks at the table, as with a hidden tab. */
  away?: boolean;
}

/** Ask what a strong player would do; only where all others are computer players. */
export interface Hint {
  type: "hint";
  /** A name for this request that the client has not used before at this table. */
  id: string;
  /** The match that is meant. */
  match: string;
  /** What you would discard or play: the answer says what that is worth, too. */
  cards?: string[];
}

/** One thing that scores: what it is, the cards that make it, and the points. */
export interface Item {
  kind: "fifteen" | "thirty_one" | "pair" | "pair_royal" | "double_pair_royal" | "run" | "double_run" | "triple_run" | "double_double_run" | "multiple_run" | "flush" | "nobs" | "heels" | "go" | "last_card";
  cards: Card[];
  points: number;
}

/** A player who wants a seat. */
export interface Join {
  /** What they are called at the table. */
  name: string;
  /** Which seat, if that matters to them. */
  seat?: number | null;
  /**
   * A random secret of the client's own that is to hold the seat; a client that asks again with it
   * is answered with the seat that it holds.
   */
  token?: string;
}

/** A card on the table in the play, and the seat that laid it. */
export interface Laid {
  seat: number;
  card: Card;
}

/** A player who leaves a table for good. */
export interface Leaving {
  /** What holds the player's other seats, where several share a screen. */
  tokens?: string[];
}

/** How much of the result of a game was luck, and how much errors. */
export interface LuckSplit {
  /** In chances of winning, from 0 to 1. */
  chance: SplitParts;
  /** In holes of the final margin; `null` where it is not known in holes. */
  points: SplitParts | null;
}

/** A new table: its code, and the seats of the player who set it up. */
export interface Made {
  code: string;
  seats: Held[];
}

/** The match began as set up; `rules_version` is that of the rules that logged it. */
export interface MatchBegan {
  type: "match_began";
  setup: Setup;
  rules_version: number;
}

/** The match is over, with these points for each side. */
export interface MatchEnded {
  type: "match_ended";
  winners: number[];
  points: number[];
}

/** A match as a list of matches shows it. */
export interface MatchSummary {
  /** Its id. */
  match: string;
  /** When something last happened in it; ISO 8601, or empty where nobody knows. */
  updated: string;
  /** Whether it is over. */
  over: boolean;
  /** Who sat where, clockwise. */
  names: string[];
  /** `person` or the level at each seat. */
  kinds: string[];
  /** What a game goes to. */
  target: number;
  /** Whether it has several games, or goes to a number of points. */
  long: boolean;
  /** The points for the match, by side. */
  points: number[];
  /** The sides that won the match; nobody while it is played, or where it was stopped. */
  winners: number[];
  /** The seat that resigned the last game, if one did. */
  resigned: number | null;
  /** The games so far. */
  games: GameSummary[];
  /** What the seat that asks counted; `null` for nobody's. */
  sums: Sums | null;
  /** Whether it went on from a decision of another match. */
  practice: boolean;
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

/** The questions that follow are of another game; whatever is remembered is to be forgotten. */
export interface NewGame {
  type: "game";
  /** The name of the game. */
  game: string;
  /** The seat that the engine has in it. */
  seat: number;
  /** Where its chance is to come from; the same game brings the same seed. */
  seed: number;
}

/** Begin the next game of the match, once one is over. */
export interface NextGame {
  type: "next_game";
  /** A name for this request that the client has not used before at this table. */
  id: string;
  /** The match that is meant. */
  match: string;
}

/** Remind a person that the others wait. */
export interface Nudge {
  type: "nudge";
  /** A name for this request that the client has not used before at this table. */
  id: string;
  seat: number;
}

/** What a table is set up with. */
export interface Order {
  /** The preset of the rules. */
  preset?: string;
  /** What differs from it. */
  switches?: Record<string, boolean | number | string | number[]>;
  /** Who is to sit where, clockwise. */
  seats?: Wanted[];
  /** How many games a match has. */
  games?: number;
  /** The points that a match goes to instead, if not 0. */
  play_to?: number;
  /** What the host decides beside the rules. */
  options?: TableOptions;
  /**
   * A random secret of the client's own; a client that asks again with it is answered with the
   * table that it set up.
   */
  key?: string;
}

/** How a game ended. */
export interface Outcome {
  /** The sides that won; nobody where all agreed to stop. */
  winners: number[];
  /** How many holes lie between the winners and the nearest of the others. */
  margin: number;
  /** Whether it ended before the last hole, by resigning or by agreement. */
  early: boolean;
  /** Who won, by how much, in a sentence. */
  says: string;
  /** What the win is worth in a match, in a sentence; empty where that is one point. */
  worth: string;
  /** What was memorable, the greatest first. */
  feats: Feat[];
  /** The game as this seat may tell it; `null` for a spectator, and of one that ended early. */
  story: Story | null;
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

/** Somebody said a ready phrase; or `replaced`: another computer player has this seat now. */
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

/** How likely a hand or a crib has so many points. */
export interface PointsShare {
  /** The points. */
  points: number;
  /** How likely, from 0 to 1; for a hand, of what part of the starters. */
  share: number;
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

/** The match is practice: what follows up to a decision happened in a game of another match. */
export interface PracticeBegan {
  type: "practice_began";
  /** The id of that match; empty where its record has none. */
  match: string;
  /** The number of the game in it. */
  game: number;
  /** The deal of the decision. */
  deal: number;
  /** Who decides. */
  seat: number;
  /** The place of the decision among all events of that game, from 0 on. */
  event: number;
  /** The seats at which somebody else sits than in that match. */
  replaced: number[];
  /** Whether cards of the deal were not known, and were drawn anew. */
  drawn: boolean;
  /**
   * How many cards are lifted for the starter, wherever it is cut; `null` where it was never cut.
   */
  starter_at: number | null;
}

/** Say that the cards may be dealt, and add a word of one's own to the shuffle. */
export interface Ready {
  type: "ready";
  seat: number;
  contribution?: string;
}

/** A record of which somebody wants to know what each decision was worth. */
export interface RecordReview {
  /** The record of one match. */
  text: string;
  /** The number of the game; `null` for all of them. */
  game?: number | null;
  /** Through whose eyes it is told; `null` for a spectator's. */
  seat?: number | null;
}

/** Records of matches, one after the other, as text. */
export interface Records {
  /** What stands in one file. */
  text: string;
}

/** A request was not granted, and nothing has changed; `id` is empty if it had none. */
export interface Refused {
  type: "refused";
  id: string;
  code: string;
  message: string;
}

/** A match to be seen again, through the eyes of a seat. */
export interface Replay {
  /** The match; empty where its record has no id. */
  match: string;
  /** When something last happened in it; ISO 8601, or empty where nobody knows. */
  updated: string;
  /** Whose eyes; `null` for a spectator's. */
  seat: number | null;
  /** The seats through whose eyes it can be seen. */
  seats: number[];
  /** The match. */
  setup: Setup;
  /** The games. */
  games: ReplayGame[];
  /** How each of them ended. */
  results: Result[];
}

/** A game of a replay. */
export interface ReplayGame {
  /** Its number in the match. */
  game: number;
  /** What the seat knows. */
  view: View;
  /** Everything that happened, as the seat saw it. */
  log: Told[];
}

/** A record that somebody wants to see again. */
export interface Replayed {
  /** The record of one match. */
  text: string;
  /** Through whose eyes; `null` for a spectator's. */
  seat?: number | null;
}

/** What a client sends. */
export type Request =
  | Hello
  | Act
  | Undo
  | NextGame
  | Again
  | Hint
  | Tutor
  | Fill
  | StandIn
  | Nudge
  | Attend
  | Automate
  | Speak
  | Say
  | Sync
  | Ping;

/** Give the game up: one's side loses it as the board stands. Any seat may, at any time. */
export interface Resign {
  type: "resign";
  seat: number;
}

/** A seat gave the game up; its side has lost. */
export interface Resigned {
  type: "resigned";
  seat: number;
}

/** How a game ended. */
export interface Result {
  type?: "result";
  /**
   * The winning sides; more than one only with three players, in lowball or after one of them
   * resigned; none where everybody agreed to stop.
   */
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

/** A review that was asked for, and how far it is. */
export interface ReviewAsked {
  /** Its id, by which it is asked after and cancelled. */
  review: string;
  /** What becomes of it. */
  state: "done" | "failed" | "running" | "waiting";
  /** How many decisions were looked at. */
  done: number;
  /** How many there are. */
  of: number;
  /** How many other reviews come before it; 0 while it is running. */
  ahead: number;
  /** Through whose eyes it is told; `null` for a spectator's. */
  seat: number | null;
  /** The games, once it is done. */
  games: GameReview[];
  /** Why it failed, for programs; empty unless it has. */
  code: string;
  /** The same for people. */
  message: string;
}

/** The rules of a game: a preset, and every switch of the rule book. */
export interface Rules {
  /** The preset whose switches hold where none is given; see `PRESETS`. */
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

/** The chances of winning at a score. */
export interface ScoreAnalysed {
  /** The score of each side, the own first. */
  scores: number[];
  /** How many play. */
  players: number;
  /** The hole that ends the game. */
  target: number;
  /** The chances for each side that may deal. */
  deals: ChancesDealing[];
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
  /**
   * `here`; `away` for a player who looks elsewhere, is silent, or has just lost the connection;
   * `gone` without one. A computer player is here.
   */
  presence: "away" | "gone" | "here";
  /** The level of the computer player that acts for the person; empty if none does. */
  acting: string;
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

/** What made a result, all for one side: `before` and all that follows add up to `result`. */
export interface SplitParts {
  /** What was expected before the game. */
  before: number;
  /** What came of it. */
  result: number;
  /** The luck of the cards: the first cut, the deals and the starters. */
  cards: number;
  /** The luck of what was hidden, as when a right card met the wrong hand. */
  hidden: number;
  /** What was counted otherwise than the cards are worth. */
  counting: number;
  /** What it changed that the game was given up. */
  ending: number;
  /** What the errors of each seat gave the side: less than 0 for those of its own. */
  errors: number[];
}

/** Have a computer player act for a person who is away or gone, until they come back. */
export interface StandIn {
  type: "stand_in";
  /** A name for this request that the client has not used before at this table. */
  id: string;
  seat: number;
  /** The level; empty to wait for the person again. */
  level: string;
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
  /** Who would end the game here, in a sentence; empty where nobody would. */
  offer: string;
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

/** Say that this seat would end the game here; it ends when every seat has said so. */
export interface Stop {
  type: "stop";
  seat: number;
}

/** A seat would go on; whatever was said of ending the game here is taken back. */
export interface StopDeclined {
  type: "stop_declined";
  seat: number;
}

/** A seat would end the game here; when every seat would, it ends without a winner. */
export interface StopOffered {
  type: "stop_offered";
  seat: number;
}

/** A game as the player at this seat may tell it to others; no other person is named. */
export interface Story {
  /** Who won, by how much. */
  headline: string;
  /** The score, and against whom. */
  score: string;
  /** What was memorable; empty where nothing was. */
  feats: string;
  /** What the player's best hand was worth; empty without one. */
  hand: string;
  /** That hand. */
  best: BestHand | null;
  /** All of it in lines of text. */
  text: string[];
}

/** What a strong player would do. */
export interface Suggestion {
  type: "suggestion";
  id: string;
  /** What it would do. */
  action: Action;
  /** The same in words; what the cards are worth, if they were asked of. */
  say: string;
  /** What there is to choose; `null` where that is not valued. */
  advice: DecisionAdvice | null;
}

/** What a seat counted in a match, to make averages of. */
export interface Sums {
  /** Deals in which it was dealt cards, and */
  deals: number;
  /** The points that it pegged in their play. */
  play: number;
  /** How many of its hands were counted, and */
  hands: number;
  /** Their points. */
  hand: number;
  /** How many of its cribs were counted, and */
  cribs: number;
  /** Their points. */
  crib: number;
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
  /**
   * For how many seconds the table is kept after the last thing that happens at it; `null` for
   * ever.
   */
  kept: number | null;
  /** Whether its match goes on from a decision of another one. */
  practice: boolean;
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

/** A table as the list of somebody's games shows it. */
export interface TableSummary {
  /** The code of its link. */
  code: string;
  /**
   * `open` while seats are free, `playing`, `over`, or `gone` where there is no such table (any
   * more), or the token holds no seat there.
   */
  status: "gone" | "open" | "over" | "playing";
  /** The seat that the token holds. */
  seat: number | null;
  /** The matches played there, the current one last. */
  matches: MatchSummary[];
  /** When the table is removed if nothing more happens there; ISO 8601, or `null` for never. */
  until: string | null;
  /** Whether everybody else at the table is a computer player. */
  alone: boolean;
}

/** A table, and a token that holds a seat there. */
export interface Ticket {
  code: string;
  token: string;
}

/** The tables that somebody asks about, each with a token of theirs. */
export interface Tickets {
  /** Up to 20 of them. */
  tables: Ticket[];
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
  /** How the game ended, beside the event that says that it has. */
  outcome?: Outcome | null;
}

/** A player who wants to play on from a decision of a game, at a table of practice. */
export interface TryAgain {
  /** The number of the game. */
  game: number;
  /** The number of the decision's entry in the log of the replay. */
  number: number;
  /**
   * The computer player for the seats of other persons, and of players whose level is not there.
   */
  level?: string;
  /** A random secret of the client's own, as in `Order`. */
  key?: string;
}

/** The same for a game of a record. */
export interface TryRecordAgain {
  /** The record of one match. */
  text: string;
  /** Which decision of it. */
  wish: TryAgain;
  /** Whose decision it is. */
  seat: number;
}

/** Ask whether an action would lose more than one wants to; it is not done by that. */
export interface Tutor {
  type: "tutor";
  /** A name for this request that the client has not used before at this table. */
  id: string;
  /** The match that is meant. */
  match: string;
  /** What you would do. */
  action: Action;
  /** How large a mistake has to be at least. */
  least: "inaccuracy" | "large_mistake" | "mistake";
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

/** What a spectator or a seat knows; that of a seat is a `SeatView`. */
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
  /** The seats that would end the game here. */
  stopping: number[];
  /** The seat that gave the game up, if one has. */
  resigned: number | null;
  /** How the game ended, if it has. */
  result: Result | null;
  /** What this seat may do now, as `pegout.rules.engine.legal` lists it. */
  legal: Action[];
}

/** A seat as it is wanted when a table is set up. */
export interface Wanted {
  /** The player's name. */
  name?: string;
  /** `person`, `open` for a guest who is still to come, or the level of a computer player. */
  kind?: string;
}

/** The answer to `hello`: which seat this is, `null` for a spectator. */
export interface Welcome {
  type: "welcome";
  version: number;
  seat: number | null;
  language: string;
  table: Table;
}
