"""The value of a decision: its options and their values, losses and verdicts, luck.

* ``option_values`` values every option of a seat from its view: discards by
  :mod:`pegout.evaluation.advice` and the search, cards by the search; with three and four players
  all options in the same worlds (``sampled_options``). Claims are in ``count_options``, and
  ``estimated_options`` estimates what is not solved.
* ``game_review`` replays a record and computes the loss of each choice against the best;
  ``tutor`` does so before a choice, and ``discard_analysis`` for any cards.
* ``luck`` follows the chance of winning through a game with all cards known; ``reference_deal``
  plays out a deal of three or four. ``objectives`` are what is to be maximised: the chance of
  winning, the final margin or match points.
* ``error_rates`` measures what levels lose, decision by decision in the kernel, and ``error_scale``
  finds the level that a player plays like. ``game_numbers`` is a review without words, as stored.
"""
