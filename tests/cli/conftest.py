"""Fixtures of the databases, for the commands that open one."""

from tests.databases import database, postgresql, private_postgresql, where

__all__ = ["database", "postgresql", "private_postgresql", "where"]
