// @ts-check
/** What has happened, in sentences: a column beside the table, or one line that opens. */

import { h } from "../dom.js";
import { t } from "../words.js";
import { between } from "./asides.js";
import { say, shape } from "./parts.js";

/** @typedef {import("./script.js").Scene} Scene */

const QUIET = ["committed", "revealed", "deal_ended", "match_began", "game_began"];

/** The log of a table. */
export class Log {
  #element;
  #list;
  #line;
  #text;
  #title;
  /** @type {string[]} */
  #known = [];
  #asides;

  /**
   * @param {HTMLElement} element
   * @param {import("./asides.js").Asides} [asides]
   */
  constructor(element, asides) {
    this.#element = element;
    this.#asides = asides;
    this.#title = h("span", { class: "pt-log-title" });
    this.#text = h("span", { class: "pt-log-last" });
    this.#line = h(
      "button",
      {
        type: "button",
        class: "pt-log-line",
        "aria-expanded": false,
        onclick: () => this.toggle(),
      },
      this.#text,
      h("span", { class: "pt-log-mark", "aria-hidden": "true" }, "⌃"),
    );
    this.#list = h("ol", { class: "pt-log-list", tabindex: "0" });
    element.append(this.#title, this.#line, this.#list);
  }

  get open() {
    return this.#element.classList.contains("open");
  }

  /** @param {boolean} [wanted] */
  toggle(wanted = !this.open) {
    this.#element.classList.toggle("open", wanted);
    this.#line.setAttribute("aria-expanded", String(wanted));
    this.#list.scrollTop = this.#list.scrollHeight;
    if (wanted) this.#list.focus({ preventScroll: true });
  }

  /** @param {Scene} scene */
  update(scene) {
    say(this.#title, t("Log"));
    this.#list.setAttribute("aria-label", t("Log"));
    // What has just happened matters more than the seals that came after it.
    const [last] = scene.log.filter((one) => !QUIET.includes(one.type)).slice(-1);
    const item = scene.busy && scene.sentence;
    say(this.#text, item || (last ?? scene.log.at(-1))?.text || "");
    const game = `${scene.match}:${scene.game}`;
    const lines = between(scene.log, this.#asides?.of(scene) ?? []);
    // In another language everything is said anew.
    const keys = lines.map((one) =>
      "say" in one ? `${game} ${one.after} ${one.say()}` : `${game} ${one.number} ${one.text}`,
    );
    const old = this.#known;
    const same = keys.findIndex((key, at) => key !== old[at]);
    const kept = same < 0 ? keys.length : same;
    while (this.#list.children.length > kept) this.#list.lastElementChild?.remove();
    const fresh = lines.slice(kept);
    for (const one of fresh) this.#list.append("say" in one ? aside(one) : entry(one));
    this.#known = keys;
    if (fresh.length) this.#list.scrollTop = this.#list.scrollHeight;
  }
}

/**
 * @param {Scene["log"][number]} one
 * @returns {HTMLElement}
 */
function entry(one) {
  const quiet = QUIET.includes(one.type);
  const points = ["scored", "muggins_called", "counted"].includes(one.type);
  return h(
    "li",
    {
      class: [
        "pt-entry",
        quiet && "quiet",
        points && "points",
        one.type === "deal_ended" && "rule",
      ],
    },
    one.side === null ? null : shape(one.side),
    h("span", null, one.text),
  );
}

/**
 * @param {import("./asides.js").Aside} one
 * @returns {HTMLElement}
 */
function aside(one) {
  return h(
    "li",
    { class: "pt-entry quiet aside" },
    one.side === null ? null : shape(one.side),
    h("span", null, one.say()),
  );
}
