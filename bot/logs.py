"""Logging: the format of log lines, and keeping secrets out of them.

It removes bot tokens, passwords, and the messages of unforeseen errors. What is logged is decided where it happens.
"""

import json
import logging
import re
import sys
import traceback
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Final, TextIO

# The libraries that would write a line a call, or, like python-telegram-bot at DEBUG, the parameters of every
# call: private messages with racks in them.
_QUIET: Final = {
    "aiohttp.access": logging.WARNING,
    "asyncio": logging.WARNING,
    "httpcore": logging.WARNING,
    "httpx": logging.WARNING,
    "telegram": logging.INFO,
}

_TOKEN: Final = re.compile(r"\d+(?::|%3[Aa])[A-Za-z0-9_-]{30,}")
_TOKEN_IN_PATH: Final = re.compile(r"/bot\d+(?::|%3[Aa])[^/\s\"'?]*")
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


class _Formatter(logging.Formatter):
    def formatException(  # noqa: N802 - the name is logging's
        self, ei: tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]
    ) -> str:
        return format_traceback(ei[1])


class _TextFormatter(_Formatter):
    """A line for each record, then its traceback, if any."""

    def formatTime(  # noqa: N802 - the name is logging's
        self,
        record: logging.LogRecord,
        datefmt: str | None = None,  # noqa: ARG002 - the signature is logging's
    ) -> str:
        return _format_time(record)

    def format(self, record: logging.LogRecord) -> str:
        return mask_secrets(super().format(record))


class _JsonFormatter(_Formatter):
    """A JSON object for each record, on a line of its own."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "time": _format_time(record),
            "level": record.levelname,
            "logger": record.name,
            "message": mask_secrets(record.getMessage()),
        }
        if record.exc_info:
            line["exception"] = mask_secrets(self.formatException(record.exc_info))
        if record.stack_info:
            line["stack"] = mask_secrets(self.formatStack(record.stack_info))
        return json.dumps(line, ensure_ascii=False)


def _format_time(record: logging.LogRecord) -> str:
    return datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


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


def configure_logging(level: str, form: str, stream: TextIO | None = None) -> None:
    """Log records of `level` and above to `stream`, by default standard error.

    `level` is one of DEBUG, INFO, WARNING, ERROR; `form` is `text` or `json`. Replaces an earlier configuration.
    Chatty libraries stay quiet at every level, as they log players' racks at DEBUG.
    """
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(
        _JsonFormatter() if form == "json" else _TextFormatter("%(asctime)s %(levelname)s %(name)s: %(message)s")
    )
    logging.basicConfig(level=level, handlers=[handler], force=True)
    logging.captureWarnings(True)
    for name, least in _QUIET.items():
        logging.getLogger(name).setLevel(max(least, logging.getLevelName(level)))
    logging.getLogger("aiohttp.server").addFilter(is_own_error)
