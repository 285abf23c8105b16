"""``pegout review``: the value of each decision of a recorded game."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from typing import IO, TYPE_CHECKING, Any, NamedTuple

import click

from pegout.cli.exit_status import INTERRUPTED
from pegout.cli.help import about
from pegout.cli.options import json_option
from pegout.cli.records import only, read_records
from pegout.rules import Dealt
from pegout.text import Teller
from pegout.text.closest_level import closest_level_sentences
from pegout.text.columns import columns
from pegout.text.help_sentences import help_words, left_out
from pegout.text.language import Translator
from pegout.text.luck_sentences import lost, luck_headline, split_notes, split_rows
from pegout.text.reasons import figure, option_words, percent, verdict_words

if TYPE_CHECKING:
    from pegout.notation import GameRecord, Record
    from pegout.review.error_scale import ClosestLevel
    from pegout.review.game_review import Reviewed
    from pegout.review.luck import Split
    from pegout.review.objectives import Objective
    from pegout.review.options import Option


def review(t: Translator) -> click.Command:
    """Return the command in a language."""

    @click.command(
        "review",
        help=about(
            t,
            t(
                "Show what each discard and each card played in the games of a record, FILE, was "
                "worth to a player who knew only what this player could know: in points of the "
                "deal and in chance of winning, compared with the best. Where players count by "
                "hand, each count is shown too."
            ),
            t(
                "“points” and “chance” are what the decision lost, “wins” is the chance of winning "
                "after it: all in the player’s own view. Luck is measured with all cards open."
            ),
            t(
                "With two players, points decide which option is best, and near the end the "
                "chance of winning does; with three and four it is always the chance of winning. "
                "Below the decisions stands what is estimated and not solved."
            ),
            examples=[
                "pegout review friday.peg",
                "pegout review friday.peg --seat 0 --worst 5",
                "pegout review friday.peg --game 2 --deal 3 --json",
            ],
            fields={
                "match, game": t("the name of the match, and the number of the game"),
                "complete": t(
                    "whether every decision was reviewed; if not, the next four are null"
                ),
                "lost": t(
                    "what each seat lost in the game, of the chance of winning, by decisions "
                    "made without help"
                ),
                "left_out": t("how many decisions of each seat were made with help"),
                "luck": t("what made the result for the first seat, in chances of winning"),
                "plays_like": t(
                    "which level each seat played like in the game, which it could be, and what "
                    "is lost in a game, in points; or null"
                ),
                "decisions": t("every decision; for each:"),
                "place, deal, seat": t("the entry in the record, the deal, and who decided"),
                "kind": t("discard, play, count or muggins"),
                "decided_by": t("points, or chance: what decides which is the best"),
                "chosen": t("the cards that were chosen"),
                "claim": t("the points that were claimed, 0 to let a count stand; or null"),
                "estimated": t("what is estimated: play, crib, chance or score"),
                "worlds": t(
                    "the number of samples of the hidden cards in which the options were tried; "
                    "0 if none were drawn"
                ),
                "loss": t("what was lost, in points and in chance; tied: equal within the error"),
                "wins": t("the chance of winning after the decision, in the player’s own view"),
                "verdict": t("fine, inaccuracy, mistake or large mistake"),
                "helps": t("what helped with it: hint, take-back or tutor"),
                "options": t("every option, the best first, with what it is worth"),
            },
        ),
    )
    @click.argument("file", type=click.File("rb"), metavar="FILE")
    @click.option("--game", type=click.IntRange(1), help=t("Only the game of this number."))
    @click.option("--deal", type=click.IntRange(1), help=t("Only the deal of this number."))
    @click.option("--seat", type=click.IntRange(0, 3), help=t("Only the decisions of this seat."))
    @click.option(
        "--worst",
        type=click.IntRange(1),
        help=t("Only this many decisions, those that lost most first."),
    )
    @json_option(t)
    @click.pass_context
    def command(
        ctx: click.Context,
        file: IO[bytes],
        game: int | None,
        deal: int | None,
        seat: int | None,
        worst: int | None,
        as_json: bool,
    ) -> None:
        streamed = read_records(ctx, t, file)
        records = tuple(streamed if game is None else only(t, streamed, game))
        if deal is not None:
            _check_deal(t, records, deal)
        reviewed, stopped = _reviewed(t, records, seat)
        if stopped:
            _say_stopped(t, reviewed[-1].decisions)
        if not as_json:
            for line in _lines(t, reviewed, stopped, seat, deal, worst):
                click.echo(line)
        else:
            plain = [
                _plain(
                    game,
                    _chosen(game.decisions, deal, worst),
                    complete=not stopped or game is not reviewed[-1],
                )
                for game in reviewed
            ]
            click.echo(json.dumps(plain, ensure_ascii=False))
        if stopped:
            raise click.exceptions.Exit(INTERRUPTED)

    return command


def _check_deal(t: Translator, records: Sequence[Record], deal: int) -> None:
    """Refuse the number of a deal that no game has."""
    events = [event for record in records for game in record.games for event in game.events]
    last = max([event.deal for event in events if isinstance(event, Dealt)], default=0)
    if deal > last:
        raise click.UsageError(
            t("There is no deal {deal} here; the last one is deal {last}.", deal=deal, last=last)
        )


class _Game(NamedTuple):
    """A game of a record, with its decisions as far as they are reviewed."""

    record: Record
    game: GameRecord
    decisions: list[Reviewed]


def _reviewed(
    t: Translator, records: Sequence[Record], seat: int | None
) -> tuple[list[_Game], bool]:
    """Review every game of some records; return them, and whether Ctrl-C interrupted the review."""
    games: list[_Game] = []
    try:
        for record in records:
            for game in record.games:
                games.append(_Game(record, game, []))
                _review(t, games[-1], seat)
    except KeyboardInterrupt:
        return games, True
    return games, False


def _lines(
    t: Translator,
    reviewed: Sequence[_Game],
    stopped: bool,
    seat: int | None,
    deal: int | None,
    worst: int | None,
) -> Iterator[str]:
    """Yield the lines of each game; for an interrupted game, only its decisions so far."""
    from pegout.text.estimates import estimate_sentences

    for number, played in enumerate(reviewed, start=1):
        record, decisions = played.record, played.decisions
        names = [player.name or t("Seat {n}", n=at) for at, player in enumerate(record.players)]
        yield " · ".join(names)
        yield t("Game {number}", number=played.game.number)
        shown = _chosen(decisions, deal, worst)
        if shown:
            yield from _table(t, names, shown)
        if stopped and number == len(reviewed):
            break
        if not shown:
            yield _none_shown(t, _chosen(decisions, deal, None))
        yield ""
        if deal is not None:
            yield t("In the whole game:")
        yield from _sums(t, names, decisions)
        estimated = [name for decision in decisions for name in decision.options.estimated]
        yield from estimate_sentences(estimated, t)
        if seat is None:
            yield from _luck(t, names, played)
        if all(other.record is not record for other in reviewed[number:]):
            every = [other.decisions for other in reviewed if other.record is record]
            yield from _closest_levels(t, record, names, every)


def _review(t: Translator, played: _Game, seat: int | None) -> None:
    """Review a game, and keep each decision at once, in case of an interrupt."""
    from pegout.review.game_review import each_reviewed

    rules = played.record.rules
    if seat is not None and seat >= rules.players:
        raise click.UsageError(t("There is no such seat at this table."))
    label = t("Game {number}", number=played.game.number)
    quiet = not sys.stderr.isatty()
    with click.progressbar(
        length=1, label=label, file=sys.stderr, hidden=quiet, show_eta=False
    ) as bar:
        seats = None if seat is None else {seat}
        for done, of, decision in each_reviewed(rules, played.game, seats):
            if decision is not None:
                played.decisions.append(decision)
            bar.length = max(1, of)
            bar.update(done - bar.pos)


def _say_stopped(t: Translator, reviewed: Sequence[Reviewed]) -> None:
    """Say that Ctrl-C interrupted the review, and which part of it is shown."""
    if reviewed:
        said = t(
            "Interrupted: these are the decisions that were reviewed. Luck and sums need all "
            "decisions of a game."
        )
    else:
        said = t("Interrupted before any decision of this game was reviewed.")
    click.echo(said, err=True)


def _chosen(
    decisions: Sequence[Reviewed], deal: int | None, worst: int | None
) -> Sequence[Reviewed]:
    """Return the requested decisions."""
    requested = [decision for decision in decisions if deal in (None, decision.deal)]
    if worst is not None:
        requested.sort(key=lambda decision: -decision.loss.chance)
        return [decision for decision in requested if not decision.loss.nothing][:worst]
    return requested


def _none_shown(t: Translator, decisions: Sequence[Reviewed]) -> str:
    """Return the sentence in place of an empty table, by the decisions it was chosen from."""
    if decisions:
        return t("No decision lost anything.")
    return t("There is no decision to review here.")


def _table(t: Translator, names: Sequence[str], decisions: Sequence[Reviewed]) -> Iterator[str]:
    """Yield one line for each decision, below a head."""
    lost = [t("points"), t("chance")]
    head = [t("deal"), t("player"), t("decision"), t("best"), *lost, t("wins"), ""]
    rows = [head]
    for decision in decisions:
        best, lost = "", ["", ""]
        if not decision.loss.nothing:
            best = option_words(decision.options.best, decision.options.kind, t)
            lost = [
                figure(-decision.loss.points, t, signed=True, digits=2),
                percent(-decision.loss.chance, t, signed=True),
            ]
        marks = [] if decision.verdict == "fine" else [verdict_words(decision.verdict, t)]
        mark = ", ".join([*marks, *([help_words(decision.helps, t)] if decision.helps else [])])
        chosen = option_words(decision.chosen, decision.options.kind, t)
        wins = percent(decision.options.chance_after(decision.chosen), t)
        rows.append([str(decision.deal), names[decision.seat], chosen, best, *lost, wins, mark])
    yield from columns(rows, left=(1, 2, 3, 7))


def _sums(t: Translator, names: Sequence[str], decisions: Sequence[Reviewed]) -> Iterator[str]:
    """Yield each player's loss in the whole game, without the decisions made with help."""
    from pegout.review.game_review import by_help

    for seat, name in enumerate(names):
        own, helped = by_help([decision for decision in decisions if decision.seat == seat])
        if own:
            chance = -sum([decision.loss.chance for decision in own])
            yield lost(name, len(own), percent(chance, t, signed=True), t)
        if helped:
            yield left_out(name, len(helped), t)


