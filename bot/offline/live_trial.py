"""``harfiyen doctor --live CHAT``: tries in a chat what the bot sends to Telegram, and reports the answers.

Each :class:`_Row` goes through the bot's own gateway, so the trial sends what the bot sends. The gateway hides a
refusal if it has an alternative, so refusals are read below it (:class:`_ObservedRequest`). All messages are deleted at
the end; ephemeral ones go only to an owner. The posts have no meaning.
"""

import asyncio
import os
import signal
import sys
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache, partial
from http import HTTPStatus
from pathlib import Path
from typing import Any, Final

from redis.exceptions import RedisError
from telegram import (
    Bot,  # noqa: TID251 - the account that the gateway gets
    BotCommand,
    BotCommandScopeChat,
    ChatFullInfo,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    InlineQueryResult,
    InlineQueryResultCachedPhoto,
    KeyboardButton,
    KeyboardButtonRequestChat,
    ReplyKeyboardMarkup,
    ReplyKeyboardRemove,
)
from telegram.constants import ChatMemberStatus, ChatType, ParseMode
from telegram.error import NetworkError  # noqa: TID251 - what the library raises for an answer

from bot import message_limits
from bot.call_errors import (
    ApiUnreachable,
    CallFailed,
    NotFound,
    PollingConflict,
    RateLimited,
    RequestRejected,
    TokenRejected,
)
from bot.config import Config, StartError, load_config
from bot.families import registry
from bot.ingress.intake import read_header, split_updates
from bot.logs import mask_secrets
from bot.offline.doctor import DoctorCheck, exit_status, print_report
from bot.pictures import PictureStyle, SentPhoto
from bot.store.client import connect
from bot.store.embedded import ServerFailed, embedded_server_url, socket_path
from bot.store.heartbeat import list_active_workers
from bot.store.keys import Scope
from bot.telegram.ephemeral import EphemeralMessage, EphemeralRecipient
from bot.telegram.gateway import Gateway
from bot.telegram.keyboards import (
    STYLE_DANGER,
    STYLE_PRIMARY,
    STYLE_SUCCESS,
    BoardLinks,
    board_page_row,
    callback_button,
    first_game_button,
)
from bot.telegram.requests import (
    InlineQueryRequest,
    InlineResult,
    PlainText,
    Sender,
    Tap,
    private_chat_button,
    to_result_articles,
)
from bot.telegram.send_queue import RateLimits, SendQueue
from bot.telegram.server_features import Feature, account_flag
from bot.telegram.transport import AiohttpRequest, MessageContent, T, errors_as_outcomes
from bot.telegram.updates import parse_inline_query, parse_update
from bot.terminal import print_error, print_line
from bot.texts import Html, Texts
from bot.wording.speaker import Speaker
from render import Painter
from render.theme import THEMES

TAP_DATA: Final = "live-trial".ljust(message_limits.BUTTON_DATA, ".")
"""The data of the button that the owner taps, as long as Telegram allows."""
INLINE_TEXT: Final = "doctor--live"  # the text that the owner's button types after the bot's name
OWNER_SECONDS: Final = 60.0  # how long the owner may take for a tap, and for an inline query
_POLL_SECONDS: Final = 2
_PAUSE_SECONDS: Final = 1.0
_NETWORK_SECONDS: Final = 10
_LONGEST_WAIT: Final = 120.0
_TERMINATED: Final = 143
_OTHER_LANGUAGE: Final = "eo"  # a language without a menu of the bot's, so that no real menu is replaced
_LINK: Final = "https://t.me/telegram"
_WORDS: Final = (
    f'<b>harfiyen</b> <i>doctor</i> <code>--live</code> <s>1</s> <a href="{_LINK}">2</a>\n'
    "<pre>3</pre>\n<blockquote expandable><b>4</b> <code>5</code> <s>6</s>\n<i>7</i></blockquote>"
)
"""Text with each tag that the bot uses, in quotes too, except dates."""
_DATE: Final = '<tg-time unix="1800000000" format="wdt">2027-01-15</tg-time>'
_TABLE_ROWS: Final = 10  # of as many buttons: the hundred cards of Klepka, and Telegram's most
_WHOLE_TABLE: Final = InlineKeyboardMarkup(
    [[callback_button("▫️", "live", STYLE_PRIMARY if row % 2 else None)] * _TABLE_ROWS for row in range(_TABLE_ROWS)]
)
_TABLE: Final = "00000000"
_SETTING: Final = "supports_inline_queries"
_Keyboard = InlineKeyboardMarkup | ReplyKeyboardMarkup | ReplyKeyboardRemove | None


