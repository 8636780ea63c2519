"""Choosing for a chat: the one way in which a command or a button changes what is chosen."""

from typing import Final

from telegram import InlineKeyboardMarkup

from bot.pictures.drawing import DrawingThread
from bot.store.redis import Store
from bot.telegram.answers import Answers
from bot.telegram.inbound import Command, Tap
from bot.telegram.members import Members
from render.theme import THEMES

PANEL_SECONDS: Final = 600.0
"""How long a group sees buttons to choose from, from their last use on."""


class Choosing:
    """Changes settings for whoever may; who that is, is asked anew each time.

    Args:
        members: knows who administers groups.
        store: keeps what is chosen.
        studio: gets ready for a theme that is chosen.
        answers: show what there is to choose from.
    """

    def __init__(self, members: Members, store: Store, studio: DrawingThread, answers: Answers) -> None:
        self._members: Final = members
        self._answers: Final = answers
        self._store: Final = store
        self._studio: Final = studio

    async def check(self, request: Command | Tap) -> None:
        """Raise a refusal, ``admins_only``, unless the sender may choose for the chat: in private anybody may."""
        await self._members.check_chooser(request)

    async def ask(self, request: Command, text: str, keyboard: InlineKeyboardMarkup) -> None:
        """Let whoever may choose from buttons; in a group these do not stay.

        Raises:
            Refusal: as :meth:`check`; who may not choose posts no buttons.
        """
        await self.check(request)
        if request.place.private:
            await self._answers.send(request, text, keyboard)
        else:
            await self._answers.for_now(request, text, keyboard, seconds=PANEL_SECONDS)

    async def choose(self, request: Command | Tap, name: str, value: str | None) -> None:
        """Choose for the chat that asks; ``None`` goes back to what holds where nothing is chosen.

        Raises:
            Refusal: as :meth:`check`.
        """
        await self.check(request)
        await self._store.set_setting(request.place.scope, name, value, request.update)
        if name == "theme" and value in THEMES:
            self._studio.warm(value)
