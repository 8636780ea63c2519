"""The commands that the page of the command line shows, each with what it prints."""

import re
import shlex
from pathlib import Path
from typing import Final

from tests.support.checkout import DOCS

PAGE: Final = DOCS / "command-line.md"
OFFLINE: Final = ("rules", "simulate", "verify", "replay", "board", "lexicon")
"""These need neither network nor Redis, and print the same everywhere."""
ELSEWHERE: Final = ("doctor", "backup", "restore", "inbox", "tag", "records", "puzzles")
"""What these print depends on the machine or on what is stored, or takes long to make."""
SHOWN: Final = re.compile(r"^\$ \.venv/bin/harfiyen ([a-z]+)", re.MULTILINE)
"""A command that the page shows, whether it is run or not."""
RUN: Final = re.compile(
    r"^```console\n\$ \.venv/bin/harfiyen "
    rf"(?P<command>(?:{'|'.join(OFFLINE)})\b.*)\n"
    r"(?P<output>(?:.*\n)*?)```$",
    re.MULTILINE,
)
"""An offline command of the page; those that follow use the files that it made."""


def arguments(command: str, folder: Path) -> list[str]:
    """A command's words as a shell makes them: with the files that patterns stand for."""
    return [part for word in shlex.split(command) for part in _expanded(word, folder)]


def _expanded(word: str, folder: Path) -> list[str]:
    return [str(file.relative_to(folder)) for file in sorted(folder.glob(word))] or [word]
