/** A challenge: a link with which somebody else plays the same cards from the same seat. */

import { fullAddress } from "../address.js";
import { insist } from "../api.js";
import { copyText, fill, h, pushButton } from "../dom.js";
import { language, t } from "../words.js";

/**
 * Create the part of a panel that makes the link.
 * @param {{code: string, token: string, match: string}} game a finished game, and its seat
 * @returns {HTMLElement}
 */
export function challengePart({ code, token, match }) {
  const body = h("div.stack");
  const says = h("p.quiet", { role: "status" });
  const make = async () => {
    const path = `/api/tables/${encodeURIComponent(code)}/challenge?lang=${language()}`;
    try {
      const made = await insist(path, `challenge ${match}`, (key) => ({ match, key }), token);
      show(made.code);
    } catch (error) {
      fill(says, /** @type {Error} */ (error).message);
    }
  };
  /** @param {string} made the code of the table of the challenge */
  const show = (made) => {
    const link = fullAddress(`/join/${made}`);
    const copy = async () => {
      const copied = await copyText(link);
      fill(says, copied ? t("The link is copied.") : t("Select the link and copy it."));
    };
    fill(
      body,
      h("p.share-text", h("span", link)),
      h(
        "div.wrap",
        pushButton("button primary", () => void copy(), t("Copy the link")),
        h("a.button", { href: `/compare/${made}` }, t("Compare both games")),
      ),
    );
    fill(says, t("One person can play it. When they have finished, compare both games."));
  };
  fill(
    body,
    pushButton("button", () => void make(), t("Challenge somebody with these cards")),
    h("p.help", t("They get your cards and play against the same level. The link shows no card.")),
  );
  return h("section.stack", body, says);
}