def _closest_levels(
    t: Translator, record: Record, names: Sequence[str], games: Sequence[Sequence[Reviewed]]
) -> Iterator[str]:
    """Yield the level that each player's play resembles over all games of a record."""
    for seat, name in enumerate(names):
        closest = _closest_level(record, seat, games)
        if closest is not None:
            yield ""
            yield from closest_level_sentences(name, closest, t)


def _closest_level(
    record: Record, seat: int, games: Sequence[Sequence[Reviewed]]
) -> ClosestLevel | None:
    """Return the level closest to a player's play, from the decisions made without help."""
    from pegout.review.error_scale import count_decisions, error_scale
    from pegout.review.game_review import by_help

    own, _ = by_help(
        [decision for decisions in games for decision in decisions if decision.seat == seat]
    )
    return error_scale().closest_level(*count_decisions(record.rules, own))


def _splits(played: _Game, worth: Objective = "chance") -> list[Split]:
    """Split the result into luck and errors for each side; empty where that is impossible."""
    from pegout.review.luck import follow, objectives

    rules = played.record.rules
    if worth not in objectives(rules):
        return []
    try:
        return follow(rules, played.game, worth).splits(played.decisions)
    except ValueError:
        return []


def _luck(t: Translator, names: Sequence[str], played: _Game) -> Iterator[str]:
    """Yield the parts of the result from the first player's view."""
    splits = _splits(played)
    if not splits:
        yield t(
            "Luck is measured in games that are over, where every card is known; not in five-card "
            "cribbage, for four each for themselves, or where the fewest points win."
        )
        return
    yield ""
    yield t("What made the result, in {name}’s chance of winning:", name=names[0])
    rows = split_rows(names, splits[0], t)
    width = max(len(name) for name, _, _ in rows)
    for name, share, adds in rows:
        number = percent(share, t, signed=adds)
        yield f"  {name:<{width}}  {number:>8}"
    yield from split_notes(splits[0], t)
    yield ""
    record = played.record
    teller = Teller(t, names, None, record.rules, single=len(record.games) == 1)
    yield luck_headline(teller, _splits(played, "margin") or splits)


