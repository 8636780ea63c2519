"""Turn reminders: private messages that it is one's turn, or that the others wait, to those who chose to get them.

Each has a link to the group. Whoever opened a table for a group from their private chat is told there where it is.

Reminders are best effort: the group itself is always told, so a lost one costs nobody a turn. They hold no letters.
"""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from redis.exceptions import RedisError

from bot.call_errors import CallFailed
from bot.logs.logger import get_logger, log_context
from bot.store.games import GameStore
from bot.store.scope import Scope
from bot.tables.codec import Notice
from bot.telegram.api.gateway import Gateway
from bot.telegram.groups import fetch_group, group_link
from bot.telegram.keyboards import Keyboards
from bot.telegram.private_locale import PrivateLocales
from bot.texts import Texts
from bot.wording.formatting import join_lines
from bot.wording.speaker import Speaker, localized_title
from bot.wording.table_label import label_line
from bot.workers.lanes import Lanes
from bot.workers.recent import RecentKeys
from bot.workers.sending import Priority, Sending
from engine.absence import Nudged
from engine.clock import MoveClock
from engine.computer_ids import is_computer
from engine.game_base import GameView
from engine.messages import Named

log = get_logger(__name__)

CallLater = Callable[[float, Callable[[], None]], asyncio.TimerHandle]
TURN_SETTING: Final = "turn"
"""A user's own setting: whether to be reminded of a turn in a game without a clock or with a slow one."""
NUDGE_SETTING: Final = "nudge"
"""A user's own setting: whether to be told that the others wait."""
ON: Final = "on"
"""The value of a setting that is on."""
_SLOW_GAME_SECONDS: Final = 6 * 60 * 60
"""A game whose clock gives at least so many seconds a move counts as slow."""
_REMEMBER_SECONDS: Final = 24 * 60 * 60.0
_DELAY_SECONDS: Final = 20.0
"""How long a turn lasts before its player is reminded: whoever is playing right now needs no reminder."""


@dataclass(frozen=True, slots=True)
class _Reminder:
    setting: str
    """The user's setting that decides whether it is sent; it also chooses the text."""
    scope: Scope
    titles: Mapping[str, str]
    """The game's title, by language."""
    message: int
    """The newest message about the table."""
    number: int = 0
    """The table's number; 0 where no other is open beside it."""
    players: Sequence[Named] = ()
    """Those at a table with a number, which is named by them."""
    is_table_opened: bool = False
    """Whether it tells the host that the table that they opened from their private chat is there."""


class TurnReminders:
    """Reminds people that it is their turn; one instance a process.

    Args:
        default_language: for people whose client uses no language of the bot's.
        call_later: calls a function after some seconds; the event loop's by default.
    """

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
        self._recently_reminded: Final = RecentKeys(_REMEMBER_SECONDS)
        """The turns that were reminded of; a hint: without it a reminder may come twice."""
        self._lanes: Final[Lanes[int, _Reminder]] = Lanes(self._send_first_waiting)
        self._delayed: Final[dict[Scope, tuple[asyncio.TimerHandle, Callable[[], None]]]] = {}
        """The timers of reminders for turns that are still young, and what they call."""

    def schedule_reminders(self, scope: Scope, notice: Notice, message: int) -> None:
        """Remind whoever is on turn, unless the turn ends soon; at once if the others have nudged them.

        It returns at once; reminders are sent in the background.
        """
        if (former := self._delayed.pop(scope, None)) is not None:
            former[0].cancel()
        view = notice.view
        if notice.private_host is not None:
            self._lanes.enqueue(
                notice.private_host, replace(_reminder_of(TURN_SETTING, scope, notice, message), is_table_opened=True)
            )
        if not isinstance(view, GameView) or view.turn is None or view.outcome is not None:
            return
        user = view.seats[view.turn].user
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
        """Send all reminders that wait, delayed ones at once, for so long at most."""
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
        # The lane may have begun with another chat's reminder.
        with log_context(chat=reminder.scope.chat):
            await self._remind_if_wanted(user, reminder)
        return 1

    async def _remind_if_wanted(self, user: int, reminder: _Reminder) -> None:
        try:
            if reminder.is_table_opened or (await self._store.load_settings(user)).get(reminder.setting) == ON:
                await self._send_reminder(user, reminder)
        except (CallFailed, RedisError) as error:
            log.info("a person is not told of their turn", user=user, error=error)
        except Exception:  # the outermost edge: no call may end its lane
            log.exception("a person cannot be told of their turn", user=user)

    async def _send_reminder(self, user: int, reminder: _Reminder) -> None:
        language, group = (
            await self._private_locales.locale_of_user(user),
            await fetch_group(self._gateway, reminder.scope.chat),
        )
        message = (
            "there-opened"
            if reminder.is_table_opened
            else "nudge-call"
            if reminder.setting == NUDGE_SETTING
            else "turn-call"
        )
        name = (group and group.title) or "…"
        text = self._texts.html(language, message, group=name, game=localized_title(reminder.titles, language))
        label = label_line(
            reminder.players, Speaker(self._texts, language, reminder.titles, table_number=reminder.number)
        )
        text = join_lines(label, text)
        link = None if group is None else group_link(group, reminder.scope.topic, reminder.message)
        keyboard = None if link is None else self._keyboards.link_keyboard(language, "button-turn-call", link)
        await self._gateway.send_text(Scope(user), text, keyboard, sending=Sending(Priority.LOOK_UP))


def _reminder_of(setting: str, scope: Scope, notice: Notice, message: int) -> _Reminder:
    players = () if notice.view is None else notice.view.seats
    return _Reminder(setting, scope, notice.title, message, notice.number, players)
