"""A table that people sit at: its service, its state, and what each seat receives.

* ``service`` accepts the requests of seats and has the messages for each recipient. It waits for
  its store, belongs to one thread at a time, and can be dropped at any moment: the store has all.
* ``state`` is what is stored of a table beside its matches; ``store`` has the protocols of the
  stores, and ``memory`` the one without a database. ``new_tables`` sets tables up.
* ``offers`` has what may be chosen for a new table, ``game_options`` what goes together, and
  ``offer_messages`` the same in words.
* ``sources`` has what a table may not make itself: the date, ids, tokens and the secrets of packs.
* ``seat_messages`` writes events and the standing for one seat, in its language;
  ``seat_choices`` says what the seat has to decide. ``playback`` divides events into steps.
* ``requests`` has every request over HTTP as a function; ``played_games`` lists, replays and
  removes games, ``analyses`` and ``hand_counts`` answer questions about cards.
* ``hints`` answers hints and the tutor's questions, ``practice_tables`` begins a table at a
  decision of a game, ``presence`` says who is here and for whom a computer player acts.
* ``opponents`` has the levels and the host's engines, ``names`` what names look alike.

``pegout.server`` for the browser and ``pegout.tui`` for the terminal use it, and give it time,
chance, threads and processes.
"""
