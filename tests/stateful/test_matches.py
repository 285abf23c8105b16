"""Random matches, with every preset and switch, refused requests, and restarts.

After every step: 52 cards, each of them once; scores that never fall; a log that reads back to the
same match; and views that agree with the true state, and show nothing of it that is hidden.
"""

import random
import shutil
import tempfile
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from pegout import rules
from pegout.cards import CARDS, UNKNOWN, Card
from pegout.fairness import seeded_secrets
from pegout.match import Automation, Entry, Match, MatchError, Seated, Setup
from pegout.match.position import Position
from pegout.notation import read, replay, write
from pegout.rules.state import State, new_game
from pegout.rules.view import view
from pegout.storage import Library
from pegout.storage.library import open_database
from pegout.storage.locations import locate
from pegout.storage.sqlite import SqliteDatabase
from tests.matches import NAMES, everything
from tests.rules.games import switches

# --- the rules and requests to draw ---------------------------------------------------------------


@st.composite
def variants(draw: st.DrawFn) -> rules.Rules:
    """Draw every preset with every switch, as far as they can be combined."""
    preset = draw(st.sampled_from(sorted(rules.PRESETS)))
    drawn = draw(switches(preset))
    kept = draw(st.sets(st.sampled_from(sorted(drawn))))
    if "skunk_lines" in kept:
        kept.discard("match_points")
    # A preset without changes must occur too, and does when no switch is left.
    kept |= {"players", "teams", "target"}
    kept |= {"counting", "muggins"} if drawn["muggins"] else set()
    kept |= {"first_deal"} if "next_deal" in kept else set()
    return rules.Rules(preset, **{name: drawn[name] for name in sorted(kept)})


SEATS = st.integers(-1, 4)
ANY_CARD = st.sampled_from([*CARDS, UNKNOWN])
NUMBERS = st.integers(-1, 60)
WORDS = st.one_of(st.just("00" * 32), st.text(max_size=70))

#: Any request that a seat may send, most of them invalid at any given moment.
ATTEMPTS: st.SearchStrategy[rules.Action] = st.one_of(
    st.builds(rules.Ready, SEATS, WORDS),
    st.builds(rules.CutForDeal, SEATS, NUMBERS),
    st.builds(rules.Discard, SEATS, st.lists(ANY_CARD, max_size=3).map(tuple)),
    st.builds(rules.Cut, SEATS, NUMBERS),
    st.builds(rules.Play, SEATS, ANY_CARD, st.none() | NUMBERS),
    st.builds(rules.Go, SEATS),
    st.builds(rules.Claim, SEATS, NUMBERS),
    st.builds(rules.Muggins, SEATS, NUMBERS),
    st.builds(rules.Accept, SEATS),
    st.builds(rules.Stop, SEATS),
    st.builds(rules.Stop, SEATS),
    st.builds(rules.GoOn, SEATS),
    st.builds(rules.Commit, WORDS, SEATS),
    st.builds(rules.Reveal, NUMBERS, WORDS, SEATS),
    st.builds(rules.Shuffle, st.just(CARDS), SEATS),
)

#: Kinds of requests of which ``legal`` lists examples only, or nothing.
OPEN = (rules.Ready, rules.Play, rules.Claim, rules.Muggins, rules.Resign, rules.Stop, rules.GoOn)


# --- the true state -------------------------------------------------------------------------------


def truth(match: Match) -> State:
    return match._position.state


def on_the_table(state: State) -> list[Card]:
    played = [card.card for pile in (*state.earlier, state.pile) for card in pile]
    starter = [] if state.starter is None else [state.starter]
    held = [card for hand in state.hands for card in hand]
    return [*state.pack, *held, *state.crib, *played, *starter]


def known_to(state: State, seat: int | None) -> set[Card]:
    """Return every card that a seat has seen, from the state and not from the view."""
    known = {played.card for pile in (*state.earlier, state.pile) for played in pile}
    known |= {card for shown in state.shown for card in shown.cards}
    known |= {cut.card for cut in state.cuts}
    known |= {state.starter} - {None} if state.starter is not None else set()
    if seat is not None and state.dealt:
        known |= set(state.dealt[seat])
    return known


