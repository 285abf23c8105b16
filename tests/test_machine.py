"""The chance of this machine is that of its system, in a browser too."""

import pytest

from pegout.machine import machine_sources


def test_secrets_ids_and_tokens_are_drawn_from_the_system(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[int] = []

    def urandom(number: int) -> bytes:
        drawn.append(number)
        return b"\x07" * number

    # The module takes the function from ``os`` when it is imported.
    monkeypatch.setattr("random._urandom", urandom)
    sources = machine_sources()
    assert sources.secrets("K7QX/1/1") == b"\x07" * 32
    assert sources.new_id() == sources.new_id()
    assert sources.new_token() == sources.new_token()
    assert drawn == [32] * 5
