"""The log of a match: the views of seats, storing it, resuming from it, and fair deals."""

import random
from collections.abc import Callable, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pegout import fairness, rules
from pegout.fairness import seeded_secrets
from pegout.match import (
    Automation,
    Entry,
    GameBegan,
    Match,
    MatchEnded,
    MatchError,
    Seated,
    SecretDrawn,
    Setup,
    Undone,
    seen_by,
)
from pegout.notation import read, write
from tests.cases import examples, raises_code
from tests.matches import QUICK, VARIANTS, a_match, everything, go_on, play_on, play_until, step

# --- the views of seats ---------------------------------------------------------------------------


@pytest.mark.parametrize("seat", [None, 0, 1])
def test_each_seat_sees_its_own_part_of_the_log(seat: int | None) -> None:
    match = play_until(a_match(), rules.Phase.PLAY, random.Random(1))
    shown = match.seen(seat)
    hidden = [entry for entry in match.entries if isinstance(entry.event, SecretDrawn)]
    assert [entry.number for entry in shown] == [
        entry.number for entry in match.entries if entry not in hidden
    ]
    told = [(number, seen_by(event, seat)) for number, event in match.entries]
    assert shown == [entry for entry in told if entry[1] is not None]
    for _, event in shown:
        if isinstance(event, rules.Shuffled):
            assert not any(card.known for card in event.pack)
        if isinstance(event, rules.Dealt):
            known = [all(card.known for card in hand) for hand in event.hands]
            assert known == [owner == seat for owner in (0, 1)]
        if isinstance(event, rules.Discarded):
            assert all(card.known for card in event.cards) == (event.seat == seat)
    assert match.seen(seat, since=shown[4].number) == shown[5:]


def test_everybody_sees_the_events_of_the_match_but_the_secrets() -> None:
    match = a_match()
    for event in (match.entries[0].event, GameBegan(2, None), Undone(0, 3), MatchEnded((0,), (1,))):
        assert seen_by(event, None) == seen_by(event, 1) == event


def test_a_view_of_the_game_as_it_was() -> None:
    match = a_match(games=2)
    chance = random.Random(1)
    past = {}
    while not match.over:
        past[match.number] = [match.view(seat) for seat in (None, 0, 1)]
        go_on(match, chance)
    for number, views in past.items():
        assert [match.view(seat, at=number) for seat in (None, 0, 1)] == views


# --- storing and resuming -------------------------------------------------------------------------


@examples(20, 60, st.integers(0, 10_000), st.sampled_from(VARIANTS))
def test_a_match_is_resumed_at_the_very_position(seed: int, variant: rules.Rules) -> None:
    match = a_match(variant, seed=seed, people=1, games=2)
    chance = random.Random(seed)
    for _ in range(chance.randrange(120)):
        if match.over:
            break
        go_on(match, chance, undo=0.1)
    again = Match.resume(iter(match.entries), secrets=seeded_secrets(seed))
    assert everything(again) == everything(match)
    ends = [play_on(game, random.Random(seed)).entries for game in (match, again)]
    assert ends[0] == ends[1]


def test_a_log_that_is_none_is_refused() -> None:
    match = play_until(a_match(), rules.Phase.DISCARD, random.Random(1))
    log = match.entries
    for wrong in ((), log[1:], (*log[:3], *log[4:]), (log[0], log[0]), (Entry(1, log[1].event),)):
        with raises_code(MatchError, "bad_log"):
            Match.resume(wrong)


def test_every_batch_is_stored_before_anything_has_changed() -> None:
    kept: list[Entry] = []
    matches: list[Match] = []

    def keep(entries: Sequence[Entry]) -> None:
        if matches:
            assert matches[0].entries == tuple(kept)
        kept.extend(entries)

    match = a_match(games=2, people=1, keep=keep)
    matches.append(match)
    chance = random.Random(1)
    play_until(match, rules.Phase.PLAY, chance)
    while not match.can_undo(0):
        step(match, chance)
    match.undo(0)
    match.automate(0, list(Automation))
    assert play_on(match, chance).entries == tuple(kept)
    assert [entry.number for entry in kept] == list(range(1, len(kept) + 1))


