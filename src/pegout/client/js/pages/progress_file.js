/** What has been learnt as a file: saved, and merged with that of another browser. */

import { fill, find, h, pushButton } from "../dom.js";
import { saveText } from "../fair/save.js";
import { exported, replaced } from "../progress.js";
import { askSchool } from "../school.js";
import { t } from "../words.js";

/** Draw the buttons that save the progress, and take over that of a file. */
export function progressFile() {
  const save = () => saveText("pegout-progress.json", exported(), "application/json");
  const says = h("p", { role: "status" });
  const next = h("div.wrap");
  const field = h("input.visually-hidden", {
    type: "file",
    accept: "application/json,.json",
    tabindex: -1,
    "aria-hidden": true,
    onchange: async () => {
      const file = field.files?.[0];
      if (file) await merge(await file.text(), says, next);
      field.value = "";
    },
  });
  return h(
    "div.stack",
    h(
      "div.wrap",
      pushButton("button", save, t("Save as a file")),
      pushButton("button", () => field.click(), t("Open a file")),
      field,
    ),
    says,
    next,
  );
}

/**
 * Merge the progress of a file; ask before it is taken over, and undo it once.
 * @param {string} other
 * @param {HTMLElement} says
 * @param {HTMLElement} next the buttons of what can be done then
 */
async function merge(other, says, next) {
  const before = exported();
  fill(next);
  try {
    const merged = await askSchool("merge", { own: before, other });
    let known = before;
    /** @param {string} text @param {string} said @returns {boolean} whether it was done */
    const change = (text, said) => {
      // What was learnt meanwhile, perhaps in another tab, is not overwritten.
      const changed = exported() !== known;
      const done = !changed && replaced(text);
      known = exported();
      const why = changed
        ? t("You have learnt more meanwhile, so nothing was changed. Open the file again.")
        : t("This browser does not keep what you learn.");
      says.textContent = done ? said : why;
      fill(next);
      return done;
    };
    const undo = () => change(before, t("It is as it was."));
    const takeOver = () => {
      if (!change(merged.progress, t("Taken over."))) return;
      fill(next, pushButton("button", undo, t("Undo")));
      find(next, "button")?.focus();
    };
    says.textContent = merged.says;
    fill(next, pushButton("button primary", takeOver, t("Take it over")));
    find(next, "button")?.focus();
  } catch (error) {
    says.textContent = error instanceof Error ? error.message : t("Try again in a moment.");
  }
}
