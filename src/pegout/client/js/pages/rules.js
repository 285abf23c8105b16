/** The rule book, rendered by the server, with its contents beside it. */

import { here } from "../address.js";
import { ask, once } from "../api.js";
import { fill, h, pushButton } from "../dom.js";
import { heading } from "../shell/heading.js";
import { language, t } from "../words.js";

/** @typedef {{title: string, html: string}} Book */

/** @type {(code: string) => Promise<Book>} */
const bookIn = once((code) => ask(`/api/rulebook/${code}`));

/**
 * Create the page.
 * @returns {import("../navigation.js").Page}
 */
export function page() {
  let title = "";
  let turn = 0;
  const head = heading(() => title || t("Rule book"));
  const contents = h("nav.rules-contents");
  const text = h("article.rules-text.shrink");
  const element = h("main.page.rules-page", head.element, h("div.rules.list", contents, text));
  /** @type {IntersectionObserver | null} */
  let watcher = null;

  async function render() {
    const mine = ++turn;
    const heading = reading(text);
    try {
      const book = await bookIn(language());
      if (mine !== turn) return;
      title = book.title;
      text.lang = language();
      // This HTML is our own book, rendered and sanitised by the server; no person can write to it.
      text.innerHTML = book.html;
      for (const table of text.querySelectorAll("table")) {
        const frame = h("div.rules-table", {
          tabindex: "0",
          role: "region",
          "aria-label": before(table),
        });
        table.replaceWith(frame);
        frame.append(table);
      }
      watcher?.disconnect();
      watcher = list(contents, text);
      head.render();
      dispatchEvent(new Event("pegout:title"));
      if (heading > 0) text.querySelectorAll("h2, h3")[heading]?.scrollIntoView();
      else requestAnimationFrame(() => goTo(decodeURIComponent(here().hash.slice(1))));
    } catch (error) {
      if (mine !== turn) return;
      fill(contents);
      fill(
        text,
        h("p.problem", error instanceof Error ? error.message : ""),
        h(
          "p",
          pushButton("button", () => void render(), t("Try again")),
        ),
      );
    }
  }

  /** @param {string} id */
  function goTo(id) {
    const target = id
      ? [...text.querySelectorAll("[id]")].find((element) => element.id === id)
      : null;
    target?.scrollIntoView();
  }

  void render();
  return {
    element,
    title: () => title || t("Rule book"),
    render: () => void render(),
    destroy() {
      turn += 1;
      watcher?.disconnect();
    },
  };
}

/**
 * Return the heading above a table, which describes it.
 * @param {Element} table
 * @returns {string}
 */
function before(table) {
  let element = /** @type {Element | null} */ (table);
  while (element && !/^H[1-6]$/.test(element.tagName)) element = element.previousElementSibling;
  return element?.textContent ?? "";
}

/**
 * Return the number of headings passed, so that another language opens at the same position.
 * @param {Element} text
 * @returns {number}
 */
function reading(text) {
  const headings = [...text.querySelectorAll("h2, h3")];
  return (
    headings.filter((heading) => heading.getBoundingClientRect().top < innerHeight / 3).length - 1
  );
}

/**
 * List the contents, and mark the section being read.
 * @param {HTMLElement} contents
 * @param {HTMLElement} text
 * @returns {IntersectionObserver}
 */
function list(contents, text) {
  const headings = [...text.querySelectorAll("h2, h3")];
  const links = new Map(
    headings.map((heading) => [
      heading.id,
      h("a", { href: `#${encodeURIComponent(heading.id)}` }, heading.textContent ?? ""),
    ]),
  );
  const items = headings.map((heading) =>
    h("li", { class: heading.tagName === "H3" && "is-inner" }, links.get(heading.id)),
  );
  contents.setAttribute("aria-label", t("Contents"));
  const wide = matchMedia("(min-width: 60rem)").matches;
  fill(
    contents,
    h("details", { open: wide }, h("summary", t("Contents")), h("ol.rules-list", ...items)),
  );
  const watcher = new IntersectionObserver(
    () => {
      const now = headings[Math.max(0, reading(text))];
      for (const [id, link] of links) {
        if (id === now?.id) link.setAttribute("aria-current", "true");
        else link.removeAttribute("aria-current");
      }
    },
    { rootMargin: "0px 0px -60% 0px" },
  );
  for (const heading of headings) watcher.observe(heading);
  return watcher;
}
