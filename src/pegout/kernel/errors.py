"""The error that the kernel raises for arguments it rejects."""

from pegout.errors import PegoutError


class KernelError(PegoutError):
    """An invalid argument of the kernel, raised before anything is computed.

    Attributes:
        code: ``bad_dtype``, ``bad_shape``, ``bad_card``, ``duplicate_card``, ``over_31``,
            ``bad_seed``, ``bad_number``, ``bad_rules``, ``bad_policy``, ``bad_role``, ``bad_line``,
            ``bad_switch`` or ``illegal_action``.
    """
