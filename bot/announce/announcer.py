"""The outbox's reader: tells each group what its commits changed, in order, and again after a crash.

An entry leaves the outbox only once Telegram took its message, so a crash in between may tell something twice but never
not at all. While a group is over its limit what waits is put together: one picture, and a line per turn. A picture that
is refused goes as words (`bot.telegram.gateway`); what Telegram refuses together even so is told in halves, so that
only what it refuses alone is dropped. Words that no caption holds go ahead of their picture, and not again with it.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from redis.exceptions import RedisError

from bot.announce.alone import Alone
from bot.announce.delivery import Delivery, ahead
from bot.announce.following import Following
from bot.announce.posts import Post, Posts, tellable_together
from bot.announce.reveal import Reveals
from bot.announce.shown import Shows
from bot.announce.tidying import Tidying
from bot.announce.turncalls import TurnCalls
from bot.families import registry
from bot.languages import languages
from bot.outcomes import Gone, Moved, NoRights, Refused, TooFast, TopicShut, Unreachable
from bot.pictures.photos import Photos
from bot.store.entries import Newest, OutboxEntry
from bot.store.keys import Scope, shard_of
from bot.store.ownership import NotOwned
from bot.store.redis import Store
from bot.store.streams import Outbox
from bot.tables.codec import Notice, UnreadableState
from bot.tables.games import Busy, Games
from bot.tables.halts import Halts
from bot.tables.held import people
from bot.telegram.buttons import Buttons
from bot.telegram.fading import Fading
from bot.telegram.gateway import Gateway
from bot.telegram.tongues import Tongues
from bot.texts import Texts
from bot.workers.ceasing import Ceasing
from bot.workers.follow import Follower, without_news
from bot.workers.lanes import Lanes
from bot.workers.lease import UNLIMITED, Lease, LeaseOver
from bot.workers.limiter import Limiter
from bot.workers.patience import STORE_SECONDS, Patience, Retries
from bot.workers.recently import Recently
from engine.lobby_view import LobbyView

log = logging.getLogger(__name__)


_Key = tuple[Scope, str]
_TRIES: Final = 3
"""How often a notice is tried that fails for a reason that nobody foresaw; as updates are."""
_STALE_SECONDS: Final = 60.0
"""How long what was read may be gone through."""


@dataclass(frozen=True, slots=True)
class _Waiting:
    entry: OutboxEntry
    notice: Notice

    @property
    def key(self) -> _Key:
        """Which it is among all shards: ids are unique in one only."""
        return self.entry.scope, self.entry.id


class Announcer(Ceasing):
    """Sends what waits in the outbox; one instance a process."""

    def __init__(
        self,
        *,
        gateway: Gateway,
        games: Games,
        halts: Halts,
        store: Store,
        outbox: Outbox,
        texts: Texts,
        photos: Photos,
        reveals: Reveals,
        fading: Fading,
        alone: Alone | None = None,
        limiter: Limiter | None = None,
        default_language: str,
        lease: Lease = UNLIMITED,
        until_news: Callable[[float], Awaitable[Collection[int]]] = without_news,
        pause: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._games: Final = games
        self._halts: Final = halts
        self._store: Final = store
        self._outbox: Final = outbox
        self._posts: Final = Posts(texts, Buttons(texts), lambda: games.instants.ahead)
        self._alone: Final = alone
        self._patience: Final = Patience("Noting what was told", (RedisError,), longest=STORE_SECONDS)
        self._reveals: Final = reveals
        self._tidying: Final = Tidying(gateway, pause)
        self._limiter: Final = Limiter(None) if limiter is None else limiter
        self.delivery: Final = Delivery(
            gateway=gateway,
            photos=photos,
            reveals=reveals,
            shows=Shows(store),
            tidying=self._tidying,
            fading=fading,
            has_room=self._limiter.has_room,
        )
        self._default_language: Final = default_language
        self._lease: Final = lease
        self._retries: Final[Retries[int]] = Retries(pause=pause)
        self._lanes: Final[Lanes[int, _Waiting]] = Lanes(self._tell)
        self._held: Final[set[_Key]] = set()
        """Entries in the lanes: a stream may give out again what is slow."""
        self._told: Final = Recently(_STALE_SECONDS)
        """What was told while what was read before may still name it."""
        self._ahead: Final[set[_Key]] = set()
        """Those of them whose words are out, and whose picture is not."""
        self._most: Final[dict[int, int]] = {}
        """How many notices a chat is told at once: Telegram has refused more, or the first may be told already."""
        self._odd: Final[dict[int, int]] = {}
        """How often a chat's first notice has failed for a reason that nobody foresaw."""
        self._follower: Final = Follower[OutboxEntry](outbox, self._take, until_news, pause=pause)
        self._calls: Final = TurnCalls(gateway, store, texts, default_language)
        self._tongues: Final = Tongues(store, default_language)
        self._following: Final = Following(games, self._retries)

    async def run(self, stop: asyncio.Event) -> None:
        """Announce until told to stop."""
        await self._follower.run(stop)

    async def settle(self, seconds: float) -> None:
        """Let what waits go out before the end."""
        await self._lanes.settle(seconds)
        await self._tidying.stop()
        await self._calls.settle(seconds)

    async def _cease(self, shards: Collection[int], seconds: float) -> None:
        self._follower.leave(shards)
        await self._lanes.cease(lambda chat: shard_of(chat) in shards, seconds)
        gone = [key for key in self._held if shard_of(key[0].chat) in shards]
        self._held.difference_update(gone)
        self._ahead.difference_update(gone)
        self._reveals.forget(gone)
        self.delivery.forget()

    async def _take(self, entry: OutboxEntry) -> None:
        if (entry.scope, entry.id) in self._held:
            return
        if self._told.noted((entry.scope, entry.id)):
            await self._patience.until_done(partial(self._outbox.done, (entry,), entry.scope))
            return
        try:
            notice = self._games.notice(entry.payload)
        except UnreadableState:
            log.exception("outbox entry %s cannot be read and is put aside", entry.id)
            await self._patience.until_done(partial(self._outbox.bury, entry, "it cannot be read"))
            return
        if entry.deliveries > 1:
            # Whoever had it may have told it, and ended before that was noted: the same comes again, and not with more.
            self._most.setdefault(entry.scope.chat, 1)
        waiting = _Waiting(entry, notice)
        self._held.add(waiting.key)
        self._lanes.put(entry.scope.chat, waiting)

    async def _tell(self, chat: int, waiting: Sequence[_Waiting]) -> int:
        """Send the first entries of a chat when it is time; how many were told, 0 to be called again."""
        if await self._limiter.ready(self._following.now(waiting[0].entry.scope).chat):
            # Turns may have come meanwhile, which are told together with these.
            return 0
        return await self._send(chat, waiting)

    async def _send(self, chat: int, waiting: Sequence[_Waiting]) -> int:
        """One message for the first entries of a chat; how many of them it told, 0 to be called again."""
        together = _together(waiting)[: 1 if waiting[0].key in self._ahead else self._most.get(chat)]
        scope = self._following.now(together[0].entry.scope)
        told, newest = 1, None
        try:
            for item in together:
                await self._remember(item)
            post = await self._composed(scope, [item.notice for item in together])
            told = post.told
            newest = await self._lease.keeping(self._deliver(scope, post, together[:told]))
            self._calls.after(scope, together[told - 1].notice, newest.post)
        except TooFast as error:
            await self._retries.wait(chat, error)
            return 0
        except Moved as error:
            await self._following.follow(chat, scope.chat, error)
            return 0
        except (Gone, NoRights) as error:
            log.warning("chat %s cannot be told: %s", chat, error.message)
            told = await self._give_up(scope, error, waiting, told)
        except Refused as error:
            log.warning("chat %s cannot be told %d at once: %s", chat, told, error.message)
            if told > 1:
                self._most[chat] = told // 2
                return 0
        except (RedisError, LeaseOver, Unreachable) as error:
            tries = self._retries.failures(chat) + 1
            log.warning("chat %s is told later (try %s): %s: %s", chat, tries, type(error).__name__, error)
            await self._retries.wait(chat, error)
            return 0
        except Exception as error:  # noqa: BLE001 - the edge: no notice may end its chat's lane
            if await self._comes_again(chat, together[0].entry, error, len(together)):
                return 0
        self._retries.over(chat)
        self._odd.pop(chat, None)
        self._most.pop(chat, None)
        await self._note(waiting[:told], scope, newest)
        return told

    async def _composed(self, scope: Scope, notices: Sequence[Notice]) -> Post:
        """One message for some notices, as it goes to a chat."""
        language = await self._language(scope, notices[-1])
        post = self._posts.compose(notices, language, private=scope.private)
        return await self._alone.made(scope, post) if scope.private and self._alone is not None else post

    async def _language(self, scope: Scope, notice: Notice) -> str:
        """What the chat chose; without a choice a private chat is spoken to as its owner's Telegram is."""
        chosen = languages().known(notice.language)
        if chosen is None and scope.private:
            return await self._tongues.of(scope.chat)
        return chosen or self._default_language

    async def _comes_again(self, chat: int, entry: OutboxEntry, error: Exception, together: int) -> bool:
        """Count a failure that nobody foresaw, and wait; a notice that has had its tries, alone too, is put aside.

        There it is kept as a dead letter, which owners are told of, until it is put back or let go.
        """
        self._odd[chat] = tries = self._odd.get(chat, 0) + 1
        if tries == _TRIES and together > 1:
            # Whichever of them it is: the others are to be told.
            self._most[chat], self._odd[chat] = 1, 0
            return True
        last = tries == _TRIES
        then = "which is put aside: see `harfiyen inbox`" if last else f"try {tries}"
        log.error("chat %s cannot be told of outbox entry %s, %s", chat, entry.id, then, exc_info=error)
        if last:
            self._reveals.forget([(entry.scope, entry.id)])
            await self._patience.until_done(partial(self._outbox.bury, entry, f"{type(error).__name__}: {error}"))
        else:
            await self._retries.wait(chat, error)
        return not last

    async def _note(self, told: Sequence[_Waiting], scope: Scope, newest: Newest | None) -> None:
        """Let go what was told, or cannot be."""
        done = [item.entry for item in told]
        await self._patience.until_done(lambda: self._outbox.done(done, scope, newest))
        self._reveals.forget(item.key for item in told)
        for item in told:
            self._told.again(item.key)
            self._held.discard(item.key)
            self._ahead.discard(item.key)

    async def _give_up(self, scope: Scope, error: Gone | NoRights, waiting: Sequence[_Waiting], told: int) -> int:
        """Let go what cannot be told: all of a chat out of reach. Its clocks stop, as do those in a topic that is shut.

        Returns:
            How many notices are told to nobody: all that wait, or ``told``.
        """
        if isinstance(error, TopicShut):
            await self._stop_clocks(scope.chat, partial(self._halts.shut, scope))
        if not isinstance(error, Gone):
            return told
        chat = waiting[0].entry.scope.chat
        await self._stop_clocks(chat, partial(self._halts.gone, chat))
        for item in waiting:
            await self._patience.until_done(partial(self._remember, item))
        return len(waiting)

    async def _stop_clocks(self, chat: int, stop: Callable[[], Awaitable[None]]) -> None:
        try:
            await self._patience.until_done(stop)
        except (Busy, NotOwned):
            log.warning("chat %s: the clocks run on until the next message that does not arrive", chat)

    async def _deliver(self, scope: Scope, post: Post, told: Sequence[_Waiting]) -> Newest:
        """Send a post, which tells these notices; what is the newest message then."""
        newest = told[-1]
        if not post.fits and not post.wordy and post.view is not None:
            # Ahead, so that the picture with its buttons is the newest message; and once, however often that is tried.
            if newest.key not in self._ahead:
                await self.delivery.write(scope, ahead(post), post.text)
                self._ahead.add(newest.key)
            post = replace(post, text="")
        return await self.delivery.deliver(scope, post, told[0].key, unseen=newest.entry.deliveries == 1)

    async def _remember(self, item: _Waiting) -> None:
        """Mend the players' own lists of games, and clear them of what has ended; repeating it does no harm."""
        view, scope = item.notice.view, self._following.now(item.entry.scope)
        if view is None or isinstance(view, LobbyView):
            return
        family, users = registry.of_view(view), people(view.seats)
        for event in item.notice.events:
            if isinstance(event, family.begins):
                for user in users:
                    await self._store.add_user_game(user, scope, item.notice.table)
            elif isinstance(event, family.engine.end):
                for user in users:
                    await self._store.drop_user_game(user, scope, item.notice.table)
                    await self._store.add_finished_game(user, scope, item.notice.table)


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
