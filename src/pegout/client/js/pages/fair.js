/**
 * An explanation of what sealed deals prove and what they do not, with a form to verify a record.
 */

import { fill, h, pushButton, uniqueId } from "../dom.js";
import { FACTS } from "../facts.js";
import { diagram } from "../fair/diagram.js";
import { readPeg } from "../fair/peg.js";
import { verifyPanel } from "../fair/result.js";
import { saved } from "../fair/saved.js";
import { NotARecord, recordFrom } from "../fair/verify.js";
import { heading } from "../shell/heading.js";
import { t } from "../words.js";

/** The longest record accepted, in characters; the format allows no more. */
const MAX = 5_000_000;

/**
 * Read a record as text or as JSON.
 * @param {string} text
 * @returns {import("../fair/verify.js").RecordJson[]}
 * @throws {NotARecord}
 */
export function readRecords(text) {
  if (text.length > MAX) throw new NotARecord("too long");
  const plain = text.replace(/^\ufeff/, "").trim();
  if (!plain.startsWith("{") && !plain.startsWith("[")) return readPeg(plain);
  let data;
  try {
    data = JSON.parse(plain);
  } catch {
    throw new NotARecord("expected JSON");
  }
  return [recordFrom(data)];
}

/**
 * @param {"fair-yes" | "fair-no"} kind whether it is proved
 * @param {...(string | false)} sentences
 * @returns {HTMLElement}
 */
function points(kind, ...sentences) {
  return h(
    "ul.fair-points.list",
    sentences.map((sentence) => sentence && h("li", { class: kind }, sentence)),
  );
}

class FairPage {
  title = () => t("Fair deals");

  /** @type {import("../fair/result.js").Result[]} */
  results = [];
  /** @type {() => string} */
  wrong = () => "";

  constructor() {
    this.head = heading(() => t("Fair deals"));
    this.says = h("div.fair-says-all.stack");
    this.text = h("textarea.input.fair-paste.small", {
      id: uniqueId("fair-text"),
      rows: 6,
      spellcheck: "false",
      autocapitalize: "none",
    });
    this.file = h("input.visually-hidden", {
      type: "file",
      id: uniqueId("fair-file"),
      accept: ".peg,.json,text/plain,application/json",
      onchange: () => void this.choose(),
    });
    this.tries = h("section.sheet.stack.fair-try");
    this.problem = h("p.problem", { role: "alert" });
    this.findings = h("div.stack");
    this.element = h(
      "main.page.page-narrow.fair-page",
      this.head.element,
      this.says,
      this.tries,
      this.findings,
    );
    this.render();
  }

  async choose() {
    const [file] = this.file.files ?? [];
    if (!file) return;
    // Choosing the same file again has to read it again.
    const text = await file.text();
    this.file.value = "";
    this.text.value = text;
    await this.verify();
  }

  async verify() {
    this.forget();
    this.wrong = () => "";
    try {
      for (const recordJson of readRecords(this.text.value)) {
        const box = h("section.sheet.stack");
        this.findings.append(box);
        this.results.push(await verifyPanel(box, { recordJson, saved, saves: false }));
      }
    } catch (error) {
      if (!(error instanceof NotARecord)) throw error;
      this.forget();
      this.wrong = () =>
        t("This is no record of a game. Paste all of a saved record, from its first line on.");
    }
    this.problem.textContent = this.wrong();
    this.findings.scrollIntoView?.({ block: "nearest" });
  }

  forget() {
    this.results = [];
    fill(this.findings);
  }

  render() {
    this.head.render();
    fill(
      this.says,
      h(
        "p.fair-lead.large",
        t(
          "You do not have to trust that the cards are dealt fairly here. Anybody can check every deal afterwards.",
        ),
      ),
      diagram(),
      h(
        "p",
        t(
          "A seal is like a letter in a closed envelope on the table: it shows nothing, and its content cannot be changed. When it is opened, the same calculation gives the same pack on every machine.",
        ),
      ),
      h("h2", t("What it proves")),
      points(
        "fair-yes",
        t(
          "The pack was fixed before the first card. No discard, no cut and no score moved a card in it.",
        ),
        t(
          "With a word of yours in the shuffle that nobody could guess, nobody could choose the pack beforehand either. This browser adds a new random word for you.",
        ),
        t("The shuffle itself prefers no order of the cards."),
        !FACTS.server &&
          t(
            "Here your own browser deals. The check proves that the program in it moved no card while you played, neither for you nor for a computer player.",
          ),
        FACTS.host &&
          t(
            "Tables with friends are dealt by the server of this site, and so may be a first game.",
          ),
      ),
      h("h2", t("What it does not prove")),
      points(
        "fair-no",
        t("That nobody looked: the machine that deals knows the cards."),
        t(
          "That nobody in league with that machine added a word after yours, and chose the pack with it.",
        ),
        t("That no deal was abandoned and begun again. Be wary if one is."),
        !FACTS.server &&
          t(
            "Anything to another person: the machine that deals is yours, so you could have looked at its secrets, or dealt again until the cards pleased you.",
          ),
        t(
          "Anything, if you only have the record. What counts are the seals that your own browser stored before the cards were dealt, and it compares them.",
        ),
        t(
          "Anything, if you trust this page as little as the deal, for it came from the same machine. The calculation is written down in the documentation, so that you can do it with a program of your own.",
        ),
      ),
    );
    fill(
      this.tries,
      h("h2", t("Try it")),
      h(
        "label",
        { for: this.text.id },
        t("Paste a saved record, or choose its file. It is not sent anywhere."),
      ),
      this.text,
      h(
        "div.fair-buttons.wrap",
        pushButton("button primary", () => void this.verify(), t("Verify its deals")),
        this.file,
        h("label.button", { for: this.file.id }, t("Choose a file")),
      ),
      this.problem,
    );
    this.problem.textContent = this.wrong();
    for (const result of this.results) result.render();
  }
}

/**
 * Create the page.
 * @returns {import("../navigation.js").Page}
 */
export function page() {
  return new FairPage();
}
