"""Games of Klepka in chats: their messages, and cards that are turned up, shown and turned down again."""

import asyncio
import json
import random
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from types import SimpleNamespace
from typing import Any

from msgspec.structs import replace
from redis.asyncio import Redis
from telegram import Bot, InlineKeyboardMarkup

from bot.announce.announcer import Announcer, NoticeClocks, ShardWork
from bot.announce.compose import ChatPosts, PostComposer
from bot.announce.reminders import TurnReminders
from bot.announce.reveals import CardReveals, CardsMessage, CardsPictures
from bot.families.klepka.wording import sketch_above_keys
from bot.pictures import DrawingThread, Photos, PictureStyle, SentPhoto
from bot.playground import JournalEntry
from bot.store import keys
from bot.store.keys import Scope
from bot.store.schedule import Schedule
from bot.store.streams import NewestMessage, OutboxEntry
from bot.tables.codec import Notice, NoticeCache, encode_stored
from bot.telegram.gateway import Gateway
from bot.telegram.keyboards import STYLE_PRIMARY, Keyboards
from bot.telegram.private_delivery import PrivateLocales
from bot.telegram.send_queue import RateLimits
from bot.texts import Texts
from bot.wording.speaker import Speaker
from bot.workers.sending import GAME_NEWS, Sending
from bot.workers.supervisor import cancel_tasks
from engine import game as door
from engine.game import apply, redact, view
from engine.klepka.actions import Action, Chaos, Flip
from engine.klepka.deck import CHAOS
from engine.klepka.events import CardsRevealed
from engine.klepka.ruleset import Ruleset
from engine.klepka.state import GameState
from engine.klepka.view import GameView, Phase
from render import Painter
from tests.support.chat_harness import KIRAZ, PEOPLE, BotHarness, ChatSession
from tests.support.drawings import paint_png
from tests.support.klepka import NOW, accepts_any_word, game, started_game, user_at
from tests.support.sent_messages import SentMessage
from tests.support.timers import BotClock, FakeTimers
from tests.support.waiting import PATIENCE


def klepka_game_of_chat(
    table: str = "",
    *hands: str,
    turn: int = 0,
    phase: Phase = "words",
    ruleset: Ruleset | None = None,
    host: int = KIRAZ,
) -> GameState:
    """As :func:`tests.support.klepka.game`, with the chat's people at the table, in their order."""
    state = game(table, *hands, turn=turn, phase=phase, ruleset=ruleset, host=host)
    names = ("Kiraz", "Limon", "Nane", "Zeytin")
    seated = zip(state.players, PEOPLE, names, strict=False)
    return replace(state, players=tuple(replace(player, user=user, name=name) for player, user, name in seated))


async def load_klepka_game(talk: ChatSession) -> GameState:
    table = await talk.load_current_table()
    assert isinstance(table, GameState)
    return table


async def wait_picture_edits(talk: ChatSession, message: SentMessage, count: int, after: int = 0) -> list[JournalEntry]:
    """The first edits of a message's picture, once there are so many."""
    journal = talk.harness.playground.journal
    while True:
        calls = journal.find_entries(after=after)
        mine = [call for call in calls if call.method == "editMessageMedia" and _is_edit_of(call, talk, message)]
        if len(mine) >= count:
            return mine[:count]
        newer = await journal.wait_for_entries(after=after, count=len(calls) + 1, seconds=PATIENCE)
        assert len(newer) > len(calls), f"the message was edited {len(mine)} times"


def _is_edit_of(call: JournalEntry, talk: ChatSession, message: SentMessage) -> bool:
    asked = call.parameters
    return (str(asked["chat_id"]), str(asked["message_id"])) == (str(talk.chat_id), str(message.message_id))


def picture_of_message(house: BotHarness, message: object) -> bytes:
    assert isinstance(message, dict)
    return house.playground.files.require_file(message["photo"][-1]["file_id"]).upload.content


def calls_about_chat(house: BotHarness, chat: int) -> str:
    calls = [
        call for call in house.playground.journal.find_entries() if str(call.parameters.get("chat_id")) == str(chat)
    ]
    return json.dumps([(call.parameters, call.result) for call in calls], ensure_ascii=False, default=repr)


HIDDEN_LETTERS = "ЩЮФЖ"
"""Letters that stand on the table alone, in no text of the bot and in no name."""
GAME = klepka_game_of_chat("ЩюФоЖоФЩ", "КіТ", "ВоДа")
TEXTS = Texts()
DRAWING_THREAD = DrawingThread()


def group_view(state: GameState) -> GameView:
    view = door.view(state, None)
    assert isinstance(view, GameView)
    return view


def flip_cards(state: GameState, *positions: int) -> tuple[GameState, CardsRevealed]:
    step = door.apply(state, Flip(state.players[state.turn].user, positions), NOW, accepts_any_word)
    assert isinstance(step.table, GameState)
    return step.table, next(event for event in step.events if isinstance(event, CardsRevealed))


