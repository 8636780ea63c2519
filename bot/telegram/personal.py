"""What one person alone is to see, wherever that is possible: the rack ladder.

A sheet is a picture with words and buttons that are one person's. On which rung it is shown (in place of the public
message, as an ephemeral message below it, in the private chat) is decided here, and nobody else knows; what a sheet
holds never reaches anybody else (``docs/decisions/0016-my-board.md``).
"""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, unique
from typing import Final

from telegram import InlineKeyboardMarkup

from bot.outcomes import Gone, Refused
from bot.pictures.drawing import CannotDraw, DrawingThread
from bot.pictures.sketches import Sketch
from bot.store.keys import Scope
from bot.telegram.answers import Answers
from bot.telegram.gateway import Gateway
from bot.telegram.inbound import Command, Reply, Tap

log = logging.getLogger(__name__)

_FILE: Final = "board.png"


@unique
class Rung(Enum):
    """Where somebody was served."""

    PRIVATE = "private"
    """In the private chat."""
    NONE = "none"
    """Nowhere: nothing was shown, and a tap is not answered yet."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """What one person is to see: HTML below a picture that is drawn once the person was answered, and buttons."""

    text: str
    keyboard: InlineKeyboardMarkup | None = None
    sketch: Sketch | None = None
    written: Callable[[], str] | None = None
    """Says the picture in words, where none can be shown."""
    box: str = ""
    """What a tap is answered with, alone to its presser, where the sheet is shown in another chat; plain text."""


class Personal:
    """Shows sheets; one instance a process."""

    def __init__(self, gateway: Gateway, answers: Answers, studio: DrawingThread) -> None:
        self._gateway: Final = gateway
        self._answers: Final = answers
        self._studio: Final = studio

    async def open(self, request: Command | Reply | Tap, sheet: Sheet) -> Rung:
        """Show a sheet to whoever asks, on the highest rung that there is; a tap that was served is answered.

        Returns:
            Where; :attr:`Rung.NONE` where the person has no private chat with the bot either.
        """
        try:
            await self._send(Scope(request.sender.user), sheet)
        except (Gone, Refused) as error:
            log.debug("user %s has no private chat to be shown something in: %s", request.sender.user, error.message)
            return Rung.NONE
        if isinstance(request, Tap):
            elsewhere = bool(sheet.box) and not request.place.private
            await (self._answers.box(request, sheet.box) if elsewhere else self._answers.quiet(request))
        return Rung.PRIVATE

    async def tell(self, user: int, sheet: Sheet) -> None:
        """Show a sheet in the private chat, unasked.

        Raises:
            Gone, Refused: the person has none with the bot.
        """
        await self._send(Scope(user), sheet)

    async def turn(self, tap: Tap, sheet: Sheet) -> None:
        """Show another sheet in place of the one whose button was tapped."""
        await self._answers.quiet(tap)
        photo = await self._drawn(sheet)
        if photo is None:
            await self._gateway.edit_text(tap.place.scope.chat, tap.message, _words(sheet), sheet.keyboard)
        else:
            await self._gateway.edit_photo(
                tap.place.scope.chat, tap.message, photo, sheet.text, sheet.keyboard, filename=_FILE
            )

    async def say(
        self, request: Command | Reply | Tap, text: str, keyboard: InlineKeyboardMarkup | None = None
    ) -> bool:
        """Say something to whoever asked that nobody else sees; ``False`` where that cannot be done here."""
        if not request.place.private:
            return False
        await self._answers.send(request, text, keyboard)
        return True

    async def _send(self, scope: Scope, sheet: Sheet) -> None:
        photo = await self._drawn(sheet)
        if photo is None:
            await self._gateway.text(scope, _words(sheet), sheet.keyboard)
        else:
            await self._gateway.photo(scope, photo, sheet.text, sheet.keyboard, filename=_FILE, written=sheet.written)

    async def _drawn(self, sheet: Sheet) -> bytes | None:
        if sheet.sketch is None:
            return None
        try:
            return await self._studio.draw(sheet.sketch)
        except CannotDraw:
            log.exception("a sheet could not be drawn")
            return None


def _words(sheet: Sheet) -> str:
    return sheet.text if sheet.written is None else f"{sheet.written()}\n{sheet.text}"
