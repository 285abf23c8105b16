"""The search of a strong player with three and four players: sampled worlds and rollouts."""
