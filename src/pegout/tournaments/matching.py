"""The largest matching of a graph: as many pairs as possible, nobody in two of them.

This is the algorithm of Edmonds ("Paths, trees, and flowers", 1965): it grows a matching along
paths on which every second edge is in it, and contracts the odd circles that such a path may meet.
With n players it takes at most n searches of n² steps, and never misses a pair that is possible.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Mapping

#: Who may be paired with whom; an edge stands on both sides.
Graph = Mapping[int, Collection[int]]


def largest_matching(graph: Graph, begun: Mapping[int, int] | None = None) -> dict[int, int]:
    """Return the partner of everybody who has one in a largest matching.

    Everybody with a partner in a matching that is ``begun`` has one in the result.

    >>> sorted(largest_matching({2: [1, 3], 3: [2, 4], 1: [2], 4: [3]}).items())
    [(1, 2), (2, 1), (3, 4), (4, 3)]
    >>> sorted(largest_matching({1: [2, 3], 2: [1, 3], 3: [1, 2]}))
    [1, 2]
    """
    partners = dict(begun or {})
    for vertex in graph:
        if vertex not in partners:
            _Search(graph, partners, vertex).run()
    return partners


class _Search:
    """The search for a path from a vertex without a partner to another one.

    A contracted circle is represented by its ``base``. ``parents`` has the vertex before each
    vertex that is reached along an edge outside the matching.
    """

    def __init__(self, graph: Graph, partners: dict[int, int], root: int) -> None:
        self._graph, self._partners, self._root = graph, partners, root
        self._base = {vertex: vertex for vertex in graph}
        self._parents: dict[int, int] = {}
        self._reached = {root}
        self._waiting = deque([root])

    def run(self) -> None:
        """Pair the root, and give others on its path new partners, if there is such a path."""
        while self._waiting:
            vertex = self._waiting.popleft()
            for other in self._graph[vertex]:
                if self._meets(vertex, other):
                    self._exchange(other)
                    return

    def _meets(self, vertex: int, other: int) -> bool:
        """Follow an edge; return whether it ends a path at a vertex without a partner."""
        same = self._base[vertex] == self._base[other]
        if same or self._partners.get(vertex) == other:
            return False
        partner = self._partners.get(other)
        if other == self._root or partner in self._parents:
            self._contract(vertex, other)
        elif other not in self._parents:
            self._parents[other] = vertex
            if partner is None:
                return True
            self._reach(partner)
        return False

    def _reach(self, vertex: int) -> None:
        self._reached.add(vertex)
        self._waiting.append(vertex)

    def _contract(self, vertex: int, other: int) -> None:
        """Contract the odd circle that an edge closes, so that each vertex in it is reached."""
        base = self._common_base(vertex, other)
        circle = self._to_base(vertex, base, other) | self._to_base(other, base, vertex)
        for inside, old in list(self._base.items()):
            if old in circle:
                self._base[inside] = base
                if inside not in self._reached:
                    self._reach(inside)

    def _common_base(self, vertex: int, other: int) -> int:
        """Return where the paths of two vertices to the root meet."""
        above = {self._base[vertex]}
        while (at := self._base[vertex]) != self._base[self._root]:
            vertex = self._parents[self._partners[at]]
            above.add(self._base[vertex])
        while self._base[other] not in above:
            other = self._parents[self._partners[self._base[other]]]
        return self._base[other]

    def _to_base(self, vertex: int, base: int, child: int) -> set[int]:
        """Return the bases between a vertex and that of a circle; their paths go the other way."""
        between = set()
        while self._base[vertex] != base:
            partner = self._partners[vertex]
            between |= {self._base[vertex], self._base[partner]}
            self._parents[vertex] = child
            child, vertex = partner, self._parents[partner]
        return between

    def _exchange(self, end: int) -> None:
        """Exchange the edges of the path to its end that are in the matching with the others."""
        at: int | None = end
        while at is not None:
            before = self._parents[at]
            further = self._partners.get(before)
            self._partners[at], self._partners[before] = before, at
            at = further
