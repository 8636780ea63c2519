"""How a person's moves are read that name a cell and no direction: asked, or downwards as recorded games have it."""

from collections.abc import Mapping
from typing import Final

from telegram import InlineKeyboardMarkup

from bot.families.context import Context
from bot.families.family import Services
from bot.store.redis import Store
from bot.telegram.buttons import Pressed, button, data
from bot.telegram.inbound import Command, Tap
from bot.typed.commands import command
from engine.crossword.reading import Typed
from engine.errors import Refusal

_SETTING: Final = "reading"
_GCG: Final = "gcg"


def is_gcg(settings: Mapping[str, str]) -> bool:
    """Whether a cell with the letter first says downwards to whoever has these settings."""
    return settings.get(_SETTING) == _GCG


async def reads_gcg(store: Store, user: int, typed: Typed) -> bool:
    """As :func:`is_gcg`, of a person; asked only where it matters."""
    if not typed.cell or typed.direction is not None:
        return False
    return is_gcg(await store.settings(user))


class ReadingHandlers:
    """Lets a person choose, for all of their games."""

    def __init__(self, services: Services) -> None:
        self._store: Final = services.store
        self._answers: Final = services.answers

    @command("reading", "chat", "anybody", kind="setting", person=True)
    async def reading(self, request: Command, context: Context) -> None:
        """``/yon``: tell how it is, and let the one who asks choose."""
        user, speaker = request.sender.user, context.voice
        gcg = is_gcg(await self._store.settings(user))
        text = speaker.html("reading-gcg" if gcg else "reading-asks")
        message, other = ("button-reading-ask", "ask") if gcg else ("button-reading-gcg", _GCG)
        keyboard = InlineKeyboardMarkup([[button(speaker, message, data("reading", "", user, other))]])
        await self._answers.briefly(request, text, keyboard)

    async def chosen(self, tap: Tap, context: Context, pressed: Pressed) -> None:
        """The button below it.

        Raises:
            Refusal: ``not_your_button``.
        """
        user, chosen = int(pressed.rest[0]), pressed.rest[1]
        if tap.sender.user != user:
            raise Refusal("not_your_button")
        await self._store.set_setting(user, _SETTING, _GCG if chosen == _GCG else None, tap.update)
        await self._answers.toast(tap, context.language, "reading-chosen")
        await self._answers.settle(tap, context.language, "reading-gcg" if chosen == _GCG else "reading-asks")
