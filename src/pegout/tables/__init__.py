"""The shipped tables, each read and checked in one place."""
