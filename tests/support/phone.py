"""How much of a text a phone's screen shows."""

import re
from html import unescape
from typing import Final

LINES: Final = 25
COLUMNS: Final = 38


def phone_line_count(text: str) -> int:
    """How many lines a phone makes of a text, HTML or plain."""
    read = re.sub("[\u2066-\u2069]", "", unescape(re.sub(r"</?[a-z]+>", "", text)))
    return sum(max(1, -(-len(line) // COLUMNS)) for line in read.split("\n"))
