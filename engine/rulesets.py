"""Rulesets: one TOML file a game, strictly validated into a frozen :class:`Ruleset`. Knows no play, only the data."""

import re
import tomllib
from collections.abc import Iterator
from functools import lru_cache
from importlib.resources import files
from typing import Final, Literal

import msgspec
from msgspec import Struct

from engine.alphabet import alphabet
from engine.crossword.geometry import MOST_COLUMNS
from engine.errors import DataError, Refusal

SCHEMA: Final = 1
BLANK: Final = "?"
PREMIUMS: Final = ".dtDT*"
LEAST_PLAYERS: Final = 2
_ID: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


class Players(Struct, frozen=True, forbid_unknown_fields=True):
    """How many play, and how the order of play is found: ``draw`` by letters, ``random`` by lot (RULES §1.3)."""

    least: int
    most: int
    order: Literal["draw", "random"]


class Board(Struct, frozen=True, forbid_unknown_fields=True):
    """The board as rows of the characters of RULES §1.1; ``*`` is the centre that the first play covers."""

    rows: tuple[str, ...]
    centre_doubles: bool


class CellBonus(Struct, frozen=True, forbid_unknown_fields=True):
    """One random cell that adds points to the play that first covers it (RULES §2.5)."""

    points: int
    where: Literal["plain"] = "plain"


class Scoring(Struct, frozen=True, forbid_unknown_fields=True):
    """Bonuses beside the words: ``bingo`` points for a full rack (``seven``) or for any whole rack."""

    bingo: int
    bingo_when: Literal["seven", "whole-rack"] = "seven"
    cell: CellBonus | None = None


class Bag(Struct, frozen=True, forbid_unknown_fields=True):
    """A set of tiles: how many of each face, ``?`` being the blank, and the stated total as a check."""

    tiles: int
    counts: dict[str, int]


class ExchangeRule(Struct, frozen=True, forbid_unknown_fields=True):
    """When tiles may be exchanged (RULES §1.7)."""

    least_in_bag: int


class RunEnding(Struct, frozen=True, forbid_unknown_fields=True):
    """An ending by a run of turns: at least ``turns`` of them, and ``per_player`` for each active player.

    ``counts`` says which turns belong to the run: ``passes`` alone, or every ``scoreless`` turn (RULES §7.3).
    ``own_rack`` says whether each player then loses the points of the own rack.
    """

    counts: Literal["passes", "scoreless"]
    turns: int
    per_player: int
    own_rack: bool


class Ending(Struct, frozen=True, forbid_unknown_fields=True):
    """How a game ends. ``out`` is what the player who goes out receives (RULES §3.5)."""

    out: Literal["transfer", "double"]
    run: RunEnding


class Judging(Struct, frozen=True, forbid_unknown_fields=True):
    """Who judges words: ``void`` refuses a phony and nothing is lost (RULES §7.1)."""

    mode: Literal["void"]


class Ruleset(Struct, frozen=True, forbid_unknown_fields=True):
    """A game's parameters. A resolved ruleset, as a state holds it, has one bag."""

    schema: int
    id: str
    family: Literal["crossword"]
    language: str
    lexicon: str
    title: dict[str, str]
    """The game's name per language of the interface."""
    players: Players
    board: Board
    rack: int
    scoring: Scoring
    values: dict[str, int]
    bag: str
    """The name of the bag in use."""
    bags: dict[str, Bag]
    exchange: ExchangeRule
    ending: Ending
    judging: Judging

    @property
    def columns(self) -> int:
        """The board's width in cells."""
        return len(self.board.rows[0])

    @property
    def counts(self) -> dict[str, int]:
        """The faces of the bag in use and how many there are of each."""
        return self.bags[self.bag].counts

    @property
    def tiles(self) -> int:
        """The size of the bag in use."""
        return self.bags[self.bag].tiles


def parse(text: str, source: str) -> Ruleset:
    """Read a ruleset from TOML.

    Args:
        text: the file's content.
        source: its name, for errors.

    Raises:
        DataError: a key is unknown or missing, a value is wrong, a row uneven or a total off; names the place.
    """
    try:
        ruleset = msgspec.convert(_rows_as_lines(tomllib.loads(text)), Ruleset)
    except tomllib.TOMLDecodeError as error:
        raise DataError(f"{source}: not valid TOML: {error}") from error
    except msgspec.ValidationError as error:
        raise DataError(f"{source}: {error}") from error
    problem = next(_problems(ruleset), None)
    if problem is not None:
        raise DataError(f"{source}: {problem}")
    return ruleset


def _rows_as_lines(data: dict[str, object]) -> dict[str, object]:
    """Let a file write its board as one block of text, the way people read it."""
    board = data.get("board")
    if isinstance(board, dict) and isinstance(board.get("rows"), str):
        board["rows"] = board["rows"].split()
    return data


