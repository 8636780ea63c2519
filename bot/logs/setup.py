"""How log lines look: for people, or as JSON for programs; alike for the bot's own and those of libraries."""

import json
import logging
import re
import sys
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final, TextIO

from bot.logs.logger import EventFields, configure_events, context_processors
from bot.logs.masking import format_traceback, is_own_error, leave_out_objects, mask_secrets
from bot.logs.tags import ChatTags

if TYPE_CHECKING:
    from structlog.typing import Processor

# The libraries that would write a line a call, or, like python-telegram-bot at DEBUG, the parameters of every
# call: private messages with racks in them.
_QUIET: Final = {
    "aiohttp.access": logging.WARNING,
    "asyncio": logging.WARNING,
    "httpcore": logging.WARNING,
    "httpx": logging.WARNING,
    "telegram": logging.INFO,
}

_BARE: Final = re.compile(r"[\w.:/#%+*<>@{}-]+")
"""Text that needs no quotation marks to be told from what stands beside it."""


def configure_logging(level: str, form: str, secret: str, stream: TextIO | None = None) -> None:
    """Log records of `level` and above to `stream`, by default standard error.

    `level` is one of DEBUG, INFO, WARNING, ERROR; `form` is `console` or `json`; `secret` is the bot's token, from
    which the tags of chats are made. Replaces an earlier configuration. Chatty libraries stay quiet at every level, as
    they log players' racks at DEBUG.
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
    """What writes records to `stream`, as `console` or `json`."""
    from structlog.stdlib import ProcessorFormatter  # noqa: PLC0415 - only a bot that runs needs it

    handler = logging.StreamHandler(stream)
    handler.setFormatter(
        ProcessorFormatter(
            foreign_pre_chain=context_processors(tags),
            processors=[
                _make_record_reader(tags, "message" if form == "json" else "event"),
                ProcessorFormatter.remove_processors_meta,
                *(_json_renderer() if form == "json" else _console_renderer(colors=stream.isatty())),
            ],
            keep_exc_info=True,
            keep_stack_info=True,
        )
    )
    return handler


def _make_record_reader(tags: ChatTags, sentence: str) -> "Processor":
    """What puts instant, level, logger and traceback of a record into its event, and the sentence under that name."""

    def read_record(_: Any, __: str, event: EventFields) -> EventFields:
        record: logging.LogRecord = event["_record"]
        for name in ("exc_info", "stack_info"):
            event.pop(name, None)
        told = {"time": _format_time(record), "level": record.levelname, "logger": record.name}
        if record.exc_info:
            event["exception"] = _mask(tags, format_traceback(record.exc_info[1]))
        if record.stack_info:
            event["stack"] = _mask(tags, record.stack_info)
        # Else the formatter adds them again, with the errors' messages.
        record.exc_info = record.exc_text = record.stack_info = None
        told[sentence] = event.pop("event")
        first = {name: event.pop(name) for name in ("update", "chat") if name in event}
        return {**told, **first, **event}

    return read_record


def _mask(tags: ChatTags, text: str) -> str:
    return mask_secrets(tags.mask_numbers(text))


def _json_renderer() -> "list[Processor]":
    """A JSON object for each record, on a line of its own."""
    from structlog.processors import JSONRenderer  # noqa: PLC0415 - as above

    return [JSONRenderer(ensure_ascii=False)]


def _console_renderer(*, colors: bool) -> "list[Processor]":
    """A line for each record, then its traceback, if any."""
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
    return [renderer]


def _quote_if_needed(value: object) -> str:
    """A field's value on one line: text with blanks or quotation marks in it as in JSON."""
    text = str(value)
    return text if _BARE.fullmatch(text) else json.dumps(text, ensure_ascii=False)


def _format_time(record: logging.LogRecord) -> str:
    return datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
