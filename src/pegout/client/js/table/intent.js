/**
 * The player's intended action: the selected cards, the points to claim, the position of the cut.
 * The result is a legal action, or a sentence that says why there is none.
 */

import { speedOf } from "../pacing.js";
import { losesMissed } from "../rules.js";
import {
  actionOf,
  allows,
  asksAgain,
  choicesOf,
  cutOf,
  decisionOf,
  manyOf,
  numbersOf,
} from "../scene/choices.js";
import { Combining, combinationSaid } from "../scene/combine.js";
import { warningWords } from "../scene/warned.js";
import { t } from "../words.js";
import { movedTo, ordered } from "./hand.js";

/** @import { Actions, Answer, Settings } from "../review/face.js" */
/** @import { Choices } from "../scene/choices.js" */
/** @import { Scene, Step } from "../scene/script.js" */
/** @import { Placement } from "./layout.js" */

/**
 * @typedef {import("../scene/warned.js").Warning & {open: boolean}} Warned the action that the tutor
 *   wants confirmed, and whether the options are shown
 */

/** The phases in which the value of the last discard is shown. */
const VALUED = ["discard", "cut", "play"];
const ANSWERED = ["claimed", "hand_shown", "accepted", "muggins_called", "counted"];

/**
 * Return the two best options and the intended one: a phone has room for three.
 * @param {import("../wire").DecisionAdvice} advice
 * @returns {import("../wire").DecisionAdvice}
 */
function inBrief(advice) {
  const shown = advice.options.filter((_, at) => at < 2 || at === advice.chosen);
  return { ...advice, options: shown };
}

/** The intended action of one player. */
export class Intent {
  /** @type {Scene | null} */
  scene = null;
  /** @type {Choices | null} */
  choices = null;
  /** @type {string[]} the hand in its order */
  hand = [];
  /** @type {string[]} */
  chosen = [];
  /** @type {string[]} the cards of a hint */
  advised = [];
  advice = "";
  /** @type {import("../wire").DecisionAdvice | null} the options of a hint */
  options = null;
  /** The announcement of a hint. */
  hinted = "";
  /** @type {Warned | null} */
  warning = null;
  /** The value of the last discard. */
  worth = "";
  error = "";
  /** @type {number | null} */
  points = null;
  /** Whether muggins is being called, so that the number of missed points is needed. */
  calling = false;
  /** @type {import("../scene/script.js").Count | null} a hand of this deal that is shown again */
  again = null;
  /** The position of the cut. */
  cutAt = 26;
  /** Whether the table is shown although the game is over. */
  look = false;

  /** @type {string[]} */
  #order = [];
  /** The cards to discard that were tapped while something else was still being shown. */
  #early = /** @type {string[]} */ ([]);
  /** Whether a claim of zero has been confirmed. */
  #sure = false;
  /** Whether to say ready for the next deal after accepting a count. */
  #onward = false;
  /** The pending request for a hint; replaced once the moment has passed. @type {object | null} */
  #asking = null;
  #actions;
  #settings;
  #placements;
  #redraw;
  #sent;

  /**
   * @param {object} options
   * @param {Actions} options.actions
   * @param {import("../scene/sent.js").Sent} options.sent the request under way
   * @param {Settings} options.settings
   * @param {() => Map<string, Placement>} options.placements returns the places of the cards
   * @param {(speed: number) => void} options.redraw
   */
  constructor({ actions, sent, settings, placements, redraw }) {
    this.#actions = actions;
    this.#sent = sent;
    this.#settings = settings;
    this.#placements = placements;
    this.#redraw = redraw;
    this.combining = new Combining((news) => this.#combined(news));
  }

  /** @param {"picked" | "named"} news */
  #combined(news) {
    const { made, points } = this.combining;
    if (news === "named") {
      const { guide = null } = this.scene ?? {};
      if (made?.name && !guide) this.points = points;
      this.advice = combinationSaid(made);
      // The items that a lesson asks for are found.
      if (guide && this.combining.found.length >= guide.need) void this.answerGuide("done");
    } else {
      this.advice = "";
    }
    this.error = "";
    this.#again();
  }

  /** @returns {number} the speed of animations at this player's pace */
  get pace() {
    return speedOf(this.#settings.get().pace);
  }

  /** Redraw after the player's own input, without delays. */
  #again() {
    this.#redraw(Math.min(1, this.pace));
  }

