"""An annotated game as text, and readers of such texts. Its plays are those of RULES §9.1 and what may follow them."""

from engine.crossword.gcg import read_gcg
from engine.crossword.gcg_records import GcgFile
from engine.crossword.gcg_replay import Replay, replay_gcg
from engine.crossword.shipped import crossword_rulesets

SAMPLE = """\
#character-encoding UTF-8
#title A sample
#player1 ayla Ayla Ak
#player2 bo:k Bo Kay
#lexicon none
#mood cheerful
>ayla: EFLORTY 8H LOFTY +30 30
#note The first line of a note
and its second one.
>bo:k: ALMORST 7I LOAM +24 24
>ayla: ACEFIIT J7 ..FICIATE +71 101
>bo:k: ?ALQTUZ 15H QU(E)TZALs +365 389
>bo:k: (challenge) +5 394
>ayla: DEINORS H14 S. +11 112
>ayla: DEINORS --  -11 101
>bo:k: AEG -EG +0 394
>ayla: DEINORS O9 DEINORs +8 109
>bo:k: AEG - +0 394
>ayla: S -1 +0 109
>ayla: (time) -10 99
>bo:k: AEG (AEG) -4 390
>ayla:  (AEG) +8 107
"""


def parse_gcg_text(text: str, ruleset: str = "scrabble-en") -> GcgFile:
    """A text as it is read."""
    return read_gcg(text.encode(), crossword_rulesets()[ruleset])


def replay_text(text: str, ruleset: str = "scrabble-en", turns: int | None = None) -> Replay:
    """What replaying a text finds."""
    return replay_gcg(parse_gcg_text(text, ruleset), turns)


def line_number_of(text: str, part: str) -> int:
    """The number of the only line that has a part."""
    (number,) = (number for number, line in enumerate(text.splitlines(), start=1) if part in line)
    return number


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


def is_clean(found: Replay) -> bool:
    """Whether nothing was found."""
    return not found.mismatches and not found.problems


def problem_reasons(text: str, ruleset: str = "scrabble-en") -> list[str]:
    """What replaying a text complains about beside figures."""
    return [problem.reason for problem in replay_text(text, ruleset).problems]
