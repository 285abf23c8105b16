// @ts-check
/** The origins of cards that were not on the table before. */

import { GATHER } from "./motion.js";

/**
 * @typedef {import("./layout.js").Place} Place
 * @typedef {import("./layout.js").Box} Box
 * @typedef {import("../scene/script.js").Scene} Scene
 * @typedef {{x: number, y: number, w: number, up: boolean, delay?: number}} Origin
 *
 * @typedef {object} Before
 * @property {Map<string, Place>} places the previous places of the cards
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
 * @param {Place} place
 * @param {Before} before
 * @returns {Origin | null}
 */
export function originOf(key, place, before) {
  const { event, places } = before;
  if (event?.type === "dealt") return dealt(key, place, before);
  if (place.zone === "pile" && place.seat !== null) {
    return lastBack(place.seat, places) ?? seatPlace(place.seat, before, false);
  }
  if (place.zone === "crib" && event?.type === "discarded") return laidAway(key, before);
  if (place.zone === "shown") {
    const crib = [...places.values()].find((one) => one.zone === "crib");
    if (crib && before.scene.count?.crib) return { x: crib.x, y: crib.y, w: crib.w, up: false };
    return place.seat === null ? null : seatPlace(place.seat, before, false);
  }
  if (place.zone === "starter" || place.zone === "cut") {
    const { middle, fan } = before;
    if (fan && typeof event?.at === "number") return outOfFan(event.at, fan);
    const pack = places.get("pack:0");
    if (pack) return { x: pack.x, y: pack.y, w: pack.w, up: false };
    return { x: middle.x + middle.w / 2 - place.w / 2, y: middle.y + 30, w: place.w, up: false };
  }
  return null;
}

/**
 * Return the place of the pack that the cards are dealt from.
 * @param {Before} before
 * @returns {Origin | null}
 */
export function packOf(before) {
  return seatPlace(before.event.dealer, before, false);
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
 * @param {Map<string, Place>} places
 * @returns {Origin | null}
 */
function lastBack(seat, places) {
  let last = null;
  for (const [key, place] of places) if (key.startsWith(`back:${seat}:`)) last = place;
  return last && { x: last.x, y: last.y, w: last.w, up: false };
}

/**
 * @param {number} seat
 * @param {Before} before
 * @param {boolean} up
 * @returns {Origin | null}
 */
function seatPlace(seat, { backs, mine }, up) {
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
  const { event, places } = before;
  const own = event.cards.filter((/** @type {string} */ card) => places.has(card));
  const card = own[Number(key.split(":")[1]) % Math.max(1, own.length)];
  const from = card ? places.get(card) : null;
  if (from) return { x: from.x, y: from.y, w: from.w, up: false };
  return lastBack(event.seat, places) ?? seatPlace(event.seat, before, false);
}

/**
 * @param {string} key
 * @param {Place} place
 * @param {Before} before
 * @returns {Origin | null}
 */
function dealt(key, place, before) {
  const { event, scene } = before;
  const pack = packOf(before);
  if (!pack || place.zone === "pack") return null;
  const players = event.hands.length;
  const seat = place.zone === "back" && place.seat !== null ? place.seat : (scene.seat ?? 0);
  const hand = event.hands[seat];
  const round = place.zone === "back" ? Number(key.split(":")[2]) : hand.indexOf(key);
  const turn = (seat - event.dealer - 1 + players) % players;
  const at = place.zone === "crib" ? players * hand.length : round * players + turn;
  const gathered = before.places.size ? GATHER : 0;
  return { ...pack, delay: gathered + Math.max(0, at) * DEAL };
}