class _LeftOut(Exception):
    """A row cannot be tried; the message says what is missing, and the remedy."""

    def __init__(self, missing: str, remedy: str) -> None:
        super().__init__(missing)
        self.remedy: Final = remedy


class _ObservedRequest(AiohttpRequest):
    def __init__(self) -> None:
        super().__init__()
        self.refusals: list[str] = []
        self.messages: set[tuple[int, int, int]] = set()
        """The chat, reader and id of each message; the reader is 0 if the whole chat sees it."""

    async def do_request(self, *arguments: Any, **call: Any) -> tuple[int, bytes]:
        """Make a call and finish it even if the trial is interrupted, so that it is known what was sent."""
        calling = asyncio.ensure_future(super().do_request(*arguments, **call))
        try:
            answer = await asyncio.shield(calling)
        except asyncio.CancelledError:
            with suppress(NetworkError):
                self._note_answer(call, *await calling)
            raise
        self._note_answer(call, *answer)
        return answer

    def _note_answer(self, call: dict[str, Any], status: int, body: bytes) -> None:
        method, data = call["url"].rpartition("/")[2], call.get("request_data")
        given = {} if data is None else data.parameters
        try:
            answer = self.parse_json_payload(body)
        except NetworkError:
            return
        is_probe = method == "editEphemeralMessageText" and not given  # every server with the method refuses this call
        if status != HTTPStatus.OK and not (is_probe and status == HTTPStatus.BAD_REQUEST):
            self.refusals.append(mask_secrets(answer["description"]) or str(status))
        match answer.get("result"):
            case {"ephemeral_message_id": int(number), "receiver_user": {"id": reader}, "chat": {"id": chat}}:
                self.messages.add((chat, reader, number))
            case {"message_id": int(number), "chat": {"id": chat}}:
                self.messages.add((chat, 0, number))
            case True if method == "deleteMessage":
                self.messages.discard((given["chat_id"], 0, given["message_id"]))
            case True if method == "deleteEphemeralMessage":
                reader, number = given["receiver_user_id"], given["ephemeral_message_id"]
                self.messages.discard((given["chat_id"], reader, number))
            case _:
                pass


