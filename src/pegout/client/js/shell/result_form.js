/** The result of a pairing, entered by the host: the scores of each game, and why they change. */

import { find, h, pushButton } from "../dom.js";
import { t } from "../words.js";
import { line, textInput } from "./fields.js";
import { nameOf } from "./tournament.js";

/** @import { PairingShown, TournamentShown } from "../wire" */

export class ResultForm {
  reason = "";

  /**
   * @param {object} given
   * @param {number} given.at the number of the pairing
   * @param {TournamentShown} given.shown
   * @param {PairingShown} given.pairing
   * @param {(scores: number[][], reason: string) => Promise<void>} given.send
   * @param {() => void} given.close
   */
  constructor({ at, shown, pairing, send, close }) {
    this.at = at;
    const { first, second, scores, given_up: gone } = pairing;
    const names = [nameOf(shown, first), nameOf(shown, second)];
    const games = Array.from({ length: shown.games }, (_, game) =>
      names.map((name, side) => this.#score(name, game, side, scores[game]?.[side])),
    );
    const replaces = scores.length > 0 || gone.length > 0;
    this.element = h(
      "form.result-form.stack",
      {
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          const typed = games.map((game) => game.map((input) => Number(input.value || -1)));
          void send(
            typed.map((game) => game.map((score) => Math.max(0, Math.round(score)))),
            this.reason,
          );
        },
      },
      h(
        "div.result-games.figures",
        h("span", ""),
        names.map((name) => h("b.clip.medium", name)),
        games.map((inputs, game) => [h("span.quiet", t("Game {n}", { n: game + 1 })), ...inputs]),
      ),
      h("p.help", t("The winner of a game has {target} holes.", { target: shown.target })),
      replaces
        ? line({
            key: `reason/${at}`,
            name: t("Why it is corrected"),
            help: t("Everybody can read it."),
            value: "",
            maxLength: 200,
            change: (reason) => {
              this.reason = reason;
            },
            typed: (reason) => {
              this.reason = reason;
            },
          })
        : null,
      h(
        "p.wrap",
        h("button.button.primary", { type: "submit", "data-key": `send/${at}` }, t("Enter")),
        pushButton({ class: "button", "data-key": `close/${at}` }, close, t("Cancel")),
      ),
    );
  }

  /** @param {string} name @param {number} game @param {number} side @param {number} [score] */
  #score(name, game, side, score) {
    return textInput(
      {
        class: "input short",
        inputmode: "numeric",
        maxlength: 3,
        value: score === undefined ? "" : String(score),
        "aria-label": t("{name}, game {n}", { name, n: game + 1 }),
        "data-key": `score/${this.at}/${game}/${side}`,
      },
      () => {},
      () => {},
    );
  }

  focus() {
    find(this.element, "input")?.focus();
  }
}
