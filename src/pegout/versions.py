"""The versions of behaviour, which change only when behaviour does.

>>> RULES_VERSION, KERNEL_VERSION
(2, 8)
"""

from typing import Final

#: Incremented when the same actions under the same rules lead to other events, and when the rules
#: get switches or values that an older version does not know.
RULES_VERSION: Final = 2
#: Incremented when the kernel computes other numbers from the same seed.
KERNEL_VERSION: Final = 8