def _plain(played: _Game, shown: Sequence[Reviewed], *, complete: bool) -> dict[str, Any]:
    """Return a game as plain data, with each seat's total loss and the decisions to show."""
    sums = dict.fromkeys(("lost", "left_out", "luck", "plays_like"))
    return {
        "match": played.record.match,
        "game": played.game.number,
        "complete": complete,
        **(_plain_sums(played) if complete else sums),
        "decisions": [
            {
                "place": decision.entry_index,
                "deal": decision.deal,
                "seat": decision.seat,
                "kind": decision.options.kind,
                "decided_by": "chance" if decision.options.by_chance else "points",
                "chosen": [str(card) for card in decision.chosen.cards],
                "claim": decision.chosen.claim,
                "estimated": list(decision.options.estimated),
                "worlds": decision.options.worlds,
                "loss": decision.loss._asdict(),
                "wins": decision.options.chance_after(decision.chosen),
                "verdict": decision.verdict.value,
                "helps": [help.value for help in decision.helps],
                "options": [_plain_option(option) for option in decision.options.options],
            }
            for decision in shown
        ],
    }


def _plain_sums(played: _Game) -> dict[str, Any]:
    """Return what needs every decision of a game, by seat."""
    from pegout.review.game_review import by_help

    record, _, every = played
    luck = _splits(played)
    seats = range(record.rules.players)
    split = [by_help([decision for decision in every if decision.seat == seat]) for seat in seats]
    closest = [_closest_level(record, seat, [every]) for seat in seats]
    return {
        "lost": [sum([decision.loss.chance for decision in own]) for own, _ in split],
        "left_out": [len(helped) for _, helped in split],
        "luck": luck[0]._asdict() if luck else None,
        "plays_like": [level and level._asdict() for level in closest],
    }


def _plain_option(option: Option) -> dict[str, Any]:
    parts = ("hand", "crib", "play", "points", "chance", "points_error", "chance_error", "claim")
    values = {name: getattr(option, name) for name in parts}
    return {"cards": [str(card) for card in option.cards], **values}
