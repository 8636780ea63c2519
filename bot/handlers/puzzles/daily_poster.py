"""The daily puzzle: posts it in the chats where it is due, each date once, even if workers end in between.

Redis keeps which chats are due and when, beside the deadlines of their shard; the shard's owner posts. That a puzzle is
being sent is noted before: what nobody knows to be sent is not sent again, as people do not want it twice. What was
surely not sent is tried again for an hour.
"""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import date, datetime
from functools import partial
from typing import Final, Protocol

from redis.exceptions import RedisError

from bot.call_errors import CallFailed, ChatMoved, ChatUnreachable, NotSent, RateLimited, RequestRejected
from bot.handlers.puzzles.daily_calendar import DailyTime, Occurrence, puzzle_to_post
from bot.handlers.puzzles.daily_setting import load_daily_time
from bot.logs.logger import get_logger, log_context
from bot.runtime import wait_or_stop
from bot.store.daily_puzzles import DailyChat, DailyOutcome, DailyPuzzleStore
from bot.store.schedule import DailySchedule
from bot.workers.retry_policy import STORE_SECONDS, Backoff, RetryLoop
from bot.workers.supervisor import UNLIMITED, Lease, LeaseExpired

log = get_logger(__name__)

_POLL_SECONDS: Final = 5.0
_BATCH: Final = 16
_NO_PUZZLE_SECONDS: Final = 300.0
"""How long until it is looked again for a puzzle, where there was none."""


class SendablePost(Protocol):
    """A post that is ready."""

    async def send(self) -> None:
        """Send it, once.

        Raises:
            CallFailed: as Telegram answered.
        """


class PostMaker(Protocol):
    """Makes posts (:class:`bot.handlers.puzzles.daily_post.DailyPosts`)."""

    async def choose_puzzle(self, chat: int, known: DailyChat, day: date, /) -> str | None:
        """The id of the puzzle for a date; ``None`` if there is none now."""

    async def prepare_post(self, chat: int, known: DailyChat, day: date, puzzle: str, /) -> SendablePost | None:
        """The post of a date's puzzle; ``None`` if there is no such puzzle any more."""


