"""Reviews of games on request: their queue, their progress and their stored results.

A review goes game by game. The games of different addresses take turns, so a long match delays
other clients no longer than a short one; the result of each game is stored. The modules that value
games are imported with the first review, so that the server starts without them.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from functools import partial
from secrets import token_urlsafe
from typing import TYPE_CHECKING, Final, Literal, TypeVar

from pegout.notation import GameRecord
from pegout.server.answers import fault_code, sentence
from pegout.server.config import Config
from pegout.server.early_reviews import EarlyReviews, key
from pegout.server.fair_queue import FairQueue, Urgency
from pegout.server.limits import customer, networks
from pegout.server.logs import fault, note
from pegout.server.retention import LoadedTables
from pegout.server.table_executors import JobWorkers
from pegout.table.requests import Caller, GamesToReview
from pegout.table.state import TableRefused
from pegout.table.store import StoreError
from pegout.text import Translator
from pegout.wire.http import GameReview, ReviewAsked

if TYPE_CHECKING:
    from pegout.review.game_numbers import GameNumbers

_T = TypeVar("_T")
#: The seconds without a status request after which an unfinished review is cancelled.
_GIVEN_UP: Final = 60.0
#: The seconds for which a finished review is available by its id.
_FINISHED: Final = 600.0
#: The interval between the checks of both, in seconds.
_OFTEN: Final = 2.0
#: The part of all slots that is kept for customers who have none.
_KEPT_FREE: Final = 5
#: The most finished reviews held in memory; their results are stored anyway.
_REMEMBERED: Final = 200
#: The states of a review.
ReviewState = Literal["waiting", "running", "done", "failed"]


class Review:
    """A review that a client has requested.

    Times are on the clock of the event loop.
    """

    def __init__(self, wanted: GamesToReview, address: str, last_request: float) -> None:
        self.id = token_urlsafe()
        self.record, self.games, self.seat, self.is_stored = wanted
        self.address = address
        self.last_request = last_request
        self.state: ReviewState = "waiting"
        self.numbers: dict[int, GameNumbers] = {}
        self.done = 0
        self.of = sum([_decisions(game) for game in self.games])
        self.code = ""
        self.task: asyncio.Task[None] | None = None
        self._messages: dict[str, list[GameReview]] = {}

    @property
    def unfinished(self) -> bool:
        """Whether the review is waiting or running."""
        return self.state in ("waiting", "running")

    @property
    def missing(self) -> list[int]:
        """The indices of the games that are still to be reviewed."""
        return [index for index in range(len(self.games)) if index not in self.numbers]

    def take(self, index: int, numbers: GameNumbers) -> None:
        """Add the result of a game."""
        self.numbers[index] = numbers
        self.done = sum([_decisions(self.games[index]) for index in self.numbers])
        if not self.missing:
            self.state = "done"

    def messages(self, t: Translator) -> list[GameReview]:
        """Return the reviewed games as messages, cached for each language because this is slow."""
        from pegout.table.review_messages import review_of

        if t.code not in self._messages:
            self._messages[t.code] = [
                review_of(self.record, game, self.numbers[index], self.seat, t)
                for index, game in enumerate(self.games)
            ]
        return self._messages[t.code]


def _decisions(game: GameRecord) -> int:
    from pegout.notation.help import CHOSEN

    return sum([isinstance(event, CHOSEN) for event in game.events])


class Reviews:
    """All reviews that clients have requested.

    Without workers the host has turned reviews off.
    """

    def __init__(
        self, tables: LoadedTables, config: Config, workers: JobWorkers | None, early: EarlyReviews
    ) -> None:
        self._tables, self._config, self._workers = tables, config, workers
        self._early = early
        #: As many games are under review as there are processes; between two decisions of a game
        #: its process is free for whatever is more urgent.
        self._games = FairQueue(workers.number if workers else 0)
        self._reviews: dict[str, Review] = {}
        self._loop = asyncio.get_running_loop()
        self._sweeper = self._loop.create_task(self._sweep())

    @property
    def states(self) -> Counter[str]:
        """How many reviews are waiting, running, done and failed, of those in memory."""
        return Counter([review.state for review in self._reviews.values()])

    async def find_stored(self, wanted: GamesToReview, caller: Caller) -> ReviewAsked:
        """Return a stored review; never begin one.

        Raises:
            TableRefused: ``no_review`` if one of the games is not stored.
            StoreError: if the review cannot be read.
        """
        review = await self._fetched(wanted, "")
        if review.unfinished:
            raise TableRefused("no_review", "these games have not been reviewed yet")
        self._reviews[review.id] = review
        return await self._message(review, caller.t)

    async def _fetched(self, wanted: GamesToReview, address: str) -> Review:
        review = Review(wanted, address, self._loop.time())
        await self._tables.run(lambda: self._fetch(review))
        return review

    async def ask(self, wanted: GamesToReview, caller: Caller) -> ReviewAsked:
        """Begin a review, or return the stored one.

        Raises:
            TableRefused: ``too_many_reviews``; ``no_reviews`` if the host has turned reviews off.
            StoreError: if stored results cannot be read.
        """
        review = await self._fetched(wanted, caller.address)
        if review.unfinished:
            self._check_room(caller.address)
            review.task = self._loop.create_task(self._work(review))
        self._reviews[review.id] = review
        return await self._message(review, caller.t)

    async def progress(self, review: str, caller: Caller) -> ReviewAsked:
        """Return how far a review is, with its results once it is done.

        Raises:
            TableRefused: ``unknown_review``.
        """
        return await self._message(self.find(review), caller.t)

    def _check_room(self, address: str) -> None:
        if self._workers is None:
            raise TableRefused("no_reviews", "this server reviews no games")
        under_way = [review.address for review in self._reviews.values() if review.unfinished]
        of = Counter([name for other in under_way for name, _ in networks(other)])
        maximum, each = self._config.reviews, self._config.reviews_per_address
        own = of[customer(address)]
        # The last slots are for customers who have none.
        kept = maximum // _KEPT_FREE if own else 0
        full = any(of[name] >= each * worth for name, worth in networks(address))
        if full or len(under_way) >= maximum - kept:
            raise TableRefused(
                "too_many_reviews",
                f"expected fewer than {each} reviews of one address and {maximum} in all under way",
            )

    def find(self, name: str) -> Review:
        """Return a review, and note that its client is still waiting for it.

        Raises:
            TableRefused: ``unknown_review``.
        """
        if name not in self._reviews:
            raise TableRefused("unknown_review", "there is no review of that name")
        review = self._reviews[name]
        review.last_request = self._loop.time()
        return review

    def cancel(self, review: str) -> None:
        """Cancel a review; the decision that is being valued is finished first.

        Raises:
            TableRefused: ``unknown_review``.
        """
        self._drop(self.find(review))

    def _drop(self, review: Review) -> None:
        del self._reviews[review.id]
        if review.task is not None:
            review.task.cancel()

    def _ahead(self, review: Review) -> int:
        """Return the length of the queue before a waiting review, in which addresses take turns."""
        if review.state != "waiting":
            return 0
        earlier, others = 0, Counter[str]()
        running = 0
        seen = False
        for other in self._reviews.values():
            seen = seen or other is review
            running += other.state == "running"
            if other.state == "waiting":
                earlier += other.address == review.address and not seen
                others[other.address] += other.address != review.address
        return running + earlier + sum([min(many, earlier + 1) for many in others.values()])

    async def _message(self, review: Review, t: Translator) -> ReviewAsked:
        """Describe the progress of a review, with all results once it is done."""
        games: list[GameReview] = []
        if review.state == "done":
            games = await self._tables.run(lambda: review.messages(t))
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
        """Load the stored results of a review."""
        from pegout.review.game_numbers import decode, digest, version_of

        for index in review.missing:
            rules = review.record.rules
            key = digest(rules, review.games[index])
            data = self._tables.library.reviews.find(key, version_of(rules))
            if data is not None:
                review.take(index, decode(data))

    def _store(self, review: Review, game: GameRecord, numbers: GameNumbers) -> None:
        from pegout.review.game_numbers import digest, encode, helps_in_log, version_of
        from pegout.table.game_errors import game_errors

        rules, library = review.record.rules, self._tables.library
        data, maximum = encode(numbers), self._config.kept_reviews
        try:
            library.reviews.keep(digest(rules, game), version_of(rules), data, maximum)
            if review.is_stored:
                errors = game_errors(rules, numbers, helps_in_log(rules, game))
                library.keep_errors(review.record.match, game.number, errors)
        except StoreError as error:
            # The client receives the result anyway; the next request computes it again.
            note("review_not_kept", code=error.code)

    async def _work(self, review: Review) -> None:
        try:
            while review.missing:
                await self._game(review, review.missing[0])
        except StoreError as error:
            review.state, review.code = "failed", error.code
        except ModuleNotFoundError as error:
            note("missing", module=error.name)
            review.state, review.code = "failed", "no_server"
        except Exception as error:
            fault("review", error)
            review.state, review.code = "failed", fault_code(error, "review_failed")

    async def _game(self, review: Review, index: int) -> None:
        """Review a game, unless its result has been stored meanwhile."""
        from pegout.review.game_numbers import gather
        from pegout.review.game_review import choices, decide

        rules, game = review.record.rules, review.games[index]
        async with self._games.slot(review.address, Urgency.REVIEW):
            review.state = "running"
            await self._tables.run(lambda: self._fetch(review))
            if index in review.numbers:
                return
            valued = await self._early.finish(review.record.match) if review.is_stored else {}
            reviewed = []
            for choice in await self._tables.run(lambda: list(choices(rules, game))):
                if key(choice) in valued:
                    decision = valued[key(choice)]
                else:
                    decision = await self._compute(partial(decide, choice), review)
                if decision is not None:
                    reviewed.append(decision._replace(entry_index=choice.entry_index))
                review.done += 1
            numbers = await self._compute(partial(gather, rules, game, reviewed), review)
            await self._tables.run(lambda: self._store(review, game, numbers))
            review.take(index, numbers)

    async def _compute(self, job: Callable[[], _T], review: Review) -> _T:
        assert self._workers is not None, "there are processes"
        return await self._workers.compute(job, review.address, Urgency.REVIEW)

    async def _sweep(self) -> None:
        """Cancel abandoned reviews and forget old ones, again and again."""
        while True:
            await asyncio.sleep(_OFTEN)
            self.sweep()

    def sweep(self) -> None:
        """Cancel abandoned reviews and forget old ones once."""
        now = self._loop.time()
        for review in list(self._reviews.values()):
            if now - review.last_request > (_GIVEN_UP if review.unfinished else _FINISHED):
                self._drop(review)
        finished = [review for review in self._reviews.values() if not review.unfinished]
        for review in sorted(finished, key=lambda review: review.last_request)[:-_REMEMBERED]:
            self._drop(review)

    def close(self) -> None:
        """Cancel all reviews."""
        self._sweeper.cancel()
        for review in list(self._reviews.values()):
            self._drop(review)
