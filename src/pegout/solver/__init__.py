"""How the tables that are shipped come about: the play, the discards, and whole deals, solved."""
