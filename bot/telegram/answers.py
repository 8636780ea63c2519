"""Answering whoever asked: replies, callback alerts, and refusals in the chat's language."""

import logging
from collections.abc import Awaitable, Callable
from typing import Final, Protocol

from telegram import InlineKeyboardMarkup

from bot import limits
from bot.outcomes import Refused
from bot.pictures.photos import SentPicture
from bot.store.handling import Denied, handled
from bot.telegram.addressed import Ephemeral
from bot.telegram.fading import SECONDS, Fading
from bot.telegram.gateway import Gateway
from bot.telegram.inbound import Command, Mistyped, Reply, Request, Tap
from bot.texts import Argument, Texts
from bot.wording.people import harmless
from bot.wording.speaker import Speaker
from bot.workers.urgency import refusing
from engine.errors import EngineError, Field

log = logging.getLogger(__name__)


class Alone(Protocol):
    """Says something to whoever asked that nobody else sees; ``False`` where that cannot be done."""

    async def __call__(
        self,
        request: Command | Mistyped | Reply | Tap,
        text: str,
        keyboard: InlineKeyboardMarkup | None = None,
        *,
        secret: bool = True,
        until_done: bool = True,
        seconds: float = SECONDS,
    ) -> bool:
        """Say it, in HTML; as :meth:`bot.telegram.personal.Personal.say`."""
        ...


