"""What one viewer may see of a Duplicate game: the only input of pictures, captions and own boards.

Cells, tiles and boards are as in :mod:`engine.crossword.view`. Nothing here tells who has answered in the open round,
or who entered in it; a viewer sees their own answer.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Literal

from msgspec import Struct

from engine import game_base
from engine.crossword.actions import Placement
from engine.crossword.premiums import Direction
from engine.duplicate.ruleset import Answers
from engine.game_base import History

Reason = Literal["", "blanks", "kept", "tiles", "word", "place", "blank"]
"""By which rule the laid play was chosen among equal tops (RULES §10.1); empty where there was one."""
EndReason = Literal["rounds", "tiles", "vowels", "consonants", "noplay", "stopped", "cancelled"]


class Play(Struct, frozen=True):
    """A play: its tiles along the main word, that word in capitals, where it begins and runs, and what it scores."""

    tiles: tuple[Placement, ...]
    word: str
    cell: str
    direction: Direction
    score: int


class FoundPlay(Struct, frozen=True):
    """One of a closed round's best plays, and the seats of the people who answered it, the first to enter first."""

    play: Play
    finders: tuple[int, ...] = ()


class OpenRound(Struct, frozen=True):
    """The round that is open: its number from 1, its rack, and until when answers are taken, in served time."""

    number: int
    rack: tuple[str, ...]
    opened: datetime
    due: datetime
    answered: int
    """How many people have answered."""
    called: bool = False
    """Whether the last call was made."""
    limited: int = 0
    """How many rounds there are at most; 0 without a limit."""


class ClosedRound(Struct, frozen=True):
    """A round that is over: the top that was laid, and what people found."""

    number: int
    rack: tuple[str, ...]
    laid: Play
    reason: Reason
    several_words: bool
    """Whether the tops were different words: then a caption tells the reason."""
    best: tuple[FoundPlay, ...]
    """Up to five, distinct by points and cells, best first; the laid one is the first."""
    top_finders: tuple[int, ...]
    """The seats of the people who reached the top's points, however they laid."""
    solo: int | None
    """The seat that was given the bonus for being alone in it."""
    answered: int
    """How many people answered."""


class SeatView(Struct, frozen=True):
    """A player as everybody sees them, as of the last closed round."""

    user: int
    name: str
    score: int
    """Points with solo bonuses."""
    active: bool = True
    computer: bool = False
    place: int | None = None
    """Rank from 1, equal ones shared; ``None`` for computers and for who has not answered yet."""
    permille: int | None = None
    """Of the tops' points since the first answer, in tenths of a percent; ``None`` under a third of rounds answered."""
    since: int = 0
    """The round of the first answer; 0 for who has not answered yet."""
    answered: int = 0
    """In how many rounds."""
    tops: int = 0
    solos: int = 0
    points: tuple[int | None, ...] = ()
    """Points, without bonuses, of each closed round since :attr:`since`; ``None`` for no answer."""


class OwnAnswer(Struct, frozen=True):
    """What the viewer answered in the open round."""

    play: Play | None
    """``None`` for no answer yet."""
    locked: bool = False


class FinalScore(Struct, frozen=True):
    """One seat's result: 1 is the best place; shared places share the number."""

    seat: int
    place: int
    score: int


class Outcome(Struct, frozen=True):
    """How a game ended. ``winners`` lists the seats in first place; none where nobody answered."""

    reason: EndReason
    winners: tuple[int, ...]
    finals: tuple[FinalScore, ...]
    """Of the people who answered, in the order of the places."""


class GameView(game_base.GameView, Struct, frozen=True, tag="duplicate"):
    """A Duplicate game as ``viewer`` (a seat, or ``None`` for the group) may see it.

    ``viewer`` may be a seat behind :attr:`seats`: who entered in the open round is shown when it closes.
    """

    ruleset: str
    language: str
    columns: int
    rows: int
    premiums: tuple[str, ...]
    cells: tuple[str, ...]
    """The board, with the play of the last closed round."""
    values: dict[str, int]
    seats: tuple[SeatView, ...]
    """In the order of entering, as of the last closed round."""
    number: int
    """How many rounds are closed."""
    limit: int
    """How many rounds are played at most; 0 for as many as the tiles give."""
    answers: Answers
    is_slow: bool
    bag: int
    """Tiles left in the bag, the open round's rack being out of it."""
    tiles: int
    """Tiles in the whole set."""
    top_points: int
    """The sum of all tops so far."""
    open: OpenRound | None = None
    """``None`` between two rounds and at the end."""
    last: ClosedRound | None = None
    """``None`` before the first round is closed."""
    is_last: bool = False
    """Whether :attr:`last` was the game's last round, whose end comes after the pause."""
    viewer: int | None = None
    own: OwnAnswer | None = None
    """``None`` for the group, and while no round is open."""
    outcome: Outcome | None = None
    history: History = ()
    """Everybody's score, by seat, after each round."""
    options: Mapping[str, str] = {}
    paused: bool = False
    gone: tuple[int, ...] = ()
    clock: None = None
    petition: None = None

    @property
    def round_ends_at(self) -> datetime | None:
        """Until when the open round may be answered."""
        return None if self.open is None else self.open.due
