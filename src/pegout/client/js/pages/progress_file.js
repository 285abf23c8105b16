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
    const change = (/** @type {string} */ text, /** @type {string} */ said) => {
      says.textContent = replaced(text) ? said : t("This browser does not keep what you learn.");
    };
    const undo = () => {
      change(before, t("It is as it was."));
      fill(next);
    };
    const takeOver = () => {
      change(merged.progress, t("Taken over."));
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
