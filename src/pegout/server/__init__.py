"""The server of tables for the browser: sockets, HTTP, pages, limits and workers.

* ``live_tables`` has the tables that are loaded, and ``live_table`` one of them with its
  connections: it handles one request after another and sends only what is committed.
  ``connections`` is a connection, ``timeouts`` limits how long it waits for storage.
* ``dispatch`` has :mod:`pegout.table.requests` answer a request over HTTP, and ``house`` is what
  the requests need of this server; ``answers`` has the refusals.
* ``computer_players`` has executors run the decisions of computer players: quick levels in one of
  their own, slow ones in a queue in which addresses take turns (``fair_queue``).

None of these needs Starlette, a thread or a process: executors are given to them
(``table_executors``), and :mod:`pegout.site` runs them in a browser. The rest is the server itself:

* ``sockets`` carries connections over WebSockets, ``api`` requests over HTTP; ``pages`` and
  ``assets`` serve the client.
* ``thread_pools`` has the threads, and ``workers`` processes for reviews (``review_jobs``), hints
  and analyses; each is a pool of one, because in a pool of several the death of one ends all.
* ``protocols`` comes before all: it sets timeouts for requests and closing connections, and asks
  ``admission`` whether an address may ask at all, before anything is made for its request. Then
  ``request_log`` gives the request an id, ``security`` decides which requests are allowed, and a
  middleware of ``admission`` counts them. ``limits`` has the counters.
* ``meter`` receives what happens. ``metrics`` measures it for Prometheus, and ``metrics_server``
  answers at an address of its own; a server without that option loads neither.
* ``health`` checks the database, ``retention`` removes tables after their time, ``logs`` writes
  lines, ``config`` has the settings, and ``launch`` runs all of it.
"""
