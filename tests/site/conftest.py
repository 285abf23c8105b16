"""The command line for the tests of the site."""

from tests.cli.conftest import cli

__all__ = ["cli"]
