"""What a game of Klepka is remembered for: the word, and the turn's words together, that brought most."""

from collections.abc import Sequence

from msgspec import Struct

from engine.klepka.view import FormedWord


class Highlight(Struct, frozen=True):
    """Whose it was, the words, and what they brought together."""

    seat: int
    words: tuple[str, ...]
    score: int


def best_word(words: Sequence[FormedWord]) -> Highlight | None:
    """The word that brought most, the earliest of equals; ``None`` without words."""
    best = max(words, key=lambda word: word.score, default=None)
    return None if best is None else Highlight(best.seat, (best.word,), best.score)


def best_turn(words: Sequence[FormedWord]) -> Highlight | None:
    """The turn whose words brought most, the earliest of equals; ``None`` without words."""
    turns: dict[int, list[FormedWord]] = {}
    for word in words:
        turns.setdefault(word.turn, []).append(word)
    sums = [
        Highlight(formed[0].seat, tuple(word.word for word in formed), sum(word.score for word in formed))
        for formed in turns.values()
    ]
    return max(sums, key=lambda turn: turn.score, default=None)
