"""How strong computer players are: the same levels in every family, by the names that players choose them by."""

from collections.abc import Callable
from typing import Final, Literal, get_args

Level = Literal["acemi", "kolay", "orta", "iyi", "usta"]
LEVELS: Final[tuple[Level, ...]] = get_args(Level)
"""The weakest first."""
GREEDY: Final = "greedy"
"""Who takes what scores most, and thinks of nothing else: what levels are measured against, and nobody's opponent."""
GoesOn = Callable[[], bool]
"""Whether there is time left to think; whoever knows a clock says so."""
