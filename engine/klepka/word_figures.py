"""Counts the words of a game of Klepka, for its record."""

from collections.abc import Sequence

from engine.absence import PlayerReplaced
from engine.klepka.events import Event, WordDoubled, WordFormed
from engine.seat_figures import CountedPlay, FiguresTally, SeatFigures


def seat_figures(seats: int, events: Sequence[Event]) -> tuple[SeatFigures, ...]:
    """What each of so many seats did; a word that was doubled counts with what it brought in the end."""
    tally = FiguresTally(seats)
    for event in events:
        match event:
            case WordFormed(word=formed):
                tally.add_play(CountedPlay(formed.seat, formed.score, ((formed.word, formed.score),)))
            case WordDoubled():
                tally.amend_play(event.seat, event.word, event.score)
            case PlayerReplaced():
                tally.reset_seat(event.seat)
            case _:
                pass
    return tally.to_figures()
