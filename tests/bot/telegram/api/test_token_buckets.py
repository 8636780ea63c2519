"""Token buckets and turns."""

from bot.telegram.send_queue import TokenBucket, fair_index


def taken(bucket: TokenBucket, *instants: float) -> list[bool]:
    """Take one token at each instant if there is one."""
    found = []
    for now in instants:
        found.append(bucket.level(now) >= 1)
        if found[-1]:
            bucket.take(now)
    return found


def test_some_come_at_once_then_one_more_with_time_and_never_more_than_at_first() -> None:
    bucket = TokenBucket(3, 0.5, 0.0)
    assert taken(bucket, 0, 0, 0, 0, 2, 2) == [True, True, True, False, True, False]
    assert taken(bucket, 100, 100, 100, 100) == [True, True, True, False]
    assert (bucket.seconds_until(1, 100), bucket.seconds_until(1, 102)) == (2.0, 0.0)


def test_what_is_taken_in_advance_is_paid_back() -> None:
    bucket = TokenBucket(1, 0.5, 0.0)
    bucket.take(0, 3)
    assert taken(bucket, 2, 5, 6) == [False, False, True]
    bucket.take(6, -5)
    assert bucket.level(6) == 1, "and it never holds more than it may"


def test_an_earlier_instant_gives_nothing_back() -> None:
    assert taken(TokenBucket(1, 0.2, 10.0), 10, 0, 10, 15) == [True, False, False, True]


def test_people_get_one_place_a_round_and_each_in_order() -> None:
    queue: list[str] = []
    for item in ("a1", "a2", "a3", "b1", "c1", "b2", "a4"):
        queue.insert(fair_index([other[0] for other in queue], item[0]), item)
    assert queue == ["a1", "b1", "c1", "a2", "b2", "a3", "a4"]
