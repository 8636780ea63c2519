"""The best word and the best move of a game on a board, in the picture of its end and in its caption."""

from collections.abc import Iterator

from bot.families.crossword.ways import ARROWS, named, way_of
from bot.wording.speaker import Speaker
from engine.crossword.view import GameView, Highlight
from render.honours import Honour


def honours(view: GameView, speaker: Speaker) -> Iterator[Honour]:
    """As the picture tells them."""
    found = view.highlights
    if found.word is not None:
        yield Honour(speaker.plain("final-best-word"), found.word.seat, found.word.word.word, found.word.score)
    if found.play is not None:
        yield Honour(speaker.plain("final-best-play"), found.play.seat, _placed(found.play), found.play.score)


def _placed(play: Highlight) -> str:
    return f"{play.word.cells[0]} {ARROWS[way_of(play.word)]} {play.word.word}"


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
        way = named(way_of(main), speaker)
        name = speaker.named(view.seats[found.play.seat].name)
        yield speaker.html("best-play", cell=main.cells[0], way=way, word=main.word, score=found.play.score, name=name)
