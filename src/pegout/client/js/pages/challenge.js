/** A challenge in a link: it sets up the table at which its deals are played again. */

import { ask } from "../api.js";
import { fill, h } from "../dom.js";
import { sha256, toHex } from "../fair/hash.js";
import { go } from "../navigation.js";
import { linkedGames } from "../shell/game_link.js";
import { heading } from "../shell/heading.js";
import { keep } from "../store.js";
import { language, t } from "../words.js";

/**
 * Create the page.
 * @returns {import("../navigation.js").Page}
 */
export function page() {
  return new Challenge();
}

class Challenge {
  title = () => t("The same cards");

  constructor() {
    this.head = heading(this.title);
    this.says = h("p.large", { role: "status" }, t("One moment."));
    this.element = h("main.page.page-narrow", this.head.element, this.says);
    this.head.render();
    this.gone = false;
    void this.open();
  }

  destroy() {
    this.gone = true;
  }

  async open() {
    const games = await linkedGames();
    const [text] = games?.texts ?? [];
    if (!games || text === undefined) {
      fill(this.says, t("This link is not complete; copy all of it."));
      return;
    }
    const { seat } = games;
    // The same link leads to the same table, whether it is played yet or not.
    const key = toHex(sha256(new TextEncoder().encode(`${seat} ${text}`)));
    try {
      const path = `/api/records/challenge?lang=${language()}`;
      const made = await ask(path, { body: { text, seat, key } });
      keep(made.code, { challenge: { text, seat } });
      if (!this.gone) await go(`/join/${made.code}`, { replace: true });
    } catch (error) {
      fill(this.says, /** @type {Error} */ (error).message);
    }
  }
}