def draw_table(view: GameView, language: str = "tr") -> bytes:
    speaker = Speaker(TEXTS, language, GAME.ruleset.title)
    return paint_png(Painter(), sketch_above_keys(view, speaker, PictureStyle(language)))


class RevealWorker:
    def __init__(self, house: BotHarness, bot: Bot, redis: Redis, talk: ChatSession) -> None:
        self.clock = BotClock(house.clock.now + timedelta(days=talk.chat_id % 1000))
        self.card_reveals = CardReveals(
            pictures=CardsPictures(Gateway(bot), Photos(house.store, DRAWING_THREAD), house.texts),
            store=house.store,
            schedule=Schedule(redis, keys.card_reveals),
            clock=self.clock,
        )

    async def reveal_two_cards(self, talk: ChatSession, entry: str = "1-0") -> int:
        """Show the first and the third card of :data:`GAME`; the message's id."""
        state, event = flip_cards(GAME, 1, 3)
        showing = CardsMessage(
            talk.chat_id,
            None,
            0,
            "caption",
            group_view(state),
            GAME.ruleset.title,
            "aabbccdd",
            talk.language,
            photo=True,
        )
        return await self.card_reveals.reveal_in_new_message(talk.scope, entry, showing, [event])


GROUP = Scope(-100123)
TABLE = "0a1b2c3d"
LIMITS = RateLimits(30, 1, 20)


@dataclass(frozen=True)
class SentCall:
    at: float
    method: str
    message: int
    text: str = ""
    view: GameView | None = None
    keyboard: InlineKeyboardMarkup | None = None

    @property
    def face_up_positions(self) -> frozenset[int]:
        rows = () if self.keyboard is None else self.keyboard.inline_keyboard
        return frozenset(
            int(str(key.callback_data).rpartition(":")[2]) for row in rows for key in row if key.style == STYLE_PRIMARY
        )


@dataclass
class TurnDownSchedule:
    """What is to be turned down; as Redis keeps it."""

    entries: dict[bytes, float] = field(default_factory=dict)

    async def schedule_entry(self, _: int, entry: bytes, due_at: float) -> None:
        self.entries[entry] = due_at

    async def claim_due_entries(self, now: float, limit: int) -> list[bytes]:
        found = [entry for entry, due in self.entries.items() if due <= now][:limit]
        self.entries.update(dict.fromkeys(found, now + 60))
        return found

    async def unschedule_entry(self, _: int, entry: bytes) -> None:
        self.entries.pop(entry, None)


