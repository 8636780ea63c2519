"""The announcer: reads the outbox, and sends each chat's notices in order.

- An entry leaves the outbox only once Telegram took its message. A crash in between may repeat a notice, but never
  loses one.
- While a chat is at its rate limit, each table's notices are combined: one picture, and a line a turn. Tables take
  turns (`bot.announce.send`).
- A window (to challenge, say) that was announced late is extended before its entry leaves the outbox
  (`bot.tables.deadlines`).
- If Telegram refuses a combined message, the batch is halved, so that a notice is dropped only if it is refused alone.
- If the bot may not write, or a topic is closed or gone, notices are held (`bot.announce.reminders`) and clocks stop.
- A text too long for a caption is sent before its picture, which then has none.

Read `bot.announce.compose` and `bot.announce.send` next.
"""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import takewhile
from typing import Final

from redis.exceptions import RedisError

from bot.announce.board_messages import KeyboardRemover, ShownMessages
from bot.announce.compose import BoardPost, ChatPosts, LobbyPost, Post, keep_end_picture
from bot.announce.reminders import HeldNotices, TurnReminders
from bot.announce.reveals import CardReveals
from bot.announce.send import (
    BatchLimits,
    ChatReachability,
    EntryKey,
    OpenedWindows,
    PendingNotice,
    PostSender,
    TableTurns,
    batch_for_one_message,
)
from bot.call_errors import (
    ApiUnreachable,
    CallFailed,
    ChatMoved,
    ChatUnreachable,
    MissingRights,
    RateLimited,
    RequestRejected,
    TopicClosed,
)
from bot.families import registry
from bot.families.services import ChatServices
from bot.languages import languages
from bot.logs import get_logger, log_context
from bot.store.games import GameStore
from bot.store.keys import Scope, shard_of
from bot.store.shard_ownership import ShardNotOwned
from bot.store.streams import NewestMessage, Outbox, OutboxEntry
from bot.tables.codec import Notice, UnreadableState
from bot.tables.deadlines import LateWindows, UnreachableClocks
from bot.tables.table_loader import LoadedTable, human_users
from bot.telegram.gateway import Gateway
from bot.telegram.replies import AutoDelete
from bot.texts import Texts
from bot.workers.lanes import Lanes
from bot.workers.recent import RecentKeys
from bot.workers.sending import Sending
from bot.workers.shard_reader import ShardReader, sleep_without_news
from bot.workers.supervisor import STORE_SECONDS, UNLIMITED, Backoff, Lease, LeaseExpired, RetryLoop
from engine.lobby_view import LobbyView

log = get_logger(__name__)


async def send_outage_remark(
    gateway: Gateway, texts: Texts, default_language: str, loaded: LoadedTable, sending: Sending
) -> None:
    """Tell a chat silently that a built-in list judges words, at each call; failures are only logged."""
    language = languages().supported_or_none(loaded.settings.get("language")) or default_language
    try:
        text = texts.html(language, "judge-outage")
        await gateway.send_text(loaded.scope, text, silent=True, sending=sending)
    except CallFailed as error:
        log.warning("a chat could not be told of the outage", chat=loaded.scope.chat, error=error.message)


async def update_player_index(store: GameStore, scope: Scope, notice: Notice) -> None:
    """Add a started game to its players' lists, or move an ended one to their finished games; idempotent."""
    view = notice.view
    if view is None or isinstance(view, LobbyView):
        return
    family, users = registry.family_of_view(view), human_users(view.seats)
    for event in notice.events:
        if isinstance(event, family.events.start):
            for user in users:
                await store.players.add_user_game(user, scope, notice.table)
        elif isinstance(event, family.engine_family.end_event):
            for user in users:
                await store.players.drop_user_game(user, scope, notice.table)
                await store.players.add_finished_game(user, scope, notice.table)


_STALE_SECONDS: Final = 60.0  # how long entries from an earlier read may already be announced
_MOST_AT_ONCE: Final = 48  # messages composed and sent at once; more would only keep pictures in memory


