"""The log of this process, set up as a bot's, and the tags by which its lines name chats."""

import io
import logging
from collections.abc import Iterator
from contextlib import contextmanager

import structlog

from bot.logs import ChatTags, configure_events, configure_logging, is_own_error, make_handler

_CHANGED = ("aiohttp.access", "asyncio", "httpcore", "httpx", "telegram")
"""The loggers whose level the set-up changes."""


def use_log_tags() -> ChatTags:
    """The tags that lines bear from now on."""
    tags = ChatTags("7000000001:the token of the tests")
    configure_events(tags)
    return tags


@contextmanager
def restored_logging() -> Iterator[None]:
    """Whatever is set up meanwhile, the log is as it was before, afterwards."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    levels = {name: logging.getLogger(name).level for name in _CHANGED}
    root.handlers[:] = []
    try:
        yield
    finally:
        root.handlers[:] = handlers
        root.setLevel(level)
        logging.captureWarnings(False)
        logging.getLogger("aiohttp.server").removeFilter(is_own_error)
        for name, before in levels.items():
            logging.getLogger(name).setLevel(before)
        structlog.reset_defaults()


@contextmanager
def all_lines(token: str) -> Iterator[tuple[io.StringIO, io.StringIO]]:
    """All that a bot with a token logs at the finest level: for people, and as JSON."""
    console, json = io.StringIO(), io.StringIO()
    with restored_logging():
        configure_logging("DEBUG", "json", token, json)
        logging.getLogger().addHandler(make_handler("console", ChatTags(token), console))
        yield console, json
