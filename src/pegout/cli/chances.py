"""``pegout chances``: the win probability at a pair of scores, and the value of a point there."""

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import click

from pegout.cli.faults import OneOf, reason_of
from pegout.cli.help import about
from pegout.cli.options import check_svg, json_option
from pegout.solver.last_hole import shipped_last_hole
from pegout.tables.files import load_numbers
from pegout.tables.win_probability import (
    OUTCOMES,
    STAKES,
    chance_of_seat,
    errors_array,
    outcomes_array,
    win_probabilities,
)
from pegout.text.columns import labelled
from pegout.text.language import Translator

_STEP: Final = 10
_LINES: Final = (30, 60)
_ROLES: Final = ("dealer", "pone", "third")


def chances(t: Translator) -> click.Command:
    """Return the command in a language."""

    @click.command(
        "chances",
        help=about(
            t,
            t(
                "Show the chance of winning at these SCORES at the start of a deal, and what one "
                "more point is worth there. SCORES are two numbers: the holes that you have, then "
                "those of your opponent. With three players they are three: yours, those of the "
                "player on your left, and those of the player on your right. Without scores, show "
                "a table of the whole board."
            ),
            t(
                "The figures are for players who discard and play well, in the same way at any "
                "score; “pegout solve chances” computes them."
            ),
            examples=[
                "pegout chances 35 37 --dealer",
                "pegout chances 88 103 --pone --stake 1-2-3 --json",
                "pegout chances --picture board.svg",
            ],
            fields={
                "scores, target, players, stake": t("the settings of the run"),
                "positions": t("an answer for each role that may be yours"),
                "role": t("dealer, pone or third, as these words"),
                "win, error": t("your chance of winning, and its standard error"),
                "exact": t(
                    "the same, exact over every deal, where the dealer of two needs one point; "
                    "otherwise null"
                ),
                "outcomes": t("the chance of each outcome, as you see it"),
                "match_points": t("what the game is worth in a match, less your opponent’s points"),
                "point_own, point_other": t("what one more point changes, in units of the stake"),
            },
        ),
    )
    @click.argument("scores", nargs=-1, callback=_apart, metavar="[SCORES]...")
    @click.option("--dealer", is_flag=True, help=t("You deal."))
    @click.option("--pone", is_flag=True, help=t("You are the pone: the opponent deals."))
    @click.option("--third", is_flag=True, help=t("Of three: the player on your left deals."))
    @click.option(
        "--stake",
        type=OneOf(t, list(STAKES)),
        default="win",
        show_default=True,
        help=t(
            "What to play for: the game, or match points for a game, a skunk and a double skunk."
        ),
    )
    @click.option(
        "--target",
        type=click.IntRange(31, 121),
        default=121,
        show_default=True,
        help=t("The hole that ends the game."),
    )
    @click.option(
        "--players",
        type=click.IntRange(2, 4),
        default=2,
        show_default=True,
        help=t("The number of players; four play in two teams."),
    )
    @click.option(
        "--picture",
        type=click.Path(dir_okay=False, path_type=Path),
        metavar="FILE.svg",
        help=t("Draw the whole board for the dealer, to this file."),
    )
    @json_option(t)
    def command(
        *,
        scores: tuple[int, ...],
        dealer: bool,
        pone: bool,
        third: bool,
        stake: str,
        target: int,
        players: int,
        picture: Path | None,
        as_json: bool,
    ) -> None:
        named = [name for name, on in zip(_ROLES, (dealer, pone, third), strict=True) if on]
        if len(named) > 1:
            raise click.UsageError(t("Only one of --dealer, --pone and --third says who you are."))
        role = named[0] if named else None
        _check(t, scores, role, stake, target, players, picture)
        if picture is not None:
            _draw(t, picture, stake, target, players)
            if not scores:
                return
        roles = [role] if role else list(_ROLES[: 3 if players == 3 else 2])
        if not scores:
            _board(t, roles[0], stake, target, players, as_json)
            return
        needs = [target - score for score in scores]
        ask = _of_three if players == 3 else _of_two
        positions = [ask(needs, role, stake, players) for role in roles]
        if as_json:
            request = {"scores": scores, "target": target, "players": players, "stake": stake}
            click.echo(json.dumps(_rounded({**request, "positions": positions}), indent=2))
        else:
            click.echo(
                "\n\n".join(
                    [_tell(t, scores, position, stake, target, players) for position in positions]
                )
            )

    return command


def _apart(ctx: click.Context, param: click.Parameter, words: tuple[str, ...]) -> tuple[int, ...]:
    """Read scores, also two in a word: 84-90, 84/90 and 84:90 are 84 and 90."""
    scores = [score for word in words for score in re.split(r"(?<=\d)[-–/:,](?=\d)", word)]
    allowed = click.IntRange(0, 120)
    return tuple([allowed(score, param, ctx) for score in scores])


