"""Card reveals: a message shows cards face up, and some seconds later face down again (RULES §8, no. 40).

- The message is sent face down. It is edited to show letters once Redis has its id and the time to turn it down, so
  neither a crash nor a lost answer leaves letters in the chat.
- The stored entry holds no letters. Any worker can turn cards down.
- If the rate limit allows no new message, or a computer player's turn continues, the existing message shows the next
  cards, beside those not yet visible for long enough (:meth:`CardReveals.reveal_in_same_message`).
- Letters stand on the buttons that show the table, and in a quote; or in the picture if the table is too wide for
  buttons. The text that stays afterwards has none.
"""

import asyncio
from collections.abc import Awaitable, Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from typing import Final

import msgspec
from msgspec import Struct
from redis.exceptions import RedisError
from telegram import InlineKeyboardMarkup

from bot.announce.compose import CardsPost
from bot.call_errors import CallFailed, ChatMoved, ChatUnreachable, NotFound, RateLimited, RequestRejected
from bot.families import registry
from bot.families.board_page import ShownCards, decode_shown_cards, encode_shown_cards
from bot.families.chat_family import TimedReveal
from bot.logs import get_logger, log_context
from bot.pictures import DEFAULT_THEME, DrawingError, Photos, PictureStyle, SentPhoto, Sketch, theme_or_default
from bot.runtime import wait_or_stop
from bot.store.games import GameStore
from bot.store.keys import FIRST_TABLE, Scope
from bot.store.schedule import Schedule
from bot.telegram.gateway import Gateway
from bot.texts import Texts
from bot.wording.speaker import Speaker, replace_quote
from bot.workers.recent import NewestDict
from bot.workers.sending import GAME_NEWS, Priority, Sending
from bot.workers.supervisor import STORE_SECONDS, UNLIMITED, Backoff, Lease, LeaseExpired, RetryLoop
from engine.encoding import DECODE_ERRORS, make_decoder
from engine.game import Event, View

log = get_logger(__name__)


@dataclass(slots=True, eq=False)
class FaceUpCards:
    """The cards that a message shows face up."""

    photo: bool
    stored_entry: bytes | None = None  # the scheduled entry that turns the cards down; `None` if none are face up
    cards: tuple[tuple[float, Event], ...] = ()  # the face-up cards, each with the Unix time of turning it down
    computer_turn: int | None = None  # the last turn that the message tells, if it is a computer player's
    told_lines: tuple[str, ...] = ()  # the lines that the message has about that turn; HTML, the newest last
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)  # held while cards are turned up or down

    def visible_cards(self, now: float) -> tuple[tuple[float, Event], ...]:
        """The cards that may still be visible at ``now``."""
        return tuple(one for one in self.cards if one[0] > now)


class CardsMessage(Struct, frozen=True):
    """A message that reveals cards, as stored: with all that is needed to redraw it face down."""

    chat: int
    topic: int | None
    message: int
    text: str  # the caption that stays; empty if the text is too long for a caption
    view: View  # the group's view, with no card face up
    title: dict[str, str]
    table: str
    language: str
    photo: bool  # whether it is a picture, and not text
    theme: str = DEFAULT_THEME
    at_table: int = FIRST_TABLE
    number: int = 0  # the table's number if the message tells it; else 0
    board_link: str = ""  # opens the table's board page; empty if there is none

    @property
    def scope(self) -> Scope:
        """The scope of the table."""
        return Scope(self.chat, self.topic, self.at_table)


encode_cards_message: Final = msgspec.json.Encoder().encode
decode_cards_message: Final = make_decoder(CardsMessage).decode  # raises `engine.encoding.DECODE_ERRORS`


def _cards_as_text(view: View, text: str) -> str:
    return f"{registry.family_of_view(view).pictures.board_as_html(view)}\n{text}"


def _reveal_rules_of(message: CardsMessage) -> TimedReveal:
    rules = registry.family_of_view(message.view).events.timed_reveal
    if rules is None:
        raise LookupError(f"nothing is shown for a moment in {message.view.ruleset}")
    return rules


def to_cards_message(scope: Scope, post: CardsPost) -> CardsMessage:
    """The message that reveals a post's cards; its id is 0 until it is sent."""
    return CardsMessage(
        scope.chat,
        scope.topic,
        0,
        post.text,
        post.view,
        dict(post.speaker.titles),
        post.table,
        post.style.language,
        photo=True,
        theme=post.style.theme,
        at_table=scope.table,
        number=post.speaker.table_number,
        board_link=post.speaker.board_link,
    )


