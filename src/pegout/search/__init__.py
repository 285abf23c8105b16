"""The search of a strong player: the opponent's range, and the best response to it.

``knowledge`` loads the tables, ``building`` makes a workspace from them, and ``searcher`` is the
interface for a player at a table. All this is plain Python; ``searchers`` takes ``array_searcher``
where NumPy is installed. ``model`` and ``building_arrays`` have the same in arrays for compiled
loops. What a seat knows is one value, ``Facts``; ``decisions`` encodes
it from the row of a game, at a table and in a simulation alike. Then ``history`` replays the play,
``ranges`` finds the range of the opponent, ``leaf_values`` the values of the show, ``play`` plays
card by card, ``best_response`` searches, and ``card_choice`` chooses the card; ``discard_choice``
chooses the discard, near the end of the game with the table of ``late_discard``.

The workspace is a tuple of named small arrays, and each function takes only the groups that it
needs. In every array by role the pone comes first; ``kernel.roles`` names the arrays where the
dealer does. For many hands at a table, ``range_arrays`` and ``best_response_arrays`` compute the
same with arrays, all hands at once; ``play_arrays`` and ``replies_arrays`` have the functions of
``play`` and ``replies`` with an axis for lines.

The best response has five implementations, because their inputs or results differ:
``best_response`` follows one line after another from a single hand and stores nothing, for compiled
loops; ``line_search`` values several utilities on one walk and stores how plays end, which is what
makes plain Python fast; ``best_response_arrays`` is the same with an axis for lines and hands;
``solver.late_hands_loops`` carries values for every pair of needs on one walk; ``solver.cfr_loops``
sweeps over a stored tree and values all hands of both seats at once.

A card is played in eight places, because they know different things: ``rules.engine`` decides what
is true; ``kernel.deal_steps`` plays whole deals and knows all hands, so it skips a go; ``play`` is
the play as one of two seats sees it, where a go shows something; ``line_search`` is the same with
scores that are looked up, and ``play_arrays`` on many lines; ``multiplayer.rollouts`` plays one
world after the other, and ``rollouts_arrays`` thousands in step; ``solver.public_tree_loops`` knows
neither hand, only their sizes, the goes and the difference in points.

With three and four players, ``multiplayer.determinization`` samples the hands of all players,
``rollouts`` plays the deal out in each, and ``game_end`` decides who wins. Modules whose names end
in ``arrays`` do the same for many worlds at once.
"""
