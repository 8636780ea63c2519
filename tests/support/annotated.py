"""An annotated game as text, and readers of such texts. Its plays are those of RULES §9.1 and what may follow them."""

from engine.crossword.games import crosswords
from engine.crossword.gcg import Sheet, read
from engine.crossword.replay import Replay, replay

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


def sheet(text: str, ruleset: str = "scrabble-en") -> Sheet:
    """A text as it is read."""
    return read(text.encode(), crosswords()[ruleset])


def replayed(text: str, ruleset: str = "scrabble-en", turns: int | None = None) -> Replay:
    """What replaying a text finds."""
    return replay(sheet(text, ruleset), turns)


def line_of(text: str, part: str) -> int:
    """The number of the only line that has a part."""
    (number,) = (number for number, line in enumerate(text.splitlines(), start=1) if part in line)
    return number
