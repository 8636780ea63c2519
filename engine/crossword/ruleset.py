"""The parameters of a crossword game as a TOML file states them, and the table options.

Does not check the numbers: see :mod:`engine.crossword.ruleset_checks`.
"""

from collections.abc import Mapping
from typing import ClassVar, Final, Literal, Self, get_args

from msgspec import Struct
from msgspec.structs import replace

from engine import ruleset_base
from engine.clock import NO_CLOCK, Clock
from engine.ruleset_base import OFF, ON, Absence, Option, Players, Start, start_option, switch_option


class Premium(Struct, frozen=True):
    """What a cell does to the play that covers it."""

    letter: int = 1
    """The letter multiplier."""
    word: int = 1
    """The word multiplier."""
    by_reading: bool = False
    """Whether the table's option (:data:`FourWord`) says which words the multiplier applies to."""
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
"""The characters of a board (RULES §1.1); the ruleset says whether the centre, ``*``, doubles."""

ChallengeMode = Literal["void", "single", "double", "five", "ten", "wordpoints"]
ChallengePer = Literal["challenge", "word"]
ChallengeTo = Literal["mover", "challenger"]
OutScoring = Literal["transfer", "double"]
FourWord = Literal["clockwise", "endpoint", "any"]
ExCell = Literal["bag", "swap", "off"]
BingoWhen = Literal["seven", "whole-rack"]
"""Whether a bingo needs a full rack (``seven``, whatever its size), or any whole rack is enough."""
RunCounts = Literal["passes", "scoreless"]


class Board(Struct, frozen=True, forbid_unknown_fields=True):
    """The board as rows of the characters of RULES §1.1; ``*`` is the centre that the first play covers."""

    rows: tuple[str, ...]
    centre_doubles: bool


class CellBonus(Struct, frozen=True, forbid_unknown_fields=True):
    """A random cell that gives points to the play that first covers it (RULES §2.5)."""

    points: int
    where: Literal["plain"] = "plain"


class Scoring(Struct, frozen=True, forbid_unknown_fields=True):
    """Bonuses besides the words' scores."""

    bingo: int
    bingo_when: BingoWhen = "seven"
    cell: CellBonus | None = None
    four_word: FourWord = "clockwise"
    """Which words a 4W cell multiplies (RULES §5.5)."""
    four_word_choices: tuple[FourWord, ...] = get_args(FourWord)
    """The values that a table may choose. If cells are read clockwise, they must be on the edge."""
    ex: ExCell = "bag"
    """What an EX cell exchanges an opponent's tile with (RULES §5.5)."""

    @property
    def needs_full_rack(self) -> bool:
        """Whether a bingo needs a full rack's number of tiles even from a player who holds fewer."""
        return self.bingo_when == "seven"


class Bag(Struct, frozen=True, forbid_unknown_fields=True):
    """A set of tiles: the count of each face, ``?`` being the blank, and the stated total as a check."""

    tiles: int
    counts: dict[str, int]


class ExchangeRule(Struct, frozen=True, forbid_unknown_fields=True):
    """When tiles may be exchanged (RULES §1.7), and how often by one player; ``None`` means no limit.

    A table may choose another ``least_in_bag`` from ``least_choices`` (RULES §4).
    """

    least_in_bag: int
    least_choices: tuple[int, ...] = ()
    per_player: int | None = None


class RunEnding(Struct, frozen=True, forbid_unknown_fields=True):
    """Ending by a run of turns: at least ``turns`` in all, and at least ``per_player`` by each active player.

    Each active player must have made at least one of them: a player who was skipped has not agreed to the end.
    ``counts`` says which turns belong to the run: only ``passes``, or every ``scoreless`` turn (RULES §7.3).
    ``own_rack`` says whether each player then loses the points of their own rack.
    """

    counts: RunCounts
    turns: int
    per_player: int
    own_rack: bool

    @property
    def own_turns_needed(self) -> int:
        """How many turns each active player must have in a run that ends the game."""
        return max(1, self.per_player)

    def fewest_turns(self, active: int) -> int:
        """The fewest turns that end a game with this many active players."""
        return max(self.turns, self.own_turns_needed * active)

    def ends_if_each_passes(self, active: int) -> bool:
        """Whether a game ends once each of ``active`` players has passed :attr:`own_turns_needed` times in a row."""
        return self.counts == "passes" and self.turns <= self.own_turns_needed * active


