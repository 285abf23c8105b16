/** The full board over the felt: where there is only a strip, a tap opens it. */

import { h, label, pushButton, write } from "../dom.js";
import { t } from "../words.js";

/** The button of the strip, and the board that it opens. */
export class Unfolded {
  #element;
  #opener;
  #close;
  #changed;

  /** The element of the board. */
  track = h("div.pt-whole-track");

  /**
   * @param {HTMLElement} element the element over the felt
   * @param {HTMLElement} strip
   * @param {() => void} changed
   */
  constructor(element, strip, changed) {
    this.#element = element;
    this.#changed = changed;
    this.#opener = pushButton({ class: "pt-unfold", "aria-expanded": false }, () => this.toggle());
    this.#close = pushButton("button pt-quiet", () => this.toggle(false));
    element.hidden = true;
    element.append(this.track, this.#close);
    this.track.addEventListener("click", () => this.toggle(false));
    strip.append(this.#opener);
  }

  get open() {
    return !this.#element.hidden;
  }

  /** @param {boolean} [wanted] */
  toggle(wanted = !this.open) {
    if (wanted === this.open) return;
    this.#element.hidden = !wanted;
    this.#opener.setAttribute("aria-expanded", String(wanted));
    this.#changed();
    const next = wanted ? this.#close : this.#opener;
    next.focus({ preventScroll: true });
  }

  /** @param {boolean} compact whether there is only a strip */
  update(compact) {
    this.#opener.hidden = !compact;
    if (!compact) this.toggle(false);
    label(this.#opener, t("The whole board"));
    this.#element.setAttribute("aria-label", t("The whole board"));
    write(this.#close, t("Close the board"));
  }
}
