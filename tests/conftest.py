"""Settings of Hypothesis and garbage collection, the seed, Ctrl-C, and how to repeat a failure."""

import gc
import os
import shlex
import signal
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests.chance import SEED

_PATIENT = [HealthCheck.too_slow]
for name, examples in (("quick", 25), ("default", 60)):
    settings.register_profile(
        name, deadline=None, database=None, max_examples=examples, suppress_health_check=_PATIENT
    )
settings.register_profile("long", deadline=None, max_examples=2000, suppress_health_check=_PATIENT)
settings.load_profile(os.environ.get("PEGOUT_HYPOTHESIS", "default"))

# Tables, compiled code and the pages of a terminal are millions of objects that live as long as the
# process. With Python's own thresholds, looking through them takes up to a quarter of the time.
gc.set_threshold(20_000, 20, 20)

# A shell that starts the tests in the background makes them ignore Ctrl-C, and their subprocesses
# would inherit that; some tests send it.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


_HERE = Path(__file__).parent
#: The variables that decide what a test does.
_VARIABLES = ("NUMBA_DISABLE_JIT", "PEGOUT_HYPOTHESIS", "PEGOUT_SEED")


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Give Hypothesis the seed of the run, unless it was told another."""
    if config.getoption("hypothesis_seed", None) is None:
        config.option.hypothesis_seed = str(SEED)


def pytest_collection_finish() -> None:
    """Spare the garbage collector what was loaded with the tests, which stays until the end."""
    gc.freeze()


def pytest_report_header() -> str:
    return f"seed: {SEED} (PEGOUT_SEED sets another)"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip what needs compiled code where nothing is compiled, and spread the tests of the browser.

    They mostly wait; if all workers ran them at the same time, the cores would be idle. They are
    long, so the last tests are others.
    """
    # Whatever is imported at the top here would not be counted as covered.
    from pegout.kernel.jit import COMPILED

    if not COMPILED:
        for item in items:
            if item.get_closest_marker("compiled"):
                item.add_marker(pytest.mark.skip(reason="nothing is compiled here"))
    paths = dict.fromkeys(item.path for item in items)
    places: dict[Path, float] = {}
    for browser in (False, True):
        some = [path for path in paths if (_HERE / "browser" in path.parents) is browser]
        end = 0.7 if browser else 1
        places.update((path, end * (at + 0.5) / len(some)) for at, path in enumerate(some))
    items.sort(key=lambda item: places[item.path])


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Name the command that repeats each failure, whatever its marks; the gate is told too."""
    failed = [
        report
        for kind in ("failed", "error")
        for report in terminalreporter.getreports(kind)
        if isinstance(report, pytest.TestReport)
    ]
    if not failed:
        return
    variables = [f"{name}={os.environ[name]} " for name in _VARIABLES if name in os.environ]
    commands = [
        "".join(variables) + f".venv/bin/pytest -m '' {shlex.quote(nodeid)}  # {why}"
        for nodeid, why in {report.nodeid: _reason(report) for report in failed}.items()
    ]
    terminalreporter.section("to repeat")
    for command in commands:
        terminalreporter.write_line(command)
    # The workers have the failures too, and nobody reads what they say.
    path = os.environ.get("PEGOUT_FAILED")
    if path and not hasattr(terminalreporter.config, "workerinput"):
        with Path(path).open("a", encoding="utf-8") as file:
            file.writelines(f"{command}\n" for command in commands)


def _reason(report: pytest.TestReport) -> str:
    """Return the first line of what a test failed with."""
    crash = getattr(report.longrepr, "reprcrash", None)
    return str(crash.message if crash else report.longrepr).partition("\n")[0]
