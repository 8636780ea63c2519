"""Keeping secrets out of log lines: bot tokens, passwords, and the messages of unforeseen errors."""

import logging
import re
import traceback
from pathlib import Path
from typing import Final

_TOKEN: Final = re.compile(r"(?<!\d)\d+(?::|%3[Aa])[A-Za-z0-9_-]{30,}")
_TOKEN_IN_PATH: Final = re.compile(r"/bot\d+(?::|%3[Aa])[^/\s\"'?]*")
_COROUTINE: Final = re.compile(r"(?<=\bcoro=<)[\w.<>]+\(\)")
_CALLBACK: Final = re.compile(r"(?<= in callback)\b.*")
_PASSWORD_IN_URL: Final = re.compile(r"(?<=://)[^/\s@]+@")


def error_location(error: BaseException) -> str:
    """An error's type and place in the program, without its message, which may quote a secret."""
    frames = traceback.extract_tb(error.__traceback__)
    place = f" in {Path(frames[-1].filename).name}, line {frames[-1].lineno}" if frames else ""
    return f"{type(error).__name__}{place}"


def mask_secrets(text: str) -> str:
    """A text without bot tokens and without the user names and passwords in addresses."""
    text = _TOKEN_IN_PATH.sub("/bot<token>", text)
    text = _TOKEN.sub("<token>", text)
    return _PASSWORD_IN_URL.sub("<password>@", text)


def format_traceback(error: BaseException | None) -> str:
    """The traceback of an error and its causes as Python writes it, without their messages.

    An unforeseen error may quote its data, such as a tile of somebody's rack. The messages of :class:`OSError`, about
    files and connections, are kept.
    """
    chain: list[BaseException] = []
    while error is not None and error not in chain:
        chain.append(error)
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    lines: list[str] = []
    for one in reversed(chain):
        kind = type(one)
        name = kind.__qualname__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__qualname__}"
        lines += ["Traceback (most recent call last):\n", *traceback.format_tb(one.__traceback__)]
        lines.append(f"{name}: {one}\n" if isinstance(one, OSError) else f"{name}\n")
        if isinstance(one, BaseExceptionGroup):
            lines += [format_traceback(inner) + "\n" for inner in one.exceptions]
    return "".join(lines).rstrip("\n")


def leave_out_objects(record: logging.LogRecord) -> bool:
    """Leave out of a record of asyncio the objects that it is about; it is written all the same.

    Their names tell of chats and people, and they quote a callback's arguments and the message of a task's error. Of a
    task it stays where its coroutine is.
    """
    sentence, *details = record.getMessage().split("\n")
    place = _COROUTINE.search("\n".join(details))
    record.msg = _CALLBACK.sub("", sentence) + (f": {place[0]}" if place else "")
    record.args = ()
    return True


def is_own_error(record: logging.LogRecord) -> bool:
    """Whether a record of the HTTP server is about the bot, and not about bytes from outside that are no HTTP.

    Those are answered with 400. A traceback for each, which quotes them, would let anybody fill the log.
    """
    error = record.exc_info[1] if record.exc_info else None
    while error is not None:
        if type(error).__module__ == "aiohttp.http_exceptions":
            return False
        error = error.__cause__
    return True
