"""What one viewer may see of a Duplicate game: the only input of pictures, captions and own boards.

Cells, tiles and boards are as in :mod:`engine.crossword.view`. It does not show who has answered or entered in the open
round; viewers see their own answer.
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
"""The rule that chose the laid play among equal tops (RULES §10.1); empty if there was one."""
EndReason = Literal["rounds", "tiles", "vowels", "consonants", "noplay", "stopped", "cancelled"]


class Play(Struct, frozen=True):
    """A play: its tiles along the main word, that word in capitals, its place and direction, and its score."""

    tiles: tuple[Placement, ...]
    word: str
    cell: str
    direction: Direction
    score: int


class FoundPlay(Struct, frozen=True):
    """One of a closed round's best plays, and the seats that answered it, in the order of entering."""

    play: Play
    finders: tuple[int, ...] = ()


class OpenRound(Struct, frozen=True):
    """The open round: its number from 1, its rack, and until when answers are taken, in served time (less downtime)."""

    number: int
    rack: tuple[str, ...]
    opened: datetime
    due: datetime
    answered: int
    called: bool = False
    limited: int = 0
    """The most rounds; 0 without a limit."""


class ClosedRound(Struct, frozen=True):
    """A closed round: the top (the best play) that was laid, and what players found."""

    number: int
    rack: tuple[str, ...]
    laid: Play
    reason: Reason
    several_words: bool
    """Whether the tops were different words, so that a caption gives the reason."""
    best: tuple[FoundPlay, ...]
    """Up to five, distinct by points and cells, best first, beginning with the laid one."""
    top_finders: tuple[int, ...]
    """The seats that reached the top's points with any play."""
    solo: int | None
    """The seat that got the bonus for being the only one to reach the top."""
    answered: int
    """How many people answered."""


class SeatView(Struct, frozen=True):
    """The public view of a player, as of the last closed round."""

    user: int
    name: str
    score: int
    """The points, including solo bonuses."""
    active: bool = True
    computer: bool = False
    place: int | None = None
    """The place from 1, shared in a tie; ``None`` for computers and before the first answer."""
    permille: int | None = None
    """Tenths of a percent of the best plays' points since the first answer; ``None`` with few rounds answered."""
    since: int = 0
    """The round of the first answer; 0 before any."""
    answered: int = 0
    """The number of rounds answered."""
    tops: int = 0
    solos: int = 0
    points: tuple[int | None, ...] = ()
    """Points, without bonuses, of each closed round since :attr:`since`; ``None`` without an answer."""


class OwnAnswer(Struct, frozen=True):
    """The viewer's answer in the open round."""

    play: Play | None
    """``None`` before an answer."""
    locked: bool = False


class FinalScore(Struct, frozen=True):
    """One seat's result; 1 is the best place, and ties share it."""

    seat: int
    place: int
    score: int


class Outcome(Struct, frozen=True):
    """How a game ended; ``winners`` is empty if no player answered."""

    reason: EndReason
    winners: tuple[int, ...]
    finals: tuple[FinalScore, ...]
    """The results of the people who answered, ordered by place."""


class GameView(game_base.GameView, Struct, frozen=True, tag="duplicate"):
    """A Duplicate game as ``viewer`` (a seat, or ``None`` for the group) may see it.

    ``viewer`` may be beyond :attr:`seats`: players who entered in the open round are shown when it closes.
    """

    ruleset: str
    language: str
    columns: int
    rows: int
    premiums: tuple[str, ...]
    cells: tuple[str, ...]
    """The board with the play of the last closed round."""
    values: dict[str, int]
    seats: tuple[SeatView, ...]
    """In order of entering, as of the last closed round."""
    number: int
    """How many rounds are closed."""
    limit: int
    """The most rounds; 0 without a limit."""
    answers: Answers
    is_slow: bool
    bag: int
    """Tiles left in the bag, without the open round's rack."""
    tiles: int
    top_points: int
    """The sum of all tops so far."""
    open: OpenRound | None = None
    """``None`` between rounds and at the end."""
    last: ClosedRound | None = None
    """``None`` before the first round closes."""
    is_last: bool = False
    """Whether :attr:`last` was the game's last round; the game ends after the pause."""
    viewer: int | None = None
    own: OwnAnswer | None = None
    """``None`` for the group, and between rounds."""
    outcome: Outcome | None = None
    history: History = ()
    """Each seat's score after each round."""
    options: Mapping[str, str] = {}
    paused: bool = False
    gone: tuple[int, ...] = ()
    clock: None = None
    petition: None = None

    @property
    def round_ends_at(self) -> datetime | None:
        """Until when the open round may be answered."""
        return None if self.open is None else self.open.due
