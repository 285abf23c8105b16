/**
 * What is pressed is what was meant. Redraws wait for the end of a press: a control that is replaced
 * between the press and the release of a finger, a mouse button or a key gets no click.
 */

/**
 * How long after a button has appeared in the place of others a press is still meant for those, in
 * milliseconds.
 */
export const MEANT = 700;

/** Whether something is pressed, anywhere: a redraw above or below it would move it. */
let pressed = false;
/** Whether a key was pressed on this page. */
let typed = false;
/** The number of presses so far: a touch is followed by that of a mouse. */
let presses = 0;
/** The last redraw of each element that waits. @type {Map<Node, () => void>} */
const waiting = new Map();

function press() {
  presses += 1;
  pressed = true;
}

function release() {
  const ended = presses;
  // The click comes after the event that ends the press.
  setTimeout(() => {
    if (presses !== ended) return;
    pressed = false;
    const draws = [...waiting.values()];
    waiting.clear();
    for (const draw of draws) draw();
  });
}

/** The keys that press something; Tab, while the focus moves from a field that has changed. */
const KEYS = ["Enter", " ", "Tab"];
const listen = { capture: true, passive: true };
for (const name of ["pointerdown", "mousedown"]) document.addEventListener(name, press, listen);
for (const name of ["pointerup", "pointercancel", "mouseup", "dragend"])
  document.addEventListener(name, release, listen);
document.addEventListener(
  "keydown",
  ({ key }) => {
    typed = true;
    if (KEYS.includes(key)) press();
  },
  listen,
);
document.addEventListener("keyup", (event) => KEYS.includes(event.key) && release(), listen);
// What a click does is drawn at once.
document.addEventListener(
  "click",
  () => {
    pressed = false;
  },
  listen,
);
// A release outside the window is not heard.
window.addEventListener("blur", release);
document.addEventListener(
  "pointermove",
  ({ pointerType, buttons }) => pressed && pointerType === "mouse" && !buttons && release(),
  listen,
);

/** Return whether a key was pressed on this page. */
export function hasTyped() {
  return typed;
}

/**
 * Redraw an element now, or when nothing is pressed any more.
 * @param {Node} element
 * @param {() => void} draw reads what it draws when it is called
 */
export function whenReleased(element, draw) {
  if (pressed) {
    waiting.set(element, draw);
    return;
  }
  waiting.delete(element);
  draw();
}