class Ending(Struct, frozen=True, forbid_unknown_fields=True):
    """How a game ends; ``out`` is what the player who goes out receives (RULES §3.5)."""

    out: OutScoring
    run: RunEnding
    time_own_rack: bool = False
    """Whether each player loses their own rack's points when all are out of time (RULES §5.7)."""


class Judging(Struct, frozen=True, forbid_unknown_fields=True):
    """How words are judged (RULES §7.1).

    ``void`` refuses a phony, and nothing is lost. In the other modes a play is judged when challenged within ``window``
    seconds; ``per`` and ``to`` say how often ``five`` and ``ten`` points count, and whether the mover gains them or the
    challenger loses them.
    """

    mode: ChallengeMode
    per: ChallengePer = "challenge"
    to: ChallengeTo = "mover"
    window: int = 60

    @property
    def has_challenges(self) -> bool:
        """Whether plays can be challenged; players may then not look up words during the game."""
        return self.mode != "void"


FREE: Final = "free"
"""The value of the option ``hints`` for free steps."""
_MODES: Final = get_args(ChallengeMode)
_PER: Final = get_args(ChallengePer)
_TO: Final = get_args(ChallengeTo)
_OUT: Final = get_args(OutScoring)
_EX: Final = get_args(ExCell)
_BINGO: Final = get_args(BingoWhen)
_WINDOWS: Final = (15, 30, 60, 120, 300, 3600, 86400)
"""Challenge windows, in seconds, that a table may choose besides the ruleset's own."""
_CHALLENGES: Final = {"challenge": tuple(mode for mode in _MODES if mode != "void")}
"""The option values with which plays can be challenged."""
_NO_CHALLENGES: Final = {"challenge": ("void",)}
"""The option value with which hints and taking back are possible."""
_HINTS: Final = (OFF, FREE, "1", "2", "5", "10")
"""The values of the option ``hints``: none, free, or points per step."""
_TAKE_BACK: Final = (OFF, "10", "20", "30", "60")
_HINT_PRICES: Final = {value: 0 if value == FREE else int(value) for value in _HINTS if value != OFF}
_POINTS: Final = {"challenge": ("five", "ten")}
"""The option values with which a failed challenge costs points."""


