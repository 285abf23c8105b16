from tests.databases import postgresql

__all__ = ["postgresql"]
