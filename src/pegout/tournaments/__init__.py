"""A club's evening: who meets whom, what the games count, and where everybody stands.

A tournament is a subject of its own. ``pegout.contests`` measures computer players over thousands
of mirrored games, and knows neither people nor tables; a table knows no other table. So this
package stands beside ``pegout.school``: it pairs, scores and ranks in pure functions, drives tables
through their stores, and answers requests.

* ``tournament`` is the value that is stored, with a function for each change; ``pairings`` says who
  meets whom, on ``matching``, and ``ranking`` where everybody stands.
* ``sheets`` writes the standings for a spreadsheet.
* ``round_tables`` sets up the tables of a round, and reads their results; ``running`` makes and
  changes tournaments in a store.
* ``tournament_messages`` writes what a host, a player and a guest see; ``endpoints`` has the
  requests.

The first three know no store, no message and no clock: they take names, numbers and texts.
"""
