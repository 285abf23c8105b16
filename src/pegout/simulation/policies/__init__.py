"""Policies that choose a discard or a card in the compiled loops, and their names."""
