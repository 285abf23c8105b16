"""Learning: drills, what to repeat when, and the daily.

Pure functions of (progress, answer, day): they store nothing, and neither the time nor chance is
asked for here. The command line, the terminal and the server are adapters around them.

* ``progress`` is what a player has learnt, as one JSON value; ``schedule`` says when to repeat it.
"""
