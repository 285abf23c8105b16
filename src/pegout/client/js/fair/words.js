/** The results of verification in plain words. */

import { plural, t } from "../words.js";

/** @import { Fault, Verdict } from "./verify.js" */

/**
 * Name a deal.
 * @param {{game: number, deal: number}} of
 * @param {boolean} single whether the match has only one game
 * @returns {string}
 */
export function dealName({ game, deal }, single) {
  if (single) return deal ? t("Deal {deal}", { deal }) : t("The first cut");
  if (deal) return t("Game {game}, deal {deal}", { game, deal });
  return t("Game {game}, the first cut", { game });
}

/**
 * Describe a fault of a deal.
 * @param {Fault} fault
 * @returns {string}
 */
export function faultText(fault) {
  switch (fault) {
    case "no_seal":
      return t("The record has no seal of this deal, so nothing can be proved.");
    case "no_secret":
      return t("The seal of this deal was never opened, so nothing can be proved.");
    case "malformed":
      return t("The record of this deal cannot be read.");
    case "wrong_secret":
      return t("What was sealed is not what was opened.");
    case "wrong_cards":
      return t("A card is not where the opened seal puts it.");
    case "repeated":
      return t("This deal was begun, sealed or opened twice.");
    case "missing":
      return t("The record leaves this deal out.");
    case "other_seal":
      return t("The seal is not the one that was shown here before the deal.");
    case "other_word":
      return t("Your word is not the one that was sent from here.");
    case "other_words":
      return t("Another player’s word is not the one that was shown here.");
  }
}

/**
 * Describe the result for a deal, one sentence for each finding.
 * @param {Verdict} verdict
 * @param {boolean} anySaved whether this browser has stored the seal of any deal of the record
 * @returns {string[]}
 */
export function findings(verdict, anySaved) {
  if (verdict.lesson) return [t("The lesson chose the cards of this deal, so it has no seal.")];
  if (verdict.practice)
    return [t("This deal was practice: its cards were known, so it has no seal.")];
  if (verdict.pending) return [t("This deal is not over yet; its seal is opened when it is.")];
  if (!verdict.ok) return verdict.faults.map(faultText);
  const right = plural(
    "{n} card lies where the opened seal puts it.",
    "{n} cards lie where the opened seal puts them.",
    verdict.compared,
  );
  if (verdict.saved || !anySaved) return [right];
  return [right, t("This browser did not store its seal before the deal.")];
}

/**
 * Summarise the results of all deals in one line.
 * @param {Verdict[]} verdicts
 * @returns {string}
 */
export function summaryText(verdicts) {
  const done = verdicts.filter((one) => !one.pending);
  const wrong = done.filter((one) => !one.ok).length;
  if (done.length === 0) return t("There is nothing to verify yet.");
  if (wrong === 0) {
    // Without a seal stored before the cards, nothing shows when a pack was fixed.
    if (!done.every((one) => one.saved)) {
      return plural(
        "The check succeeded for the one deal that was dealt.",
        "The check succeeded for all {n} deals.",
        done.length,
      );
    }
    return plural(
      "Your cards were fixed before the first deal. It was checked.",
      "Your cards were fixed before the first deal. All {n} deals were checked.",
      done.length,
    );
  }
  return plural(
    "The check failed for one of {all} deals.",
    "The check failed for {n} of {all} deals.",
    wrong,
    { all: done.length },
  );
}

/**
 * Say what is proved, and what no such check can prove.
 * @param {boolean} ok
 * @returns {[string, string]}
 */
export function verdictTexts(ok) {
  // The terminal uses the same sentences, so the catalogue contains each of them once, in one
  // piece.
  if (!ok) {
    return [
      t(
        "The check failed. The secret does not fit the seal that was published, or the cards are not where the secret puts them: this deal is not the one that was promised.",
      ),
      t(
        "Before you blame anyone, check that the seal, the words of the players and the cards are those of this deal. A record that was damaged or edited fails too.",
      ),
    ];
  }
  return [
    t(
      "The check succeeded: the cards were fixed before the first one was cut or dealt. No discard, no cut, no score and no player’s strength had any influence on their order.",
    ),
    t(
      "It does not prove that nobody looked at the cards, or that no deal was abandoned before it began. And unless a player you trust added a word to the shuffle after the seal was published, the host may have chosen the pack beforehand.",
    ),
  ];
}

/**
 * Say what the stored seals prove about the deals that passed.
 * @param {Verdict[]} verdicts
 * @returns {string}
 */
export function savedText(verdicts) {
  const saved = verdicts.filter((one) => one.saved).length;
  if (saved > 0) {
    return plural(
      "One seal is the one that this browser stored before the cards were dealt.",
      "{n} seals are the ones that this browser stored before the cards were dealt.",
      saved,
    );
  }
  return t(
    "The record is consistent. This browser stored nothing of these deals, so it cannot tell whether the seals were shown before the cards were dealt or were made up later.",
  );
}
