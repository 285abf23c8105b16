"""Solvers for the discards, the play and whole deals, and the build of the shipped tables.

* **Discards.** ``suit_isomorphism`` numbers the 962,988 six-card hands up to suits, ``crib_sweep``
  values every discard from each of them against a strategy, ``discard_game`` solves the discards
  with it, and ``export_discards`` writes the tables.
* **Play.** ``public_tree`` holds all that two players can see, and ``cfr_loops`` sweeps over it;
  ``play_game`` solves the play, ``quantize`` compresses the solution, ``exploitability`` finds the
  best response to any strategy. ``deal_game`` solves discards and play together.
* **Chances of winning.** ``deal_paths`` counts how deals run over the board, ``chance_runs`` plays
  them, ``backward_induction`` computes the chances, and ``last_hole`` counts every deal where the
  dealer needs one point.
* **Kept hands near the end.** ``late_hands`` values a kept hand for every pair of needs in one
  walk, since the opponent's lines of play do not depend on the score; the table has the principal
  components of these values.

``pipeline`` has the steps of ``make tables`` in order, with what each reads and makes::

    solve discards [--lowball] -> cribs_six, discards_six [_lowball]
    solve deal                 -> discards_deal, keeps
    solve play                 -> play.bin, pegs
    solve chances              -> chances_two, margins_two, deals, last_hole
    solve late-hands           -> late_hands.bin
    solve cribs                -> cribs, discards_three ...
    solve chances --players 3  -> chances_three (4: chances_four)
    solve errors               -> error_rates

Each step runs in a process of its own and sees copies of the tables that it names, and no others.
So no table can depend on itself unnoticed, and an interrupted run resumes with the missing steps. A
table is up to date if it was made by the command of its step from exactly the present inputs; its
head has the command, the versions and the checksums. Most tables are the same bit for bit when
made again; where threads add up sums, shares of mixed strategies differ in the third digit.
"""
