"""Contests between players: the arena, ladders, and the statistics of mirrored games."""
