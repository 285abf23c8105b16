// Made by `make generated` from src/pegout/wire/; what is changed here is lost.

/** Accept an opponent's count. */
export interface Accept {
  type: "accept";
  seat: number;
}

/** A seat accepted the count. */
export interface Accepted {
  type: "accepted";
  seat: number;
}

/** Take an action at the table. */
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

/** A request for the values of all actions, only to engines that say that they analyse. */
export interface Analyse {
  type: "analyse";
  /** The name of the request. */
  id: string;
  /** The time limit of the last response. */
  milliseconds: number;
  /** All that the seat knows. */
  view: View;
}

/** A possible discard, with its score distributions. */
export interface AnalysedDiscard {
  /** The discard and its value. */
  option: DecisionOption;
  /** Its loss against the best discard. */
  loss: DecisionLoss;
  /** A sentence on its value and the reason. */
  says: string;
  /** The score distribution of the hand over the starters, the fewest points first. */
  hand: PointsShare[];
  /** The score distribution of the crib, in the same order. */
  crib: PointsShare[];
}

/** An answer to a question, with the part of the progress that it changes. */
export interface AnswerGiven {
  /** The name of the drill. */
  drill: "counting" | "discards" | "play";
  /** The question. */
  text: string;
  /** A total, combinations separated by commas, or cards. */
  answer: string;
  /** The player's own calendar day. */
  day: string;
  /** The time that the answer took; 0 where it was not measured. */
  seconds?: number;
  /** What the reply to a card follows from. */
  seed?: number;
  /**
   * The item of this question, the counts of this day, and the best time, as far as there are any.
   */
  progress?: DrillProgress;
}

/** Answer a step of a lesson, or go on without or with its guide. */
export interface AnswerGuide {
  type: "guide";
  /** A name for this request that the client has not used before at this table. */
  id: string;
  /** The match that is meant. */
  match: string;
  /** The name of the step. */
  step: string;
  /** `skip` skips the steps of this deal, `leave` all until `resume`. */
  answer: "back" | "done" | "leave" | "resume" | "skip";
}

/** What an answer was worth. */
export interface AnswerJudged {
  /** `right`, where a tie is right; `close` for a small loss; `wrong`. */
  grade: "close" | "right" | "wrong";
  /** The points that were lost, or miscounted. */
  points: number;
  /** All that scores, where cards were counted. */
  items: CountedItem[];
  /** The items of these that were not tapped. */
  missed: CountedItem[];
  /** The cards that were tapped and score nothing. */
  worthless: string[][];
  /** The best options and the chosen one, where cards were chosen. */
  advice: DecisionAdvice | null;
  /** The answer in sentences. */
  says: string[];
  /** The count aloud. */
  phrases: string[];
  /** What follows a card in the play, in sentences. */
  reply: string[];
  /**
   * The time of a right answer beside the best one, in a sentence; empty where it was not measured.
   */
  time: string;
  /** The changed part of the progress. */
  progress: DrillProgress;
}

/** Set the automations of the seat, in place of its previous ones. */
export interface Automate {
  type: "automate";
  automations: ("accept" | "cut" | "cut_for_deal" | "go" | "only_card" | "ready")[];
}

/** An average of a part of a deal, beside what it should be. */
export interface AverageShown {
  /** The part and the role. */
  label: string;
  /** The average. */
  mean: number;
  /** The expert's average. */
  expected: number;
  /** The least average of as many deals that luck explains. */
  low: number;
  /** The greatest one. */
  high: number;
}

/** A hand or crib that was counted. */
export interface BestHand {
  /** The seat of its owner. */
  seat: number;
  /** Whether it was the crib. */
  crib: boolean;
  /** Its cards, without the starter. */
  cards: string[];
  /** The starter. */
  starter: string;
  /** Its points as counted. */
  points: number;
}

/** The server closes this connection; `again` says whether to reconnect in a moment. */
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

/** A request to let somebody else play the deals of a finished game from the same seat. */
export interface ChallengeWanted {
  /** The match, as in `MatchWanted`; of several games the first is played again. */
  match?: string;
  /** A random secret chosen by the client, as in `Order`. */
  key?: string;
}

/** The win probability of the dealing side, at every score of two sides. */
export interface ChanceMap {
  /** 2 or 4. */
  players: number;
  /** The hole that ends the game. */
  target: number;
  /**
   * The probabilities in thousandths; a row for each score of the dealing side, and in it a number
   * for each score of the other side, from 0.
   */
  rows: number[][];
}

