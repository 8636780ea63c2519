"""What a finished crossword game is remembered for: the word and the play that brought most, as far as they stood."""

from engine.crossword.view import Highlight, Highlights, WordScore


def with_play(highlights: Highlights, seat: int, words: tuple[WordScore, ...], score: int) -> Highlights:
    """The highlights after a play; of equals the earlier one stays.

    Args:
        highlights: up to then.
        seat: whose play it is.
        words: what it formed, the main word first.
        score: what it brought altogether.
    """
    word = max(words, key=lambda one: one.score)
    return Highlights(
        word=_better(highlights.word, Highlight(seat, word, word.score)),
        play=_better(highlights.play, Highlight(seat, words[0], score)),
    )


def _better(held: Highlight | None, new: Highlight) -> Highlight:
    return new if held is None or new.score > held.score else held
