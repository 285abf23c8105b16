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

function decide(view) {
  const best = (actions, value) => actions.reduce((a, b) => (value(b) > value(a) ? b : a));
  switch (view.phase) {
    case "discard":
      return best(
        view.legal,
        ({ cards }) => -cards.reduce((sum, card) => sum + worth(card, view.dealt), 0),
      );
    case "play":
      return best(view.legal, (action) => (action.type === "play" ? rank(action.card) : -1));
    default:
      return view.legal[0];
  }
}

say({ type: "hello", version: 1, name: "Low cards" });
createInterface({ input: process.stdin }).on("line", (line) => {
  const message = JSON.parse(line);
  if (message.type === "decide") say({ type: "act", id: message.id, action: decide(message.view) });
});
