from tests.databases import database, postgresql, private_postgresql, where

__all__ = ["database", "postgresql", "private_postgresql", "where"]
