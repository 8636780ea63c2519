"""Counts the plays of a crossword game, for its record: those that stood, with their words."""

from collections.abc import Sequence

from engine.absence import PlayerReplaced
from engine.crossword.events import Event, PlayChallenged, PlayWithdrawn, TilesPlaced, TurnUndone
from engine.seat_figures import CountedPlay, FiguresTally, SeatFigures


def seat_figures(seats: int, events: Sequence[Event]) -> tuple[SeatFigures, ...]:
    """What each of so many seats did; a play that was withdrawn, taken back or undone counts for nobody."""
    tally = FiguresTally(seats)
    for event in events:
        match event:
            case TilesPlaced():
                words = tuple((word.word, word.score) for word in event.words)
                tally.add_play(CountedPlay(event.seat, event.score, words, event.bingo > 0))
            case PlayWithdrawn():
                tally.drop_newest_play(event.seat)
            case TurnUndone(kind="play"):
                tally.drop_newest_play(event.seat)
            case PlayChallenged(challenge=challenge):
                tally.add_challenge(challenge.challenger, won=challenge.withdrawn)
            case PlayerReplaced():
                tally.reset_seat(event.seat)
            case _:
                pass
    return tally.to_figures()
