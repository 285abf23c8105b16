"""The first game with its guide is over within ten minutes."""

from tools.lesson_length import length


def test_a_first_game_takes_less_than_ten_minutes() -> None:
    assert max(length(seed) for seed in range(4)) < 600
