/** A challenge: a link with which somebody else plays the same cards from the same seat. */

import { fullAddress } from "../address.js";
import { insist, record } from "../api.js";
import { copyText, fill, h, pushButton } from "../dom.js";
import { FACTS } from "../facts.js";
import { tablePath } from "../transport.js";
import { language, t } from "../words.js";
import { linkWith } from "./game_link.js";

/**
 * Create the part of a panel that makes the link. With a server the link leads to a table of it, and
 * without one it has the game in it.
 * @param {{code: string, token: string, match: string, seat: number}} game a finished game, and its
 *   seat
 * @returns {HTMLElement}
 */
export function challengePart({ code, token, match, seat }) {
  const body = h("div.stack");
  const says = h("p.quiet", { role: "status" });
  const make = async () => {
    try {
      if (FACTS.server) await askTable();
      else
        show(await linkWith("/challenge", { seat, texts: [await record(code, { token, match })] }));
    } catch (error) {
      fill(says, /** @type {Error} */ (error).message);
    }
  };
  const askTable = async () => {
    const path = tablePath(code, `/challenge?lang=${language()}`);
    const made = await insist(path, `challenge ${match}`, (key) => ({ match, key }), token);
    show(fullAddress(`/join/${made.code}`), `/compare/${made.code}`);
  };
  /** @param {string} link @param {string} [compare] the page that compares both games */
  const show = (link, compare) => {
    const copy = async () => {
      const copied = await copyText(link);
      fill(says, copied ? t("The link is copied.") : t("Select the link and copy it."));
    };
    fill(
      body,
      h("p.share-text.share-link", h("span", link)),
      h(
        "div.wrap",
        pushButton("button primary", () => void copy(), t("Copy the link")),
        compare ? h("a.button", { href: compare }, t("Compare both games")) : null,
      ),
    );
    fill(
      says,
      compare
        ? t("One person can play it. When they have finished, compare both games.")
        : t("When they have finished, they can send you a link that compares both games."),
    );
  };
  fill(
    body,
    pushButton("button", () => void make(), t("Challenge somebody with these cards")),
    h(
      "p.help",
      FACTS.server
        ? t("They get your cards and play against the same level. The link shows no card.")
        : t(
            "They get your cards and play against the same level. The link has your whole game in it, so it works everywhere; nobody sees a card of it without taking it apart.",
          ),
    ),
  );
  return h("section.stack", body, says);
}