def exchange(state: State, hidden: Sequence[Card], chance: random.Random) -> State:
    """Return the same state with the cards that are hidden from a seat dealt differently."""
    others = list(hidden)
    chance.shuffle(others)
    swap = {**{card: card for card in CARDS}, **dict(zip(hidden, others, strict=True))}

    def swapped(cards: tuple[Card, ...]) -> tuple[Card, ...]:
        return tuple(swap[card] for card in cards)

    return state.having(
        pack=swapped(state.pack),
        from_pack=swapped(state.from_pack),
        dealt=tuple(swapped(hand) for hand in state.dealt),
        hands=tuple(swapped(hand) for hand in state.hands),
        discards=tuple(swapped(cards) for cards in state.discards),
    )


def fold(match: Match, seat: int | None) -> State:
    """Return what a seat knows, from the events sent to it alone."""
    counting = {entry.number for entry in match.effective()}
    position = Position.before(match.setup.rules)
    for number, event in match.seen(seat):
        if number in counting:
            position = position.after(event)
    return position.state


@cache
def empty_library() -> bytes:
    """Return the file of a new library, so that not every match creates its tables."""
    with tempfile.TemporaryDirectory() as folder:
        Library.open(folder).close()
        return Path(folder, "library.db").read_bytes()


def reopen(folder: Path) -> SqliteDatabase:
    """Open a database that does not wait for the disk: only a power cut would show that."""
    database = open_database(locate(folder))
    assert isinstance(database, SqliteDatabase)
    with database.exclusive() as line:
        line.execute("PRAGMA synchronous = OFF")
    return database


def library_in(database: SqliteDatabase) -> Library:
    return Library(database, lambda: datetime.now(UTC))


# --- the machine ----------------------------------------------------------------------------------


