"""The loops of the kernel: compiled where numba is installed, else the same source run by Python.

A file for each subject; from below: ``chance``, ``show``, ``pile``, ``discards`` and ``deal``; the
choices of ``throwing``, ``laying`` and ``thumbs``; those of a strong player, from ``following`` to
``thinking``; whole ``games``, and many in ``step``; the ``sums`` of the discard game, the public
``tree`` of the play with its ``sweeps``, and the ``winning`` chances. ``state`` and ``mind`` hold
the places of their numbers, and compile nothing.

Nothing here reads a global that could change, because numba freezes what it reads: tables come in
as arguments, see :mod:`pegout.kernel.tables`. What is kept on the disk of a function is used again
only while every file of this package is what it was; :mod:`pegout.kernel.compiled.jit` sees to it.

The files import one another relatively, so that :mod:`pegout.kernel.plain` can load them a second
time, to be run by Python; and this one imports none of them, because numba takes its time.

Cards are small ints, ``rank * 4 + suit``, in arrays of int8; 52 is no card. Integers are signed,
because numba makes a float of the sum of a signed and an unsigned one; what is read from an array
goes through ``int``, so that Python counts with its own integers where nothing is compiled.
"""
