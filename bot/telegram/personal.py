"""What one person alone is to see, wherever that is possible: the rack ladder.

A sheet is a picture with words and buttons that are one person's. On which rung it is shown (in place of the public
message, as an ephemeral message below it, in the private chat) is decided here, and nobody else knows; what a sheet
holds never reaches anybody else (``docs/decisions/0016-my-board.md``).
"""

import logging
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum, unique
from typing import Final

from telegram import InlineKeyboardMarkup

from bot.languages import languages
from bot.outcomes import Gone, Missing, NoRights, Refused
from bot.pictures.drawing import CannotDraw, DrawingThread
from bot.pictures.sketches import Sketch
from bot.store.closed import ClosedChats
from bot.store.keys import Scope
from bot.telegram.addressed import Address, Ephemeral
from bot.telegram.answers import Answers
from bot.telegram.content import Content
from bot.telegram.fading import SECONDS
from bot.telegram.forms import Form
from bot.telegram.gateway import Gateway
from bot.telegram.inbound import Command, Mistyped, Reply, Tap
from bot.telegram.tongues import spoken

log = logging.getLogger(__name__)

_FILE: Final = "board.png"


@unique
class Rung(Enum):
    """Where somebody was served."""

    REPLACED = "replaced"
    """In the group, in place of the message that they tapped."""
    BELOW = "below"
    """In the group, by a message of its own."""
    PRIVATE = "private"
    """In the private chat."""
    BOX = "box"
    """By the box that answers a tap, and nowhere else."""
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
    in_private: InlineKeyboardMarkup | None = None
    """The buttons instead where it is shown in the private chat."""

    @property
    def private(self) -> InlineKeyboardMarkup | None:
        """The buttons in the private chat."""
        return self.in_private or self.keyboard


