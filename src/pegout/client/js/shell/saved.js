/** The tables of this browser that can be continued: names, scores, and a small board. */

import { append, fill, h, pushButton } from "../dom.js";
import { createBoard } from "../draw/board.js";
import { icon } from "../draw/icons.js";
import { forget } from "../store.js";
import { plural, t } from "../words.js";

/** @import { OwnTable } from "../games.js" */

const FIRST = 1;

/** @param {OwnTable} saved @returns {string} */
function title({ names, seats }) {
  const [held] = seats;
  const own = seats.length === 1 ? held?.seat : -1;
  if (names.some((name) => !name)) return t("waits for its players");
  return names.map((name, seat) => (seat === own ? t("You") : name)).join(" – ");
}

/**
 * @param {OwnTable} saved
 * @param {() => void} changed
 * @param {{destroy: () => void}[]} boards
 * @returns {HTMLElement}
 */
function card(saved, changed, boards) {
  const scores = saved.scores ?? [];
  const small = h("div.kept-board", { "aria-hidden": "true" });
  const link = h(
    "a.kept-link.list.grow",
    { href: `/table/${saved.code}` },
    small,
    h(
      "span.kept-words.shrink",
      h("b.kept-names.clip", title(saved)),
      h(
        "span.kept-line.wrap.small",
        h("span.quiet", t("Continue")),
        scores.length > 1
          ? h("span.kept-scores.nowrap.bold.figures", scores.join(" – "))
          : h("span.quiet", t("not begun")),
      ),
    ),
  );
  const drop = pushButton(
    {
      class: "icon-button kept-forget quiet",
      "aria-label": t("Take {names} off this list", { names: title(saved) }),
      title: t("Take off this list"),
    },
    () => {
      forget(saved.code);
      changed();
    },
    icon("close"),
  );
  if (scores.length > 1) {
    // The drawing measures its element, which has a size only once it is on the page.
    requestAnimationFrame(() => {
      if (!small.isConnected) return;
      const target = saved.target ?? 121;
      const board = createBoard(small, {
        sides: scores.length,
        target,
        compact: true,
        floats: false,
      });
      board.set({ scores, rear: scores.map((score) => score - 1) });
      boards.push(board);
    });
  }
  return h("li.kept.sheet", link, drop);
}

/**
 * Fill an element with the tables, the newest first; further ones are collapsed.
 * @param {HTMLElement} element
 * @param {OwnTable[]} tables
 * @param {() => void} changed a callback, run when a table was removed from the list
 * @returns {{destroy: () => void}[]} the boards that are drawn, including later ones
 */
export function savedTables(element, tables, changed) {
  /** @type {{destroy: () => void}[]} */
  const boards = [];
  const list = (/** @type {OwnTable[]} */ some) =>
    h(
      "ul.kept-list.list",
      some.map((saved) => card(saved, changed, boards)),
    );
  fill(element, list(tables.slice(0, FIRST)));
  const more = tables.slice(FIRST);
  if (more.length) {
    const box = h(
      "details.kept-more",
      h("summary", plural("{n} more game", "{n} more games", more.length)),
    );
    box.addEventListener("toggle", () => append(box, list(more)), { once: true });
    append(element, box);
  }
  return [{ destroy: () => boards.forEach((board) => board.destroy()) }];
}
