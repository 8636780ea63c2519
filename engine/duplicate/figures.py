"""What each seat did in a game of Duplicate, counted from its events (RULES §10.3)."""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from engine.duplicate.events import AnswerTaken, Event, RoundClosed
from engine.duplicate.view import ClosedRound
from engine.seat_figures import SeatFigures

_BINGO_TILES: Final = 7


def seat_figures(seats: int, events: Sequence[Event]) -> tuple[SeatFigures, ...]:
    """Count what each of ``seats`` seats did, by the answers that stood when their rounds closed."""
    figures = [SeatFigures()] * seats
    standing: dict[int, AnswerTaken] = {}
    for event in events:
        match event:
            case AnswerTaken(seat=int(seat)):
                standing[seat] = event
            case RoundClosed(round=closed):
                figures = [_with_round(had, closed, standing.get(seat)) for seat, had in enumerate(figures)]
                standing.clear()
            case _:
                pass
    return tuple(figures)


def _with_round(had: SeatFigures, closed: ClosedRound, answer: AnswerTaken | None) -> SeatFigures:
    play = None if answer is None else answer.play
    if not had.rounds and play is None:
        return had
    had = replace(
        had,
        rounds=had.rounds + 1,
        answered=had.answered + (play is not None),
        top_points=had.top_points + closed.laid.score,
    )
    if answer is None or play is None or not answer.counts:
        return had
    is_best = play.score > had.best_play or not had.best_play_word
    return replace(
        had,
        plays=had.plays + 1,
        play_points=had.play_points + play.score,
        bingos=had.bingos + (len(play.tiles) == _BINGO_TILES),
        best_play=play.score if is_best else had.best_play,
        best_play_word=play.word if is_best else had.best_play_word,
        longest_word=play.word if len(play.word) > len(had.longest_word) else had.longest_word,
        tops=had.tops + (play.score >= closed.laid.score),
    )