def _check(
    t: Translator,
    scores: tuple[int, ...],
    role: str | None,
    stake: str,
    target: int,
    players: int,
    picture: Path | None,
) -> None:
    """Reject combinations of options without an answer, and say why."""
    sides = 3 if players == 3 else 2
    if len(scores) not in ((sides,) if players == 3 and not picture else (0, sides)):
        raise click.UsageError(
            t("Give {n} scores, yours first, not {given}.", n=sides, given=len(scores))
        )
    if any(score >= target for score in scores):
        raise click.UsageError(t("In a game to {target} scores are below that.", target=target))
    if role == "third" and players != 3:
        raise click.UsageError(t("--third goes with --players 3."))
    check_svg(t, picture)
    if players == 3 and (stake != "win" or picture):
        raise click.UsageError(
            t("With three players there are only chances of winning, and no picture.")
        )


# Two sides ---------------------------------------------------------------------------------------


def _of_two(needs: Sequence[int], role: str, stake: str, players: int) -> dict[str, Any]:
    """Return the answer for two sides."""
    own, opponent = needs
    at = (own, opponent) if role == "dealer" else (opponent, own)
    outcomes = outcomes_array(players)[:, at[0], at[1]].tolist()
    if role == "pone":
        outcomes = outcomes[3:] + outcomes[:3]
    worth = _worth(own, opponent, role, stake, players)
    return {
        "role": role,
        "win": sum(outcomes[:3]),
        "error": float(errors_array("win", players)[at]),
        "exact": _exact(at, role, players),
        "outcomes": dict(zip(_seen_by_one(), outcomes, strict=True)),
        "match_points": {
            name: {
                "mean": _worth(own, opponent, role, name, players),
                "error": float(errors_array(name, players)[at]),
            }
            for name in STAKES
            if name != "win"
        },
        "point_own": _worth(own - 1, opponent, role, stake, players) - worth,
        "point_other": _worth(own, opponent - 1, role, stake, players) - worth,
    }


def _exact(at: tuple[int, int], role: str, players: int) -> float | None:
    """Return the win probability over every deal, where the deal is sure to end the game."""
    dealer, pone = at
    if players != 2 or dealer != 1:
        return None
    win = shipped_last_hole().chance(pone)
    # The table has eight digits.
    return round(win if role == "dealer" else 1 - win, 8)


def _seen_by_one() -> list[str]:
    """Return the names of the outcomes from the view of one side, its own first."""
    words = {"dealer": "own", "pone": "other"}
    return [
        "_".join([words.get(word, word) for word in outcome.split()]).replace("wins", "win")
        for outcome in OUTCOMES
    ]


def _worth(own: int, opponent: int, role: str, stake: str, players: int) -> float:
    """Return the value of a game to a side, also where a side has reached the target."""
    if own <= 0 or opponent <= 0:
        level = sum([max(own, opponent) > line for line in _LINES])
        return float(STAKES[stake][level + (3 if opponent <= 0 else 0)])
    values = win_probabilities(stake, players)
    if role == "dealer":
        return float(values[own, opponent])
    worth = float(values[opponent, own])
    return 1 - worth if stake == "win" else -worth


# Three players -----------------------------------------------------------------------------------

#: The seat that deals, by the role of seat 0; seats go round to the left.
_DEALING: Final = {"dealer": 0, "pone": 2, "third": 1}


def _of_three(needs: Sequence[int], role: str, stake: str, players: int) -> dict[str, Any]:
    """Return the answer for three players."""
    dealer = _DEALING[role]
    win = chance_of_seat(needs, dealer, 0)
    names = ("own_win", "left_wins", "right_wins")
    return {
        "role": role,
        "win": win,
        "error": _largest_error(),
        "exact": None,
        "outcomes": {name: chance_of_seat(needs, dealer, at) for at, name in enumerate(names)},
        "point_own": _nearer(needs, dealer, 0) - win,
        "point_left": _nearer(needs, dealer, 1) - win,
        "point_right": _nearer(needs, dealer, 2) - win,
    }


def _nearer(needs: Sequence[int], dealer: int, seat: int) -> float:
    """Return the win probability of seat 0 if a seat had one point more."""
    if needs[seat] == 1:
        return float(seat == 0)
    return chance_of_seat([need - (at == seat) for at, need in enumerate(needs)], dealer, 0)


def _largest_error() -> float:
    head = load_numbers("chances_three").head
    (line,) = [line for line in head if line.startswith("largest standard error: ")]
    return float(line.split(": ")[1])


# In words ----------------------------------------------------------------------------------------


def _tell(
    t: Translator,
    scores: Sequence[int],
    answer: dict[str, Any],
    stake: str,
    target: int,
    players: int,
) -> str:
    deals = {
        "dealer": t("You deal"),
        "pone": t("The player on your right deals") if players == 3 else t("Your opponent deals"),
        "third": t("The player on your left deals"),
    }
    if players == 4:
        deals = {"dealer": t("Your side deals"), "pone": t("The other side deals")}
    title = f"{_have(t, scores, target, players)} {deals[answer['role']]}."
    rows = _rows_of_three(t, answer) if players == 3 else _rows(t, answer, stake)
    lines = [title, "", *labelled(rows, gap="  ")]
    return "\n".join([*lines, "", t("± is the standard error of the figure before it.")])


