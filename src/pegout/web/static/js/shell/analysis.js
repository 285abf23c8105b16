// @ts-check
/** How a game is reviewed from a page: asked for, remembered, and explained in its panel. */

import { askReplay, askReview, tryAgain as askAgain } from "../games.js";
import { follow } from "../reviewing.js";
import { keepReviewed } from "../store.js";
import { retold } from "../table/script.js";
import { t } from "../words.js";
import { practise } from "./practice.js";
import { splitContent } from "./split.js";

/**
 * @typedef {object} Reviewed what is reviewed, and where
 * @property {() => Promise<import("../wire").ReviewAsked>} ask
 * @property {() => [import("../table/script.js").Scene, import("../table/script.js").Step][] | null}
 *   [stages] the steps that it is about, where they are others than those on the table
 * @property {string} match
 * @property {number} game
 * @property {number | null} seat through whose eyes it is seen
 * @property {boolean} own whether that is the player who looks at it
 * @property {() => string[]} names what the players are called
 * @property {(name: string, make: () => import("./panel.js").Content) => void} show opens a panel
 * @property {import("../table/judging.js").Analysis["tryAgain"]} [tryAgain] tries a decision again
 */

/**
 * Give how a game is reviewed.
 * @param {Reviewed} reviewed
 * @returns {import("../table/judging.js").Analysis}
 */
export function analysisOf({ ask, stages, match, game, seat, own, names, show, tryAgain }) {
  return {
    ask: (hear) =>
      follow(ask, ({ games, ...told }) => {
        const [review = null] = games;
        const sums = review?.sums.find((one) => one.seat === seat);
        if (own && sums?.decisions) keepReviewed(match, game, sums);
        hear({ ...told, review, stages: (review && stages?.()) ?? null });
      }),
    ...(tryAgain ? { tryAgain } : {}),
    split: (review) => show("split", () => splitContent(review, names(), seat)),
  };
}

/**
 * Give how a game is reviewed at the table where it was just played. Decisions are numbered as its
 * record is told again, in which nothing was taken back: so that is asked for too.
 * @param {import("./sitting.js").Sitting} sitting
 * @param {import("../table/script.js").Scene} scene
 * @param {Reviewed["show"]} show
 * @returns {import("../table/judging.js").Analysis | null} null for somebody who watched
 */
export function analysisAt(sitting, { match, game, seat, setup }, show) {
  const place = sitting.places.find((one) => one.seat === seat);
  if (!place || seat === null) return null;
  const kept = { code: sitting.code, seats: [{ seat, token: place.connection.token }] };
  const own = !sitting.shared;
  const names = setup.seats.map((/** @type {{name: string}} */ { name }, /** @type {number} */ at) =>
    own && at === seat ? t("You") : name,
  );
  /** @type {ReturnType<NonNullable<Reviewed["stages"]>>} */
  let stages = null;
  const ask = async () => {
    const replay = await askReplay(kept, match);
    const told = replay.games.find((one) => one.game === game);
    if (told) stages = retold(replay, told);
    return askReview(kept, match, game);
  };
  const tryAgain = (/** @type {import("../wire").GameDecision} */ decision) =>
    practise((wish) => askAgain(kept, match, wish), `/games/${kept.code}/${match}`, game, decision);
  const what = { match, game, seat, own, names: () => names, show, tryAgain };
  return analysisOf({ ask, stages: () => stages, ...what });
}
