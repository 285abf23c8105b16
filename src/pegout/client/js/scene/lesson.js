/** The guide of a lesson: which step is due, and whether the table waits for its answer. */

/** @import { GuideStep, Standing } from "../wire" */
/** @import { Scene } from "./script.js" */

/**
 * Return the step that is due.
 * @param {Standing | null | undefined} standing
 * @returns {GuideStep | null}
 */
export function stepOf(standing) {
  return standing?.guide?.step ?? null;
}

/**
 * Return the entry after which the table waits for an answer to the guide.
 * @param {Standing | null | undefined} standing
 * @returns {number} infinite if it does not wait
 */
export function waitsAfter(standing) {
  const step = stepOf(standing);
  return step && step.way !== "act" ? step.at : Infinity;
}

/**
 * Return whether a lesson is given at a table; its guide may have been left.
 * @param {Scene | null} scene
 */
export function isLesson(scene) {
  return Boolean(scene?.latest?.guide);
}

/**
 * Return whether a lesson chooses the cards of the next deal, so that its pack has no seal.
 * @param {Scene | null} scene
 */
export function choosesPack(scene) {
  /** @type {any} */
  const began = scene?.entries.find(({ event }) => event.type === "practice_began")?.event;
  return Boolean(began?.lesson) && (scene?.view.deal ?? Infinity) <= began.deal;
}

/**
 * Return the cards that may be tapped for the step that is due.
 * @param {Scene} scene
 * @returns {string[]}
 */
export function tapped({ guide, view, count }) {
  if (guide?.way !== "tap") return [];
  if (guide.anchor === "hand") return view.hand;
  return [...(count?.cards ?? []), ...(view.starter ? [view.starter] : [])];
}

/**
 * Say what a discard keeps.
 * @param {GuideStep | null} step
 * @param {string[]} cards the cards to discard
 * @returns {string} empty until the discard is complete
 */
export function keptSays(step, cards) {
  const same = (/** @type {string[]} */ other) =>
    other.length === cards.length && other.every((card) => cards.includes(card));
  return step?.kept.find((kept) => same(kept.cards))?.says ?? "";
}
