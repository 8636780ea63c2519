"""A group that plays Klepka at a given pace, by a clock of the test's own, and a Telegram that takes it all."""

import asyncio
import random
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

from msgspec.structs import replace
from telegram import InlineKeyboardMarkup

from bot.announce.announcer import Announcer
from bot.announce.reveal import Reveals
from bot.pictures.photos import SentPicture
from bot.store.entries import Newest, OutboxEntry
from bot.store.keys import Scope
from bot.tables.codec import Notice, decode_notice, encode
from bot.telegram.pace import Pace
from bot.texts import Texts
from bot.workers.lanes import end
from bot.workers.limiter import Limiter, Limits
from engine.game import apply, redact, view
from engine.klepka.actions import Action, Chaos, Flip
from engine.klepka.deck import CHAOS
from engine.klepka.state import GameState
from engine.klepka.view import GameView
from tests.support.klepka import NOW, any_word, begun, by
from tests.support.timers import Timers

GROUP = Scope(-100123)
TABLE = "0a1b2c3d"
LIMITS = Limits(30, 1, 20)


@dataclass(frozen=True)
class Call:
    """Something that Telegram was sent."""

    at: float
    method: str
    message: int
    text: str = ""
    view: GameView | None = None

    @property
    def letters(self) -> frozenset[int]:
        """The positions that lie face up in it, of cards that nobody took."""
        return frozenset() if self.view is None else frozenset(c.position for c in self.view.revealed if not c.taken)


@dataclass
class Due:
    """What is to be turned down; as Redis keeps it."""

    entries: dict[bytes, float] = field(default_factory=dict)

    async def put(self, _: int, entry: bytes, due: float) -> None:
        self.entries[entry] = due

    async def due(self, now: float, limit: int) -> list[bytes]:
        found = [entry for entry, due in self.entries.items() if due <= now][:limit]
        self.entries.update(dict.fromkeys(found, now + 60))
        return found

    async def done(self, _: int, entry: bytes) -> None:
        self.entries.pop(entry, None)


