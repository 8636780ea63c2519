"""Cards turned up: one message shows them, and some seconds later it shows them face down again (RULES §8, no. 40).

The message is sent face down first. Only once its number and the instant of its end are in Redis is it edited to show
the letters: so no crash and no lost answer leaves letters in the chat, whoever turns them down. What Redis keeps for
that holds no letter of the table. Where a group's limit has no room for another message, the one that stands shows the
next cards, beside those that have not been seen for long enough (:meth:`Reveals.show_there`).

While there are cards to remember the message has no buttons: a table's worth of them pushes the picture off a phone.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Hashable, Iterable, Sequence
from datetime import datetime
from functools import partial
from typing import Final

import msgspec
from redis.exceptions import RedisError
from telegram import InlineKeyboardMarkup

from bot.announce.faceup import FaceUp, FaceUps, events
from bot.announce.showing import Showing, decoded, encoded, moments_of
from bot.announce.showing import written as written_of
from bot.families import registry, views
from bot.outcomes import Gone, Missing, Moved, Refused, TooFast, Undone
from bot.pictures.drawing import CannotDraw
from bot.pictures.photos import Photos, SentPicture
from bot.pictures.sketches import Look, Sketch, theme_named
from bot.store.keys import Scope
from bot.store.redis import Store
from bot.store.reveals import OpenReveals
from bot.surroundings import until_stopped
from bot.telegram.gateway import Gateway
from bot.texts import Texts
from bot.wording.speaker import Speaker
from bot.workers.lease import UNLIMITED, Lease, LeaseOver
from bot.workers.patience import STORE_SECONDS, Patience, Retries
from bot.workers.urgency import Urgency, urgent
from engine.encoding import DAMAGED
from engine.game import Event, View

log = logging.getLogger(__name__)

_EVERY_SECONDS: Final = 1.0
_BATCH: Final = 32
_FILE: Final = "cards.png"


class Reveals:
    """Shows cards and turns them down; one instance a process, any number of processes.

    Args:
        gateway: sends and edits.
        store: knows the newest message about a table.
        shown: keeps what is to be turned down.
        photos: sends the pictures.
        texts: the wording.
        clock: the instant, in UTC.
        lease: for how long nobody else turns down what this process does.
        until_next_look: waits that many seconds, or until told to stop.
    """

    def __init__(
        self,
        *,
        gateway: Gateway,
        store: Store,
        shown: OpenReveals,
        photos: Photos,
        texts: Texts,
        clock: Callable[[], datetime],
        lease: Lease = UNLIMITED,
        until_next_look: Callable[[asyncio.Event, float], Awaitable[None]] = until_stopped,
    ) -> None:
        self._gateway: Final = gateway
        self._store: Final = store
        self._shown: Final = shown
        self._photos: Final = photos
        self._texts: Final = texts
        self._clock: Final = clock
        self._lease: Final = lease
        self._until_next_look: Final = until_next_look
        self._patience: Final = Patience("Noting what is to be turned down", (RedisError,), longest=STORE_SECONDS)
        self._retries: Final[Retries[int]] = Retries()
        self._placed: Final[dict[Hashable, Showing]] = {}
        """Messages sent and not yet edited, by the outbox's entries: another try shows the cards in the same one."""
        self._face_up: Final = FaceUps()

    async def show(self, scope: Scope, entry: Hashable, showing: Showing, shown: Sequence[Event]) -> int:
        """Send a message and show the cards in it; the message's id.

        Args:
            scope: where.
            entry: the outbox's among all; after an error it is tried again, or :meth:`forget` is to be called.
            showing: what to send; its message's number is not known yet.
            shown: the cards, those turned up last at the end.

        Raises:
            Undone: as the server answered; letters stand nowhere that is not kept to be turned down.
        """
        placed = self._placed.get(entry)
        if placed is None or placed.chat != scope.chat:
            buttons = None if moments_of(showing).passing(showing.view, shown) else self._buttons(showing)
            placed = self._placed[entry] = await self._place(scope, showing, buttons)
        # What it is to say may be more by now than when it was sent.
        placed = msgspec.structs.replace(showing, chat=placed.chat, message=placed.message, photo=placed.photo)
        try:
            await self._lay(placed, shown)
        except (Gone, Refused, Moved):
            self.forget((entry,))
            raise
        self.forget((entry,))
        return placed.message

    async def show_there(self, showing: Showing, shown: Sequence[Event], *, mixed: bool) -> None:
        """Show the table as it is now in a message that :meth:`stands`, with cards beside those still to be seen there.

        Args:
            showing: what to put there, and into which message.
            shown: the cards, if any.
            mixed: whether what was to be seen lies elsewhere by now.

        Raises:
            Undone: as for :meth:`show`.
        """
        try:
            await self._lay(showing, shown, mixed=mixed)
        except (Gone, Refused, Moved):
            self._face_up.forget(showing.chat, showing.message)
            raise

    def stands(self, chat: int, message: int) -> bool:
        """Whether a message may be shown another table in, as this process has sent it."""
        return self._face_up.find(chat, message) is not None

    def note(self, chat: int, message: int, *, photo: bool) -> None:
        """This process has sent a message that shows a table, and no cards yet."""
        self._face_up.note(chat, message, photo=photo)

    def is_open(self, chat: int, message: int) -> bool:
        """Whether cards are to be turned down in a message: that takes its buttons, too."""
        known = self._face_up.find(chat, message)
        return known is not None and known.kept is not None

    def forget(self, entries: Iterable[Hashable]) -> None:
        """Remember nothing more of entries that this process does not try again; again is harmless."""
        for entry in entries:
            self._placed.pop(entry, None)

    def leave(self) -> None:
        """Know no message any more, as others may change them."""
        self._face_up.clear()

    async def _lay(self, showing: Showing, shown: Sequence[Event], *, mixed: bool = False) -> None:
        """Put a table with its cards into a message, once it is kept that they are to be turned down."""
        face_up = self._face_up.note(showing.chat, showing.message, photo=showing.photo)
        showing = msgspec.structs.replace(showing, photo=face_up.photo)
        async with face_up.lock:
            before = () if mixed else face_up.shown(self._now)
            open_ = (*events(before), *shown)
            if not open_:
                await self._edit(showing, ())
                await self._replace(showing.chat, face_up, None)
                return
            kept = encoded(showing)
            await self._keep(showing, kept)
            await self._replace(showing.chat, face_up, kept)
            try:
                await self._edit(showing, open_)
            finally:
                # Counted anew from when they are really seen; and should the answer be lost, they may be seen.
                await self._keep(showing, kept)
            until = self._now + moments_of(showing).seconds
            face_up.cards = (*before, *((until, event) for event in shown))

    async def _replace(self, chat: int, face_up: FaceUp, kept: bytes | None) -> None:
        """From now on other words are kept of a message, or nothing: the former would put an older table there."""
        former, face_up.kept = face_up.kept, kept
        if kept is None:
            face_up.cards = ()
        if former is not None and former != kept:
            await self._patience.until_done(partial(self._shown.done, chat, former))

    @property
    def _now(self) -> float:
        return self._clock().timestamp()

    async def _keep(self, showing: Showing, kept: bytes) -> None:
        due = self._now + moments_of(showing).seconds
        await self._patience.until_done(lambda: self._shown.put(showing.chat, kept, due))

    async def _place(self, scope: Scope, showing: Showing, buttons: InlineKeyboardMarkup | None) -> Showing:
        """Send the message, face down."""

        async def send(photo: str | bytes) -> SentPicture:
            caption = showing.text or None
            return await self._gateway.photo(scope, photo, caption, buttons, filename=_FILE, written=written)

        written = partial(written_of, showing.view, showing.text)
        placed = await self._photos.send(scope, self._sketch(showing, showing.view), send)
        return msgspec.structs.replace(showing, message=placed.message, photo=not placed.written)

    async def _edit(self, showing: Showing, shown: Sequence[Event], *, newest: bool = True) -> None:
        """Draw the message anew, with these cards face up or, without any, all of them face down."""
        moments = moments_of(showing)
        view = moments.laid(showing.view, shown) if shown else showing.view
        remember = bool(shown) and moments.passing(showing.view, shown)
        buttons = self._buttons(showing) if newest and not remember else None
        look = moments.line(self._speaker(showing)) if remember else ""
        text = "\n".join(filter(None, (showing.text, look)))

        async def edit(photo: str | bytes) -> SentPicture:
            return await self._gateway.edit_photo(showing.chat, showing.message, photo, text, buttons, filename=_FILE)

        if showing.photo:
            scope = Scope(showing.chat, showing.topic)
            await self._photos.send(scope, self._sketch(showing, view), edit, newest=False)
        else:
            await self._gateway.edit_text(showing.chat, showing.message, written_of(view, text), buttons)

    def _speaker(self, showing: Showing) -> Speaker:
        return Speaker(self._texts, showing.language, showing.title)

    def _sketch(self, showing: Showing, view: View) -> Sketch:
        return views.sketch(view, self._speaker(showing), Look(showing.language, theme_named(showing.theme)))

    def _buttons(self, showing: Showing) -> InlineKeyboardMarkup | None:
        view = showing.view
        return registry.of_view(view).keyboard(showing.table, view, self._speaker(showing))

    async def run(self, stop: asyncio.Event) -> None:
        """Turn down what is due until told to stop."""
        while not stop.is_set():
            try:
                await self.turn_down()
            except RedisError as error:
                log.warning("cards to be turned down wait for Redis: %s", error)
            await self._until_next_look(stop, _EVERY_SECONDS)

    async def turn_down(self) -> int:
        """Turn down what is due now; how many messages that were."""
        entries = await self._shown.due(self._clock().timestamp(), _BATCH)
        # Side by side: a chat that has been sent a lot may have to wait, and no other for it.
        with urgent(Urgency.NOW):
            await asyncio.gather(*map(self._turn_down, entries))
        return len(entries)

    async def _turn_down(self, entry: bytes) -> None:
        try:
            showing = decoded(entry)
        except DAMAGED:
            log.exception("what is to be turned down cannot be read and is dropped")
            await self._shown.drop(entry)
            return
        try:
            await self._lease.keeping(self._hide(showing, entry))
        except TooFast as error:
            await self._later(showing.chat, entry, error)
            return
        except (Gone, Refused, Moved) as error:
            # A message or chat that was deleted shows nothing to anybody, which is no fault.
            level = logging.INFO if isinstance(error, Missing | Gone) else logging.WARNING
            log.log(level, "cards in chat %s cannot be turned down: %s", showing.chat, error.message)
        except LeaseOver:
            # It comes again, here or where it is turned down by then.
            return
        except (Undone, CannotDraw) as error:
            log.warning("cards in chat %s are turned down later: %s", showing.chat, error)
            await self._later(showing.chat, entry, error)
            return
        except RedisError:
            raise
        except Exception as error:  # the outermost edge: no message may end the loop for all
            log.exception("cards in chat %s are turned down later", showing.chat)
            await self._later(showing.chat, entry, error)
            return
        self._retries.over(showing.chat)
        await self._shown.done(showing.chat, entry)

    async def _hide(self, showing: Showing, entry: bytes) -> None:
        """Turn down what a message shows, unless it was shown something else since, which is kept by itself."""
        scope = Scope(showing.chat, showing.topic)
        face_up = self._face_up.find(showing.chat, showing.message) or FaceUp(showing.photo, kept=entry)
        async with face_up.lock:
            if face_up.kept != entry:
                return
            newest = await self._store.post(scope) in {None, showing.message}
            await self._edit(showing, (), newest=newest)
            face_up.kept, face_up.cards = None, ()

    async def _later(self, chat: int, entry: bytes, error: Exception) -> None:
        await self._shown.put(chat, entry, self._clock().timestamp() + self._retries.failed(chat, error))
