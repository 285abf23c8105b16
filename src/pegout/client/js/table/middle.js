/** The texts in the middle of the felt, beside the cards: the count, the show, the cut. */

import { h, write } from "../dom.js";
import { cardBack, emptySlot } from "../draw/cards.js";
import { sideOf } from "../rules.js";
import { cribSays, handTitle, waitsFor } from "../scene/state.js";
import { t } from "../words.js";
import { SPLIT } from "./layout.js";
import { each, putAt, shape } from "./parts.js";

/** @import { Count, Scene } from "../scene/script.js" */
/** @import { Marks } from "./layout.js" */

/** The length of a call beyond which it is set in smaller type, in characters. */
const LONG = 16;

/** The height of what is said below an empty place for cards, in pixels. */
const CAPTION = 24;

/** The texts in the middle. */
export class Middle {
  #count;
  #figure;
  #word;
  #call;
  #title;
  #items;
  #sum;
  #summary;
  #slots;
  #caption;
  #starter;
  #crib;
  #names;
  #show;
  #verdict;
  #well;
  /** @type {number | null} the count to show when its card has arrived */
  #coming = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #landing;
  /** The index of the hand that was last scrolled into view. */
  #revealed = -1;

  #again;

  /**
   * @param {HTMLElement} element the element over the cards
   * @param {HTMLElement} under the element under the cards
   * @param {(count: Count) => void} [again] shows a hand of the show again
   */
  constructor(element, under, again = () => {}) {
    this.#again = again;
    this.#figure = h("span.pt-figure.bold");
    this.#call = h("span");
    this.#word = h("span.pt-word.quiet", this.#call);
    this.#count = h("div.pt-count.middle.row.centred", this.#figure, this.#word);
    this.#title = h("p.pt-title.centred.medium");
    this.#summary = h("ul.pt-summary.nowrap", { role: "list" });
    this.#items = h("ol.pt-items");
    this.#sum = h("span.pt-sum.bold");
    this.#verdict = h("p.pt-verdict.centred");
    this.#show = h("div.pt-show", this.#items, this.#sum, this.#verdict);
    this.#well = h("div.pt-well");
    this.#slots = h("div.pt-slots");
    under.append(this.#well, this.#slots);
    this.#caption = h("p.pt-caption.centred.medium");
    this.#starter = h("p.pt-note.middle.quiet.centred.nowrap");
    this.#crib = h("p.pt-note.middle.quiet.centred.nowrap.pt-crib");
    this.#names = h("div.pt-names");
    element.append(
      this.#title,
      this.#summary,
      this.#caption,
      this.#starter,
      this.#crib,
      this.#names,
      this.#count,
      this.#show,
    );
  }

  /**
   * @param {Scene} scene
   * @param {string} mode
   * @param {Marks} marks
   * @param {import("./layout.js").Box} box
   * @param {import("../scene/combine.js").Combining | null} own the items of a hand counted manually
   * @param {number} wait how long the played card is on its way
   */
  update(scene, mode, marks, box, own = null, wait = 0) {
    this.#counting(scene, mode, marks, wait);
    this.#showing(scene, mode, marks, box, own);
    this.#waiting(scene, mode, marks, box);
    putAt(this.#well, mode === "play" ? marks.well : null);
    write(this.#starter, mode === "play" && scene.view.starter ? t("starter") : "");
    putAt(this.#starter, mode === "play" && scene.view.starter ? marks.starter : null);
    const { dealer } = scene.view;
    write(this.#crib, dealer === null ? "" : handTitle(/** @type {any} */ (scene), dealer, true));
    putAt(this.#crib, marks.crib);
    const covered = [this.#word, this.#well].some((element) => meet(this.#crib, element));
    this.#crib.classList.toggle("covered", covered);
    each(
      this.#names,
      marks.names,
      () => h("p.pt-cut-name.middle.row"),
      (element, name) => {
        const { seats } = scene.setup;
        const own = name.seat === scene.seat;
        const text = own ? t("You") : seats[name.seat].name;
        if (element.textContent !== text) {
          element.replaceChildren(shape(sideOf(scene.setup.rules, name.seat)), h("span", text));
        }
        putAt(element, name);
      },
    );
  }

  /**
   * @param {Scene} scene
   * @param {string} mode
   * @param {Marks} marks
   * @param {number} wait
   */
  #counting(scene, mode, marks, wait) {
    putAt(this.#count, mode === "play" ? marks.count : null);
    if (mode !== "play") return;
    this.#figures(scene.view.count, wait);
    const word = scene.word || (scene.view.phase === "play" ? turnWord(scene) : "");
    write(this.#call, word);
    const mine = word && !scene.word && waitsFor(scene)[0] === scene.seat;
    this.#word.classList.toggle("mine", Boolean(mine));
    this.#word.classList.toggle("loud", Boolean(scene.word));
    this.#word.classList.toggle("long", word.length > LONG);
  }

  /**
   * The count changes when the card arrives, not when it leaves the hand.
   * @param {number} count
   * @param {number} wait
   */
  #figures(count, wait) {
    if (this.#coming === count) return;
    clearTimeout(this.#landing);
    this.#coming = null;
    const land = () => {
      this.#coming = null;
      if (write(this.#figure, count)) bump(this.#figure);
    };
    if (!wait) {
      land();
      return;
    }
    this.#coming = count;
    this.#landing = setTimeout(land, wait);
  }

  /**
   * @param {Scene} scene
   * @param {string} mode
   * @param {Marks} marks
   * @param {import("./layout.js").Box} box
   * @param {import("../scene/combine.js").Combining | null} own
   */
  #showing(scene, mode, marks, box, own) {
    const { count } = scene;
    const on = mode === "show" && count !== null;
    putAt(this.#title, on ? marks.pile : null);
    putAt(this.#show, on ? marks.items : null);
    this.#summary.hidden = true;
    if (!on) return;
    write(this.#title, handTitle(/** @type {any} */ (scene), count.seat, count.crib));
    const { phrases } = count;
    const spoken = count.nothing ? [count.nothing] : phrases.slice(0, count.counted);
    const found = own?.found ?? [];
    const said = count.claimed !== null ? [claimed(count.claimed)] : found.map(({ name }) => name);
    const claim = spoken.length ? spoken : said;
    const missed = spoken.length && own ? own.missed(count) : [];
    each(
      this.#items,
      claim,
      () => h("li.pt-item"),
      (element, phrase, at) => {
        if (write(element, missed[at] ? t("{phrase} (missed)", { phrase }) : phrase)) rise(element);
        element.classList.toggle("missed", missed[at] ?? false);
        element.classList.toggle("now", scene.busy && at === claim.length - 1 && !count.nothing);
      },
    );
    // All items are known in advance, so their room is reserved from the beginning.
    const all = spoken.length && !count.nothing ? phrases : claim;
    this.#items.dataset.many = String(all.length > 6 ? 3 : all.length > 3 ? 2 : 1);
    this.#items.dataset.longest = longest(all);
    const sofar = found.length ? own?.points : null;
    const sum = count.counted || count.nothing ? count.points : (count.claimed ?? sofar);
    if (write(this.#sum, sum ?? "")) bump(this.#sum);
    write(this.#verdict, count.verdict);
    this.#verdict.hidden = !count.verdict;
    const counted = Math.max(this.#items.offsetHeight, this.#sum.offsetHeight);
    const needed = counted + (count.verdict ? this.#verdict.offsetHeight : 0);
    this.#results(scene, box, (marks.items?.h ?? 0) - needed);
  }

  /**
   * Show the hands that have been counted, as buttons once the table is idle.
   * @param {Scene} scene
   * @param {import("./layout.js").Box} box
   * @param {number} room the height of the felt below the hand being counted
   */
  #results(scene, box, room) {
    const { summary, count, busy } = scene;
    each(
      this.#summary,
      summary,
      () => h("li", h("button.pt-again", { type: "button" })),
      (element, hand) => {
        const button = /** @type {HTMLButtonElement} */ (element.firstElementChild);
        const title = handTitle(/** @type {any} */ (scene), hand.seat, hand.crib);
        const here = hand.seat === count?.seat && hand.crib === count.crib;
        write(button, `${title} ${hand.points}`);
        button.disabled = busy;
        button.setAttribute("aria-pressed", String(here));
        button.onclick = () => this.#again(hand.count);
      },
    );
    putAt(this.#summary, { x: box.x, y: box.y, w: box.w });
    // They take several lines if there is room, or else one line that scrolls.
    this.#summary.classList.remove("one-line");
    if (this.#summary.offsetHeight > room) this.#summary.classList.add("one-line");
    const high = this.#summary.offsetHeight;
    // On a low felt only the log shows them.
    const fits = summary.length && high <= room;
    putAt(this.#summary, fits ? { x: box.x, y: box.y + box.h - high, w: box.w } : null);
    const looked = summary.findIndex(
      (hand) => hand.seat === count?.seat && hand.crib === count.crib,
    );
    this.#reveal(fits ? looked : -1);
  }

  /**
   * Scroll the current hand into view; the user may scroll the list afterwards.
   * @param {number} at its index in the list
   */
  #reveal(at) {
    if (at === this.#revealed) return;
    this.#revealed = at;
    const shown = /** @type {HTMLElement | undefined} */ (this.#summary.children[at]);
    if (shown)
      this.#summary.scrollLeft = shown.offsetLeft + shown.offsetWidth - this.#summary.clientWidth;
  }

  /**
   * @param {Scene} scene
   * @param {string} mode
   * @param {Marks} marks
   * @param {import("./layout.js").Box} box
   */
  #waiting(scene, mode, marks, box) {
    each(
      this.#slots,
      marks.slots,
      () => h("div.pt-slot", emptySlot()),
      (element, slot) => putAt(element, slot),
    );
    const [first] = marks.slots;
    const text = mode === "discard" ? cribSays(scene) : "";
    const y = first ? first.y + first.h + 6 : box.y + box.h / 2 - 14;
    write(this.#caption, text);
    const fits = first && y + CAPTION <= box.y + box.h;
    putAt(this.#caption, text && fits ? { x: box.x, y, w: box.w } : null);
  }
}

/** @param {string[]} texts @returns {string} */
function longest(texts) {
  return texts.reduce((longest, text) => (text.length > longest.length ? text : longest), "");
}

/**
 * Return whether two elements overlap.
 * @param {HTMLElement} element
 * @param {HTMLElement} other
 * @returns {boolean}
 */
function meet(element, other) {
  const [a, b] = [element.getBoundingClientRect(), other.getBoundingClientRect()];
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

/** @param {number} points @returns {string} */
function claimed(points) {
  return t("Counted {n}", { n: points });
}

/** @param {Scene} scene @returns {string} */
function turnWord(scene) {
  const { turn } = scene.view;
  const { thinking, setup } = scene;
  if (thinking !== null) return t("{name} is thinking", { name: setup.seats[thinking].name });
  if (turn === null || scene.busy) return "";
  if (turn === scene.seat) return t("Your turn");
  return t("{name} to play", { name: scene.setup.seats[turn].name });
}

/** @param {HTMLElement} element */
function bump(element) {
  if (document.documentElement.dataset.motion === "reduced") return;
  element.animate([{ transform: "scale(1.14)" }, { transform: "scale(1)" }], {
    duration: 180,
    easing: "ease-out",
  });
}

/** @param {HTMLElement} element */
function rise(element) {
  element.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 120 });
}

/** The pack, fanned out for a cut. */
export class Fan {
  #element;
  #cards;
  #many = 0;
  /** @type {number[]} */
  #cuts = [];
  #handlers;

  /**
   * @param {HTMLElement} element
   * @param {{choose: (at: number) => void, cut: () => void}} handlers
   */
  constructor(element, handlers) {
    this.#handlers = handlers;
    this.#cards = h("div.pt-fan-cards", { "aria-hidden": "true" });
    this.#element = element;
    element.append(this.#cards);
    element.tabIndex = 0;
    element.setAttribute("role", "slider");
    let held = false;
    element.addEventListener("pointermove", (event) => {
      if (event.pointerType === "mouse" || held) this.#take(event);
    });
    element.addEventListener("pointerdown", (event) => {
      held = true;
      element.setPointerCapture(event.pointerId);
      this.#take(event);
    });
    element.addEventListener("pointerup", (event) => {
      if (held && event.pointerType === "mouse") handlers.cut();
      held = false;
    });
    element.addEventListener("pointercancel", () => {
      held = false;
    });
    element.addEventListener("keydown", (event) => this.#key(event));
  }

  /** @param {PointerEvent} event */
  #take(event) {
    const box = this.#element.getBoundingClientRect();
    if (!box.width || !this.#cuts.length) return;
    const at = ((event.clientX - box.left) / box.width) * this.#many;
    this.#handlers.choose(nearest(this.#cuts, Math.floor(at)));
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const now = Number(this.#element.getAttribute("aria-valuenow"));
    const cuts = this.#cuts;
    const at = cuts.indexOf(now);
    /** @type {Record<string, number>} */
    const steps = {
      ArrowLeft: -1,
      ArrowDown: -1,
      ArrowRight: 1,
      ArrowUp: 1,
      PageUp: 8,
      PageDown: -8,
    };
    let to = steps[event.key] === undefined ? null : at + /** @type {number} */ (steps[event.key]);
    if (event.key === "Home") to = 0;
    if (event.key === "End") to = cuts.length - 1;
    if (to === null || !cuts.length) return;
    event.preventDefault();
    event.stopPropagation();
    const cut = cuts[Math.max(0, Math.min(cuts.length - 1, to))];
    if (cut !== undefined) this.#handlers.choose(cut);
  }

  /**
   * @param {{x: number, y: number, w: number, h: number} | null} box
   * @param {number} many the number of cards in the pack
   * @param {number[]} cuts the positions for a cut; empty if another player cuts
   * @param {number} held
   * @param {number[]} taken
   * @param {number | null} lifted the position at which the pack was cut
   */
  update(box, many, cuts, held, taken, lifted = null) {
    putAt(this.#element, box);
    if (!box) return;
    this.#many = many;
    this.#cuts = cuts;
    const mine = cuts.length > 0;
    this.#element.tabIndex = mine ? 0 : -1;
    this.#element.classList.toggle("mine", mine);
    this.#element.setAttribute("aria-label", t("The pack"));
    this.#element.setAttribute("aria-valuemin", String(cuts[0] ?? 0));
    this.#element.setAttribute("aria-valuemax", String(cuts.at(-1) ?? many));
    this.#element.setAttribute("aria-valuenow", String(held));
    this.#element.setAttribute("aria-disabled", String(!mine));
    const w = box.h / 1.4;
    const step = (box.w - w) / Math.max(1, many - 1);
    const cards = this.#cards;
    const drawn = cards.children[0]?.getAttribute("data-w") !== String(Math.round(w));
    if (drawn) cards.replaceChildren();
    const back = drawn || cards.children.length < many ? cardBack({ width: w }) : null;
    each(
      cards,
      Array.from({ length: many }, (_, at) => at),
      () => {
        const face = /** @type {Node} */ (back?.cloneNode(true));
        return h("div.pt-fan-card.origin", { "data-w": Math.round(w) }, face);
      },
      (element, at) => {
        const up = lifted === null ? mine && at === held : at === lifted;
        const far = (at - (many - 1) / 2) / many;
        const y = 20 * far * far - (up ? 18 : 0);
        const apart = lifted === null ? 0 : at < lifted ? -SPLIT * w : at > lifted ? SPLIT * w : 0;
        const x = at * step + apart;
        element.style.width = `${w}px`;
        element.style.transform = `translate(${x}px, ${y}px) rotate(${far * 7}deg)`;
        element.classList.toggle("lifted", up);
        element.classList.toggle("taken", taken.includes(at));
      },
    );
  }
}

/**
 * @param {number[]} cuts
 * @param {number} at
 * @returns {number}
 */
export function nearest(cuts, at) {
  let best = cuts[0] ?? 0;
  for (const cut of cuts) if (Math.abs(cut - at) < Math.abs(best - at)) best = cut;
  return best;
}
