/** The seats of a new table: a line for each, with its mark, its kind and its name. */

import { append, h, uniqueId } from "../dom.js";
import { face } from "../draw/faces.js";
import { sideMark } from "../draw/icons.js";
import { sidesOf } from "../rules.js";
import { canMeet } from "../transport.js";
import { t } from "../words.js";
import { chip } from "./choice.js";
import { textInput } from "./fields.js";
import { NAME_LENGTH, namesOf, switchValue } from "./table_setup.js";

/** @import { TableSetup } from "./table_setup.js" */

/**
 * @param {import("../api.js").Options} options
 * @param {import("./table_setup.js").Kind} kind the kind of table
 * @returns {import("./choice.js").Choice[]} who may sit at a seat
 */
function kinds(options, kind) {
  const levels = options.levels.map(({ name, title, help }) => ({
    value: name,
    title: t("computer: {level}", { level: title }),
    help,
    picture: () => face(name),
  }));
  const me = { value: "me", title: t("you") };
  const open = { value: "open", title: t("open for a friend") };
  const here = { value: "here", title: t("another person at this screen") };
  const guests = canMeet ? [open] : [];
  if (kind === "computer") return [me, ...levels, here, ...guests];
  return kind === "here" ? [me, here, ...levels, ...guests] : [me, ...guests, ...levels, here];
}

/**
 * @param {object} given
 * @param {TableSetup} given.setup
 * @param {import("../api.js").Options} given.options
 * @param {import("./table_setup.js").Kind} given.kind the kind of table
 * @param {number} given.players
 * @param {(seat: number, changes: Partial<import("./table_setup.js").SeatSetup>) => void} given.change
 * @param {(name: string) => void} given.rename receives the new name of this player
 * @returns {HTMLElement}
 */
export function seatsField({ setup, options, kind, players, change, rename }) {
  const names = namesOf(setup, players);
  const sides = sidesOf({ players, teams: switchValue(setup, options, "teams") });
  const choices = kinds(options, kind);
  const box = h("fieldset.field.seats-field", h("legend.label", t("Seats")));
  const list = h("ol.seats.list");
  for (let seat = 0; seat < players; seat += 1) {
    const now = /** @type {import("./table_setup.js").SeatSetup} */ (setup.seats[seat]);
    const id = uniqueId("seat");
    const mine = now.kind === "me";
    const chosen = choices.find(({ value }) => value === now.kind);
    // This player's seat moves by choosing another one; it cannot be left empty.
    const occupant = mine
      ? t("you")
      : chip({
          name: t("Who sits at seat {n}", { n: seat + 1 }),
          text: chosen?.title ?? "",
          shown: chosen?.picture?.(),
          key: `kind/${seat}`,
          choices,
          chosen: (value) => value === now.kind,
          choose: (value) => change(seat, { kind: value }),
        });
    const named = now.kind !== "open";
    const name = textInput(
      {
        class: "input",
        id,
        maxlength: NAME_LENGTH,
        autocomplete: mine ? "nickname" : "off",
        spellcheck: "false",
        dataset: { key: `name/${seat}` },
        "aria-label": t("Name at seat {n}", { n: seat + 1 }),
        value: named ? (names[seat] ?? "") : "",
      },
      (text) => (mine ? rename(text) : change(seat, { name: text })),
    );
    append(
      list,
      h(
        "li.seat-line.list",
        h("span.seat-mark", sideMark(seat % sides, { size: 20 })),
        h("div.chips.seat-occupant.shrink", occupant),
        named ? name : h("span.seat-free.small.quiet", t("anybody with the link")),
      ),
    );
  }
  append(box, list, h("div.seat-levels.help", levelsOf(setup, options, players)));
  if (sides < players) append(box, h("p.help", partners(names)));
  return box;
}

/**
 * Describe how the chosen levels think.
 * @param {TableSetup} setup
 * @param {import("../api.js").Options} options
 * @param {number} players
 * @returns {HTMLElement[]}
 */
function levelsOf(setup, options, players) {
  const seated = new Set(setup.seats.slice(0, players).map(({ kind }) => kind));
  const levels = options.levels.filter(({ name }) => seated.has(name));
  return levels.map(({ title, help }) => h("p", h("b", `${title}.`), ` ${help}`));
}

/**
 * Describe the partnerships.
 * @param {string[]} names four names, `""` where a player is still to come
 * @returns {string}
 */
export function partners(names) {
  const [a, b, c, d] = names.map((name) => name || t("a friend"));
  return t("Partners sit opposite: {a} and {c} against {b} and {d}.", { a, b, c, d });
}
