"""The server of tables for the browser: sockets, HTTP, pages, limits and workers.

* ``live_tables`` has the tables that are loaded, and ``live_table`` one of them with its
  connections: it handles one request after another and sends only what is committed.
  ``sockets`` is a connection, ``timeouts`` limits how long it waits for storage.
* ``api`` reads requests over HTTP and has :mod:`pegout.table.requests` answer them, ``house`` is
  what they need of this server, ``pages`` and ``assets`` serve the client.
* ``player_threads`` runs the decisions of computer players: quick levels in a thread of their own,
  slow ones in a queue in which addresses take turns (``fair_queue``). ``workers`` has processes for
  reviews (``review_jobs``), hints and analyses; each is a pool of one, because in a pool of several
  the death of one ends all.
* ``protocols`` comes before all: it sets timeouts for requests and closing connections, and asks
  ``admission`` whether an address may ask at all, before anything is made for its request. Then
  ``security`` decides which requests are allowed, and a middleware of ``admission`` counts them.
  ``limits`` has the counters.
* ``health`` checks the database, ``retention`` removes tables after their time, ``logs`` writes
  lines, ``config`` has the settings, and ``launch`` runs all of it.
"""
