"""Settings of Hypothesis and of garbage collection; Ctrl-C; which tests are traced; and compiling,
which workers do in turn.
"""

import gc
import os
import signal
import sys
import tempfile
import threading
from collections.abc import Generator
from contextlib import nullcontext
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from filelock import FileLock
from hypothesis import HealthCheck, settings

settings.register_profile(
    "default",
    deadline=None,
    derandomize=os.environ.get("CI", "").lower() == "true",
    max_examples=60,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile(
    "long",
    deadline=None,
    max_examples=2000,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile(os.environ.get("PEGOUT_HYPOTHESIS", "default"))

# Tables, compiled code and the pages of a terminal are millions of objects that live as long as the
# process. With Python's own thresholds, looking through them takes up to a quarter of the time.
gc.set_threshold(20_000, 20, 20)

# A shell that starts the tests in the background makes them ignore Ctrl-C, and their subprocesses
# would inherit that; some tests send it.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


_HERE = Path(__file__).parent
#: The core, as in the settings of coverage.
_CORE = ("cards", "fairness", "match", "notation", "rules", "scoring")
#: The tests that cover all of the core, besides its docstrings: folders, and beginnings of files.
_FOLDERS = ("notation", "rules", "wire")
_FILES = tuple([f"test_{name}" for name in (*_CORE, "moved", "practice")])


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Spread the tests of the browser.

    They mostly wait; if all workers ran them at the same time, the cores would be idle.
    """
    paths = dict.fromkeys(item.path for item in items)
    places: dict[Path, float] = {}
    for browser in (False, True):
        some = [path for path in paths if (_HERE / "browser" in path.parents) is browser]
        places.update((path, (at + 0.5) / len(some)) for at, path in enumerate(some))
    items.sort(key=lambda item: places[item.path])


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Trace the core only in its own tests: what is traced takes three times as long.

    The mark ``no_cover`` of pytest-cov does not do in the workers of pytest-xdist, where it stops
    the second of two tracers, and so starts the first one again.
    """
    if _HERE not in item.path.parents or _of_the_core(item):
        return (yield)
    tracer, of_threads = sys.gettrace(), threading.gettrace()
    sys.settrace(None)
    threading.settrace(None)
    try:
        return (yield)
    finally:
        sys.settrace(tracer)
        threading.settrace(of_threads)


def _of_the_core(item: pytest.Item) -> bool:
    folder, *within = item.path.relative_to(_HERE).parts
    if within:
        return folder in _FOLDERS
    if item.name.startswith("test_a_docstring_is_true"):
        module = item.name.partition("[")[2]
        return module.startswith(_CORE)
    return folder.startswith(_FILES)


def _compile_in_turn() -> None:
    """Let one worker at a time compile a function; the others load the result from the disk.

    Otherwise each of them would spend a minute or two on the same functions. A function is locked
    while its callees are compiled, and none calls itself through another, so no two workers wait
    for each other; of a worker's threads one at a time compiles.
    """
    from numba.core.dispatcher import Dispatcher

    dispatcher: Any = Dispatcher
    locks = Path(tempfile.gettempdir()) / f"pegout-compiles-{os.getuid()}"
    locks.mkdir(exist_ok=True)
    lock_of = cache(lambda name: FileLock(locks / f"{name}.lock", thread_local=False))
    one_thread = threading.RLock()
    compile_alone = dispatcher.compile

    def compile_in_turn(self: Any, signature: Any) -> Any:
        name = f"{self.py_func.__module__}.{self.py_func.__qualname__}"
        with one_thread, lock_of(name) if name.startswith("pegout.") else nullcontext():
            return compile_alone(self, signature)

    dispatcher.compile = compile_in_turn


if "PYTEST_XDIST_WORKER" in os.environ and find_spec("numba") is not None:
    _compile_in_turn()
