/**
 * Lists that keep their elements: an item that stays in the list keeps its element and its focus.
 */

/** @type {WeakMap<Element, Map<string, HTMLElement>>} */
const held = new WeakMap();

/**
 * Update the children of an element to match a list; each item keeps its element by its key.
 * @template T
 * @param {Element} parent
 * @param {readonly T[]} items
 * @param {(item: T) => string} key
 * @param {(item: T) => HTMLElement} make
 * @param {(element: HTMLElement, item: T, index: number) => void} update
 */
export function keyed(parent, items, key, make, update) {
  const before = held.get(parent) ?? new Map();
  /** @type {Map<string, HTMLElement>} */
  const after = new Map();
  for (const item of items) after.set(key(item), before.get(key(item)) ?? make(item));
  // Elements are removed first; the others are then in place and need not be moved.
  for (const [name, element] of before) if (!after.has(name)) element.remove();
  let next = parent.firstElementChild;
  items.forEach((item, index) => {
    const element = /** @type {HTMLElement} */ (after.get(key(item)));
    update(element, item, index);
    if (element === next) next = next.nextElementSibling;
    else parent.insertBefore(element, next);
  });
  held.set(parent, after);
}

/**
 * Set an attribute, or remove it if there is no value.
 * @param {Element} element
 * @param {string} name
 * @param {string | boolean | null} value
 */
export function putAttribute(element, name, value) {
  if (value === null) element.removeAttribute(name);
  else if (element.getAttribute(name) !== String(value)) element.setAttribute(name, String(value));
}
