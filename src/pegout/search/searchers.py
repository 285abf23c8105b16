"""The search of two at a table: the one with arrays where NumPy is installed.

This is the only place that asks for NumPy. Everything that it imports for the plain search runs
without it.
"""

from pegout.evaluation.crib_means import mean_cribs
from pegout.extras import installed
from pegout.rules import Rules
from pegout.search.searcher import Searcher


def searcher_of(rules: Rules) -> Searcher:
    """Return a search by the shipped tables, with its own workspace.

    >>> searcher_of(Rules()).rules == Rules()
    True
    """
    if installed("numpy"):
        from pegout.search.array_searcher import ArraySearcher
        from pegout.search.model import knowledge

        return ArraySearcher(rules, knowledge(), mean_cribs(rules))
    from pegout.search.knowledge import knowledge as plain_knowledge

    return Searcher(rules, plain_knowledge(), mean_cribs(rules))
