/**
 * A game as a picture to share: its description, the final board and the best hand, in the colours
 * of the table. The browser paints it without any request.
 */

import { h } from "../dom.js";
import { createBoard } from "./board.js";
import { cardFace } from "./cards.js";

/**
 * @typedef {object} Shown the contents of a picture
 * @property {string} headline
 * @property {string} score the score, and the opponents
 * @property {string} feats the memorable events of the game
 * @property {SVGSVGElement[]} medals their pictures
 * @property {string} hand the points of the best hand; empty without one
 * @property {string[]} cards the cards of the best hand, the starter last
 * @property {string} date
 * @property {string} name the name of the program, with a description
 * @property {{sides: number, target: number, skunkLines: number[], scores: number[], rear: number[]}} board
 * @property {boolean} fourColour
 */

export const WIDTH = 1200;
export const HEIGHT = 630;
const EDGE = 56;
const BOARD = { x: 800, y: 60, width: 340, height: 510 };
/** The width of a card; wider cards would have figures, which are separate files. */
const CARD = 96;
const STEP = 106;
const MEDAL = { y: 258, size: 76, step: 86 };

/** The properties that a drawing takes from the style sheet. */
const WORN = [
  ..."fill fill-opacity stroke stroke-width stroke-linecap stroke-linejoin".split(" "),
  ..."stroke-dasharray opacity display color font-family font-size font-weight".split(" "),
  ..."letter-spacing text-anchor dominant-baseline paint-order".split(" "),
];

/**
 * Convert a drawing to an image that needs no style sheet.
 * @param {SVGSVGElement} drawing a drawing in the page
 * @param {number} width
 * @param {number} height
 * @returns {Promise<HTMLImageElement>}
 */
async function imageOf(drawing, width, height) {
  const copy = /** @type {SVGSVGElement} */ (drawing.cloneNode(true));
  const worn = [copy, ...copy.querySelectorAll("*")];
  [drawing, ...drawing.querySelectorAll("*")].forEach((element, at) => {
    const style = getComputedStyle(element);
    for (const name of WORN) worn[at]?.setAttribute(name, style.getPropertyValue(name));
    worn[at]?.removeAttribute("class");
  });
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", String(width));
  copy.setAttribute("height", String(height));
  const image = new Image();
  const text = new XMLSerializer().serializeToString(copy);
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  return image;
}

/** @param {HTMLElement} box @param {Shown["board"]} board */
function boardIn(box, { sides, target, skunkLines, scores, rear }) {
  const drawn = createBoard(box, { sides, target, skunkLines, floats: false });
  drawn.set({ scores, rear });
  return drawn;
}

/** Writes on a canvas in the fonts and colours of the page. */
class Pen {
  /** @param {CanvasRenderingContext2D} canvas */
  constructor(canvas) {
    this.canvas = canvas;
    this.style = getComputedStyle(document.documentElement);
  }

  /** @param {string} name the name of a design token */
  colour(name) {
    return this.style.getPropertyValue(name).trim();
  }

  /**
   * Write one line, in smaller type if it would be too long.
   * @param {string} text
   * @param {{x: number, y: number, size: number, colour: string, bold?: boolean, room?: number}} how
   */
  write(text, { x, y, size, colour, bold = false, room = Infinity }) {
    const { canvas } = this;
    const font = (/** @type {number} */ pixels) =>
      `${bold ? 700 : 400} ${pixels}px ${this.colour("--font")}`;
    canvas.font = font(size);
    const wide = canvas.measureText(text).width;
    if (wide > room) canvas.font = font((size * room) / wide);
    canvas.fillStyle = this.colour(colour);
    canvas.fillText(text, x, y);
  }
}

/**
 * @param {Pen} pen
 */
function ground(pen) {
  const { canvas } = pen;
  const colour = (/** @type {string} */ name) => pen.colour(name);
  canvas.fillStyle = colour("--felt");
  canvas.fillRect(0, 0, WIDTH, HEIGHT);
  const light = canvas.createRadialGradient(420, 120, 40, 420, 120, 900);
  light.addColorStop(0, colour("--felt-light"));
  light.addColorStop(1, colour("--felt-deep"));
  canvas.fillStyle = light;
  canvas.fillRect(0, 0, WIDTH, HEIGHT);
  canvas.strokeStyle = colour("--brass");
  canvas.lineWidth = 2;
  canvas.strokeRect(20, 20, WIDTH - 40, HEIGHT - 40);
}

/**
 * Write the description of the game.
 * @param {Pen} pen
 * @param {Shown} shown
 */
function words(pen, { headline, score, feats, medals, hand, date, name }) {
  const room = BOARD.x - EDGE - 40;
  const x = EDGE;
  pen.write(name, { x, y: 88, size: 28, colour: "--brass", bold: true, room });
  pen.write(headline, { x, y: 176, size: 72, colour: "--ink", bold: true, room });
  pen.write(score, { x, y: 232, size: 32, colour: "--ink", room });
  const aside = medals.length * MEDAL.step;
  const beside = { x: x + aside, y: MEDAL.y + 49, room: room - aside };
  pen.write(feats, { ...beside, size: 32, colour: "--accent", bold: true });
  if (hand) pen.write(hand, { x, y: 382, size: 28, colour: "--ink-quiet", room });
  pen.write(date, { x, y: HEIGHT - 52, size: 24, colour: "--ink-quiet", room });
}

/**
 * Paint the picture.
 * @param {Shown} shown
 * @returns {Promise<HTMLCanvasElement>}
 */
export async function paint(shown) {
  const element = h("canvas", { width: WIDTH, height: HEIGHT });
  const canvas = element.getContext("2d");
  if (!canvas) throw new Error("this browser paints no pictures");
  const { fourColour } = shown;
  const cards = shown.cards.map((card) => cardFace(card, { width: CARD, fourColour }));
  const size = { width: `${BOARD.width}px`, height: `${BOARD.height}px` };
  const box = h("div", { style: size });
  const hidden = h(
    "div.picture-workshop",
    { "aria-hidden": "true", inert: true },
    box,
    cards,
    shown.medals,
  );
  document.body.append(hidden);
  const board = boardIn(box, shown.board);
  try {
    const pen = new Pen(canvas);
    ground(pen);
    words(pen, shown);
    const drawn = box.querySelector("svg");
    if (drawn) {
      const { x, y, width, height } = BOARD;
      canvas.drawImage(await imageOf(drawn, width, height), x, y, width, height);
    }
    const { y, size: wide, step } = MEDAL;
    for (const [at, medal] of shown.medals.entries()) {
      canvas.drawImage(await imageOf(medal, 2 * wide, 2 * wide), EDGE + at * step, y, wide, wide);
    }
    for (const [at, card] of cards.entries()) {
      const image = await imageOf(card, CARD * 2, CARD * 2.8);
      // The starter is set slightly apart.
      const apart = at === cards.length - 1 ? 18 : 0;
      canvas.drawImage(image, EDGE + at * STEP + apart, 400, CARD, CARD * 1.4);
    }
  } finally {
    board.destroy();
    hidden.remove();
  }
  return element;
}
