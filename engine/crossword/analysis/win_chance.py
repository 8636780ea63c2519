"""The chance to win a game of two from a spread and the tiles that nobody has laid yet, learned by self-play.

It is logistic in the spread over the root of the unseen tiles: what is left of a game makes up for a lead the more, the
more tiles are to come. ``tools/learn_win_chances.py`` plays the games and fits the two figures of each game.
"""

import tomllib
from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files
from math import exp, sqrt
from typing import Final

import msgspec
from msgspec import Struct

from engine.crossword.ruleset import Ruleset
from engine.crossword.shipped import crossword_rulesets
from engine.errors import DataError

FILE: Final = "win_chances.toml"
_FARTHEST: Final = 40.0
"""Beyond it nothing changes that anybody could see, and exponentials would grow too large."""


class WinCurve(Struct, frozen=True, forbid_unknown_fields=True):
    """The two figures of a game, and how they were learned."""

    slope: float
    """By how much a point over the root of the unseen tiles changes the odds' logarithm."""
    turn: float
    """Points that being on turn is worth."""
    games: int
    """Every other one of them was learned from; the others tell how well it foretells."""
    log_loss: float
    """Of games that it was not learned from; 0.693 is a coin's."""
    error: float
    """By how much foretold and true shares differ on average in ten classes of these games."""
    half_width: float
    """Of the 95 % interval of such a true share, on average."""
    late_error: float
    """The error near the end of these games alone, with seven tiles in the bag or fewer."""

    def chance(self, spread: float, unseen: int, *, on_turn: bool = False) -> float:
        """The chance to win, 0 to 1; a draw counts half.

        Args:
            spread: the own points less the other's.
            unseen: tiles in the bag and on the other's rack; with none of them the spread decides.
            on_turn: whether the player moves next, and not the other.
        """
        if not unseen:
            return outcome_of(spread)
        ahead = self.slope * (spread + (self.turn if on_turn else -self.turn)) / sqrt(unseen)
        return 1.0 / (1.0 + exp(-min(_FARTHEST, max(-_FARTHEST, ahead))))


def outcome_of(spread: float) -> float:
    """What a final lead is: 1 for a game that is won, 0 for one that is lost, 0.5 for a draw."""
    return 0.5 if not spread else float(spread > 0)


def win_curve_of(ruleset: Ruleset) -> WinCurve | None:
    """The curve of a game: its own, else that of one with the same tiles, values and bingo, as leaves are borrowed.

    ``None`` where none was learned of either; losses are then told in points alone.

    Raises:
        DataError: the file is damaged.
    """
    curves = _read_curves()
    own = curves.get(ruleset.id)
    if own is not None:
        return own
    alike = (name for name, other in crossword_rulesets().items() if name in curves and _same_tiles(other, ruleset))
    return next((curves[name] for name in alike), None)


def _same_tiles(one: Ruleset, other: Ruleset) -> bool:
    return (one.counts, one.values, one.scoring.bingo) == (other.counts, other.values, other.scoring.bingo)


@lru_cache(maxsize=1)
def _read_curves() -> Mapping[str, WinCurve]:
    try:
        text = files("engine").joinpath("crossword", "analysis", FILE).read_text("utf-8")
        return msgspec.convert(tomllib.loads(text), dict[str, WinCurve])
    except (OSError, tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise DataError(f"{FILE}: {error}; restore it from the release") from error
