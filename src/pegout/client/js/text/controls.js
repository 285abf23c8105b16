/** The current actions as buttons and number fields, in the order of importance. */

import { actionOf, allows, asksAgain, kindOf, mayAsk, numbersOf } from "../scene/choices.js";
import { cardName, cardShort } from "../scene/names.js";
import { joined, t } from "../words.js";

/** @import { Choices, Kind } from "../scene/choices.js" */
/** @import { Scene } from "../scene/script.js" */

/**
 * @typedef {object} Control
 * @property {string} key
 * @property {string} label the label of the button
 * @property {boolean} [primary] whether Enter presses it
 * @property {string} [why] the reason why it is disabled, shown on the button
 * @property {{label: string, minimum: number, maximum: number, taken: number[], help: string}} [field] a number to enter
 *   first
 * @property {(number: number) => unknown} act
 */

/**
 * @typedef {object} Doing
 * @property {(action: any) => unknown} act
 * @property {Record<string, (() => unknown) | undefined>} handlers the page's own actions
 * @property {string[]} chosen the selected cards
 * @property {string} pace
 * @property {string} [thinking] how long computer players seem to think
 * @property {() => boolean} [sure] returns whether a claim of zero was confirmed; asks for it if
 *   not
 * @property {boolean} [justOver] whether the end of the game has only just been shown
 * @property {boolean} open whether actions are possible, or the last request is still under way
 */

/**
 * Return the current actions.
 * @param {Scene} scene
 * @param {Choices} choices
 * @param {Doing} doing
 * @returns {Control[]}
 */
export function controlsOf(scene, choices, doing) {
  const { handlers } = doing;
  /** @type {Control[]} */
  const made = [];
  /**
   * @param {string} key
   * @param {string} label
   * @param {(() => unknown) | undefined} handler
   * @param {boolean} [primary]
   * @param {string} [why] why it cannot be pressed yet
   */
  const offer = (key, label, handler, primary = false, why = "") => {
    if (handler) made.push({ key, label, primary, why, act: () => handler() });
  };
  if (scene.busy) {
    if (scene.waiting || doing.pace === "step") offer("next", t("Go on"), handlers.next, true);
    if (doing.pace !== "instant") offer("skip", t("Show all at once"), handlers.skip);
    return made;
  }
  const { standing, guide } = scene;
  if (guide && guide.way !== "act") {
    const press = guide.way === "press";
    const done = () => answerGuide(handlers, guide, "done");
    offer("guide_done", press ? t("Go on") : t("Go on without"), done, press);
    return [...made, ...guideControls(handlers, guide)];
  }
  if (scene.thinking !== null && doing.thinking !== "off" && doing.pace !== "instant") {
    offer("skip", t("Show all at once"), handlers.skip);
  }
  if (!standing || !doing.open) return made;
  const kind = kindOf(choices);
  // The first pack of a game may be requested automatically.
  const comes = kind === "ready" && scene.view.deal === 0 && handlers.beginning?.();
  if (kind && !comes) made.push(control(kind, scene, choices, doing));
  if (choices.muggins) made.push(control("muggins", scene, choices, doing));
  const soon = doing.justOver ? t("One moment.") : "";
  if (standing.next_game) offer("next_game", t("Next game"), handlers.nextGame, true, soon);
  if (standing.over) {
    if (scene.view.seat !== null) offer("again", t("Play again"), handlers.again, true, soon);
    offer("another", t("Play again"), handlers.another, true, soon);
    offer("drills", t("Drills"), handlers.drills);
    offer("to_review", t("Back to the decision"), handlers.toReview, true);
    offer("compare", t("Compare both games"), handlers.compare, true);
    offer("standings", t("Standings"), handlers.standings, true);
    offer("review", t("Review"), handlers.review);
    if (scene.outcome?.story) offer("share", t("Share"), handlers.share);
    offer("verify", t("Verify"), handlers.verify);
    offer("save", t("Save the record"), handlers.save);
  }
  const thinking = ["discard", "play", "claim"].includes(kind ?? "") || choices.muggins;
  if (thinking && mayAsk(scene)) offer("hint", t("Hint"), handlers.hint);
  if (standing.undo) offer("undo", t("Take back"), handlers.undo);
  return guide ? [...made, ...guideControls(handlers, guide)] : made;
}

