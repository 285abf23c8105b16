// @ts-check
/** Which sound belongs to which event. */

import { sounds } from "../sound.js";

/** @type {Record<string, "card" | "cut" | "go" | "shuffle" | "win">} */
const HEARD = {
  played: "card",
  discarded: "card",
  hand_shown: "card",
  dealer_cut: "cut",
  said_go: "go",
  dealt: "shuffle",
  game_ended: "win",
};

/**
 * Let a step be heard.
 * @param {import("./script.js").Step} step
 * @returns {string} the caption of what was heard, to be said with `t()`; empty where none is
 *   wanted
 */
export function hear({ event, logged }) {
  const name = HEARD[event.type] ?? null;
  // Nobody has won a game that was stopped.
  if (event.type === "game_ended" && !event.result.winners.length) return "";
  if (event.type === "starter_cut") return sounds.play(logged ? "flip" : "cut");
  if (event.type === "scored" && logged && event.points) return sounds.play("points");
  return name ? sounds.play(name) : "";
}
