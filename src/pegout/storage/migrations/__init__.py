"""Forward migrations run by Alembic, one file for each revision of the tables."""