def _problems(ruleset: Ruleset) -> Iterator[str]:
    if ruleset.schema != SCHEMA:
        yield f"schema is {ruleset.schema}; this version reads {SCHEMA}"
    if not _ID.fullmatch(ruleset.id):
        yield f"id {ruleset.id!r} is not lower-case words joined by hyphens"
    if not LEAST_PLAYERS <= ruleset.players.least <= ruleset.players.most:
        least, most = ruleset.players.least, ruleset.players.most
        yield f"players: least {least} and most {most} are not {LEAST_PLAYERS} ≤ least ≤ most"
    if "en" not in ruleset.title:
        yield "title lacks the English name, en"
    yield from _board_problems(ruleset.board)
    if ruleset.scoring.cell is not None and "." not in "".join(ruleset.board.rows):
        yield "scoring.cell: the board has no plain cell for it"
    yield from _tile_problems(ruleset)
    for name, figure in (
        ("rack", ruleset.rack),
        ("exchange.least_in_bag", ruleset.exchange.least_in_bag),
        ("ending.run.turns", ruleset.ending.run.turns),
    ):
        if figure < 1:
            yield f"{name} is {figure}; it must be at least 1"


def _board_problems(board: Board) -> Iterator[str]:
    if not board.rows or not board.rows[0]:
        yield "board.rows is empty"
        return
    width = len(board.rows[0])
    if width > MOST_COLUMNS:
        yield f"board.rows: {width} columns; columns are lettered, so there are at most {MOST_COLUMNS}"
    for number, row in enumerate(board.rows, start=1):
        if len(row) != width:
            yield f"board.rows: row {number} has {len(row)} cells where row 1 has {width}"
        for column, sign in enumerate(row, start=1):
            if sign not in PREMIUMS:
                yield f"board.rows: row {number}, column {column}: unknown premium {sign!r}; known are {PREMIUMS}"
    centres = sum(row.count("*") for row in board.rows)
    if centres != 1:
        yield f"board.rows has {centres} centres (*); it needs one"


def _tile_problems(ruleset: Ruleset) -> Iterator[str]:
    try:
        letters = alphabet(ruleset.language).letters
    except DataError as error:
        yield f"language: {error}"
        return
    if ruleset.values.get(BLANK) != 0:
        yield 'values: the blank "?" must be listed with 0 points'
    for face in ruleset.values:
        if face != BLANK and face not in letters:
            yield f"values: {face!r} is no letter of the language {ruleset.language!r}"
    for letter in letters:
        if letter not in ruleset.values:
            yield f"values: the letter {letter!r} has no points; a blank may stand for it"
    yield from _bag_problems(ruleset)


def _bag_problems(ruleset: Ruleset) -> Iterator[str]:
    if ruleset.bag not in ruleset.bags:
        yield f"bag {ruleset.bag!r} is not among the bags: {', '.join(ruleset.bags)}"
    for name, bag in ruleset.bags.items():
        total = sum(bag.counts.values())
        if total != bag.tiles:
            yield f"bags.{name}: the counts sum to {total}, not to the stated {bag.tiles} tiles"
        for face, count in bag.counts.items():
            if face not in ruleset.values:
                yield f"bags.{name}: {face!r} has no points in values"
            if count < 1:
                yield f"bags.{name}: {face!r} counts {count}; leave out what is not there"
        if total < ruleset.players.most * ruleset.rack:
            yield f"bags.{name}: {total} tiles cannot fill {ruleset.players.most} racks of {ruleset.rack}"


@lru_cache(maxsize=1)
def rulesets() -> dict[str, Ruleset]:
    """Every ruleset that ships, by id, in alphabetical order.

    Raises:
        DataError: a file is wrong, or its name is not its id.
    """
    found = {}
    for file in sorted(files("engine").joinpath("rulesets").iterdir(), key=lambda entry: entry.name):
        if file.name.endswith(".toml"):
            ruleset = parse(file.read_text(encoding="utf-8"), file.name)
            if file.name != f"{ruleset.id}.toml":
                raise DataError(f"{file.name}: its id is {ruleset.id!r}; file name and id must agree")
            found[ruleset.id] = ruleset
    return found


def resolve(ruleset: Ruleset, *, bag: str | None = None) -> Ruleset:
    """The ruleset with a table's options applied, holding the chosen bag only.

    Raises:
        Refusal: ``unknown_bag``.
    """
    chosen = bag or ruleset.bag
    if chosen not in ruleset.bags:
        raise Refusal("unknown_bag", bag=chosen, bags=tuple(ruleset.bags))
    return msgspec.structs.replace(ruleset, bag=chosen, bags={chosen: ruleset.bags[chosen]})
