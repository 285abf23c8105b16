/** Hints that come without being asked for: in a player's first game, or whenever they wish. */

import { choicesOf, decisionOf, mayAsk } from "../scene/choices.js";
import { isLesson } from "../scene/lesson.js";
import { settings } from "../settings.js";
import { isNewcomer } from "../store.js";

/** @import { Scene } from "../scene/script.js" */

export class HintUnasked {
  /** The decision that a hint was last given for. */
  #given = "";

  /**
   * Return whether to give a hint now: once for each discard and each card with a choice.
   * @param {Scene} scene
   */
  due(scene) {
    const { standing, busy } = scene;
    const { discard, play } = choicesOf(standing);
    if (busy || !(discard || play) || standing.legal.length < 2) return false;
    const decision = decisionOf(scene);
    if (decision === this.#given) return false;
    this.#given = decision;
    // A lesson has a guide, and between persons there are no hints.
    if (isLesson(scene) || !mayAsk(scene)) return false;
    const { hints } = settings.get();
    return hints ? hints === "on" : isNewcomer();
  }
}