  /**
   * Update after a step: an intention for an earlier decision is dropped.
   * @param {Scene} scene
   * @param {Step | null} step
   */
  follow(scene, step) {
    const old = this.scene;
    const { view } = scene;
    this.scene = scene;
    // What others do meanwhile does not affect a decision that is still to be made, nor does a
    // connection that was lost and is back.
    const stands = old && decisionOf(old) === decisionOf(scene);
    const moved =
      !old ||
      (scene.fresh && !stands) ||
      old.view.phase !== view.phase ||
      old.view.deal !== view.deal;
    const own = step?.event.seat === scene.seat;
    if (moved || (step && (own || !stands))) this.error = "";
    const guided = old?.guide?.step !== scene.guide?.step;
    if (!stands || own || guided || (moved && !this.#asking)) this.#unadvised();
    const { phase } = view;
    const played = step?.event.type === "played" && step.event.seat === scene.seat;
    if (scene.fresh || played || !VALUED.includes(phase)) this.worth = "";
    if (moved) {
      this.points = null;
      this.#early = [];
      this.#sure = false;
      this.look = view.phase === "over" && this.look && !scene.fresh;
      if (view.phase === "play") this.chosen = [];
    }
    if (step && ANSWERED.includes(step.event.type)) this.points = null;
    if (moved || step) this.calling = false;
    if (scene.busy || !scene.summary.some(({ count }) => count === this.again)) this.again = null;
    this.chosen = this.chosen.filter((card) => view.hand.includes(card));
    this.#order = ordered(view.hand, this.#order);
    this.combining.follow(scene);
    this.choices = scene.standing ? choicesOf(scene.standing) : null;
    if (!this.choices?.muggins) this.calling = false;
    this.#deal(scene);
    this.#chooseEarly(scene);
  }

  /** Choose the cards that were tapped before they could be. @param {Scene} scene */
  #chooseEarly({ busy }) {
    if (!this.#early.length || busy || !this.choices?.discard) return;
    const cards = this.#early;
    this.#early = [];
    queueMicrotask(() => {
      for (const card of cards) this.tap(card);
    });
  }

  /**
   * Say ready for the next deal, if accepting the last count implied it.
   * @param {Scene} scene
   */
  #deal(scene) {
    if (!this.#onward || this.#sent.now || !scene.standing || scene.busy) return;
    if (this.choices?.accept) return;
    this.#onward = false;
    const ready = actionOf(this.choices, scene.seat, "ready", {});
    if (ready) queueMicrotask(() => void this.act(ready));
  }

  /**
   * Answer the step of the lesson that is shown, or go on with the guide after it was left.
   * @param {"done" | "back" | "skip" | "leave" | "resume"} answer
   */
  async answerGuide(answer) {
    const { guide } = this.#actions;
    const step = this.scene?.guide?.step ?? "";
    if (guide) await this.answered(guide(step, answer));
  }

  /** Accept a count, and continue after it. */
  async letStand() {
    if (this.scene?.count?.crib) this.#onward = true;
    await this.act(actionOf(this.choices, this.scene?.seat ?? null, "accept", {}));
    if (this.scene) this.#deal(this.scene);
  }

  /** Begin or end the call of muggins. @param {boolean} on */
  call(on) {
    this.calling = on;
    this.points = null;
    this.chosen = [];
    this.error = "";
    this.#again();
  }

  /**
   * Show a hand of this deal again; a second call shows the current state.
   * @param {import("../scene/script.js").Count} count
   */
  lookAgain(count) {
    this.again = this.again === count || this.scene?.count === count ? null : count;
    this.#redraw(0);
  }

  /**
   * Return the scene with the hand of the show that is shown again.
   * @param {Scene} scene
   * @returns {Scene}
   */
  looked(scene) {
    return this.again ? { ...scene, count: this.again, lit: [] } : scene;
  }

  /**
   * Return a hand in this player's order.
   * @param {string[]} hand
   * @returns {string[]}
   */
  holding(hand) {
    return ordered(hand, this.#order);
  }

  /**
   * Take an action at the table.
   * @param {any} action
   */
  async act(action) {
    if (!action || this.#asksAgain(action)) return;
    await this.ask(action.type, () => this.#actions.act(action), action);
  }

  /**
   * Send a request for a control.
   * @param {string} key
   * @param {() => Promise<Answer>} send
   * @param {any} [action]
   */
  async ask(key, send, action = null) {
    await this.answered(this.#sent.ask(key, this.scene, send, action));
  }

  /**
   * Return whether an action waits for a second press, and ask for it.
   * @param {any} action
   * @returns {boolean}
   */
  #asksAgain(action) {
    if (this.#sure || !this.scene || !asksAgain(this.scene, action)) return false;
    this.#sure = true;
    this.advice = t("Nothing in it? Press again to count zero.");
    this.#again();
    return true;
  }

  /**
   * Wait for an answer, and show it if it is a refusal.
   * @param {Promise<Answer | undefined>} asked
   */
  async answered(asked) {
    const answer = await asked;
    if (!answer || answer.ok) return;
    this.#onward = false;
    if (answer.warning) return this.#warn(answer.warning);
    this.chosen = [];
    this.error = answer.message ?? "";
    this.#again();
  }

  /**
   * Request a hint.
   * @param {boolean} [asked] whether the player asked for it, and is told why there is none
   */
  async hint(asked = true) {
    this.advice = t("One moment.");
    this.worth = "";
    const asking = {};
    this.#asking = asking;
    this.#again();
    const answer = await this.#actions.hint();
    // A late answer belongs to an earlier decision.
    if (this.#asking !== asking || !answer) return;
    const { action, say = "", advice = null } = answer;
    this.#unadvised();
    if (action) this.suggest({ action, say, advice });
    else if (asked) await this.answered(Promise.resolve(answer));
    else this.#again();
  }

  /** @param {import("../scene/warned.js").Warning} warning */
  #warn(warning) {
    this.#unadvised();
    this.warning = { ...warning, open: false };
    this.hinted = this.warned;
    this.#again();
  }

  /** The tutor's question, or an empty string. */
  get warned() {
    const { warning } = this;
    if (!warning) return "";
    const { asks } = warningWords(warning.action);
    // Once the options are shown, the loss is shown beside them.
    return warning.open ? asks : `${warning.say} ${asks}`;
  }

  /** Take back the action that the tutor warns of. */
  takeBack() {
    this.chosen = [];
    this.#unadvised();
    this.#again();
  }

  /** Take the action despite the tutor's warning. */
  allTheSame() {
    const { warning } = this;
    this.#unadvised();
    void this.act(warning?.action);
  }

  /** Show the options of the decision that the tutor warns of. */
  why() {
    if (!this.warning) return;
    this.warning.open = true;
    this.options = inBrief(this.warning.advice);
    this.hinted = this.options.says;
    this.#again();
  }

  #unadvised() {
    this.#asking = null;
    this.warning = null;
    this.advice = "";
    this.advised = [];
    this.options = null;
    this.hinted = "";
  }

  /**
   * Show a recommendation.
   * @param {{action: any, say: string, advice?: import("../wire").DecisionAdvice | null}} suggestion
   */
  suggest({ action, say, advice = null }) {
    this.options = advice;
    this.advice = advice ? "" : say;
    this.hinted = say;
    this.advised = action.cards ?? (action.card ? [action.card] : []);
    this.calling = action.type === "muggins";
    if (typeof action.points === "number") this.points = action.points;
    if (typeof action.at === "number") this.cutAt = action.at;
    this.#again();
  }

  /**
   * Select an option of a hint: its cards, or its claim.
   * @param {import("../scene/advice.js").Row} row
   */
  take({ cards, claim }) {
    if (claim === null) return this.choose(cards);
    if (this.#sent.now) return;
    const muggins = this.options?.kind === "muggins";
    this.warning = null;
    this.calling = muggins && claim > 0;
    this.points = muggins && !claim ? null : claim;
    this.#again();
  }

  /**
   * Select the cards of a hint; the button then takes the action.
   * @param {string[]} cards
   */
  choose(cards) {
    if (this.#sent.now || !cards.every((card) => this.hand.includes(card))) return;
    this.error = "";
    this.warning = null;
    this.calling = false;
    this.points = null;
    this.chosen = [...cards];
    this.#again();
  }

  /**
   * Show the value of the last discard, until the player plays a card.
   * @param {string} text
   */
  tell(text) {
    if (!this.scene || !VALUED.includes(this.scene.view.phase)) return;
    this.worth = text;
    this.#again();
  }

  /** The message to the player. */
  get says() {
    return this.error || this.warned || this.advice;
  }

  /** The tone of the message. */
  get tone() {
    return this.warning || this.advice ? "advice" : this.worth ? "worth" : "";
  }

  /**
   * Handle a card that is tapped, or chosen with a key.
   * @param {string} card
   */
  tap(card) {
    const { scene, choices } = this;
    if (!scene) return;
    if (scene.busy || scene.thinking !== null) {
      // The press shows what is next at once, and a card to discard is chosen all the same.
      if (scene.view.phase === "discard" && this.hand.includes(card)) this.#early.push(card);
      this.#actions.next();
      return;
    }
    if (this.#sent.now) return;
    if (this.again) {
      this.lookAgain(this.again);
      return;
    }
    if (this.combining.open(scene).includes(card)) {
      this.combining.tap(card, scene);
      return;
    }
    if (!choices || !this.hand.includes(card)) return;
    this.error = "";
    if (this.warning) this.takeBack();
    this.calling = false;
    if (choices.discard) {
      const max = manyOf(choices);
      const rest = this.chosen.filter((other) => other !== card);
      this.chosen = rest.length < this.chosen.length ? rest : [...rest, card].slice(-max);
    } else if (choices.play) {
      const sure = this.chosen[0] === card || !this.#settings.get().confirm;
      this.#play(card, sure);
    }
    this.#again();
  }

  /** @param {string} card @param {boolean} sure */
  #play(card, sure) {
    if (!allows(this.choices, card)) {
      // The name of an unplayable card explains why.
      this.error = this.scene?.standing?.cards[card] ?? "";
      this.chosen = [];
      return;
    }
    const asks = numbersOf(this.choices?.play).length > 0;
    const again = this.chosen[0] === card;
    if (!again) this.points = null;
    this.chosen = [card];
    // Zero is preset, and what it gives away is gone without a word.
    if (asks && this.scene && losesMissed(this.scene.setup.rules) && !this.#settings.get().claims) {
      this.advice = t("Enter its points, or lose them.");
    }
    const intention = { chosen: [card], points: this.points ?? 0 };
    const action = actionOf(this.choices, this.scene?.seat ?? null, "play", intention);
    if (asks ? again : sure) void this.act(action);
  }

  /**
   * Handle a card dropped on the felt.
   * @param {string} card
   * @param {number} x
   * @param {boolean} out whether it was dropped outside the hand
   */
  drop(card, x, out) {
    const { choices } = this;
    const away = Boolean(choices?.discard);
    if (away && this.chosen.includes(card) !== out) this.tap(card);
    else if (out && choices?.play) this.#play(card, true);
    else if (!away) this.#reorder(card, x);
    this.#again();
  }

  /** @param {string} card @param {number} x */
  #reorder(card, x) {
    if (this.#settings.get().sorted) return;
    const others = this.hand.filter((other) => other !== card);
    const to = others.filter((other) => {
      const placement = this.#placements().get(other);
      return placement && placement.x + placement.w / 2 < x;
    }).length;
    this.#order = movedTo(this.hand, card, to);
  }

  /**
   * Move the position of the cut.
   * @param {number} at
   */
  hold(at) {
    if (at === this.cutAt) return;
    this.cutAt = at;
    this.#again();
  }

  /**
   * Change the points to claim.
   * @param {number | null} points
   */
  claim(points) {
    if (points) this.#settings.set?.({ claims: true });
    this.points = points;
    this.#sure = false;
    this.#redraw(0);
  }

  /**
   * Return where the pack may be cut. In the cut for deal, a place taken by another player is no
   * longer free.
   * @param {Scene} scene
   * @returns {number[]}
   */
  free({ view, seat, latest }) {
    if (this.choices) return numbersOf(cutOf(this.choices));
    const own = view.cuts.some((/** @type {any} */ cut) => cut.seat === seat);
    if (own || view.phase !== "cut_for_deal") return [];
    return numbersOf(cutOf(choicesOf(latest)));
  }

  /**
   * Return whether the first pack of a game is on its way: it is fanned out at once, since it needs
   * no request of the player.
   * @param {Scene} scene
   * @returns {boolean}
   */
  begins({ view }) {
    const first = view.deal === 0 && (view.phase === "ready" || view.phase === "shuffle");
    return first && (!this.choices?.ready || Boolean(this.#actions.beginning?.()));
  }

  /** Undo the selection. @returns {boolean} whether there was one */
  rest() {
    const raised = this.chosen.length || this.calling || this.again || this.warning;
    const open = raised || this.error || this.advice || this.options || this.worth || this.look;
    const any = this.combining.rest() || Boolean(open);
    this.chosen = [];
    this.error = "";
    this.#unadvised();
    this.worth = "";
    this.look = false;
    this.calling = false;
    this.again = null;
    if (any) this.#again();
    return any;
  }
}
