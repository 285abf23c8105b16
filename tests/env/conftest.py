"""The chance of environments that nobody has seeded."""

import secrets

import pytest
from gymnasium.utils import seeding

from tests.chance import chance


@pytest.fixture(autouse=True)
def _seeded(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw from the seed of the tests, here and in Gymnasium, what the system would draw."""
    luck, seeded = chance("env", request.node.name), seeding.np_random
    monkeypatch.setattr(secrets, "randbits", luck.getrandbits)
    monkeypatch.setattr(
        seeding,
        "np_random",
        lambda seed=None: seeded(luck.getrandbits(32) if seed is None else seed),
    )
