/** What can be done with a position: play on from it against a level, and copy the link to it. */

import { currentPath, fullAddress } from "../address.js";
import { insist } from "../api.js";
import { copyText, fill, h, pushButton } from "../dom.js";
import { settings } from "../settings.js";
import { language, t } from "../words.js";
import { select } from "./fields.js";
import { openPractice } from "./practice.js";

/** @import { Level } from "../api.js" */

/**
 * Create the choice of a level and the buttons, on the page whose URL contains the position.
 * @param {object} options
 * @param {string} options.position
 * @param {readonly Level[]} options.levels
 * @param {string} options.level the level chosen at first
 * @param {(level: string) => void} options.choose
 */
export function playOn({ position, levels, level: first, choose }) {
  let level = first;
  const says = h("p.quiet", { role: "status" });
  const play = async () => {
    const asked = { position, level, name: settings.get().name };
    try {
      const path = `/api/position/play?lang=${language()}`;
      const made = await insist(path, `position ${level} ${position}`, (key) => ({
        ...asked,
        key,
      }));
      await openPractice(made, currentPath());
    } catch (error) {
      fill(says, /** @type {Error} */ (error).message);
    }
  };
  const copy = async () => {
    const copied = await copyText(fullAddress(currentPath()));
    fill(says, copied ? t("The link is copied.") : t("Copy the address of this page instead."));
  };
  return h(
    "div.ask-on.wrap",
    select({
      key: "level",
      name: t("Play on against"),
      choices: levels.map(({ name, title }) => ({ value: name, title })),
      chosen: (value) => value === level,
      change: (value) => {
        level = value;
        choose(value);
      },
    }),
    pushButton("button primary", () => void play(), t("Play on")),
    pushButton("button", () => void copy(), t("Copy the link")),
    says,
  );
}
