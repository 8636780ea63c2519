"""All rows together, and which of them a stored name belongs to."""

import re
from collections.abc import Mapping
from typing import Final

from bot.store.keys import bot_owner, daily, people, puzzles, queues, records, service, tables
from bot.store.keys.key import Key

KEYS: Final[Mapping[str, Key]] = {
    name: row
    for module in (tables, people, records, puzzles, daily, queues, service, bot_owner)
    for name, row in vars(module).items()
    if isinstance(row, Key)
}
"""All rows by their names in the code."""
# One expression, as a backup asks it of every key, and most keys are of late rows.
_any_name: Final = re.compile("|".join(f"(?P<{kind}>{key.name_expression})" for kind, key in KEYS.items()))


def identify_key(name: str) -> tuple[str, Mapping[str, str]] | None:
    """A stored key's kind in :data:`KEYS` and the variable parts of its name; ``None`` if it is unknown."""
    found = _any_name.fullmatch(name)
    if found is None or (kind := found.lastgroup) is None:
        return None
    parts = KEYS[kind].parse_name(name)
    return None if parts is None else (kind, parts)


def is_backed_up(name: str) -> bool:
    """Whether a backup holds a stored key; it does if the kind is unknown."""
    found = identify_key(name)
    return found is None or KEYS[found[0]].in_backup