/** The win probabilities at the start of a deal. */
export interface ChancesDealing {
  /**
   * The dealer: 0 for the player, 1 for the next on the left, and so on; with four players one
   * dealer of either side.
   */
  dealer: number;
  /** The win probability of each side, from 0 to 1, the player's first. */
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

/** The items that exactly the selected cards make. */
export interface Combination {
  /** What they are called; empty for none. */
  name: string;
  /** Their points. */
  points: number;
  /** Whether the cards score nothing by themselves, but belong to a larger item. */
  part: boolean;
}

/** Cards that a player has selected while counting a hand. */
export interface CombinationRequest {
  /** The selected cards; the starter may be one of them. */
  cards: string[];
  /** The cards of the hand, 3 to 5 of them. */
  hand: string[];
  /** The starter. */
  starter: string;
  /** Whether the hand is a crib. */
  crib?: boolean;
  /** The preset of the rules. */
  preset?: string;
  /** The switches that differ from it. */
  switches?: Record<string, boolean | number | string | number[]>;
}

/** The commitment to the pack of this deal; 0 is the pack cut for the first deal. */
export interface Committed {
  type: "committed";
  deal: number;
  commitment: string;
}

/** What one of two players chose where they differed. */
export interface ComparedChoice {
  /** The cards discarded, or the card played. */
  cards: string[];
  /** The cards in words. */
  words: string;
  /** Its loss against the best option; `null` where it has no value. */
  loss: DecisionLoss | null;
  /** The size of the loss in a word. */
  verdict: DecisionVerdict | null;
}

/** A decision that two players made differently, knowing the same cards of the deal. */
export interface ComparedDecision {
  /** The kind of the decision. */
  kind: "discard" | "play";
  /** The count of the play before it. */
  count: number;
  /** The choice in each game. */
  choices: ComparedChoice[];
}

/** Two games with the same deals, compared for one seat: the challenger's game first. */
export interface Comparison {
  /** Whether both are over; until then there is nothing to compare. */
  over: boolean;
  /** The players of the seat. */
  names: string[];
  /** In each game, by how much its side was ahead of the best other at the end. */
  leads: number[];
  /** In each game, the win probability that the differing decisions lost. */
  losses: number[];
  /** The deals that both games have. */
  deals: DealCompared[];
  /** A sentence on the result. */
  says: string;
}

/** Two games to compare. */
export interface ComparisonWanted {
  /** The match, as in `MatchWanted`. */
  match?: string;
  /**
   * The code of another table that plays the same deals; empty for the game that a challenge was
   * dealt after.
   */
  other?: string;
  /** The seat to compare; `null` for the only person. */
  seat?: number | null;
}

/** A result that the host has replaced. */
export interface CorrectionShown {
  /** When. */
  moment: string;
  /** The number of the round. */
  round: number;
  /** The number of the first player. */
  first: number;
  /** That of the second. */
  second: number;
  /** The scores that were there. */
  before: number[][];
  /** The scores that replaced them then. */
  after: number[][];
  /** Why. */
  reason: string;
}

/** A count ended at this number; this seat had played its last card. */
export interface CountEnded {
  type: "count_ended";
  seat: number;
  count: number;
}

/** A hand to be counted. */
export interface CountRequest {
  /** The cards of the hand, 3 to 5 of them. */
  cards: string[];
  /** The starter. */
  starter: string;
  /** Whether the hand is a crib. */
  crib?: boolean;
  /** The preset of the rules. */
  preset?: string;
  /** The switches that differ from it. */
  switches?: Record<string, boolean | number | string | number[]>;
}

/** The true count of a hand that a seat had claimed points for. */
export interface Counted {
  type: "counted";
  seat: number;
  reason: "start" | "heels" | "play" | "go" | "hand" | "crib" | "muggins" | "overcount";
  items: Item[];
  points: number;
  claimed: number;
}

/** An item of a hand: its kind, its cards and its points. */
export interface CountedItem {
  kind: string;
  cards: string[];
  points: number;
}

/** The win probability at a moment of a game. */
export interface CurvePoint {
  /** The number of the last entry before the moment, in the log of the replay. */
  number: number;
  /** The win probability, from 0 to 1. */
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

/** The result of a daily. */
export interface DailyResult {
  /** The version of the function that made it. */
  version: number;
  /** The score, from 0 to 100. */
  score: number;
  /** How each question was answered; empty where that was not kept. */
  grades?: ("close" | "right" | "wrong")[];
  /** The points that the deal lost, to a tenth. */
  lost?: number;
}

/** Where a daily stands. */
export interface DailyStep {
  /** The number of questions before its deal. */
  questions: number;
  /** The next question; `null` at the end. */
  question: DrillAsked | null;
  /** What has happened in the deal since the last decision, in sentences. */
  happened: string[];
  /** The result at the end; `null` before. */
  result: DailyResult | null;
  /** The text to share at the end. */
  share: string;
  /** The picture to share at the end, as SVG. */
  picture: string;
  /** What the picture shows, in words. */
  label: string;
  /** Whether it is to be kept: the first of a day that is not before the latest one. */
  keep: boolean;
  /** The number of days in a row, with this one if it is kept. */
  streak: number;
}

/** A request for the next question of a daily, or for its result. */
export interface DailyWanted {
  /** The date. */
  day: string;
  /** The answers to the questions so far. */
  answers?: string[];
  /** The answers to the decisions of the deal so far. */
  deal?: string[];
  /** The latest days whose daily was played before, for the streak; needed at the end alone. */
  played?: string[];
  /** Whether the picture at the end is light. */
  light?: boolean;
  /** The result, if it was played before; no question is asked then. */
  kept?: DailyResult | null;
}

/** What is stored of players, for how long, and how it is erased. */
export interface DataPage {
  sections: DataSection[];
}

/** A section of the page about data: its title, and its sentences. */
export interface DataSection {
  title: string;
  says: string[];
}

/** The answers of a drill on a day. */
export interface DayCounts {
  /** The number of answers. */
  answers?: number;
  /** The number of right answers. */
  right?: number;
  /** The time that all answers took. */
  seconds?: number;
  /** The number of errors of each kind. */
  errors?: Record<string, number>;
}

/** One deal in two games. */
export interface DealCompared {
  /** Its number. */
  deal: number;
  /** Whether the seat dealt it. */
  own: boolean;
  /** The cards that were dealt to the seat. */
  hand: string[];
  /** In each game, by how much its side outscored the best other in the deal. */
  leads: number[];
  /** The decisions that differed. */
  decisions: ComparedDecision[];
}

/** The deal with this number is over; the deal passes to the left. */
export interface DealEnded {
  type: "deal_ended";
  deal: number;
}

/** The beginning of a deal. */
export interface DealStart {
  /** The number of the deal. */
  deal: number;
  /** The number of the entry of the log at which the cards are dealt. */
  number: number;
  /** The dealer. */
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

/** A cut for the first deal: the seat, the place in the pack and the card cut. */
export interface DealerCutAt {
  seat: number;
  at: number;
  card: Card;
}

/** A deal: its number from 1, each seat's cards, and the cards from the pack to the crib. */
export interface Dealt {
  type: "dealt";
  deal: number;
  dealer: number;
  hands: Card[][];
  crib: Card[];
}

/** A request for the engine's decision. */
export interface Decide {
  type: "decide";
  /** The name of the request. */
  id: string;
  /** The time limit of the response. */
  milliseconds: number;
  /** All that its seat knows. */
  view: View;
}

/** The options of a decision that is still to be made, and the reason for the best. */
export interface DecisionAdvice {
  /** The kind of the decision. */
  kind: "count" | "discard" | "muggins" | "play";
  /** Whether options are ranked by win probability; otherwise by points. */
  by_chance: boolean;
  /** The best three, the best first; then the option in question, if it is none of these. */
  options: DecisionOption[];
  /** The index of the option in question among them, from 0; `null` without one. */
  chosen: number | null;
  /** The loss of the option in question. */
  loss: DecisionLoss | null;
  /** The size of that loss. */
  verdict: DecisionVerdict | null;
  /** A sentence on why the best option is best, compared with the option in question. */
  says: string;
}

/** The loss of a decision against the best option; 0 where the two cannot be distinguished. */
export interface DecisionLoss {
  /** The loss in net points of the deal. */
  points: number;
  /** The loss in win probability. */
  chance: number;
  /** Whether the two options cannot be distinguished. */
  tied: boolean;
}

/** An option of a decision, and its value on what the player knew. */
export interface DecisionOption {
  /** The cards to discard, or the one card to play; empty for a claim. */
  cards: string[];
  /** The expected points of the hand; 0 for a card. */
  hand: number;
  /** The expected points of the crib, negative for an opponent's crib; 0 for a card. */
  crib: number;
  /** The expected points pegged from here on, less those that opponents peg. */
  play: number;
  /** The sum of hand, crib and play. */
  points: number;
  /** The win probability of the game, from 0 to 1. */
  chance: number;
  /**
   * The frequency of the card in the solved play strategy, from 0 to 1; `null` where the strategy
   * does not cover the decision.
   */
  share: number | null;
  /** Whether its value cannot be distinguished from the best. */
  tied: boolean;
  /** The points to claim, 0 to accept a count; `null` for a choice of cards. */
  claim: number | null;
  /** The option in words: its cards, or its claim. */
  words: string;
}

/** The totals of a seat's decisions in a game. */
export interface DecisionSums {
  /** The seat. */
  seat: number;
  /** The number of valued decisions made without help. */
  decisions: number;
  /** The number of mistakes or large mistakes among them. */
  mistakes: number;
  /** Their total loss in win probability. */
  loss: number;
  /** The number of other valued decisions, which were made after a hint, an undo or a warning. */
  helped: number;
  /**
   * The number of decisions that measure a player's level: those ranked by points, in two-player
   * games without estimates.
   */
  counted: number;
  /** The total loss of these, in points. */
  points: number;
  /**
   * The number of the decision without help that lost most win probability; `null` where none lost
   * any.
   */
  costliest: number | null;
}

/** The size of a decision's loss, in a word. */
export interface DecisionVerdict {
  /** The verdict, for programs. */
  name: "fine" | "inaccuracy" | "large_mistake" | "mistake";
  /** The verdict, for people. */
  word: string;
}

/** Discard cards to the crib. */
export interface Discard {
  type: "discard";
  seat: number;
  cards: Card[];
}

/** A seat discarded these cards to the crib. */
export interface Discarded {
  type: "discarded";
  seat: number;
  cards: Card[];
}

/** Every discard from some cards, at a score. */
export interface DiscardsAnalysed {
  /** The cards dealt. */
  cards: string[];
  /** The dealer: 0 for the player, 1 for the next on the left, and so on. */
  dealer: number;
  /** The owner of the crib. */
  whose: "opponent" | "own" | "partner";
  /** The score of each side, the player's first. */
  scores: number[];
  /** The number of players. */
  players: number;
  /** The hole that ends the game. */
  target: number;
  /** Whether discards are ranked by win probability; otherwise by points. */
  by_chance: boolean;
  /** The number of cards that may be the starter. */
  starters: number;
  /** Every discard, the best first. */
  discards: AnalysedDiscard[];
  /** The estimates used, one sentence each. */
  notes: string[];
}

/** A hand to analyse before its discard, as the query of an address has it. */
export interface DiscardsWanted {
  /** The scores, as in `ScoreWanted`. */
  scores?: string;
  /** The number of players. */
  players?: string;
  /** The hole that ends the game. */
  target?: string;
  /** The cards dealt, separated by commas. */
  cards?: string;
  /** The dealer, counted from the player: 0 for the player, 1 for the next on the left. */
  dealer?: string;
}

/** A request was granted, and its consequences are stored. */
export interface Done {
  type: "done";
  /** The name of the request. */
  id: string;
  /**
   * The number of the entry that holds the name of the request, in the log of the match that the
   * request names; its consequences come after it. 0 for `fill`, `stand_in`, `remove_guest` and
   * `nudge`, which concern the table and belong to no match.
   */
  number: number;
}

/** A question. */
export interface DrillAsked {
  /** The name of the drill. */
  drill: "counting" | "discards" | "play";
  /** The text that names the question. */
  text: string;
  /** The cards that are chosen from, the starter of a hand last. */
  cards: string[];
  /** Those of them that can be chosen. */
  choosable: string[];
  /** Whether the last card is the starter of a hand. */
  starter: boolean;
  /** The number of cards to choose; 0 for a count. */
  choose: number;
  /** What is known beside the cards and the table, in sentences. */
  situation: string[];
  /** The table, where a card is played. */
  table: DrillTable | null;
  /** What is asked. */
  task: string;
  /** How difficult it is. */
  difficulty: "easy" | "hard" | "medium";
  /** What new questions of the drill can be like; `null` in a daily. */
  filters: DrillFilters | null;
}

/** A card of the play: who played it, and whether its count is over. */
export interface DrillCard {
  card: string;
  own: boolean;
  over: boolean;
}

/** What new questions of a drill can be like. */
export interface DrillFilters {
  /** The words of a filter; of each group one is given, and the first one is empty. */
  groups: FilterWord[][];
  /** Whether a score such as `84-90` can be given as well, the own first. */
  scored: boolean;
}

/** What a player has done in a drill. */
export interface DrillProgress {
  /** The questions that were missed, by their text. */
  items?: Record<string, RepeatedItem>;
  /** The shortest time of a right answer, in seconds, by the difficulty of the question. */
  best?: Record<string, number>;
  /** The counts of answers by day. */
  days?: Record<string, DayCounts>;
}

/** The table at which a card is played: the starter, the cards of the play and the count. */
export interface DrillTable {
  starter: string;
  played: DrillCard[];
  count: number;
  says: string[];
}

/** The new tables of a duplicate. */
export interface DuplicateMade {
  /** The id that the commitments of all tables include. */
  packs: string;
  /** The tables. */
  tables: Made[];
}

/** A table of a duplicate. */
export interface DuplicateTable {
  /** Its code. */
  code: string;
  /** The players, clockwise; empty for a free seat. */
  names: string[];
  /** `open`, `playing` or `over`. */
  status: "open" | "over" | "playing";
  /** The score of each side, once its game is over. */
  scores: number[];
  /**
   * For each side by how much it did better than those with its cards at the other tables that are
   * over, on average; `null` where there is none.
   */
  ahead: (number | null)[];
}

/** A request for several tables that play the same deals. */
export interface DuplicateWanted {
  /**
   * The order of each table; its persons sit at the first, and their seats are free at the others.
   */
  order: Order;
  /** The number of tables. */
  tables?: number;
}

/** The decision of an engine. */
export interface EngineAct {
  type: "act";
  /** The `id` of the question. */
  id: string;
  /** One of `legal` in the view. */
  action: Action;
}

/** The first line of an engine: its version of the protocol, its name, and what it can do. */
export interface EngineHello {
  type: "hello";
  version: number;
  name?: string;
  /** Which version of the engine it is. */
  release?: string;
  /** Whether it answers `analyse`. */
  analyses?: boolean;
}

/** What an engine is sent. */
export type EngineMessage =
  | EngineWelcome
  | NewGame
  | Decide
  | Analyse
  | Bye;

/** The value of one legal action, as far as the engine knows it. */
export interface EngineOption {
  /** One of `legal` in the view. */
  action: Action;
  /** The net points of the deal from here on. */
  points: number | null;
  /** The probability that its side wins the game. */
  chance: number | null;
}

/** What an engine sends. */
export type EngineRequest =
  | EngineHello
  | EngineAct
  | EngineValues;

/** What an engine thinks of a view, the best action first; the last message is `done`. */
export interface EngineValues {
  type: "values";
  /** The `id` of the question. */
  id: string;
  options: EngineOption[];
  /** Whether this is the last message. */
  done?: boolean;
}

/** The response to `hello`. */
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

/** The events after the entry `after`, up to the entry `number`. */
export interface Events {
  type: "events";
  match: string;
  after: number;
  number: number;
  events: LogEntry[];
  standing: Standing;
}

/** A memorable feat of a game. */
export interface Feat {
  /** The kind of the feat. */
  kind: "comeback" | "double_skunk" | "hand" | "skunk" | "triple_skunk";
  /** A word for it: "A skunk!". */
  word: string;
  /** A sentence on what happened. */
  says: string;
  /** The hand in question. */
  hand: BestHand | null;
}

/** A table of figures, in words. */
export interface FigureTable {
  /** The name of the table for programs: `levels`, `opponents`, `averages` or `errors`. */
  name: string;
  /** Its title. */
  title: string;
  /** The heads of its columns; the first one is empty. */
  columns: string[];
  /** Its rows; the first cell of each is its label. */
  rows: string[][];
  /** Sentences below it. */
  notes: string[];
}

/** The first fault of one of the records of a file. */
export interface FileFault {
  /** The first line with a fault. */
  line: number;
  /** The expected text and the actual text. */
  message: string;
}

/** The result of reading a file: the valid records, and the first fault of each other record. */
export interface FileRead {
  records: FileRecord[];
  faults: FileFault[];
}

/** A valid record of a file. */
export interface FileRecord {
  /** The record in its canonical form. */
  text: string;
  /** The summary of its match. */
  summary: MatchSummary;
}

/** Have a computer player take a seat that is still free. */
export interface Fill {
  type: "fill";
  /** A name for this request that the client has not used before at this table. */
  id: string;
  seat: number;
  level: string;
}

/** A word of a filter, and its name; the empty word restricts nothing. */
export interface FilterWord {
  word: string;
  name: string;
}

/** A game of the match began; the dealer is `null` if the first deal is to be cut for. */
export interface GameBegan {
  type: "game_began";
  game: number;
  dealer: number | null;
}

/** What errors cost in a reviewed game. */
export interface GameCostShown {
  /** When the game ended; ISO 8601. */
  ended: string;
  /** The win probability that they cost, from 0 to 1. */
  chance: number;
}

/** A decision of a game, and its value. */
export interface GameDecision {
  /** The number of its entry in the log of the replay. */
  number: number;
  /** The number of the deal. */
  deal: number;
  /** The seat that decided. */
  seat: number;
  /** The kind of the decision. */
  kind: "count" | "discard" | "muggins" | "play";
  /** Whether options are ranked by win probability; otherwise by points. */
  by_chance: boolean;
  /**
   * Every option, the best first. One of the play stands for every card of its rank; the chosen one
   * has the card that was played.
   */
  options: DecisionOption[];
  /** The index of the chosen option among them, from 0. */
  chosen: number;
  /** The loss of the chosen option. */
  loss: DecisionLoss;
  /** The size of that loss. */
  verdict: DecisionVerdict;
  /** A sentence on why the best option is best; empty where there is nothing to say. */
  says: string;
  /** The standard error of a difference in points. */
  points_error: number;
  /** The standard error of a difference in win probability. */
  chance_error: number;
  /** The help with the decision, in words; empty without help. */
  helped: string;
  /** What its seat knew, as a position to ask about; empty for a count. */
  position: string;
}

/** The game is over. */
export interface GameEnded {
  type: "game_ended";
  result: Result;
}

/** The values of the decisions of a game, and the parts of its result. */
export interface GameReview {
  /** The number of the game in the match. */
  game: number;
  /** Every decision that could be valued, in order. */
  decisions: GameDecision[];
  /**
   * The win probability as this player could know it, from which the verdicts are taken: before
   * every deal, before and after each of the player's decisions, and at the end; for a spectator,
   * that of the player of seat 0. Several may stand at the same entry.
   */
  curve: CurvePoint[];
  /**
   * The win probability of the same side after each step with all cards open; empty where it cannot
   * be computed, and with three players.
   */
  opened: CurvePoint[];
  /** The beginning of each deal. */
  deals: DealStart[];
  /** The totals of each seat's decisions. */
  sums: DecisionSums[];
  /** Luck and errors from the view of each side; empty where they cannot be computed. */
  splits: LuckSplit[];
  /**
   * The result in a line, as for "You lost by 18. Luck −21, skill +3."; empty where luck and errors
   * cannot be computed.
   */
  headline: string;
  /**
   * The level whose play this player's resembles in this game, and how certain that is, one
   * sentence each; empty for a spectator, and where it cannot be estimated.
   */
  closest_level: string[];
  /** The decisions that were not valued and why, one sentence each. */
  limits: string[];
}

/** A game of a match. */
export interface GameSummary {
  /** The score of each side. */
  scores: number[];
  /** The sides that won; empty while the game is played. */
  winners: number[];
  /**
   * For each side how badly it was beaten: 0, 1 for a skunk, 2 for a double and 3 for a triple
   * skunk.
   */
  skunks: number[];
  /**
   * The win probability that the errors of the requesting seat cost, from 0 to 1; `null` without a
   * seat, and for a game that was not reviewed.
   */
  lost: number | null;
}

/** Say go: no card fits under 31. */
export interface Go {
  type: "go";
  seat: number;
}

/** Withdraw every seat's offer to end the game here. */
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

/** The guide of a lesson at a table. */
export interface Guide {
  /** The step that is due; `null` without one. */
  step: GuideStep | null;
  /** Whether the player goes on without the guide. */
  left: boolean;
  /** For cards in hand that would score now, the sign of what they make: `15`, `+2`. */
  marks: Record<string, string>;
  /** The points that a decision has to lose for a warning; `null` for no warnings. */
  warns: number | null;
  /** What the player knows now, in sentences; empty until the game is finished. */
  learnt: string[];
}

/** A combination that a step of a lesson asks for. */
export interface GuideItem {
  /** Its cards. */
  cards: string[];
  /** Its name with its points. */
  name: string;
  /** Its points. */
  points: number;
}

/** The step of a lesson that is due, which a client shows after the entry `at`. */
export interface GuideStep {
  /** Its name. */
  step: string;
  /** Its sentence. */
  says: string;
  /** The number of an entry: what follows it waits until the step is answered. */
  at: number;
  /** The part of the table that it speaks of. */
  anchor: "board" | "button" | "count" | "crib" | "hand" | "pack" | "pile" | "show" | "starter";
  /** How it is answered: by acting at the table, by a press, or by tapping combinations. */
  way: "act" | "press" | "tap";
  /** The cards that it speaks of. */
  cards: string[];
  /** The combinations that may be tapped. */
  items: GuideItem[];
  /** How many of them have to be tapped. */
  need: number;
  /** Whether the step before can be read again. */
  back: boolean;
  /** What each discard keeps, where one is chosen. */
  kept: Kept[];
}

/** The count of a hand. */
export interface HandCount {
  /** Its points. */
  points: number;
  /** Its items, in the order in which they are counted. */
  items: CountedItem[];
  /** The items as they are counted aloud. */
  phrases: string[];
}

/** A hand, or the crib, was shown to be counted. */
export interface HandShown {
  type: "hand_shown";
  seat: number;
  cards: Card[];
  crib: boolean;
}

/** The first message on every connection: the client's seat, language and last known entry. */
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

/** Request the move of a strong player; only where all opponents are computer players. */
export interface Hint {
  type: "hint";
  /** A name for this request that the client has not used before at this table. */
  id: string;
  /** The match that is meant. */
  match: string;
  /** What you would discard or play: the answer says what that is worth, too. */
  cards?: string[];
}

/** One score: its kind, the cards that make it, and the points. */
export interface Item {
  kind: "fifteen" | "thirty_one" | "pair" | "pair_royal" | "double_pair_royal" | "run" | "double_run" | "triple_run" | "double_double_run" | "multiple_run" | "flush" | "nobs" | "heels" | "go" | "last_card";
  cards: Card[];
  points: number;
}

/** A player's request for a seat. */
export interface Join {
  /** The player's name at the table. */
  name: string;
  /** The requested seat; `null` for any. */
  seat?: number | null;
  /**
   * A random secret chosen by the client, which is to hold the seat; a retry with the same token
   * returns the seat that it holds.
   */
  token?: string;
}

/** What a discard keeps. */
export interface Kept {
  /** The cards to discard. */
  cards: string[];
  /** What the other cards are worth before the starter, as a sentence. */
  says: string;
}

/** A player who leaves a table permanently. */
export interface Leaving {
  /** The tokens of the player's other seats, where several players share a screen. */
  tokens?: string[];
}

/** A request for a first game with a guide. */
export interface LessonWanted {
  /** The name of the player; a default unless given. */
  name?: string;
  /** A random secret chosen by the client, as in `Order`. */
  key?: string;
}

/** A part of the list of a library. */
export interface LibraryWanted {
  /** The number of matches to skip, the latest first. */
  after?: number;
}

/** A seat of a table in the list of open tables. */
export interface ListedSeat {
  /** The player's name; empty for a free seat, and where the table shows no names. */
  name: string;
  /** `person`, `open` for a free seat, or the level of a computer player. */
  kind: string;
}

/** A table in the list of open tables, because its maker has put it there. */
export interface ListedTable {
  /** The code of its link. */
  code: string;
  /** `open` while a seat is free, or `playing`, for spectators. */
  status: "open" | "playing";
  /** The seats, clockwise. */
  seats: ListedSeat[];
  /** The preset of the rules. */
  preset: string;
  /** The hole that ends a game. */
  target: number;
  /** The number of games in a match. */
  games: number;
  /** The points for the match to play to instead, if not 0. */
  play_to: number;
  /** The score of each side in the current game. */
  scores: number[];
  /** For how long it has been waiting or playing, in seconds. */
  since: number;
}

/** The list of open tables. */
export interface ListedTables {
  /** Those with a free seat, then the games to watch; the newest first. */
  tables: ListedTable[];
  /** A sentence on how many there are. */
  says: string;
}

/** An entry of the log as this seat may see it, with its texts. */
export interface LogEntry {
  /** The number of the entry. Numbers increase; some entries are never sent. */
  number: number;
  /** What happened. */
  event: Event;
  /** The event in a sentence; empty where there is nothing to say. */
  say?: string;
  /** The short announcement beside the count: "Fifteen for two", "Go". */
  word?: string;
  /** The items of a hand as they are counted aloud, one phrase for each. */
  phrases?: string[];
  /** The outcome of the game, with the event that ends it. */
  outcome?: Outcome | null;
}

/** The result of a game, split into luck and errors. */
export interface LuckSplit {
  /** The split in win probability, from 0 to 1. */
  chance: SplitParts;
  /** The split in holes of the final margin; `null` where it is not known in holes. */
  points: SplitParts | null;
}

/** A new table: its code, and the seats of the player who set it up. */
export interface Made {
  code: string;
  seats: SeatGranted[];
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

/** A match in a list of matches. */
export interface MatchSummary {
  /** The id of the match. */
  match: string;
  /** The time of its last entry; ISO 8601, or empty where it is unknown. */
  updated: string;
  /** Whether the match is over. */
  over: boolean;
  /** The name at each seat, clockwise. */
  names: string[];
  /** `person` or the level at each seat. */
  kinds: string[];
  /** The hole that ends a game. */
  target: number;
  /** Whether the match has several games, or is played to a number of points. */
  long: boolean;
  /** The points for the match, by side. */
  points: number[];
  /** The sides that won the match; empty while it is played, or where it was stopped. */
  winners: number[];
  /** The seat that resigned the last game, if one did. */
  resigned: number | null;
  /** The games so far. */
  games: GameSummary[];
  /** The totals of the requesting seat; `null` without one. */
  sums: Sums | null;
  /** Whether the match continued from a decision of another match. */
  practice: boolean;
}

/** A match of a table. */
export interface MatchWanted {
  /** Its id, or its number at the table from 1; empty for the current match. */
  match?: string;
}

/** The schedule of an item, in the terms of `fsrs`. */
export interface Memory {
  /** The day on which to ask it again. */
  due: string;
  /** The day of the last answer. */
  last: string;
  /** The days after which it is remembered with a probability of 0.9. */
  stability: number;
  /** How hard it is to remember, from 1 to 10. */
  difficulty: number;
  /** `learning` until it was right once, `review`, or `relearning` after it was forgotten. */
  state: "learning" | "relearning" | "review";
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

/** The mistakes of a reviewed game, to be asked again. */
export interface MistakesMade {
  /** The `position` of each decision. */
  positions: string[];
  /** The player's own calendar day. */
  day: string;
}

/** Mistakes as items, each pattern once and due at once. */
export interface MistakesScheduled {
  /** The items by their drill. One whose pattern a client has already is not to be kept. */
  drills: Record<string, DrillProgress>;
}

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

/** The next requests are about another game; the engine must forget everything it remembers. */
export interface NewGame {
  type: "game";
  /** The name of the game. */
  game: string;
  /** The seat of the engine. */
  seat: number;
  /** The seed for its random numbers; the same game always has the same seed. */
  seed: number;
}

/** Begin the next game of the match, once the current one is over. */
export interface NextGame {
  type: "next_game";
  /** A name for this request that the client has not used before at this table. */
  id: string;
  /** The match that is meant. */
  match: string;
}

/** A request that says everything by its path, or an answer that has no more to say. */
export interface Nothing {
}

/** Remind a person that the table is waiting. */
export interface Nudge {
  type: "nudge";
  /** A name for this request that the client has not used before at this table. */
  id: string;
  seat: number;
}

/** A language: its code, and its name in itself. */
export interface OfferedLanguage {
  name: string;
  title: string;
}

/** A computer player: its name, its title and a sentence about it. */
export interface OfferedLevel {
  name: string;
  title: string;
  help: string;
}

/** A ready phrase: its name and its text. */
export interface OfferedPhrase {
  name: string;
  text: string;
}

/** Rules by a name: their title, a sentence about them, and every switch. */
export interface OfferedPreset {
  name: string;
  title: string;
  help: string;
  /** Every switch. */
  rules: Rules;
}

/** A switch of the rules: its title, a sentence about it, its values and the usual one. */
export interface OfferedSwitch {
  name: string;
  title: string;
  help: string;
  values: OfferedValue[];
  default: boolean | number | string | number[];
}

/** A value that a switch of the rules can have, and its title. */
export interface OfferedValue {
  value: boolean | number | string | number[];
  title: string;
}

/** What may be chosen for a new table. */
export interface Offers {
  /** The presets of the rules. */
  presets: OfferedPreset[];
  /** The switches of the rules. */
  switches: OfferedSwitch[];
  /** The computer players. */
  levels: OfferedLevel[];
  /** Names for computer players. */
  names: string[];
  /** The ready phrases. */
  phrases: OfferedPhrase[];
  /** The languages. */
  languages: OfferedLanguage[];
}

/** The order of a new table. */
export interface Order {
  /** The preset of the rules. */
  preset?: string;
  /** The switches that differ from it. */
  switches?: Record<string, boolean | number | string | number[]>;
  /** The requested players, clockwise. */
  seats?: SeatOrder[];
  /** The number of games in a match. */
  games?: number;
  /** The points for the match to play to instead, if not 0. */
  play_to?: number;
  /** The host's options. */
  options?: TableOptions;
  /**
   * A random secret chosen by the client; a retry with the same key returns the table that the
   * first request created.
   */
  key?: string;
  /** The seat that deals first where `first_deal` is `chosen`. */
  dealer?: number;
}

/** The outcome of a game. */
export interface Outcome {
  /** The sides that won; empty where all agreed to stop. */
  winners: number[];
  /** The number of holes between the winners and the nearest loser. */
  margin: number;
  /** Whether the game ended before the last hole, by resigning or by agreement. */
  early: boolean;
  /** A sentence with the winner and the margin. */
  says: string;
  /** A sentence with the worth of the win in a match; empty where it is one point. */
  worth: string;
  /** The memorable feats, the greatest first. */
  feats: Feat[];
  /**
   * The story of the game for this seat; `null` for a spectator, and for a game that ended early.
   */
  story: Story | null;
}

/** The table of a player in the current round, with the secret of the seat. */
export interface OwnTable {
  /** The code of the table. */
  code: string;
  /** The seat. */
  seat: number;
  /** Its token. */
  token: string;
}

/** All tables at which a client holds a seat, each with the token of its seat. */
export interface OwnTables {
  /** Up to 400 of them. */
  tables: SeatToken[];
}

/** A pairing of a round. */
export interface PairingShown {
  /** The number of the first player. */
  first: number;
  /** That of the second; `null` if the first one sits out. */
  second: number | null;
  /** The scores of the games that are over. */
  scores: number[][];
  /** The code of their table; empty where they play on a board. */
  table: string;
  /** Whether nothing is still to be played. */
  over: boolean;
  /** Whether the host has entered the result. */
  by_hand: boolean;
  /** The players who left before the last game. */
  given_up: number[];
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

/** A ready phrase of a player; or `replaced`: another computer player has this seat now. */
export interface Phrase {
  type: "phrase";
  seat: number;
  phrase: string;
  text: string;
}

/** Check whether the connection is alive. */
export interface Ping {
  type: "ping";
  id?: string;
}

/** Play a card; with manual counting, say how many points it scores. */
export interface Play {
  type: "play";
  seat: number;
  card: Card;
  claim?: number | null;
}

/** A request to play on from a position, at a practice table. */
export interface PlayPosition {
  /** The position. */
  position: string;
  /** The computer player for the other seats. */
  level?: string;
  /** The name of the player; a default unless given. */
  name?: string;
  /** A random secret chosen by the client, as in `Order`. */
  key?: string;
}

/** A seat played a card, which brought the play to this count. */
export interface Played {
  type: "played";
  seat: number;
  card: Card;
  count: number;
}

/** A card on the table in the play, and the seat that played it. */
export interface PlayedCard {
  seat: number;
  card: Card;
}

/** A player to enter, who plays from the next round on. */
export interface PlayerEntered {
  /** The player's name; a computer player without one gets a free one. */
  name?: string;
  /** `person`, or the level of a computer player. */
  kind?: string;
}

/** How a player is doing, by all finished games; practice counts in nothing. */
export interface PlayerFigures {
  /** One line about all of it; empty without a game. */
  line: string;
  /** How the last game ended, in a sentence; empty without a game. */
  last: string;
  /** The number of games won. */
  won: number;
  /** The number of games. */
  games: number;
  /** The figures as tables. */
  tables: FigureTable[];
  /** The averages to draw. */
  averages: AverageShown[];
  /** The cost of errors to draw, game by game. */
  course: GameCostShown[];
}

/** A player who leaves; who has left may come back for the next round. */
export interface PlayerLeft {
  /** The player's number. */
  player: number;
  /** Whether the player comes back. */
  back?: boolean;
}

/** The probability that a hand or a crib has this many points. */
export interface PointsShare {
  /** The points. */
  points: number;
  /** The probability, from 0 to 1; for a hand, the share of the starters. */
  share: number;
}

/** The connection is alive. */
export interface Pong {
  type: "pong";
  id: string;
}

/** The complete match as this seat knows it, after the entry `number`. */
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
  /** The effective entries of the current game. */
  log: LogEntry[];
  /** The state of the table. */
  standing: Standing;
  /** The result of each finished game of the match. */
  results: Result[];
}

/** Every option of a decision. */
export interface PositionAnalysed {
  /** The position as the seat knows it, for links; empty while others are to play. */
  position: string;
  /** The description of the same decision. */
  form: PositionForm;
  /** The seat that is to play, as in the description; 0 for the one that asks. */
  turn: number;
  /** The play so far. */
  moves: PositionMove[];
  /** The count of the play. */
  count: number;
  /** The cards that the seat holds. */
  hand: string[];
  /** Every option, the best first; `null` where there is no choice. */
  advice: DecisionAdvice | null;
  /** What to do, and why; or what is missing. */
  says: string;
  /** The estimates used, one sentence each. */
  notes: string[];
}

/** A description of a seat's decision, as a person sees it: that seat is 0, the others follow. */
export interface PositionForm {
  /** The cards dealt to the seat, its discards among them. */
  hand: string;
  /** The dealer: 0 for the seat, 1 for the next on the left, and so on. */
  dealer?: number;
  /** The score of each side, the seat's first; empty for those at the start. */
  scores?: number[];
  /** What the seat has discarded; empty while it has to discard. */
  discards?: string;
  /** The starter, in the play. */
  starter?: string;
  /**
   * The cards played in the deal from the first, `go` where a seat said so, and `.` at the end of a
   * count. Both may be left out where the next card says it.
   */
  played?: string;
  /** The rules as in the tag of a record, such as `standard players=3`. */
  rules?: string;
}

/** A card of the play, a go, or the end of a count. */
export interface PositionMove {
  /** The seat as in the description, 0 for the one that asks; `null` at the end of a count. */
  seat: number | null;
  /** The card; `null` for a go and at the end of a count. */
  card: string | null;
  /** The count that it made. */
  count: number;
}

/** A request to value a decision. */
export interface PositionWanted {
  /** A position, as `docs/record-format.md` describes; empty where a form has it. */
  position?: string;
  /** Its description, where no position is given. */
  form?: PositionForm | null;
}

/** The match is practice: it begins at a decision of another match, at a position, or a lesson. */
export interface PracticeBegan {
  type: "practice_began";
  /** The id of the other match; empty where its record has none, and for a position. */
  match: string;
  /** The number of the game in it. */
  game: number;
  /** The number of the deal of the decision; in a lesson, of the last deal that it chooses. */
  deal: number;
  /** The seat that decides. */
  seat: number;
  /** The index of the decision among all events of that game, from 0. */
  event: number;
  /** The seats whose player differs from that match. */
  replaced: number[];
  /** Whether cards of the deal were unknown, and were drawn at random. */
  drawn: boolean;
  /**
   * The number of cards lifted for the starter, wherever a seat cuts; `null` if the starter was
   * never cut.
   */
  starter_at: number | null;
  /** The position, as the seat knows it; empty for a decision of another match. */
  position: string;
  /** The name of the lesson that chooses the cards; empty where none does. */
  lesson: string;
}

/** Two values of progress to merge, which a player has chosen to send. */
export interface ProgressMerge {
  /** The progress that the client keeps, as JSON. */
  own: string;
  /** That of a file, as JSON. */
  other: string;
}

/** Merged progress. */
export interface ProgressMerged {
  /** The merged value, as JSON. */
  progress: string;
  /** What it has, in a sentence. */
  says: string;
}

/** A request for a question of a drill. */
export interface QuestionWanted {
  /** The name of the drill. */
  drill: "counting" | "discards" | "play";
  /** The question, where it is known; empty for a new one. */
  text?: string;
  /** What a new question has to be like, in words. */
  filter?: string;
  /** What a new question follows from; the same seed gives the same question. */
  seed?: number;
}

/** Say that the cards may be dealt, and add a text to the shuffle. */
export interface Ready {
  type: "ready";
  seat: number;
  contribution?: string;
}

/** A request to play the deals of a recorded game from one of its seats. */
export interface RecordChallenge {
  /**
   * The record of one match, as the player of that seat may know it once it is over; of several
   * games the first is played again.
   */
  text: string;
  /** The seat. */
  seat: number;
  /** A random secret chosen by the client, as in `Order`. */
  key?: string;
}

/** A record to review. */
export interface RecordReview {
  /** The record of one match. */
  text: string;
  /** The number of the game; `null` for all games. */
  game?: number | null;
  /** The seat for which the review is written; `null` for a spectator. */
  seat?: number | null;
}

/** Records of matches, one after the other, as text. */
export interface Records {
  /** The content of one file. */
  text: string;
}

/** Two recorded games with the same deals to compare. */
export interface RecordsCompared {
  /** The record that a challenge was made of. */
  first: string;
  /** The record of the match that was played with its deals. */
  second: string;
  /** The seat to compare. */
  seat: number;
}

/** A request was not granted, and nothing has changed; `id` is empty if it had none. */
export interface Refused {
  type: "refused";
  id: string;
  code: string;
  message: string;
}

/** Begin another match at this table, with the same players, once this one is over. */
export interface Rematch {
  type: "rematch";
  /** A name for this request that the client has not used before at this table. */
  id: string;
  /** The match that is meant. */
  match: string;
}

/** Take the seat of another person away; only for who has set up the table. */
export interface RemoveGuest {
  type: "remove_guest";
  /** A name for this request that the client has not used before at this table. */
  id: string;
  seat: number;
  /** The level; empty for a free seat. */
  level?: string;
}

/** A question that was missed, and when to ask it again. */
export interface RepeatedItem {
  /** Its schedule. */
  memory: Memory;
  /** The number of answers. */
  answers: number;
  /** The number of answers that were not right. */
  missed: number;
  /** What it has in common with questions that ask the same; empty for a count. */
  pattern?: string;
}

/** A match to replay, from the view of a seat. */
export interface Replay {
  /** The match; empty where its record has no id. */
  match: string;
  /** The time of its last entry; ISO 8601, or empty where it is unknown. */
  updated: string;
  /** The seat whose view it is; `null` for a spectator's. */
  seat: number | null;
  /** The seats from whose view it can be replayed. */
  seats: number[];
  /** The match. */
  setup: Setup;
  /** The games. */
  games: ReplayGame[];
  /** The result of each game. */
  results: Result[];
}

/** A game of a replay. */
export interface ReplayGame {
  /** The number of the game in the match. */
  game: number;
  /** What the seat knows. */
  view: View;
  /** All events of the game, as the seat saw them. */
  log: LogEntry[];
}

/** A record to replay. */
export interface Replayed {
  /** The record of one match. */
  text: string;
  /** The seat whose view to show; `null` for a spectator's. */
  seat?: number | null;
}

/** What a client sends. */
export type Request =
  | Hello
  | Act
  | Undo
  | NextGame
  | Rematch
  | Hint
  | Tutor
  | AnswerGuide
  | Fill
  | StandIn
  | RemoveGuest
  | Nudge
  | SetPresence
  | Automate
  | SetLanguage
  | Say
  | Sync
  | Ping;

/** Resign: the seat's side loses with the score as it is. Any seat may, at any time. */
export interface Resign {
  type: "resign";
  seat: number;
}

/** A seat resigned; its side has lost. */
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
  /**
   * For each side, how badly it was beaten: 0, 1 for a skunk, 2 for a double and 3 for a triple
   * skunk.
   */
  skunks: number[];
  /** The points for a match that each side gets, one amount for each side beaten. */
  match_points: number[];
}

/** The result of a pairing, entered by the host. */
export interface ResultEntered {
  /** The number of the round. */
  round: number;
  /** The number of the pairing in it. */
  pairing: number;
  /** The scores of each game. */
  scores: number[][];
  /** Why a result that was there before is replaced; everybody can read it. */
  reason?: string;
}

/** The secret behind the pack of a deal was published. */
export interface Revealed {
  type: "revealed";
  deal: number;
  secret: string;
}

/** The state of a requested review. */
export interface ReviewAsked {
  /** The id of the review, for queries and cancellation. */
  review: string;
  /** Its state. */
  state: "done" | "failed" | "running" | "waiting";
  /** The number of decisions reviewed so far. */
  done: number;
  /** The number of decisions. */
  of: number;
  /** The number of reviews queued before it; 0 while it is running. */
  ahead: number;
  /** The seat for which the review is written; `null` for a spectator. */
  seat: number | null;
  /** The games, once the review is done. */
  games: GameReview[];
  /** The error for programs; empty unless the review has failed. */
  code: string;
  /** The error for people. */
  message: string;
}

/** A review, by the id that was given when it was asked for. */
export interface ReviewId {
  review: string;
}

/** Games of a match to review. */
export interface ReviewWanted {
  /** The match, as in `MatchWanted`. */
  match?: string;
  /** The number of the game; `null` for all games that are over. */
  game?: number | null;
}

/** The round to begin, so that a repeated request begins it once. */
export interface RoundBegun {
  /** Its number, from 1. */
  round: number;
}

/** The rules of a game: a preset, and every switch of the rule book. */
export interface Rules {
  /** The preset that gives the switches that are not set; see `PRESETS`. */
  preset: string;
  /** 2, 3 or 4. */
  players: number;
  /** Whether four play in two teams, partners opposite, or each for themselves. */
  teams: boolean;
  /** The hole that ends the game, 31 to 241. */
  target: number;
  /** The score of each side before the first deal; empty for a game from 0. */
  start_scores: number[];
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
   * With manual counting, whether a claim that is too low is `corrected` or what it misses is
   * `lost`; with muggins what no opponent takes is lost in any case.
   */
  missed: "corrected" | "lost";
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
   * Five dealt, two discarded, hands of three, the play stops at the first 31 or go, and the
   * non-dealer starts with three points. Two players.
   */
  five_card: boolean;
  /** Whether a win by many holes counts for more. */
  skunks: boolean;
  /**
   * How many holes short of the target a loser is skunked, double skunked and triple skunked: one
   * to three numbers, each larger than the one before.
   */
  skunk_lines: number[];
  /**
   * Points for a match for a game, a skunk, a double skunk and so on: one number more than
   * `skunk_lines`. If lines alone are given, a further line is worth a point more than the one
   * before.
   */
  match_points: number[];
  /** The first dealer is `cut` for, `random` or `chosen`. */
  first_deal: "cut" | "random" | "chosen";
  /**
   * Who deals first in the next game: the `loser`, the `winner`, `alternate` turns, `cut` for
   * again, or `usual`: the loser after a single game, alternate turns in a match.
   */
  next_deal: "usual" | "loser" | "alternate" | "winner" | "cut";
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

/** Send one of the ready phrases to the table. */
export interface Say {
  type: "say";
  phrase: string;
}

/** The win probabilities at a score. */
export interface ScoreAnalysed {
  /** The score of each side, the player's first. */
  scores: number[];
  /** The number of players. */
  players: number;
  /** The hole that ends the game. */
  target: number;
  /** The win probabilities for each side that may deal. */
  deals: ChancesDealing[];
}

/** A score to analyse, as the query of an address has it. */
export interface ScoreWanted {
  /** The score of each side, the own side first, such as `84-90`; empty for no points. */
  scores?: string;
  /** The number of players. */
  players?: string;
  /** The hole that ends the game. */
  target?: string;
}

/** Points were pegged, or a hand without points was counted. */
export interface Scored {
  type: "scored";
  /** Whose points; its side pegs them. */
  seat: number;
  /** What the points are for. */
  reason: "start" | "heels" | "play" | "go" | "hand" | "crib" | "muggins" | "overcount";
  /** The single scores; empty where missed points are not pegged, for `Counted` names them then. */
  items: Item[];
  /** The points that the side pegged, as counted. */
  points: number;
  /** The side's new score, at most the target. */
  score: number;
}

/** A seat of a table, as every client sees it. */
export interface Seat {
  /** The player's name; empty while the seat is free. */
  name: string;
  /** `person`, or the level of a computer player. */
  kind: string;
  /** Whether the seat has a player. */
  taken: boolean;
  /** Whether that person is connected; true for a computer player. */
  present: boolean;
  /** Whether a computer player acts for a person who has gone. */
  stand_in: boolean;
  /**
   * `here`; `silent` for a player who does not answer pings; `away` for one who looks elsewhere, or
   * has just lost the connection; `gone` without one. A computer player is always `here`.
   */
  presence: "away" | "gone" | "here" | "silent";
  /** The level of the computer player that acts for the person; empty if none does. */
  acting: string;
  /** Whether that person has set up the table, and may remove others. */
  maker: boolean;
}

/** Something that a seat may decide now: cards to choose, a number to give, or just to do it. */
export interface SeatChoice {
  /** What the seat does. */
  kind: "accept" | "claim" | "cut" | "cut_for_deal" | "discard" | "go" | "muggins" | "play" | "ready";
  /** The cards that may be chosen. */
  cards?: string[];
  /** The number of cards that have to be chosen. */
  size?: number;
  /** The lowest number that may be given; `null` if none is given. */
  minimum?: number | null;
  /** The highest number. */
  maximum?: number | null;
  /** The numbers between them that may not be given. */
  taken?: number[];
}

/** A seat, and the token that holds it. */
export interface SeatGranted {
  seat: number;
  token: string;
}

/** A seat as requested in the order of a table. */
export interface SeatOrder {
  /** The player's name. */
  name?: string;
  /** `person`, `open` for a person who is still to come, or the level of a computer player. */
  kind?: string;
}

/** A table, and a token that holds a seat there. */
export interface SeatToken {
  code: string;
  token: string;
}

/** The tables whose records a client requests, each with a token of its seat. */
export interface SeatTokens {
  /** Up to 20 of them. */
  tables: SeatToken[];
}

/** The player at a seat: a name, and `person` or the name of a computer player's level. */
export interface Seated {
  name: string;
  kind: string;
}

/** The seats whose players have left a table for good. */
export interface SeatsLeft {
  seats: number[];
}

/** Change the language of all texts; the server sends the position again. */
export interface SetLanguage {
  type: "set_language";
  language: string;
}

/** Report whether a person is looking at the table; a returning player takes the seat back. */
export interface SetPresence {
  type: "set_presence";
  here: boolean;
}

/** Everything that is settled before the first card; its rules may be the name of a preset. */
export interface Setup {
  type?: "setup";
  /** The unique name of the match; the commitments of its deals include it. */
  id: string;
  /** The rules of every game. */
  rules: Rules;
  /** The player at each seat, clockwise. */
  seats: Seated[];
  /** The number of games. */
  games: number;
  /** If not 0, the match lasts until a side has this many match points, in any number of games. */
  play_to: number;
  /**
   * The seat that deals first, if settled, whatever `rules.first_deal` says; `null` to follow that.
   */
  dealer: number | null;
  /** The event that the match belongs to, for the record. */
  event: string;
  /** The date of play, for the record; ISO 8601. */
  date: string;
  /**
   * The id that the commitments of the deals include in place of that of the match. Matches of one
   * game with the same dealer, `packs` and secrets are dealt the same cards and starters: nobody
   * adds to a shuffle, and nobody cuts. This is duplicate; see `pegout.match.plan_deals`.
   */
  packs: string;
}

/** A hand or the crib, face up in the show; `seat` is its owner. */
export interface Shown {
  seat: number;
  cards: Card[];
  crib: boolean;
}

/** The pack is on the table, top card first; no seat sees it. */
export interface Shuffled {
  type: "shuffled";
  pack: Card[];
}

/** The parts of a result, all for one side: `before` and all that follow sum to `result`. */
export interface SplitParts {
  /** The expected result before the game. */
  before: number;
  /** The actual result. */
  result: number;
  /** The luck of the cards: the first cut, the deals and the starters. */
  cards: number;
  /** The luck of hidden cards, as when a right card met the wrong hand. */
  hidden: number;
  /** The effect of counts that differ from the worth of the cards. */
  counting: number;
  /** The effect of a resignation. */
  ending: number;
  /** The effect of each seat's errors for the side: negative for its own seats. */
  errors: number[];
}

/** The best possible result of a deal. */
export interface SquaresBest {
  /** The square that has it. */
  grid: SquaresGrid;
  /** The result in sentences. */
  says: string[];
}

/** A request for the best possible result of a deal. */
export interface SquaresBestWanted {
  /** The deal: a date or a number. */
  deal: string;
}

/** A square of cards. */
export interface SquaresGrid {
  /** The card in each cell, row by row; empty for a free cell. */
  cards: string[];
  /** The rows from above, then the columns from the left. */
  lines: SquaresLine[];
  /** The points of all lines, and for his heels. */
  total: number;
}

/** A row or a column. */
export interface SquaresLine {
  /** Its points. */
  points: number;
  /** These in a sentence; with the starter, as they are counted aloud. */
  says: string;
}

/** The best result in the cribbage squares of a date. */
export interface SquaresResult {
  /** The version of the function that made the deal. */
  version: number;
  /** The total. */
  score: number;
}

/** Where a game of cribbage squares stands. */
export interface SquaresStep {
  /** The card to be placed; empty at the end. */
  card: string;
  /** The starter; empty before the end. */
  starter: string;
  /** The square so far. */
  grid: SquaresGrid;
  /** What is asked, or the result, in sentences. */
  says: string[];
  /**
   * The best result of the date at the end, to be kept; `null` before, and for a deal that is no
   * date.
   */
  result: SquaresResult | null;
}

/** A request for where a game of cribbage squares stands. */
export interface SquaresWanted {
  /** The deal: a date or a number. */
  deal: string;
  /** The cell of each card so far, from 0, row by row. */
  cells?: number[];
  /** The best result so far in the deal of a date; needed at the end alone. */
  kept?: SquaresResult | null;
}

/** Have a computer player act for an absent person until that person returns. */
export interface StandIn {
  type: "stand_in";
  /** A name for this request that the client has not used before at this table. */
  id: string;
  seat: number;
  /** The level; empty to wait for the person again. */
  level: string;
}

/** The state of the table after all events: the legal actions, and the texts about them. */
export interface Standing {
  /** The seats whose action the table awaits. */
  to_act: number[];
  /** The seat whose turn it is in the play and in the show. */
  turn: number | null;
  /** The legal actions of this seat. */
  legal: Action[];
  /** What this seat may decide by them, the usual decision first. */
  choices: SeatChoice[];
  /** A sentence on what this seat has to do, or for whom the table waits. */
  says: string;
  /** A sentence on who has offered to end the game here; empty without an offer. */
  offer: string;
  /** The name of the phase. */
  phase: string;
  /** The owner of the crib: "Ann's crib". */
  crib: string;
  /** The place of a discard: "to Ann's crib". */
  to_crib: string;
  /** The names of the cards in hand, with the effect of playing each now. */
  cards: Record<string, string>;
  /** Whether this seat may take back its last decision. */
  undo: boolean;
  /** Whether the next game of the match may begin. */
  next_game: boolean;
  /** Whether the match is over. */
  over: boolean;
  /** The number of the game. */
  game: number;
  /** The points for the match, by side. */
  points: number[];
  /** The guide of the lesson; `null` where none is given. */
  guide: Guide | null;
}

/** A line of the standings. */
export interface StandingShown {
  /** The place; equals share it. */
  place: number;
  /** The player's number. */
  player: number;
  /** The points; in `duplicate` holes ahead of those who had the same cards. */
  points: number;
  /** The margins of games won, less those of games lost. */
  spread: number;
  /** The games played. */
  played: number;
  /** The games won. */
  won: number;
  /** The games won by a skunk. */
  skunks: number;
  /** How often the player sat out. */
  byes: number;
}

/** How the tables of a duplicate stand. */
export interface Standings {
  /** The id that the commitments of all tables include. */
  packs: string;
  /** Whether all have finished. */
  over: boolean;
  /** The tables. */
  tables: DuplicateTable[];
  /** A sentence on how many still play. */
  says: string;
}

/** A seat lifted `at` cards off the pack and the dealer turned up the starter. */
export interface StarterCut {
  type: "starter_cut";
  seat: number;
  at: number;
  card: Card;
}

/** Offer to end the game here. It ends when every seat has offered. */
export interface Stop {
  type: "stop";
  seat: number;
}

/** A seat wants to play on; all offers to end the game are withdrawn. */
export interface StopDeclined {
  type: "stop_declined";
  seat: number;
}

/** A seat offered to end the game here; when every seat has, it ends without a winner. */
export interface StopOffered {
  type: "stop_offered";
  seat: number;
}

/** The story of a game for the player at this seat to share; it names no other person. */
export interface Story {
  /** The winner and the margin. */
  headline: string;
  /** The score and the opponents. */
  score: string;
  /** The memorable feats; empty without any. */
  feats: string;
  /** The points of the player's best hand; empty without one. */
  hand: string;
  /** That hand. */
  best: BestHand | null;
  /** The whole story in lines of text. */
  text: string[];
}

/** The move of a strong player. */
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

/** The totals of a seat in a match, for averages. */
export interface Sums {
  /** The number of deals in which the seat was dealt cards. */
  deals: number;
  /** The points that it pegged in their play. */
  play: number;
  /** The number of its hands that were counted. */
  hands: number;
  /** The points of these hands. */
  hand: number;
  /** The number of its cribs that were counted. */
  cribs: number;
  /** The points of these cribs. */
  crib: number;
}

/** Request the events after an entry. */
export interface Sync {
  type: "sync";
  /** The match that is meant. */
  match: string;
  since?: number;
}

/** A table, as every client sees it, before and during a match. */
export interface Table {
  /** The code of its link. */
  code: string;
  /** `open` while seats are free, `playing`, or `over`. */
  status: "open" | "over" | "playing";
  /** The rules of every game. */
  rules: Rules;
  /** The number of games in a match. */
  games: number;
  /** The points for the match to play to instead, if not 0. */
  play_to: number;
  /** The seats, clockwise. */
  seats: Seat[];
  /** The host's options. */
  options: TableOptions;
  /** The id of the current match; empty while seats are free. */
  match: string;
  /** The number of spectators. */
  spectators: number;
  /** The seconds for which the table is kept after its last activity; `null` for ever. */
  kept: number | null;
  /** Whether its match continues from a decision of another one. */
  practice: boolean;
  /** Whether its match has the packs of another one, so that nobody adds to a shuffle. */
  duplicate: boolean;
  /** The code of the tournament to which its first match belongs, if it does. */
  tournament: string;
}

/** The table has changed: a person came, left, or took a seat. */
export interface TableChanged {
  type: "table";
  table: Table;
}

/** The host's options for a table, beside the rules. */
export interface TableOptions {
  /** Whether spectators may watch. */
  spectators: boolean;
  /** Whether the ready phrases are allowed. */
  chat: boolean;
  /** The seconds after which a computer player acts for a person who has gone; 0 for never. */
  stand_in: number;
  /** Whether the server's list of open tables has it while a seat is free. */
  listed: boolean;
  /** Whether that list shows the names of its players. */
  listed_names: boolean;
  /** Whether the list has it while it is played, for spectators. */
  listed_game: boolean;
}

/** A table in the list of a player's games. */
export interface TableSummary {
  /** The code of its link. */
  code: string;
  /**
   * `open` while seats are free, `playing`, `over`, or `gone` if there is no such table (any more),
   * or the token holds no seat there.
   */
  status: "gone" | "open" | "over" | "playing";
  /** The seat that the token holds. */
  seat: number | null;
  /** The matches played there, the current one last. */
  matches: MatchSummary[];
  /**
   * The time when the table is removed if there is no more activity; ISO 8601, or `null` for never.
   */
  until: string | null;
  /** Whether all other players at the table are computer players. */
  alone: boolean;
}

/** The tables of a duplicate. */
export interface TablesWanted {
  /** Their codes, with hyphens between them. */
  tables: string;
}

/** A new tournament, by the code of its page. */
export interface TournamentMade {
  code: string;
}

/** The order of a new tournament. */
export interface TournamentOrder {
  /** Its name. */
  title: string;
  /**
   * A random secret chosen by the client: a client that has it is the host, and a retry with it
   * returns the same tournament.
   */
  key: string;
  /** Who meets whom. */
  system?: "round_robin" | "swiss";
  /**
   * What counts: games won, skunks and the spread; or `duplicate`, where all tables of a round play
   * the same cards.
   */
  scoring?: "duplicate" | "points";
  /** The number of rounds; 0 for as many as the system needs. */
  rounds?: number;
  /** The games of a round: one in `duplicate`, otherwise two to nine. */
  games?: number;
  /** The hole that ends a game. */
  target?: 61 | 121;
  /** Whether it is played on wooden boards, and the host enters all results. */
  boards?: boolean;
}

/** A player of a tournament. */
export interface TournamentPlayerShown {
  /** The player's number. */
  player: number;
  /** The name. */
  name: string;
  /** `person`, or the level of a computer player. */
  kind: string;
  /** Whether the player has not left. */
  present: boolean;
  /** The secret of the player's link, for the host alone. */
  token: string;
}

/** A tournament, as its host, a player or a guest sees it. */
export interface TournamentShown {
  /** The code of its page. */
  code: string;
  /** Its name. */
  title: string;
  /** Who meets whom. */
  system: "round_robin" | "swiss";
  /** What counts. */
  scoring: "duplicate" | "points";
  /** The games of a round. */
  games: number;
  /** The hole that ends a game. */
  target: number;
  /** Whether it is played on wooden boards. */
  boards: boolean;
  /** Who asks, by the token of the request. */
  role: "guest" | "host" | "player";
  /** `open` before the first round, `playing`, `between` two rounds, or `over`. */
  status: "between" | "open" | "over" | "playing";
  /** A sentence on how things stand. */
  says: string;
  /** The number of rounds that have begun. */
  begun: number;
  /** The number of rounds that are planned. */
  planned: number;
  /** The players in the lists. */
  players: TournamentPlayerShown[];
  /** Where they stand, the best first. */
  standings: StandingShown[];
  /** The number of the round that is shown; 0 before the first. */
  round: number;
  /** The pairings of that round. */
  pairings: PairingShown[];
  /** The results that were replaced, the last first. */
  corrections: CorrectionShown[];
  /** The number of the player who asks. */
  you: number | null;
  /** The table of the player who asks, in the current round. */
  table: OwnTable | null;
  /** The seconds for which the tournament is kept after its last change; `null` for ever. */
  kept: number | null;
}

/** What to show of a tournament. */
export interface TournamentWanted {
  /** The round whose pairings are shown, from 1; 0 for the last one. */
  round?: number;
}

/** A player's request to continue from a decision of a game, at a practice table. */
export interface TryAgain {
  /** The number of the game. */
  game: number;
  /** The number of the decision's entry in the log of the replay. */
  number: number;
  /**
   * The computer player for the seats of other persons, and of players whose level is unavailable.
   */
  level?: string;
  /** A random secret chosen by the client, as in `Order`. */
  key?: string;
  /** The match, as in `MatchWanted`; a record has only one. */
  match?: string;
}

/** A request to continue from a decision of a recorded game. */
export interface TryRecordAgain {
  /** The record of one match. */
  text: string;
  /** The decision, and the level to play it against. */
  attempt: TryAgain;
  /** The seat that decides. */
  seat: number;
}

/** Request whether an action would be a mistake of some size, without taking the action. */
export interface Tutor {
  type: "tutor";
  /** A name for this request that the client has not used before at this table. */
  id: string;
  /** The match that is meant. */
  match: string;
  /** What you would do. */
  action: Action;
  /** How large a mistake has to be at least. */
  minimum: "inaccuracy" | "large_mistake" | "mistake";
}

/** Take back the last decision; only against computer players, in the same deal. */
export interface Undo {
  type: "undo";
  /** A name for this request that the client has not used before at this table. */
  id: string;
  /** The match that is meant. */
  match: string;
}

/** A seat took back its last decision: the entries after number `to` no longer count. */
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
  /** The phase of the game. */
  phase: "ready" | "shuffle" | "cut_for_deal" | "discard" | "cut" | "play" | "show" | "over";
  /** The number of this deal; 0 during the cut for the first deal. */
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
  /** The commitment to the next or current pack, if any. */
  commitment: string | null;
  /** The cuts for the first deal in this round. */
  cuts: DealerCutAt[];
  /** The places already cut, during the cut for the first deal. */
  cut_places: number[];
  /** How many cards the pack has left. */
  pack_size: number;
  /** The cards that this seat was dealt; empty for a spectator. */
  dealt: Card[];
  /** The cards that this seat holds now. */
  hand: Card[];
  /** The cards that this seat discarded. */
  discards: Card[];
  /** For each seat, how many cards it holds. */
  hand_sizes: number[];
  /** The seats that have discarded. */
  discarded: number[];
  /** The number of cards in the crib. */
  crib_size: number;
  /** The starter, once cut. */
  starter: Card | null;
  /** The count of the play. */
  count: number;
  /** The cards of the current count, in the order played. */
  pile: PlayedCard[];
  /** The cards of the counts before, one tuple for each. */
  earlier: PlayedCard[][];
  /** Every go of this deal. */
  goes: GoSaid[];
  /** The seats that have said go in this count. */
  gone: number[];
  /** The seat to play a card, or to count; `null` while a claim awaits answers. */
  turn: number | null;
  /** The hands shown so far, the crib last. */
  shown: Shown[];
  /** A claim that opponents may still answer. */
  claim: Pending | null;
  /** The seats that have offered to end the game here. */
  stopping: number[];
  /** The seat that resigned, if one has. */
  resigned: number | null;
  /** How the game ended, if it has. */
  result: Result | null;
  /** What this seat may do now, as `pegout.rules.engine.legal` lists it. */
  legal: Action[];
}

/** The response to `hello`, with the seat of the client, `null` for a spectator. */
export interface Welcome {
  type: "welcome";
  version: number;
  seat: number | null;
  language: string;
  table: Table;
}
