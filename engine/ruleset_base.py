"""What all families' rulesets share: their head, the number of players and the table options."""

import re
from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any, ClassVar, Final, Literal, Self, get_args

from msgspec import Struct
from msgspec.structs import replace

from engine.clock import NO_CLOCK
from engine.errors import MOST_POINTS, MOST_SECONDS, range_problems

SCHEMA: Final = 1
LEAST_PLAYERS: Final = 1
MOST_PLAYERS: Final = 100
_FEWEST_IN_TURN: Final = 2
"""The fewest players in games with turns."""
ON: Final = "on"
OFF: Final = "off"
_DAY: Final = 24 * 60 * 60
_SKIP_AFTER_CHOICES: Final = (_DAY // 4, _DAY // 2, _DAY, 2 * _DAY)
"""The choices, in seconds, for when a turn may be skipped: less than the allowance."""
_NO_CLOCK: Final = {"clock": (NO_CLOCK,)}
_ID: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
Start = Literal["asked", "full"]
"""Whether a game begins only on request, or also by itself with the last seat."""


class Players(Struct, frozen=True, forbid_unknown_fields=True):
    """The number of players, and how the order of play is found: ``draw`` (letters) or ``random`` (RULES §1.3)."""

    least: int
    most: int
    order: Literal["draw", "random"]


class Option(Struct, frozen=True, omit_defaults=True):
    """A table option: its possible values and its default."""

    values: tuple[str, ...]
    default: str
    figures: Mapping[str, str] = {}
    """Numbers by which values are known besides their names, as bags by their sizes."""
    lists: Mapping[str, str] = {}
    """The word list of each value, if values are word lists."""
    seconds: bool = False
    """Whether the values are times in seconds."""
    told: bool = False
    """Whether a table shows it even at the game's default."""
    behind: str = ""
    """The option after whose value it is shown, if it has no line of its own."""
    needs: Mapping[str, tuple[str, ...]] = {}
    """The values of other options that it needs to have an effect."""
    unoffered: tuple[str, ...] = ()
    """Valid values that are not offered."""
    retired: bool = False
    """Whether only games of earlier versions have it: it is read, has no effect, and is not offered."""

    @property
    def known(self) -> tuple[str, ...]:
        """All of its values, those on offer first."""
        return (*self.values, *self.unoffered)

    def has_effect(self, chosen: Mapping[str, str]) -> bool:
        """Whether it has an effect at a table with these values chosen."""
        return all(chosen.get(other) in values for other, values in self.needs.items())


def clock_option(names: Iterable[str], default: str) -> Option:
    """The option to choose one of these clocks, or none."""
    return Option((NO_CLOCK, *names), default, told=True)


def switch_option(*, on: bool) -> Option:
    """An option with the values on and off."""
    return Option((ON, OFF), ON if on else OFF)


def start_option(start: Start) -> Option:
    """The option for when the game begins."""
    return Option(get_args(Start), start)


class Absence(Struct, frozen=True, forbid_unknown_fields=True):
    """What happens to an absent player's turns at a table without a clock, in seconds (RULES §7.2)."""

    after: int = _DAY
    """How long a turn waits before the others may skip it."""
    allowance: int = 3 * _DAY
    """How long a turn waits before it is skipped automatically."""
    skips: bool = True
    """Whether turns are skipped automatically."""
    votes: bool = True
    """Whether the players vote about absent ones; if not, as in tournaments, only the directors decide."""

    @property
    def options(self) -> dict[str, Option]:
        """The table options for absence, with the values in use."""
        times = tuple(map(str, sorted({*_SKIP_AFTER_CHOICES, self.after})))
        return {
            "skip-after": Option(times, str(self.after), seconds=True, needs=_NO_CLOCK),
            "allowance": replace(switch_option(on=self.skips), needs=_NO_CLOCK),
        }

    def with_options(self, options: Mapping[str, str]) -> "Absence":
        """The rule with table options applied."""
        after = int(options.get("skip-after", self.after))
        return replace(self, after=after, skips=options["allowance"] == ON if "allowance" in options else self.skips)


class Ruleset:
    """A game's parameters, of any family: a frozen Struct whose tag, the field ``family``, is the family's name.

    The Struct has ``dict=True``, for cached properties.
    """

    __slots__ = ()

    family: ClassVar[str]
    may_be_live: ClassVar[bool] = True
    """Whether a live dictionary may judge; not if all words must be known in advance."""
    main_options: ClassVar[tuple[str, ...]] = ("clock", "chat-words")
    """The most used options, in the order shown; ``dictionary`` among them is one that the caller adds."""
    figure_options: ClassVar[frozenset[str]] = frozenset()
    """Options whose values are plain numbers, shown with the option's name."""
    schema: int
    id: str
    language: str
    lexicon: str
    title: dict[str, str]
    """The game's name by interface language."""
    players: Players
    values: dict[str, int]
    chat_words: bool
    """Whether the chat's changes to the list count at its tables."""
    clock: str

    @property
    @abstractmethod
    def clocks(self) -> Mapping[str, Any]:
        """The clocks to choose from, by name, of the family's own types."""

    @property
    @abstractmethod
    def clock_rule(self) -> Any:
        """The clock in use, or ``None``."""

    @property
    def start(self) -> Start:
        """When a table's game begins."""
        return "asked"

    @property
    def absence(self) -> Absence:
        """What happens to an absent player's turns."""
        return Absence()

    @property
    def closes_look_ups(self) -> bool:
        """Whether players at the table may not look up words while the game runs (RULES §7.1)."""
        return False

    @property
    def rating_kind(self) -> str:
        """The kind of ratings that games change: the family, unless overridden."""
        return self.family

    @property
    @abstractmethod
    def tiles(self) -> int:
        """How many tiles or cards the game has."""

    @property
    @abstractmethod
    def pattern(self) -> tuple[str, ...]:
        """The board or layout as a lobby shows it, one string a row."""

    @property
    @abstractmethod
    def colours(self) -> dict[str, str]:
        """The colour of each face, if tiles are coloured."""

    @property
    def lexica(self) -> Mapping[str, str]:
        """The word lists to choose from, by the words that they allow; empty if there is one list."""
        return {}

    @property
    def live(self) -> bool:
        """Whether a live dictionary, if the operator has one, judges in place of the list."""
        return False

    @abstractmethod
    def options(self) -> dict[str, Option]:
        """The table options, with the values in use as defaults."""

    @cached_property
    def options_in_use(self) -> Mapping[str, str]:
        """The value in use of every table option, by name; cached, since every view shows it."""
        return {name: option.default for name, option in self.options().items()}

    @abstractmethod
    def with_options(self, options: Mapping[str, str]) -> Self:
        """The ruleset with checked options applied, and the alternatives that were not chosen removed."""


def turn_problems(players: Players) -> Iterator[str]:
    """Yield a sentence if a game with turns has too few players."""
    yield from range_problems("players: least", players.least, _FEWEST_IN_TURN, MOST_PLAYERS)


def ruleset_problems(ruleset: Ruleset) -> Iterator[str]:
    """Yield a sentence, with its place, for each inconsistency in what all rulesets state."""
    if ruleset.schema != SCHEMA:
        yield f"schema is {ruleset.schema}; this version reads {SCHEMA}"
    if not _ID.fullmatch(ruleset.id):
        yield f"id {ruleset.id!r} is not lower-case words joined by hyphens"
    least, most = ruleset.players.least, ruleset.players.most
    if not LEAST_PLAYERS <= least <= most <= MOST_PLAYERS:
        yield f"players: least {least} and most {most} are not {LEAST_PLAYERS} ≤ least ≤ most ≤ {MOST_PLAYERS}"
    if "en" not in ruleset.title:
        yield "title lacks the English name, en"
    for name in ("after", "allowance"):
        yield from range_problems(f"absence: {name}", getattr(ruleset.absence, name), 1, MOST_SECONDS)
    for face, points in ruleset.values.items():
        yield from range_problems(f"values: {face!r}", points, 0, MOST_POINTS)
