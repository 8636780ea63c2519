"""What a replay found, as tests compare it."""

from engine.crossword.replay import Replay
from tests.support.annotated import replayed

FINAL_BOARD = """
...............
...............
...............
...............
...............
...............
........LOAM...
.......LOFTY...
.........F....D
.........I....E
.........C....I
.........I....N
.........A....O
.........T....R
.......QUETZALs
"""


def clean(found: Replay) -> bool:
    """Whether nothing was found."""
    return not found.mismatches and not found.problems


def reasons(text: str, ruleset: str = "scrabble-en") -> list[str]:
    """What replaying a text complains about beside figures."""
    return [problem.reason for problem in replayed(text, ruleset).problems]
