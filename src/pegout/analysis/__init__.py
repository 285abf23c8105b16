"""Contests between players, reviews of games, and the measurement of errors and luck."""

from pegout.moved import install

install()
