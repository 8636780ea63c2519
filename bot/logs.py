"""Loggers: each line is an event, which is a constant sentence, with fields for what varies.

Chats and users are passed by their ids, under the names in :data:`NUMBERS`, and leave this module as tags. Racks,
words, tiles, and users' names and messages must never be passed.
"""

import hmac
import json
import logging
import re
import secrets
import sys
import traceback
from collections.abc import Iterator, MutableMapping
from contextlib import contextmanager
from contextvars import Context
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TextIO

if TYPE_CHECKING:
    from structlog.stdlib import BoundLogger
    from structlog.typing import Processor


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
    """A text without bot tokens and without user names and passwords in addresses."""
    text = _TOKEN_IN_PATH.sub("/bot<token>", text)
    text = _TOKEN.sub("<token>", text)
    return _PASSWORD_IN_URL.sub("<password>@", text)


def format_traceback(error: BaseException | None) -> str:
    """The traceback of an error and its causes in Python's form, without their messages.

    An unforeseen error may quote its data, such as a tile of a rack. The messages of :class:`OSError`, about files and
    connections, are kept.
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
    """Remove the objects from a record of asyncio; always true, as the record is still written.

    Objects quote ids of chats and users, a callback's arguments and the message of a task's error. The place of a
    task's coroutine is kept.
    """
    sentence, *details = record.getMessage().split("\n")
    place = _COROUTINE.search("\n".join(details))
    record.msg = _CALLBACK.sub("", sentence) + (f": {place[0]}" if place else "")
    record.args = ()
    return True


def is_own_error(record: logging.LogRecord) -> bool:
    """Whether a record of the HTTP server concerns the bot, and not invalid HTTP from outside.

    Invalid HTTP is answered with 400. If each were logged with a traceback, which quotes it, anyone could fill the log.
    """
    error = record.exc_info[1] if record.exc_info else None
    while error is not None:
        if type(error).__module__ == "aiohttp.http_exceptions":
            return False
        error = error.__cause__
    return True


TAG_DIGITS: Final = 10  # hexadecimal digits of a tag; among 10,000 chats, two share one with a chance of 1 in 20,000
_PURPOSE: Final = b"harfiyen: tags of chats in the log"
_MOST_REMEMBERED: Final = 4096
_KEY_NAME: Final = re.compile(r"hf:\{\d+\}:[^\s'\"]+")  # matches a key in Redis, which may name a chat or a user
_USER_NAME: Final = re.compile(r"(?<=:name:)[^\s'\"]+")
_NUMBER_IN_KEY: Final = re.compile(r"(?<=[:u])-?\d{5,}(?=$|[:#])")

_NUMBER_IN_TEXT: Final = re.compile(
    r"(?<![\w.-])-\d{6,}\b|(?<=\bbecome )\d{5,}\b|(?<=\bchat )\d{5,}\b|(?<=\buser )\d{5,}\b|(?<=\bowner )\d{5,}\b"
)
"""Matches ids in texts: groups' are negative, unlike almost all else in an error's message; users' follow a keyword."""


class ChatTags:
    """The tags of chats in one bot's log, derived from its token; empty on the playground, whose users are invented."""

    def __init__(self, secret: str) -> None:
        key = hmac.digest(secret.encode(), _PURPOSE, "sha256")

        @lru_cache(_MOST_REMEMBERED)
        def tag_of(number: int) -> str:
            return hmac.digest(key, str(number).encode(), "sha256").hex()[:TAG_DIGITS]

        self.tag_of: Final = tag_of
        """The tag of a chat; a user's is that of their private chat, which has the same id."""

    def tag_scope(self, scope: str) -> str:
        """A scope as text with the chat's tag for its id: ``-1001:7#2`` becomes ``3f9a1c0b27:7#2``."""
        digits = len(scope) - len(scope.lstrip("-0123456789"))
        return f"{self.tag_of(int(scope[:digits]))}{scope[digits:]}" if digits else self.mask_numbers(scope)

    def mask_numbers(self, text: str) -> str:
        """A text, such as an error's message, with tags in place of the ids of chats and users."""

        def tag(number: re.Match[str]) -> str:
            return self.tag_of(int(number[0]))

        text = _KEY_NAME.sub(lambda key: _NUMBER_IN_KEY.sub(tag, _USER_NAME.sub("<name>", key[0])), text)
        return _NUMBER_IN_TEXT.sub(tag, text)


