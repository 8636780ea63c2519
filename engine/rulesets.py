"""The registry of rulesets and the reader of their TOML files, one a game.

Each family's own modules define and check the contents of its files.
"""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from itertools import chain
from types import MappingProxyType
from typing import Final, TypeVar

import msgspec

from engine import families, ruleset_base
from engine.encoding import convert_by_tag
from engine.errors import DataError, Refusal
from engine.family_protocol import AnyFamily
from engine.ruleset_base import Ruleset

__all__ = ["FOLDER", "Ruleset", "parse_ruleset", "resolve_ruleset", "shipped_rulesets"]
R = TypeVar("R", bound=Ruleset)
FOLDER: Final[Traversable] = files("engine").joinpath("rulesets")
_NO_OPTIONS: Final[Mapping[str, str]] = MappingProxyType({})


def parse_ruleset(text: str, source: str) -> Ruleset:
    """Read a ruleset from TOML; raises DataError, naming the place, if a key or value is wrong."""
    try:
        ruleset: Ruleset = convert_by_tag(Ruleset, _rows_as_lines(tomllib.loads(text)))
    except (ValueError, RecursionError) as error:  # also for endless numbers and bottomless tables
        raise DataError(f"{source}: not valid TOML: {error}") from error
    except msgspec.ValidationError as error:
        raise DataError(f"{source}: {error}") from error
    problem = next(chain(ruleset_base.ruleset_problems(ruleset), families.family_of(ruleset).problems(ruleset)), None)
    if problem is not None:
        raise DataError(f"{source}: {problem}")
    return ruleset


def _rows_as_lines(data: dict[str, object]) -> dict[str, object]:
    """Split a board that is written as one block of text into rows."""
    board = data.get("board")
    if isinstance(board, dict) and isinstance(board.get("rows"), str):
        board["rows"] = board["rows"].split()
    return data


def shipped_rulesets() -> dict[str, Ruleset]:
    """Every shipped ruleset by id, in alphabetical order; DataError if a file is wrong, or its name not its id."""
    return _read_rulesets(families.FAMILIES, FOLDER)  # type: ignore[arg-type] # the folder is a path, which hashes


@cache
def _read_rulesets(known: tuple[AnyFamily, ...], shared: Traversable) -> dict[str, Ruleset]:
    found = {}
    for folder in (shared, *(family.folder for family in known if family.folder is not None)):
        for file in folder.iterdir():
            if file.name.endswith(".toml"):
                ruleset = parse_ruleset(file.read_text(encoding="utf-8"), file.name)
                if file.name != f"{ruleset.id}.toml":
                    raise DataError(f"{file.name}: its id is {ruleset.id!r}; file name and id must agree")
                found[ruleset.id] = ruleset
    return dict(sorted(found.items()))


def resolve_ruleset(ruleset: R, options: Mapping[str, str] = _NO_OPTIONS) -> R:
    """The ruleset with a table's options applied, and the alternatives that were not chosen removed.

    Raises:
        Refusal: ``unknown_option`` with the known options, or ``unknown_value`` with the known values.
    """
    known = ruleset.options()
    for name, value in options.items():
        if name not in known:
            raise Refusal("unknown_option", option=name, options=tuple(known))
        if value not in known[name].known:
            raise Refusal("unknown_value", option=name, value=value, values=known[name].values)
    return ruleset.with_options(options)
