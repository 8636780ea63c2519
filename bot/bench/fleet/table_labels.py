"""The label by which messages about one of several tables of a chat begin, as people read it."""

import re
from typing import Final

_LABEL: Final = re.compile("(?:<\\w+>|\u2068)*#(\\d+) ")
"""Above what a message says of a table."""


def read_table_number(text: str) -> int | None:
    """The number of the table that a message names first; ``None`` where it names none."""
    found = _LABEL.match(text)
    return int(found[1]) if found else None
