/** A bar with what has come of what a page waits for, in megabytes. */

import { h } from "../dom.js";
import { onLoading } from "../loading.js";
import { language, t } from "../words.js";

/** @import { Loading } from "../loading.js" */

const MEGABYTE = 1_000_000;

/** @param {number} bytes */
function megabytes(bytes) {
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
  return (bytes / MEGABYTE).toLocaleString(language(), digits);
}

/**
 * Create the bar, which is hidden unless something comes that the page waits for.
 * @returns {HTMLElement}
 */
export function loadingBar() {
  const says = h("p", { role: "status" });
  const bar = /** @type {HTMLProgressElement} */ (h("progress"));
  const figures = h("span", { "aria-hidden": "true" });
  const element = h("div.loading-bar", { hidden: true }, says, bar, figures);
  // Until then nothing was to be loaded, and what is about to be ready needs no words.
  let comes = false;

  /** @param {Loading | null} loading */
  const show = (loading) => {
    comes = Boolean(loading && (comes || loading.read < loading.total));
    element.hidden = !comes || !loading?.waits;
    if (element.hidden || !loading) return;
    const { read, total } = loading;
    const said = read < total ? t("The table is loading.") : t("The table is being set up.");
    if (says.textContent !== said) says.textContent = said;
    const text = t("{read} of {total} MB", { read: megabytes(read), total: megabytes(total) });
    bar.max = total;
    bar.value = read;
    bar.setAttribute("aria-label", said);
    bar.setAttribute("aria-valuetext", text);
    figures.textContent = text;
  };
  onLoading(show);
  return element;
}
