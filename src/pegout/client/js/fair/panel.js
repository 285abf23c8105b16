/** The seal of the current deal with the player's contribution, and the results of verification. */

import { fill, h, pushButton, uniqueId } from "../dom.js";
import { icon } from "../draw/icons.js";
import { plural, t } from "../words.js";
import { code } from "./result.js";
import { freshWord, isWord, WORD_LIMIT } from "./word.js";

export { verifyPanel } from "./result.js";
export { freshWord };

/** @import { Setup, View } from "../wire" */
/**
 * @typedef {object} SealScene the part of a scene that the panel reads
 * @property {Setup} setup
 * @property {number | null} seat
 * @property {View} view
 * @property {number} game
 */
/**
 * @typedef {object} SealOptions
 * @property {SealScene} scene
 * @property {Pick<import("./saved.js").SavedMatches, "deal">} saved
 * @property {(word: string) => void} onWord receives the contribution to send with `ready`, at once
 *   for every deal and whenever it changes
 * @property {string} [word] the current contribution
 */

class SealPanel {
  /** @param {HTMLElement} element @param {SealOptions} options */
  constructor(element, { scene, saved, onWord, word = "" }) {
    this.element = element;
    this.scene = scene;
    this.saved = saved;
    this.onWord = onWord;
    this.word = word;
    this.field = uniqueId("fair-word");
    this.shown = "";
    this.of = "";
    element.classList.add("fair-seal", "stack");
    this.update(scene);
  }

  /** Whether this seat may still choose its contribution. */
  get open() {
    const { view, seat } = this.scene;
    return seat !== null && view.phase === "ready" && !view.ready.includes(seat);
  }

  /** @param {SealScene} scene */
  update(scene) {
    this.scene = scene;
    const { view, game, setup } = scene;
    const of = `${setup.id}/${game}/${view.deal}`;
    // A used contribution is public, and so worth nothing for the next deal.
    if (this.of && this.of !== of) this.word = "";
    if (this.open && this.of !== of) this.choose(this.word || freshWord());
    this.of = of;
    const { deal, phase, ready, commitment, starter } = view;
    const now = JSON.stringify([game, deal, phase, ready, commitment, starter]);
    // Do not redraw while the player types a contribution.
    if (now === this.shown) return;
    this.shown = now;
    this.render();
  }

  /** @param {string} word */
  choose(word) {
    this.word = word;
    this.onWord(word);
  }

  render() {
    const { view, game, setup } = this.scene;
    const seen = this.saved.deal(setup.id, game, view.deal);
    const seal = view.commitment ?? seen?.seals[0] ?? "";
    const title = view.deal
      ? t("The seal of deal {deal}", { deal: view.deal })
      : t("The seal of the first cut");
    fill(
      this.element,
      h("h2.fair-title.row", icon("seal"), title),
      h(
        "p",
        t(
          "This seal was made from a secret before the cards were dealt. The pack follows from that secret and from the words of all players, and from nothing else. When the deal is over, the secret is shown, and anybody can check it.",
        ),
      ),
      seal ? h("p.fair-sealed.panel.sheet", code(seal)) : h("p.quiet", t("There is no seal yet.")),
      this.savedLine(seal, seen),
      this.open ? this.wordField() : null,
      this.words(seen),
    );
  }

  /** @param {string} seal @param {import("./saved.js").SavedDeal | null} seen */
  savedLine(seal, seen) {
    if (!seal) return null;
    const early = seen?.early === true && seen.seals.length === 1 && seen.seals[0] === seal;
    const says = early
      ? t("This browser stored it before the cards were dealt.")
      : t("This browser first saw it after the cards were dealt.");
    return h(
      "p.fair-kept",
      h(
        "span",
        { class: `fair-mark fair-${early ? "right" : "waits"}` },
        icon(early ? "check" : "minus", { size: 20 }),
      ),
      says,
    );
  }

  wordField() {
    const fault = h("p.problem", { role: "alert", id: `${this.field}-fault` });
    const input = h("input.input.fair-word", {
      id: this.field,
      type: "text",
      value: this.word,
      autocomplete: "off",
      autocapitalize: "none",
      spellcheck: "false",
      "aria-describedby": `${this.field}-help ${this.field}-fault`,
    });
    input.addEventListener("input", () => {
      const right = isWord(input.value);
      input.setAttribute("aria-invalid", String(!right));
      fault.textContent = right
        ? ""
        : t("A word has at most {maximum} characters, all of which can be seen.", {
            maximum: WORD_LIMIT,
          });
      if (right) this.choose(input.value);
    });
    const again = pushButton(
      "button",
      () => {
        input.value = freshWord();
        input.dispatchEvent(new Event("input"));
      },
      icon("again"),
      t("Another one"),
    );
    const help = t(
      "Nobody can arrange the pack around a word that they cannot guess. Keep the random one, or write your own, and use no word twice.",
    );
    return h(
      "div.field",
      h("label", { for: this.field }, t("Your word for the shuffle")),
      h("div.fair-entry.wrap", input, again),
      h("p.help", { id: `${this.field}-help` }, help),
      fault,
    );
  }

  /** @param {import("./saved.js").SavedDeal | null} seen */
  words(seen) {
    const { setup, seat, view } = this.scene;
    const rows = setup.seats.flatMap(({ name }, at) => {
      if (at === seat && this.open) return [];
      const said = at === seat ? (seen?.words[at] ?? seen?.sent) : seen?.words[at];
      const waits = view.phase === "ready" && !view.ready.includes(at);
      const who = at === seat ? t("You") : name;
      const what = waits
        ? h("span.quiet", t("not ready yet"))
        : said === undefined
          ? h("span.quiet", t("not stored"))
          : said === ""
            ? h("span.quiet", t("no word"))
            : code(said);
      return [h("dt.label", who), h("dd", what)];
    });
    return h(
      "section",
      h("h3", t("The words of the players")),
      h("dl.fair-words.list", rows),
      this.cutLine(seen),
    );
  }

  /** @param {import("./saved.js").SavedDeal | null} seen */
  cutLine(seen) {
    const { setup, seat } = this.scene;
    if (!seen?.cut) return null;
    const { seat: cutter, at } = seen.cut;
    const values = { name: setup.seats[cutter]?.name ?? "" };
    const says =
      cutter === seat
        ? plural(
            "You cut and lifted {n} card. No card changed its place.",
            "You cut and lifted {n} cards. No card changed its place.",
            at,
          )
        : plural(
            "{name} cut and lifted {n} card. No card changed its place.",
            "{name} cut and lifted {n} cards. No card changed its place.",
            at,
            values,
          );
    return h("p.quiet", says);
  }
}

/**
 * Show the seal of the current deal.
 * @param {HTMLElement} element
 * @param {SealOptions} options
 * @returns {{update: (scene: SealScene) => void, render: () => void, destroy: () => void}} `update`
 *   takes every new scene; `render` writes all texts again after a change of language
 */
export function sealPanel(element, options) {
  const panel = new SealPanel(element, options);
  return {
    update: (scene) => panel.update(scene),
    render: () => panel.render(),
    destroy: () => fill(element),
  };
}
