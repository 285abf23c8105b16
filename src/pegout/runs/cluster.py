"""Runs on a Dask cluster; needs the extra ``cluster``.

The Dask scheduler computes a chunk again if its worker dies. Other failures end the run with a
specific error: the scheduler does not answer, no worker connects, or the connection is lost.
"""

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

from pegout.extras import install_command
from pegout.runs.errors import RunError
from pegout.runs.executors import ChunkLost, ChunkWorkers
from pegout.runs.versions import Versions, versions

Result = TypeVar("Result")
#: A client of the package distributed, which is optional.
DaskClient: TypeAlias = Any

#: The time to wait for an answer, in seconds.
_PATIENCE: Final = 10.0
#: The time to wait for a worker when there is none, in seconds.
_ALONE: Final = 60.0
#: The interval between queries of the number of workers, in seconds.
_LOOK: Final = 2.0
_ADDRESS: Final = re.compile(r"(tcp|tls)://([\w.-]+|\[[0-9a-fA-F:.]+\]):[0-9]{1,5}")


class _Submitting(Executor):
    """A client as an executor whose futures always end.

    The futures of ``Client.get_executor`` wait forever if a result is lost on its way here.
    """

    def __init__(self, client: DaskClient) -> None:
        self._client = client

    def submit(
        self, function: Callable[..., Result], /, *arguments: Any, **named: Any
    ) -> Future[Result]:
        """Submit a function call to the cluster."""
        future: Future[Result] = Future()
        # Not pure: otherwise Dask would reuse a result that another client computed under the same
        # name.
        try:
            asked = self._client.submit(function, *arguments, **named, pure=False)
        except Exception as error:
            if self._client.status == "running":
                raise
            raise CancelledError from error
        # Neither callback waits for the scheduler, which may be gone.
        future.add_done_callback(lambda _: asked.release())
        asked.add_done_callback(partial(_hand_over, future))
        return future


def _hand_over(future: Future[Result], asked: Any) -> None:
    """Pass the outcome of a call to its future; runs in a thread of the client."""
    if not future.set_running_or_notify_cancel():
        return
    try:
        future.set_result(asked.result(timeout=_PATIENCE))
    except BaseException as error:
        if asked.status == "error":
            future.set_exception(error)
        else:
            # A client that has lost its scheduler cancels all its futures.
            future.set_exception(CancelledError() if asked.status == "cancelled" else ChunkLost())


class Cluster(ChunkWorkers):
    """A connected cluster, which may grow and shrink.

    ``versions`` are those of Dask's packages, which every worker must have too. Messages name the
    address of the scheduler.
    """

    def __init__(
        self, client: DaskClient, address: str, clock: Callable[[], float] = monotonic
    ) -> None:
        super().__init__(_Submitting(client), workers=0)
        self.versions: Versions = versions(["distributed"])
        self._client = client
        self._address = address
        self._clock = clock
        self._met = self._looked = clock()
        self._look()

    def watch(self) -> None:
        """Check that the cluster is still available.

        Raises:
            RunError: ``cluster_lost``, or ``no_workers`` if there has been none for too long.
        """
        if self._client.status != "running":
            raise self.lost()
        now = self._clock()
        if now - self._looked > _LOOK:
            self._looked = now
            self._look()
            if not self._workers and now - self._met > _ALONE:
                raise RunError(
                    "no_workers",
                    f"the cluster at {self._address} has no workers, or they end when they begin; "
                    "each has to have the same pegout installed, and its log says more",
                )

    def lost(self) -> RunError:
        """Return the error for a lost cluster."""
        return RunError("cluster_lost", f"the cluster at {self._address} is gone")

    def _look(self) -> None:
        try:
            threads = self._client.sync(
                self._client.scheduler.ncores, workers=None, callback_timeout=_PATIENCE
            )
        except (OSError, TimeoutError) as error:
            raise self.lost() from error
        self._workers = sum(threads.values())
        if self._workers:
            self._met = self._clock()


@contextmanager
def connected(address: str) -> Iterator[Cluster]:
    """Connect to the cluster of a scheduler, and translate its failures to run errors.

    Raises:
        RunError: ``missing_extra``, ``bad_address``, ``no_cluster``, ``no_workers``,
            ``cluster_lost``, ``workers_lost`` or ``other_versions``.
    """
    if not isinstance(address, str) or _ADDRESS.fullmatch(address) is None:
        raise RunError(
            "bad_address",
            "expected the address of a Dask scheduler, such as tcp://127.0.0.1:8786, "
            f"not {address}",
        )
    if find_spec("distributed") is None:
        raise RunError(
            "missing_extra",
            "a cluster needs the package distributed; install it in the folder of the source with: "
            + install_command("cluster"),
        )
    distributed = import_module("distributed")
    with _quiet(), ExitStack() as stack:
        client = _connect(address)
        stack.callback(_close, client)
        chunk_workers = Cluster(client, address)
        try:
            yield chunk_workers
        except distributed.KilledWorker as error:
            raise RunError(
                "workers_lost",
                f"workers of the cluster at {address} die at the same chunk: {error}",
            ) from error
        except (CancelledError, ChunkLost) as error:
            raise chunk_workers.lost() from error
        except (ImportError, RuntimeError) as error:
            if isinstance(error, RuntimeError) and "deserialization" not in str(error):
                raise
            raise RunError(
                "other_versions",
                f"the cluster at {address} cannot load what is to be computed: "
                f"{str(error).splitlines()[0]} Install the same pegout on its scheduler and its "
                f"workers: {install_command('cluster', 'fast')}",
            ) from error


@contextmanager
def _quiet() -> Iterator[None]:
    """Silence the client's log of lost connections, which run errors report."""
    loggers = [logging.getLogger(name) for name in ("distributed", "distributed.client")]
    levels = [logger.level for logger in loggers]
    for logger in loggers:
        logger.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        for logger, level in zip(loggers, levels, strict=True):
            logger.setLevel(level)


def _close(client: DaskClient) -> None:
    with suppress(OSError, TimeoutError):
        client.close(timeout=_PATIENCE)


def _connect(address: str) -> DaskClient:
    try:
        # A client would wait forever for a server that accepts the connection and sends nothing, so
        # query the address first. This thread may already run an event loop, so query in another.
        with ThreadPoolExecutor(1) as thread:
            kind = thread.submit(asyncio.run, _ask(address)).result()
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
    """Return the type of the Dask process at an address."""
    distributed = import_module("distributed")
    arguments = distributed.Security().get_connection_args("client")
    async with (
        asyncio.timeout(_PATIENCE),
        distributed.rpc(address, timeout=_PATIENCE, connection_args=arguments) as there,
    ):
        return str((await there.identity())["type"])
