"""Durations: every name is used, and the page contains all numbers."""

from pegout.notation.codec import ACTIONS
from pegout.rules import Phase
from pegout.text.pacing import PACING, plain_pacing
from pegout.tui.settings import Settings
from pegout.wire.codecs import SHOWN


def test_every_name_is_one_of_the_wire() -> None:
    assert set(PACING.steps) <= set(SHOWN.types)
    assert set(PACING.decisions) <= set(ACTIONS.types)
    assert set(PACING.deciding) <= {phase.value for phase in Phase}
    assert set(PACING.timeless) <= set(PACING.paces)


def test_the_terminal_begins_with_what_may_be_chosen() -> None:
    assert PACING.paces[Settings().pace] == 1
    assert Settings().thinking in PACING.thinking


def test_the_page_carries_all_numbers() -> None:
    told = plain_pacing()
    assert list(told) == list(PACING._fields)
    for name, value in PACING._asdict().items():
        assert told[name] == value
