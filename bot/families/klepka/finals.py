"""The best word and the best turn of a game of Klepka, in the picture of its end and in its caption."""

from collections.abc import Iterator

from bot.wording.speaker import Speaker
from engine.klepka.highlights import best_turn, best_word
from engine.klepka.view import GameView
from render.honours import Honour


def honours(view: GameView, speaker: Speaker) -> Iterator[Honour]:
    """As the picture tells them."""
    labels = speaker.plain("final-best-word"), speaker.plain("final-best-play")
    for label, words in zip(labels, (best_word(view.words), best_turn(view.words)), strict=True):
        if words is not None:
            yield Honour(label, words.seat, " + ".join(words.words), words.score)


def best(view: GameView, speaker: Speaker) -> Iterator[str]:
    """As lines of a caption; nothing while the game goes on."""
    if view.outcome is None:
        return
    word, turn = best_word(view.words), best_turn(view.words)
    if word is not None:
        name = speaker.named(view.seats[word.seat].name)
        yield speaker.html("best-word", word=word.words[0], score=word.score, name=name)
    if turn is not None and len(turn.words) > 1:
        name, words = speaker.named(view.seats[turn.seat].name), " + ".join(turn.words)
        yield speaker.html("best-turn", words=words, score=turn.score, name=name)
