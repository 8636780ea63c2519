"""Buttons that are not for whoever presses them in a group: they lead to what is now.

One of what is no longer says how things stand, and goes; one of a table where the presser does not play shows them
the game, as whoever watches sees it.
"""

import html
import logging
import re
from typing import Final

from redis.exceptions import RedisError

from bot.families import registry
from bot.families.context import Context
from bot.store.redis import Store
from bot.tables.held import is_running
from bot.telegram.answers import Answers
from bot.telegram.buttons import Button, read
from bot.telegram.inbound import Tap
from engine.errors import EngineError
from engine.game import Table, view
from engine.seats import Lobby

log = logging.getLogger(__name__)

_TAG: Final = re.compile(r"<[^>]*>")


class Stale:
    """Leads from a button to what is now."""

    def __init__(self, store: Store, answers: Answers) -> None:
        self._store: Final = store
        self._answers: Final = answers

    async def show(self, tap: Tap, context: Context) -> None:
        """Say how the game stands to somebody who watches it."""
        _, arguments = _now(context)
        await self._answers.alert(tap, context.language, "stale-watching", **arguments)

    async def lead(self, tap: Tap, context: Context) -> None:
        """Say how the chat's table stands, to the presser alone; what is pressed is no longer there to be pressed."""
        message, arguments = _now(context)
        await self._answers.alert(tap, context.language, message, **arguments)
        try:
            newest = await self._store.post(context.held.scope)
        except RedisError as error:
            log.warning("chat %s: which message is the newest is not known: %s", tap.place.scope.chat, error)
            return
        if tap.message != newest:
            await self._answers.close(tap)


def leads(tap: Tap) -> bool:
    """Whether a button was drawn for a table that a group had, so that there may be another one now."""
    return _button(tap) is not None


def watches(tap: Tap, error: EngineError, table: Table | None) -> bool:
    """Whether somebody would look at a game that goes on, where they do not play, or no more."""
    button = _button(tap)
    away = error.code in {"not_seated", "has_surrendered"}
    return button is not None and button.shows and away and is_running(table)


def _button(tap: Tap) -> Button | None:
    """What kind of button of a group's table was pressed, if any."""
    kinds = registry.buttons()
    pressed = read(tap.data, kinds)
    button = None if pressed is None or tap.place.private else kinds[pressed.kind]
    return button if button is not None and button.about == "table" else None


def _now(context: Context) -> tuple[str, dict[str, str | int]]:
    """A message of the text files that says how a chat's table stands, with its arguments."""
    table, speaker = context.held.table, context.speaker
    if table is None:
        return "stale-none", {}
    if isinstance(table, Lobby):
        names = ", ".join(speaker.called(seat.name) for seat in table.seats)
        return "stale-lobby", {"game": speaker.game, "names": names}
    family, seen = registry.of_game(table), view(table, None)
    scores = _plain(family.scores(seen, speaker))
    if is_running(table):
        name = speaker.called(table.players[table.turn].name)
        return "stale-game", {"scores": scores, "next": speaker.plain("turn-next", name=name)}
    return "stale-over", {"scores": scores}


def _plain(text: str) -> str:
    """HTML as an alert shows it."""
    return html.unescape(_TAG.sub("", text))
