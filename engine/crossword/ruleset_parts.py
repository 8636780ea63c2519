"""The parts that :mod:`engine.crossword.ruleset` joins: board, scoring, bag, exchanges, endings, judging."""

from collections.abc import Mapping
from typing import Final, Literal, get_args

from msgspec import Struct


class Premium(Struct, frozen=True):
    """What a cell does to the play that covers it."""

    letter: int = 1
    """By how much it multiplies the letter on it."""
    word: int = 1
    """By how much it multiplies words through it."""
    by_reading: bool = False
    """Whether a table says which of those words (:data:`FourWord`)."""
    takes_tile: bool = False
    """Whether it exchanges an opponent's tile (RULES §5.5)."""


PREMIUMS: Final[Mapping[str, Premium]] = {
    ".": Premium(),
    "d": Premium(letter=2),
    "t": Premium(letter=3),
    "q": Premium(letter=4),
    "D": Premium(word=2),
    "T": Premium(word=3),
    "Q": Premium(word=4, by_reading=True),
    "X": Premium(takes_tile=True),
    "*": Premium(),
}
"""The characters of a board (RULES §1.1); whether the centre, ``*``, doubles is the ruleset's."""


ChallengeMode = Literal["void", "single", "double", "five", "ten", "wordpoints"]


ChallengePer = Literal["challenge", "word"]


ChallengeTo = Literal["mover", "challenger"]


OutScoring = Literal["transfer", "double"]


FourWord = Literal["clockwise", "endpoint", "any"]


ExCell = Literal["bag", "swap", "off"]


BingoWhen = Literal["seven", "whole-rack"]
"""Whether a bingo needs a full rack, or any whole rack will do; a full one is called ``seven``, whatever its size."""


RunCounts = Literal["passes", "scoreless"]


class Board(Struct, frozen=True, forbid_unknown_fields=True):
    """The board as rows of the characters of RULES §1.1; ``*`` is the centre that the first play covers."""

    rows: tuple[str, ...]
    centre_doubles: bool


class CellBonus(Struct, frozen=True, forbid_unknown_fields=True):
    """One random cell that adds points to the play that first covers it (RULES §2.5)."""

    points: int
    where: Literal["plain"] = "plain"


class Scoring(Struct, frozen=True, forbid_unknown_fields=True):
    """Bonuses beside the words."""

    bingo: int
    bingo_when: BingoWhen = "seven"
    cell: CellBonus | None = None
    four_word: FourWord = "clockwise"
    """Which words a 4W cell multiplies (RULES §5.5)."""
    four_word_choices: tuple[FourWord, ...] = get_args(FourWord)
    """Among which of these a table may choose. Where they are read clockwise, such cells lie on the edge."""
    ex: ExCell = "bag"
    """With what an EX cell exchanges an opponent's tile (RULES §5.5)."""

    @property
    def needs_full_rack(self) -> bool:
        """Whether a bingo needs as many tiles as a full rack has, also of a player who holds fewer."""
        return self.bingo_when == "seven"


class Bag(Struct, frozen=True, forbid_unknown_fields=True):
    """A set of tiles: how many of each face, ``?`` being the blank, and the stated total as a check."""

    tiles: int
    counts: dict[str, int]


class ExchangeRule(Struct, frozen=True, forbid_unknown_fields=True):
    """When tiles may be exchanged (RULES §1.7), and how often by one player; ``None`` is without limit.

    A table may choose another ``least_in_bag`` among ``least_choices`` (RULES §4).
    """

    least_in_bag: int
    least_choices: tuple[int, ...] = ()
    per_player: int | None = None


class RunEnding(Struct, frozen=True, forbid_unknown_fields=True):
    """An ending by a run of turns: at least ``turns`` of them, and at least ``per_player`` of each active player.

    Whatever ``per_player`` is, everybody has made one of them: who was skipped has not agreed to the end.
    ``counts`` says which turns belong to the run: ``passes`` alone, or every ``scoreless`` turn (RULES §7.3).
    ``own_rack`` says whether each player then loses the points of the own rack.
    """

    counts: RunCounts
    turns: int
    per_player: int
    own_rack: bool

    @property
    def own_turns_needed(self) -> int:
        """How many own turns of each active player are in a run that ends the game."""
        return max(1, self.per_player)

    def fewest_turns(self, active: int) -> int:
        """The fewest turns that end a game in which so many players take turns."""
        return max(self.turns, self.own_turns_needed * active)

    def ends_if_each_passes(self, active: int) -> bool:
        """Whether it ends the game that each of so many players passes ``of_each`` times, and no number of turns."""
        return self.counts == "passes" and self.turns <= self.own_turns_needed * active


class Ending(Struct, frozen=True, forbid_unknown_fields=True):
    """How a game ends. ``out`` is what the player who goes out receives (RULES §3.5)."""

    out: OutScoring
    run: RunEnding
    time_own_rack: bool = False
    """Whether each player loses the points of the own rack when all are out of time (RULES §5.7)."""


class Judging(Struct, frozen=True, forbid_unknown_fields=True):
    """Who judges words (RULES §7.1).

    ``void`` refuses a phony and nothing is lost. In the other modes a play is judged when somebody challenges it
    within ``window`` seconds; ``per`` and ``to`` say how often ``five`` and ``ten`` points are counted and whose
    they are: the mover gains them or the challenger loses them.
    """

    mode: ChallengeMode
    per: ChallengePer = "challenge"
    to: ChallengeTo = "mover"
    window: int = 60

    @property
    def has_challenges(self) -> bool:
        """Whether plays are challenged; then nobody seated may look words up during the game."""
        return self.mode != "void"
