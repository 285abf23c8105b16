"""A Dask cluster as the place of a run; needs the extra ``cluster``.

The scheduler computes a chunk again if the worker that had it dies. What it cannot do for itself
ends the run with an error that says so: nothing answers, no worker comes, the scheduler is gone.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Executor, Future, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from time import monotonic
from typing import Any, Final, TypeAlias, TypeVar

from pegout.runs.errors import RunError
from pegout.runs.executors import IN_HAND, ChunkLost
from pegout.runs.versions import Versions, versions

__all__ = ["Cluster", "connected"]

Result = TypeVar("Result")
#: A client of the package distributed, which not everybody has.
Client: TypeAlias = Any

#: How long to wait for an answer, in seconds.
_PATIENCE: Final = 10.0
#: How long to wait for a worker when there is none, in seconds.
_ALONE: Final = 60.0
#: How often to ask how many workers there are, in seconds.
_LOOK: Final = 2.0
_ADDRESS: Final = re.compile(r"(tcp|tls)://([\w.-]+|\[[0-9a-fA-F:.]+\]):[0-9]{1,5}")


class _Submitting(Executor):
    """A client as an executor whose futures always end.

    Those of ``Client.get_executor`` wait for ever if a result is lost on its way here.
    """

    def __init__(self, client: Client) -> None:
        self._client = client

    def submit(
        self, function: Callable[..., Result], /, *arguments: Any, **named: Any
    ) -> Future[Result]:
        """Have a function called in the cluster."""
        told: Future[Result] = Future()
        # Not pure: what somebody else has computed under the same name is not taken for it.
        try:
            asked = self._client.submit(function, *arguments, **named, pure=False)
        except Exception as error:
            if self._client.status == "running":
                raise
            raise CancelledError from error
        # Neither of them waits for the scheduler, which may not be there.
        told.add_done_callback(lambda _: asked.release())
        asked.add_done_callback(partial(_hand_over, told))
        return told


def _hand_over(told: Future[Result], asked: Any) -> None:
    """Tell what came of a call; runs in a thread of the client."""
    if not told.set_running_or_notify_cancel():
        return
    try:
        told.set_result(asked.result(timeout=_PATIENCE))
    except BaseException as error:
        if asked.status == "error":
            told.set_exception(error)
        else:
            # A client that has lost its scheduler cancels everything.
            told.set_exception(CancelledError() if asked.status == "cancelled" else ChunkLost())


class Cluster:
    """A cluster that is connected.

    Args:
        client: the connection.
        address: its address, for a person.

    Attributes:
        executor: what chunks are handed to.
        versions: of Dask's packages, which every worker must have too.
    """

    def __init__(self, client: Client, address: str) -> None:
        self.executor: Executor = _Submitting(client)
        self.versions: Versions = versions(["distributed"])
        self._client = client
        self._address = address
        self._threads = 0
        self._met = self._looked = monotonic()
        self._look()

    def room(self) -> int:
        """Say how many chunks may be in hand at once; it grows and shrinks with the cluster."""
        return IN_HAND * max(1, self._threads)

    def watch(self) -> None:
        """See whether the cluster is still there.

        Raises:
            RunError: ``cluster_lost``, or ``no_workers`` if the last went long ago.
        """
        if self._client.status != "running":
            raise self.lost()
        now = monotonic()
        if now - self._looked > _LOOK:
            self._looked = now
            self._look()
            if not self._threads and now - self._met > _ALONE:
                raise RunError(
                    "no_workers",
                    f"the cluster at {self._address} has no workers, or they end when they begin; "
                    "each has to have the same pegout installed, and its log says more",
                )

    def abandon(self) -> None:
        """Leave what is in hand to its cancelled futures, which the scheduler forgets."""

    def lost(self) -> RunError:
        """Give the error for a cluster that is gone."""
        return RunError("cluster_lost", f"the cluster at {self._address} is gone")

    def _look(self) -> None:
        try:
            found = self._client.sync(
                self._client.scheduler.ncores, workers=None, callback_timeout=_PATIENCE
            )
        except (OSError, TimeoutError) as error:
            raise self.lost() from error
        self._threads = sum(found.values())
        if self._threads:
            self._met = monotonic()


@contextmanager
def connected(address: str) -> Iterator[Cluster]:
    """Connect to a cluster, and translate what befalls it.

    Args:
        address: the address of its scheduler, ``tcp://host:port``.

    Raises:
        RunError: ``missing_extra``, ``bad_address``, ``no_cluster``, ``no_workers``,
            ``cluster_lost``, ``workers_lost`` or ``other_versions``.
    """
    if _ADDRESS.fullmatch(address) is None:
        raise RunError(
            "bad_address",
            "expected the address of a Dask scheduler, such as tcp://127.0.0.1:8786, "
            f"not {address}",
        )
    if find_spec("distributed") is None:
        raise RunError(
            "missing_extra",
            "a cluster needs the package distributed; install it with: "
            'pip install "pegout[cluster]"',
        )
    distributed = import_module("distributed")
    with _quiet(), ExitStack() as stack:
        client = _connect(address)
        stack.callback(_close, client)
        place = Cluster(client, address)
        try:
            yield place
        except distributed.KilledWorker as error:
            raise RunError(
                "workers_lost",
                f"workers of the cluster at {address} die at the same chunk: {error}",
            ) from error
        except (CancelledError, ChunkLost) as error:
            raise place.lost() from error
        except (ImportError, RuntimeError) as error:
            if isinstance(error, RuntimeError) and "deserialization" not in str(error):
                raise
            raise RunError(
                "other_versions",
                f"the cluster at {address} cannot load what is to be computed: "
                f"{str(error).splitlines()[0]} Install the same pegout on its scheduler and its "
                'workers: pip install "pegout[cluster,fast]"',
            ) from error


@contextmanager
def _quiet() -> Iterator[None]:
    """Keep the client from telling of lost connections in its log: our errors tell of them."""
    loggers = [logging.getLogger(name) for name in ("distributed", "distributed.client")]
    levels = [logger.level for logger in loggers]
    for logger in loggers:
        logger.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        for logger, level in zip(loggers, levels, strict=True):
            logger.setLevel(level)


def _close(client: Client) -> None:
    with suppress(OSError, TimeoutError):
        client.close(timeout=_PATIENCE)


def _connect(address: str) -> Client:
    try:
        # A client waits for ever for a greeting from somebody who accepts and says nothing. And the
        # thread may have a loop that runs, so the question is asked in another.
        with ThreadPoolExecutor(1) as thread:
            kind = thread.submit(asyncio.run, asyncio.wait_for(_ask(address), _PATIENCE)).result()
        if kind == "Scheduler":
            return import_module("distributed").Client(
                address, timeout=_PATIENCE, set_as_default=False, name="pegout"
            )
        reason = f"it is the address of a {kind.lower()}"
    except (OSError, TimeoutError, TypeError, ValueError, RuntimeError) as error:
        reason = str(error).strip() or "no answer"
    raise RunError(
        "no_cluster",
        f"no Dask scheduler answers at {address}; start one with: dask scheduler ({reason})",
    )


async def _ask(address: str) -> str:
    """Ask what answers at an address."""
    distributed = import_module("distributed")
    arguments = distributed.Security().get_connection_args("client")
    async with distributed.rpc(address, timeout=_PATIENCE, connection_args=arguments) as there:
        return str((await there.identity())["type"])