_FILENAME: Final = "cards.png"


class CardsPictures:
    """Sends and edits messages with tables of cards."""

    def __init__(self, gateway: Gateway, photos: Photos, texts: Texts) -> None:
        self._gateway: Final = gateway
        self._photos: Final = photos
        self._texts: Final = texts

    async def send_face_down(self, scope: Scope, message: CardsMessage) -> CardsMessage:
        """Send a message with all cards face down."""
        buttons = self.keyboard(message, message.view)

        async def send(photo: str | bytes) -> SentPhoto:
            caption = message.text or None
            return await self._gateway.send_photo(scope, photo, caption, buttons, filename=_FILENAME, as_text=as_text)

        as_text = partial(_cards_as_text, message.view, message.text)
        sent = await self._photos.send_photo(scope, self._sketch(message, message.view), send)
        return msgspec.structs.replace(message, message=sent.message_id, photo=not sent.as_text)

    async def redraw_message(
        self, message: CardsMessage, cards: Sequence[Event], *, newest: bool = True, sending: Sending = GAME_NEWS
    ) -> None:
        """Redraw a message with these cards face up; without cards, all are face down."""
        rules = _reveal_rules_of(message)
        view = rules.view_with_revealed(message.view, cards) if cards else message.view
        needs_hiding = bool(cards) and rules.needs_hiding(message.view, cards)
        buttons = self.keyboard(message, view) if newest else None
        text = message.text
        if needs_hiding:
            text = replace_quote(text, rules.reveal_line(message.view, cards, self._speaker(message)))

        async def edit(photo: str | bytes) -> SentPhoto:
            return await self._gateway.edits.edit_photo(
                message.chat, message.message, photo, text, buttons, filename=_FILENAME, sending=sending
            )

        if message.photo:
            await self._photos.send_photo(message.scope, self._sketch(message, view), edit, remember=False)
        else:
            await self._gateway.edits.edit_text(
                message.chat, message.message, _cards_as_text(view, text), buttons, sending=sending
            )

    def keyboard(self, message: CardsMessage, view: View) -> InlineKeyboardMarkup | None:
        """The buttons of a message that show the table as ``view`` does."""
        return registry.family_of_view(view).chat.table_keyboard(message.table, view, self._speaker(message))

    def _speaker(self, message: CardsMessage) -> Speaker:
        return Speaker(
            self._texts, message.language, message.title, table_number=message.number, board_link=message.board_link
        )

    def _sketch(self, message: CardsMessage, view: View) -> Sketch:
        return registry.sketch_above_keys(
            view, self._speaker(message), PictureStyle(message.language, theme_or_default(message.theme))
        )


