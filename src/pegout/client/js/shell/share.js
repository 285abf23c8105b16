/**
 * A finished game in a form to share: a picture and a few lines. The server wrote them, and they
 * name no other person; only the player's own action sends anything from this device.
 */

import { copyText, fill, h, pushButton } from "../dom.js";
import { saveFile } from "../fair/save.js";
import { linesJudged, sideOf, sidesOf } from "../rules.js";
import { settings } from "../settings.js";
import { language, t } from "../words.js";

/** @import { Scene } from "../scene/script.js" */

/**
 * Format a date as people write it; today's if it is unknown.
 * @param {string} date a date in ISO 8601
 * @returns {string}
 */
function day(date) {
  const read = new Date(date.length === 10 ? `${date}T12:00` : date);
  const known = Number.isNaN(read.getTime()) ? new Date() : read;
  return new Intl.DateTimeFormat(language(), { dateStyle: "long" }).format(known);
}

/**
 * @param {Scene} scene
 * @param {string} date
 * @returns {Promise<HTMLCanvasElement>}
 */
async function pictureOf(scene, date) {
  const { setup, view } = scene;
  const outcome = /** @type {import("../wire").Outcome} */ (scene.outcome);
  const own = sideOf(setup.rules, scene.seat ?? 0);
  // The other players' feats are theirs to share.
  const ownFeats = outcome.feats.filter(
    ({ kind, hand }) =>
      (kind !== "comeback" || outcome.winners.includes(own)) &&
      (!hand || sideOf(setup.rules, hand.seat) === own),
  );
  const great = ownFeats.find((feat) => feat.hand)?.word ?? "";
  const [{ paint }, { medalOf }] = await Promise.all([
    import("../draw/picture.js"),
    import("../table/finale.js"),
  ]);
  const { headline, score, feats, hand, best } = /** @type {import("../wire").Story} */ (
    outcome.story
  );
  return paint({
    headline,
    score,
    feats: [feats, great].filter(Boolean).join(" "),
    medals: ownFeats.map((feat) => medalOf(feat, outcome)),
    hand,
    cards: best ? [...best.cards, best.starter] : [],
    date,
    name: t("Pegout · cribbage"),
    board: {
      sides: sidesOf(setup.rules),
      target: setup.rules.target,
      skunkLines: linesJudged(setup.rules),
      scores: view.scores,
      rear: view.rear,
    },
    fourColour: settings.get().fourColour,
  });
}

/**
 * Create a panel that shows a game in the form in which it is shared.
 * @param {Scene} scene the table at the end of a game that has a story
 * @param {string} [played] the date in ISO 8601
 * @param {HTMLElement | null} [challenge] the part that makes a challenge of the game
 * @returns {import("./panel.js").Content}
 */
export function shareContent(scene, played = "", challenge = null) {
  const element = h("div.stack.share");
  const says = h("p.quiet", { role: "status" });
  const frame = h("div.share-picture");
  const buttons = h("div.share-buttons.wrap");
  const date = day(scene.setup.date || played);
  const lines = [...(scene.outcome?.story?.text ?? []), `Pegout, ${date}`];
  const text = lines.join("\n");
  let gone = false;

  const button = (
    /** @type {string} */ label,
    /** @type {() => unknown} */ handler,
    /** @type {boolean} */ main,
  ) => pushButton({ class: ["button", main && "primary"] }, () => void handler(), label);
  const copy = async () => {
    const copied = await copyText(text);
    const failed = t("This browser does not let the text be copied. Select it above and copy it.");
    fill(says, copied ? t("The text is copied.") : failed);
  };
  /** @param {File} file */
  const share = async (file) => {
    try {
      await navigator.share({ files: [file], text });
    } catch (error) {
      // A user who closes the system's dialog has not caused an error.
      if (/** @type {Error} */ (error).name !== "AbortError") {
        fill(says, t("It could not be shared. You can save the picture instead."));
      }
    }
  };

  const draw = async () => {
    try {
      const canvas = await pictureOf(scene, date);
      const blob = await new Promise((done) => canvas.toBlob(done, "image/png"));
      if (gone || !blob) return;
      canvas.setAttribute("role", "img");
      canvas.setAttribute("aria-label", lines.join(" "));
      fill(frame, canvas);
      const file = new File([blob], "pegout.png", { type: "image/png" });
      const can = navigator.canShare?.({ files: [file] }) ?? false;
      fill(
        buttons,
        can ? button(t("Share"), () => share(file), true) : null,
        button(t("Save the picture"), () => saveFile("pegout.png", blob), !can),
        button(t("Copy the text"), copy, false),
      );
    } catch (error) {
      console.warn("no picture", error);
      fill(frame, h("p.quiet", t("This browser cannot paint the picture.")));
      fill(buttons, button(t("Copy the text"), copy, true));
    }
  };

  fill(
    element,
    frame,
    h(
      "p.share-text",
      lines.map((line) => h("span", line)),
    ),
    buttons,
    says,
    h("p.help", t("Nobody is named in it.")),
    challenge,
  );
  void draw();
  return {
    title: () => t("Share"),
    element,
    destroy: () => {
      gone = true;
    },
  };
}
