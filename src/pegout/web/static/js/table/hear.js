// @ts-check
/** Which sound belongs to which event. */

import { sounds } from "../sound.js";

/** @type {Record<string, "card" | "cut" | "go" | "shuffle" | "win">} */
const HEARD = {
  played: "card",
  discarded: "card",
  hand_shown: "card",
  starter_cut: "cut",
  dealer_cut: "cut",
  said_go: "go",
  dealt: "shuffle",
  game_ended: "win",
};

/**
 * Let a step be heard.
 * @param {import("./script.js").Step} step
 */
export function hear({ event, logged }) {
  const name = HEARD[event.type];
  if (event.type === "scored" && logged && event.points) sounds.play("points");
  else if (name) sounds.play(name);
}