def test_nothing_to_store_is_not_stored() -> None:
    stored: list[Sequence[Entry]] = []
    match = a_match(keep=stored.append)
    stored.clear()
    assert match.automate(0, [Automation.GO]) == ()
    assert match.automations == {0: {Automation.GO}}
    assert not stored


def test_what_could_not_be_stored_has_not_happened() -> None:
    full = False

    def keep(entries: Sequence[Entry]) -> None:
        if full:
            raise OSError("no room")

    match = a_match(games=2, people=1, keep=keep)
    chance = random.Random(1)
    tried = set()
    while not match.over:
        before = everything(match)
        seat = min(match.to_act, default=0)
        requests: dict[str, Callable[[], object]] = {
            "automate": lambda: match.automate(min(match.to_act), [*Automation])
        }
        if match.can_undo(0):
            requests["undo"] = lambda: match.undo(0)
        if match.game_over:
            requests = {"next_game": match.next_game}
        else:
            action = chance.choice(match.legal(seat))
            requests["act"] = lambda seat=seat, action=action: match.act(seat, action)  # type: ignore[misc]
            if not isinstance(action, rules.Ready):
                del requests["automate"]
        full = True
        for name, request in requests.items():
            tried.add(name)
            with pytest.raises(OSError, match="no room"):
                request()
            assert everything(match) == before
        full = False
        requests["next_game" if match.game_over else "act"]()
    assert tried == {"act", "automate", "next_game", "undo"}


def test_a_match_that_could_not_be_stored_has_not_begun() -> None:
    def keep(entries: Sequence[Entry]) -> None:
        raise OSError("no room")

    with pytest.raises(OSError, match="no room"):
        a_match(keep=keep)


def test_without_a_secret_nothing_happens() -> None:
    secrets = seeded_secrets(1)

    def scarce(label: str) -> bytes:
        if label.startswith("K7QX/2/"):
            raise OSError(f"no chance for {label}")
        return secrets(label)

    match = Match(a_match(games=2).setup, secrets=scarce)
    chance = random.Random(1)
    while not match.game_over:
        step(match, chance)
    before = everything(match)
    with pytest.raises(OSError, match="no chance for K7QX/2/1"):
        match.next_game()
    assert everything(match) == before


@pytest.mark.parametrize("seed", range(4))
def test_a_match_catches_up_with_another_owner(seed: int) -> None:
    chance = random.Random(seed)
    match = a_match(people=1, games=2)
    other = Match.resume(match.entries)
    while not match.over:
        before = other.number
        for _ in range(chance.randrange(4)):
            if not match.over:
                go_on(match, chance, undo=0.3)
        other.catch_up(match.entries[before:])
        assert everything(other) == everything(match)
    assert any(isinstance(entry.event, Undone) for entry in match.entries)


def test_a_match_catches_up_without_a_gap_or_not_at_all() -> None:
    match = a_match()
    other = Match.resume(match.entries)
    for _ in range(4):
        step(match, random.Random(1))
    before = everything(other)
    for wrong in (match.entries, match.entries[other.number + 1 :], match.entries[-1:]):
        with raises_code(MatchError, "bad_log"):
            other.catch_up(wrong)
    news = match.entries[other.number :]
    assert everything(other) == before
    other.catch_up(news)
    assert everything(other) == everything(match)


# --- the record -----------------------------------------------------------------------------------

LINES = st.one_of(
    st.text(st.characters(exclude_categories=["C", "Z"]), max_size=22),
    st.text('"\\[]; %?é李', max_size=8).map(str.strip),
    st.text(max_size=3),
)