class Matches(RuleBasedStateMachine):
    """One match in a library on the disk, with all its possible events."""

    match: Match

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp(prefix="pegout-"))
        (self.folder / "library.db").write_bytes(empty_library())
        self.database = reopen(self.folder)
        self.library = library_in(self.database)
        self.pegged: tuple[int, tuple[int, ...]] = (0, ())

    def teardown(self) -> None:
        self.library.close()
        shutil.rmtree(self.folder)

    @initialize(
        variant=variants(),
        people=st.sampled_from([1, 1, 1, 0, 2, 4]),
        games=st.integers(1, 3),
        play_to=st.sampled_from([0, 0, 2]),
        seed=st.integers(0, 10**6),
    )
    def begin(self, variant: rules.Rules, people: int, games: int, play_to: int, seed: int) -> None:
        self.secrets = seeded_secrets(seed)
        self.chance = random.Random(seed)
        seats = tuple(
            Seated(NAMES[seat], "person" if seat < people else "club")
            for seat in range(variant.players)
        )
        dealer = seed % variant.players if variant.first_deal == "chosen" else None
        setup = Setup("K7QX", variant, seats, games=games, play_to=play_to, dealer=dealer)
        self.match = self.library.create(setup, self.secrets)

    # Possible events

    @precondition(lambda self: not self.match.game_over)
    @rule(steps=st.integers(1, 4))
    def play(self, steps: int) -> None:
        for _ in range(steps):
            if self.match.game_over:
                break
            seat = self.chance.choice(sorted(self.match.to_act))
            action = self.chance.choice(self.match.legal(seat))
            self.grows(lambda seat=seat, action=action: self.match.act(seat, action))  # type: ignore[misc]
            self.check_the_cards()

    @precondition(lambda self: not self.match.game_over)
    @rule(steps=st.sampled_from([20, 60, 120]))
    def play_on(self, steps: int) -> None:
        self.play(steps)

    @rule(attempt=ATTEMPTS, due=st.sampled_from([True, True, False]))
    def attempt(self, attempt: rules.Action, due: bool) -> None:
        if due and self.match.to_act:
            attempt = replace(attempt, seat=self.chance.choice(sorted(self.match.to_act)))
        seat = attempt.seat
        legal = self.match.legal(seat) if seat in self.seats else ()
        problem = self.match.why_not(seat, attempt)
        if problem is None:
            assert (
                isinstance(attempt, OPEN) or attempt in legal or isinstance(attempt, rules.Discard)
            )
            self.grows(lambda: self.match.act(seat, attempt))
            return
        assert attempt not in legal
        before = everything(self.match)
        with pytest.raises(rules.IllegalAction) as caught:
            self.match.act(seat, attempt)
        assert (caught.value.code, str(caught.value)) == (problem.code, str(problem))
        assert everything(self.match) == before

    @precondition(lambda self: not self.match.game_over)
    @rule(seat=st.integers(0, 3), on=st.booleans())
    def offer(self, seat: int, on: bool) -> None:
        """Offer to stop, and agree or decline; the match is over if all agree."""
        match, seat = self.match, seat % len(self.seats)
        persons = [at for at in self.seats if match.setup.seats[at].kind == "person"]
        if match.why_not(seat, rules.Stop(seat)) is None:
            self.grows(lambda: match.act(seat, rules.Stop(seat)))
        if match.over:
            assert match.results[-1].winners == ()
            return
        if seat in persons:
            assert truth(match).stopping >= set(self.seats) - set(persons)
        if on:
            self.grows(lambda: match.act(seat, rules.GoOn(seat)))
            assert truth(match).stopping == frozenset()

    @precondition(lambda self: not self.match.game_over)
    @rule(seat=st.integers(0, 3), sure=st.sampled_from([True, False, False]))
    def resign(self, seat: int, sure: bool) -> None:
        match, seat = self.match, seat % len(self.seats)
        if not sure:
            return
        self.grows(lambda: match.act(seat, rules.Resign(seat)))
        assert match.game_over
        assert not match.can_undo(seat)
        assert match.setup.rules.side(seat) not in match.results[-1].winners
        assert truth(match).sealed == ()

    @precondition(lambda self: self.match.game_over and not self.match.over)
    @rule()
    def next_game(self) -> None:
        dealer = self.match.next_dealer()
        self.grows(self.match.next_game)
        assert self.match.view(None).dealer == dealer

    @precondition(lambda self: self.takers())
    @rule()
    def undo(self) -> None:
        match = self.match
        seat = self.chance.choice(self.takers())
        others = [other.kind for at, other in enumerate(match.setup.seats) if at != seat]
        assert "person" not in others
        dealt = truth(match).dealt
        (entry,) = match.undo(seat)
        assert entry.number == match.number
        assert truth(match).dealt == dealt, "the same cards"
        assert seat in match.to_act
        self.pegged = (0, ())

    @rule(seat=st.integers(0, 3))
    def undo_nothing(self, seat: int) -> None:
        if seat in self.takers():
            return
        before = everything(self.match)
        with pytest.raises(MatchError) as caught:
            self.match.undo(seat)
        assert caught.value.code == ("no_undo" if seat in self.seats else "bad_seat")
        assert everything(self.match) == before

    @property
    def seats(self) -> range:
        """The seats of the match."""
        return range(self.match.setup.rules.players)

    def takers(self) -> list[int]:
        """Return the seats that may take back a decision."""
        return [seat for seat in self.seats if self.match.can_undo(seat)]

    @rule(seat=st.integers(0, 3), automations=st.sets(st.sampled_from(Automation)))
    def automate(self, seat: int, automations: set[Automation]) -> None:
        seat %= self.match.setup.rules.players
        self.grows(lambda: self.match.automate(seat, automations))
        assert self.match.automations[seat] == automations

    @rule()
    def restart(self) -> None:
        before = everything(self.match)
        automations = self.match.automations
        self.library.close()
        self.database = reopen(self.folder)
        self.library = library_in(self.database)
        (summary,) = self.library.matches()
        self.match = self.library.load(summary.id, self.secrets)
        # Automation for a seat is a request of its screen, not of the match.
        for seat, wanted in automations.items():
            assert self.match.automate(seat, wanted) == ()
        assert everything(self.match) == before

    @precondition(lambda self: not self.match.over)
    @rule()
    def no_room(self) -> None:
        def full(store: object) -> None:
            raise OSError("no room")

        match, before = self.match, everything(self.match)
        seat = min(match.to_act, default=0)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(self.database, "write", full)
            with pytest.raises(OSError, match="no room"):
                match.next_game() if match.game_over else match.act(seat, match.legal(seat)[0])
        assert everything(match) == before

    @rule()
    def write_down(self) -> None:
        """Write the record of each seat, read it back, and check that it leads to the same view."""
        match = self.match
        for seat in (None, *range(match.setup.rules.players)):
            record = match.record(seat)
            text = write(record)
            again = read(text)
            assert again == record
            assert write(again) == text
            state = new_game(again.rules, again.games[-1].dealer)
            for _, after in replay(again.rules, again.games[-1]):
                state = after
            if state.phase is rules.Phase.SHUFFLE:
                # A record identifies a pack by its cards, and no card of this one has been cut.
                assert truth(match).phase is rules.Phase.CUT_FOR_DEAL
                assert not truth(match).cuts
            else:
                assert view(state, seat) == match.view(seat)

    def grows(self, happen: Callable[[], Sequence[Entry]]) -> None:
        """Let an event happen; no side may lose points and no entry may be lost."""
        known = self.match.entries
        entries = happen()
        assert self.match.entries == (*known, *entries)

    # Invariants after every step

    @invariant()
    def check_the_cards(self) -> None:
        state = truth(self.match)
        if state.pack:
            assert Counter(on_the_table(state)) == Counter(CARDS)
        else:
            assert len(state.ready) < len(self.seats), "a pack is there from the shuffle on"
        assert all(0 <= low <= high for low, high in zip(state.rear, state.scores, strict=True))
        assert max(state.scores) <= state.rules.target
        game, scores = self.pegged
        if game == self.match.game:
            assert all(now >= then for now, then in zip(state.scores, scores, strict=True))
        self.pegged = self.match.game, state.scores

    @invariant()
    def check_the_log(self) -> None:
        match = self.match
        stored = self.library.entries(match.setup.id)
        assert stored == list(match.entries)
        assert Match.resume(stored)._position == match._position
        (summary,) = self.library.matches()
        assert (summary.number, summary.game) == (match.number, match.game)
        assert (summary.scores, summary.points) == (truth(match).scores, match.points)
        assert (summary.status == "over") == match.over
        agreed = match.game_over and not match.results[-1].winners
        assert match.over >= agreed
        assert bool(summary.winners) == (match.over and not agreed)
        assert summary.resigned == truth(match).resigned

    @invariant()
    def check_the_views(self) -> None:
        state = truth(self.match)
        for seat in (None, *range(state.rules.players)):
            shown = self.match.view(seat)
            assert shown == view(fold(self.match, seat), seat), "no more than what was told"
            known = known_to(state, seat)
            hidden = [card for card in CARDS if card not in known]
            other = exchange(state, hidden, self.chance)
            assert repr(view(other, seat)) == repr(shown), "hidden cards make no difference"
            assert (shown.phase, shown.to_act) == (state.phase, self.match.to_act)
            assert (shown.scores, shown.count) == (state.scores, state.count)
            assert shown.hand_sizes == tuple(map(len, state.hands))
            assert shown.crib_size == len(state.crib)
            assert shown.pack_size == len(state.pack)
            if seat is not None:
                assert shown.legal == self.match.legal(seat)
                assert shown.hand == (state.hands[seat] if state.hands else ())
                assert set(shown.hand) <= known


TestMatches = Matches.TestCase
TestMatches.settings = settings(max_examples=6, stateful_step_count=25)


@pytest.mark.long
class TestManyMatches(Matches.TestCase):  # type: ignore[misc,valid-type]
    """The same for some minutes."""

    settings = settings(max_examples=600, stateful_step_count=60)
