// A minimal document to draw into, for tests that run without a browser.

class Leaf {
  constructor(text) {
    this.text = text;
  }
}

class Drawn {
  constructor(name) {
    this.name = name;
    this.attributes = {};
    this.children = [];
    this.style = { setProperty() {} };
    this.isConnected = true;
  }

  setAttribute(name, value) {
    this.attributes[name] = String(value);
  }

  getAttribute(name) {
    return this.attributes[name] ?? null;
  }

  appendChild(child) {
    child.parent?.children.splice(child.parent.children.indexOf(child), 1);
    child.parent = this;
    this.children.push(child);
  }

  append(...children) {
    for (const child of children) this.appendChild(child);
  }

  replaceChildren(...children) {
    this.children = [];
    this.append(...children);
  }

  remove() {
    this.parent?.children.splice(this.parent.children.indexOf(this), 1);
  }

  addEventListener() {}

  animate() {
    return {};
  }

  /** Every element below with this class. */
  all(name) {
    const below = this.children.filter((child) => child instanceof Drawn);
    const own = below.filter((child) => child.attributes.class?.split(" ").includes(name));
    return [...own, ...below.flatMap((child) => child.all(name))];
  }

  querySelector(selector) {
    return this.all(selector.slice(1))[0] ?? null;
  }
}

/** Install a `document`, whose elements record their changes. */
export function withDocument() {
  globalThis.Node = {
    [Symbol.hasInstance]: (value) => value instanceof Drawn || value instanceof Leaf,
  };
  globalThis.document = {
    createElementNS: (_space, name) => new Drawn(name),
    createElement: (name) => new Drawn(name),
    createTextNode: (text) => new Leaf(text),
  };
  globalThis.getComputedStyle = () => ({ getPropertyValue: () => "calc(600ms * 1)" });
  globalThis.ResizeObserver = class {
    observe() {}
    disconnect() {}
  };
}

/** An element of this size to draw into. */
export function place(width, height) {
  return Object.assign(new Drawn("div"), { clientWidth: width, clientHeight: height });
}
