"""What is sent later: private reminders, new deadlines on boards after downtime, and notices that a chat refused.

Reminders of turns and of unanswered rounds may get lost, as the group is told anyway. They contain no letters of racks.
"""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import partial
from typing import Final

from redis.exceptions import RedisError
from telegram.helpers import create_deep_linked_url

from bot.announce.board_messages import ShownMessages, compose_current_texts
from bot.call_errors import CallFailed
from bot.languages import languages
from bot.logs import get_logger, log_context
from bot.runtime import wait_or_stop
from bot.store.games import GameStore
from bot.store.keys import Scope, shard_of
from bot.store.streams import Outbox, OutboxEntry, parse_entry_id
from bot.tables.codec import Notice, decode_table
from bot.tables.games import Games
from bot.tables.table_loader import human_users, table_name
from bot.telegram.gateway import Gateway
from bot.telegram.groups import fetch_group, group_link
from bot.telegram.keyboards import Keyboards, encode_rack_link
from bot.telegram.private_delivery import PrivateLocales
from bot.texts import Texts
from bot.wording import clocks
from bot.wording.speaker import Speaker, join_lines, localized_title
from bot.wording.tables import label_line
from bot.workers.lanes import Lanes
from bot.workers.recent import NewestDict, RecentKeys
from bot.workers.sending import Priority, Sending
from bot.workers.supervisor import RetryLoop, cancel_tasks
from engine.absence import Nudged
from engine.clock import MoveClock
from engine.computer_ids import is_computer
from engine.game import view
from engine.game_base import Game, GameView
from engine.messages import Named

log = get_logger(__name__)
CallLater = Callable[[float, Callable[[], None]], asyncio.TimerHandle]
TURN_SETTING: Final = "turn"  # a user's setting: whether to be reminded of turns in games with no clock or a slow one
NUDGE_SETTING: Final = "nudge"  # a user's setting: whether to be told that others wait
CALL_SETTING: Final = "call"  # a user's setting: whether to be told late in a round that their answer is missing
ON: Final = "on"
_MINUTE: Final = 60
_SLOW_GAME_SECONDS: Final = 6 * 60 * 60  # a game with at least this time for a move counts as slow
_REMEMBER_SECONDS: Final = 24 * 60 * 60.0
_DELAY_SECONDS: Final = 20.0  # how long a turn must last before its reminder is sent: active players need none


@dataclass(frozen=True, slots=True)
class _Reminder:
    setting: str  # the user's setting that allows the reminder, and selects its text
    scope: Scope
    titles: Mapping[str, str]  # the game's title, by language
    message: int
    number: int = 0  # the table's number; 0 if it is the only one in its place
    players: Sequence[Named] = ()  # the players of a numbered table, to name the table
    called_round: int = 0  # the round that the user has not answered; 0 in other reminders
    called_seconds: int = 0  # seconds left to answer that round, in steps of a minute; in the last minute of ten
    is_table_opened: bool = False  # whether it tells hosts that a table opened from their private chat is there