class Personal:
    """Shows sheets; one instance a process.

    Args:
        gateway: the way out.
        answers: answers taps, and has what was said deleted after a while.
        studio: draws.
        closed: knows whose private chat was closed to the bot a moment ago.
    """

    def __init__(self, gateway: Gateway, answers: Answers, studio: DrawingThread, closed: ClosedChats) -> None:
        self._gateway: Final = gateway
        self._ephemeral: Final = gateway.ephemeral
        self._answers: Final = answers
        self._studio: Final = studio
        self._closed: Final = closed

    async def admit(self, user: int) -> None:
        """Somebody has opened the private chat: they are shown things there again."""
        await self._closed.forget(user)

    async def open(self, request: Command | Mistyped | Reply | Tap, sheet: Sheet) -> Rung:
        """Show a sheet to whoever asks, on the highest rung that there is; a tap that was served is answered.

        What goes to another chat than the tapped one has to be drawn and may wait for long there, and a tap is answered
        in time or never: so its box comes first. A private chat that was closed a moment ago is not tried again.

        Returns:
            Where; :attr:`Rung.NONE` where the person has no private chat with the bot either.
        """
        tap = request if isinstance(request, Tap) else None
        rung = await self._alone(Address.of(request), sheet)
        box = sheet.box if rung is Rung.NONE and not request.place.private else ""
        if tap is not None and box:
            await self._answers.box(tap, box)
        if rung is Rung.NONE and await self._is_open(request):
            rung = await self._private(request.sender.user, sheet)
        if tap is not None and box:
            return Rung.BOX if rung is Rung.NONE else rung
        if tap is not None and rung is not Rung.NONE:
            await self._answers.quiet(tap)
        return rung

    async def tell(self, user: int, sheet: Sheet, group: Scope) -> None:
        """Show somebody a sheet unasked: in the private chat, where it stays until they look; else in a group.

        Raises:
            Gone, Refused: the person has no private chat with the bot, and it may not write to one person in the group.
        """
        photo = await self._drawn(sheet)
        try:
            await self._send(Scope(user), sheet, photo)
        except (Gone, Refused):
            if await self._alone(Address(group, user), sheet, photo) is Rung.NONE:
                raise

    async def turn(self, tap: Tap, sheet: Sheet) -> None:
        """Show another sheet in place of the one whose button was tapped.

        In a group that is a message of the presser's own; where it can be changed no more, and none sent in its place,
        they are asked to press again.
        """
        if tap.ephemeral is not None:
            photo = await self._drawn(sheet)
            if await self._turned(tap, Ephemeral(tap.place.scope.chat, tap.sender.user, tap.ephemeral), sheet, photo):
                await self._answers.quiet(tap)
            else:
                await self._answers.alert(
                    tap, spoken(tap.sender.language) or languages().codes[0], "ladder-press-again"
                )
            return
        if not tap.place.private:
            # Everybody sees what an altered client says was tapped.
            if await self.open(tap, sheet) is Rung.NONE:
                await self._answers.quiet(tap)
            return
        await self._answers.quiet(tap)
        photo = await self._drawn(sheet)
        chat, message = tap.place.scope.chat, tap.message
        try:
            if photo is None:
                await self._gateway.edit_text(chat, message, _words(sheet), sheet.private)
            else:
                await self._gateway.edit_photo(chat, message, photo, sheet.text, sheet.private, filename=_FILE)
        except Refused as error:
            log.info("a sheet in the private chat is sent anew: %s", error.message)
            await self._send(tap.place.scope, sheet, photo)

    async def say(
        self,
        request: Command | Mistyped | Reply | Tap,
        text: str,
        keyboard: InlineKeyboardMarkup | None = None,
        *,
        secret: bool = True,
        until_done: bool = True,
        seconds: float = SECONDS,
    ) -> bool:
        """Say something to whoever asked that nobody else sees; ``False`` where that cannot be done here.

        In a group it does not stay.

        Args:
            request: what was asked.
            text: HTML.
            keyboard: the buttons.
            secret: whether nobody else may read it; what may be read by all needs fewer calls.
            until_done: whether it goes sooner, once they have done what they wanted to.
            seconds: when it goes at the latest.
        """
        if request.place.private:
            await self._answers.send(request, text, keyboard)
            return True
        address = Address.of(request)
        if address is None:
            return False
        shown = await self._one_sees(replace(address, tapped=False), Sheet(text, keyboard), secret=secret)
        if shown is not None:
            await self._answers.fade(shown, seconds, until_done=until_done)
        return shown is not None

    async def _alone(self, address: Address | None, sheet: Sheet, photo: bytes | None = None) -> Rung:
        """Show a sheet in a group to one person; :attr:`Rung.NONE` where that cannot be done: then nothing stays."""
        shown = None if address is None else await self._one_sees(address, sheet, photo)
        if shown is None:
            return Rung.NONE
        return Rung.REPLACED if shown.replaces else Rung.BELOW

    async def _one_sees(
        self, address: Address, sheet: Sheet, photo: bytes | None = None, *, secret: bool = True
    ) -> Ephemeral | None:
        """The message in which one person sees a sheet; ``None`` where that cannot be done: then nothing stays.

        It is drawn once it is known that it can be shown, unless there is a ``photo`` of it.
        """
        shown: Ephemeral | None = None
        try:
            if not secret:
                return await self._ephemeral.say(address, sheet.text, sheet.keyboard)
            if self._ephemeral.shows(address, pictured=sheet.sketch is not None):
                photo = photo or await self._drawn(sheet)
                if (at_once := await self._ephemeral.show(address, _content(sheet, photo))) is not None:
                    return at_once
            shown = await self._ephemeral.begin(address)
            if shown is None:
                return None
            if (put := await self._put(shown, address, sheet, photo or await self._drawn(sheet))) is not None:
                return put
        except (Gone, Refused) as error:
            log.info("user %s is not shown something in a group: %s", address.user, error.message)
        if shown is not None:
            await self._ephemeral.delete(shown)
        return None

    async def _put(self, shown: Ephemeral, address: Address, sheet: Sheet, photo: bytes | None) -> Ephemeral | None:
        """Put a sheet into a message that was proven to be one person's; ``None`` where nothing was."""
        if photo is None:
            await self._worded(shown, sheet)
            return shown
        if shown.form is Form.OLDER and not await self._is_pictured(shown, _content(sheet, photo)):
            return await self._ephemeral.picture(shown, address, _content(sheet, photo))
        if shown.form is not Form.OLDER:
            await self._ephemeral.edit_photo(shown, _content(sheet, photo))
        return shown

    async def _is_pictured(self, shown: Ephemeral, content: Content) -> bool:
        """Put a picture into a message, if the server takes that: then it is one of 10.3 or later."""
        forms = self._ephemeral.forms
        if not forms.serves(Form.UPLOADS):
            return False
        try:
            await self._ephemeral.edit_photo(shown, content)
        except (Missing, NoRights):
            raise
        except Refused:
            forms.shut(Form.UPLOADS)
            return False
        forms.find_newer()
        return True

    async def _turned(self, tap: Tap, shown: Ephemeral, sheet: Sheet, photo: bytes | None) -> bool:
        """Change an ephemeral message; where it is gone, or takes no picture, send it anew."""
        forms = self._ephemeral.forms
        try:
            if photo is None:
                await self._worded(shown, sheet)
                return True
            if forms.serves(Form.UPLOADS):
                await self._ephemeral.edit_photo(shown, _content(sheet, photo))
                forms.find_newer()
                return True
        except Missing as error:
            log.info("an ephemeral message is gone: %s", error.message)
        except (Gone, Refused) as error:
            log.info("an ephemeral message takes no other picture: %s", error.message)
            forms.shut(Form.UPLOADS)
        if await self._alone(Address.of(tap), sheet, photo) is Rung.NONE:
            return False
        await self._ephemeral.delete(shown)
        return True

    async def _worded(self, shown: Ephemeral, sheet: Sheet) -> None:
        """Put the words of a sheet into a message that may have shown a picture, which then stays."""
        try:
            await self._ephemeral.edit_text(shown, _words(sheet), sheet.keyboard)
        except Missing:
            raise
        except Refused:
            await self._ephemeral.edit_caption(shown, sheet.text, sheet.keyboard)

    async def _is_open(self, request: Command | Mistyped | Reply | Tap) -> bool:
        """Whether the private chat of whoever asks may be tried; who asks there has it open."""
        user = request.sender.user
        if request.place.private:
            await self.admit(user)
            return True
        return not await self._closed.noted(user)

    async def _private(self, user: int, sheet: Sheet) -> Rung:
        try:
            await self._send(Scope(user), sheet, await self._drawn(sheet))
        except (Gone, Refused) as error:
            log.debug("user %s has no private chat to be shown something in: %s", user, error.message)
            if isinstance(error, Gone):
                await self._closed.note(user)
            return Rung.NONE
        return Rung.PRIVATE

    async def _send(self, scope: Scope, sheet: Sheet, photo: bytes | None) -> None:
        if photo is None:
            await self._gateway.text(scope, _words(sheet), sheet.private)
        else:
            await self._gateway.photo(scope, photo, sheet.text, sheet.private, filename=_FILE, written=sheet.written)

    async def _drawn(self, sheet: Sheet) -> bytes | None:
        if sheet.sketch is None:
            return None
        try:
            return await self._studio.draw(sheet.sketch)
        except CannotDraw:
            log.exception("a sheet could not be drawn")
            return None


def _content(sheet: Sheet, photo: bytes | None) -> Content:
    if photo is None:
        return Content(_words(sheet), sheet.keyboard)
    return Content(sheet.text, sheet.keyboard, photo, _FILE)


def _words(sheet: Sheet) -> str:
    return sheet.text if sheet.written is None else f"{sheet.written()}\n{sheet.text}"