class Answers:
    """Sends answers through the gateway."""

    def __init__(self, gateway: Gateway, texts: Texts, fading: Fading) -> None:
        self._gateway: Final = gateway
        self._texts: Final = texts
        self._fading: Final = fading
        self.alone: Alone | None = None
        """Says something that nobody else sees, where that can be done."""

    async def say(
        self,
        request: Request,
        language: str,
        message: str,
        /,
        keyboard: InlineKeyboardMarkup | None = None,
        **arguments: Argument,
    ) -> None:
        """Answer with a message of the text files."""
        await self.send(request, self._texts.html(language, message, **arguments), keyboard)

    async def send(self, request: Request, text: str, keyboard: InlineKeyboardMarkup | None = None) -> None:
        """Answer with HTML, as a reply to the message that asked where there is one."""
        await self._gateway.text(request.place.scope, text, keyboard, reply=_asking(request))

    async def briefly(
        self,
        request: Request,
        text: str,
        keyboard: InlineKeyboardMarkup | None = None,
        *,
        until_done: bool = False,
    ) -> None:
        """Answer with HTML that is for one person: in a group it does not stay.

        Nobody else sees it where that can be done. It is deleted after a minute, or with ``until_done`` sooner: once
        they have done what they wanted to.
        """
        if request.place.private:
            await self.send(request, text, keyboard)
            return
        if (
            isinstance(request, Command | Mistyped | Reply | Tap)
            and self.alone is not None
            and await self.alone(request, text, keyboard, secret=False, until_done=until_done)
        ):
            return
        await self.for_now(request, text, keyboard, user=request.sender.user if until_done else None)

    async def at_length(
        self,
        request: Command,
        text: str,
        brief: str,
        keyboard: InlineKeyboardMarkup,
        *,
        seconds: float,
        brief_seconds: float,
    ) -> None:
        """Answer with long HTML, which nobody else sees; where that cannot be done a group reads a ``brief`` one.

        Args:
            request: what was asked.
            text: the long one.
            brief: the other, with buttons below it.
            keyboard: these.
            seconds: how long the long one stays in a group.
            brief_seconds: how long the brief one does.
        """
        if request.place.private:
            await self.send(request, text)
        elif self.alone is None or not await self.alone(request, text, secret=False, until_done=False, seconds=seconds):
            await self.for_now(request, brief, keyboard, seconds=brief_seconds)

    async def for_now(
        self,
        request: Request,
        text: str,
        keyboard: InlineKeyboardMarkup | None = None,
        *,
        seconds: float = SECONDS,
        user: int | None = None,
    ) -> None:
        """Answer with HTML that all may see, and that is deleted after so many seconds; as :meth:`Fading.fade`."""
        scope = request.place.scope
        message = await self._gateway.text(scope, text, keyboard, reply=_asking(request), quiet=True)
        await self._fading.fade(scope.chat, message, seconds, user)

    async def fade(self, shown: Ephemeral, seconds: float = SECONDS, *, until_done: bool = False) -> None:
        """Have a message that one person alone sees deleted after so many seconds, or sooner as :meth:`briefly`."""
        user = shown.user if until_done else None
        await self._fading.fade(shown.chat, shown.number, seconds, user, reader=shown.user)

    async def photo(
        self,
        request: Request,
        picture: str | bytes,
        caption: str,
        keyboard: InlineKeyboardMarkup | None = None,
        *,
        written: Callable[[], str] | None = None,
    ) -> SentPicture:
        """Answer with a picture, a PNG or a file's id, and HTML below it; as :meth:`Gateway.photo`."""
        scope, reply = request.place.scope, _asking(request)
        return await self._gateway.photo(scope, picture, caption, keyboard, reply=reply, written=written)

    async def in_turn(self, request: Request, answer: Callable[[], Awaitable[None]]) -> None:
        """Have an answer composed and sent once the chat that asked may be sent a message."""
        await self._gateway.pace.in_turn(request.place.scope.chat, answer)

    async def alert(self, tap: Tap, language: str, message: str, /, **arguments: Argument) -> None:
        """A box that only the presser sees and has to close."""
        await self._answer(tap, self._texts.plain(language, message, **arguments), alert=True)

    async def told_alone(self, tap: Tap, text: str) -> bool:
        """Answer with HTML that only the presser sees, for a minute; ``False`` where a group's server cannot."""
        if self.alone is None or not await self.alone(tap, text, secret=False, until_done=False):
            return False
        await self.quiet(tap)
        return True

    async def box(self, tap: Tap, text: str) -> None:
        """As :meth:`alert`, with words that are already put together; no markup."""
        await self._answer(tap, text, alert=True)

    async def toast(self, tap: Tap, language: str, message: str, /, **arguments: Argument) -> None:
        """A line that only the presser sees, for a moment."""
        await self._answer(tap, self._texts.plain(language, message, **arguments), alert=False)

    async def quiet(self, tap: Tap) -> None:
        """End the button's waiting sign without a word."""
        await self._answer(tap, None, alert=False)

    async def close(self, tap: Tap) -> None:
        """Take the buttons off the message that was tapped, once they have done their work.

        One in a group that is a supergroup now can no longer be changed.
        """
        if tap.place.left or (tap.borne and _carried(tap)):
            return
        try:
            if (own := _own(tap)) is None:
                await self._gateway.edit_keyboard(tap.place.scope.chat, tap.message, None)
            else:
                await self._gateway.ephemeral.edit_keyboard(own, None)
        except Refused as error:
            log.info("buttons of update %s stay: %s", tap.update, error.message)

    async def clear(self, tap: Tap, seconds: float = 0.0) -> None:
        """Have the message that was tapped deleted after so many seconds: then it has done its work."""
        if tap.place.left:
            return
        if (own := _own(tap)) is None:
            if not _carried(tap):
                await self._fading.fade(tap.place.scope.chat, tap.message, seconds)
        elif seconds:
            await self.fade(own, seconds)
        else:
            await self._gateway.ephemeral.delete(own)

    async def settle(self, tap: Tap, language: str, message: str, /, **arguments: Argument) -> None:
        """Let the message that was tapped say what was chosen, without buttons; one of another chat stays as it is."""
        if tap.place.left or _carried(tap):
            return
        try:
            await self._edit(tap, self._texts.html(language, message, **arguments), None)
        except Refused as error:
            log.info("the question of update %s stays: %s", tap.update, error.message)

    async def turn(
        self,
        tap: Tap,
        language: str,
        message: str,
        /,
        keyboard: InlineKeyboardMarkup,
        **arguments: Argument,
    ) -> None:
        """Let the message that was tapped say another of the text files, with other buttons."""
        await self.show(tap, self._texts.html(language, message, **arguments), keyboard)

    async def _edit(self, tap: Tap, text: str, keyboard: InlineKeyboardMarkup | None) -> None:
        """Put other words into the message that was tapped, whoever sees it."""
        if (own := _own(tap)) is None:
            await self._gateway.edit_text(tap.place.scope.chat, tap.message, text, keyboard)
        else:
            await self._gateway.ephemeral.edit_text(own, text, keyboard)

    async def show(
        self, tap: Tap, text: str, keyboard: InlineKeyboardMarkup | None, *, seconds: float | None = None
    ) -> None:
        """Let the message that was tapped be other HTML, with other buttons or none.

        What everybody sees and has no button of that kind stays as it is. In a group that is a supergroup now another
        message, which everybody sees, stands for the one that was tapped.

        Args:
            tap: the press.
            text: the HTML.
            keyboard: the buttons.
            seconds: how long it stays in a group from now on, if not as long as it would have.
        """
        await self.quiet(tap)
        if _carried(tap) and not tap.bears(f"{tap.data.partition(':')[0]}:"):
            return
        if not tap.place.left:
            await self._edit(tap, text, keyboard)
            if seconds is not None and not tap.place.private:
                await self.clear(tap, seconds)
        elif seconds is None:
            await self._gateway.text(tap.place.scope, text, keyboard)
        else:
            await self.for_now(tap, text, keyboard, seconds=seconds, user=tap.sender.user)

    async def _answer(self, tap: Tap, text: str | None, *, alert: bool) -> None:
        try:
            await self._gateway.answer(tap.query, text, alert=alert)
        except Refused as error:
            # A tap that waited in the inbox while the bot was down is too old to answer; nothing else is amiss.
            log.info("tap of update %s cannot be answered: %s", tap.update, error.message)

    def refused(self, request: Request, language: str, error: EngineError) -> str:
        """Why something is not done, as who asked is told it: in HTML, to a tap plain."""
        message = refusal_message(error)
        private = f"{message}-private"
        if request.place.private and self._texts.has(language, private):
            # Where the buttons of a board are out of sight.
            message = private
        arguments = _arguments(error, Speaker(self._texts, language))
        said = self._texts.plain if isinstance(request, Tap) else self._texts.html
        return said(language, message, **arguments)

    async def refuse(
        self,
        request: Request,
        language: str,
        error: EngineError,
        offer: str = "",
        keyboard: InlineKeyboardMarkup | None = None,
    ) -> None:
        """Say why something was not done; ``offer`` follows on a line of its own, in HTML, to a tap without markup.

        A ``keyboard`` hangs below what is said, unless that is said to a tap. Where several asked, all of them see it.

        Raises:
            Unsaid: nothing is to be said, or a newer refusal tells the same person.
        """
        if (update := handled()) is not None:
            update.refused = Denied(error, offer)
        text = self.refused(request, language, error)
        text = f"{text}\n{offer}" if offer else text
        if update is not None and update.several:
            await self.for_now(request, text, keyboard)
            return
        with refusing():
            if isinstance(request, Tap):
                await self._answer(request, text, alert=True)
            else:
                await self.briefly(request, text, keyboard, until_done=True)

    async def refuse_alone(self, request: Command | Reply, language: str, error: EngineError) -> bool:
        """As :meth:`refuse` where nobody else sees it; ``False``, and nothing is said, where that cannot be done."""
        with refusing():
            return self.alone is not None and await self.alone(
                request, self.refused(request, language, error), secret=False
            )


