"""Messages in a group that one member alone sees, as Bot API 10.2 and 10.3 have them; a part of the one way out.

An older server ignores parameters that it does not know, and would post to everybody. So what is sent first is neutral;
only what is answered to be one person's message becomes an :class:`Ephemeral`, and only into that is anything put, by
methods that such a server does not have. PTB speaks Bot API 10.0, so these are requests of our own making.
"""

import logging
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, Final

import msgspec
from telegram import Bot, InlineKeyboardMarkup
from telegram.constants import ParseMode
from telegram.request import RequestData

# Exported nowhere else, though every request is made of it.
from telegram.request._requestparameter import RequestParameter

from bot import limits
from bot.outcomes import BadToken, Gone, Missing, NoRights, Refused, StaleFile, StaleTap, Unchanged, Undone
from bot.telegram.addressed import Address, Ephemeral, Taken, addressed, one_persons
from bot.telegram.errors import as_outcomes
from bot.telegram.forms import ADMIN_SECONDS, Form, Forms
from bot.telegram.pace import Pace
from bot.telegram.parts import checked, fitting_caption
from bot.telegram.sent import Picture, as_json

log = logging.getLogger(__name__)

NEUTRAL: Final = "🔤"
"""What is sent first: it tells nothing to whoever may see it."""
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
        unasked = address.query is None and address.answered is None
        if unasked and not self.forms.serves(Form.UNASKED, address.scope.chat):
            return None
        for form in (Form.NEWER, Form.OLDER):
            # Asked again where a form has failed: the server may be another one by now.
            if self.forms.serves(form) and await self._served():
                try:
                    found = await self._proven(form, address)
                except NoRights:
                    if not unasked:
                        raise
                    self.forms.shut(Form.UNASKED, address.scope.chat, seconds=ADMIN_SECONDS)
                    return None
                if found is not None:
                    return found
        return None

    async def _proven(self, form: Form, address: Address) -> Ephemeral | None:
        """Send something neutral in one form; ``None`` where that was posted to everybody, and is deleted again."""
        photo = address.photo
        if form is Form.NEWER and address.tapped and (photo is None or self.forms.serves(Form.PICTURES)):
            try:
                return await self._sent(form, address, in_place=True, photo=photo)
            except StaleTap:
                raise
            except Refused as error:
                log.info("nothing is shown in place of another message: %s", error.message)
                if photo is not None and not isinstance(error, NoRights | StaleFile | Missing):
                    self.forms.shut(Form.PICTURES)
        return await self._sent(form, address, in_place=False, photo=None)

    async def _sent(self, form: Form, address: Address, *, in_place: bool, photo: str | None) -> Ephemeral | None:
        what = {"text": NEUTRAL} if photo is None else {"photo": photo}
        method = "sendMessage" if photo is None else "sendPhoto"
        answer = await self._send(
            method, [*_plain(addressed(form, address, in_place=in_place)), *_plain(what)], address
        )
        found = one_persons(answer, form, address, in_place=in_place)
        if found is None:
            self.forms.shut(form)
            self.forms.doubt()
            await self._take_back(answer, address)
        return found

    async def picture(
        self,
        shown: Ephemeral,
        address: Address,
        photo: bytes,
        caption: str,
        keyboard: InlineKeyboardMarkup | None,
        *,
        filename: str,
    ) -> Ephemeral | None:
        """Send a picture in the form in which ``shown`` was sent a moment ago, and take that away.

        For servers whose edits take no new picture.

        Returns:
            The new message; ``None`` where the server is another one since: what it posted is deleted at once.
        """
        attached = Picture(photo, filename)
        asked = [
            *_plain(addressed(shown.form, address, in_place=False)),
            RequestParameter("photo", None, [attached]),
            *_plain({"caption": fitting_caption(caption), "parse_mode": ParseMode.HTML, **_buttons(keyboard)}),
        ]
        answer = await self._send("sendPhoto", asked, address)
        found = one_persons(answer, shown.form, address, in_place=False)
        if found is None:
            self.forms.shut(shown.form)
            self.forms.doubt()
            await self._take_back(answer, address)
        await self.delete(shown)
        return found

    async def edit_text(self, shown: Ephemeral, text: str, keyboard: InlineKeyboardMarkup | None) -> None:
        """Put words into one that has words."""
        body = {"text": limits.cut_html(text, limits.TEXT), "parse_mode": ParseMode.HTML, **_buttons(keyboard)}
        await self._edit("editEphemeralMessageText", shown, _plain(body))

    async def edit_caption(self, shown: Ephemeral, caption: str, keyboard: InlineKeyboardMarkup | None) -> None:
        """Put words below a picture."""
        body = {"caption": fitting_caption(caption), "parse_mode": ParseMode.HTML, **_buttons(keyboard)}
        await self._edit("editEphemeralMessageCaption", shown, _plain(body))

    async def edit_photo(
        self, shown: Ephemeral, photo: bytes, caption: str, keyboard: InlineKeyboardMarkup | None, *, filename: str
    ) -> None:
        """Show another picture, or one where words were; servers before 10.3 refuse that."""
        attached = Picture(photo, filename)
        attached.attach_name = _PICTURE
        media = {
            "type": "photo",
            "media": f"attach://{_PICTURE}",
            "caption": fitting_caption(caption),
            "parse_mode": ParseMode.HTML,
        }
        asked = [RequestParameter("media", media, [attached]), *_plain(_buttons(keyboard))]
        await self._edit("editEphemeralMessageMedia", shown, asked)

    async def edit_keyboard(self, shown: Ephemeral, keyboard: InlineKeyboardMarkup | None) -> None:
        """Put other buttons under one, or none."""
        await self._edit("editEphemeralMessageReplyMarkup", shown, _plain(_buttons(keyboard)))

    async def delete(self, shown: Ephemeral) -> None:
        """Take one away; one that is gone already, or stays for whatever reason, is seen by its reader alone."""
        with suppress(Gone, Refused):
            await self._asked("deleteEphemeralMessage", _plain(_target(shown)))

    async def _edit(self, method: str, shown: Ephemeral, asked: list[RequestParameter]) -> None:
        async def edited() -> None:
            with suppress(Unchanged):
                await self._asked(method, [*_plain(_target(shown)), *asked])

        await self._pace.out(shown.user, edited)

    async def _served(self) -> bool:
        """Whether the server knows the methods: asked of one, which refuses to do nothing to nothing."""
        if self.forms.found:
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


def _target(shown: Ephemeral) -> dict[str, Any]:
    return {"chat_id": shown.chat, "receiver_user_id": shown.user, "ephemeral_message_id": shown.number}


def _buttons(keyboard: InlineKeyboardMarkup | None) -> dict[str, Any]:
    return {} if checked(keyboard) is None or keyboard is None else {"reply_markup": as_json(keyboard)}


def _plain(values: Mapping[str, Any]) -> list[RequestParameter]:
    return [RequestParameter(name, value, None) for name, value in values.items() if value is not None]
