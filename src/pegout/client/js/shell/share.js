/**
 * A finished game in a form to share: a picture and a few lines. The server wrote them, and they
 * name no other person; only the player's own action sends anything from this device.
 */

import { fill, h } from "../dom.js";
import { linesJudged, sideOf, sidesOf } from "../rules.js";
import { settings } from "../settings.js";
import { language, t } from "../words.js";
import { pictureToShare } from "./picture.js";

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
  const date = day(scene.setup.date || played);
  const lines = [...(scene.outcome?.story?.text ?? []), `Pegout, ${date}`];
  const { frame, buttons, says, destroy } = pictureToShare({
    paint: () => pictureOf(scene, date),
    label: lines.join(" "),
    text: lines.join("\n"),
    name: "pegout",
  });
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
  return { title: () => t("Share"), element, destroy };
}
