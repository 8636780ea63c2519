"""What commands print: lines and JSON documents on the standard output, troubles on the standard error."""

import sys

import msgspec


def say(line: str = "") -> None:
    """Print a line."""
    sys.stdout.write(f"{line}\n")


def say_json(document: object) -> None:
    """Print one JSON document."""
    say(msgspec.json.format(msgspec.json.encode(document)).decode())


def complain(line: str) -> None:
    """Print a line where troubles go."""
    sys.stderr.write(f"{line}\n")


def printable(name: str) -> str:
    """A file's name as text that can be encoded, whatever bytes it has."""
    return name.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def counted(number: int, one: str, more: str | None = None) -> str:
    """A number with its noun: ``1 game``, ``2 games``."""
    return f"{number:,} {one if number == 1 else more or one + 's'}"
