/** Elements created by name. Text is inserted as text only, so input never becomes HTML. */

import { addressOf } from "./address.js";

/** @typedef {Node | string | number | null | undefined | false} Child */
/** @typedef {Record<string, any>} Attributes */

const SVG = "http://www.w3.org/2000/svg";

/**
 * @param {Element} element
 * @param {string} name
 * @param {any} value
 */
function put(element, name, value) {
  if (value === false && name.startsWith("aria-")) element.setAttribute(name, "false");
  if (value === null || value === undefined || value === false) return;
  if (name.startsWith("on") && typeof value === "function") {
    element.addEventListener(name.slice(2), value);
  } else if (name === "class") {
    const names = Array.isArray(value) ? value.filter(Boolean).join(" ") : String(value);
    if (names) element.setAttribute("class", names);
  } else if (name === "dataset") {
    Object.assign(/** @type {HTMLElement} */ (element).dataset, value);
  } else if (name === "style") {
    for (const [property, worth] of Object.entries(value)) {
      /** @type {HTMLElement} */ (element).style.setProperty(property, String(worth));
    }
  } else if (name === "value" || name === "checked" || name === "selected" || name === "disabled") {
    Reflect.set(element, name, value);
  } else if (name === "href" && element.localName === "a" && value.startsWith("/")) {
    element.setAttribute(name, addressOf(value));
  } else {
    element.setAttribute(name, value === true && !name.startsWith("aria-") ? "" : String(value));
  }
}

/**
 * Append children; null, undefined and false are skipped, and arrays are flattened.
 * @param {Node} parent
 * @param {(Child | Child[])[]} children
 */
export function append(parent, ...children) {
  for (const child of /** @type {Child[]} */ (children.flat(Infinity))) {
    if (child === null || child === undefined || child === false) continue;
    parent.appendChild(child instanceof Node ? child : document.createTextNode(String(child)));
  }
}

/**
 * Give a new element its classes, its attributes and its children.
 * @template {Element} E
 * @param {E} element
 * @param {string[]} classes
 * @param {(Attributes | Child | Child[])[]} rest
 * @returns {E}
 */
function made(element, classes, rest) {
  if (classes.length) element.setAttribute("class", classes.join(" "));
  const [first] = rest;
  const given = first && Object.getPrototypeOf(first) === Object.prototype;
  // A select accepts its value only after its options are appended.
  append(element, .../** @type {Child[]} */ (given ? rest.slice(1) : rest));
  for (const [key, value] of Object.entries(given ? first : {})) put(element, key, value);
  return element;
}

/**
 * Create an HTML element: `h("p.quiet", { role: "status" }, text)`.
 *
 * The attributes may be left out. `class` may also be a list with falsy members, `style` an object
 * of properties, `on…` a listener; `aria-…` accepts true and false.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K | `${K}.${string}`} selector the name, with its classes
 * @param {...(Attributes | Child | Child[])} rest the attributes, then the children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(selector, ...rest) {
  const [name, ...classes] = selector.split(".");
  return made(document.createElement(/** @type {K} */ (name)), classes, rest);
}

/**
 * Create an SVG element in the same way.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K | `${K}.${string}`} selector
 * @param {...(Attributes | Child | Child[])} rest
 * @returns {SVGElementTagNameMap[K]}
 */
export function svg(selector, ...rest) {
  const [name, ...classes] = selector.split(".");
  return made(document.createElementNS(SVG, /** @type {K} */ (name)), classes, rest);
}

/**
 * Create a button that acts when it is pressed.
 * @param {string | Record<string, any> | null} look its class, or its attributes
 * @param {(event: any) => unknown} act
 * @param {...(Child | Child[])} children
 * @returns {HTMLButtonElement}
 */
export function pushButton(look, act, ...children) {
  const attributes = typeof look === "string" ? { class: look } : look;
  return h("button", { type: "button", ...attributes, onclick: act }, ...children);
}

/**
 * Replace all children of an element.
 * @param {Element} element
 * @param {...(Child | Child[])} children
 */
export function fill(element, ...children) {
  element.replaceChildren();
  append(element, ...children);
}

/**
 * Return the first element of a selector.
 * @param {ParentNode} root
 * @param {string} selector
 * @returns {HTMLElement | null}
 */
export function find(root, selector) {
  return root.querySelector(selector);
}

/**
 * Set the text of an element, unless it is the same: a screen reader reads a text that is set
 * again.
 * @param {Element} element
 * @param {string | number} text
 * @returns {boolean} whether the text has changed
 */
export function write(element, text) {
  const wanted = String(text);
  if (element.textContent === wanted) return false;
  element.textContent = wanted;
  return true;
}

/**
 * Name an element that shows no text, for screen readers and under the pointer.
 * @param {HTMLElement | undefined} element nothing is named where there is none
 * @param {string} name
 */
export function label(element, name) {
  if (!element) return;
  element.setAttribute("aria-label", name);
  element.title = name;
}

/**
 * Copy a text.
 * @param {string} text
 * @returns {Promise<boolean>} whether the browser allowed it; without HTTPS it does not
 */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

let ids = 0;

/**
 * Return an unused id, for `id`, `for` and `aria-labelledby`.
 * @param {string} stem
 * @returns {string}
 */
export function uniqueId(stem) {
  ids += 1;
  return `${stem}-${ids}`;
}

/** @type {Map<string, Promise<void>>} */
const styles = new Map();

/**
 * Load a style sheet that not every page needs.
 * @param {string} name
 * @returns {Promise<void>} fulfilled when it has loaded or failed
 */
export function style(name) {
  let there = styles.get(name);
  if (!there) {
    there = new Promise((done) => {
      const href = new URL(`../style/${name}.css`, import.meta.url).href;
      const link = h("link", { rel: "stylesheet", href, onload: done, onerror: done });
      document.head.append(link);
    });
    styles.set(name, there);
  }
  return there;
}
