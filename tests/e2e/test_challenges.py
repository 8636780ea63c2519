"""What the end-to-end games expect of a sentence that lists words."""

import pytest

from tests.e2e.challenges import line_in_order
from tests.e2e.score_ledger import chat_sentence


def lost(words: str) -> str:
    return chat_sentence("en", "challenge-lost", words=words, name="Vişne", mover="Limon")


@pytest.mark.parametrize("order", ["EL, ET", "ET, EL"])
def test_either_word_of_a_single_tile_may_be_told_first(order: str) -> None:
    assert line_in_order(lost(order), ("EL", "ET"), lost) == lost(order)


@pytest.mark.parametrize("told", ["EL", "EL, EK", "EL, ET, ET", "EL ET"])
def test_other_words_are_told_apart(told: str) -> None:
    assert line_in_order(lost(told), ("EL", "ET"), lost) != lost(told)
