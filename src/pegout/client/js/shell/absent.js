/** A panel beside the table with what the other players can do about an absent person. */

import { options as askOptions } from "../api.js";
import { copyText, fill, h } from "../dom.js";
import { t } from "../words.js";
import { EarlyEnd } from "./early.js";
import { keepingFocus } from "./fields.js";
import { menuItem } from "./menu.js";
import { Pressing } from "./pressing.js";
import { placeOf, Removal } from "./remove_guest.js";
import { linkTo } from "./table_words.js";

/** @import { LocalSeats } from "./local_seats.js" */
/** @import { Content } from "./panel.js" */

/**
 * @param {import("../wire").Seat} seat
 * @param {import("../api.js").Options | null} options
 * @returns {string}
 */
function says({ name, presence, stand_in: standsIn, acting }, options) {
  if (standsIn) {
    const level = options?.levels.find((level) => level.name === acting)?.title ?? t("computer");
    return t(
      "A computer player ({level}) acts for {name}, who takes the seat back by opening the table.",
      { level, name },
    );
  }
  if (presence === "gone") return t("{name} has no connection to the table.", { name });
  if (presence === "silent") {
    return t("{name} does not answer: the network there seems to be lost.", { name });
  }
  if (presence === "away") {
    return t("{name} is connected, but is not looking at the table.", { name });
  }
  return t("{name} is here.", { name });
}

/**
 * @typedef {(key: string, sign: string, text: string | HTMLElement, act: () => unknown) =>
 *   HTMLElement} Item creates a menu item
 */

/**
 * @param {string} name the name of the absent person
 * @param {import("../api.js").Options} options
 * @param {Item} item
 * @param {(key: string, level: string) => unknown} standIn
 * @returns {HTMLElement} the levels that can take over
 */
function takeOver(name, options, item, standIn) {
  return h(
    "section.stack",
    h("h3", t("Let a computer player take over")),
    h("p.help", t("{name} can take the seat back at any moment.", { name })),
    h(
      "ul.menu-list",
      options.levels.map(({ name: level, title, help }) =>
        item(`level/${level}`, "play", words(title, help), () => standIn(`level/${level}`, level)),
      ),
    ),
  );
}

/**
 * @param {LocalSeats} locals
 * @param {number} seat the seat of the absent person
 * @param {{act: import("./early.js").Act, close: () => void}} handlers
 * @returns {Content}
 */
export function absentContent(locals, seat, { act, close }) {
  const element = h("div.stack.absent");
  /** @type {import("../api.js").Options | null} */
  let options = null;
  let said = "";
  const link = linkTo(locals.code);
  const connection = () => locals.all[0]?.connection;
  const pressing = new Pressing(() => render());
  const early = new EarlyEnd(locals, act, () => render(), close);
  const removal = new Removal(placeOf(locals), () => render(), close);

  /** @param {string} text */
  const answer = (text) => {
    said = text;
    render();
  };
  const nudge = async () => {
    said = "";
    const given = await pressing.ask("nudge", async () => connection()?.nudge(seat));
    if (!given) return;
    const name = locals.nameOf(seat);
    answer(given.ok ? t("{name} has been notified.", { name }) : (given.message ?? ""));
  };
  const copy = async () => answer((await copyText(link)) ? t("The link is copied.") : link);
  /** @param {string} key @param {string} level */
  const standIn = async (key, level) => {
    said = "";
    const given = await pressing.ask(key, async () => connection()?.standIn(seat, level));
    // What was chosen is shown at the seat.
    if (given?.ok) close();
    else if (given) answer(given.message ?? "");
  };
  /** @type {Item} */
  const item = (key, sign, text, act) => menuItem({ key, sign, text, act, sent: pressing.is(key) });

  function render() {
    const occupant = locals.table?.seats[seat];
    if (!occupant) return;
    const { name } = occupant;
    const share = { title: "Pegout", text: t("A game of cribbage?"), url: link };
    const here = occupant.presence === "here" && !occupant.stand_in;
    keepingFocus(element, () =>
      fill(
        element,
        h("p", { role: "status" }, says(occupant, options)),
        here
          ? null
          : h(
              "ul.menu-list",
              occupant.present && occupant.presence !== "silent"
                ? item("nudge", "sound", t("Nudge {name}", { name }), nudge)
                : null,
              item("copy", "copy", t("Copy the link"), copy),
              "share" in navigator
                ? item("share", "share", t("Share the link"), () =>
                    navigator.share(share).catch(() => {}),
                  )
                : null,
              occupant.stand_in
                ? item("wait", "person", t("Wait for {name} again", { name }), () =>
                    standIn("wait", ""),
                  )
                : null,
              early.stopping(),
            ),
        h("p.quiet", { role: "status" }, pressing.says || said),
        here || occupant.stand_in || !options ? null : takeOver(name, options, item, standIn),
        h("ul.menu-list", removal.items(options, [seat])),
      ),
    );
  }

  render();
  askOptions().then((found) => {
    options = found;
    render();
  }, console.warn);
  let offered = early.offered;
  const stops = [
    locals.on("table", render),
    locals.on("scene", () => {
      if (offered === early.offered) return;
      offered = early.offered;
      render();
    }),
  ];
  const destroy = () => {
    for (const stop of stops) stop();
    pressing.destroy();
    early.destroy();
    removal.destroy();
  };
  return { title: () => locals.nameOf(seat), element, render, destroy };
}

/**
 * @param {string} title
 * @param {string} help
 * @returns {HTMLElement}
 */
function words(title, help) {
  return h("span.menu-words", title, h("span.help", help));
}
