"""Messages in a group that one member alone sees, as Bot API 10.2 to 10.4 have them; a part of the one way out.

An older server ignores parameters that it does not know, and would post to everybody. So what is sent first is neutral,
or may be read by all; only what is answered to be one person's message becomes an :class:`Ephemeral`, and into that a
secret is put by methods that such a server does not have. At once a secret is sent only where a server that does not
read the form would post nothing (:meth:`Ephemerals.show`). PTB speaks Bot API 10.0, so these are requests of our own
making.
"""

import logging
from contextlib import suppress
from typing import Any, Final

import msgspec
from telegram import Bot, InlineKeyboardMarkup
from telegram.request import RequestData

# Exported nowhere else, though every request is made of it.
from telegram.request._requestparameter import RequestParameter

from bot.outcomes import (
    BadToken,
    Gone,
    Missing,
    NoRights,
    Refused,
    StaleFile,
    StaleTap,
    TopicShut,
    Unchanged,
    Undone,
    Unreachable,
)
from bot.telegram.addressed import Address, Ephemeral, Taken, addressed, one_persons
from bot.telegram.content import Content, buttons, captioned, plain, worded
from bot.telegram.errors import as_outcomes
from bot.telegram.forms import REFUSED_SECONDS, Form, Forms
from bot.telegram.pace import Pace
from bot.telegram.sent import Picture

log = logging.getLogger(__name__)

NEUTRAL: Final = "🔤"
"""What is sent first where nothing is proven: it tells nothing to whoever may see it."""
_PICTURE: Final = "picture"


