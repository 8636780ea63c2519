"""What the log looks like, and what never gets into it.

Owns the format of log lines and the removal of bot tokens, of passwords and of what unforeseen errors say. What is
logged is everybody's own business.
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


def where(error: BaseException) -> str:
    """An error by its kind and its place in the program, without its message, which may quote a secret."""
    frames = traceback.extract_tb(error.__traceback__)
    place = f" in {Path(frames[-1].filename).name}, line {frames[-1].lineno}" if frames else ""
    return f"{type(error).__name__}{place}"


def masked(text: str) -> str:
    """The text without bot tokens and without the user names and passwords of addresses."""
    text = _TOKEN_IN_PATH.sub("/bot<token>", text)
    text = _TOKEN.sub("<token>", text)
    return _PASSWORD_IN_URL.sub("<password>@", text)


def traced(error: BaseException | None) -> str:
    """The traceback of an error and of what led to it, as Python writes it, but for what they say.

    An error that nobody foresaw may quote what it stumbled over, a tile of somebody's rack. One of the operating system
    speaks of files and connections, and is quoted.
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
            lines += [traced(inner) + "\n" for inner in one.exceptions]
    return "".join(lines).rstrip("\n")


class _Formatter(logging.Formatter):
    def formatException(  # noqa: N802 - the name is logging's
        self, ei: tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]
    ) -> str:
        return traced(ei[1])


class _Text(_Formatter):
    """One line a record, then the traceback where there is one."""

    def formatTime(  # noqa: N802 - the name is logging's
        self,
        record: logging.LogRecord,
        datefmt: str | None = None,  # noqa: ARG002 - the signature is logging's
    ) -> str:
        return _instant(record)

    def format(self, record: logging.LogRecord) -> str:
        return masked(super().format(record))


class _Json(_Formatter):
    """One JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "time": _instant(record),
            "level": record.levelname,
            "logger": record.name,
            "message": masked(record.getMessage()),
        }
        if record.exc_info:
            line["exception"] = masked(self.formatException(record.exc_info))
        if record.stack_info:
            line["stack"] = masked(self.formatStack(record.stack_info))
        return json.dumps(line, ensure_ascii=False)


def _instant(record: logging.LogRecord) -> str:
    return datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def is_ours(record: logging.LogRecord) -> bool:
    """Whether a record of the HTTP server's speaks of us, and not of a stranger's bytes that were no HTTP.

    Those are answered with 400; a traceback for each, which quotes them, would let anybody fill the log.
    """
    error = record.exc_info[1] if record.exc_info else None
    while error is not None:
        if type(error).__module__ == "aiohttp.http_exceptions":
            return False
        error = error.__cause__
    return True


def setup(level: str, form: str, stream: TextIO | None = None) -> None:
    """Send every log record of `level` and above to `stream`, standard error by default.

    `level` is one of DEBUG, INFO, WARNING, ERROR; `form` is `text` or `json`. Replaces an earlier set-up.
    Chatty libraries stay quiet whatever the level, since what they log at DEBUG holds players' racks.
    """
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(_Json() if form == "json" else _Text("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    logging.basicConfig(level=level, handlers=[handler], force=True)
    logging.captureWarnings(True)
    for name, least in _QUIET.items():
        logging.getLogger(name).setLevel(max(least, logging.getLevelName(level)))
    logging.getLogger("aiohttp.server").addFilter(is_ours)