_POLL_SECONDS: Final = 1.0
_BATCH: Final = 32
_MOST_MESSAGES: Final = 4096  # how many messages are remembered; a game needs only its newest
_RETRY_POLICY: Final = RetryLoop("Noting what is to be turned down", (RedisError,), longest=STORE_SECONDS)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class CardReveals:
    """Shows cards for some seconds; one instance a process."""

    pictures: CardsPictures
    store: GameStore
    schedule: Schedule
    clock: Callable[[], datetime]
    lease: Lease = UNLIMITED
    until_next_poll: Callable[[asyncio.Event, float], Awaitable[None]] = wait_or_stop
    has_pages: bool = False  # whether tables have board pages, which show the same cards as long
    retries: Backoff[int] = field(default_factory=Backoff)
    sent_face_down: dict[Hashable, CardsMessage] = field(default_factory=dict)
    """The messages that a retry continues, by outbox entry."""
    face_up: NewestDict[tuple[int, int], FaceUpCards] = field(default_factory=lambda: NewestDict(_MOST_MESSAGES))
    """The face-up cards of messages that this process sent, by chat and message."""

    async def reveal_in_new_message(
        self, scope: Scope, entry: Hashable, message: CardsMessage, cards: Sequence[Event]
    ) -> int:
        """Send a message and show the cards in it, the newest last; returns the message's id.

        After an error, retry with the same outbox ``entry`` or call :meth:`forget_entries`; cards that are already
        visible are turned down on schedule.
        """
        sent = self.sent_face_down.get(entry)
        if sent is None or sent.chat != scope.chat:
            sent = self.sent_face_down[entry] = await self.pictures.send_face_down(scope, message)
        # The text may have grown since the message was sent, so that only the ids are taken over.
        sent = msgspec.structs.replace(message, chat=sent.chat, message=sent.message, photo=sent.photo)
        try:
            await self._reveal_cards(sent, cards)
        except (ChatUnreachable, RequestRejected, ChatMoved):
            self.forget_entries((entry,))
            raise
        self.forget_entries((entry,))
        return sent.message

    async def reveal_in_same_message(self, message: CardsMessage, cards: Sequence[Event], *, cards_moved: bool) -> None:
        """Show the table in a message for which :meth:`can_edit_message` holds; see :meth:`reveal_in_new_message`."""
        try:
            await self._reveal_cards(message, cards, cards_moved=cards_moved)
        except (ChatUnreachable, RequestRejected, ChatMoved):
            self.face_up.pop((message.chat, message.message), None)
            raise

    def can_edit_message(self, chat: int, message: int) -> bool:
        """Whether this process sent the message, and so can show another table in it."""
        return (chat, message) in self.face_up

    def remember_message(self, chat: int, message: int, *, photo: bool) -> FaceUpCards:
        """The face-up cards of a message that this process has sent; none for a new one."""
        known = self.face_up.get((chat, message)) or FaceUpCards(photo)
        self.face_up[chat, message] = known
        return known

    def lines_of_turn(self, chat: int, message: int, turn: int | None) -> tuple[str, ...]:
        """A message's lines about a computer player's turn; none if that is not the last turn that it tells."""
        known = self.face_up.get((chat, message))
        return () if known is None or turn is None or known.computer_turn != turn else known.told_lines

    def note_turn(self, chat: int, message: int, turn: int | None, lines: Sequence[str]) -> None:
        """Note which computer player's turn a message tells last, with its lines."""
        known = self.face_up.get((chat, message))
        if known is not None:
            known.computer_turn, known.told_lines = turn, tuple(lines)

    def has_face_up_cards(self, chat: int, message: int) -> bool:
        """Whether a message shows cards face up; when they are turned down, its buttons are updated, too."""
        known = self.face_up.get((chat, message))
        return known is not None and known.stored_entry is not None

    def forget_entries(self, entries: Iterable[Hashable]) -> None:
        """Forget entries that this process will not retry; idempotent."""
        for entry in entries:
            self.sent_face_down.pop(entry, None)

    def forget_messages(self) -> None:
        """Forget all messages, as other workers may change them."""
        self.face_up.clear()

    async def _reveal_cards(self, message: CardsMessage, cards: Sequence[Event], *, cards_moved: bool = False) -> None:
        face_up = self.remember_message(message.chat, message.message, photo=message.photo)
        message = msgspec.structs.replace(message, photo=face_up.photo)
        async with face_up.lock:
            before = () if cards_moved else face_up.visible_cards(self._now)
            visible = (*(event for _, event in before), *cards)
            if not visible:
                await self.pictures.redraw_message(message, ())
                await self._replace_stored_entry(message.chat, face_up, None)
                return
            kept = encode_cards_message(message)
            await self._schedule_turn_down(message, kept)
            await self._replace_stored_entry(message.chat, face_up, kept)
            try:
                await self.pictures.redraw_message(message, visible)
            finally:
                # The time runs from when the cards are visible, which they may be even if the answer was lost.
                until = self._now + _reveal_rules_of(message).seconds
                await self._schedule_turn_down(message, kept)
            face_up.cards = (*before, *((until, event) for event in cards))
            await self._show_on_pages(message, face_up.cards)

    async def _show_on_pages(self, message: CardsMessage, cards: Sequence[tuple[float, Event]]) -> None:
        """Let board pages show what the message shows now, beside what former ones still show, each for its time."""
        if not self.has_pages:
            return
        try:
            stored, now = await self.store.load_shown_cards(message.scope), self._now
            shown = None if stored is None else decode_shown_cards(stored)
            former = shown.events if shown is not None and shown.table == message.table else ()
            here = [event for _, event in cards]
            still = (one for one in former if one[0] > now and one[1] not in here)
            shown, until = ShownCards(message.table, (*still, *cards)), cards[-1][0]
            if until > now:
                await self.store.save_shown_cards(message.scope, encode_shown_cards(shown), until - now)
        except (RedisError, *DECODE_ERRORS) as error:
            log.warning("board pages show no cards", error=error)

    async def hide_on_pages(self, scope: Scope) -> None:
        """Let board pages show no cards any more, as those that were shown have moved."""
        if self.has_pages:
            await _RETRY_POLICY.run_until_success(partial(self.store.save_shown_cards, scope, b"", 0))

    async def _replace_stored_entry(self, chat: int, face_up: FaceUpCards, stored_entry: bytes | None) -> None:
        """Replace or remove a message's stored entry, since the former one shows an older table."""
        former, face_up.stored_entry = face_up.stored_entry, stored_entry
        if stored_entry is None:
            face_up.cards = ()
        if former is not None and former != stored_entry:
            await _RETRY_POLICY.run_until_success(partial(self.schedule.unschedule_entry, chat, former))

    @property
    def _now(self) -> float:
        return self.clock().timestamp()

    async def _schedule_turn_down(self, message: CardsMessage, stored_entry: bytes) -> None:
        due = self._now + _reveal_rules_of(message).seconds
        await _RETRY_POLICY.run_until_success(lambda: self.schedule.schedule_entry(message.chat, stored_entry, due))

    async def run(self, stop: asyncio.Event) -> None:
        """Turn cards face down on time until ``stop`` is set."""
        while not stop.is_set():
            try:
                await self.turn_down_due()
            except RedisError as error:
                log.warning("cards to be turned down wait for Redis", error=error)
            await self.until_next_poll(stop, _POLL_SECONDS)

    async def turn_down_due(self) -> int:
        """Turn down the cards whose time is over; return the number of messages."""
        entries = await self.schedule.claim_due_entries(self.clock().timestamp(), _BATCH)
        # Concurrently, so that a chat at its rate limit delays no other.
        await asyncio.gather(*map(self._turn_down_entry, entries))
        return len(entries)

    async def _turn_down_entry(self, entry: bytes) -> None:
        try:
            message = decode_cards_message(entry)
        except DECODE_ERRORS:
            log.exception("what is to be turned down cannot be read and is dropped")
            await self.schedule.unschedule_everywhere(entry)
        else:
            with log_context(chat=message.chat):
                await self._turn_down_message(message, entry)

    async def _turn_down_message(self, message: CardsMessage, entry: bytes) -> None:
        try:
            await self.lease.run_under_lease(self._hide_cards(message, entry))
        except RateLimited as error:
            await self._reschedule(message.chat, entry, error)
            return
        except (ChatUnreachable, RequestRejected, ChatMoved) as error:
            # A deleted message or chat shows nothing, so that is no error.
            write = log.info if isinstance(error, NotFound | ChatUnreachable) else log.warning
            write("cards cannot be turned down", chat=message.chat, error=error.message)
        except LeaseExpired:
            # The entry will be claimed again, here or by the shard's next owner.
            return
        except (CallFailed, DrawingError) as error:
            log.warning("cards are turned down later", chat=message.chat, error=error)
            await self._reschedule(message.chat, entry, error)
            return
        except RedisError:
            raise
        except Exception as error:  # the outermost edge: no message may end the loop for all
            log.exception("cards are turned down later", chat=message.chat)
            await self._reschedule(message.chat, entry, error)
            return
        self.retries.clear_failures(message.chat)
        await self.schedule.unschedule_entry(message.chat, entry)

    async def _hide_cards(self, message: CardsMessage, entry: bytes) -> None:
        """Turn down the cards of a message, unless it shows newer cards, which have an entry of their own."""
        known = self.face_up.get((message.chat, message.message))
        face_up = known or FaceUpCards(message.photo, stored_entry=entry)
        async with face_up.lock:
            if face_up.stored_entry != entry:
                return
            newest = await self.store.load_newest_message_id(message.scope) in {None, message.message}
            await self.pictures.redraw_message(message, (), newest=newest, sending=Sending(Priority.NOW))
            face_up.stored_entry, face_up.cards = None, ()

    async def _reschedule(self, chat: int, entry: bytes, error: Exception) -> None:
        await self.schedule.schedule_entry(
            chat, entry, self.clock().timestamp() + self.retries.count_failure(chat, error)
        )
