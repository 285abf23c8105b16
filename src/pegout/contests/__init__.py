"""Contests between players: the arena, ladders, and the statistics of mirrored games.

``arena`` takes levels, policies, players of one's own and engines; ``policy_contests`` plays single
deals between policies too. ``mirrored_games`` measures games in the same way with either engine:
``referee_engine`` or ``kernel_engine``. ``sequential`` decides when a contest can stop.
``luck_adjusted`` measures the luck of the cards, and ``luck_share`` subtracts as much of it as
helps; ``refereed_deals`` reads the deals of the referee.
"""
