/** The results of verification, deal by deal. */

import { append, fill, h, pushButton } from "../dom.js";
import { icon } from "../draw/icons.js";
import { t } from "../words.js";
import { saveText } from "./save.js";
import { NotARecord, verifyRecord } from "./verify.js";
import { dealName, findings, savedText, summaryText, verdictTexts } from "./words.js";

/** @import { SavedMatch } from "./saved.js" */
/** @import { RecordJson, Verdict } from "./verify.js" */
/**
 * @typedef {object} Result
 * @property {boolean} ok whether every finished deal was proved
 * @property {Verdict[]} verdicts
 * @property {() => void} render writes all texts again after a change of language
 * @property {() => void} destroy
 */

/** @param {Verdict} verdict */
function pendingWord({ lesson, practice }) {
  if (lesson) return t("lesson");
  return practice ? t("practice") : t("not over yet");
}

/** @param {Verdict} verdict */
function mark(verdict) {
  const [kind, drawn, says] = verdict.pending
    ? ["waits", "minus", pendingWord(verdict)]
    : verdict.ok
      ? ["right", "check", t("proved")]
      : ["wrong", "close", t("not proved")];
  return h(
    "span",
    { class: `fair-mark fair-${kind}` },
    icon(drawn, { size: 20 }),
    h("span.visually-hidden", says),
  );
}

/**
 * @param {string} text
 * @returns {HTMLElement}
 */
export function code(text) {
  return h("code.fair-code.small", text);
}

/** @param {string | undefined} word */
function word(word) {
  if (word === undefined) return h("span.quiet", t("not stored"));
  return word === "" ? h("span.quiet", t("no word")) : code(word);
}

/**
 * Compare the record with what this browser has stored, if anything.
 * @param {Verdict} verdict
 * @param {RecordJson} record
 * @param {SavedMatch | null} saved
 */
function comparison(verdict, record, saved) {
  const seat = saved?.seat ?? null;
  const { seen } = verdict;
  /** @type {[string, string, string | undefined][]} */
  const rows = [[t("Seal"), verdict.seal, seen?.seals.join(" ")]];
  for (const [at, said] of verdict.words.entries()) {
    const name = record.players[at]?.name || t("Seat {number}", { number: at + 1 });
    const own = at === seat ? (seen?.sent ?? seen?.words[at]) : seen?.words[at];
    const title = at === seat ? t("Your word") : t("Word of {name}", { name });
    rows.push([title, said, own]);
  }
  const head = h(
    "tr",
    h("td"),
    h("th", { scope: "col" }, t("In the record")),
    seen && h("th", { scope: "col" }, t("Stored here")),
  );
  const body = rows.map(([title, said, own]) =>
    h(
      "tr",
      { class: own !== undefined && own !== said && "fair-differs" },
      h("th", { scope: "row" }, title),
      h("td", { "data-title": t("In the record") }, word(said)),
      seen && h("td", { "data-title": t("Stored here") }, word(own)),
    ),
  );
  return h("table.fair-compare", h("thead", head), h("tbody", body));
}

/**
 * @param {Verdict} verdict
 * @param {RecordJson} record
 * @param {SavedMatch | null} saved
 * @param {boolean} anySaved
 */
function row(verdict, record, saved, anySaved) {
  const single = record.games.length === 1;
  const says = h("span.fair-says.quiet", findings(verdict, anySaved).join(" "));
  const name = h("span.fair-deal.label", dealName(verdict, single));
  const inside = h(
    "details.fair-details.fold",
    h("summary.hover", mark(verdict), name, says),
    comparison(verdict, record, saved),
  );
  inside.open = verdict.faults.some((fault) => fault.startsWith("other_"));
  return h("li.fair-row", inside);
}

/**
 * Return a file name for a record, in characters that every system accepts.
 * @param {RecordJson} record
 * @param {string} ending
 */
function fileName(record, ending) {
  const plain = (/** @type {string} */ text) => text.replace(/[^\p{L}\p{N}-]+/gu, "-");
  const names = record.players.map((player) => plain(player.name)).filter(Boolean);
  const parts = ["pegout", ...names, plain(record.match).slice(0, 8)];
  return `${parts.filter(Boolean).join("-")}.${ending}`;
}

/**
 * Verify a record and show the result: a line for each deal, what this proves and what it does not,
 * and a button that saves the record.
 * @param {HTMLElement} element
 * @param {object} options
 * @param {RecordJson} options.recordJson
 * @param {{of: (match: string) => SavedMatch | null}} options.saved
 * @param {string | (() => Promise<string>)} [options.recordText] the record as text, for saving;
 *   without it the JSON form is saved
 * @param {boolean} [options.saves] whether there is a button to save the record
 * @returns {Promise<Result>}
 * @throws {NotARecord}
 */
export async function verifyPanel(element, { recordJson, saved, recordText, saves = true }) {
  element.classList.add("fair-result", "stack");
  fill(element, h("p.quiet", { role: "status" }, t("Checking the deals …")));
  const own = saved.of(recordJson.match ?? "");
  const verdicts = await verifyRecord(recordJson, own);
  const done = verdicts.filter((verdict) => !verdict.pending);
  const ok = done.length > 0 && done.every((verdict) => verdict.ok);
  const anySaved = done.some((verdict) => verdict.saved);
  const problem = h("p.problem", { role: "alert" });

  async function save() {
    problem.textContent = "";
    try {
      if (recordText === undefined) {
        const text = JSON.stringify(recordJson, null, 1);
        saveText(fileName(recordJson, "json"), text, "application/json");
        return;
      }
      const text = typeof recordText === "string" ? recordText : await recordText();
      saveText(fileName(recordJson, "peg"), text);
    } catch (error) {
      problem.textContent = error instanceof Error ? error.message : String(error);
    }
  }

  function render() {
    const kind = done.length === 0 ? "waits" : ok ? "right" : "wrong";
    const [proves, not] = verdictTexts(ok);
    fill(
      element,
      h(
        "p",
        { class: `fair-summary row large fair-${kind}`, role: "status" },
        icon(kind === "right" ? "verify" : kind === "wrong" ? "close" : "minus", { size: 32 }),
        h("strong", summaryText(verdicts)),
      ),
    );
    if (done.length > 0) {
      append(
        element,
        // Without a stored seal, nothing shows that the pack was fixed beforehand.
        ok && !anySaved ? null : h("p", proves),
        ok ? h("p", savedText(done)) : null,
        h("p.quiet", not),
      );
    }
    const list = verdicts.map((verdict) => row(verdict, recordJson, own, anySaved));
    append(element, h("ol.fair-list.ruled", list));
    if (saves) {
      const button = pushButton("button", () => void save(), icon("save"), t("Save the record"));
      append(element, h("p", button), problem);
    }
  }

  render();
  return { ok, verdicts, render, destroy: () => fill(element) };
}

export { NotARecord };
