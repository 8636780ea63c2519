"""What arguments of several commands may be."""

import argparse
from collections.abc import Callable


class UnusableArguments(Exception):
    """The arguments do not fit the game; the message says which and why."""


def positive_integer(text: str) -> int:
    """A whole number from 1 on.

    Raises:
        ArgumentTypeError: it is none.
    """
    if not text.isdecimal() or not int(text):
        raise argparse.ArgumentTypeError(f"{text!r} is no number from 1 on")
    return int(text)


def integer_between(least: int, most: int) -> Callable[[str], int]:
    """What takes whole numbers from one to another, 0 or more, both included, and else raises ArgumentTypeError."""

    def number(text: str) -> int:
        if not text.isdecimal() or not least <= int(text) <= most:
            raise argparse.ArgumentTypeError(f"{text!r} is no number from {least} to {most}")
        return int(text)

    return number
