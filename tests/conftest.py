"""How hard Hypothesis tries: quickly in the gate, thoroughly in the long tests."""

import os

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
