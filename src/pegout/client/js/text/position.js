/**
 * A position that is set up step by step: the cards dealt, the discards, the starter, and the play.
 * It is written as a form for the server, and as the query of a URL.
 */

import { cardShort } from "../scene/names.js";
import { plural, t } from "../words.js";
import { readCards } from "./typed_cards.js";

/** @import { PositionForm as Form } from "../wire" */
/**
 * @typedef {"hand" | "discards" | "starter" | "play"} Step what is set up next
 *
 * @typedef {object} Sizes what each player is dealt and discards
 * @property {number} dealt
 * @property {number} discarded
 *
 * @typedef {object} Layout a position, or a part of one
 * @property {string[]} hand the cards dealt to the player
 * @property {string[]} discards
 * @property {string} starter empty while there is none
 * @property {string[]} played the cards of the play, `go`, and `.` at the end of a count
 * @property {number} dealer counted from the player
 * @property {number[]} scores the score of each side, the player's first
 * @property {string} preset
 * @property {Record<string, any>} switches the switches that differ from the preset
 */

export const GO = "go";
/** The sign at the end of a count. */
const END = ".";

/** A position at the beginning. @type {Readonly<Layout>} */
const NOTHING = Object.freeze({
  hand: [],
  discards: [],
  starter: "",
  played: [],
  dealer: 0,
  scores: [],
  preset: "standard",
  switches: {},
});

/**
 * Return the layout without cards.
 * @param {Layout} layout
 * @returns {Layout}
 */
export function cleared(layout) {
  return { ...layout, hand: [], discards: [], starter: "", played: [] };
}

/**
 * Return what is set up next.
 * @param {Layout} layout
 * @param {Sizes} sizes
 * @returns {Step}
 */
export function stepOf({ hand, discards, starter }, sizes) {
  if (hand.length < sizes.dealt) return "hand";
  if (discards.length < sizes.discarded) return "discards";
  return starter ? "play" : "starter";
}

/**
 * Return whether a layout may be a decision: to discard, or to play.
 * @param {Layout} layout
 * @param {Sizes} sizes
 */
export function isWhole(layout, sizes) {
  const step = stepOf(layout, sizes);
  return step === "play" || (step === "discards" && !layout.discards.length);
}

/**
 * Return every card in use, the last one last.
 * @param {Layout} layout
 * @returns {string[]}
 */
export function usedCards({ hand, starter, played }) {
  const others = played.filter((word) => word !== GO && word !== END && !hand.includes(word));
  return [...hand, ...(starter ? [starter] : []), ...others];
}

/**
 * Say where a card is already.
 * @param {Layout} layout
 * @param {string} card
 * @returns {string} empty if it is nowhere
 */
function locationSays({ hand, discards, starter, played }, card) {
  const name = { card: cardShort(card) };
  if (played.includes(card)) return t("{card} is played already.", name);
  if (card === starter) return t("{card} is the starter.", name);
  if (discards.includes(card)) return t("{card} was discarded.", name);
  return hand.includes(card) ? t("{card} is in your hand.", name) : "";
}

/**
 * Put a card where it belongs in this step, or take it back.
 * @param {Layout} layout
 * @param {string} card
 * @param {Sizes} sizes
 * @returns {Layout | string} a sentence if it cannot be there
 */
export function withCard(layout, card, sizes) {
  const { hand, discards, starter, played } = layout;
  const step = stepOf(layout, sizes);
  const without = (/** @type {string[]} */ cards) => cards.filter((other) => other !== card);
  if (step === "hand" && hand.includes(card)) {
    return { ...layout, hand: without(hand), discards: without(discards) };
  }
  if (!starter && discards.includes(card)) return { ...layout, discards: without(discards) };
  if (step === "discards") {
    if (hand.includes(card)) return { ...layout, discards: [...discards, card] };
    return plural(
      "{n} card is dealt. Tap the card of yours that you discarded.",
      "{n} cards are dealt. Tap those of yours that you discarded.",
      hand.length,
    );
  }
  const plays = step === "play" && hand.includes(card) && !discards.includes(card);
  const says = plays && !played.includes(card) ? "" : locationSays(layout, card);
  if (says) return says;
  if (step === "hand") return { ...layout, hand: [...hand, card] };
  return step === "starter" ? { ...layout, starter: card } : withWord(layout, card);
}

/**
 * Add a card or a go to the play.
 * @param {Layout} layout
 * @param {string} word
 * @returns {Layout}
 */
export function withWord(layout, word) {
  return { ...layout, played: [...layout.played, word] };
}

/**
 * Take the last step back.
 * @param {Layout} layout
 * @returns {Layout}
 */
