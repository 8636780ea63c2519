"""Reads the GCG files that the command line names."""

import argparse
from pathlib import Path
from typing import Final

from engine.crossword.gcg import GcgError, GcgFile, read_gcg
from engine.crossword.shipped import crossword_rulesets

DEFAULT_RULESET: Final = "scrabble-en"


class UnreadableGameFileError(Exception):
    """A file without a readable game; ``line`` is 0 if no line at all could be read."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(reason)
        self.line: Final = line


def add_ruleset_option(parser: argparse.ArgumentParser) -> None:
    """Declare ``--ruleset``."""
    parser.add_argument(
        "--ruleset",
        choices=tuple(crossword_rulesets()),
        default=DEFAULT_RULESET,
        metavar="ID",
        help="the ruleset of files that name none: " + ", ".join(crossword_rulesets()) + " (%(default)s)",
    )


def read_gcg_file(name: str, ruleset: str) -> GcgFile:
    """The game in a file; ``ruleset`` is used where the file names none.

    Raises:
        UnreadableGameFileError: there is no such file, it cannot be read, or it is no GCG.
    """
    try:
        data = Path(name).read_bytes()
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise UnreadableGameFileError(0, f"it cannot be read: {reason}") from error
    try:
        return read_gcg(data, crossword_rulesets()[ruleset])
    except GcgError as error:
        raise UnreadableGameFileError(error.line, str(error)) from error