class DailyPoster:
    """Posts daily puzzles; one instance a process, any number of processes.

    Args:
        clock: gives the instant, in UTC.
        lease: for how long no other worker posts in the chats of this one's shards.
        until_next_poll: waits that many seconds, or until the event is set.
    """

    def __init__(
        self,
        *,
        store: DailyPuzzleStore,
        schedule: DailySchedule,
        posts: PostMaker,
        clock: Callable[[], datetime],
        lease: Lease = UNLIMITED,
        until_next_poll: Callable[[asyncio.Event, float], Awaitable[None]] = wait_or_stop,
    ) -> None:
        self._store: Final = store
        self._schedule: Final = schedule
        self._posts: Final = posts
        self._clock: Final = clock
        self._lease: Final = lease
        self._until_next_poll: Final = until_next_poll
        self._retry_policy: Final = RetryLoop("Noting daily puzzles", (RedisError,), longest=STORE_SECONDS)
        self._retries: Final[Backoff[int]] = Backoff()
        self._waits: Final[dict[int, float]] = {}
        """Seconds until what was surely not sent is tried again, by chat."""

    async def run(self, stop: asyncio.Event) -> None:
        """Post what is due until ``stop`` is set."""
        while not stop.is_set():
            try:
                await self.post_due()
            except RedisError as error:
                log.warning("daily puzzles wait for Redis", error=error)
            await self._until_next_poll(stop, _POLL_SECONDS)

    async def post_due(self) -> int:
        """Post the puzzles that are due now; the number of chats that were looked at."""
        entries = await self._schedule.claim_due_entries(self._clock().timestamp(), _BATCH)
        await asyncio.gather(*map(self._handle_entry, entries))
        return len(entries)

    async def _handle_entry(self, entry: bytes) -> None:
        try:
            chat = int(entry)
        except ValueError:
            log.error("a chat that is due a puzzle cannot be read and is dropped")  # noqa: TRY400 - it says nothing more
            await self._schedule.unschedule_everywhere(entry)
        else:
            with log_context(chat=chat):
                await self._handle_chat(chat)

    async def _handle_chat(self, chat: int) -> None:
        try:
            await self._look_at_chat(chat)
        except LeaseExpired:
            # It comes again, here or at the shard's next owner.
            return
        except RedisError:
            raise
        except Exception as error:  # the outermost edge: no chat may end the loop for all
            log.exception("a daily puzzle is looked at later", chat=chat)
            await self._look_again(chat, self._retries.count_failure(chat, error))

    async def _look_at_chat(self, chat: int) -> None:
        known = await self._store.load_chat(chat)
        if known.moved is not None:
            await self._follow_chat(chat, known.moved)
            return
        daily = load_daily_time(known.settings)
        if daily is None:
            await self._schedule.unschedule_entry(chat, _entry(chat))
            return
        due = _due_occurrence(daily, self._clock(), known)
        if due is None:
            await self._schedule_next(chat)
            return
        puzzle = await self._posts.choose_puzzle(chat, known, due.day)
        if puzzle is None:
            log.warning("there is no puzzle for a chat now", chat=chat)
            await self._look_again(chat, _NO_PUZZLE_SECONDS)
            return
        await self._lease.run_under_lease(self._post(chat, known, due, puzzle))

    async def _post(self, chat: int, known: DailyChat, due: Occurrence, puzzle: str) -> None:
        """Send a puzzle, once it is noted that it is being sent."""
        post = await self._posts.prepare_post(chat, known, due.day, puzzle)
        if post is None:
            await self._look_again(chat, _NO_PUZZLE_SECONDS)
            return
        begun = await self._store.begin_sending(chat, due.day, puzzle)
        match begun.outcome:
            case "fenced":
                return
            case "moved":
                await self._follow_chat(chat, begun.new_chat)
                return
            case "done":
                await self._schedule_next(chat, due.at)
                return
            case "sending":
                pass
        state = await self._send(chat, post)
        await self._retry_policy.run_until_success(
            partial(self._store.record_outcome, chat, due.day, begun.attempt, state)
        )
        if state == "waiting":
            await self._look_again(chat, self._waits.pop(chat))
            return
        self._retries.clear_failures(chat)
        await self._retry_policy.run_until_success(partial(self._schedule_next, chat, due.at))

    async def _send(self, chat: int, post: SendablePost) -> DailyOutcome:
        try:
            await post.send()
        except (RateLimited, NotSent, ChatMoved) as error:
            # Nothing was sent. A supergroup gets it once all that the group had is there.
            log.info("a chat gets its daily puzzle later", chat=chat, error=error.message)
            self._waits[chat] = self._retries.count_failure(chat, error)
            return "waiting"
        except (ChatUnreachable, RequestRejected) as error:
            log.info("a chat gets no daily puzzle", chat=chat, error=error.message)
            return "unknown"
        except CallFailed as error:
            # It may have been done: nobody can tell, and nobody is told twice.
            log.warning("nobody knows whether a chat got its daily puzzle", chat=chat, error=error)
            return "unknown"
        return "sent"

    async def _follow_chat(self, chat: int, new_chat: int) -> None:
        """Look at once at the supergroup that a chat has become."""
        await self._schedule.schedule_entry(new_chat, _entry(new_chat), self._clock().timestamp())
        await self._schedule.unschedule_entry(chat, _entry(chat))

    async def _look_again(self, chat: int, seconds: float) -> None:
        await self._schedule.schedule_entry(chat, _entry(chat), self._clock().timestamp() + seconds)

    async def _schedule_next(self, chat: int, posted: datetime | None = None) -> None:
        """Have a chat looked at when its next puzzle is due, by what it has chosen by now.

        Args:
            chat: the chat.
            posted: when the puzzle was due that is posted: the next one follows it, however long posting took.
        """
        daily = load_daily_time((await self._store.load_chat(chat)).settings)
        if daily is None:
            await self._schedule.unschedule_entry(chat, _entry(chat))
            return
        await self._schedule.schedule_entry(
            chat, _entry(chat), daily.next_after(posted or self._clock()).at.timestamp()
        )


def _entry(chat: int) -> bytes:
    return str(chat).encode()


def _due_occurrence(daily: DailyTime, now: datetime, known: DailyChat) -> Occurrence | None:
    """The puzzle to be posted now: another date's than the newest, or that one if it surely was not sent."""
    newest = known.newest
    if newest is None or newest.state != "waiting":
        return puzzle_to_post(daily, now, None if newest is None else newest.day)
    found = puzzle_to_post(daily, now, None)
    return found if found is not None and found.day >= newest.day else None
