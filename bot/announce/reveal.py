"""Cards turned up: one message shows them, and some seconds later it shows them face down again (RULES §8, no. 40).

The message is sent face down first. Only once its number and the instant of its end are in Redis is it edited to show
the letters: so no crash and no lost answer leaves letters in the chat, whoever turns them down. What Redis keeps for
that holds no letter of the table.

While there are cards to remember the message has no buttons: a table's worth of them pushes the picture off a phone.
"""

import asyncio
import logging
from collections.abc import Callable
from datetime import datetime
from typing import Final

import msgspec
from msgspec import Struct
from redis.exceptions import RedisError
from telegram import Bot, InlineKeyboardMarkup, InputMediaPhoto, Message
from telegram.constants import ParseMode
from telegram.error import BadRequest, ChatMigrated, Forbidden, RetryAfter, TelegramError

from bot.announce.klepka import KlepkaWording
from bot.announce.klepkaposts import keyboard
from bot.ingress.patience import Patience, asked_seconds
from bot.photos import Photos
from bot.sketches import DEFAULT_THEME, Look, Sketch, sketch, theme_named, written
from bot.store.keys import Scope
from bot.store.redis import Store
from bot.store.shown import Shown
from bot.studio import CannotDraw
from bot.texts import Texts
from engine.klepka.events import CardsRevealed
from engine.klepka.view import GameView, with_revealed

log = logging.getLogger(__name__)

SHOWN_SECONDS: Final = 10
"""How long letters are shown."""
_EVERY_SECONDS: Final = 1.0
_BATCH: Final = 32
_FILE: Final = "cards.png"


class Showing(Struct, frozen=True):
    """A message that shows cards for a moment, and all that it takes to draw it face down again."""

    chat: int
    topic: int | None
    message: int
    text: str
    """The caption, which stays; empty where the words are too long for one."""
    view: GameView
    """As the group sees it: with no card turned up."""
    title: dict[str, str]
    table: str
    language: str
    photo: bool
    """Whether it is a picture; a chat that takes none gets text."""
    theme: str = DEFAULT_THEME


_encoder: Final = msgspec.json.Encoder()
_decoder: Final = msgspec.json.Decoder(Showing)