@given(names=st.tuples(LINES, LINES), kind=LINES, event=LINES, date=LINES)
def test_whatever_can_be_set_up_can_be_recorded(
    names: tuple[str, str], kind: str, event: str, date: str
) -> None:
    try:
        people = (Seated(names[0]), Seated(f"B{names[1]}n", f"k{kind}k"))
        setup = Setup("K7QX", QUICK, people, dealer=0, event=event, date=date)
    except MatchError:
        return
    match = play_until(Match(setup, secrets=seeded_secrets(1)), rules.Phase.PLAY, random.Random(1))
    record = match.record(0)
    assert read(write(record)) == record
    assert [(player.name, player.kind) for player in record.players] == [
        (seated.name, seated.kind) for seated in people
    ]
    assert (record.tag("Event") or "", record.tag("Date") or "") == (event, date)


def test_a_game_that_is_over_is_recorded_in_full_and_another_as_it_was_seen() -> None:
    match = a_match(games=2, play_to=0)
    chance = random.Random(1)
    while not match.game_over:
        step(match, chance)
    match.next_game()
    play_until(match, rules.Phase.PLAY, chance)
    for seat in (None, 0, 1):
        done, going = match.record(seat).games
        for game, hidden in ((done, 0), (going, 2 if seat is None else 1)):
            dealt = [event for event in game.events if isinstance(event, rules.Dealt)][-1]
            assert sum(not hand[0].known for hand in dealt.hands) == hidden
    assert match.record().tag("Games") == "2"
    assert a_match(play_to=5).record().tag("PlayTo") == "5"
    assert Match.resume(match.entries[:1]).record().games == ()


# --- fair deals -----------------------------------------------------------------------------------


def deals(match: Match) -> dict[tuple[int, int], list[Entry]]:
    """Return the entries of each pack, from its secret to its end, by game and deal."""
    found: dict[tuple[int, int], list[Entry]] = {}
    game, here = 0, None
    for entry in match.effective():
        event = entry.event
        if isinstance(event, GameBegan):
            game, here = event.game, None
        if isinstance(event, SecretDrawn):
            here = (game, event.deal)
        if here is not None:
            found.setdefault(here, []).append(entry)
        if isinstance(event, rules.Revealed):
            assert here == (game, event.deal)
            here = None
    return found


@examples(10, 60, st.integers(0, 10_000), st.sampled_from(VARIANTS))
def test_every_deal_is_fair_and_can_be_verified(seed: int, variant: rules.Rules) -> None:
    match = a_match(variant, seed=seed, games=2)
    chance = random.Random(seed)
    while not match.over:
        if match.game_over:
            match.next_game()
            continue
        seat = chance.choice(sorted(match.to_act))
        action = chance.choice(match.legal(seat))
        if isinstance(action, rules.Ready):
            action = rules.Ready(seat, chance.choice(["", "lucky jack", str(chance.random())]))
        match.act(seat, action)
    packs = deals(match)
    assert {game for game, _ in packs} == {1, 2}
    for (game, deal), entries in packs.items():
        events = [entry.event for entry in entries]
        drawn, committed = events[:2]
        assert isinstance(drawn, SecretDrawn)
        assert isinstance(committed, rules.Committed), "nothing comes between secret and commitment"
        ready = [event for event in events if isinstance(event, rules.SaidReady)]
        assert events[2 : 2 + len(ready)] == ready, "all are ready before anything else happens"
        assert len(ready) == variant.players
        shuffled, revealed = events[2 + len(ready)], events[-1]
        assert isinstance(shuffled, rules.Shuffled)
        assert isinstance(revealed, rules.Revealed)
        assert isinstance(events[-2], rules.DealEnded | rules.DealerChosen | rules.GameEnded)
        contributions = dict(sorted((event.seat, event.contribution) for event in ready))
        assert fairness.verify(
            committed.commitment,
            revealed.secret,
            fairness.deal_label("K7QX", game, deal),
            list(contributions.values()),
            shuffled.pack,
        )
    secrets = {entries[0].event.secret for entries in packs.values()}  # type: ignore[union-attr]
    assert len(secrets) == len(packs)
    for seat in (None, *range(variant.players)):
        for entry in match.seen(seat):
            told = {secret for secret in secrets if secret in repr(entry.event)}
            assert told == (
                {entry.event.secret} if isinstance(entry.event, rules.Revealed) else set()
            )
