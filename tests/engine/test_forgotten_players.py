"""The user ids that stand for people who asked to be forgotten."""

from hypothesis import given
from hypothesis import strategies as st

from engine.computer_ids import is_computer
from engine.forgotten_players import is_forgotten, next_forgotten_user
from engine.game_record import decode_record, encode_record
from tests.support.records import finished_game, player_record

MOST_TELEGRAM_USER = 2**52 - 1


@given(st.lists(st.integers(-99, MOST_TELEGRAM_USER), max_size=9), st.integers(1, 9))
def test_each_has_a_number_of_their_own_that_nobody_else_has(taken: list[int], count: int) -> None:
    users = list(taken)
    for _ in range(count):
        users.append(next_forgotten_user(users))
    forgotten = users[len(taken) :]
    assert len(set(forgotten)) == count
    assert all(is_forgotten(user) and not is_computer(user) for user in forgotten)
    assert not any(map(is_forgotten, taken))


def test_a_record_bears_them() -> None:
    record = finished_game(1, player_record(next_forgotten_user(()), 1, 300), player_record(101, 2, 200))
    assert decode_record(encode_record(record)) == record
