"""Migrations, forwards only: a file for each revision of the tables, run by Alembic."""
