"""The outbox's reader: tells each group what its commits changed, in order, and again after a crash.

An entry leaves the outbox only once Telegram took its message, so a crash in between may tell something twice but never
not at all. While a group is over its limit what waits is put together: one picture, and a line per turn.
"""

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from redis.exceptions import RedisError
from telegram import Bot, Message
from telegram.constants import ParseMode
from telegram.error import BadRequest, ChatMigrated, Forbidden, NetworkError, RetryAfter

from bot.announce.posts import Post, Posts, tellable_together
from bot.announce.reveal import Reveals, Showing
from bot.buttons import Buttons
from bot.codec import Notice, UnreadableState, decode_notice
from bot.games import Games
from bot.ingress.follow import follow
from bot.ingress.patience import Patience, asked_seconds
from bot.lanes import Lanes
from bot.photos import Photos
from bot.sketches import sketch, written
from bot.store.keys import Scope
from bot.store.redis import Store
from bot.store.streams import Outbox, OutboxEntry
from bot.studio import CannotDraw
from bot.texts import Texts
from engine.crossword.events import GameEnded, GameStarted
from engine.crossword.view import GameView
from engine.game import View
from engine.klepka.events import CardsRevealed
from engine.klepka.events import GameEnded as KlepkaEnded
from engine.klepka.events import GameStarted as KlepkaStarted
from engine.klepka.view import GameView as KlepkaView
from engine.seats import LobbyView

log = logging.getLogger(__name__)
_BACKOFF: Final = (1.0, 2.0, 5.0, 10.0, 30.0)
"""Seconds between tries while Telegram cannot be reached; the last one repeats."""


@dataclass(frozen=True, slots=True)
class _Waiting:
    entry: OutboxEntry
    notice: Notice


