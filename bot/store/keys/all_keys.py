"""All rows together, and which of them a stored name belongs to."""

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


def identify_key(name: str) -> tuple[str, Mapping[str, str]] | None:
    """A stored key's kind in :data:`KEYS` and the variable parts of its name; ``None`` if it is unknown."""
    for kind, key in KEYS.items():
        if (parts := key.parse_name(name)) is not None:
            return kind, parts
    return None


def is_backed_up(name: str) -> bool:
    """Whether a backup holds a stored key; it does if the kind is unknown."""
    found = identify_key(name)
    return found is None or KEYS[found[0]].in_backup