class Ruleset(
    ruleset_base.Ruleset,
    Struct,
    frozen=True,
    dict=True,
    forbid_unknown_fields=True,
    tag_field="family",
    tag="crossword",
):
    """A game's parameters. A resolved ruleset, as in a state, has one bag and at most one clock."""

    family: ClassVar[Literal["crossword"]] = "crossword"
    main_options: ClassVar[tuple[str, ...]] = (
        "clock",
        "challenge",
        "window",
        "bag",
        "exchange-least",
        "dictionary",
        "four-word",
        "ex",
        "chat-words",
    )
    figure_options: ClassVar[frozenset[str]] = frozenset({"window", "exchange-least", "hints"})

    schema: int
    id: str
    language: str
    lexicon: str
    title: dict[str, str]
    """The game's name by interface language."""
    players: Players
    board: Board
    rack: int
    scoring: Scoring
    values: dict[str, int]
    bag: str
    bags: dict[str, Bag]
    exchange: ExchangeRule
    ending: Ending
    judging: Judging
    draw_offers: bool = False
    """Whether players may agree to a draw."""
    colours: dict[str, str] = {}
    """The colour of each face, if tiles are coloured; the blank has none."""
    chat_words: bool = True
    """Whether the chat's changes to the list count at its tables."""
    live: bool = False
    """Whether a live dictionary, if the operator has one, judges in place of the list (RULES §8, no. 42)."""
    places: bool = True
    """Whether a word alone is answered with its possible places; if not, a move begins with a cell."""
    take_backs: bool = True
    """Whether a table may choose that plays can be taken back."""
    take_back: int = 0
    """For how many seconds a play can be taken back, if plays are not challenged; 0 for never."""
    preview: bool = False
    """A table option of earlier versions, without effect."""
    hints: int | None = None
    """What each step of a hint costs; ``None`` without hints, as always if plays are challenged."""
    clock: str = NO_CLOCK
    clocks: dict[str, Clock] = {}
    absence: Absence = Absence()
    start: Start = "asked"

    @property
    def columns(self) -> int:
        """The board's width in cells."""
        return len(self.board.rows[0])

    @property
    def pattern(self) -> tuple[str, ...]:
        """The board as a lobby shows it."""
        return self.board.rows

    @property
    def counts(self) -> dict[str, int]:
        """The faces of the bag in use, with their counts."""
        return self.bags[self.bag].counts

    @property
    def tiles(self) -> int:
        """The size of the bag in use."""
        return self.bags[self.bag].tiles

    @property
    def clock_rule(self) -> Clock | None:
        """The clock in use."""
        return self.clocks.get(self.clock)

    @property
    def closes_look_ups(self) -> bool:
        """Whether words are judged only when challenged (RULES §7.1)."""
        return self.judging.has_challenges

    @property
    def hint_price(self) -> int | None:
        """What each step of a hint costs (RULES §7.6); ``None`` without hints, as when plays can be challenged."""
        return None if self.judging.has_challenges else self.hints

    def bingo_tiles(self, held: int) -> int:
        """How many tiles a bingo needs from a player who holds ``held`` (RULES §2.4)."""
        return self.rack if self.scoring.needs_full_rack else held

    def options(self) -> dict[str, Option]:
        """The table options, with the values in use as defaults."""
        judging, scoring = self.judging, self.scoring
        windows = sorted({*_WINDOWS, judging.window})
        signs = "".join(self.board.rows)
        readings = scoring.four_word_choices if "Q" in signs else ()
        sizes = {name: str(bag.tiles) for name, bag in self.bags.items()}
        hints = next((value for value, price in _HINT_PRICES.items() if price == self.hints), OFF)
        found = {
            "bag": Option(tuple(self.bags), self.bag, figures=sizes),
            "challenge": Option(_MODES, judging.mode, figures={"five": "5", "ten": "10"}, told=True),
            "challenge-per": Option(_PER, judging.per, needs=_POINTS),
            # Told, since the number of points alone does not say who gains or loses them.
            "challenge-to": Option(_TO, judging.to, told=True, needs=_POINTS),
            "window": Option(
                tuple(map(str, windows)), str(judging.window), seconds=True, behind="challenge", needs=_CHALLENGES
            ),
            "clock": ruleset_base.clock_option(self.clocks, self.clock),
            **self.absence.options,
            "out": Option(_OUT, self.ending.out),
            "bingo": Option(_BINGO, scoring.bingo_when, figures={"seven": str(self.rack)}),
            "four-word": Option(readings if len(readings) > 1 else (), scoring.four_word),
            "ex": Option(_EX if "X" in signs else (), scoring.ex),
            "exchange-least": Option(tuple(map(str, self.exchange.least_choices)), str(self.exchange.least_in_bag)),
            "centre": Option(("plain", "double"), "double" if self.board.centre_doubles else "plain"),
            "chat-words": switch_option(on=self.chat_words),
            "places": switch_option(on=self.places),
            "preview": replace(switch_option(on=self.preview), retired=True),
            "take-back": Option(
                _TAKE_BACK if self.take_backs else (),
                str(self.take_back or OFF),
                seconds=True,
                needs=_NO_CHALLENGES,
            ),
            "hints": Option(_HINTS, hints, needs=_NO_CHALLENGES),
            "start": start_option(self.start),
        }
        return {name: option for name, option in found.items() if option.values}

    def with_options(self, options: Mapping[str, str]) -> Self:
        """The ruleset with checked options applied."""
        chosen = {**self.options_in_use, **options}
        bag, clock = chosen["bag"], chosen["clock"]
        judging = replace(
            self.judging,
            mode=chosen["challenge"],
            per=chosen["challenge-per"],
            to=chosen["challenge-to"],
            window=int(chosen["window"]),
        )
        ending = replace(self.ending, out=chosen["out"])
        scoring = replace(
            self.scoring,
            bingo_when=chosen["bingo"],
            four_word=chosen.get("four-word", self.scoring.four_word),
            ex=chosen.get("ex", self.scoring.ex),
        )
        return replace(
            self,
            bag=bag,
            bags={bag: self.bags[bag]},
            clock=clock,
            clocks={clock: self.clocks[clock]} if clock in self.clocks else {},
            judging=judging,
            ending=ending,
            scoring=scoring,
            exchange=replace(self.exchange, least_in_bag=int(chosen.get("exchange-least", self.exchange.least_in_bag))),
            board=replace(self.board, centre_doubles=chosen["centre"] == "double"),
            chat_words=chosen["chat-words"] == ON,
            places=chosen["places"] == ON,
            absence=self.absence.with_options(chosen),
            preview=chosen["preview"] == ON,
            take_back=0 if chosen.get("take-back", OFF) == OFF else int(chosen["take-back"]),
            hints=_HINT_PRICES.get(chosen["hints"]),
            start=chosen["start"],
        )
