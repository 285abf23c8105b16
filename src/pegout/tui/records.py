"""The record of a match: save it to a file, and verify its deals."""

from pathlib import Path

from pegout.match import Match
from pegout.notation import DealVerdict, verify_deals, write
from pegout.rules import Committed, Revealed
from pegout.text import Teller, Translator, prompts


def save_record(match: Match, t: Translator) -> str:
    """Write the record of a match into the working directory, and say so, or why it failed.

    An unfinished game is recorded as a spectator sees it, so that it reveals no cards.
    """
    path = Path.cwd() / f"pegout-{match.setup.id}.peg"
    try:
        path.write_text(write(match.record()), encoding="utf-8")
    except OSError as error:
        return t("It could not be saved: {reason}.", reason=error.strerror or error)
    return t("Saved as {path}", path=path)


def seal_lines(match: Match, t: Translator) -> list[str]:
    """Return the seal of every pack of the current game, and the secrets of finished deals."""
    lines = [
        t(
            "A seal is made from a secret before the cards are dealt, and the pack follows from "
            "the secret and from the words of all players. When the deal is over the secret is "
            "shown, and anybody can check it: “pegout verify” does it from the record of the game."
        )
    ]
    for entry in match.seen(None, match.game_began):
        match entry.event:
            case Committed(deal=deal, commitment=seal):
                title = t("Deal {deal}", deal=deal) if deal else t("The first cut")
                lines += ["", title, t("sealed: {seal}", seal=seal)]
            case Revealed(secret=secret):
                lines.append(t("secret: {secret}", secret=secret))
    return lines


def verdict_lines(match: Match, t: Translator) -> list[str]:
    """Return the verdict on the fairness of a match, deal by deal and in total."""
    record = match.record()
    over = tuple(game for game in record.games if game.result is not None)
    verdicts = verify_deals(record.having(games=over))
    names = [seated.name for seated in match.setup.seats]
    teller = Teller(t, names, None, match.setup.rules)
    if not verdicts:
        return [t("No game of this match is over, so no seal is opened yet.")]
    rows = [_line(verdict, t) for verdict in verdicts]
    sealed = [verdict for verdict in verdicts if verdict.code not in ("practice", "lesson")]
    if not sealed:
        return rows
    lines = list(prompts.verdict(teller, ok=all(verdict.ok for verdict in sealed)))
    return [lines[0], "", lines[1], "", *rows]


def _line(verdict: DealVerdict, t: Translator) -> str:
    if verdict.code == "practice":
        return t("– Deal {deal}: practice, its cards were known", deal=verdict.deal)
    if verdict.code == "lesson":
        return t("– Deal {deal}: the lesson chose its cards", deal=verdict.deal)
    mark = "✓" if verdict.ok else "✗"
    what = {
        "proved": t("the cards are where the secret puts them"),
        "no_commitment": t("no seal was published"),
        "no_secret": t("the seal is not opened"),
        "wrong_secret": t("the secret does not fit the seal"),
        "wrong_cards": t("the cards are not where the secret puts them"),
    }[verdict.code]
    if verdict.deal == 0:
        where = t("Game {game}, the first cut", game=verdict.game)
    else:
        where = t("Game {game}, deal {deal}", game=verdict.game, deal=verdict.deal)
    return f"{mark} {where}: {what}"