NUMBERS: Final = frozenset({"chat", "new_chat", "user", "owner"})  # fields with the id of a chat or a user
SCOPE: Final = "scope"  # the field that holds a table, as `bot.store.keys.Scope`
EventFields = MutableMapping[str, Any]


class Logger:
    """Writes log lines for one module; imports structlog, which most commands do not need, with the first line."""

    def __init__(self, name: str) -> None:
        self._records: Final = logging.getLogger(name)

    def debug(self, event: str, **fields: object) -> None:
        """Log a detail for debugging."""
        if self._records.isEnabledFor(logging.DEBUG):
            self._bound.debug(event, **fields)

    def info(self, event: str, **fields: object) -> None:
        """Log a normal event."""
        if self._records.isEnabledFor(logging.INFO):
            self._bound.info(event, **fields)

    def warning(self, event: str, **fields: object) -> None:
        """Log an event that passes by itself, or that the operator should know of."""
        self._bound.warning(event, **fields)

    def error(self, event: str, *, exc_info: BaseException | None = None, **fields: object) -> None:
        """Log a fault; with ``exc_info`` followed by its traceback."""
        self._bound.error(event, **fields, **({} if exc_info is None else {"exc_info": exc_info}))

    def exception(self, event: str, **fields: object) -> None:
        """Log a fault, followed by the traceback of the error being handled."""
        self._bound.error(event, exc_info=True, **fields)

    @property
    def _bound(self) -> "BoundLogger":
        import structlog  # noqa: PLC0415 - it takes longer to load than many commands

        if not structlog.is_configured():
            # A command's output has random tags, by which no chat can be found.
            configure_events(ChatTags(secrets.token_hex()))
        bound: BoundLogger = structlog.stdlib.get_logger(self._records.name)
        return bound


def get_logger(name: str) -> Logger:
    """The logger of a module."""
    return Logger(name)


@contextmanager
def log_context(*, chat: int | None, update: int | None = None) -> Iterator[None]:
    """Add chat and update to every line, also of tasks started meanwhile; ``None`` hides an outer context's value."""
    from structlog.contextvars import bound_contextvars  # noqa: PLC0415 - as above

    with bound_contextvars(update=update, chat=chat):
        yield


def fresh_context() -> Context:
    """A context for a task that works for many chats, so that its lines do not name the chat that started it."""
    return Context()


def configure_events(tags: ChatTags) -> None:
    """From now on, pass events to the standard library's loggers, with the tags of this bot."""
    import structlog  # noqa: PLC0415 - as above

    structlog.configure(
        processors=[*context_processors(tags), _to_record],
        logger_factory=logging.getLogger,
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=False,
    )


def context_processors(tags: ChatTags) -> "list[Processor]":
    """Processors that add the context to any logger's event, and remove ids and secrets."""
    from structlog.contextvars import merge_contextvars  # noqa: PLC0415 - as above

    def mask_event(_: Any, __: str, event: EventFields) -> EventFields:
        for name in [name for name, value in event.items() if value is None]:
            del event[name]
        for name, value in event.items():
            event[name] = _mask_field(tags, name, value)
        return event

    return [merge_contextvars, mask_event]


def _mask_field(tags: ChatTags, name: str, value: object) -> object:
    if name in NUMBERS and isinstance(value, int):
        return tags.tag_of(value)
    if name == SCOPE:
        return tags.tag_scope(str(value))
    if name in {"exc_info", "stack_info"} or name.startswith("_") or isinstance(value, bool):
        return value
    if isinstance(value, float):
        return round(value, 1)
    if isinstance(value, int):
        return tags.tag_of(value) if value <= -(10**5) else value
    return mask_secrets(tags.mask_numbers(str(value)))


class LogEvent(dict[str, Any]):
    """An event and its fields; as text, a sentence, for use without configured logging."""

    def __str__(self) -> str:
        fields = ", ".join(f"{name} {value}" for name, value in self.items() if name != "event")
        return f"{self['event']}: {fields}" if fields else str(self["event"])


def _to_record(logger: logging.Logger, method: str, event: EventFields) -> tuple[tuple[LogEvent], dict[str, Any]]:
    traced = {name: event.pop(name) for name in ("exc_info", "stack_info") if name in event}
    return (LogEvent(event),), {**traced, "extra": {"_logger": logger, "_name": method}}


# Libraries that write a line for each call, or, like python-telegram-bot at DEBUG, each call's parameters: private
# messages with racks.
_QUIET: Final = {
    "aiohttp.access": logging.WARNING,
    "asyncio": logging.WARNING,
    "httpcore": logging.WARNING,
    "httpx": logging.WARNING,
    "telegram": logging.INFO,
}

