"""How a strong player decides: what the opponent may hold, and the best answer to all of it."""
