"""Cribbage: one exact rules engine, fair deals, an open record, and a table to play at."""
