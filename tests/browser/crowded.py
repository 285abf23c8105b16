"""Records of games whose first deal has the longest row of cards that a play can have."""

import random
from typing import Final

from pegout.notation import Player, Record, game_record, write
from pegout.rules import CountEnded, Phase, Played, Shuffle
from tests.rules.rigging import line_up, pack_of

#: The largest number of cards of one count, for two, three and four players. With four players
#: thirteen is possible, but only as the first count; after an earlier count twelve is.
MOST: Final = {2: 8, 3: 12, 4: 12}
#: The cards of that play, in the order of play.
_PLAYED: Final = {
    2: "2 A 2 A 2 A 2 A",
    3: "A 3 A 3 A 3 A 3 2 2 2 2",
    4: "K Q J A 2 3 2 3 2 3 2 3 A A A 4",
}


def crowded(names: tuple[str, ...]) -> bytes:
    """Write the record of a finished game with such a play in its first deal."""
    players = len(names)
    table = line_up(_PLAYED[players], players, target=61, first_deal="chosen")
    table.play(_PLAYED[players])
    count = [0]
    for event in table.events:
        if isinstance(event, Played):
            count[-1] += 1
        elif isinstance(event, CountEnded):
            count.append(0)
    assert max(count) == MOST[players]
    chance = random.Random(players)
    while not table.over:
        if table.state.phase is Phase.SHUFFLE:
            table.do(Shuffle(pack_of(chance)))
        else:
            table.play_out(table.state.phase)
    game = game_record(table.state.rules, table.events, dealer=players - 1)
    seated = tuple(Player(name, "person") for name in names)
    return write(Record(table.state.rules, seated, (game,), match="CROWDED")).encode()
