"""Records of finished games, made up."""

from collections.abc import Sequence
from itertools import count
from typing import Any

from engine.game_record import GameRecord, PlayerRecord
from engine.rulesets import shipped_rulesets
from engine.seat_figures import SeatFigures

_numbers = count(1)


def finished_game(
    ended: int,
    *results: tuple[int, str, int],
    ruleset: str = "kelimelik",
    figures: Sequence[dict[str, Any]] = (),
) -> GameRecord:
    """A game by its players' results, each a user, a name and a score; figures of turns by seat, where given."""
    scores = sorted((score for _, _, score in results), reverse=True)
    done = [*figures, *({} for _ in results)]
    players = tuple(
        PlayerRecord(user, name, 1 + scores.index(score), score, False, False, SeatFigures(**done[seat]))
        for seat, (user, name, score) in enumerate(results)
    )
    family = shipped_rulesets()[ruleset].family
    return GameRecord(f"{next(_numbers):016x}", ruleset, family, ended - 600, ended, "out", 20, players)