class Ephemerals:
    """Sends, edits and deletes such messages; every method raises :class:`bot.outcomes.Undone` where that is not done.

    Args:
        bot: the account.
        pace: says when they may go; each counts as one to its reader.
        forms: what the server is found to serve.
    """

    def __init__(self, bot: Bot, pace: Pace, forms: Forms | None = None) -> None:
        self._bot: Final = bot
        self._pace: Final = pace
        self.forms: Final = Forms() if forms is None else forms

    async def begin(self, address: Address) -> Ephemeral | None:
        """Send something neutral to one person; ``None`` where no form of doing so is served here.

        Where the server has posted it to everybody, it is deleted, and the form is not tried again for a while.

        Raises:
            StaleTap: the press, or the message that is answered, is too old by now, and the bot is no administrator.
            Undone: as the server answered.
        """
        return await self._in_some_form(address, None)

    async def say(self, address: Address, text: str, keyboard: InlineKeyboardMarkup | None) -> Ephemeral | None:
        """Send words that everybody might read; ``None``, and nothing stays, where no form is served here.

        They need no proof before, and so no edit: they are the proof themselves. Raises as :meth:`begin`.
        """
        return await self._in_some_form(address, Content(text, keyboard))

    async def show(self, address: Address, content: Content) -> Ephemeral | None:
        """Send what nobody else may see, all at once; ``None`` where :meth:`shows` is ``False`` or by now untrue.

        In 10.4's form no chat is named, so a server that does not read it posts nothing. The form of 10.2 is read by
        every server that knows the methods, which it is asked at once before; it is used where edits take no new
        picture. Raises as :meth:`begin`.
        """
        form = self._proven(address, pictured=content.photo is not None)
        if form is None or (form is Form.OLDER and not await self._served(again=True)):
            return None
        return await self._tried(form, address, content)

    def shows(self, address: Address, *, pictured: bool) -> bool:
        """Whether :meth:`show` may send at once what nobody else may see: its form was proven here lately."""
        return self._proven(address, pictured=pictured) is not None

    def _proven(self, address: Address, *, pictured: bool) -> Form | None:
        chat = address.scope.chat
        if not self._may(address):
            return None
        if address.query is not None and self.forms.proven(Form.PRESS, chat):
            return Form.PRESS
        # Whether edits take new pictures is found out first: where they do, the next one stands in place of the board.
        newer = self.forms.newer or (pictured and self.forms.serves(Form.UPLOADS))
        return Form.OLDER if not newer and self.forms.proven(Form.OLDER, chat) else None

    def _may(self, address: Address) -> bool:
        """Whether the group let the bot write to that person, as far as is known."""
        chat, forms = address.scope.chat, self.forms
        if address.unasked:
            return forms.serves(Form.UNASKED, chat) and forms.serves(Form.UNASKED, chat, address.user)
        return forms.serves(Form.ASKED, chat)

    async def _in_some_form(self, address: Address, content: Content | None) -> Ephemeral | None:
        if not self._may(address):
            return None
        for form in self._in_order(address):
            # Asked again where a form has failed: the server may be another one by now.
            if self.forms.serves(form) and await self._served():
                try:
                    found = await self._tried(form, address, content)
                except StaleTap:
                    raise
                except Refused as error:
                    self._learn(address, error)
                    if address.unasked:
                        return None
                    raise
                if found is not None:
                    return found
        return None

    def _in_order(self, address: Address) -> tuple[Form, ...]:
        """The forms in the order in which they are tried: what the server might post to everybody comes last."""
        names = (Form.NEWER, Form.OLDER) if self.forms.newer else (Form.OLDER, Form.NEWER)
        return names if address.query is None else (Form.PRESS, *names)

    def _learn(self, address: Address, error: Refused) -> None:
        """Ask no more for a while what a group, or one member of it, was refused."""
        log.info("chat %s: one member is not written to alone: %s", address.scope.chat, error.message)
        chat, may = address.scope.chat, Form.UNASKED if address.unasked else Form.ASKED
        if isinstance(error, NoRights) and not isinstance(error, TopicShut):
            self.forms.shut(may, chat, seconds=REFUSED_SECONDS)
        elif address.unasked:
            self.forms.shut(may, chat, address.user, seconds=REFUSED_SECONDS)

    async def _tried(self, form: Form, address: Address, content: Content | None) -> Ephemeral | None:
        """Send in one form, in place of what was tapped if that can be; ``None`` where this form is not served.

        What was posted to everybody is deleted again.
        """
        kept: Refused | None = None
        first = content or (Content(NEUTRAL) if address.photo is None else Content("", photo=address.photo))
        pictured = first.photo is not None
        if form is not Form.OLDER and address.tapped and (not pictured or self.forms.serves(Form.PICTURES)):
            try:
                return await self._sent(form, address, first, in_place=True)
            except StaleTap:
                raise
            except Refused as error:
                log.info("nothing is shown in place of another message: %s", error.message)
                kept = error
        try:
            found = await self._sent(form, address, content or Content(NEUTRAL), in_place=False)
        except (StaleTap, NoRights):
            raise
        except (Gone, Refused) as error:
            if form is not Form.PRESS:
                raise
            log.info("an answer is not addressed by its press: %s", error.message)
            self.forms.shut(Form.PRESS)
            return None
        if pictured and kept is not None and not isinstance(kept, NoRights | StaleFile | Missing):
            self.forms.shut(Form.PICTURES)
        return found

    async def _sent(self, form: Form, address: Address, content: Content, *, in_place: bool) -> Ephemeral | None:
        """Send in one form; ``None`` where that was posted to everybody: then it is deleted at once."""
        method, what = content.asked()
        answer = await self._send(method, [*plain(addressed(form, address, in_place=in_place)), *what], address)
        found = one_persons(answer, form, address, in_place=in_place)
        if found is not None:
            self.forms.prove(form, address.scope.chat)
            return found
        self.forms.shut(form)
        self.forms.doubt()
        await self._take_back(answer, address)
        return None

    async def picture(self, shown: Ephemeral, address: Address, content: Content) -> Ephemeral | None:
        """Send a picture in the form in which ``shown`` was sent a moment ago, and take that away.

        For servers whose edits take no new picture.

        Returns:
            The new message; ``None`` where the server is another one since: what it posted is deleted at once.
        """
        found = await self._sent(shown.form, address, content, in_place=False)
        await self.delete(shown)
        return found

    async def edit_text(self, shown: Ephemeral, text: str, keyboard: InlineKeyboardMarkup | None) -> None:
        """Put words into one that has words."""
        await self._edit("editEphemeralMessageText", shown, plain(worded(text) | buttons(keyboard)))

    async def edit_caption(self, shown: Ephemeral, caption: str, keyboard: InlineKeyboardMarkup | None) -> None:
        """Put words below a picture."""
        await self._edit("editEphemeralMessageCaption", shown, plain(captioned(caption) | buttons(keyboard)))

    async def edit_photo(self, shown: Ephemeral, content: Content) -> None:
        """Show another picture, or one where words were; servers before 10.3 refuse that."""
        if not isinstance(content.photo, bytes):
            raise TypeError("no picture to be shown")
        attached = Picture(content.photo, content.filename)
        attached.attach_name = _PICTURE
        media = {"type": "photo", "media": f"attach://{_PICTURE}"} | captioned(content.text)
        asked = [RequestParameter("media", media, [attached]), *plain(buttons(content.keyboard))]
        await self._edit("editEphemeralMessageMedia", shown, asked)

    async def edit_keyboard(self, shown: Ephemeral, keyboard: InlineKeyboardMarkup | None) -> None:
        """Put other buttons under one, or none."""
        await self._edit("editEphemeralMessageReplyMarkup", shown, plain(buttons(keyboard)))

    async def delete(self, shown: Ephemeral) -> None:
        """Take one away; one that is gone already, or stays for whatever reason, is seen by its reader alone."""
        with suppress(Gone, Refused):
            await self._asked("deleteEphemeralMessage", plain(_target(shown)))

    async def _edit(self, method: str, shown: Ephemeral, asked: list[RequestParameter]) -> None:
        async def edited() -> None:
            with suppress(Unchanged):
                await self._asked(method, [*plain(_target(shown)), *asked])

        await self._pace.out(shown.user, edited)

    async def _served(self, *, again: bool = False) -> bool:
        """Whether the server knows the methods: asked of one, which refuses to do nothing to nothing."""
        if self.forms.found and not again:
            return True
        if not self.forms.serves(Form.METHODS):
            return False
        with suppress(Missing, Refused):
            await self._asked("editEphemeralMessageText", [])
        if self.forms.serves(Form.METHODS):
            self.forms.find(known=True)
        return self.forms.found

    async def _send(self, method: str, asked: list[RequestParameter], address: Address) -> Any:
        async def sent() -> Any:
            return await self._asked(method, asked)

        return await self._pace.out(address.user, sent)

    async def _take_back(self, answer: Any, address: Address) -> None:
        """Delete what the server has posted to everybody."""
        log.warning("chat %s: the server posts to all what is for one; deleted", address.scope.chat)
        try:
            posted = msgspec.convert(answer, Taken).message_id
            with as_outcomes():
                await self._bot.delete_message(address.scope.chat, posted)
        except (msgspec.ValidationError, Undone) as error:
            log.warning("chat %s: what was posted to all stays: %s", address.scope.chat, type(error).__name__)

    async def _asked(self, method: str, asked: list[RequestParameter]) -> Any:
        """The result of a call.

        Raises:
            Missing: also where the server does not know the method.
        """
        try:
            with as_outcomes():
                return await self._bot.request.post(f"{self._bot.base_url}/{method}", RequestData(asked))
        except BadToken as error:
            # The same status as for a token that is none, which every other call would find as well.
            self.forms.find(known=False)
            raise Missing(error.message) from error
        except Unreachable:
            # Whoever answers next may be another server.
            self.forms.doubt()
            raise


def _target(shown: Ephemeral) -> dict[str, Any]:
    return {"chat_id": shown.chat, "receiver_user_id": shown.user, "ephemeral_message_id": shown.number}
