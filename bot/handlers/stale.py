"""Buttons of what is no longer: whoever presses one in a group is told what is now, and the old buttons go."""

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
from bot.telegram.buttons import read
from bot.telegram.inbound import Tap
from engine.game import view
from engine.seats import Lobby

log = logging.getLogger(__name__)

_TAG: Final = re.compile(r"<[^>]*>")


class Stale:
    """Leads from a button to what is now."""

    def __init__(self, store: Store, answers: Answers) -> None:
        self._store: Final = store
        self._answers: Final = answers

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
    kinds = registry.buttons()
    pressed = read(tap.data, kinds)
    return pressed is not None and kinds[pressed.kind].about == "table" and not tap.place.private


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
