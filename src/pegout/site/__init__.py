"""The same tables and requests for one user, in a worker of the browser, without a server.

* ``application`` answers the requests and serves the connections of one user, by the tables of
  :mod:`pegout.server` without a server. ``channel`` carries both as messages between a page and
  its worker, and ``worker`` is what the worker calls. ``jobs`` has what takes long run in a second
  worker, or ``inline`` where there is none.
* ``folder`` writes the folder of static files: the pages, the client, the files of
  ``engine_files`` for the worker, the licences of everything inside, and a compressed form of each.
  ``downloads`` has what comes from elsewhere, at pinned versions with checked digests.
* ``bytecode`` compiles the modules that a worker imports, and leaves out the others;
  ``standard_library`` says what of Python is left out before. ``node`` has both done in Node.js,
  by the Python of the site itself, and files compressed.
* ``file_server`` serves a folder to try it.
"""
