"""Play a game, write its record, read it back and prove that its deals were fair.

python examples/records.py game.peg
"""

from __future__ import annotations

import sys
from pathlib import Path

import pegout


def play_game(levels: tuple[str, str], seed: str) -> pegout.Match:
    """Let two computer players play a game that is determined by the seed."""
    seats = tuple(pegout.Seated(level, level) for level in levels)
    match = pegout.Match(
        pegout.Setup("example", pegout.Rules(), seats), secrets=pegout.seeded_secrets(seed)
    )
    players = {seat: pegout.create_player(level, seed=1) for seat, level in enumerate(levels)}
    for _ in pegout.advance(match, players):
        pass
    return match


def main(arguments: list[str]) -> None:
    match = play_game(("club", "novice"), "a seed")
    record = match.record()
    text = pegout.write_record(record)
    if arguments:
        Path(arguments[0]).write_text(text, "utf-8")
    print(text.splitlines()[0], "…", len(text.splitlines()), "lines")
    assert pegout.read_record(text) == record
    scores = " to ".join(map(str, match.view(None).scores))
    verdicts = {verdict.code for verdict in pegout.verify_deals(record)}
    print(f"the game ended {scores}; its deals: {', '.join(sorted(verdicts))}")


if __name__ == "__main__":
    main(sys.argv[1:])