def refused(error: EngineError, speaker: Speaker) -> str:
    """Why something is not done, plain."""
    return speaker.plain(refusal_message(error), **_arguments(error, speaker))


def _arguments(error: EngineError, speaker: Speaker) -> dict[str, Argument]:
    told = ((name, _argument(value)) for name, value in error.fields.items())
    return {name: speaker.called(value) if isinstance(value, str) else value for name, value in told}


def refusal_message(error: EngineError) -> str:
    """The name of the sentence for a refusal."""
    return f"refusal-{error.code.replace('_', '-')}"


_MOST_ECHOED: Final = 200
"""How much of what somebody typed an answer repeats."""


def _argument(value: Field) -> Argument:
    """A refusal's field for a sentence; what somebody typed is in it, so it is made harmless."""
    if isinstance(value, int):
        return value
    return limits.cut(harmless(value if isinstance(value, str) else ", ".join(value)), _MOST_ECHOED)


def _asking(request: Request) -> int | None:
    """The message that asked, where one did, and where it has the same number in the chat that is answered."""
    if not isinstance(request, (Command, Mistyped, Reply)) or request.place.left or request.ephemeral is not None:
        return None
    return request.message


def _carried(tap: Tap) -> bool:
    """Whether a message in a group has not the button that was pressed: an altered client names any message."""
    return not tap.place.private and tap.ephemeral is None and tap.data not in tap.borne


def _own(tap: Tap) -> Ephemeral | None:
    """The ephemeral message that was tapped; ``None`` where everybody sees it."""
    return None if tap.ephemeral is None else Ephemeral(tap.place.scope.chat, tap.sender.user, tap.ephemeral)
