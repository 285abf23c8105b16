/**
 * How a page reviews a game: it requests the review, stores its totals, and explains it in a panel.
 */

import { tableMatch } from "../games.js";
import { follow } from "../reviewing.js";
import { replayStages } from "../scene/script.js";
import { keepLosses } from "../store.js";
import { t } from "../words.js";
import { keepMistakes, MISTAKES } from "./mistakes.js";
import { keepPlace, practise } from "./practice.js";
import { splitContent } from "./split.js";

/**
 * @typedef {object} Reviewed the reviewed game, and the page that shows it
 * @property {() => Promise<import("../wire").ReviewAsked>} ask
 * @property {() => [import("../scene/script.js").Scene, import("../scene/script.js").Step][] | null}
 *   [stages] the steps of the game, if they differ from those on the table
 * @property {string} match
 * @property {number} game
 * @property {number | null} seat the seat whose view is shown
 * @property {boolean} own whether the user played in that seat
 * @property {() => string[]} names the names of the players
 * @property {(name: string, make: () => import("./panel.js").Content) => void} show opens a panel
 * @property {import("../review/judging.js").Analysis["tryAgain"]} [tryAgain] sets up a practice
 *   table at a decision
 * @property {import("../review/judging.js").Analysis["keepPlace"]} keepPlace
 */

/**
 * Return the functions that review a game.
 * @param {Reviewed} reviewed
 * @returns {import("../review/judging.js").Analysis}
 */
export function analysisOf(reviewed) {
  const { ask, stages, match, game, seat, own, names, show, tryAgain, keepPlace } = reviewed;
  return {
    ask: (report) =>
      follow(ask, ({ games, ...progress }) => {
        const [review = null] = games;
        const sums = review?.sums.find((sum) => sum.seat === seat);
        if (own && sums?.decisions) keepLosses(match, game, sums);
        if (own && review) void keepMistakes(match, review, seat);
        report({ ...progress, review, stages: (review && stages?.()) ?? null });
      }),
    ...(tryAgain ? { tryAgain } : {}),
    ...(own ? { mistakes: MISTAKES } : {}),
    keepPlace,
    split: (review) => show("split", () => splitContent(review, names(), seat, own)),
  };
}

/**
 * Return the functions that review a game at the table where it was just played. Decisions are
 * numbered by entries of the record, which contains no undone moves, so the replay is requested as
 * well.
 * @param {import("./local_seats.js").LocalSeats} locals
 * @param {import("../scene/script.js").Scene} scene
 * @param {Reviewed["show"]} show
 * @returns {import("../review/judging.js").Analysis | null} null for a spectator
 */
export function analysisAt(locals, { match, game, seat, setup }, show) {
  const local = locals.all.find((local) => local.seat === seat);
  if (!local || seat === null) return null;
  const { code } = locals;
  const source = tableMatch({ code, seats: [{ seat, token: local.connection.token }] }, match);
  const own = !locals.shared;
  const names = setup.seats.map(
    (/** @type {{name: string}} */ { name }, /** @type {number} */ at) =>
      own && at === seat ? t("You") : name,
  );
  /** @type {ReturnType<NonNullable<Reviewed["stages"]>>} */
  let stages = null;
  const ask = async () => {
    const [replay, review] = await Promise.all([source.replay(seat), source.review(game, seat)]);
    const found = replay.games.find((item) => item.game === game);
    if (found) stages = replayStages(replay, found);
    return review;
  };
  const review = `/games/${code}/${match}`;
  return analysisOf({
    ask,
    stages: () => stages,
    match,
    game,
    seat,
    own,
    names: () => names,
    show,
    tryAgain: (decision) =>
      practise((attempt) => source.tryAgain(attempt, seat), review, game, decision),
    keepPlace: (decision) => keepPlace(review, game, decision),
  });
}
