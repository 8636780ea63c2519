"""Where a word that did not fit would fit, words judged: the offer that follows a refused move."""

from itertools import islice

from engine.crossword.challenge import Judge
from engine.crossword.geometry import Direction
from engine.crossword.near_misses import near_misses
from engine.crossword.notation import Move
from engine.crossword.state import GameState

Spot = tuple[str, Direction]


def spots(state: GameState, seat: int, move: Move, judge: Judge, most: int = 3) -> tuple[Spot, ...]:
    """Other cells where the typed word may be played from the seat's rack, the nearest first.

    Args:
        state: the game.
        seat: whose rack it is; the offer says no more of it than that the word typed can be made.
        move: what was typed.
        judge: judges the words formed; hand in one that accepts everything where look-ups are forbidden.
        most: how many to find.
    """
    found = (
        (each.move.cell, each.move.direction)
        for each in near_misses(state, seat, move, most=None)
        if each.move.signs == move.signs and all(judge(word.word) for word in each.score.words)
    )
    return tuple(islice(found, most))