class Reveals:
    """Shows cards and turns them down; one instance a process, any number of processes.

    Args:
        bot: sends and edits.
        store: knows the newest message about a table.
        shown: keeps what is to be turned down.
        photos: sends the pictures.
        texts: the wording.
        clock: the instant, in UTC.
    """

    def __init__(
        self, *, bot: Bot, store: Store, shown: Shown, photos: Photos, texts: Texts, clock: Callable[[], datetime]
    ) -> None:
        self._bot: Final = bot
        self._store: Final = store
        self._shown: Final = shown
        self._photos: Final = photos
        self._texts: Final = texts
        self._clock: Final = clock
        self._patience: Final = Patience("Noting what is to be turned down", (RedisError,))
        self._placed: Final[dict[tuple[Scope, str], Showing]] = {}
        """Messages sent and not yet edited, by the outbox's entries: another try shows the cards in the same one."""

    async def show(self, scope: Scope, entry: str, showing: Showing, event: CardsRevealed) -> int:
        """Send a message and show the cards in it; the message's id.

        Args:
            scope: where.
            entry: the outbox's, which is tried again after an error.
            showing: what to send; its message's number is not known yet.
            event: the cards.

        Raises:
            TelegramError: as the server answered; letters stand nowhere that is not kept to be turned down.
        """
        placed = self._placed.get((scope, entry))
        if placed is None:
            buttons = None if _to_remember(event) else self._buttons(showing)
            placed = self._placed[scope, entry] = await self._place(scope, showing, buttons)
        kept = _encoder.encode(placed)
        await self._keep(placed, kept)
        try:
            await self._edit(placed, event)
        except (Forbidden, BadRequest, ChatMigrated):
            del self._placed[scope, entry]
            raise
        finally:
            # Counted anew from when they are really seen; and should the answer be lost, they may be seen.
            await self._keep(placed, kept)
        del self._placed[scope, entry]
        return placed.message

    async def _keep(self, showing: Showing, kept: bytes) -> None:
        due = self._clock().timestamp() + SHOWN_SECONDS
        await self._patience.until_done(lambda: self._shown.put(showing.chat, kept, due))

    async def _place(self, scope: Scope, showing: Showing, buttons: InlineKeyboardMarkup | None) -> Showing:
        """Send the message, face down."""

        async def send(photo: str | bytes) -> Message:
            return await self._bot.send_photo(
                scope.chat,
                photo,
                caption=showing.text or None,
                parse_mode=ParseMode.HTML,
                message_thread_id=scope.topic,
                reply_markup=buttons,
                filename=_FILE,
            )

        try:
            message = await self._photos.send(scope, self._sketch(showing, showing.view), send)
        except BadRequest as error:
            if "not enough rights" not in error.message.lower():
                raise
            log.warning("chat %s takes no photos; the cards go as text", scope.chat)
            message = await self._bot.send_message(
                scope.chat,
                f"{written(showing.view)}\n{showing.text}",
                parse_mode=ParseMode.HTML,
                message_thread_id=scope.topic,
                reply_markup=buttons,
            )
            return msgspec.structs.replace(showing, message=message.message_id, photo=False)
        return msgspec.structs.replace(showing, message=message.message_id)

    async def _edit(self, showing: Showing, event: CardsRevealed | None, *, newest: bool = True) -> None:
        """Draw the message anew, with the event's cards face up or, without one, all of them face down."""
        view = showing.view if event is None else with_revealed(showing.view, event)
        remember = event is not None and _to_remember(event)
        buttons = self._buttons(showing) if newest and not remember else None
        look = KlepkaWording(self._texts, showing.language).look(SHOWN_SECONDS) if remember else ""
        text = "\n".join(filter(None, (showing.text, look)))

        async def edit(photo: str | bytes) -> Message:
            media = InputMediaPhoto(photo, caption=text, parse_mode=ParseMode.HTML, filename=_FILE)
            edited = await self._bot.edit_message_media(
                media, chat_id=showing.chat, message_id=showing.message, reply_markup=buttons
            )
            if not isinstance(edited, Message):
                raise TypeError("an edit of a chat's message answers with the message")
            return edited

        try:
            if showing.photo:
                scope = Scope(showing.chat, showing.topic)
                await self._photos.send(scope, self._sketch(showing, view), edit, newest=False)
            else:
                await self._bot.edit_message_text(
                    f"{written(view)}\n{text}",
                    chat_id=showing.chat,
                    message_id=showing.message,
                    parse_mode=ParseMode.HTML,
                    reply_markup=buttons,
                )
        except BadRequest as error:
            if "not modified" not in error.message.lower():
                raise

    def _sketch(self, showing: Showing, view: GameView) -> Sketch:
        return sketch(self._texts, view, showing.title, Look(showing.language, theme_named(showing.theme)))

    def _buttons(self, showing: Showing) -> InlineKeyboardMarkup | None:
        return keyboard(self._texts, showing.language, showing.table, showing.view)

    async def run(self, stop: asyncio.Event) -> None:
        """Turn down what is due until told to stop."""
        while not stop.is_set():
            try:
                await self.turn_down()
            except RedisError as error:
                log.warning("cards to be turned down wait for Redis: %s", error)
            try:
                async with asyncio.timeout(_EVERY_SECONDS):
                    await stop.wait()
            except TimeoutError:
                pass

    async def turn_down(self) -> int:
        """Turn down what is due now; how many messages that were."""
        entries = await self._shown.due(self._clock().timestamp(), _BATCH)
        for entry in entries:
            await self._turn_down(entry)
        return len(entries)

    async def _turn_down(self, entry: bytes) -> None:
        try:
            showing = _decoder.decode(entry)
        except msgspec.MsgspecError:
            log.exception("what is to be turned down cannot be read and is dropped")
            await self._shown.drop(entry)
            return
        scope = Scope(showing.chat, showing.topic)
        try:
            newest = await self._store.post(scope) in {None, showing.message}
            await self._edit(showing, None, newest=newest)
        except RetryAfter as error:
            await self._shown.put(showing.chat, entry, self._clock().timestamp() + asked_seconds(error))
            return
        except (Forbidden, BadRequest, ChatMigrated) as error:
            # A message or chat that was deleted shows nothing to anybody, which is no fault.
            level = logging.INFO if "not found" in error.message.lower() else logging.WARNING
            log.log(level, "cards in chat %s cannot be turned down: %s", showing.chat, error.message)
        except (TelegramError, CannotDraw) as error:
            log.warning("cards in chat %s are turned down later: %s", showing.chat, error)
            return
        await self._shown.done(showing.chat, entry)


def _to_remember(event: CardsRevealed) -> bool:
    """Whether some of the cards shown are turned down again."""
    return any(not card.taken for card in event.cards)
