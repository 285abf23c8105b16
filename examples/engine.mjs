// An engine in JavaScript: it keeps pairs and low cards, and plays its highest card that fits.
// Try it with: pegout arena "cmd:node examples/engine.mjs" novice

import { createInterface } from "node:readline";

const RANKS = "A23456789TJQK";
const rank = (card) => RANKS.indexOf(card[0]);
const say = (message) => process.stdout.write(`${JSON.stringify(message)}\n`);

/** How much a card is worth keeping: pairs and low cards are worth most. */
function worth(card, dealt) {
  const alike = dealt.filter((other) => rank(other) === rank(card)).length;
  return 20 * alike - rank(card);
}

function value(view, action) {
  switch (action.type) {
    case "discard":
      return -action.cards.reduce((sum, card) => sum + worth(card, view.dealt), 0);
    case "play":
      return rank(action.card);
    default:
      return -1;
  }
}

/** All legal actions, the best first; among equals, the first legal one stays the first. */
const ranked = (view) => view.legal.toSorted((a, b) => value(view, b) - value(view, a));

say({ type: "hello", version: 1, name: "Low cards", analyses: true });
createInterface({ input: process.stdin }).on("line", (line) => {
  const { type, id, view } = JSON.parse(line);
  if (type === "decide") say({ type: "act", id, action: ranked(view)[0] });
  if (type === "analyse") {
    const options = ranked(view).map((action) => ({ action }));
    say({ type: "values", id, options, done: true });
  }
});
