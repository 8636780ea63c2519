"""How points are written, in pictures and in the captions below them: with a minus that is one."""

from typing import Final

_MINUS: Final = str.maketrans("-", "\N{MINUS SIGN}")


def points(number: int) -> str:
    """Points, as ``12`` or ``−12``."""
    return str(number).translate(_MINUS)


def signed(number: int) -> str:
    """Points that are added or taken away, as ``+12`` or ``−12``; empty for nothing."""
    return f"{number:+d}".translate(_MINUS) if number else ""
