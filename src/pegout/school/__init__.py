"""Learning: drills, what to repeat when, and the daily.

Pure functions of (progress, answer, day): they store nothing, and neither the time nor chance is
asked for here. The command line, the terminal and the server are adapters around them.

* ``drills`` has every drill by its name: it draws a question, judges an answer, and chooses the
  next. ``questions`` are plain data with one text; ``counting_drill``, ``discard_drill`` and
  ``play_drill`` are the drills, ``choices`` what the last two have in common, and ``difficulty``
  the probability of an error.
* ``mistakes`` makes questions of the mistakes of games; ``patterns`` says which ask the same.
* ``daily`` makes the questions and the deal of a date and scores them, ``streak`` counts the days.
* ``squares`` is a solitaire, cribbage squares, ``squares_best`` its best possible result, and
  ``squares_messages`` the requests of it.
* ``told`` has questions and answers as lines of text, ``drill_messages`` as messages, and
  ``endpoints`` the requests over HTTP.
* ``progress`` is what a player has learnt, as one JSON value; ``schedule`` says when to repeat it.
* ``lesson`` has the steps of a lesson and decides which comes next, ``first_game`` the first game
  with its cards and its steps, and ``guide`` gives a lesson at a table through its service.
* ``statistics`` says how a player is doing, from the sums of games.
"""
