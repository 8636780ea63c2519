"""Prints for commands: lines and JSON on standard output, errors on standard error."""

import io
import json
import sys
from importlib.metadata import version
from typing import Final

import msgspec

_BAR: Final = 30


def print_line(line: str = "") -> None:
    """Print a line."""
    sys.stdout.write(f"{line}\n")


def print_json(document: object) -> None:
    """Print one JSON document."""
    text = msgspec.json.format(msgspec.json.encode(document)).decode()
    print_line("".join(ch if ch.isprintable() or ch == "\n" else json.dumps(ch)[1:-1] for ch in text))


def print_error(line: str) -> None:
    """Print a line on standard error."""
    sys.stderr.write(f"{line}\n")


def show_progress(done: int, of: int) -> None:
    """Draw the progress on standard error, if that is a terminal, in place of the last drawing."""
    if sys.stderr.isatty():
        filled = _BAR * done // of
        sys.stderr.write(f"\r[{'#' * filled}{'.' * (_BAR - filled)}] {done}/{of}" + ("\n" if done == of else ""))
        sys.stderr.flush()


def to_printable(text: str) -> str:
    """A file's name, or text from a file, that is safe to print: encodable, and without control characters."""
    shown = text.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    return "".join(ch if ch.isprintable() else ch.encode("unicode_escape").decode() for ch in shown)


def format_count(number: int, one: str, more: str | None = None) -> str:
    """A number with its noun: ``1 game``, ``2 games``."""
    return f"{number:,} {one if number == 1 else more or one + 's'}"


def program_version() -> str:
    """The program's name and version: ``harfiyen 0.1.0``."""
    return f"harfiyen {version('harfiyen')}"


def use_utf8() -> None:
    """Print UTF-8 in any locale of the system, and never fail because of a character."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
