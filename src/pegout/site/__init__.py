"""The same tables and requests for one user, in a worker of the browser, without a server.

* ``application`` answers the requests and serves the connections of one user, by the tables of
  :mod:`pegout.server` without a server. ``channel`` carries both as messages between a page and
  its worker, and ``worker`` is what the worker calls.
"""