_BARE: Final = re.compile(r"[\w.:/#%+*<>@{}-]+")
"""Matches text that needs no quotation marks."""


def configure_logging(level: str, form: str, secret: str, stream: TextIO | None = None) -> None:
    """Log records of `level` and above to `stream`, by default standard error.

    `level` is one of DEBUG, INFO, WARNING, ERROR; `form` is `console` or `json`; `secret` is the bot's token, from
    which tags are made. Replaces an earlier configuration. Chatty libraries stay quiet at every level, as they log
    players' racks at DEBUG.
    """
    tags = ChatTags(secret)
    configure_events(tags)
    logging.basicConfig(level=level, handlers=[make_handler(form, tags, stream or sys.stderr)], force=True)
    logging.captureWarnings(True)
    for name, least in _QUIET.items():
        logging.getLogger(name).setLevel(max(least, logging.getLevelName(level)))
    logging.getLogger("aiohttp.server").addFilter(is_own_error)
    logging.getLogger("asyncio").addFilter(leave_out_objects)


def make_handler(form: str, tags: ChatTags, stream: TextIO) -> logging.Handler:
    """A handler that writes records to `stream`, as `console` or `json`."""
    # Only a running bot needs them.
    from structlog.processors import JSONRenderer  # noqa: PLC0415
    from structlog.stdlib import ProcessorFormatter  # noqa: PLC0415

    handler = logging.StreamHandler(stream)
    handler.setFormatter(
        ProcessorFormatter(
            foreign_pre_chain=context_processors(tags),
            processors=[
                _make_record_reader(tags, "message" if form == "json" else "event"),
                ProcessorFormatter.remove_processors_meta,
                JSONRenderer(ensure_ascii=False) if form == "json" else _console_renderer(colors=stream.isatty()),
            ],
            keep_exc_info=True,
            keep_stack_info=True,
        )
    )
    return handler


def _make_record_reader(tags: ChatTags, sentence: str) -> "Processor":
    def read_record(_: Any, __: str, event: EventFields) -> EventFields:
        record: logging.LogRecord = event["_record"]
        for name in ("exc_info", "stack_info"):
            event.pop(name, None)
        told = {"time": _format_time(record), "level": record.levelname, "logger": record.name}
        if record.exc_info:
            event["exception"] = _mask(tags, format_traceback(record.exc_info[1]))
        if record.stack_info:
            event["stack"] = _mask(tags, record.stack_info)
        # Otherwise the formatter adds them again, with the errors' messages.
        record.exc_info = record.exc_text = record.stack_info = None
        told[sentence] = event.pop("event")
        first = {name: event.pop(name) for name in ("update", "chat") if name in event}
        return {**told, **first, **event}

    return read_record


def _mask(tags: ChatTags, text: str) -> str:
    return mask_secrets(tags.mask_numbers(text))


def _console_renderer(*, colors: bool) -> "Processor":
    from structlog.dev import (  # noqa: PLC0415 - as above
        Column,
        ConsoleRenderer,
        KeyValueColumnFormatter,
        plain_traceback,
    )

    styles = ConsoleRenderer.get_default_column_styles(colors)
    levels = {name.upper(): style for name, style in ConsoleRenderer.get_default_level_styles(colors).items()}

    def bare(style: str, after: str = "") -> KeyValueColumnFormatter:
        return KeyValueColumnFormatter(None, style, styles.reset, str, postfix=after)

    def colored_level(key: str, value: object) -> str:  # noqa: ARG001 - the signature is structlog's
        return f"{levels.get(str(value), '')}{value}{styles.reset}"

    renderer = ConsoleRenderer(
        columns=[
            Column("", KeyValueColumnFormatter(styles.kv_key, styles.kv_value, styles.reset, _quote_if_needed)),
            Column("time", bare(styles.timestamp)),
            Column("level", colored_level),
            Column("logger", bare(styles.logger_name, ":")),
            Column("event", bare(styles.bright)),
        ]
    )
    renderer.exception_formatter = plain_traceback
    renderer.sort_keys = False
    return renderer


def _quote_if_needed(value: object) -> str:
    text = str(value)
    return text if _BARE.fullmatch(text) else json.dumps(text, ensure_ascii=False)


def _format_time(record: logging.LogRecord) -> str:
    return datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
