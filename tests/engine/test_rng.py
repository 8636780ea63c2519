"""Draws: uniform, repeatable, checkable by anybody."""

import hashlib
from collections import Counter

import pytest

from engine.rng import SECRET_BYTES, Draws, commitment, seed

SEED = "c0ffee"


@pytest.mark.parametrize("bound", [2, 3, 7, 10, 100])
def test_numbers_below_a_bound_are_uniform(bound: int) -> None:
    draws, counts, expected = Draws(SEED), Counter[int](), 60
    for _ in range(expected * bound):
        number, draws = draws.random_below(bound)
        counts[number] += 1
    assert set(counts) <= set(range(bound))
    chi_square = sum((counts[number] - expected) ** 2 / expected for number in range(bound))
    freedom = bound - 1
    assert chi_square < freedom + 4 * (2 * freedom) ** 0.5 + 4


def test_shuffles_are_uniform() -> None:
    draws, counts = Draws(SEED), Counter[tuple[str, ...]]()
    for _ in range(2400):
        order, draws = draws.shuffle("abcd")
        counts[order] += 1
    assert len(counts) == 24
    assert sum((count - 100) ** 2 / 100 for count in counts.values()) < 60


def test_a_position_gives_the_same_number_every_time() -> None:
    assert Draws(SEED, 5).random_below(1000) == Draws(SEED, 5).random_below(1000)


def test_the_position_moves_on() -> None:
    number, draws = Draws(SEED).random_below(1000)
    assert draws.used > 0
    assert [number, draws.random_below(1000)[0]] != [number, number]


def test_one_choice_needs_no_luck() -> None:
    assert Draws(SEED).random_below(1)[0] == 0


@pytest.mark.parametrize("bound", [0, -1])
def test_nothing_is_below_nothing(bound: int) -> None:
    with pytest.raises(ValueError, match="nothing can be drawn"):
        Draws(SEED).random_below(bound)


def test_the_commitment_is_the_hash_of_the_secret() -> None:
    secret = "00" * SECRET_BYTES
    assert commitment(secret) == hashlib.sha256(bytes(SECRET_BYTES)).hexdigest()


def test_the_seed_depends_on_secret_users_order_and_message() -> None:
    secret, other = "00" * SECRET_BYTES, "01" * SECRET_BYTES
    seeds = {
        seed(secret, [1, 2], 7),
        seed(other, [1, 2], 7),
        seed(secret, [2, 1], 7),
        seed(secret, [12], 7),
        seed(secret, [1, 2], 8),
    }
    assert len(seeds) == 5
