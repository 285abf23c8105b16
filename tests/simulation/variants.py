"""The rules by which the loops of the simulation are checked."""

from dataclasses import replace

from pegout.rules import Rules
from tests.cases import each

VARIANTS = {
    "two": Rules(),
    "clasico": Rules("clasico"),
    "family": Rules("family"),
    "leaflet": Rules("leaflet"),
    "five cards": Rules(five_card=True),
    "no heels": Rules(heels_points=0, crib_flush="none", nobs_points=0),
    "two lowball": Rules(lowball=True),
    "three": Rules(players=3),
    "three with a stinkhole": Rules(players=3, stinkhole=True, target=61, heels_points=1),
    "three lowball": Rules(players=3, lowball=True, go_stacks_on_31=True),
    "four": Rules(players=4),
    "four singles": Rules(players=4, teams=False),
    "four singles lowball": Rules(players=4, teams=False, lowball=True),
    "four without runs": Rules(players=4, runs_in_play=False, crib_flush="four"),
}
#: Short games reach the end in every way: by heels, in the play, by hands and by the crib.
SHORT = {
    f"{name}, short": replace(variant, target=31)
    for name, variant in VARIANTS.items()
    if name not in ("family", "five cards")
} | {
    "from given scores": Rules(start_scores=(100, 90)),
    "three from given scores": Rules(players=3, target=61, start_scores=(40, 0, 60)),
    "a stinkhole": Rules(target=31, stinkhole=True),
    "five cards, short": Rules(five_card=True, target=31),
    "five cards with a stinkhole": Rules(five_card=True, target=31, stinkhole=True),
    "four with a stinkhole": Rules(players=4, target=31, stinkhole=True, go_stacks_on_31=True),
}
of_each_variant = each("variant", VARIANTS.values())
