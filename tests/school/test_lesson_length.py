"""The first game with its guide is over within ten minutes."""

from tests.cases import each
from tools.lesson_length import length


@each("code", ["en", "es"])
def test_a_first_game_takes_less_than_ten_minutes(code: str) -> None:
    assert max(length(seed, code) for seed in range(4)) < 600
