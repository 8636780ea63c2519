"""Points as they are written in pictures: with a true minus."""

from typing import Final

_MINUS: Final = "\N{MINUS SIGN}"


def points(count: int) -> str:
    """A score: ``341``, ``−3``."""
    return str(count).replace("-", _MINUS)


def signed(count: int) -> str:
    """What is added or taken: ``+6``, ``−10``; empty for nothing."""
    return f"{count:+d}".replace("-", _MINUS) if count else ""