class Telling:
    """As much of a running bot as tells a group of its flips; all else of it answers that there is nothing.

    Args:
        limits: how much the group may be sent; none by default.
    """

    def __init__(self, limits: Limits | None = LIMITS) -> None:
        self.timers = Timers()
        self.limiter = Limiter(limits, clock=self.timers.clock, later=self.timers.later)
        self.pace = Pace(self.limiter, pause=self.timers.pause)
        self.calls: list[Call] = []
        self.waiting: dict[str, float] = {}
        """When each notice that is not told yet was committed, by its entry."""
        self.delays: list[float] = []
        self.due = Due()
        self.inline = ""
        self.instants = SimpleNamespace(ahead=None)
        self.refused: list[Exception] = []
        """What Telegram answers to the next calls."""
        self._photos = Photos()
        self._post: int | None = None
        self._numbers = 0
        this: Any = self
        due: Any = self.due
        photos: Any = self._photos
        texts = Texts()
        self.reveals = Reveals(
            gateway=this,
            store=this,
            shown=due,
            photos=photos,
            texts=texts,
            clock=lambda: NOW + timedelta(seconds=self.timers.now),
            until_next_look=lambda _, seconds: self.timers.pause(seconds),
        )
        self.announcer = Announcer(
            gateway=this,
            games=this,
            halts=this,
            store=this,
            outbox=this,
            texts=texts,
            photos=photos,
            reveals=self.reveals,
            fading=this,
            limiter=self.limiter,
            default_language="en",
            pause=self.timers.pause,
        )

    # What is told.

    async def commit(self, notice: Notice) -> None:
        """A notice is written, and reaches whoever tells it."""
        self._numbers += 1
        entry = OutboxEntry(GROUP, f"{self._numbers}-0", encode(notice), 1)
        self.waiting[entry.id] = self.timers.now
        await self.announcer._take(entry)  # noqa: SLF001 - as the stream's follower hands it over

    def notice(self, payload: bytes) -> Notice:
        return decode_notice(payload)

    async def done(self, entries: Sequence[OutboxEntry], _: Scope, newest: Newest | None = None) -> None:
        self._post = self._post if newest is None else newest.post
        for entry in entries:
            self.delays.append(self.timers.now - self.waiting.pop(entry.id))

    async def post(self, _: Scope) -> int | None:
        return self._post

    async def shown(self, _: Scope) -> None:
        """What stood there before, nobody knows."""

    async def fade(self, chat: int, message: int, seconds: float) -> None:
        """Deletions cost nothing of a group's limit."""

    # What Telegram is sent.

    async def _out(self, method: str, message: int | None, text: str, seen: GameView | None) -> int:
        async def out() -> int:
            if self.refused:
                raise self.refused.pop(0)
            number = 1000 + len(self.calls) if message is None else message
            self.calls.append(Call(self.timers.now, method, number, text, seen))
            return number

        return await self.pace.out(GROUP.chat, out)

    async def photo(self, scope: Scope, _: bytes, caption: str, __: InlineKeyboardMarkup | None, **___: Any) -> Any:
        return SentPicture(await self._out("sendPhoto", None, caption, self._photos.drawn), scope.chat)

    async def text(self, _: Scope, text: str, *__: Any, **___: Any) -> int:
        return await self._out("sendMessage", None, text, None)

    async def edit_photo(self, chat: int, message: int, _: bytes, caption: str, *__: Any, **___: Any) -> SentPicture:
        return SentPicture(await self._out("editMessageMedia", message, caption, self._photos.drawn), chat)

    async def edit_keyboard(self, _: int, message: int, __: InlineKeyboardMarkup | None) -> None:
        await self._out("editMessageReplyMarkup", message, "", None)

    @asynccontextmanager
    async def open(self) -> AsyncIterator[None]:
        """Cards are turned down as time passes; at the end all that waits is told."""
        running = asyncio.create_task(self.reveals.run(asyncio.Event()))
        try:
            yield
            for _ in range(3600):
                await self.timers.pass_(1.0)
                if not self.waiting and not self.due.entries:
                    break
        finally:
            await end((running,))
            await self.announcer.settle(0)


class Photos:
    """Draws nothing, and says what it would have drawn."""

    def __init__(self) -> None:
        self.drawn: GameView | None = None

    async def send(self, _: Scope, sketch: Any, send: Callable[[bytes], Awaitable[SentPicture]], **__: Any) -> Any:
        self.drawn = sketch.view
        return await send(b"")

    async def post(self, scope: Scope, sketch: Any, send: Callable[[bytes], Awaitable[SentPicture]], **_: Any) -> Any:
        return await self.send(scope, sketch, send), None


class Play:
    """Two who turn up cards by chance, one game after the other.

    Args:
        seed: of the chance.
    """

    def __init__(self, seed: int) -> None:
        self._chance = random.Random(seed)
        self.state = self._dealt()

    def _dealt(self) -> GameState:
        return begun(2, secret=f"{self._chance.getrandbits(256):064x}", deck="chat")

    def flip(self) -> Notice:
        """The next flip, as the group is told of it."""
        if self.state.outcome is not None or not any(self.state.table):
            self.state = self._dealt()
        lying = [place for place, card in enumerate(self.state.table, start=1) if card]
        positions = tuple(self._chance.sample(lying, min(len(lying), 2)))
        return self._told(Flip(by(self.state), positions))

    def shuffle(self) -> Notice:
        """Whoever is on turn mixes the table, with a card that they are given for it."""
        state = self.state
        players = tuple(
            replace(player, cards=(*player.cards, CHAOS)) if seat == state.turn else player
            for seat, player in enumerate(state.players)
        )
        self.state = replace(state, players=players)
        return self._told(Chaos(by(self.state)))

    def _told(self, action: Action) -> Notice:
        step = apply(self.state, action, NOW, any_word)
        assert isinstance(step.table, GameState)
        self.state = step.table
        events = tuple(redact(event, None) for event in step.events)
        return Notice(events, view(step.table, None), TABLE, step.table.ruleset.title)