class _LiveTrial:
    """Tries all rows in one chat; later rows change the messages of earlier ones."""

    def __init__(self, bot: Bot, request: _ObservedRequest, config: Config, chat: ChatFullInfo) -> None:
        rates = config.rate_limits
        self._bot: Final = bot
        self._request: Final = request
        self._config: Final = config
        self._speaker: Final = Speaker(Texts(), config.default_language)
        self._sent_text = 0
        self._sent_photo = SentPhoto(0, chat.id)
        self._sent_ephemeral: EphemeralMessage | None = None
        self._owner: int | None = None
        self._tap: Tap | None = None
        queue = SendQueue(None if rates is None else RateLimits(*rates))
        self.gateway: Final = Gateway(bot, queue, board_links=BoardLinks(config.web_url, config.web_app))
        self.edits: Final = self.gateway.edits
        self.alone: Final = self.gateway.ephemeral
        self.chat: Final = chat.id
        self.is_private: Final = chat.type == ChatType.PRIVATE

    async def try_row(self, row: "_Row") -> DoctorCheck:
        self._request.refusals.clear()
        try:
            await self._make_attempt(partial(row.attempt, self))
        except _LeftOut as error:
            return DoctorCheck(row.what, "advice", f"left out: {error}", error.remedy)
        except ApiUnreachable:
            raise
        except CallFailed as error:
            self._request.refusals = self._request.refusals or [mask_secrets(error.message)]
        if not self._request.refusals:
            return DoctorCheck(row.what, "good", "taken")
        said = "; ".join(dict.fromkeys(self._request.refusals))
        return DoctorCheck(row.what, "wrong" if row.is_needed else "advice", f"refused: {said}", row.instead)

    async def delete_messages(self) -> DoctorCheck:
        for chat, reader, number in sorted(self._request.messages):
            with suppress(CallFailed):
                await self._make_attempt(
                    partial(self.alone.delete, EphemeralMessage(chat, reader, number))
                    if reader
                    else partial(self.edits.delete_message, chat, number)
                )
        if left := len(self._request.messages):
            return DoctorCheck("cleaning up", "wrong", f"messages that stay: {left}", "Delete them in the chat.")
        return DoctorCheck("cleaning up", "good", "every message is deleted")

    async def _make_attempt(self, attempt: Callable[[], Awaitable[object]]) -> None:
        try:
            await attempt()
        except RateLimited as error:
            if error.seconds > _LONGEST_WAIT:
                raise
            await asyncio.sleep(error.seconds)
            self._request.refusals.clear()
            await attempt()

    # What everybody sees

    @property
    def text(self) -> int:
        return _require_sent(self._sent_text)

    @property
    def photo(self) -> int:
        return _require_sent(self._sent_photo.message_id)

    @property
    def keyboard(self) -> InlineKeyboardMarkup:
        links, scope = self.gateway.board_links, Scope(self.chat)
        link = links.link_in_group(self.gateway.username, _TABLE, scope)
        page = (
            links.button_in_private(self._speaker, _TABLE, scope)
            if self.is_private
            else board_page_row(Speaker(Texts(), self._config.default_language, board_link=link))
        )
        return InlineKeyboardMarkup(
            [
                [
                    callback_button("✓", TAP_DATA, STYLE_SUCCESS),
                    InlineKeyboardButton("@", switch_inline_query=INLINE_TEXT),
                ],
                [callback_button("✗", "live", STYLE_DANGER), callback_button("–", "live")],
                [first_game_button(self._speaker, self.gateway.username)],
                page,
            ]
        )

    def draw_board(self, theme: int = 0) -> bytes:
        return _draw_board(self._config.default_language, [*THEMES][theme])

    async def show_typing(self) -> None:
        if not await self.gateway.can_write_in(self.chat):
            raise CallFailed("the bot cannot write here")

    async def say(self, text: str, keyboard: _Keyboard = None, *, reply_to: int | None = None) -> int:
        self._sent_text = await self.gateway.send_text(
            Scope(self.chat), text, keyboard, reply_to=reply_to, silent=reply_to is None
        )
        return self._sent_text

    async def set_reply_keyboard(self) -> None:
        if not self.is_private:
            raise _LeftOut("groups have none", "Name your private chat with the bot to try it.")
        key = KeyboardButton("6", request_chat=KeyboardButtonRequestChat(1, chat_is_channel=False, bot_is_member=True))
        await self.say("6", ReplyKeyboardMarkup([[key]], resize_keyboard=True, one_time_keyboard=True))
        await self.say("7", ReplyKeyboardRemove())

    async def send_picture(self) -> None:
        sent = await self.gateway.send_photo(Scope(self.chat), self.draw_board(), _WORDS, self.keyboard)
        if not sent.as_text:
            self._sent_photo = sent

    async def send_known_picture(self) -> None:
        file = _require_sent(self._sent_photo.file_id)
        await self.gateway.send_photo(Scope(self.chat), file, "." * message_limits.CAPTION)

    async def show_known_picture(self) -> None:
        file = _require_sent(self._sent_photo.file_id)
        await self.edits.edit_photo(self.chat, self.photo, file, "9", self.keyboard)

    async def send_file(self) -> None:
        await self.gateway.send_document(Scope(self.chat), b"{}", "live.json", _WORDS, fallback_text="8")

    async def set_account_up(self) -> None:
        """Set a setting to what it is, as it may be the owner's choice."""
        current = account_flag(self._bot.bot, _SETTING)
        try:
            with errors_as_outcomes():
                await self._bot.do_api_request("setMySettings", {_SETTING: current})
        except TokenRejected as error:
            raise NotFound(error.message) from error  # an unknown method has the status of an invalid token

    async def set_menu(self) -> None:
        scope, set_commands = BotCommandScopeChat(self.chat), self.gateway.profile.set_commands
        try:
            hidden = BotCommand("help", "2", api_kwargs={"is_ephemeral": True})
            await set_commands([BotCommand("rack", "1"), hidden], scope, _OTHER_LANGUAGE)
        finally:
            await set_commands([], scope, _OTHER_LANGUAGE)

    async def set_menu_button(self) -> None:
        await self.gateway.profile.set_menu_button(self.gateway.board_links.menu_button(self._speaker))

    async def set_descriptions(self) -> None:
        try:
            await self.gateway.profile.set_descriptions("harfiyen", "doctor --live", _OTHER_LANGUAGE)
        finally:
            await self.gateway.profile.set_descriptions("", "", _OTHER_LANGUAGE)

    # What an owner alone sees

    async def check_standing(self) -> None:
        self._require_group()
        await self.gateway.fetch_own_standing(self.chat)

    async def find_owner(self) -> None:
        self._require_group()
        if not self._config.owner_ids:
            raise _LeftOut("OWNER_IDS is empty", "Set it to your own number: then you alone are shown what follows.")
        refusal: RequestRejected | None = None
        for owner in sorted(self._config.owner_ids):
            try:
                found = await self.gateway.fetch_member(self.chat, owner)
            except RequestRejected as error:
                refusal = error
                continue
            if found.status not in {ChatMemberStatus.LEFT, ChatMemberStatus.BANNED}:
                self._owner = owner
                self._request.refusals.clear()
                return
        raise refusal or _LeftOut("no owner is in the group", "Join it, to be shown what follows.")

    def _require_group(self) -> None:
        if self.is_private:
            raise _LeftOut("this is a private chat", "Name a group to try it.")

    def to_owner(self) -> EphemeralRecipient:
        self._require_group()
        if self._owner is None:
            raise _LeftOut("no owner is known to be here", "Name yourself in OWNER_IDS, and join the group.")
        return EphemeralRecipient(Scope(self.chat), self._owner)

    def to_tap(self, *, in_place: bool = False) -> EphemeralRecipient:
        self.to_owner()
        recipient = EphemeralRecipient.from_request(self.tap)
        if recipient is None or recipient.user != self._owner:
            raise _LeftOut("another than this owner tapped", "Tap as yourself, not as the group.")
        return replace(recipient, can_replace=recipient.can_replace and in_place)

    @property
    def ephemeral(self) -> EphemeralMessage:
        self.to_owner()
        return _require_sent(self._sent_ephemeral)

    @property
    def page(self) -> MessageContent:
        return MessageContent(_WORDS, self.keyboard, self.draw_board())

    async def send_in_form(self, form: Feature, recipient: EphemeralRecipient) -> None:
        self.alone.server_features.forget_server()
        for other in _FORMS - {form}:
            self.alone.server_features.mark_unsupported(other)
        sent = await self.alone.send_public(recipient)
        if sent is None:
            raise CallFailed("everybody was shown it, so it was deleted at once")
        self._sent_ephemeral = sent
        if recipient.can_replace and not sent.replaces_tapped:
            raise CallFailed("it is shown below the message")

    async def send_page_alone(self) -> None:
        former, recipient = self.ephemeral, self.to_owner() if self._tap is None else self.to_tap()
        self._sent_ephemeral = await self.alone.send_public(recipient, self.page)
        await self.alone.delete(former)

    async def answer_reply(self) -> None:
        def find(raw: bytes) -> PlainText | None:
            found = parse_update(raw, self._bot.bot)
            if isinstance(found, PlainText) and found.ephemeral_id is not None and found.sender.user == self._owner:
                return found
            return None

        _require_sent(self._sent_ephemeral)
        said = await self._wait_for_owner(find, "answer the message that you alone see with a dot")
        recipient = EphemeralRecipient.from_request(said)
        if recipient is None or await self.alone.send_public(recipient, MessageContent(_WORDS)) is None:
            raise CallFailed("it is not shown to its writer alone")

    # What needs an action of the owner

    @property
    def tap(self) -> Tap:
        if self._tap is None:
            raise _LeftOut("there was no tap", "See above.")
        return self._tap

    async def wait_for_tap(self) -> None:
        def find(raw: bytes) -> Tap | None:
            found = parse_update(raw, self._bot.bot)
            return found if isinstance(found, Tap) and found.data == TAP_DATA and self._may_try(found.sender) else None

        _require_sent(self.photo)
        self._tap = await self._wait_for_owner(find, "tap ✓ below the picture in the chat")

    async def answer_inline(self) -> None:
        def find(raw: bytes) -> InlineQueryRequest | None:
            found = parse_inline_query(raw)
            return found if found is not None and found.text == INLINE_TEXT and self._may_try(found.sender) else None

        if not self.gateway.inline_mention:
            raise _LeftOut("inline mode is off", "Turn it on at @BotFather: /setinline.")
        file = _require_sent(self._sent_photo.file_id)
        query = await self._wait_for_owner(find, "tap @ below the picture, choose any chat, and send nothing")
        results: tuple[InlineQueryResult, ...] = (
            *to_result_articles(
                [InlineResult("harfiyen", "doctor", Html(_WORDS)), InlineResult("1", "2", Html(_WORDS), TAP_DATA)]
            ),
            InlineQueryResultCachedPhoto("shared", file, title="2", caption=_WORDS, parse_mode=ParseMode.HTML),
        )
        await self.gateway.answer_inline_query(query.query_id, results, private_chat_button("harfiyen"))

    def _may_try(self, sender: Sender) -> bool:
        return not self._config.owner_ids or sender.user in self._config.owner_ids

    async def _wait_for_owner(self, find: Callable[[bytes], T | None], request: str) -> T:
        """Wait for an action of the owner; other updates are left to the bot. Raises _LeftOut."""
        await self._check_nobody_polls()
        print_error(f"Within a minute, {request}.")
        ends = asyncio.get_running_loop().time() + OWNER_SECONDS
        try:
            while asyncio.get_running_loop().time() < ends:
                for place, raw in enumerate(updates := await self._fetch_updates(0, _POLL_SECONDS)):
                    if (found := find(raw)) is not None:
                        if place == 0:  # fetching later updates would confirm these, which would be lost
                            await self._fetch_updates(read_header(raw)[0] + 1, 0)
                        return found
                await asyncio.sleep(_PAUSE_SECONDS if updates else 0)
        except PollingConflict as error:
            raise _LeftOut("another process fetches the updates", "Stop it, and try again.") from error
        raise _LeftOut("nothing came within a minute", "Try again.")

    async def _check_nobody_polls(self) -> None:
        with errors_as_outcomes():
            webhook = await self._bot.get_webhook_info()
        if webhook.url:
            raise _LeftOut("a webhook gets the updates", "Tap a button of a game to see that they come.")
        if names := await _list_running_bots(self._config):
            raise _LeftOut(f"the bot runs ({names}) and gets the updates", "Stop it for the while to try this too.")

    async def _fetch_updates(self, offset: int, seconds: int) -> list[bytes]:
        query = f"offset={offset}&timeout={seconds}"
        with errors_as_outcomes():
            return split_updates(
                await self._bot.request.retrieve(
                    f"{self._bot.base_url}/getUpdates?{query}", read_timeout=seconds + _NETWORK_SECONDS
                )
            )