/**
 * @param {Doing["handlers"]} handlers
 * @param {import("../wire").GuideStep} guide
 * @param {string} answer
 */
function answerGuide(handlers, { step }, answer) {
  const send = /** @type {import("../review/face.js").Actions["guide"]} */ (handlers.guide);
  return send?.(step, answer);
}

/**
 * Return the further answers to the guide of a lesson.
 * @param {Doing["handlers"]} handlers
 * @param {import("../wire").GuideStep} guide
 * @returns {Control[]}
 */
function guideControls(handlers, guide) {
  const answers = [
    ...(guide.back ? [{ name: "back", label: t("Back") }] : []),
    { name: "skip", label: t("Skip the explanations of this deal") },
    { name: "leave", label: t("Leave the guide") },
  ];
  return answers.map(({ name, label }) => ({
    key: `guide_${name}`,
    label,
    act: () => answerGuide(handlers, guide, name),
  }));
}

/**
 * Return the control that makes a decision.
 * @param {Kind} kind
 * @param {Scene} scene
 * @param {Choices} choices
 * @param {Doing} doing
 * @returns {Control}
 */
function control(kind, scene, choices, doing) {
  const { chosen } = doing;
  // People count the cards of the pack from one; to cut it is to lift some of them.
  const from = kind === "cut_for_deal" ? 1 : 0;
  const { seat } = scene.view;
  const incomplete =
    (kind === "discard" && !actionOf(choices, seat, kind, { chosen })) ||
    (kind === "play" && !allows(choices, chosen[0] ?? ""));
  /** @type {Control} */
  const made = {
    key: kind,
    label: labelOf(kind, scene, chosen),
    primary: kind !== "muggins",
    why: incomplete ? scene.standing.says : "",
    act: (number) => {
      const intention = { chosen, points: number, cutAt: number - from };
      const action = actionOf(choices, seat, kind, intention);
      if (!asksAgain(scene, action) || (doing.sure?.() ?? true)) doing.act(action);
    },
  };
  const numbers = numbersOf(choices[kind]).map((number) => number + from);
  if (numbers.length) made.field = fieldOf(kind, scene, numbers, from);
  return made;
}

/**
 * @param {Kind} kind
 * @param {Scene} scene
 * @param {string[]} chosen
 * @returns {string}
 */
function labelOf(kind, { view }, chosen) {
  const [card] = chosen;
  const cards = joined(chosen.map(cardShort));
  const labels = {
    ready: view.deal === 0 ? t("Shuffle for the cut") : t("Deal the cards"),
    cut: t("Cut here"),
    cut_for_deal: t("Cut here"),
    discard: card ? t("Discard {cards}", { cards }) : t("Discard"),
    play: card ? t("Play {card}", { card: cardName(card) }) : t("Play a card"),
    go: t("Say go"),
    claim: t("Count"),
    accept: t("Go on"),
    muggins: t("Call muggins"),
  };
  return labels[kind];
}

/**
 * @param {Kind} kind
 * @param {Scene} scene
 * @param {number[]} numbers
 * @param {number} from the number of the first place in the pack
 * @returns {NonNullable<Control["field"]>}
 */
function fieldOf(kind, { view }, numbers, from) {
  const minimum = Math.min(...numbers);
  const maximum = Math.max(...numbers);
  const range = t("A number from {minimum} to {maximum}.", { minimum, maximum });
  const cut = kind === "cut_for_deal" ? view.cut_places : [];
  const taken = cut.map((/** @type {number} */ at) => at + from);
  const places = joined(taken.map(String));
  const help = places ? t("{range} Taken already: {places}.", { range, places }) : range;
  const asks = {
    play: t("How many points does it score?"),
    claim: t("How many points do you count?"),
    muggins: t("How many points were missed?"),
    cut: t("How many cards do you lift?"),
    cut_for_deal: t("Which card of the pack do you take?"),
  };
  return { label: asks[/** @type {keyof typeof asks} */ (kind)], minimum, maximum, taken, help };
}
