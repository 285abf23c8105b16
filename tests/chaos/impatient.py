"""``pegout``, which soon gives up a database that does not answer."""

from pegout.cli import main
from pegout.storage import patience

if __name__ == "__main__":
    setattr(patience, "PATIENCE", 1.0)  # noqa: B010
    setattr(patience, "ANSWER", 1.5)  # noqa: B010
    main()
