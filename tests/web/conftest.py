from tests.databases import database, postgresql, where

__all__ = ["database", "postgresql", "where"]
