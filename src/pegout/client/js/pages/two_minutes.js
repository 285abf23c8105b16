/** Cribbage in two minutes, for people who play other card games. */

import { fill, h } from "../dom.js";
import { cardFace } from "../draw/cards.js";
import { cardName } from "../scene/names.js";
import { settings } from "../settings.js";
import { heading } from "../shell/heading.js";
import { joined, t } from "../words.js";

/** @typedef {import("../navigation.js").Page} Page */

/** The width of a card. */
const WIDTH = 44;

/** @param {string} cards */
function drawn(cards) {
  const all = cards.split(" ");
  const { fourColour } = settings.get();
  return h(
    "span.short-cards",
    { role: "img", "aria-label": joined(all.map(cardName)) },
    ...all.map((card) => cardFace(card, { width: WIDTH, fourColour })),
  );
}

/** @param {string} cards @param {string} what */
const example = (cards, what) => h("li.short-example", drawn(cards), h("span", what));

/** The paragraphs, each with its title. @returns {HTMLElement[]} */
function paragraphs() {
  const part = (/** @type {string} */ title, /** @type {(string | HTMLElement)[]} */ ...content) =>
    h(
      "section.short-part",
      h("h2", title),
      ...content.map((one) => (typeof one === "string" ? h("p", one) : one)),
    );
  return [
    part(
      t("The deal"),
      t("Two play, with six cards each. Each gives two of them to the crib."),
      t("The crib is a third hand, and the dealer counts it. The deal alternates."),
      t(
        "The pack is cut for the starter, which counts with every hand. A jack there scores 2 for the dealer.",
      ),
    ),
    part(
      t("The play"),
      t("The player who did not deal begins. Play in turn and add up the cards, never above 31."),
      t("Jack, queen and king count ten, the ace one."),
      h(
        "ul.short-list.list",
        { role: "list" },
        example("7H 8S", t("fifteen: 2, and thirty-one: 2")),
        example("8S 8D", t("a pair: 2, three alike: 6, four alike: 12")),
        example("4C 6H 5S", t("a run in any order: 1 for each card")),
      ),
      t(
        "If no card stays within 31, say go. The last card scores 1, and the next count begins at 0.",
      ),
    ),
    part(
      t("The show"),
      t(
        "The other hand is counted first, then the dealer’s, then the crib, each with the starter.",
      ),
      h(
        "ul.short-list.list",
        { role: "list" },
        example("5H JD", t("cards that add up to fifteen: 2")),
        example("5H 5S", t("a pair: 2")),
        example("6C 7D 8H", t("a run: 1 for each card")),
        example("2H 6H 9H KH", t("a flush in the hand: 4, with the starter 5")),
        example("JC 9C", t("a jack of the starter’s suit: 1")),
      ),
      t("A card counts in every combination that it makes."),
    ),
    part(
      t("The end"),
      t("Points are pegged at once, and the first to reach 121 wins, in the middle of a deal too."),
      t("A loser who has not passed 90 is skunked and loses double."),
    ),
  ];
}

/**
 * Create the page.
 * @returns {Page}
 */
export function page() {
  const title = () => t("Cribbage in two minutes");
  const head = heading(title);
  const body = h("article.short.measure");
  function render() {
    head.render();
    fill(body, ...paragraphs(), h("p", h("a", { href: "/rules" }, t("The rule book"))));
  }
  render();
  return {
    element: h("main.page.column", head.element, body),
    title,
    render,
    destroy() {},
  };
}