class AnnouncingStub:
    """As much of a running bot as tells a group of its flips; all else of it answers that there is nothing."""

    def __init__(self, limits: RateLimits | None = LIMITS) -> None:
        self.timers = FakeTimers()
        self.send_queue = self.timers.new_send_queue(limits)
        self.calls: list[SentCall] = []
        self.committed_at: dict[str, float] = {}
        """When each notice that is not told yet was committed, by its entry."""
        self.delays: list[float] = []
        self.turn_down_schedule = TurnDownSchedule()
        self.inline_mention = ""
        self.times = SimpleNamespace(downtime=None)
        self.next_errors: list[Exception] = []
        notices = NoticeCache()
        self.peek_notice, self.read_notice = notices.decode_cached_notice, notices.pop_or_decode_notice
        self._photos = UndrawnPhotos()
        self._newest_message_id: int | None = None
        self._numbers = 0
        self._shown_cards: tuple[bytes, float] = b"", 0.0
        this: Any = self
        self.edits = this
        due: Any = self.turn_down_schedule
        photos: Any = self._photos
        texts = Texts()
        self.card_reveals = CardReveals(
            pictures=CardsPictures(this, photos, texts),
            store=this,
            schedule=due,
            clock=lambda: self.now,
            until_next_poll=lambda _, seconds: self.timers.pause(seconds),
            has_pages=True,
        )
        services: Any = SimpleNamespace(
            gateway=this,
            tables=SimpleNamespace(games=this, store=this),
            pictures=SimpleNamespace(photos=photos),
            records=SimpleNamespace(pictures=None),
        )
        self.announcer = Announcer(
            services,
            this,
            ChatPosts(
                PostComposer(texts, Keyboards(texts)), None, None, PrivateLocales(this, "en"), default_language="en"
            ),
            reveals=self.card_reveals,
            auto_delete=this,
            turn_reminders=TurnReminders(this, this, texts, "en"),
            clocks=NoticeClocks(this, this),
            work=ShardWork(pause=self.timers.pause),
        )

    # What is told.

    async def commit_notice(self, notice: Notice, scope: Scope = GROUP) -> None:
        self._numbers += 1
        entry = OutboxEntry(scope, f"{self._numbers}-0", encode_stored(notice), 1)
        self.committed_at[entry.id] = self.timers.now
        await self.announcer._accept_entry(entry)  # noqa: SLF001 - as the stream's follower hands it over

    async def ack_notices(self, entries: Sequence[OutboxEntry], _: Scope, newest: NewestMessage | None = None) -> None:
        self._newest_message_id = self._newest_message_id if newest is None else newest.message_id
        for entry in entries:
            self.delays.append(self.timers.now - self.committed_at.pop(entry.id))

    async def load_newest_message_id(self, _: Scope) -> int | None:
        return self._newest_message_id

    async def load_board_messages(self, _: Scope) -> None: ...

    def note_told(self, _: Scope, __: str) -> None: ...

    # What board pages are told.

    @property
    def now(self) -> datetime:
        return NOW + timedelta(seconds=self.timers.now)

    async def save_shown_cards(self, _: Scope, cards: bytes, seconds: float) -> None:
        self._shown_cards = cards, self.timers.now + seconds

    async def load_shown_cards(self, _: Scope) -> bytes | None:
        cards, until = self._shown_cards
        return cards if cards and self.timers.now < until else None

    async def delete_later(self, chat: int, message: int, seconds: float) -> None: ...

    # What Telegram is sent.

    async def _send_call(  # noqa: PLR0917 - what a call is about
        self,
        method: str,
        message: int | None,
        text: str,
        seen: GameView | None,
        sending: Sending = GAME_NEWS,
        keyboard: InlineKeyboardMarkup | None = None,
    ) -> int:
        async def out() -> int:
            if self.next_errors:
                raise self.next_errors.pop(0)
            number = 1000 + len(self.calls) if message is None else message
            self.calls.append(SentCall(self.timers.now, method, number, text, seen, keyboard))
            return number

        return await self.send_queue.send_when_allowed(GROUP.chat, out, sending)

    async def send_photo(
        self, scope: Scope, _: bytes, caption: str, __: InlineKeyboardMarkup | None, **___: Any
    ) -> Any:
        return SentPhoto(await self._send_call("sendPhoto", None, caption, self._photos.newest_view), scope.chat)

    async def send_text(self, _: Scope, text: str, *__: Any, **___: Any) -> int:
        return await self._send_call("sendMessage", None, text, None)

    async def edit_photo(
        self,
        chat: int,
        message: int,
        _: bytes,
        caption: str,
        keyboard: InlineKeyboardMarkup | None,
        *,
        sending: Sending = GAME_NEWS,
        **__: Any,
    ) -> SentPhoto:
        view = self._photos.newest_view
        return SentPhoto(await self._send_call("editMessageMedia", message, caption, view, sending, keyboard), chat)

    async def edit_keyboard(self, _: int, message: int, __: InlineKeyboardMarkup | None, *, sending: Sending) -> None:
        await self._send_call("editMessageReplyMarkup", message, "", None, sending)

    @asynccontextmanager
    async def run_turn_downs(self) -> AsyncIterator[None]:
        """Cards are turned down as time passes; at the end all that waits is told."""
        running = asyncio.create_task(self.card_reveals.run(asyncio.Event()))
        try:
            yield
            for _ in range(3600):
                await self.timers.advance(1.0)
                if not self.committed_at and not self.turn_down_schedule.entries:
                    break
        finally:
            await cancel_tasks((running,))
            await self.announcer.drain(0)


class UndrawnPhotos:
    def __init__(self) -> None:
        self.newest_view: GameView | None = None

    async def send_photo(self, _: Scope, sketch: Any, send: Callable[[bytes], Awaitable[SentPhoto]], **__: Any) -> Any:
        self.newest_view = sketch.view
        return await send(b"")

    async def send_without_remembering(
        self, scope: Scope, sketch: Any, send: Callable[[bytes], Awaitable[SentPhoto]], **_: Any
    ) -> Any:
        return await self.send_photo(scope, sketch, send), None


class RandomFlips:
    def __init__(self, seed: int, *, deck: str = "chat", players: int = 2) -> None:
        self._chance, self._deck, self._players = random.Random(seed), deck, players
        self.state = self._new_game()

    def _new_game(self) -> GameState:
        return started_game(self._players, secret=f"{self._chance.getrandbits(256):064x}", deck=self._deck)

    @property
    def seen(self) -> GameView:
        return group_view(self.state)

    def next_flip(self) -> Notice:
        """The next flip, as the group is told of it."""
        if self.state.outcome is not None or not any(self.state.table):
            self.state = self._new_game()
        lying = [place for place, card in enumerate(self.state.table, start=1) if card]
        positions = tuple(self._chance.sample(lying, min(len(lying), 2)))
        return self.apply_and_notify(Flip(user_at(self.state), positions))

    def next_shuffle(self) -> Notice:
        state = self.state
        players = tuple(
            replace(player, cards=(*player.cards, CHAOS)) if seat == state.turn else player
            for seat, player in enumerate(state.players)
        )
        self.state = replace(state, players=players)
        return self.apply_and_notify(Chaos(user_at(self.state)))

    def apply_and_notify(self, action: Action) -> Notice:
        step = apply(self.state, action, NOW, accepts_any_word)
        assert isinstance(step.table, GameState)
        self.state = step.table
        events = tuple(redact(event, None) for event in step.events)
        return Notice(events, view(step.table, None), TABLE, step.table.ruleset.title)
