"""The versions of behaviour, which change only when behaviour does.

>>> RULES_VERSION, KERNEL_VERSION
(1, 4)
"""

from __future__ import annotations

from typing import Final

__all__ = ["KERNEL_VERSION", "RULES_VERSION"]

#: Goes up when the same actions under the same rules no longer lead to the same events.
RULES_VERSION: Final = 1
#: Goes up when the kernel no longer gives the same numbers from the same seed.
KERNEL_VERSION: Final = 4