@dataclass(frozen=True, slots=True)
class NoticeClocks:
    """The services that stop clocks of unreachable chats, and extend windows that were announced late."""

    unreachable: UnreachableClocks
    late_windows: LateWindows


@dataclass(frozen=True, slots=True)
class ShardWork:
    """What a process needs to share the shards with others: its lease, and how it learns of entries and waits."""

    lease: Lease = UNLIMITED
    until_news: Callable[[float], Awaitable[Collection[int]]] = sleep_without_news
    pause: Callable[[float], Awaitable[None]] = asyncio.sleep


class Announcer:
    """Sends the notices of the outbox; one instance a process."""

    def __init__(
        self,
        services: ChatServices,
        outbox: Outbox,
        posts: ChatPosts,
        *,
        reveals: CardReveals,
        auto_delete: AutoDelete,
        turn_reminders: TurnReminders,
        clocks: NoticeClocks,
        work: ShardWork,
    ) -> None:
        gateway = services.gateway
        self._games: Final = services.tables.games
        self._store: Final = services.tables.store
        self._outbox: Final = outbox
        self._posts: Final = posts
        self._shared_pictures: Final = services.records.pictures
        self._table_turns: Final = TableTurns()
        self._retry_policy: Final = RetryLoop("Noting what was told", (RedisError,), longest=STORE_SECONDS)
        self._opened_windows: Final = OpenedWindows(clocks.late_windows, outbox, self._retry_policy)
        self._reveals: Final = reveals
        self._keyboard_remover: Final = KeyboardRemover(gateway, work.pause)
        self._send_queue: Final = gateway.send_queue
        self.shown_messages: Final = ShownMessages(
            gateway, self._store, self._keyboard_remover, reveals.has_face_up_cards
        )
        self._post_sender: Final = PostSender(
            gateway=gateway,
            photos=services.pictures.photos,
            reveals=reveals,
            shown_messages=self.shown_messages,
            keyboard_remover=self._keyboard_remover,
            auto_delete=auto_delete,
        )
        self._lease: Final = work.lease
        self._sending: Final = asyncio.Semaphore(_MOST_AT_ONCE)
        self._retries: Final[Backoff[int]] = Backoff(pause=work.pause)
        self._lanes: Final[Lanes[int, PendingNotice]] = Lanes(
            self._announce_when_allowed, arrange=self._arrange_notices
        )
        self._in_flight: Final[set[EntryKey]] = set()  # entries in lanes, which the stream may deliver again
        self._recently_announced: Final = RecentKeys(_STALE_SECONDS)  # entries that an earlier read may still return
        self._text_already_sent: Final[dict[EntryKey, int]] = {}  # by entry, its text's message, sent in advance
        self._batch_limits: Final = BatchLimits(outbox, self._retries, self._retry_policy)
        self._follower: Final = ShardReader[OutboxEntry](outbox, self._accept_entry, work.until_news, pause=work.pause)
        self._turn_reminders: Final = turn_reminders
        self._reachability: Final = ChatReachability(self._games, clocks.unreachable, self._retries, self._retry_policy)
        self.held: Final = HeldNotices(outbox, self._retry_policy)

    async def run(self, stop: asyncio.Event) -> None:
        """Announce until ``stop`` is set."""
        await self._follower.run(stop)

    async def drain(self, seconds: float) -> None:
        """Send the notices that wait, for at most ``seconds``, before the process ends."""
        await self.held.close()
        await self._lanes.finish_all(seconds)
        await self._keyboard_remover.discard_waiting()
        await self._turn_reminders.drain(seconds)

    async def stop_shards(self, shards: Collection[int], seconds: float) -> None:
        """Accept no more entries of some shards, finish current sends within ``seconds``, then drop what is left."""
        self._follower.stop_shards(shards)
        self.held.forget_shards(shards)
        await self._lanes.stop_lanes(lambda chat: shard_of(chat) in shards, seconds)
        self._forget_entries([key for key in self._in_flight if shard_of(key[0].chat) in shards])
        self._post_sender.forget_messages()

    def _forget_entries(self, entries: Collection[EntryKey]) -> None:
        self._in_flight.difference_update(entries)
        self._opened_windows.forget_entries(entries)
        self._reveals.forget_entries(entries)
        for key in entries:
            self._text_already_sent.pop(key, None)

    async def _accept_entry(self, entry: OutboxEntry) -> None:
        if (entry.scope, entry.id) in self._in_flight:
            return
        if self._recently_announced.is_recent((entry.scope, entry.id)):
            await self._retry_policy.run_until_success(partial(self._outbox.ack_notices, (entry,), entry.scope))
            return
        if not entry.sent_ms and await self.held.set_aside((entry,), retry=True):
            return
        if self.held.was_moved(entry):
            return
        try:
            notice = self._games.peek_notice(entry.payload)
        except UnreadableState:
            log.exception("a notice cannot be read and is put aside", entry=entry.id)
            await self._retry_policy.run_until_success(partial(self._outbox.dead_letter, entry, "it cannot be read"))
            return
        if entry.deliveries > 1:
            # A worker that ended before the acknowledgement may have announced it: sent alone, it makes the same
            # message again.
            self._batch_limits.announce_alone(entry.scope)
        waiting = PendingNotice.of(entry, notice)
        if self.held.is_tried(entry.scope.place):
            # Its window was stopped together with the clocks.
            waiting = replace(waiting, opened=None)
        self._in_flight.add(waiting.key)
        self._opened_windows.note_waiting(waiting)
        self._lanes.enqueue(entry.scope.chat, waiting)

    def _arrange_notices(self, chat: int, waiting: Sequence[PendingNotice]) -> Sequence[PendingNotice]:
        """Order notices: those of places that refuse messages, which leave the lane; a picture whose text was sent."""
        if held := [item for item in waiting if self._is_held(item)]:
            held.sort(key=lambda item: str(item.entry.scope.place))
            return [*held, *(item for item in waiting if not self._is_held(item))]
        begun = [item for item in waiting if item.is_sent or item.key in self._text_already_sent]
        if begun:
            return [*begun, *(item for item in waiting if item not in begun)]
        return self._table_turns.arrange_notices(chat, waiting)

    async def _announce_when_allowed(self, chat: int, waiting: Sequence[PendingNotice]) -> int:
        """Announce a chat's first entries once its limits allow it; return how many, or 0 to be called again."""
        with log_context(chat=chat):
            if waiting[0].is_sent:
                await self._acknowledge(waiting[:1], waiting[0].entry.scope, None)
                return 1
            if self._is_held(waiting[0]):
                return await self._set_aside(waiting)
            if self.held.was_moved(waiting[0].entry):
                self._forget_entries([waiting[0].key])
                return 1
            if await self._send_queue.wait_until_sendable(
                self._reachability.current_scope(waiting[0].entry.scope).chat
            ):
                # Turns that came meanwhile can be combined with these entries.
                return 0
            try:
                return await self._announce(chat, waiting)
            except (RateLimited, RedisError, LeaseExpired, ApiUnreachable) as error:
                # Wait here, where no composed message takes memory: many chats may wait.
                if not isinstance(error, RateLimited):
                    tries = self._retries.failure_count(chat) + 1
                    log.warning("a chat is told later", chat=chat, tries=tries, kind=type(error).__name__, error=error)
                await self._retries.wait_after_failure(chat, error)
                return 0

    def _is_held(self, item: PendingNotice) -> bool:
        return self.held.is_held(item.entry.scope.place) and not item.is_sent

    async def _set_aside(self, waiting: Sequence[PendingNotice]) -> int:
        place = waiting[0].entry.scope.place
        held = list(takewhile(lambda item: item.entry.scope.place == place and not item.is_sent, waiting))
        if not await self.held.set_aside([item.entry for item in held], retry=False):
            return 0
        for entry in (item.entry for item in held):
            update = partial(update_player_index, self._store, self._reachability.current_scope(entry.scope))
            await self._retry_policy.run_until_success(partial(update, self._games.read_notice(entry.payload)))
        self._forget_entries([item.key for item in held])
        return len(held)

    async def _announce(self, chat: int, waiting: Sequence[PendingNotice]) -> int:
        """Send one message about a chat's first entries; return how many it announced, or 0 to be called again."""
        table = waiting[0].entry.scope
        most = 1 if waiting[0].key in self._text_already_sent else self._batch_limits.limit_of(table)
        batch = batch_for_one_message(waiting)[:most]
        scope = self._reachability.current_scope(table)
        count, newest = 1, None
        try:
            async with self._sending:
                notices = [self._games.read_notice(item.entry.payload) for item in batch]
                for notice in notices:
                    await update_player_index(self._store, scope, notice)
                post = await self._posts.compose_chat_post(scope, notices, table)
                count = post.notice_count
                newest = await self._lease.run_under_lease(self._send_post(scope, post, batch[:count]))
                await keep_end_picture(self._shared_pictures, scope, notices[:count], newest)
                self._turn_reminders.schedule_reminders(scope, notices[count - 1], newest.message_id)
        except (RateLimited, RedisError, LeaseExpired, ApiUnreachable):
            raise
        except ChatMoved as error:
            await self._reachability.follow_migration(chat, scope.chat, error)
            return 0
        except (ChatUnreachable, MissingRights) as error:
            log.warning("a chat cannot be told", chat=chat, error=error.message)
            await self._reachability.stop_clocks_after(chat, scope, error)
            refused = waiting[:1] if isinstance(error, TopicClosed) else waiting
            for place in {item.entry.scope.place for item in refused}:
                self.held.hold(place)
            return 0
        except RequestRejected as error:
            log.warning("a chat cannot be told so many at once", chat=chat, count=count, error=error.message)
            if count > 1:
                self._batch_limits.halve(table, count)
                return 0
        except Exception as error:  # noqa: BLE001 - the edge: no notice may end its chat's lane
            forget = partial(self._reveals.forget_entries, [batch[0].key])
            if await self._batch_limits.retry_or_dead_letter(chat, batch[0].entry, error, len(batch), forget):
                return 0
        self._retries.clear_failures(chat)
        self._batch_limits.clear(table)
        self._table_turns.note_told(chat, waiting[:count], waiting)
        await self._acknowledge(waiting[:count], scope, newest)
        await self._note_told(scope, table.place, newest)
        return count

    async def _note_told(self, scope: Scope, place: Scope, newest: NewestMessage | None) -> None:
        if newest is not None and self.held.is_tried(place):
            await self._reachability.resume_clocks(scope.chat, self.held.places_of_chat(place.chat) - {place})
        self.held.note_told(place)

    async def _acknowledge(
        self, announced: Sequence[PendingNotice], scope: Scope, newest: NewestMessage | None
    ) -> None:
        keys = [item.key for item in announced]
        try:
            if newest is not None or announced[0].is_sent:
                await self._opened_windows.lengthen_if_late(scope, announced)
            done = [item.entry for item in announced]
            await self._retry_policy.run_until_success(partial(self._outbox.ack_notices, done, scope, newest))
            for key in keys:
                self._recently_announced.check_and_note(key)
        except ShardNotOwned as error:
            log.warning("a chat is told again by another worker", chat=scope.chat, error=error)
        self._forget_entries(keys)

    async def _send_post(self, scope: Scope, post: Post, announced: Sequence[PendingNotice]) -> NewestMessage:
        newest = announced[-1]
        if isinstance(post, LobbyPost | BoardPost) and not post.fits_caption:
            # The text is sent first, so that the picture with its buttons is the newest message; retries do not repeat
            # the text.
            if newest.key not in self._text_already_sent:
                self._text_already_sent[newest.key] = await self._post_sender.send_text_ahead(scope, post)
            post = replace(post, text="")
        is_first = newest.entry.deliveries == 1
        sent = await self._post_sender.send_post(scope, post, announced[0].key, first_attempt=is_first)
        return replace(sent, ahead=self._text_already_sent.get(newest.key, 0))