class Announcer:
    """Sends what waits in the outbox; one instance a process."""

    def __init__(
        self,
        *,
        bot: Bot,
        games: Games,
        store: Store,
        outbox: Outbox,
        texts: Texts,
        photos: Photos,
        reveals: Reveals,
        default_language: str,
        consumer: str,
    ) -> None:
        self._bot: Final = bot
        self._games: Final = games
        self._store: Final = store
        self._outbox: Final = outbox
        self._posts: Final = Posts(texts, Buttons(texts))
        self._patience: Final = Patience("Noting what was told", (RedisError,))
        self._texts: Final = texts
        self._photos: Final = photos
        self._reveals: Final = reveals
        self._default_language: Final = default_language
        self._consumer: Final = consumer
        self._lanes: Final[Lanes[int, _Waiting]] = Lanes(self._send)
        self._held: Final[set[tuple[Scope, str]]] = set()
        """Entries in the lanes: a stream may give out again what is slow. Ids are unique in one shard only."""
        self._moved: Final[dict[int, int]] = {}
        """Groups that became supergroups in this process's time, by their old ids."""
        self._failures: Final[dict[int, int]] = {}

    async def run(self, stop: asyncio.Event) -> None:
        """Announce until told to stop."""
        async for entry in follow(self._outbox, self._consumer, stop):
            if (entry.scope, entry.id) not in self._held:
                await self._take(entry)

    async def settle(self, seconds: float) -> None:
        """Let what waits go out before the end."""
        await self._lanes.settle(seconds)

    async def _take(self, entry: OutboxEntry) -> None:
        try:
            notice = decode_notice(entry.payload)
        except UnreadableState:
            log.exception("outbox entry %s cannot be read and is dropped", entry.id)
            await self._patience.until_done(partial(self._outbox.done, entry))
            return
        self._held.add((entry.scope, entry.id))
        self._lanes.put(entry.scope.chat, _Waiting(entry, notice))

    async def _send(self, chat: int, waiting: Sequence[_Waiting]) -> int:
        """One message for the first entries of a chat; how many of them it told, 0 to be called again."""
        together = _together(waiting)
        scope = self._now(together[0].entry.scope)
        language = together[-1].notice.language or self._default_language
        told, sent = 1, None
        try:
            for item in together:
                await self._remember(item)
            post = self._posts.compose([item.notice for item in together], language)
            told = post.told
            sent = await self._deliver(scope, post, together[post.told - 1].entry.id)
        except RetryAfter as error:
            await asyncio.sleep(asked_seconds(error))
            return 0
        except ChatMigrated as error:
            await self._follow(chat, error.new_chat_id)
            return 0
        except (Forbidden, BadRequest) as error:
            log.warning("chat %s cannot be told: %s", chat, error.message)
        except RedisError as error:
            log.warning("chat %s waits for Redis: %s", chat, error)
            await asyncio.sleep(_BACKOFF[0])
            return 0
        except NetworkError as error:
            failures = self._failures[chat] = self._failures.get(chat, 0) + 1
            log.warning("chat %s: Telegram unreachable (try %s): %s", chat, failures, error.message)
            await asyncio.sleep(_BACKOFF[min(failures, len(_BACKOFF)) - 1])
            return 0
        except Exception:  # the outermost edge: no notice may end its chat's lane
            log.exception("chat %s cannot be told of outbox entry %s, which is dropped", chat, together[0].entry.id)
        self._failures.pop(chat, None)
        for item in together[:told]:
            await self._patience.until_done(partial(self._finish, item, sent))
        return told

    async def _follow(self, old: int, new: int) -> None:
        """Go with a group that became a supergroup; what it is still to be told is sent there."""
        log.info("chat %s has moved to %s", old, new)
        self._moved[old] = new
        try:
            await self._patience.until_done(partial(self._games.move, old, new))
        except UnreadableState:
            log.exception("the game of chat %s cannot be read and stays behind", old)

    def _now(self, scope: Scope) -> Scope:
        """Where a group is now that may have become a supergroup while something waited to be told."""
        return Scope(self._moved[scope.chat]) if scope.chat in self._moved else scope

    async def _finish(self, item: _Waiting, sent: int | None) -> None:
        """Note what was told, and let the entry go; repeating it does no harm."""
        if sent is not None:
            await self._store.set_post(self._now(item.entry.scope), sent)
        await self._outbox.done(item.entry)
        self._held.discard((item.entry.scope, item.entry.id))

    async def _deliver(self, scope: Scope, post: Post, entry: str) -> int:
        """Send a post; the message's id."""
        if post.view is None:
            return await self._write(scope, post, post.text)
        if isinstance(post.view, KlepkaView) and post.reveal is not None:
            return await self._reveal(scope, post, post.view, post.reveal, entry)
        drawn = sketch(self._texts, post.view, post.title, post.look, lexicon=post.lexicon)
        try:
            message = await self._photos.send(scope, drawn, partial(self._show, scope, post))
        except CannotDraw:
            log.exception("a picture of %s could not be drawn", post.view.ruleset)
            return await self._write(scope, post, _as_text(post, post.view))
        except BadRequest as error:
            if "not enough rights" not in error.message.lower():
                raise
            log.warning("chat %s takes no photos; the board goes as text", scope.chat)
            return await self._write(scope, post, _as_text(post, post.view))
        return message.message_id if post.fits else await self._write(scope, post, post.text)

    async def _reveal(self, scope: Scope, post: Post, view: KlepkaView, event: CardsRevealed, entry: str) -> int:
        """Show cards; words that no caption holds go ahead, so that the picture with its buttons stays the newest."""
        if not post.fits:
            await self._write(scope, replace(post, keyboard=None), post.text)
        showing = Showing(
            scope.chat,
            scope.topic,
            0,
            post.text if post.fits else "",
            view,
            post.title,
            post.table,
            post.look.language,
            photo=True,
            theme=post.look.theme,
        )
        return await self._reveals.show(scope, entry, showing, event)

    async def _show(self, scope: Scope, post: Post, photo: str | bytes) -> Message:
        return await self._bot.send_photo(
            scope.chat,
            photo,
            caption=post.text if post.fits else None,
            parse_mode=ParseMode.HTML,
            message_thread_id=scope.topic,
            reply_markup=post.keyboard if post.fits else None,
            filename="board.png",
        )

    async def _write(self, scope: Scope, post: Post, text: str) -> int:
        message = await self._bot.send_message(
            scope.chat,
            text,
            parse_mode=ParseMode.HTML,
            message_thread_id=scope.topic,
            reply_markup=post.keyboard,
            disable_notification=post.quiet or None,
        )
        return message.message_id

    async def _remember(self, item: _Waiting) -> None:
        """Mend the players' own lists of games, and clear them of what has ended; repeating it does no harm."""
        view, scope = item.notice.view, self._now(item.entry.scope)
        if not isinstance(view, (GameView, KlepkaView)):
            return
        for event in item.notice.events:
            match event:
                case GameStarted(order=order) | KlepkaStarted(order=order):
                    for user in order:
                        await self._store.add_user_game(user, scope, item.notice.table)
                case GameEnded() | KlepkaEnded():
                    for seat in view.seats:
                        await self._store.drop_user_game(seat.user, scope, item.notice.table)
                case _:
                    pass


def _as_text(post: Post, view: View) -> str:
    """A post for a chat that takes no pictures."""
    return post.text if isinstance(view, LobbyView) else f"{written(view)}\n{post.text}"


def _together(waiting: Sequence[_Waiting]) -> Sequence[_Waiting]:
    """The entries from the front that one message may tell."""
    first = waiting[0]
    count = 1
    while (
        count < len(waiting)
        and waiting[count].entry.scope == first.entry.scope
        and tellable_together(first.notice, waiting[count].notice)
    ):
        count += 1
    return waiting[:count]
