/** The log in sentences: one line that expands, over the table or to a column beside it. */

import { h, pushButton, write } from "../dom.js";
import { interleave } from "../scene/asides.js";
import { t } from "../words.js";
import { lock, shape } from "./parts.js";

/** @import { Scene } from "../scene/script.js" */

const QUIET = ["committed", "deal_ended", "match_began", "game_began"];

/** The log of a table. */
export class Log {
  #element;
  #list;
  #line;
  #text;
  #name;
  /** Whether the log has a column beside the table, which remembers whether it is open. */
  #beside = false;
  #keep;
  /** @type {string[]} */
  #known = [];
  #asides;
  #again;

  /**
   * @param {HTMLElement} element
   * @param {{asides?: import("../scene/asides.js").Asides | undefined,
   *   again?: (count: import("../scene/script.js").Count) => void, keep?: (open: boolean) => void}} [more]
   *   `again` shows a hand of the show again, `keep` stores whether the column is open
   */
  constructor(element, { asides, again, keep } = {}) {
    this.#element = element;
    this.#again = again;
    this.#asides = asides;
    this.#keep = keep;
    this.#name = h("span.pt-log-name");
    this.#text = h("span.pt-log-last.grow.clip");
    this.#line = pushButton(
      { class: "pt-log-line quiet row", "aria-expanded": false },
      () => this.toggle(),
      this.#text,
      this.#name,
      h("span.pt-log-mark", { "aria-hidden": "true" }, "⌃"),
    );
    this.#list = h("ol.pt-log-list", { tabindex: "0" });
    element.append(this.#line, this.#list);
  }

  get open() {
    return this.#element.classList.contains("open");
  }

  /** Whether the log covers part of the table. */
  get over() {
    return this.open && !this.#beside;
  }

  /** @param {boolean} [wanted] */
  toggle(wanted = !this.open) {
    const inside = this.#element.contains(document.activeElement);
    this.#show(wanted);
    if (this.#beside) this.#keep?.(wanted);
    if (wanted) this.#list.focus({ preventScroll: true });
    else if (inside) this.#line.focus({ preventScroll: true });
  }

  /** @param {boolean} wanted */
  #show(wanted) {
    if (wanted === this.open) return;
    this.#element.classList.toggle("open", wanted);
    this.#line.setAttribute("aria-expanded", String(wanted));
    this.#list.scrollTop = this.#list.scrollHeight;
  }

  /**
   * Place the log beside the table or over it.
   * @param {boolean} beside
   * @param {boolean} open whether it is open when it is beside the table
   */
  place(beside, open) {
    if (beside || this.#beside) this.#show(beside && open);
    this.#beside = beside;
  }

  /** @param {Scene} scene */
  update(scene) {
    write(this.#name, t("Log"));
    this.#list.setAttribute("aria-label", t("Log"));
    // The last event matters more than the events that begin and end deals and games.
    const [last] = scene.log.filter((line) => !QUIET.includes(line.type)).slice(-1);
    const item = scene.busy && scene.sentence;
    const latest = item || (last ?? scene.log.at(-1))?.text || "";
    write(this.#text, latest);
    const game = `${scene.match}:${scene.game}`;
    const lines = interleave(scene.log, this.#asides?.of(scene) ?? []);
    // After a change of language, all lines are written again.
    const keys = lines.map((line) =>
      "say" in line
        ? `${game} ${line.after} ${line.say()}`
        : `${game} ${line.number} ${line.text} ${shown(scene, line) ? "again" : ""}`,
    );
    const old = this.#known;
    const same = keys.findIndex((key, at) => key !== old[at]);
    const kept = same < 0 ? keys.length : same;
    while (this.#list.children.length > kept) this.#list.lastElementChild?.remove();
    const fresh = lines.slice(kept);
    for (const line of fresh) {
      const count = "say" in line ? null : shown(scene, line);
      const again = () => count && this.#again?.(count);
      this.#list.append("say" in line ? aside(line) : entry(line, count ? again : null));
    }
    this.#known = keys;
    if (fresh.length) this.#list.scrollTop = this.#list.scrollHeight;
  }
}

/**
 * Return the hand that a line is about, if it can be shown again.
 * @param {Scene} scene
 * @param {Scene["log"][number]} line
 * @returns {import("../scene/script.js").Count | null}
 */
function shown({ busy, summary }, { seat, crib, deal }) {
  if (busy || crib === undefined) return null;
  const found = summary.find(
    (line) => line.seat === seat && line.crib === crib && line.deal === deal,
  );
  return found?.count ?? null;
}

/**
 * @param {Scene["log"][number]} line
 * @param {(() => unknown) | null} again shows the line's hand again
 * @returns {HTMLElement}
 */
function entry(line, again) {
  const quiet = QUIET.includes(line.type);
  const points = ["scored", "muggins_called", "counted"].includes(line.type);
  return h(
    "li",
    {
      class: [
        "pt-entry small",
        quiet && "quiet",
        points && "points",
        line.type === "deal_ended" && "rule",
      ],
    },
    line.type === "committed" ? lock() : line.side === null ? null : shape(line.side),
    again ? pushButton("pt-again", again, line.text) : h("span", line.text),
  );
}

/** @param {import("../scene/asides.js").Aside} line @returns {HTMLElement} */
function aside(line) {
  return h(
    "li.pt-entry.small.quiet.aside",
    line.side === null ? null : shape(line.side),
    h("span", line.say()),
  );
}
