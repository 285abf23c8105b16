/** A panel that slides in beside the table. It blocks nothing; Escape closes it. */

import { append, fill, h, label, pushButton, uniqueId } from "../dom.js";
import { icon } from "../draw/icons.js";
import { t } from "../words.js";

/**
 * @typedef {object} Content
 * @property {() => string} title
 * @property {HTMLElement} element
 * @property {() => void} [render] a callback after a change of language
 * @property {() => void} [destroy]
 */

export class Panel {
  /** @type {Content | null} */
  #content = null;
  /** @type {HTMLElement | null} */
  #before = null;
  #name = "";

  /** @param {() => void} changed a callback, run when the panel opens or closes */
  constructor(changed) {
    this.#changed = changed;
    const id = uniqueId("panel");
    this.title = h("h2.large", { id, tabindex: -1 });
    this.closer = pushButton("icon-button", () => this.close(), icon("close"));
    this.body = h("div.side-panel-body");
    this.element = h(
      "aside.side-panel.column.panel",
      { "aria-labelledby": id, hidden: true },
      h("header.side-panel-head.touch.between", this.title, this.closer),
      this.body,
    );
    // Before the table: the first press of the key is for what lies on top.
    document.addEventListener("keydown", this.#escape, true);
  }

  #changed;

  /** Close the panel by the key, wherever the focus is, unless a dialog lies over it. */
  #escape = (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== "Escape" || !this.#content || document.querySelector("dialog[open]")) return;
    // A list that is open closes first.
    if (event.target instanceof Element && event.target.closest("[role=listbox], [role=menu]"))
      return;
    event.stopPropagation();
    this.close();
  };

  /** The name of the open content, or an empty string. */
  get open() {
    return this.#content ? this.#name : "";
  }

  /**
   * Open the panel with some content, or close it if that content is open already.
   * @param {string} name
   * @param {() => Content} make
   */
  toggle(name, make) {
    if (this.open === name) this.close();
    else this.show(name, make);
  }

  /** @param {string} name @param {() => Content} make */
  show(name, make) {
    if (!this.#content) this.#before = /** @type {HTMLElement | null} */ (document.activeElement);
    this.#content?.destroy?.();
    this.#content = make();
    this.#name = name;
    fill(this.body);
    append(this.body, this.#content.element);
    this.element.hidden = false;
    this.render();
    this.body.scrollTop = 0;
    this.title.focus({ preventScroll: true });
    this.#changed();
  }

  close() {
    if (!this.#content) return;
    this.#content.destroy?.();
    this.#content = null;
    this.element.hidden = true;
    fill(this.body);
    this.#changed();
    // The focus returns to the element that opened the panel.
    if (this.#before?.isConnected) this.#before.focus({ preventScroll: true });
  }

  destroy() {
    document.removeEventListener("keydown", this.#escape, true);
    this.#content?.destroy?.();
    this.#content = null;
  }

  render() {
    label(this.closer, t("Close"));
    if (!this.#content) return;
    fill(this.title, this.#content.title());
    this.#content.render?.();
  }
}