class TurnReminders:
    """Reminds users privately that it is their turn; one instance a process."""

    def __init__(
        self,
        gateway: Gateway,
        store: GameStore,
        texts: Texts,
        default_language: str,
        call_later: CallLater | None = None,
    ) -> None:
        self._call_later: Final = call_later
        self._gateway: Final = gateway
        self._store: Final = store
        self._texts: Final = texts
        self._keyboards: Final = Keyboards(texts)
        self._private_locales: Final = PrivateLocales(store, default_language)
        self._recently_reminded: Final = RecentKeys(_REMEMBER_SECONDS)  # if this is lost, a reminder may come twice
        self._lanes: Final[Lanes[int, _Reminder]] = Lanes(self._send_first_waiting)
        self._delayed: Final[dict[Scope, tuple[asyncio.TimerHandle, Callable[[], None]]]] = {}
        """The timers of delayed reminders, and the calls that they make."""

    def schedule_reminders(self, scope: Scope, notice: Notice, message: int) -> None:
        """Remind the players whose turn it is, in the background; not if it ends soon, but at once after a nudge."""
        if (former := self._delayed.pop(scope, None)) is not None:
            former[0].cancel()
        view = notice.view
        if notice.private_host is not None:
            self._lanes.enqueue(
                notice.private_host, replace(_reminder_of(TURN_SETTING, scope, notice, message), is_table_opened=True)
            )
        seconds = max((event.called_seconds for event in notice.events), default=0)
        if seconds and isinstance(view, GameView) and not scope.is_private:
            # Notices do not say who has answered: the table is read once the group has been told.
            unit = _MINUTE if seconds > _MINUTE else _MINUTE // 6
            call = _reminder_of(CALL_SETTING, scope, notice, message)
            self._lanes.enqueue(
                scope.chat, replace(call, called_round=view.number + 1, called_seconds=-(-seconds // unit) * unit)
            )
        if not isinstance(view, GameView) or len(view.awaited) != 1:
            # The announcement is enough unless the game waits for just one player.
            return
        user = view.seats[view.awaited[0]].user
        if is_computer(user):
            return
        if any(isinstance(event, Nudged) for event in notice.events):
            if not self._recently_reminded.check_and_note((notice.table, view.number, user, NUDGE_SETTING)):
                self._lanes.enqueue(user, _reminder_of(NUDGE_SETTING, scope, notice, message))
            return
        rule = None if view.clock is None else view.clock.rule
        if rule is not None and not (isinstance(rule, MoveClock) and rule.seconds >= _SLOW_GAME_SECONDS):
            return
        if not self._recently_reminded.check_and_note((notice.table, view.number, user, TURN_SETTING)):
            reminder = _reminder_of(TURN_SETTING, scope, notice, message)
            enqueue = partial(self._queue_reminder, scope, user, reminder)
            later = asyncio.get_running_loop().call_later if self._call_later is None else self._call_later
            self._delayed[scope] = later(_DELAY_SECONDS, enqueue), enqueue

    async def drain(self, seconds: float) -> None:
        """Send all reminders that wait, delayed ones included, for at most ``seconds``."""
        for timer, enqueue in tuple(self._delayed.values()):
            timer.cancel()
            enqueue()
        await self._lanes.finish_all(seconds)

    def _queue_reminder(self, scope: Scope, user: int, reminder: _Reminder) -> None:
        del self._delayed[scope]
        self._lanes.enqueue(user, reminder)

    async def _send_first_waiting(self, user: int, waiting: Sequence[_Reminder]) -> int:
        reminder = waiting[0]
        if any((later.setting, later.scope) == (reminder.setting, reminder.scope) for later in waiting[1:]):
            return 1
        # Another chat's reminder may have started the lane's task.
        with log_context(chat=reminder.scope.chat):
            await self._remind_if_wanted(user, reminder)
        return 1

    async def _remind_if_wanted(self, user: int, reminder: _Reminder) -> None:
        try:
            if user == reminder.scope.chat:
                await self._call_unanswered(reminder)
            elif reminder.is_table_opened or (await self._store.load_settings(user)).get(reminder.setting) == ON:
                await self._send_reminder(user, reminder)
        except (CallFailed, RedisError) as error:
            # The log names only the table, as nobody else may know who has answered.
            log.info("a person is not told of their turn", error=error, scope=reminder.scope)
        except Exception:  # the outermost edge: no reminder may end its lane
            log.exception("a person cannot be told of their turn", scope=reminder.scope)

    async def _call_unanswered(self, call: _Reminder) -> None:
        stored = (await self._store.load_table(call.scope)).state
        table = None if stored is None else decode_table(stored)
        if isinstance(table, Game) and table.number + 1 == call.called_round:
            for user in human_users(table.unanswered):
                self._lanes.enqueue(user, call)

    async def _send_reminder(self, user: int, reminder: _Reminder) -> None:
        language, group = (
            await self._private_locales.locale_of_user(user),
            await fetch_group(self._gateway, reminder.scope.chat),
        )
        message = (
            "there-opened"
            if reminder.is_table_opened
            else "round-call"
            if reminder.called_round
            else "nudge-call"
            if reminder.setting == NUDGE_SETTING
            else "turn-call"
        )
        name = (group and group.title) or "…"
        speaker = Speaker(self._texts, language, reminder.titles, table_number=reminder.number)
        text = speaker.html(
            message,
            group=name,
            game=localized_title(reminder.titles, language),
            round=reminder.called_round,
            time=speaker.duration(reminder.called_seconds),
        )
        text = join_lines(label_line(reminder.players, speaker), text)
        link = None if group is None else group_link(group, reminder.scope.topic, reminder.message)
        button = "button-turn-call"
        if reminder.called_round:
            link = create_deep_linked_url(self._gateway.username, encode_rack_link(reminder.scope))
            button = "button-duplicate-answer"
        keyboard = None if link is None else self._keyboards.link_keyboard(language, button, link)
        await self._gateway.send_text(Scope(user), text, keyboard, sending=Sending(Priority.LOOK_UP))


def _reminder_of(setting: str, scope: Scope, notice: Notice, message: int) -> _Reminder:
    players = () if notice.view is None else notice.view.seats
    return _Reminder(setting, scope, notice.title, message, notice.number, players)


_POLL_SECONDS: Final = 10.0
_LONGEST_SECONDS: Final = 60.0  # how long an edit may wait for the rate limit; the next turn tells the deadline, too
_LEAST_SHIFT: Final = timedelta(minutes=1)  # a shorter downtime changes nothing visible, as boards tell minutes


@dataclass(slots=True, kw_only=True, eq=False)
class DeadlineRefresh:
    """Rewrites deadlines on board messages after downtime, in the chats of its process's shards."""

    gateway: Gateway
    games: Games
    store: GameStore
    shown_messages: ShownMessages
    texts: Texts
    default_language: str
    until_next_poll: Callable[[asyncio.Event, float], Awaitable[None]] = wait_or_stop
    last_downtime: timedelta = timedelta()  # the downtime at the last refresh

    async def run(self, stop: asyncio.Event) -> None:
        """Watch for downtime until ``stop`` is set."""
        while not stop.is_set():
            try:
                await self.refresh_after_downtime()
            except RedisError as error:
                log.warning("boards that say until when there is time wait for Redis", error=error)
            except Exception:  # the outermost edge: no board may end the loop for all
                log.exception("boards that say until when there is time cannot be looked through")
            await self.until_next_poll(stop, _POLL_SECONDS)

    async def refresh_after_downtime(self) -> None:
        """If there was downtime since the last call, refresh all boards; after a RedisError, the next starts over."""
        downtime = self.games.times.downtime
        if downtime is None or abs(downtime - self.last_downtime) < _LEAST_SHIFT:
            return
        for scope in await self.store.list_scopes_with_deadlines():
            with log_context(chat=scope.chat):
                if not scope.is_private and await self._outdated_board(scope) is not None:
                    await self._refresh_when_allowed(scope)
        self.last_downtime = downtime

    async def _refresh_when_allowed(self, scope: Scope) -> None:
        try:
            async with asyncio.timeout(_LONGEST_SECONDS):
                await self.gateway.send_queue.compose_when_allowed(
                    scope.chat, partial(self._refresh_board, scope), Sending(Priority.LEISURE)
                )
        except TimeoutError:
            log.info("a board keeps its instant: there is no room", chat=scope.chat)
        except CallFailed as error:
            log.info("a board keeps its instant", chat=scope.chat, error=error.message)

    async def _outdated_board(self, scope: Scope) -> tuple[str, GameView, Speaker] | None:
        loaded = await self.games.load_table(scope)
        if loaded.table is None or self.games.times.untold_downtime(loaded) < _LEAST_SHIFT:
            return None
        seen = view(loaded.table, None)
        if not isinstance(seen, GameView) or not clocks.shows_deadline(seen):
            return None
        language = languages().supported_or_none(loaded.settings.get("language")) or self.default_language
        offset = self.games.times.downtime
        table = table_name(loaded.table)
        speaker = Speaker(
            self.texts,
            language,
            loaded.table.ruleset.title,
            loaded.lexicon,
            served_time_offset=offset,
            table_number=loaded.told_number,
            board_link=self.gateway.board_link_in_group(table, scope),
        )
        return table, seen, speaker

    async def _refresh_board(self, scope: Scope, sending: Sending) -> None:
        if (found := await self._outdated_board(scope)) is None:
            return
        table, seen, speaker = found
        texts = compose_current_texts(table, seen, speaker)
        await self.shown_messages.refresh_texts(scope, table, texts, sending)


_FIRST_SECONDS: Final = 15.0  # half of the first wait before a retry; waits double
_LONGEST_RETRY_SECONDS: Final = 1800.0
_MOST_DOUBLINGS: Final = 10
_OUTCOME_SECONDS: Final = 10.0  # how long a request waits to learn whether a retry reached the chat
_MOST_PLACES: Final = 4096  # places whose notices were last put back, as far as they are remembered


class HeldNotices:
    """Holds the notices of places (chats or topics) where the bot cannot write; one instance a process."""

    def __init__(self, outbox: Outbox, retry_policy: RetryLoop) -> None:
        self._outbox: Final = outbox
        self._retry_policy: Final = retry_policy
        self._failures: Final[dict[Scope, int]] = {}  # how often each place refused a message
        self._tried: Final[set[Scope]] = set()  # places whose notices are in the outbox again, with none sent yet
        self._taken_back: Final[NewestDict[Scope, tuple[int, int]]] = NewestDict(_MOST_PLACES)
        """The outbox position of each place's oldest notice that was put back; entries before it were moved behind it.
        """
        self._moving: Final = asyncio.Lock()  # held while notices are moved, so that those of a place keep their order
        self._timers: Final[dict[Scope, asyncio.TimerHandle]] = {}
        self._retries: Final[dict[Scope, asyncio.Task[None]]] = {}
        self._outcomes: Final[dict[Scope, asyncio.Future[bool]]] = {}
        outbox.on_held_found = self._note_found

    def is_held(self, place: Scope) -> bool:
        """Whether a place's notices wait until the bot can write there."""
        return place in self._failures and place not in self._tried

    def is_tried(self, place: Scope) -> bool:
        """Whether a place's notices are being tried again and none was sent yet."""
        return place in self._tried

    def was_moved(self, entry: OutboxEntry) -> bool:
        """Whether a notice was moved to a later position in the outbox, from which it will come again."""
        oldest = self._taken_back.get(entry.scope.place)
        return oldest is not None and not entry.sent_ms and parse_entry_id(entry.id) < oldest

    def places_of_chat(self, chat: int) -> set[Scope]:
        """The places of a chat where, as far as known, the bot cannot write."""
        return {place for place in self._failures if place.chat == chat}

    def hold(self, place: Scope) -> None:
        """Hold the notices of a place, and try them again after a while."""
        self._failures[place] = failures = self._failures.get(place, 0) + 1
        self._set_timer(place, min(_LONGEST_RETRY_SECONDS, _FIRST_SECONDS * (1 << min(failures, _MOST_DOUBLINGS))))
        self._settle(place, told=False)

    async def set_aside(self, entries: Sequence[OutboxEntry], *, retry: bool) -> bool:
        """If a place's notices are held, take them from the outbox, or ``retry`` them all; return whether they are."""
        place = entries[0].scope.place
        if not self.is_held(place):
            return False
        async with self._moving:
            if not self.is_held(place):
                return False
            for entry in entries:
                await self._retry_policy.run_until_success(partial(self._outbox.hold_notice, entry))
        if retry:
            self._start_retry(place)
        return True

    def note_told(self, place: Scope) -> None:
        """Note that a place took a message, or refused one for another reason than missing rights."""
        if place in self._failures:
            self._forget(place, told=True)

    async def retry_place(self, place: Scope) -> bool | None:
        """Try a place's notices now; return whether one was sent, or ``None`` if none is held."""
        if place not in self._failures:
            return None
        outcome = self._outcomes.setdefault(place, asyncio.get_running_loop().create_future())
        self._start_retry(place)
        done, _ = await asyncio.wait((outcome,), timeout=_OUTCOME_SECONDS)
        return bool(done) and outcome.result()

    async def retry_chat(self, chat: int) -> bool | None:
        """Call :meth:`retry_place` for all places of a chat; return whether one took a message."""
        places = self.places_of_chat(chat)
        return any(await asyncio.gather(*map(self.retry_place, places))) if places else None

    def forget_shards(self, shards: Collection[int]) -> None:
        """Forget the places of shards that another worker has taken over."""
        for place in [place for place in self._failures if shard_of(place.chat) in shards]:
            self._forget(place, told=False)

    async def close(self) -> None:
        """Stop retrying."""
        for place in tuple(self._failures):
            self._forget(place, told=False)
        await cancel_tasks(tuple(self._retries.values()))

    def _note_found(self, places: Collection[Scope]) -> None:
        for place in places:
            if place not in self._failures:
                self.hold(place)

    def _forget(self, place: Scope, *, told: bool) -> None:
        self._failures.pop(place, None)
        self._cancel_timer(place)
        self._settle(place, told=told)

    def _settle(self, place: Scope, *, told: bool) -> None:
        self._tried.discard(place)
        if (outcome := self._outcomes.pop(place, None)) is not None and not outcome.done():
            outcome.set_result(told)

    def _set_timer(self, place: Scope, seconds: float) -> None:
        self._cancel_timer(place)
        self._timers[place] = asyncio.get_running_loop().call_later(seconds, self._start_retry, place)

    def _cancel_timer(self, place: Scope) -> None:
        if (timer := self._timers.pop(place, None)) is not None:
            timer.cancel()

    def _start_retry(self, place: Scope) -> None:
        self._cancel_timer(place)
        if self.is_held(place) and place not in self._retries:
            self._retries[place] = task = asyncio.create_task(self._retry(place), name=f"held {place.chat}")
            task.add_done_callback(lambda _: self._retries.pop(place, None))

    async def _retry(self, place: Scope) -> None:
        async with self._moving:
            oldest = await self._retry_policy.run_until_success(partial(self._outbox.release_notices, place))
            if oldest:
                self._taken_back[place] = parse_entry_id(oldest)
            if oldest and place in self._failures:
                self._tried.add(place)
            else:
                self._forget(place, told=False)
