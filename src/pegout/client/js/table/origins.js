/** The origins of cards that were not on the table before. */

import { GATHER } from "./motion.js";

/** @import { Scene } from "../scene/script.js" */
/** @import { Box, Placement } from "./layout.js" */
/**
 * @typedef {{x: number, y: number, w: number, up: boolean, delay?: number}} Origin
 *
 * @typedef {object} Before
 * @property {Map<string, Placement>} placements the previous placements of the cards
 * @property {Scene} scene
 * @property {any} event the last event
 * @property {Map<number, Box>} backs
 * @property {{box: Box, many: number} | null} fan the pack as it was fanned out
 * @property {Box} middle
 * @property {Box} mine
 */

const DEAL = 60;

/**
 * Return the origin of a new card.
 * @param {string} key
 * @param {Placement} placement
 * @param {Before} before
 * @returns {Origin | null}
 */
export function originOf(key, placement, before) {
  const { event, placements } = before;
  if (event?.type === "dealt") return dealt(key, placement, before);
  if (placement.zone === "pile" && placement.seat !== null) {
    return lastBack(placement.seat, placements) ?? seatPlacement(placement.seat, before, false);
  }
  if (placement.zone === "crib" && event?.type === "discarded") return laidAway(key, before);
  if (placement.zone === "shown") {
    const crib = [...placements.values()].find((placement) => placement.zone === "crib");
    if (crib && before.scene.count?.crib) return { x: crib.x, y: crib.y, w: crib.w, up: false };
    return placement.seat === null ? null : seatPlacement(placement.seat, before, false);
  }
  if (placement.zone === "starter" || placement.zone === "cut") {
    const { middle, fan } = before;
    if (fan && typeof event?.at === "number") return outOfFan(event.at, fan);
    const pack = placements.get("pack:0");
    if (pack) return { x: pack.x, y: pack.y, w: pack.w, up: false };
    return {
      x: middle.x + middle.w / 2 - placement.w / 2,
      y: middle.y + 30,
      w: placement.w,
      up: false,
    };
  }
  return null;
}

/**
 * Return the placement of the pack that the cards are dealt from.
 * @param {Before} before
 * @returns {Origin | null}
 */
export function packOf(before) {
  return seatPlacement(before.event.dealer, before, false);
}

/**
 * Return how long a deal takes until the last card leaves the pack, in milliseconds.
 * @param {any} event
 * @returns {number}
 */
export function dealTime(event) {
  return DEAL * event.hands.flat().length;
}

/**
 * @param {number} at
 * @param {{box: Box, many: number}} fan
 * @returns {Origin}
 */
function outOfFan(at, { box, many }) {
  const w = box.h / 1.4;
  const step = (box.w - w) / Math.max(1, many - 1);
  return { x: box.x + at * step, y: box.y - 18, w, up: false };
}

/**
 * @param {number} seat
 * @param {Map<string, Placement>} placements
 * @returns {Origin | null}
 */
function lastBack(seat, placements) {
  let last = null;
  for (const [key, placement] of placements) if (key.startsWith(`back:${seat}:`)) last = placement;
  return last && { x: last.x, y: last.y, w: last.w, up: false };
}

/**
 * @param {number} seat
 * @param {Before} before
 * @param {boolean} up
 * @returns {Origin | null}
 */
function seatPlacement(seat, { backs, mine }, up) {
  const box = backs.get(seat) ?? { x: mine.x + mine.w / 2 - 30, y: mine.y + 10, w: 60, h: 80 };
  const w = Math.min(60, box.h / 1.4);
  return { x: box.x + box.w / 2 - w / 2, y: box.y, w, up };
}

/**
 * @param {string} key
 * @param {Before} before
 * @returns {Origin | null}
 */
function laidAway(key, before) {
  const { event, placements } = before;
  const own = event.cards.filter((/** @type {string} */ card) => placements.has(card));
  const card = own[Number(key.split(":")[1]) % Math.max(1, own.length)];
  const from = card ? placements.get(card) : null;
  if (from) return { x: from.x, y: from.y, w: from.w, up: false };
  return lastBack(event.seat, placements) ?? seatPlacement(event.seat, before, false);
}

/**
 * @param {string} key
 * @param {Placement} placement
 * @param {Before} before
 * @returns {Origin | null}
 */
function dealt(key, placement, before) {
  const { event, scene } = before;
  const pack = packOf(before);
  if (!pack || placement.zone === "pack") return null;
  const players = event.hands.length;
  const seat =
    placement.zone === "back" && placement.seat !== null ? placement.seat : (scene.seat ?? 0);
  const hand = event.hands[seat];
  const round = placement.zone === "back" ? Number(key.split(":")[2]) : hand.indexOf(key);
  const turn = (seat - event.dealer - 1 + players) % players;
  const at = placement.zone === "crib" ? players * hand.length : round * players + turn;
  const gathered = before.placements.size ? GATHER : 0;
  return { ...pack, delay: gathered + Math.max(0, at) * DEAL };
}
