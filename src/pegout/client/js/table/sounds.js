/** The sounds of events. */

import { sounds } from "../sound.js";

/** @type {Record<string, "card" | "cut" | "go" | "shuffle" | "win">} */
const SOUNDS = {
  played: "card",
  discarded: "card",
  hand_shown: "card",
  dealer_cut: "cut",
  said_go: "go",
  dealt: "shuffle",
  game_ended: "win",
};

/**
 * Play the sound of a step.
 * @param {import("../scene/script.js").Step} step
 * @returns {string} the caption of the sound, to be translated with `t()`; empty when captions are
 *   off
 */
export function playSound({ event, logged }) {
  const name = SOUNDS[event.type] ?? null;
  // A game that was stopped has no winner, so it has no sound.
  if (event.type === "game_ended" && !event.result.winners.length) return "";
  if (event.type === "starter_cut") return sounds.play(logged ? "flip" : "cut");
  if (event.type === "scored" && logged && event.points) return sounds.play("points");
  return name ? sounds.play(name) : "";
}
