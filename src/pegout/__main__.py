"""``python -m pegout`` is ``pegout``."""

from pegout.cli import main

main()
