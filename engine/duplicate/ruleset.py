"""The parameters of a Duplicate game as a TOML file states them, and the table options (RULES §10)."""

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import ClassVar, Final, Literal, Self, get_args

from msgspec import Struct
from msgspec.structs import replace

from engine import ruleset_base
from engine.clock import NO_CLOCK
from engine.crossword import ruleset as crossword
from engine.crossword import ruleset_checks
from engine.crossword.ruleset import Bag, Board, Ending, ExchangeRule, Judging, RunEnding, Scoring
from engine.errors import MOST_POINTS, MOST_SECONDS, MOST_TILES, range_problems
from engine.ruleset_base import OFF, ON, Option, Players, Start, start_option, switch_option

Answers = Literal["checked", "strict"]
"""Whether an answer with an invalid word is refused at once, or scores nothing when the round closes."""
ALL_ROUNDS: Final = 0
"""The value of :attr:`Ruleset.rounds` for a game without a limit; the option value is ``all``."""
LEAST_SLOW: Final = 3_600
"""The least seconds of a slow round."""
DAY: Final = 86_400
"""The seconds of a round that ends at the group's hour."""
_ROUND_SECONDS: Final = (60, 90, 120, 180, 3_600, 14_400, 43_200, DAY)
_ROUNDS: Final = (5, 10, 15, ALL_ROUNDS)
WEEK_ROUNDS: Final = 7
"""The number of rounds of the game of the week; other tables cannot choose it."""
_PAUSES: Final = (10, 20, 30, 60)
_SOLO: Final = (0, 10, 16)


class Ruleset(
    ruleset_base.Ruleset,
    Struct,
    frozen=True,
    dict=True,
    forbid_unknown_fields=True,
    tag_field="family",
    tag="duplicate",
):
    """A game's parameters: board and tiles of a crossword game, and the rounds."""

    family: ClassVar[Literal["duplicate"]] = "duplicate"
    may_be_live: ClassVar[bool] = False
    main_options: ClassVar[tuple[str, ...]] = (
        "round",
        "rounds",
        "answers",
        "dictionary",
        "pause",
        "solo",
        "chat-words",
    )
    figure_options: ClassVar[frozenset[str]] = frozenset({"rounds", "solo"})
    clocks: ClassVar[Mapping[str, object]] = {}

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
    rich_rounds: int = 15
    """For how many first rounds a rack needs two vowels and two consonants; later racks need one of each."""
    round: int = 120
    """The seconds for which a round is open."""
    rounds: int = 10
    """The most rounds; :data:`ALL_ROUNDS` for no limit."""
    pause: int = 20
    """Seconds between the result of a live round and the next rack; slow rounds follow at once."""
    answers: Answers = "checked"
    solo: int = 10
    """The bonus of the only player to reach the top (the best play's score) in a round in which ten people scored."""
    chat_words: bool = True
    start: Start = "asked"
    clock: Literal["none"] = NO_CLOCK
    """Always none: rounds have deadlines, seats have no clocks."""

    @property
    def clock_rule(self) -> None:
        """Always ``None``."""
        return

    @property
    def rating_kind(self) -> str:
        """The family and the language: each pair has its own ratings (RULES §10.3)."""
        return f"{self.family}-{self.language}"

    @property
    def is_slow(self) -> bool:
        """Whether rounds take hours."""
        return self.round >= LEAST_SLOW

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
        """The faces of the bag, with their counts."""
        return self.bags[self.bag].counts

    @property
    def tiles(self) -> int:
        """The size of the bag."""
        return self.bags[self.bag].tiles

    @property
    def colours(self) -> dict[str, str]:
        """Empty: no tile is coloured."""
        return {}

    @property
    def closes_look_ups(self) -> bool:
        """Whether players may not look up words, since an invalid word scores nothing (RULES §10.5)."""
        return self.answers == "strict"

    @cached_property
    def crossword(self) -> crossword.Ruleset:
        """The crossword rules by which plays are laid, scored and searched."""
        return crossword.Ruleset(
            schema=self.schema,
            id=self.id,
            language=self.language,
            lexicon=self.lexicon,
            title=self.title,
            players=Players(2, 4, "draw"),
            board=self.board,
            rack=self.rack,
            scoring=self.scoring,
            values=self.values,
            bag=self.bag,
            bags=self.bags,
            exchange=ExchangeRule(least_in_bag=self.rack),
            ending=Ending("transfer", RunEnding("scoreless", turns=6, per_player=2, own_rack=True)),
            judging=Judging("void"),
            chat_words=self.chat_words,
        )

    def options(self) -> dict[str, Option]:
        """The table options, with the values in use as defaults."""
        return {
            "round": Option(tuple(map(str, _ROUND_SECONDS)), str(self.round), seconds=True, told=True),
            "rounds": Option(
                tuple(map(_rounds_value, _ROUNDS)),
                _rounds_value(self.rounds),
                told=True,
                unoffered=(_rounds_value(WEEK_ROUNDS),),
            ),
            "answers": Option(get_args(Answers), self.answers, told=True),
            "pause": Option(
                tuple(map(str, _PAUSES)),
                str(self.pause),
                seconds=True,
                needs={"round": tuple(str(one) for one in _ROUND_SECONDS if one < LEAST_SLOW)},
            ),
            "solo": Option(tuple(map(_solo_value, _SOLO)), _solo_value(self.solo)),
            "chat-words": switch_option(on=self.chat_words),
            "start": start_option(self.start),
        }

    def with_options(self, options: Mapping[str, str]) -> Self:
        """The ruleset with checked options applied."""
        chosen = {**self.options_in_use, **options}
        return replace(
            self,
            round=int(chosen["round"]),
            rounds=ALL_ROUNDS if chosen["rounds"] == "all" else int(chosen["rounds"]),
            answers=chosen["answers"],
            pause=int(chosen["pause"]),
            solo=0 if chosen["solo"] == OFF else int(chosen["solo"]),
            chat_words=chosen["chat-words"] == ON,
            start=chosen["start"],
        )


def _rounds_value(count: int) -> str:
    return "all" if count == ALL_ROUNDS else str(count)


def _solo_value(points: int) -> str:
    return str(points) if points else OFF


def problems(ruleset: Ruleset) -> Iterator[str]:
    """Faults beyond those of :func:`engine.ruleset_base.ruleset_problems`."""
    yield from ruleset_checks.problems(ruleset.crossword)
    yield from range_problems("round", ruleset.round, 1, MOST_SECONDS)
    yield from range_problems("pause", ruleset.pause, 0, MOST_SECONDS)
    yield from range_problems("rounds", ruleset.rounds, ALL_ROUNDS, MOST_TILES)
    yield from range_problems("rich_rounds", ruleset.rich_rounds, 0, MOST_TILES)
    yield from range_problems("solo", ruleset.solo, 0, MOST_POINTS)
