"""The search of a strong player: the opponent's range, and the best response to it."""
