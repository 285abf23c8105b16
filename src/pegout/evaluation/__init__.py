"""A view to numbers: discards, the play, and what the others may hold."""
