"""Games reviewed on request: who waits, how far it is, and what was found before.

A review goes game by game. Each game has its turn among those of other addresses, so that a long
match keeps nobody waiting for longer than a short one does; and what was found of it is stored.
What values games is imported with the first review, so that a server starts without it.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, Literal

from pegout.notation import GameRecord, Record
from pegout.rules import Rules
from pegout.storage import StorageError
from pegout.text import Translator
from pegout.web.answers import sentence
from pegout.web.config import Config
from pegout.web.logs import fault, note
from pegout.web.retention import Awake
from pegout.web.reviewers import Reviewers
from pegout.web.seats import TableRefused, new_token
from pegout.wire import GameReview, ReviewAsked

if TYPE_CHECKING:
    from pegout.analysis.game_numbers import GameNumbers

__all__ = ["Review", "Reviews"]

#: After how many seconds in which nobody asks how far it is a review is given up.
_GIVEN_UP: Final = 60.0
#: For how many seconds one that is finished can be asked for by its id.
_FINISHED: Final = 600.0
#: How often both are looked for, in seconds.
_OFTEN: Final = 2.0
#: How many that are finished are remembered at most; what was found is stored anyway.
_REMEMBERED: Final = 200


class Review:
    """A review that somebody has asked for.

    Args:
        record: what was played.
        games: those of its games that are reviewed.
        seat: who is told; ``None`` for a spectator.
        address: on whose account it is.
        heard: when they asked last, by the clock of the loop.
    """

    def __init__(
        self,
        record: Record,
        games: Sequence[GameRecord],
        seat: int | None,
        address: str,
        heard: float,
    ) -> None:
        self.id = new_token()
        self.record, self.games, self.seat, self.address = record, games, seat, address
        self.heard = heard
        self.state: Literal["waiting", "running", "done", "failed"] = "waiting"
        self.found: dict[int, GameNumbers] = {}
        self.done = 0
        self.of = sum([_decisions(game) for game in games])
        self.code = ""
        self.task: asyncio.Task[None] | None = None
        self._told: dict[str, list[GameReview]] = {}

    @property
    def unfinished(self) -> bool:
        """Whether it is waiting or running."""
        return self.state in ("waiting", "running")

    @property
    def missing(self) -> list[int]:
        """The places of the games that are still to be reviewed."""
        return [place for place in range(len(self.games)) if place not in self.found]

    def take(self, place: int, numbers: GameNumbers) -> None:
        """Take what was found of a game."""
        self.found[place] = numbers
        self.done = sum([_decisions(self.games[one]) for one in self.found])
        if not self.missing:
            self.state = "done"

    def told(self, t: Translator) -> list[GameReview]:
        """Tell all games in a language; it takes a moment, and so is remembered."""
        from pegout.web.review_answers import review_of

        if t.code not in self._told:
            self._told[t.code] = [
                review_of(self.record, game, self.found[place], self.seat, t)
                for place, game in enumerate(self.games)
            ]
        return self._told[t.code]


def _decisions(game: GameRecord) -> int:
    from pegout.analysis.review import CHOSEN

    return sum([isinstance(event, CHOSEN) for event in game.events])


class Reviews:
    """The reviews that were asked for.

    Args:
        tables: where they are kept.
        config: how many there may be, and how many processes work at them.
    """

    def __init__(self, tables: Awake, config: Config) -> None:
        self._tables, self._config = tables, config
        self._reviewers: Reviewers | None = None
        if config.reviewers:
            niceness = config.review_niceness
            self._reviewers = Reviewers(config.reviewers, config.idle, niceness)
        self._reviews: dict[str, Review] = {}
        self._loop = asyncio.get_running_loop()
        self._sweeper = self._loop.create_task(self._sweep())

    async def kept(self, record: Record, games: Sequence[GameRecord], seat: int | None) -> Review:
        """Give a review that is stored; nothing is begun.

        Raises:
            TableRefused: ``no_review`` where one of the games is not stored.
            StorageError: if it cannot be read.
        """
        review = await self._fetched(record, games, seat, "")
        if review.unfinished:
            raise TableRefused("no_review", "these games have not been reviewed yet")
        self._reviews[review.id] = review
        return review

    async def _fetched(
        self, record: Record, games: Sequence[GameRecord], seat: int | None, address: str
    ) -> Review:
        review = Review(record, games, seat, address, self._loop.time())
        await self._tables.run(lambda: self._fetch(review))
        return review

    async def ask(
        self, record: Record, games: Sequence[GameRecord], seat: int | None, address: str
    ) -> Review:
        """Begin a review, or give one that is stored.

        Args:
            record: what was played.
            games: those of its games that are to be reviewed.
            seat: who is told; ``None`` for a spectator.
            address: on whose account it is.

        Raises:
            TableRefused: ``too_many_reviews``; ``no_reviews`` where the host has turned them off.
            StorageError: if it cannot be read what is stored.
        """
        review = await self._fetched(record, games, seat, address)
        if review.unfinished:
            self._check_room(address)
            review.task = self._loop.create_task(self._work(review))
        self._reviews[review.id] = review
        return review

    def _check_room(self, address: str) -> None:
        if self._reviewers is None:
            raise TableRefused("no_reviews", "this server reviews no games")
        of = Counter([one.address for one in self._reviews.values() if one.unfinished])
        most, each = self._config.reviews, self._config.reviews_per_address
        if of[address] >= each or of.total() >= most:
            raise TableRefused(
                "too_many_reviews",
                f"expected fewer than {each} reviews of one address and {most} in all under way",
            )

    def find(self, name: str) -> Review:
        """Give a review, and know that somebody still asks for it.

        Raises:
            TableRefused: ``unknown_review``.
        """
        if name not in self._reviews:
            raise TableRefused("unknown_review", "there is no review of that name")
        review = self._reviews[name]
        review.heard = self._loop.time()
        return review

    def cancel(self, name: str) -> None:
        """Give a review up; the decision that is being valued is the last one.

        Raises:
            TableRefused: ``unknown_review``.
        """
        self._drop(self.find(name))

    def _drop(self, review: Review) -> None:
        del self._reviews[review.id]
        if review.task is not None:
            review.task.cancel()

    def _ahead(self, review: Review) -> int:
        """Give how many others come before a review that waits, as each address has its turn."""
        if review.state != "waiting":
            return 0
        earlier, others = 0, Counter[str]()
        running = 0
        seen = False
        for one in self._reviews.values():
            seen = seen or one is review
            running += one.state == "running"
            if one.state == "waiting":
                earlier += one.address == review.address and not seen
                others[one.address] += one.address != review.address
        return running + earlier + sum([min(many, earlier + 1) for many in others.values()])

    async def answer(self, review: Review, t: Translator) -> ReviewAsked:
        """Say how far a review is, with all that was found once it is done.

        Args:
            review: the review.
            t: the language.
        """
        games: list[GameReview] = []
        if review.state == "done":
            games = await self._tables.run(lambda: review.told(t))
        return ReviewAsked(
            review=review.id,
            state=review.state,
            done=review.done,
            of=review.of,
            ahead=self._ahead(review),
            seat=review.seat,
            games=games,
            code=review.code,
            message=sentence(review.code, t) if review.code else "",
        )

    def _fetch(self, review: Review) -> None:
        """Take what is stored of a review."""
        from pegout.analysis.game_numbers import decode, digest, version

        for place in review.missing:
            key = digest(review.record.rules, review.games[place])
            data = self._tables.library.reviews.find(key, version())
            if data is not None:
                review.take(place, decode(data))

    def _store(self, rules: Rules, game: GameRecord, numbers: GameNumbers) -> None:
        from pegout.analysis.game_numbers import digest, encode, version

        key, most = digest(rules, game), self._config.kept_reviews
        try:
            self._tables.library.reviews.keep(key, version(), encode(numbers), most)
        except StorageError as error:
            # Whoever has asked is told all the same, and the next one has it found again.
            note("review_not_kept", code=error.code)

    async def _work(self, review: Review) -> None:
        try:
            while review.missing:
                await self._game(review, review.missing[0])
        except StorageError as error:
            review.state, review.code = "failed", error.code
        except Exception as error:
            fault("review", error)
            review.state, review.code = "failed", "review_failed"

    async def _game(self, review: Review, place: int) -> None:
        """Review a game, unless somebody else has done so meanwhile."""
        from pegout.analysis.game_numbers import gathered
        from pegout.analysis.review import choices, decide

        assert self._reviewers is not None, "there are processes"
        rules, game = review.record.rules, review.games[place]
        async with self._reviewers.one(review.address) as reviewer:
            review.state = "running"
            await self._tables.run(lambda: self._fetch(review))
            if place in review.found:
                return
            reviewed = []
            for choice in await self._tables.run(lambda: list(choices(rules, game))):
                one = await reviewer.do(decide, choice)
                if one is not None:
                    reviewed.append(one)
                review.done += 1
            numbers = await reviewer.do(gathered, rules, game, reviewed)
            await self._tables.run(lambda: self._store(rules, game, numbers))
            review.take(place, numbers)

    async def _sweep(self) -> None:
        """Give up what nobody asks for any more, and forget what was finished long ago."""
        while True:
            await asyncio.sleep(_OFTEN)
            self.sweep()

    def sweep(self) -> None:
        """Look once; see :class:`Reviews`."""
        now = self._loop.time()
        for review in list(self._reviews.values()):
            if now - review.heard > (_GIVEN_UP if review.unfinished else _FINISHED):
                self._drop(review)
        finished = [one for one in self._reviews.values() if not one.unfinished]
        for review in sorted(finished, key=lambda one: one.heard)[:-_REMEMBERED]:
            self._drop(review)

    async def close(self) -> None:
        """Give up all reviews, and end the processes."""
        self._sweeper.cancel()
        for review in list(self._reviews.values()):
            self._drop(review)
        if self._reviewers is not None:
            await asyncio.to_thread(self._reviewers.close)
