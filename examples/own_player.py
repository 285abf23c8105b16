"""A computer player of your own, against one of Pegout's.

python examples/own_player.py club
"""

from __future__ import annotations

import sys

import pegout


class Simple:
    """Keeps the cards that score most over all starters, and takes the most points in the play."""

    def choose(self, view: pegout.SeatView) -> pegout.Action:
        discards = [action for action in view.legal if isinstance(action, pegout.Discard)]
        if discards:
            return max(discards, key=lambda discard: self.worth(view, discard))
        cards = view.playable()
        if view.phase is pegout.Phase.PLAY and cards:
            pile = [one.card for one in view.pile]
            best = max(cards, key=lambda card: pegout.play_points([*pile, card]))
            return pegout.Play(view.seat, best)
        # Ready, cutting and a go leave nothing to choose.
        return view.legal[0]

    def worth(self, view: pegout.SeatView, discard: pegout.Discard) -> int:
        kept = [card for card in view.hand if card not in discard.cards]
        return sum(pegout.show_points(kept, starter) for starter in view.unseen())


def main(arguments: list[str]) -> None:
    level = arguments[0] if arguments else "novice"
    seats = pegout.Seated("Simple", "simple"), pegout.Seated("Ben", level)
    match = pegout.Match(
        pegout.Setup("example", pegout.Rules("half"), seats),
        secrets=pegout.seeded_secrets("a seed"),
    )
    players: dict[int, pegout.Player] = {0: Simple(), 1: pegout.create_player(level)}
    for _ in pegout.advance(match, players):
        pass
    print(match)


if __name__ == "__main__":
    main(sys.argv[1:])
