"""Groups of people whose strengths are known to whoever simulates them, and to no model."""

from random import Random
from typing import Final

from tools.rating_trial.results import Game, Group

_PLAYERS: Final = 12
_GAMES: Final = 120
"""A group: thirty for each player."""
_AVERAGE: Final = 280
_STRENGTH_SPREAD: Final = 35
"""Points a game, a standard deviation between the players of a group."""
_LUCK: Final = 60
"""Points, a player's standard deviation from game to game."""
_STEP: Final = 5
"""Scores are multiples of it, so that one pair of forty ties, as games do that are agreed drawn or are short."""


def simulate_groups(count: int, seed: str) -> list[Group]:
    """Groups of twelve; the same seed gives the same ones."""
    return [_simulate_group(Random(f"{seed}:{number}")) for number in range(count)]  # noqa: S311 - no secret


def _simulate_group(chance: Random) -> Group:
    strengths = {f"player-{number}": chance.gauss(_AVERAGE, _STRENGTH_SPREAD) for number in range(1, _PLAYERS + 1)}
    return tuple(_simulate_game(chance, strengths) for _ in range(_GAMES))


def _simulate_game(chance: Random, strengths: dict[str, float]) -> Game:
    seated = chance.sample(sorted(strengths), chance.choice((2, 3, 4)))
    return tuple((player, _STEP * round(chance.gauss(strengths[player], _LUCK) / _STEP)) for player in seated)
