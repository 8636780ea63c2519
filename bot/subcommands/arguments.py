"""What arguments of several commands may be."""

import argparse


def from_one(text: str) -> int:
    """A whole number from 1 on.

    Raises:
        ArgumentTypeError: it is none.
    """
    if not text.isdecimal() or not int(text):
        raise argparse.ArgumentTypeError(f"{text!r} is no number from 1 on")
    return int(text)
