"""How hard Hypothesis tries, quickly in the gate and thoroughly in the long tests; Ctrl-C; and
compiling, which workers do in turn.
"""

import os
import signal
import tempfile
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

# A shell that starts the tests in the background has them ignore Ctrl-C, and whatever they start
# would inherit that; some tests press it.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


_HERE = Path(__file__).parent
#: The tests of the core, which cover it whole; the folders by their names and the files by theirs.
_OF_THE_CORE = ("golden", "notation", "rules", "stateful", "wire")
_FILES_OF_THE_CORE = (
    *("test_cards", "test_examples", "test_fairness", "test_match", "test_practice"),
    "test_scoring",
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Trace the core only where its own tests run it, and spread the tests of the browser.

    Traced, a player takes twice as long. Tests of the browser mostly wait; if all workers came to
    them at once, the cores would have nothing to do.
    """
    for item in items:
        if _HERE in item.path.parents and not _of_the_core(item.path.relative_to(_HERE)):
            item.add_marker(pytest.mark.no_cover)
    places: dict[Path, float] = {}
    for browser in (False, True):
        paths = list(dict.fromkeys(item.path for item in items if _in_browser(item) is browser))
        places.update((path, (at + 0.5) / len(paths)) for at, path in enumerate(paths))
    items.sort(key=lambda item: places[item.path])


def _in_browser(item: pytest.Item) -> bool:
    return _HERE / "browser" in item.path.parents


def _of_the_core(path: Path) -> bool:
    folder, *within = path.parts
    return folder in _OF_THE_CORE if within else folder.startswith(_FILES_OF_THE_CORE)


def _compile_in_turn() -> None:
    """Have one worker at a time compile the kernel; the others find on the disk what it has made.

    Otherwise each of them would spend a minute or two on compiling the same functions.
    """
    from numba.core.dispatcher import Dispatcher

    dispatcher: Any = Dispatcher
    lock = FileLock(Path(tempfile.gettempdir()) / f"pegout-compiles-{os.getuid()}.lock")
    compile_alone = dispatcher.compile

    def compile_in_turn(self: Any, signature: Any) -> Any:
        with lock:
            return compile_alone(self, signature)

    dispatcher.compile = compile_in_turn


if "PYTEST_XDIST_WORKER" in os.environ and find_spec("numba") is not None:
    _compile_in_turn()
