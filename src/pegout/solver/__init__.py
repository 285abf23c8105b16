"""Solvers for the discards, the play and whole deals, and the build of the shipped tables."""