@cache
def _draw_board(language: str, theme: str) -> bytes:
    return registry.example_sketch("Ğ İ ı", PictureStyle(language, theme), Speaker(Texts(), language)).paint(Painter())


def _require_sent(found: T | None) -> T:
    if not found:
        raise _LeftOut("the message for it was not sent", "See above.")
    return found


@dataclass(frozen=True, slots=True)
class _Row:
    what: str
    attempt: Callable[[_LiveTrial], Awaitable[object]]
    instead: str  # what the bot does if Telegram refuses it
    is_needed: bool = False  # whether no game is possible without it


_NO_GAME: Final = "Nothing: without this there are no games."
_ANEW: Final = "A new message is sent."
_OTHERS: Final = "Other forms are tried; else tiles are shown in a box after a tap, or in the private chat."
_BELOW: Final = "Other forms are tried; else it is sent below the tapped message."
_STAY: Final = "The old buttons stay, and a tap on one says that it is old."
_LOST: Final = "It is not sent, and the log says so."
_10_3, _10_4 = Feature.PARAMETERS_10_3, Feature.CALLBACK_10_4
_FORMS: Final = frozenset({_10_3, _10_4})
_ROWS: Final = (
    _Row("account", lambda it: it.gateway.check_alive(), "Clocks stop until Telegram answers.", is_needed=True),
    _Row("own rights", _LiveTrial.check_standing, "/doktor (/doctor) cannot say what is missing."),
    _Row("typing", _LiveTrial.show_typing, "Only a refused message tells that the bot cannot write here."),
    _Row("date", lambda it: it.say(_DATE), "The date is sent as words, in the chat's time."),
    _Row("longest text", lambda it: it.say("." * message_limits.MESSAGE_TEXT), _LOST),
    _Row("buttons", lambda it: it.say("4", it.keyboard), _NO_GAME, is_needed=True),
    _Row("a hundred buttons", lambda it: it.say("4", _WHOLE_TABLE), "Cards of a full deck are turned by typing alone."),
    _Row("reply keyboard", _LiveTrial.set_reply_keyboard, "Tables are opened in the group, by /yeni (/new)."),
    _Row("text", lambda it: it.say(_WORDS), _NO_GAME, is_needed=True),
    _Row("reply", lambda it: it.say("5", reply_to=it.text), _LOST),
    _Row("text edited", lambda it: it.edits.edit_text(it.chat, it.text, "9", it.keyboard), _ANEW),
    _Row("buttons edited", lambda it: it.edits.edit_keyboard(it.chat, it.text, None), _STAY),
    _Row("pin", lambda it: it.edits.pin_message(it.chat, it.text), "The board is not pinned."),
    _Row("pin removed", lambda it: it.edits.unpin_message(it.chat, it.text), "The pin stays."),
    _Row("deletion", lambda it: it.edits.delete_message(it.chat, it.text), "The message stays."),
    _Row("file", _LiveTrial.send_file, "Words say that there is no file."),
    _Row("picture", _LiveTrial.send_picture, "The board is sent as words; pictures are tried again in five minutes."),
    _Row("known picture", _LiveTrial.send_known_picture, "The picture is uploaded again."),
    _Row("picture edited", lambda it: it.edits.edit_photo(it.chat, it.photo, it.draw_board(1), "8", None), _ANEW),
    _Row("known picture edited", _LiveTrial.show_known_picture, "The picture is uploaded again."),
    _Row("caption edited", lambda it: it.edits.edit_caption(it.chat, it.photo, _WORDS, it.keyboard), _ANEW),
    _Row("account settings", _LiveTrial.set_account_up, "Inline mode is set at @BotFather."),
    _Row("menu", _LiveTrial.set_menu, "Commands are not offered, but work when they are typed."),
    _Row("descriptions", _LiveTrial.set_descriptions, "The bot's page does not say what it is."),
    _Row("menu button", _LiveTrial.set_menu_button, "The menu opens when / is typed."),
    _Row("owner", _LiveTrial.find_owner, "Whoever Telegram does not name is treated as no member."),
    _Row("alone, form of 10.3", lambda it: it.send_in_form(_10_3, it.to_owner()), _OTHERS),
    _Row("answer alone", _LiveTrial.answer_reply, "It is answered in the private chat."),
    _Row("tap", _LiveTrial.wait_for_tap, _NO_GAME, is_needed=True),
    _Row("in place, form of 10.4", lambda it: it.send_in_form(_10_4, it.to_tap(in_place=True)), _BELOW),
    _Row("in place, form of 10.3", lambda it: it.send_in_form(_10_3, it.to_tap(in_place=True)), _BELOW),
    _Row("after a tap, form of 10.4", lambda it: it.send_in_form(_10_4, it.to_tap()), _OTHERS),
    _Row("after a tap, form of 10.3", lambda it: it.send_in_form(_10_3, it.to_tap()), _OTHERS),
    _Row("box", lambda it: it.gateway.answer_callback(it.tap, "." * 200, alert=True), "A tap seems to do nothing."),
    _Row("text edited alone", lambda it: it.alone.edit_text(it.ephemeral, _WORDS, it.keyboard), _OTHERS),
    _Row("buttons edited alone", lambda it: it.alone.edit_keyboard(it.ephemeral, None), _STAY),
    _Row("picture edited alone", lambda it: it.alone.edit_photo(it.ephemeral, it.page), "A new picture is sent alone."),
    _Row("picture alone", _LiveTrial.send_page_alone, _OTHERS),
    _Row("caption edited alone", lambda it: it.alone.edit_caption(it.ephemeral, "10", None), _ANEW),
    _Row("deletion alone", lambda it: it.alone.delete(it.ephemeral), "The message stays until its reader closes it."),
    _Row("inline answer", _LiveTrial.answer_inline, "Racks and moves are not shown while people type."),
)
"""What the bot sends to Telegram, in order. “Alone” means an ephemeral message, which only one member sees."""


