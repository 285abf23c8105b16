"""The messages between a table and its clients, between Pegout and engines, and over HTTP."""
