"""The label by which messages about one of several tables of a chat begin, as people read it."""

import re
from typing import Final

_LABEL: Final = re.compile("(?:<\\w+>|\u2068)*#(\\d+) ")
"""Above what a message says of a table."""
_LABEL_LINE: Final = re.compile(f"{_LABEL.pattern}.*\n")


def read_table_number(text: str) -> int | None:
    """The number of the table that a message names first; ``None`` where it names none."""
    found = _LABEL.match(text)
    return int(found[1]) if found else None


def text_below_label(text: str) -> str:
    """What a message says of a table, without the line that names it."""
    found = _LABEL_LINE.match(text)
    return text if found is None else text[found.end() :]