async def try_in_chat(config: Config, chat: str, report: Callable[[DoctorCheck], None]) -> None:
    """Try all rows in a chat, given by its id or ``@name``; call ``report`` with each result."""
    request = _ObservedRequest()
    account = Bot(config.bot_token, base_url=f"{config.bot_api_url}/bot", request=request, get_updates_request=request)
    try:
        with errors_as_outcomes():
            async with account:
                trial = _LiveTrial(account, request, config, await account.get_chat(chat))
                try:
                    for row in _ROWS:
                        report(await trial.try_row(row))
                finally:
                    report(await trial.delete_messages())
    except TokenRejected:
        report(DoctorCheck("Telegram", "wrong", "BOT_TOKEN is refused", "Copy it again from @BotFather."))
    except CallFailed as error:
        said = f"no more can be tried: {mask_secrets(error.message)}"
        report(DoctorCheck("Telegram", "wrong", said, "Check CHAT, BOT_API_URL and the network, and try again."))


def run_live_trial(chat: str, *, as_json: bool = False) -> int:
    """Print each row as it is tried, or JSON; returns 1 if a needed row was refused, else 0. Raises StartError."""
    config = load_config(os.environ, Path.cwd(), make=False)
    if config.uses_playground:
        raise StartError("BOT_TOKEN is empty: doctor --live tries what Telegram takes of a bot.")
    checks: list[DoctorCheck] = []

    def report(check: DoctorCheck) -> None:
        checks.append(check)
        if not as_json:
            print_line(str(check))
            sys.stdout.flush()

    async def try_until_terminated() -> None:
        trial = asyncio.create_task(try_in_chat(config, chat, report))
        with suppress(RuntimeError):  # not on Windows, and not beside another event loop
            asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, trial.cancel)
        await trial

    try:
        asyncio.run(try_until_terminated())
    except asyncio.CancelledError:
        return _TERMINATED
    return print_report(checks) if as_json else exit_status(checks)


async def _list_running_bots(config: Config) -> str:
    if not config.redis_url and not socket_path(config.data_dir).exists():
        return ""
    try:
        async with connect(config.redis_url or embedded_server_url(config.data_dir)) as client:
            return ", ".join(await list_active_workers(client))
    except (RedisError, ServerFailed, OSError, ValueError):
        return ""
