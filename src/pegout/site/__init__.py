"""The same tables and requests for one user, in a worker of the browser, without a server.

* ``application`` answers the requests and serves the connections of one user, by the tables of
  :mod:`pegout.server` without a server. ``channel`` carries both as messages between a page and
  its worker, and ``worker`` is what the worker calls.
* ``folder`` writes the folder of static files: the pages, the client, Python for the browser with
  its packages, and the licences of everything inside. ``downloads`` has what comes from elsewhere,
  at pinned versions with checked digests, and ``standard_library`` says what of Python is left out.
  ``file_server`` serves a folder to try it.
"""
