// @ts-check
/** The current actions as buttons and number fields, in the order of importance. */

import { cardName, cardShort, joined } from "../scene/names.js";
import { discardOf, mayAsk } from "../scene/state.js";
import { t } from "../words.js";

/**
 * @typedef {object} Control
 * @property {string} key
 * @property {string} label the label of the button
 * @property {boolean} [primary] whether Enter presses it
 * @property {string} [why] the reason why it is disabled, shown on the button
 * @property {{label: string, least: number, most: number, help: string}} [field] a number to enter
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
 * @param {import("../scene/state.js").Scene} scene
 * @param {import("../scene/state.js").Choices} choices
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
  const standing = scene.standing;
  if (scene.thinking !== null && doing.thinking !== "off" && doing.pace !== "instant") {
    offer("skip", t("Show all at once"), handlers.skip);
  }
  if (!standing || !doing.open) return made;
  made.push(...cardControls(scene, choices, doing), ...numberControls(scene, choices, doing));
  // The first pack of a game may be requested automatically.
  const comes = scene.view.deal === 0 && handlers.beginning?.();
  if (choices.ready && !comes) {
    const label = scene.view.deal === 0 ? t("Shuffle for the cut") : t("Deal the cards");
    offer("ready", label, () => doing.act(choices.ready), true);
  }
  if (choices.go) offer("go", t("Say go"), () => doing.act(choices.go), true);
  const soon = doing.justOver ? t("One moment.") : "";
  if (standing.next_game) offer("next_game", t("Next game"), handlers.nextGame, true, soon);
  if (standing.over) {
    if (scene.view.seat !== null) offer("again", t("Play again"), handlers.again, true, soon);
    offer("to_review", t("Back to the review"), handlers.toReview, true);
    offer("review", t("Review"), handlers.review);
    if (scene.outcome?.story) offer("share", t("Share"), handlers.share);
    offer("verify", t("Verify"), handlers.verify);
    offer("save", t("Save the record"), handlers.save);
  }
  const thinking =
    [choices.discards, choices.claims, choices.muggins].some((all) => all.length) ||
    choices.plays.size > 0;
  if (thinking && mayAsk(scene)) offer("hint", t("Hint"), handlers.hint);
  if (standing.undo) offer("undo", t("Take back"), handlers.undo);
  return made;
}

/**
 * @param {import("../scene/state.js").Scene} scene
 * @param {import("../scene/state.js").Choices} choices
 * @param {Doing} doing
 * @returns {Control[]}
 */
function cardControls(scene, choices, doing) {
  const { chosen } = doing;
  if (choices.discards.length) {
    const action = discardOf(choices.discards, chosen);
    const label = chosen.length
      ? t("Discard {cards}", { cards: joined(chosen.map(cardShort)) })
      : t("Discard");
    const why = action ? "" : scene.standing.says;
    return [{ key: "discard", label, primary: true, why, act: () => doing.act(action) }];
  }
  if (!choices.plays.size) return [];
  const [card] = chosen;
  const actions = card ? choices.plays.get(card) : undefined;
  const label = card ? t("Play {card}", { card: cardName(card) }) : t("Play a card");
  const why = actions ? "" : scene.standing.says;
  const claims = [...choices.plays.values()].flat().map((action) => action.claim);
  /** @type {Control} */
  const play = {
    key: "play",
    label,
    primary: true,
    why,
    act: (number) =>
      doing.act(actions?.find((action) => action.claim === null || action.claim === number)),
  };
  if (claims[0] !== null) play.field = pointsField(t("How many points does it score?"), claims);
  return [play];
}

/**
 * @param {string} label
 * @param {number[]} numbers
 */
function pointsField(label, numbers) {
  const least = Math.min(...numbers);
  const most = Math.max(...numbers);
  return { label, least, most, help: t("A number from {least} to {most}.", { least, most }) };
}

/**
 * @param {import("../scene/state.js").Scene} scene
 * @param {import("../scene/state.js").Choices} choices
 * @param {Doing} doing
 * @returns {Control[]}
 */
function numberControls(scene, choices, doing) {
  /** @type {Control[]} */
  const made = [];
  if (choices.cuts.length) made.push(cutControl(scene, choices.cuts, doing));
  if (choices.claims.length) {
    const field = pointsField(
      t("How many points do you count?"),
      choices.claims.map((claim) => claim.points),
    );
    const template = choices.claims[0];
    const act = (/** @type {number} */ points) => {
      const sure = points || scene.setup.rules.muggins || (doing.sure?.() ?? true);
      if (sure) doing.act({ ...template, points });
    };
    made.push({ key: "claim", label: t("Count"), primary: true, field, act });
  }
  // Playing a card accepts the count as well.
  if (choices.accept && !choices.plays.size && !choices.go) {
    const act = () => doing.act(choices.accept);
    made.push({ key: "accept", label: t("Go on"), primary: true, act });
  }
  if (choices.muggins.length) {
    const field = pointsField(
      t("How many points were missed?"),
      choices.muggins.map((call) => call.points),
    );
    const template = choices.muggins[0];
    const act = (/** @type {number} */ points) => doing.act({ ...template, points });
    made.push({ key: "muggins", label: t("Call muggins"), field, act });
  }
  return made;
}

/**
 * People count positions in the pack from one.
 * @param {import("../scene/state.js").Scene} scene
 * @param {any[]} cuts
 * @param {Doing} doing
 * @returns {Control}
 */
function cutControl(scene, cuts, doing) {
  const template = cuts[0];
  const from = template.type === "cut" ? 0 : 1;
  const places = cuts.map((cut) => cut.at + from);
  const least = Math.min(...places);
  const most = Math.max(...places);
  const taken = scene.view.cut_places.map((/** @type {number} */ at) => at + from);
  const range = t("A number from {least} to {most}.", { least, most });
  const help = taken.length
    ? t("{range} Taken already: {places}.", { range, places: joined(taken.map(String)) })
    : range;
  const label = from ? t("Which card of the pack do you take?") : t("How many cards do you lift?");
  const act = (/** @type {number} */ number) => doing.act({ ...template, at: number - from });
  return {
    key: template.type,
    label: t("Cut here"),
    primary: true,
    field: { label, least, most, help },
    act,
  };
}
