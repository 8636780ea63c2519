"""Comparing two records: what was sent, chat by chat, and what was stored, value by value."""

import difflib
import json
from collections.abc import Iterator, Sequence
from itertools import islice, zip_longest
from pathlib import Path
from typing import Final

from tests.transcripts.http_calls import Json
from tests.transcripts.record import SCRIPT, STORED
from tests.transcripts.renames import Renames
from tests.transcripts.stored_values import change_lines

_MOST_LINES: Final = 40
"""How much of one file's difference is shown."""
_LOOK: Final[Json] = {"step": "none", "changes": []}


def differences(older: Path, newer: Path, renames: Renames) -> Iterator[str]:
    """How two records differ: nothing where every chat was sent the same, and the same was stored.

    Args:
        older: what the renames are applied to.
        newer: the other one.
        renames: what is called otherwise by now.
    """
    names = sorted({str(file.relative_to(folder)) for folder in (older, newer) for file in folder.glob("*/*")})
    for name in names:
        if not name.endswith(SCRIPT):
            found = (_stored_differences if name.endswith(STORED) else _sent_differences)(
                older / name, newer / name, renames
            )
            shown = list(islice(found, _MOST_LINES + 1))
            yield from shown[:_MOST_LINES]
            if len(shown) > _MOST_LINES:
                yield f"… and more in {name}"


def _sent_differences(one: Path, other: Path, renames: Renames) -> Iterator[str]:
    first, second = _read_lines(one), _read_lines(other)
    if first != second:
        yield from _unified_diff(renames.rename_sent(first), second, one, other)


def _stored_differences(one: Path, other: Path, renames: Renames) -> Iterator[str]:
    """The first look in which something differs: what follows from it would hide it."""
    for first, second in zip_longest(_read_lines(one), _read_lines(other)):
        if first == second and not renames:
            continue
        older, newer = (_LOOK if line is None else json.loads(line) for line in (first, second))
        older = older | {"changes": renames.rename_stored(older["changes"])}
        if older != newer:
            yield from _unified_diff(_look_lines(older), _look_lines(newer), one, other)
            return


def _look_lines(look: Json) -> list[str]:
    return [f"== {look['step']}", *(line for change in look["changes"] for line in change_lines(change))]


def _unified_diff(first: Sequence[str], second: Sequence[str], one: Path, other: Path) -> Iterator[str]:
    return difflib.unified_diff(first, second, str(one), str(other), n=4, lineterm="")


def _read_lines(file: Path) -> Sequence[str]:
    return file.read_text(encoding="utf-8").splitlines() if file.exists() else ()
