"""Private delivery: shows a person a page that only they may see, by the best route available.

A page is a picture with text and buttons. The routes, in order: in place of the tapped message, in an ephemeral message
below it, in the private chat. Only this module knows which route was taken, and a page never reaches another person
(``docs/decisions/0016-own-board.md``). A page that replaces another shows its text and buttons at once, and its picture
once nothing has been tapped for a moment (``docs/decisions/0043-a-move-in-one-view.md``).
"""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from enum import Enum, unique
from typing import Final

from bot.call_errors import ChatUnreachable, NotSent, RequestRejected
from bot.languages import languages
from bot.logs import get_logger
from bot.store.games import GameStore
from bot.store.keys import Scope
from bot.store.people import ClosedChats
from bot.telegram.ephemeral import EphemeralDelivery, EphemeralMessage, EphemeralRecipient, PrivatePage
from bot.telegram.gateway import Gateway
from bot.telegram.replies import Replies, edit_page
from bot.telegram.requests import Command, MistypedCommand, PlainText, Sender, Tap
from bot.workers.recent import NewestDict, RecentKeys
from bot.workers.sending import GAME_NEWS, Sending

log = get_logger(__name__)
_RENEW_SECONDS: Final = 60 * 60.0  # how often a locale is saved although it has not changed, so that it does not expire
_MOST: Final = 32_768  # remembered users, some 300 bytes each; if fewer than play, nearly every move saves a locale
PICTURE_SECONDS: Final = 0.7  # how long no tap may come before the picture is drawn and shown
_MOST_TAPPED: Final = 4_096  # messages whose newest tap is remembered


class PrivateLocales:
    """Finds the language for writing to a user in private: the default if their client has none of the bot's."""

    def __init__(self, store: GameStore, default: str) -> None:
        self._store: Final = store
        self.default: Final = default
        self._recently_saved: Final = RecentKeys(_RENEW_SECONDS, most=_MOST)
        self._client_codes: Final[NewestDict[int, str]] = NewestDict(_MOST)

    async def remember_client_locale(self, sender: Sender) -> None:
        """Save the language of a sender's client, if the update tells it; idempotent."""
        if sender.language is None:
            return
        if self._recently_saved.check_and_note(sender.user) and self._client_codes.get(sender.user) == sender.language:
            self._client_codes.move_to_end(sender.user)
            return
        self._client_codes[sender.user] = sender.language
        await self._store.players.save_locale(sender.user, client_locale(sender))

    def locale_of_sender(self, sender: Sender, chosen: str | None) -> str:
        """The language for answering a sender in private; ``chosen`` is the one that they set, if any."""
        return chosen or client_locale(sender) or self.default

    async def load_locale_of_sender(self, sender: Sender) -> str:
        """The language for answering a sender in private; if the update does not tell it, the last one told."""
        if sender.language is None:
            return await self.locale_of_user(sender.user)
        return self.locale_of_sender(sender, await self._load_choice(sender.user))

    async def locale_of_user(self, user: int) -> str:
        """The language for writing to a user in private."""
        chosen = await self._load_choice(user)
        return chosen or languages().supported_or_none(await self._store.players.load_locale(user)) or self.default

    async def _load_choice(self, user: int) -> str | None:
        return languages().supported_or_none((await self._store.load_settings(user)).get("language"))


def client_locale(sender: Sender) -> str | None:
    """The bot's language that the sender's client uses; ``None`` if unknown, or if the bot does not have it."""
    return languages().supported_or_none(sender.base_language)


@unique
class DeliveryRoute(Enum):
    """How a page was delivered."""

    REPLACED = "replaced"  # in place of the tapped message in the group
    BELOW = "below"  # in an ephemeral message of its own in the group
    PRIVATE = "private"  # in the private chat
    ALERT = "alert"  # only in the alert that answers the tap
    NONE = "none"  # not delivered; the tap still needs an answer


