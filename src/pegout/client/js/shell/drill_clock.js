/** The time of an answer, which is measured only for a player who wants that. */

import { read, write } from "../store.js";
import { t } from "../words.js";
import { toggle } from "./fields.js";

const KEPT = "pegout.timed";

/** The clock of a drill; nothing of it is shown before the answer. */
export class DrillClock {
  /** When the cards were shown, in milliseconds; 0 before. */
  #begun = 0;

  constructor() {
    this.on = read(KEPT) === true;
  }

  /** Create the switch that turns it on. */
  field() {
    const change = (/** @type {boolean} */ on) => {
      this.on = on;
      // A question that is shown already is not measured.
      this.#begun = 0;
      write(KEPT, on);
    };
    return toggle({ key: "timed", name: t("Against my best time"), on: this.on, change });
  }

  /** The cards are shown. */
  start() {
    this.#begun = this.on ? performance.now() : 0;
  }

  /** Return the time since then in seconds; 0 where it is not measured. */
  seconds() {
    return this.#begun ? Math.round((performance.now() - this.#begun) / 100) / 10 : 0;
  }
}
