// @ts-check
/** Elements created by name. Text is inserted as text only, so input never becomes HTML. */

/** @typedef {Node | string | number | null | undefined | false} Child */

const SVG = "http://www.w3.org/2000/svg";

/**
 * @param {Element} element
 * @param {string} name
 * @param {any} value
 */
function put(element, name, value) {
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
 * Create an HTML element. `class` may be a list with falsy members, `style` an object of
 * properties, `on…` a listener; `aria-…` accepts true and false.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} name
 * @param {Record<string, any> | null} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(name, attributes, ...children) {
  const element = document.createElement(name);
  // A select accepts its value only after its options are appended.
  append(element, ...children);
  for (const [key, value] of Object.entries(attributes ?? {})) {
    if (key.startsWith("aria-") && value === false) element.setAttribute(key, "false");
    else put(element, key, value);
  }
  return element;
}

/**
 * Create an SVG element in the same way.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} name
 * @param {Record<string, any> | null} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function svg(name, attributes, ...children) {
  const element = /** @type {SVGElementTagNameMap[K]} */ (document.createElementNS(SVG, name));
  append(element, ...children);
  for (const [key, value] of Object.entries(attributes ?? {})) put(element, key, value);
  return element;
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

let made = 0;

/**
 * Return an unused id, for `id`, `for` and `aria-labelledby`.
 * @param {string} stem
 * @returns {string}
 */
export function uniqueId(stem) {
  made += 1;
  return `${stem}-${made}`;
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
