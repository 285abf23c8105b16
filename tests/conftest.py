"""How hard Hypothesis tries, quickly in the gate and thoroughly in the long tests; and Ctrl-C."""

import os
import signal

from hypothesis import HealthCheck, settings

settings.register_profile(
    "default",
    deadline=None,
    derandomize=os.environ.get("CI", "").lower() == "true",
    max_examples=60,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile(
    "long",
    deadline=None,
    max_examples=2000,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile(os.environ.get("PEGOUT_HYPOTHESIS", "default"))

# A shell that starts the tests in the background has them ignore Ctrl-C, and whatever they start
# would inherit that; some tests press it.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
