"""Records of finished games, as tests need them."""

from typing import Any

from engine.game_record import GameRecord, PlayerRecord
from engine.seat_figures import SeatFigures
from tests.support.games import NOW

ENDED = int(NOW.timestamp())


def player_record(
    user: int, place: int, score: int, *, left: bool = False, joined_late: bool = False, **figures: Any
) -> PlayerRecord:
    """What somebody called by their number did and came to."""
    return PlayerRecord(user, f"P{user}", place, score, left, joined_late, SeatFigures(**figures))


def finished_game(
    number: int, *players: PlayerRecord, ended: int = ENDED, left_out: bool = False, ruleset: str = "kelimelik"
) -> GameRecord:
    """The record of a game of ten minutes, whose id is its number."""
    return GameRecord(f"{number:016x}", ruleset, "crossword", ended - 600, ended, "out", 20, players, left_out=left_out)
