"""What one viewer may see of a game: the only input of pictures, captions and rack messages.

Cells are named (``H8``); ``cells`` lists the board row by row. A tile on the board is its letter, or ``?A`` for a blank
that stands for A; a blank on a rack is ``?``.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Literal

from msgspec import Struct

from engine import game_base
from engine.clock import ClockView
from engine.crossword.actions import Placement
from engine.crossword.ruleset import FourWord, Judging, RunEnding
from engine.game_base import History, Petition

TurnKind = Literal[
    "play",
    "exchange",
    "pass",
    "surrender",
    "withdrawn",
    "forfeit",
    "retired",
    "skipped",
    "taken_back",
    "undone",
]
EndReason = Literal["out", "passes", "scoreless", "surrender", "forfeit", "time", "draw", "cancelled"]


class WordScore(Struct, frozen=True):
    """A word that a play formed, in upper case, its points with premiums, and the cells it runs through."""

    word: str
    score: int
    cells: tuple[str, ...]


class LastTurn(Struct, frozen=True):
    """The public facts of the turn just taken.

    A ``withdrawn`` or ``taken_back`` play names its words and cells, which are free again; it scored nothing.
    ``undone`` is a turn that an administrator undid.
    """

    seat: int
    kind: TurnKind
    cells: tuple[str, ...] = ()
    """The cells of the new tiles, along the word."""
    words: tuple[WordScore, ...] = ()
    bingo: int = 0
    cell_bonus: int = 0
    score: int = 0
    """The total of words, bingo and cell bonus."""
    exchanged: int = 0
    automatic: bool = False
    play: int | None = None
    """The number of a play that may be, or was, challenged."""


class Highlight(Struct, frozen=True):
    """The best word of a game, or the best play by its main word: the player's seat, the word, and its points."""

    seat: int
    word: WordScore
    score: int


class Highlights(Struct, frozen=True):
    """The highest-scoring word and play; ``None`` before the first play."""

    word: Highlight | None = None
    play: Highlight | None = None


class Verdict(Struct, frozen=True):
    """The judge's verdict on a challenged word."""

    word: str
    valid: bool


class Challenged(Struct, frozen=True):
    """A challenge and its outcome (RULES §7.1)."""

    play: int
    seat: int
    challenger: int
    verdicts: tuple[Verdict, ...]
    """Each challenged word once."""
    withdrawn: bool
    """Whether the play was challenged off."""
    points: int = 0
    """What a failed challenge gave to the mover or, if negative, took from the challenger."""
    turn_lost: bool = False


class Window(Struct, frozen=True):
    """The play that may be challenged until ``until``, or until the next player acts."""

    play: int
    seat: int
    until: datetime
    words: tuple[WordScore, ...]
    last: bool
    """Whether it ends the game if unchallenged."""


class Retractable(Struct, frozen=True):
    """The play that its player may take back until ``until``, or until the next player acts."""

    play: int
    seat: int
    until: datetime
    last: bool
    """Whether it ends the game if not taken back."""


HintKind = Literal["play", "exchange", "pass"]


class HintView(Struct, frozen=True):
    """The steps of the best turn that a player was told (RULES §7.6)."""

    kind: HintKind
    steps: int
    last: bool
    line: str = ""
    length: int | None = None
    """The length of the main word, or the number of tiles exchanged."""
    first: str | None = None
    """The main word's first letter, or one of the tiles exchanged; a blank is ``?``."""
    word: WordScore | None = None
    """The main word, its place and score."""
    score: int = 0
    """The score of the whole play."""
    tiles: tuple[Placement, ...] = ()
    given: tuple[str, ...] = ()


class DrawOffer(Struct, frozen=True):
    """A draw offered by a seat, and the seats that have agreed so far."""

    seat: int
    accepted: tuple[int, ...] = ()


class BonusCell(Struct, frozen=True):
    """The random bonus cell (RULES §2.5)."""

    cell: str
    points: int
    taken: bool


class SeatView(Struct, frozen=True):
    """The public view of a player."""

    user: int
    name: str
    score: int
    tiles: int
    """How many tiles the rack holds."""
    active: bool
    """False after a surrender or forfeit."""
    retired: bool = False
    """Whether the player is out of time and plays no more, although the score counts (RULES §5.7)."""
    exchanges: int = 0
    skips: int = 0
    """How many turns the player will lose for failed challenges."""


class FinalScore(Struct, frozen=True):
    """One seat's result; 1 is the best place, and ties share it."""

    seat: int
    place: int
    score: int
    adjustment: int
    """The points for racks at the end, negative if lost (RULES §3.5)."""
    rack: tuple[str, ...]
    """The tiles left; public, since the game is over."""
    penalty: int = 0
    """The overtime penalty, 0 or below."""
    hints: int = 0
    """How many steps of hints the player was told."""
    hint_points: int = 0
    """The cost of the hints, 0 or below."""


class Outcome(Struct, frozen=True):
    """How a game ended; several ``winners`` mean a draw."""

    reason: EndReason
    winners: tuple[int, ...]
    finals: tuple[FinalScore, ...]


class GameView(game_base.TurnGameView, Struct, frozen=True, tag="crossword"):
    """A crossword game as ``viewer`` (a seat, or ``None`` for the group) may see it."""

    ruleset: str
    language: str
    columns: int
    rows: int
    premiums: tuple[str, ...]
    """One string a row, in the characters of RULES §1.1: ``. d t D T Q X *``."""
    cells: tuple[str, ...]
    values: dict[str, int]
    seats: tuple[SeatView, ...]
    turn: int | None
    """The seat on turn; ``None`` once the game is over."""
    number: int
    bag: int
    tiles: int
    unseen: dict[str, int]
    """Per face, the tiles that the viewer cannot see: bag and racks, less the viewer's own rack."""
    viewer: int | None = None
    rack: tuple[str, ...] = ()
    """The viewer's own tiles; empty for the group."""
    bonus: BonusCell | None = None
    """``None`` without one, and after a game in which it stayed free."""
    last: LastTurn | None = None
    outcome: Outcome | None = None
    judging: Judging = Judging("void")
    run: RunEnding = RunEnding("passes", turns=3, per_player=0, own_rack=False)
    run_turns: int = 0
    """The turns in the present run of passes or scoreless turns, of players who still take turns."""
    run_ends: bool = False
    """Whether the game ends if the player on turn passes."""
    window: Window | None = None
    retractable: Retractable | None = None
    challenges: tuple[Challenged, ...] = ()
    clock: ClockView | None = None
    offer: DrawOffer | None = None
    draw_offers: bool = False
    colours: dict[str, str] = {}
    four_word: FourWord = "clockwise"
    """Which words a 4W cell multiplies (RULES §5.5)."""
    options: Mapping[str, str] = {}
    history: History = ()
    """Each seat's score after each turn taken or lost, oldest first."""
    highlights: Highlights = Highlights()
    """The best word and play of a finished game; empty before the end, and if it was cancelled."""
    petition: Petition | None = None
    paused: bool = False
    """Whether the game is paused."""
    hint: HintView | None = None
    """The steps that the viewer was told; ``None`` for others."""
    hint_price: int | None = None
    """The cost of a step of a hint; ``None`` without hints."""
    gone: tuple[int, ...] = ()
    """The seats of players who left the group."""

    @property
    def last_play(self) -> LastTurn | None:
        """The last turn, if it is a play that is still on the board."""
        return self.last if self.last is not None and self.last.kind == "play" else None
