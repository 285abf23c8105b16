"""Matches that share their packs: the same deals at several tables."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from pegout import fairness, rules
from pegout.fairness import seeded_secrets
from pegout.match import Match, MatchError, PackPlanned, Seated, Setup, plan_deals, seen_by
from pegout.notation import Record, read, verify_deals, write
from pegout.players import advance
from pegout.rules import IllegalAction, Phase, Rules, actions
from tests.cases import raises_code
from tests.matches import seats, step

_SECRETS = seeded_secrets("a friday")


def _played(name: str, *levels: str, packs: str = "friday", preset: str = "half") -> Record:
    """Return the record of a game between levels."""
    people = tuple([Seated(f"{name} {seat}", level) for seat, level in enumerate(levels)])
    match = Match(Setup(name, preset, people, dealer=1, packs=packs), secrets=_SECRETS)
    for _ in advance(match):
        pass
    return match.record()


def _cards(record: Record) -> Iterator[tuple[object, ...]]:
    """Yield for each deal its dealer, its hands and its starter."""
    for entry in record.games[0].entries:
        match entry:
            case rules.Dealt(dealer=dealer, hands=hands):
                yield dealer, *(frozenset(hand) for hand in hands)
            case rules.StarterCut(at=at, card=card):
                yield at, card


def test_tables_that_share_their_packs_play_the_same_deals() -> None:
    one, other = (
        _played("one", "novice", "casual", preset="standard"),
        _played("other", "gentle", "greedy", preset="standard"),
    )
    ours, theirs = list(_cards(one)), list(_cards(other))
    common = min(len(ours), len(theirs))
    assert common > 6
    assert ours[:common] == theirs[:common]
    assert one.games[0].entries != other.games[0].entries
    # Without a common id the same secrets deal other cards.
    assert next(_cards(_played("third", "novice", "casual", packs=""))) != ours[0]


def test_anybody_can_verify_it_from_the_record_alone() -> None:
    record = _played("one", "novice", "casual")
    assert record.tag("Packs") == "friday" == read(write(record)).packs
    verdicts = verify_deals(record)
    assert {verdict.code for verdict in verdicts} == {"proved"}
    without = record.having(tags=tuple(tag for tag in record.tags if tag[0] != "Packs"))
    assert {verdict.code for verdict in verify_deals(without)} == {"wrong_secret"}


def test_the_secret_cuts() -> None:
    """The place follows from the page on fair deals alone, worked out here again."""
    record = _played("one", "novice", "casual")
    secrets = {
        entry.deal: entry.secret
        for entry in record.games[0].entries
        if isinstance(entry, rules.Revealed)
    }
    cuts = [entry for entry in record.games[0].entries if isinstance(entry, rules.StarterCut)]
    for deal, cut in enumerate(cuts, 1):
        number = int(fairness.commit(bytes.fromhex(secrets[deal]), f"friday/1/{deal}/cut"), 16)
        assert cut.at == 4 + number % (52 - 12 - 7)


def test_no_seat_adds_to_the_shuffle() -> None:
    match = Match(Setup("one", "half", seats(2), dealer=0, packs="friday"))
    text = actions.Ready(0, "lucky jack")
    with raises_code(IllegalAction, "bad_contribution"):
        match.act(0, text)
    refused = match.why_not(0, text)
    assert refused is not None
    assert refused.code == "bad_contribution"
    assert match.act(0, actions.Ready(0))


@pytest.mark.parametrize("packs", ["", "friday"])
def test_only_where_the_packs_are_shared_does_a_seat_not_cut(packs: str) -> None:
    match = Match(Setup("one", "half", seats(2), dealer=0, packs=packs), secrets=_SECRETS)
    for seat in (0, 1):
        match.act(seat, actions.Ready(seat))
    for seat in (0, 1):
        match.act(seat, actions.Discard(seat, match.view(seat).hand[:2]))
    cuts = any(isinstance(action, actions.Cut) for action in match.legal(1))
    assert cuts == (packs == "")


def _again(record: Record, *levels: str, name: str = "again") -> Match:
    """Return a match of other players with the deals of a game, played to its end."""
    people = tuple([Seated(f"{name} {seat}", level) for seat, level in enumerate(levels)])
    dealt = next(entry for entry in record.games[0].entries if isinstance(entry, rules.Dealt))
    setup = Setup(name, record.rules, people, dealer=dealt.dealer, packs=record.packs)
    match = Match(setup, planned=plan_deals(record))
    for _ in advance(match):
        pass
    return match


@pytest.mark.parametrize("preset", ["half", "standard"])
def test_any_finished_game_is_played_again_with_its_texts_and_cuts(preset: str) -> None:
    match = Match(Setup("first", Rules(preset, first_deal="random"), seats(2)))
    chance = Random(5)
    while not match.over:
        if match.view(None).phase is Phase.READY:
            seat = min(match.to_act)
            match.act(seat, actions.Ready(seat, f"word {chance.random()}"))
        else:
            step(match, chance)
    record = match.record()
    again = _again(record, "gentle", "gentle").record()
    ours, theirs = list(_cards(record)), list(_cards(again))
    common = min(len(ours), len(theirs))
    assert ours[:common] == theirs[:common]
    assert {verdict.code for verdict in verify_deals(again)} == {"proved"}
    assert again.packs == record.packs == "first"
    # A third match is dealt the same cards once more.
    assert next(_cards(_again(again, "novice", "novice", name="third").record())) == ours[0]


def test_a_match_goes_on_with_its_planned_packs_after_it_was_stored() -> None:
    record = _played("one", "novice", "casual")
    people = Seated("Ann", "novice"), Seated("Ben", "gentle")
    setup = Setup("two", "half", people, dealer=1, packs="friday")
    match = Match(setup, planned=plan_deals(record))
    restored = Match.resume(match.entries)
    for _ in advance(restored):
        pass
    ours, theirs = list(_cards(record)), list(_cards(restored.record()))
    common = min(len(ours), len(theirs))
    assert common > 2
    assert ours[:common] == theirs[:common]
    # Nobody sees them before they are dealt.
    planned = [entry.event for entry in match.entries if isinstance(entry.event, PackPlanned)]
    assert len(planned) > 2
    assert all(seen_by(event, seat) is None for event in planned for seat in (0, 1, None))


def test_only_a_finished_game_has_packs_to_be_planned() -> None:
    match = Match(Setup("one", "half", seats(2), dealer=0))
    with raises_code(MatchError, "no_packs"):
        plan_deals(match)
    record = _played("one", "novice", "casual")
    (game,) = record.games
    kept = tuple(entry for entry in game.entries if not isinstance(entry, rules.Revealed))
    with raises_code(MatchError, "no_packs"):
        plan_deals(record.having(games=(replace(game, entries=kept),)))
    with raises_code(MatchError, "bad_packs"):
        Match(Setup("one", "half", seats(2), dealer=0), planned=plan_deals(record))
