"""A table that people sit at: its service, its state, and what each seat receives."""