export function stepBack(layout) {
  const { hand, discards, starter, played } = layout;
  if (played.length) {
    const left = [...played];
    // The end of a count follows from the cards, so it goes with the card before it.
    while (left.at(-1) === END) left.pop();
    return { ...layout, played: left.slice(0, -1) };
  }
  if (starter) return { ...layout, starter: "" };
  if (discards.length) return { ...layout, discards: discards.slice(0, -1) };
  return { ...layout, hand: hand.slice(0, -1) };
}

/**
 * Say what to do next.
 * @param {Layout} layout
 * @param {Sizes} sizes
 * @returns {string}
 */
export function stepSays(layout, sizes) {
  const { hand, discards } = layout;
  const missing = sizes.dealt - hand.length;
  switch (stepOf(layout, sizes)) {
    case "hand":
      return hand.length
        ? plural("Choose {n} more card.", "Choose {n} more cards.", missing)
        : t("Choose the {n} cards that you were dealt.", { n: missing });
    case "discards":
      if (discards.length) return t("Tap the other card that you discarded.");
      return sizes.discarded > 1
        ? t("If you have discarded, tap the two cards.")
        : t("If you have discarded, tap the card.");
    case "starter":
      return t("Choose the starter.");
    case "play":
      return t("Add every card in the order in which it is played.");
  }
}

// --- as a form and as a URL -----------------------------------------------------------------------

/**
 * Write a layout as a form for the server.
 * @param {Layout} layout
 * @returns {Form}
 */
export function formOf({ hand, discards, starter, played, dealer, scores, preset, switches }) {
  const values = Object.entries(switches).map(([name, value]) => `${name}=${valueText(value)}`);
  return {
    hand: hand.join(" "),
    discards: discards.join(" "),
    starter,
    played: played.join(" "),
    dealer,
    scores,
    rules: [preset, ...values].join(" "),
  };
}

/**
 * Read a form.
 * @param {Form} form
 * @returns {Layout}
 */
export function layoutOf(form) {
  const cards = (/** @type {string | undefined} */ text) => readCards(text ?? "") ?? [];
  const [preset = NOTHING.preset, ...rules] = wordsOf(form.rules ?? NOTHING.preset);
  const switches = rules.map((word) => {
    const [name = "", value = ""] = word.split("=");
    return [name, readValue(value)];
  });
  const played = wordsOf(form.played ?? "").flatMap((word) =>
    word === GO || word === END ? [word] : cards(word),
  );
  return {
    hand: cards(form.hand),
    discards: cards(form.discards),
    starter: cards(form.starter)[0] ?? "",
    played,
    dealer: form.dealer ?? 0,
    scores: form.scores ?? [],
    preset,
    switches: Object.fromEntries(switches),
  };
}

/** @param {string} text */
function wordsOf(text) {
  return text.split(/[\s,]+/).filter(Boolean);
}

/** @param {any} value a value of a switch */
function valueText(value) {
  if (typeof value === "boolean") return value ? "yes" : "no";
  return Array.isArray(value) ? value.join("/") : String(value);
}

/** @param {string} text @returns {boolean | number | string} */
function readValue(text) {
  if (text === "yes" || text === "no") return text === "yes";
  return /^\d+$/.test(text) ? Number(text) : text;
}

/**
 * Write a layout as the query of a URL.
 * @param {Layout} layout
 * @returns {string}
 */
export function queryOf(layout) {
  const { dealer, scores, rules, ...cards } = formOf(layout);
  const listed = { ...cards, rules: rules === NOTHING.preset ? "" : rules };
  return [
    ...Object.entries(listed).map(([name, text]) => [name, (text ?? "").replaceAll(" ", ",")]),
    ["dealer", dealer ? String(dealer) : ""],
    ["scores", scores?.some(Boolean) ? scores.join("-") : ""],
  ]
    .filter(([, text]) => text)
    .map((part) => part.join("="))
    .join("&");
}

/**
 * Read a layout from the query of a URL; what cannot be read is left out.
 * @param {string} search
 * @returns {Layout}
 */
export function readLayout(search) {
  const query = new URLSearchParams(search);
  const text = (/** @type {string} */ name) => query.get(name) ?? "";
  const scores = text("scores").split("-").map(Number);
  const dealer = Number(text("dealer"));
  return layoutOf({
    hand: text("hand"),
    discards: text("discards"),
    starter: text("starter"),
    played: text("played"),
    dealer: Number.isInteger(dealer) ? dealer : 0,
    scores: text("scores") && scores.every(Number.isInteger) ? scores : [],
    rules: text("rules") || NOTHING.preset,
  });
}

/**
 * Find the position in a pasted text: a position, or a link to one.
 * @param {string} text
 * @returns {string} the text itself if there is none in it
 */
export function positionIn(text) {
  const plain = text.replace(/%7e/gi, "~");
  return /\d+~[^\s&#]+/.exec(plain)?.[0] ?? plain;
}
