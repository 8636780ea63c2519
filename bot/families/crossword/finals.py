"""The best word and the best move of a game on a board, in the picture of its end and in its caption."""

from collections.abc import Iterator
from typing import Final

from bot.wording.speaker import Speaker
from engine.crossword.view import GameView, Highlight, WordScore
from render.honours import Honour

_ARROWS: Final = {True: "→", False: "↓"}


def honours(view: GameView, speaker: Speaker) -> Iterator[Honour]:
    """As the picture tells them."""
    found = view.highlights
    if found.word is not None:
        yield Honour(speaker.plain("final-best-word"), found.word.seat, found.word.word.word, found.word.score)
    if found.play is not None:
        yield Honour(speaker.plain("final-best-play"), found.play.seat, _placed(found.play), found.play.score)


def _placed(play: Highlight) -> str:
    return f"{play.word.cells[0]} {_ARROWS[is_across(play.word)]} {play.word.word}"


def is_across(word: WordScore) -> bool:
    """Whether a word on the board runs from left to right."""
    return word.cells[0][1:] == word.cells[1][1:]


def best(view: GameView, speaker: Speaker) -> Iterator[str]:
    """As lines of a caption; nothing while the game goes on."""
    if view.outcome is None:
        return
    found = view.highlights
    if found.word is not None:
        name = speaker.named(view.seats[found.word.seat].name)
        yield speaker.html("best-word", word=found.word.word.word, score=found.word.score, name=name)
    if found.play is not None:
        main = found.play.word
        way = speaker.plain("way-across" if is_across(main) else "way-down")
        name = speaker.named(view.seats[found.play.seat].name)
        yield speaker.html("best-play", cell=main.cells[0], way=way, word=main.word, score=found.play.score, name=name)
