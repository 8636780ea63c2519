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
    """Cells of the newly placed tiles, along the word."""
    words: tuple[WordScore, ...] = ()
    """Main word first."""
    bingo: int = 0
    cell_bonus: int = 0
    score: int = 0
    """The words, the bingo and the cell bonus together."""
    exchanged: int = 0
    automatic: bool = False
    """Whether the clock passed the turn."""
    play: int | None = None
    """The number of a play that may be, or was, challenged."""


class Highlight(Struct, frozen=True):
    """A player's best: the word (of a play its main word), and its points."""

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
    """The number of the challenged play."""
    seat: int
    """Whose play it was."""
    challenger: int
    verdicts: tuple[Verdict, ...]
    """Each challenged word once."""
    withdrawn: bool
    """Whether the play was taken back."""
    points: int = 0
    """What a failed challenge gave to the mover, or, below 0, took from the challenger."""
    turn_lost: bool = False
    """Whether the challenger loses the next turn."""


class Window(Struct, frozen=True):
    """The play that may be challenged until ``until``, or until the next player acts."""

    play: int
    seat: int
    until: datetime
    words: tuple[WordScore, ...]
    last: bool
    """Whether it ends the game when nobody challenges it."""


class Retractable(Struct, frozen=True):
    """The play that its player may take back until ``until``, or until the next player acts."""

    play: int
    seat: int
    until: datetime
    last: bool
    """Whether it ends the game when it is left as it is."""


HintKind = Literal["play", "exchange", "pass"]


class HintView(Struct, frozen=True):
    """The steps of the best turn that a player was told (RULES §7.6)."""

    kind: HintKind
    steps: int
    """How many steps were told."""
    last: bool
    """Whether there is no further one."""
    line: str = ""
    """The row (``8``) or the column (``H``) of a play's main word."""
    length: int | None = None
    """How many letters that word has, or how many tiles are given back."""
    first: str | None = None
    """The word's first letter, or one of the tiles given back; a blank is ``?``."""
    word: WordScore | None = None
    """The main word, where it lies and what it brings."""
    score: int = 0
    """What the whole play brings."""
    tiles: tuple[Placement, ...] = ()
    """What is laid."""
    given: tuple[str, ...] = ()
    """What is given back."""


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
    """False once the player has surrendered or forfeited the game."""
    retired: bool = False
    """Whether the player is out of time and plays no more, although the score counts (RULES §5.7)."""
    exchanges: int = 0
    """How many times the player has exchanged."""
    skips: int = 0
    """How many turns the player will lose for failed challenges."""


class FinalScore(Struct, frozen=True):
    """One seat's result; 1 is the best place, and ties share it."""

    seat: int
    place: int
    score: int
    adjustment: int
    """What the ending added to or took from the score."""
    rack: tuple[str, ...]
    """The tiles left; public, for the game is over."""
    penalty: int = 0
    """What overtime took from the score, 0 or below."""
    hints: int = 0
    """How many steps of hints the player was told."""
    hint_points: int = 0
    """What they took from the score, 0 or below."""


class Outcome(Struct, frozen=True):
    """How a game ended; several ``winners`` mean a draw."""

    reason: EndReason
    winners: tuple[int, ...]
    finals: tuple[FinalScore, ...]
    """In the order of the places."""


class GameView(game_base.TurnGameView, Struct, frozen=True, tag="crossword"):
    """A crossword game as ``viewer`` (a seat, or ``None`` for the group) may see it."""

    ruleset: str
    language: str
    """The language of the tiles: ``tr``, ``en`` or ``uk``."""
    columns: int
    rows: int
    premiums: tuple[str, ...]
    """One string a row, in the characters of RULES §1.1: ``. d t D T Q X *``."""
    cells: tuple[str, ...]
    values: dict[str, int]
    """Points of every face; ``?`` is 0."""
    seats: tuple[SeatView, ...]
    """In the order of play."""
    turn: int | None
    """The seat to move; ``None`` once the game is over."""
    number: int
    """How many turns have been taken."""
    bag: int
    """Tiles left in the bag."""
    tiles: int
    """Tiles in the whole set."""
    unseen: dict[str, int]
    """Per face, what is not on the board: bag and racks together, less the viewer's own rack."""
    viewer: int | None = None
    rack: tuple[str, ...] = ()
    """The viewer's own tiles; empty for the group."""
    bonus: BonusCell | None = None
    """``None`` also once the game is over and nobody has taken it."""
    last: LastTurn | None = None
    outcome: Outcome | None = None
    judging: Judging = Judging("void")
    run: RunEnding = RunEnding("passes", turns=3, per_player=0, own_rack=False)
    """The run of turns that ends the game."""
    run_turns: int = 0
    """How many turns the run has now; those of players who take turns no more are out of it."""
    run_ends: bool = False
    """Whether the run ends the game if the player on turn makes one more turn of it, a pass to begin with."""
    window: Window | None = None
    """The play that waits for a challenge, if any."""
    retractable: Retractable | None = None
    """The play that may be taken back, if any."""
    challenges: tuple[Challenged, ...] = ()
    """Every challenge of the game, in order."""
    clock: ClockView | None = None
    offer: DrawOffer | None = None
    draw_offers: bool = False
    """Whether players may agree on a draw."""
    colours: dict[str, str] = {}
    """The colour of each face, where tiles are coloured."""
    four_word: FourWord = "clockwise"
    """Which words a 4W cell multiplies (RULES §5.5)."""
    options: Mapping[str, str] = {}
    """The table's options in use, by name."""
    history: History = ()
    """Everybody's score, by seat, after each turn taken (or lost), oldest first."""
    highlights: Highlights = Highlights()
    """Of a finished game; empty before, and where it was cancelled."""
    petition: Petition | None = None
    """What is voted about at the table."""
    paused: bool = False
    """Whether everything stands still by request, with a clock or without one."""
    hint: HintView | None = None
    """What the viewer was told of the best turn; always ``None`` for others."""
    hint_price: int | None = None
    """What a step of a hint costs; ``None`` where there are no hints."""
    gone: tuple[int, ...] = ()
    """The seats of players who are not in the group any more."""

    @property
    def last_play(self) -> LastTurn | None:
        """The last turn, if it is a play that is still on the board."""
        return self.last if self.last is not None and self.last.kind == "play" else None