@dataclass(frozen=True, slots=True, eq=False)
class PrivateDelivery:
    """Delivers pages; one instance a process."""

    gateway: Gateway
    replies: Replies
    ephemeral_delivery: EphemeralDelivery
    closed: ClosedChats  # users whose private chat was recently closed to the bot
    pause: Callable[[float], Awaitable[None]] = asyncio.sleep  # waits a number of seconds
    newest_taps: NewestDict[tuple[int, int, int], int] = field(default_factory=lambda: NewestDict(_MOST_TAPPED))
    """The update of the last tap that changed a message, by chat, user and message."""

    async def note_private_chat_opened(self, user: int) -> None:
        """Note that a user has opened the private chat, so that pages can go there again."""
        await self.closed.forget(user)

    async def reply_with_page(
        self, request: Command | MistypedCommand | PlainText | Tap, page: PrivatePage
    ) -> DeliveryRoute:
        """Deliver a page to the sender by the best route, and answer their tap.

        A tap must be answered soon, but a page for another chat may have to wait: so the alert comes first. A private
        chat that refused the bot recently is not tried. Returns :attr:`DeliveryRoute.NONE` if the sender has no private
        chat with the bot.
        """
        if request.update.is_web:
            await self.replies.show_on_page(request, page.text)
            return DeliveryRoute.PRIVATE
        tap = request if isinstance(request, Tap) else None
        route = await self._try_in_group(EphemeralRecipient.from_request(request), page)
        if tap is not None and route is DeliveryRoute.REPLACED:
            self.drop_waiting_picture(tap)
        alert = page.alert if route is DeliveryRoute.NONE and not request.venue.private else ""
        if tap is not None and alert:
            await self.replies.show_alert_text(tap, alert)
        if route is DeliveryRoute.NONE and await self._is_open(request):
            route = await self._try_private_chat(request, page)
        if tap is not None and alert:
            return DeliveryRoute.ALERT if route is DeliveryRoute.NONE else route
        if tap is not None and route is not DeliveryRoute.NONE:
            await self.replies.acknowledge_tap(tap)
        return route

    async def send_page(self, user: int, page: PrivatePage, group: Scope) -> None:
        """Deliver a page that answers no request: in private, else in a group; ChatUnreachable, RequestRejected."""
        photo = await self.ephemeral_delivery.draw_page(page)
        try:
            await self._send_to_chat(Scope(user), page, photo, GAME_NEWS)
        except (ChatUnreachable, RequestRejected):
            if await self._try_in_group(EphemeralRecipient(group, user), page, photo) is DeliveryRoute.NONE:
                raise

    async def replace_page(self, tap: Tap, page: PrivatePage) -> None:
        """Show another page in place of the tapped one; if that fails, ask the user to tap again.

        Of a message's waiting edits, only the newest is made. Text and buttons come first; the picture follows after
        :data:`PICTURE_SECONDS` without a tap.
        """
        ephemeral = EphemeralMessage.from_tap(tap)
        if ephemeral is None and (tap.tells_no_chat or not tap.venue.private):
            # The tapped message is missing, or public, which only a modified client can claim.
            if await self.reply_with_page(tap, page) is DeliveryRoute.NONE:
                await self.replies.acknowledge_tap(tap)
            return
        *_, message = _tapped_place(tap)
        tap.update.sending = tap.sending.as_edit_of(message)
        self.drop_waiting_picture(tap)
        if ephemeral is None:
            await self.replies.acknowledge_tap(tap)
        has_words = False
        try:
            if tap.photo is not None and page.sketch is not None:
                has_words = await self._try_edit_words(tap, ephemeral, page)
            if has_words:
                tap.update.release_lane()
                await self.pause(PICTURE_SECONDS)
                if self.newest_taps.get(_tapped_place(tap)) != tap.update.id:
                    return
            await self._replace_whole_page(tap, ephemeral, page, answered=has_words or ephemeral is None)
        except NotSent as error:
            if error.crowded:
                raise
            if ephemeral is not None and not has_words:
                await self.replies.acknowledge_tap(tap)

    def drop_waiting_picture(self, tap: Tap) -> None:
        """Cancel the picture of an earlier tap on this message, as this tap changes or ends it."""
        self.newest_taps[_tapped_place(tap)] = tap.update.id

    async def _try_edit_words(self, tap: Tap, ephemeral: EphemeralMessage | None, page: PrivatePage) -> bool:
        """Show text and buttons below the tapped message's picture, and answer the tap; return whether that worked."""
        if ephemeral is not None:
            if not await self.ephemeral_delivery.edit_words(ephemeral, page):
                return False
            await self.replies.acknowledge_tap(tap)
            return True
        edit, keyboard = self.gateway.edits.edit_caption, page.keyboard_in_private
        try:
            await edit(tap.venue.scope.chat, tap.message, page.text, keyboard, sending=tap.sending)
        except RequestRejected:
            return False
        return True

    async def _replace_whole_page(
        self, tap: Tap, ephemeral: EphemeralMessage | None, page: PrivatePage, *, answered: bool
    ) -> None:
        photo = await self.ephemeral_delivery.draw_page(page)
        if ephemeral is not None:
            is_shown = await self.ephemeral_delivery.replace_page(tap, ephemeral, page, photo)
            if is_shown and not answered:
                await self.replies.acknowledge_tap(tap)
            elif not answered:
                locale = client_locale(tap.sender) or languages().codes[0]
                await self.replies.show_alert(tap, locale, "ladder-press-again")
            return
        try:
            await edit_page(self.gateway, tap, page, photo, page.keyboard_in_private)
        except RequestRejected as error:
            log.info("a private page is sent anew", error=error.message)
            await self._send_to_chat(tap.venue.scope, page, photo, tap.sending)

    async def _try_in_group(
        self, recipient: EphemeralRecipient | None, page: PrivatePage, photo: bytes | None = None
    ) -> DeliveryRoute:
        sent = None if recipient is None else await self.ephemeral_delivery.send_page(recipient, page, photo)
        if sent is None:
            return DeliveryRoute.NONE
        return DeliveryRoute.REPLACED if sent.replaces_tapped else DeliveryRoute.BELOW

    async def _is_open(self, request: Command | MistypedCommand | PlainText | Tap) -> bool:
        """Whether to try the sender's private chat; if the request comes from there, it is open."""
        user = request.sender.user
        if request.venue.private and not (isinstance(request, Tap) and request.tells_no_chat):
            await self.note_private_chat_opened(user)
            return True
        return not await self.closed.noted(user)

    async def _try_private_chat(
        self, request: Command | MistypedCommand | PlainText | Tap, page: PrivatePage
    ) -> DeliveryRoute:
        user = request.sender.user
        try:
            photo = await self.ephemeral_delivery.draw_page(page)
            await self._send_to_chat(Scope(user), page, photo, request.sending)
        except (ChatUnreachable, RequestRejected) as error:
            log.debug("a person has no private chat to be shown something in", user=user, error=error.message)
            if isinstance(error, ChatUnreachable):
                await self.closed.note(user)
            return DeliveryRoute.NONE
        return DeliveryRoute.PRIVATE

    async def _send_to_chat(self, scope: Scope, page: PrivatePage, photo: bytes | None, sending: Sending) -> None:
        if photo is None:
            await self.gateway.send_text(scope, page.text_without_picture, page.keyboard_in_private, sending=sending)
        else:
            keyboard, as_text = page.keyboard_in_private, page.as_text
            await self.gateway.send_photo(scope, photo, page.text, keyboard, as_text=as_text, sending=sending)


def _tapped_place(tap: Tap) -> tuple[int, int, int]:
    return tap.venue.scope.chat, tap.sender.user, tap.message if tap.ephemeral_id is None else tap.ephemeral_id
