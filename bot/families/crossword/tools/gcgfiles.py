"""Reading GCG files that the command line names."""

import argparse
from pathlib import Path
from typing import Final

from engine.crossword.games import crosswords
from engine.crossword.gcg import GcgError, Sheet, read

DEFAULT_RULESET: Final = "scrabble-en"


class FileTroubleError(Exception):
    """A file that holds no game to read; ``line`` is 0 where not even a line of it could be read."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(reason)
        self.line: Final = line


def add_ruleset(parser: argparse.ArgumentParser) -> None:
    """Declare ``--ruleset``."""
    parser.add_argument(
        "--ruleset",
        choices=tuple(crosswords()),
        default=DEFAULT_RULESET,
        metavar="ID",
        help="the ruleset of files that name none: " + ", ".join(crosswords()) + " (%(default)s)",
    )


def read_sheet(name: str, ruleset: str) -> Sheet:
    """The game in a file; ``ruleset`` is used where the file names none.

    Raises:
        FileTroubleError: there is no such file, it cannot be read, or it is no GCG.
    """
    try:
        data = Path(name).read_bytes()
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise FileTroubleError(0, f"it cannot be read: {reason}") from error
    try:
        return read(data, crosswords()[ruleset])
    except GcgError as error:
        raise FileTroubleError(error.line, str(error)) from error
