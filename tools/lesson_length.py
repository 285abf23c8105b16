"""Estimate how long the first game with its guide takes.

A learner reads 180 words a minute and takes two seconds for every press; the table and the opponent
take their time at the normal pace. The learner chooses cards like the easiest level.

    python -m tools.lesson_length [GAMES]
"""

import sys
from statistics import mean
from typing import Final

from pegout.fairness import seeded_secrets
from pegout.match import Match, Seated, Setup
from pegout.players import create
from pegout.rules import Action, Cut, Discard, Play, Ready
from pegout.school import first_game
from pegout.school.guide import guide_of
from pegout.table.playback import Script
from pegout.table.thinking_time import Tempo, thinking_time
from pegout.text import Teller, language
from pegout.wire.table import GuideStep

#: The words that a learner reads in a second, and the seconds of a press.
READING: Final = 180 / 60
PRESS: Final = 2.0
#: The presses of a decision: the cards, and the button.
_PRESSES: Final[dict[type[Action], int]] = {Ready: 1, Discard: 3, Cut: 1, Play: 2}


def length(seed: int, code: str = "en") -> float:
    """Return the seconds that a first game takes."""
    t = language(code)
    seats = Seated("Ann"), Seated("Ben", first_game.LEVEL)
    setup = Setup("lesson", first_game.RULES, seats, dealer=first_game.LEARNER)
    match = Match(setup, secrets=seeded_secrets(str(seed)), practice=first_game.begin())
    players = [create(first_game.LEVEL, seed), create(first_game.LEVEL, seed + 1)]
    seconds, read = 0.0, set[str]()
    while True:
        told = guide_of(match, first_game.LEARNER, t)
        step = None if told is None else told.step
        if step is not None and step.step not in read:
            read.add(step.step)
            seconds += len(step.says.split()) / READING
        if step is not None and step.way != "act":
            seconds += PRESS * _presses(step)
            match.note_guided(first_game.LEARNER, step.step, "done")
        elif match.over:
            break
        else:
            seat = min(match.to_act)
            view = match.view(seat)
            action = players[seat].choose(view)
            if seat == first_game.LEARNER:
                seconds += PRESS * _PRESSES.get(type(action), 0)
            else:
                seconds += thinking_time("like_me", "normal", Tempo(), view, seat)
            match.act(seat, action)
    script = Script(Teller(t, ["Ann", "Ben"], first_game.LEARNER, first_game.RULES, single=True))
    return seconds + sum(one.seconds for one in script.steps(match.seen(first_game.LEARNER)))


def _presses(step: GuideStep) -> int:
    cards = [len(item.cards) for item in step.items[: step.need]]
    return sum(cards) if cards else 1


def main() -> None:
    """Print the mean and the longest of some games."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 50
    for code in ("en", "es"):
        minutes = [length(seed, code) / 60 for seed in range(games)]
        sys.stdout.write(f"{code}: {mean(minutes):.1f} minutes, at most {max(minutes):.1f}\n")


if __name__ == "__main__":
    main()
