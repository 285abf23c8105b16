"""The tables that are shipped, each read and checked in one place."""
