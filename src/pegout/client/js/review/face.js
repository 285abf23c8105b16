/** What a view of a table needs from its page, and what it offers to it: types for both views. */

/** @import { Scene, Step } from "../scene/script.js" */
/** @import { Review } from "./review.js" */
/**
 * @typedef {{ok: boolean, message?: string, action?: any, say?: string,
 *   advice?: import("../wire").DecisionAdvice | null,
 *   warning?: import("../scene/warned.js").Warning}} Answer
 *
 * @typedef {object} Actions the actions that the page takes for the table
 * @property {(action: any) => Promise<Answer>} act
 * @property {() => Promise<Answer>} undo
 * @property {() => Promise<Answer>} nextGame
 * @property {() => Promise<Answer>} [again] begins another match
 * @property {() => Promise<Answer>} [another] opens another table after a lesson
 * @property {() => unknown} [drills] opens the drills after a lesson
 * @property {() => unknown} [toReview] returns to the review that this practice belongs to
 * @property {() => unknown} [compare] opens the comparison of a challenge with the other game
 * @property {() => unknown} [standings] opens the page of the tournament that the table belongs to
 * @property {(cards?: string[]) => Promise<Answer>} hint
 * @property {(step: string, answer: string) => Promise<Answer>} [guide] answers a step of a lesson
 * @property {() => unknown} next
 * @property {() => unknown} skip
 * @property {() => boolean} [beginning] returns whether the first pack is requested automatically
 * @property {(review: Review | null) => unknown} [help] shows the keys, of a replay if there is one
 * @property {(scene: Scene) => Promise<import("./judging.js").Analysis | null>} [analysis] returns the
 *   functions that review the game's decisions
 * @property {(seat: number) => unknown} [absent] does something about an absent person
 * @property {() => unknown} [openSeal]
 * @property {() => unknown} [verify]
 * @property {() => unknown} [save]
 * @property {() => unknown} [share] shows the game in a form to share
 *
 * @typedef {{get: () => any, on: (fn: (settings: any) => void) => () => void,
 *   set?: (changes: any) => void}} Settings
 *
 * @typedef {object} Face the interface of a table to the page
 * @property {(scene: Scene, step: Step | null) => void} update
 * @property {() => void} destroy
 * @property {() => void} focus moves the focus to the first possible action
 * @property {() => void} openLog
 * @property {(stages?: [Scene, Step][], close?: (() => void) | null) => Promise<Review | null>}
 *   review starts a replay of the finished game, or of the given steps; without `close` it returns
 *   to the table, and with null nowhere
 * @property {() => Review | null} reviewing returns the current replay, if any
 * @property {(text: string) => void} [tell] shows the value of a discard
 * @property {() => void} hint shows a hint, if there is one
 * @property {(text: string) => void} [note] shows a note for as long as it takes to read
 */

export {};
