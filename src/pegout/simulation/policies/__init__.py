"""The named policies, and how they choose a discard or a card in the compiled loops."""
