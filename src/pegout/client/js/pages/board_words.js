/** The sentences of the score keeper. */

import { joined, plural, t } from "../words.js";

/** @import { Book, Standing } from "./scorebook.js" */

/**
 * Describe the scores of all sides.
 * @param {Book} book
 * @param {Standing} now
 * @returns {string}
 */
export function scoresSaid({ names }, { scores }) {
  return joined(
    names.map((name, side) => t("{side} {points}", { side: name, points: scores[side] })),
  );
}

/**
 * Describe how the game was won.
 * @param {Book} book
 * @param {Standing} now
 * @returns {string}
 */
export function wonLine({ names }, { scores, won }) {
  if (!won) return "";
  const { winner, skunks, points } = won;
  const said = [
    t("{name} wins, {score} to {others}.", {
      name: names[winner],
      score: scores[winner],
      others: joined(scores.filter((_, side) => side !== winner).map(String)),
    }),
  ];
  skunks.forEach((skunk, side) => {
    const name = names[side];
    if (skunk === 1) said.push(t("{name} is skunked.", { name }));
    if (skunk === 2) said.push(t("{name} is double skunked.", { name }));
  });
  const worth = points[winner] ?? 0;
  said.push(
    plural("The win is worth {n} match point.", "The win is worth {n} match points.", worth),
  );
  return said.join(" ");
}

/**
 * Describe the line just added to the book.
 * @param {Book} book
 * @param {import("./scorebook.js").Line} line
 * @param {Standing} now
 * @returns {string}
 */
export function lineSaid(book, line, now) {
  if (now.won) return wonLine(book, now);
  const name = "side" in line ? book.names[line.side] : book.names[now.dealer];
  if (line.type === "deal") return t("{name} deals.", { name });
  if (line.type === "next") return t("Game {game}. {name} deals.", { game: now.game, name });
  const scores = scoresSaid(book, now);
  if (line.type === "put") return t("Corrected: {scores}.", { scores });
  return t("{name} pegs {points}: {scores}.", { name, points: line.points, scores });
}
