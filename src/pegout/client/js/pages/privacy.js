/** What is stored of players, for how long, and how it is erased; the server says it. */

import { ask } from "../api.js";
import { fill, h, pushButton } from "../dom.js";
import { heading } from "../shell/heading.js";
import { t } from "../words.js";

/**
 * Create the page.
 * @returns {import("../navigation.js").Page}
 */
export function page() {
  let turn = 0;
  const title = () => t("Your data");
  const head = heading(title, "/settings");
  const text = h("article.rules-text.shrink");
  const element = h("main.page.rules-page", head.element, text);

  async function render() {
    const mine = ++turn;
    head.render();
    try {
      /** @type {import("../wire").DataPage} */
      const { sections } = await ask("/api/privacy");
      if (mine !== turn) return;
      fill(
        text,
        sections.map(({ title, says }) =>
          h(
            "section",
            h("h2", title),
            says.map((said) => h("p", said)),
          ),
        ),
      );
    } catch (error) {
      if (mine !== turn) return;
      fill(
        text,
        h("p.problem", { role: "alert" }, error instanceof Error ? error.message : ""),
        h(
          "p",
          pushButton("button", () => void render(), t("Try again")),
        ),
      );
    }
  }

  void render();
  return { element, title, render: () => void render() };
}
