"""What inline mode is asked for when somebody shares the end of a game.

A game's id is 64 bits of its seal, which its own group alone was shown: whoever knows it had the button.
"""

import re
from typing import Final

_QUERY: Final = re.compile(r"#(-?\d{1,20})\.([0-9a-f]{16})", re.ASCII)


def share_query(chat: int, game: str) -> str:
    """The inline query that shows a game's end."""
    return f"#{chat}.{game}"


def parse_share_query(text: str) -> tuple[int, str] | None:
    """The chat and the game of an inline query by :func:`share_query`; ``None`` for any other text."""
    found = _QUERY.fullmatch(text.strip())
    return None if found is None else (int(found[1]), found[2])
