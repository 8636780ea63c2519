"""The registry of rulesets and the door for their TOML files: one file a game, of one of the families.

What a family's file holds and what must agree in it, its own modules know.
"""

import tomllib
from collections.abc import Iterator, Mapping
from functools import lru_cache
from importlib.resources import files
from types import MappingProxyType
from typing import Final, TypeVar, assert_never

import msgspec

from engine.crossword import checks as crossword_checks
from engine.crossword.ruleset import Ruleset as CrosswordRuleset
from engine.errors import DataError, Refusal
from engine.klepka import checks as klepka_checks
from engine.klepka.ruleset import Ruleset as KlepkaRuleset
from engine.parameters import Optional

Ruleset = CrosswordRuleset | KlepkaRuleset
R = TypeVar("R", bound=Optional)
FOLDER: Final = files("engine").joinpath("rulesets")
"""Where the files of the games are."""
_NO_OPTIONS: Final[Mapping[str, str]] = MappingProxyType({})


def parse(text: str, source: str) -> Ruleset:
    """Read a ruleset from TOML.

    Args:
        text: the file's content.
        source: its name, for errors.

    Raises:
        DataError: a key is unknown or missing, a value is wrong, a row uneven or a total off; names the place.
    """
    try:
        ruleset: Ruleset = msgspec.convert(_rows_as_lines(tomllib.loads(text)), Ruleset)
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
    match ruleset:
        case CrosswordRuleset():
            return crossword_checks.problems(ruleset)
        case KlepkaRuleset():
            return klepka_checks.problems(ruleset)
        case _:
            assert_never(ruleset)


@lru_cache(maxsize=1)
def rulesets() -> dict[str, Ruleset]:
    """Every ruleset that ships, by id, in alphabetical order.

    Raises:
        DataError: a file is wrong, or its name is not its id.
    """
    found = {}
    for file in sorted(FOLDER.iterdir(), key=lambda entry: entry.name):
        if file.name.endswith(".toml"):
            ruleset = parse(file.read_text(encoding="utf-8"), file.name)
            if file.name != f"{ruleset.id}.toml":
                raise DataError(f"{file.name}: its id is {ruleset.id!r}; file name and id must agree")
            found[ruleset.id] = ruleset
    return found


def crosswords() -> dict[str, CrosswordRuleset]:
    """Those of the crossword family, by id, in alphabetical order."""
    return {name: ruleset for name, ruleset in rulesets().items() if isinstance(ruleset, CrosswordRuleset)}


def resolve(ruleset: R, options: Mapping[str, str] = _NO_OPTIONS) -> R:
    """The ruleset with a table's options applied, holding nothing that was not chosen.

    Raises:
        Refusal: ``unknown_option`` with the options there are, or ``unknown_value`` with the values there are.
    """
    known = ruleset.options()
    for name, value in options.items():
        if name not in known:
            raise Refusal("unknown_option", option=name, options=tuple(known))
        if value not in known[name].values:
            raise Refusal("unknown_value", option=name, value=value, values=known[name].values)
    return ruleset.chosen(options)