def _have(t: Translator, scores: Sequence[int], target: int, players: int) -> str:
    """Return the scores in a sentence."""
    if players == 3:
        own, left, right = scores
        return t(
            "You have {own}, the player on your left {left}, the one on your right {right}, in a "
            "game to {target}.",
            own=own,
            left=left,
            right=right,
            target=target,
        )
    own, opponent = scores
    return t(
        "You have {own} and your opponent has {other}, in a game to {target}.",
        own=own,
        other=opponent,
        target=target,
    )


def _rows(t: Translator, answer: dict[str, Any], stake: str) -> list[tuple[str, str]]:
    outcomes = answer["outcomes"]
    exact = answer["exact"]
    rows = [
        (t("You win"), _percent(t, answer["win"], answer["error"])),
        # Its decimal sign stands below the others.
        *(
            []
            if exact is None
            else [("  " + t("counted over every deal"), t.decimal(100 * exact, ">11.5f") + " %")]
        ),
        ("  " + t("with a skunk"), _percent(t, outcomes["own_skunks"])),
        ("  " + t("with a double skunk"), _percent(t, outcomes["own_double_skunks"])),
        (t("Your opponent wins"), _percent(t, 1 - answer["win"], answer["error"])),
        ("  " + t("with a skunk"), _percent(t, outcomes["other_skunks"])),
        ("  " + t("with a double skunk"), _percent(t, outcomes["other_double_skunks"])),
    ]
    for name, points in answer["match_points"].items():
        rows.append(
            (
                t("Match points {stake}, less your opponent’s", stake=name),
                f"{t.decimal(points['mean'], '>+8.3f')}   ± {t.decimal(points['error'], '.4f')}",
            )
        )
    return [*rows, *_points(t, answer, stake)]


def _points(t: Translator, answer: dict[str, Any], stake: str) -> list[tuple[str, str]]:
    names = {
        "point_own": t("One point more for you"),
        "point_other": t("One point more for your opponent"),
        "point_left": t("One point more for the player on your left"),
        "point_right": t("One point more for the player on your right"),
    }
    scale, form, unit = (100, ">+8.2f", " %") if stake == "win" else (1, ">+8.3f", "")
    return [
        (names[key], t.decimal(scale * value, form) + unit)
        for key, value in answer.items()
        if key in names
    ]


def _rows_of_three(t: Translator, answer: dict[str, Any]) -> list[tuple[str, str]]:
    outcomes = answer["outcomes"]
    return [
        (t("You win"), _percent(t, answer["win"], answer["error"])),
        (t("The player on your left wins"), _percent(t, outcomes["left_wins"])),
        (t("The player on your right wins"), _percent(t, outcomes["right_wins"])),
        *_points(t, answer, "win"),
    ]


def _rounded(data: Any) -> Any:
    """Round every number to nine places, because further digits are noise."""
    if isinstance(data, float):
        return round(data, 9)
    if isinstance(data, dict):
        return {name: _rounded(value) for name, value in data.items()}
    return [_rounded(value) for value in data] if isinstance(data, list | tuple) else data


def _percent(t: Translator, rate: float, error: float | None = None) -> str:
    text = t.decimal(100 * rate, ">8.2f") + " %"
    return text if error is None else f"{text} ± {t.decimal(100 * error, '.3f')} %"


# The board ---------------------------------------------------------------------------------------


def _board(t: Translator, role: str, stake: str, target: int, players: int, as_json: bool) -> None:
    """Print the whole board in steps of ten holes."""
    scores = range(0, target, _STEP)
    worth = [
        [_worth(target - own, target - opponent, role, stake, players) for opponent in scores]
        for own in scores
    ]
    if as_json:
        request = {"role": role, "target": target, "players": players, "stake": stake}
        whole = {**request, "scores": list(scores), "worth": worth}
        click.echo(json.dumps(_rounded(whole), indent=2))
        return
    what = {
        ("dealer", True): t("Your chance to win when you deal, per cent."),
        ("pone", True): t("Your chance to win when your opponent deals, per cent."),
        ("dealer", False): t("Match points less your opponent’s, when you deal."),
        ("pone", False): t("Match points less your opponent’s, when your opponent deals."),
    }[role, stake == "win"]
    lines = [what, t("Down: your score. Across: your opponent’s."), ""]
    lines.append("     " + "".join([f"{score:>6}" for score in scores]))
    scale, form = (100, "6.1f") if stake == "win" else (1, ">+6.2f")
    for own, row in zip(scores, worth, strict=True):
        cells = [t.decimal(scale * value, form) for value in row]
        lines.append(f"{own:>4} " + "".join(cells))
    click.echo("\n".join(lines))


def _draw(t: Translator, path: Path, stake: str, target: int, players: int) -> None:
    from pegout.tables.pictures import chance_picture

    values = win_probabilities(stake, players, target)
    try:
        path.write_text(
            chance_picture(values, range(0, target, 5), players, target, stake), "utf-8"
        )
    except OSError as error:
        raise click.ClickException(
            t(
                "Nothing could be written to {folder}: {reason}.",
                folder=path,
                reason=reason_of(error, t),
            )
        ) from error
    click.echo(t("Written: {file}", file=path), err=True)
