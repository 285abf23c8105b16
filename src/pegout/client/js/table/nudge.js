/** One gentle sign for a player who has been asked for something and has not answered. */

/** How long a player may think before the sign, in milliseconds. */
export const PATIENCE = 12_000;

/** @typedef {{set: (call: () => void, ms: number) => any, clear: (timer: any) => void}} Clock */

/** @type {Clock} */
const CLOCK = {
  set: (call, ms) => setTimeout(call, ms),
  clear: (timer) => clearTimeout(timer),
};

/** Waits for a player, and gives one sign for each decision. */
export class Nudge {
  #decision = "";
  #given = false;
  /** @type {any} */
  #timer = null;
  #give;
  #clock;

  /** @param {() => void} give gives the sign @param {Clock} [clock] */
  constructor(give, clock = CLOCK) {
    this.#give = give;
    this.#clock = clock;
  }

  /** Whether the sign has been given for the current decision. */
  get given() {
    return this.#given;
  }

  /**
   * Wait for a decision, unless it is waited for already.
   * @param {string} decision what identifies it; empty if nothing is asked
   */
  await(decision) {
    if (decision === this.#decision) return;
    this.#decision = decision;
    this.#given = false;
    this.stir();
  }

  /** The player has done something: begin to wait again, unless the sign has been given. */
  stir() {
    this.#clock.clear(this.#timer);
    if (!this.#decision || this.#given) return;
    this.#timer = this.#clock.set(() => {
      this.#given = true;
      this.#give();
    }, PATIENCE);
  }

  destroy() {
    this.await("");
  }
}

/**
 * Let the cards of a hand rise and sink once, one after the other.
 * @param {Element} hand
 */
export function wave(hand) {
  for (const [at, card] of [...hand.querySelectorAll(".pt-inner")].entries()) {
    card.animate(
      { translate: ["0", "0 -10px", "0"] },
      {
        duration: 500,
        delay: at * 60,
        easing: "ease-in-out",
      },
    );
  }
}
