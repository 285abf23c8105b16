"""The command line, and the databases for the commands that open one."""

import pytest

from tests.cli.lines import Cli
from tests.databases import database, postgresql, private_postgresql, where

__all__ = ["database", "postgresql", "private_postgresql", "where"]


@pytest.fixture
def cli(capsys: pytest.CaptureFixture[str]) -> Cli:
    return Cli(capsys)
