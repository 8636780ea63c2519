"""What commands print: lines and JSON documents on the standard output, troubles on the standard error."""

import json
import sys

import msgspec


def say(line: str = "") -> None:
    """Print a line."""
    sys.stdout.write(f"{line}\n")


def say_json(document: object) -> None:
    """Print one JSON document."""
    text = msgspec.json.format(msgspec.json.encode(document)).decode()
    say("".join(ch if ch.isprintable() or ch == "\n" else json.dumps(ch)[1:-1] for ch in text))


def complain(line: str) -> None:
    """Print a line where troubles go."""
    sys.stderr.write(f"{line}\n")


def printable(text: str) -> str:
    """A file's name, or a text out of a file, as a terminal shows it: any bytes can be encoded and none steers it."""
    shown = text.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    return "".join(ch if ch.isprintable() else ch.encode("unicode_escape").decode() for ch in shown)


def counted(number: int, one: str, more: str | None = None) -> str:
    """A number with its noun: ``1 game``, ``2 games``."""
    return f"{number:,} {one if number == 1 else more or one + 's'}"
