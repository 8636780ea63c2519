"""Loggers: each line is an event, which is a constant sentence, and fields with what was different this time.

Chats and people are passed by their numbers, under the names in :data:`NUMBERS`, and leave this module as tags. What
may never be passed, under any name, are racks, words, tiles, names and messages of people.
"""

import logging
import secrets
from collections.abc import Iterator, MutableMapping
from contextlib import contextmanager
from contextvars import Context
from typing import TYPE_CHECKING, Any, Final

from bot.logs.masking import mask_secrets
from bot.logs.tags import ChatTags

if TYPE_CHECKING:
    from structlog.stdlib import BoundLogger
    from structlog.typing import Processor

NUMBERS: Final = frozenset({"chat", "new_chat", "user", "owner"})
"""Fields with the number of a chat or a person."""
SCOPE: Final = "scope"
"""The field with where a table is, a :class:`bot.store.scope.Scope`."""

EventFields = MutableMapping[str, Any]


class Logger:
    """Writes log lines for one module.

    structlog is loaded with the first line: most commands of ``harfiyen`` write none.

    Args:
        name: the module's.
    """

    def __init__(self, name: str) -> None:
        self._records: Final = logging.getLogger(name)

    def debug(self, event: str, **fields: object) -> None:
        """Write what only somebody who looks for a fault wants to know."""
        if self._records.isEnabledFor(logging.DEBUG):
            self._bound.debug(event, **fields)

    def info(self, event: str, **fields: object) -> None:
        """Write what is as it should be."""
        if self._records.isEnabledFor(logging.INFO):
            self._bound.info(event, **fields)

    def warning(self, event: str, **fields: object) -> None:
        """Write what mends itself, or what the operator should know."""
        self._bound.warning(event, **fields)

    def error(self, event: str, *, exc_info: BaseException | None = None, **fields: object) -> None:
        """Write a fault; with ``exc_info`` followed by its traceback."""
        self._bound.error(event, **fields, **({} if exc_info is None else {"exc_info": exc_info}))

    def exception(self, event: str, **fields: object) -> None:
        """Write a fault, followed by the traceback of the error that is being handled."""
        self._bound.error(event, exc_info=True, **fields)

    @property
    def _bound(self) -> "BoundLogger":
        import structlog  # noqa: PLC0415 - it takes longer to load than many a command

        if not structlog.is_configured():
            # Nobody needs to find a chat by its tag in what a command prints.
            configure_events(ChatTags(secrets.token_hex()))
        bound: BoundLogger = structlog.stdlib.get_logger(self._records.name)
        return bound


def get_logger(name: str) -> Logger:
    """The logger of a module."""
    return Logger(name)


@contextmanager
def log_context(*, chat: int | None, update: int | None = None) -> Iterator[None]:
    """Have every line say for which chat, and for which update if for one, something is done.

    Tasks that begin meanwhile keep it. What is ``None`` is not said, whatever was said around it.
    """
    from structlog.contextvars import bound_contextvars  # noqa: PLC0415 - as above

    with bound_contextvars(update=update, chat=chat):
        yield


def fresh_context() -> Context:
    """A context for a task that works for many: its lines name nobody, rather than whoever happened to begin it."""
    return Context()


def configure_events(tags: ChatTags) -> None:
    """Hand events to the standard library's loggers from now on, with the tags of this bot."""
    import structlog  # noqa: PLC0415 - as above

    structlog.configure(
        processors=[*context_processors(tags), _to_record],
        logger_factory=logging.getLogger,
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=False,
    )


def context_processors(tags: ChatTags) -> "list[Processor]":
    """What adds the context to an event, of whatever logger, and takes numbers and secrets out of it."""
    from structlog.contextvars import merge_contextvars  # noqa: PLC0415 - as above

    def mask_event(_: Any, __: str, event: EventFields) -> EventFields:
        for name in [name for name, value in event.items() if value is None]:
            del event[name]
        for name, value in event.items():
            event[name] = _mask_field(tags, name, value)
        return event

    return [merge_contextvars, mask_event]


def _mask_field(tags: ChatTags, name: str, value: object) -> object:
    """A field as it may be written: a number, a truth value, or text without secrets."""
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
    """An event and its fields, which reads as a sentence where nobody has set up how lines look."""

    def __str__(self) -> str:
        fields = ", ".join(f"{name} {value}" for name, value in self.items() if name != "event")
        return f"{self['event']}: {fields}" if fields else str(self["event"])


def _to_record(logger: logging.Logger, method: str, event: EventFields) -> tuple[tuple[LogEvent], dict[str, Any]]:
    """An event as the arguments of the standard library's loggers, which formatters of structlog recognise."""
    traced = {name: event.pop(name) for name in ("exc_info", "stack_info") if name in event}
    return (LogEvent(event),), {**traced, "extra": {"_logger": logger, "_name": method}}
