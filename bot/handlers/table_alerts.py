"""Table alerts: people who want to know when the next table opens here, each told once.

The lobby's own message mentions them; nothing else is sent.
"""

import asyncio
from collections.abc import Callable
from typing import Final

from bot.call_errors import CallFailed
from bot.families.chat_context import ChatContext
from bot.store.chats import MAX_SUBSCRIBERS, AlertSubscriber, TableAlerts, subscriber_field
from bot.store.keys import Scope
from bot.tables.notices import NO_ALERTS, DueAlerts
from bot.telegram.groups import GroupMembers
from bot.telegram.keyboards import alert_keyboard
from bot.telegram.replies import Replies
from bot.telegram.requests import Command, Tap
from bot.user_input.commands import handles_command
from engine.errors import Refusal
from engine.lobby_seats import Seat

MAX_ALERTED: Final = 10
"""So many subscribers a table alerts, the earliest first; the rest get the next one."""


class TableAlertHandlers:
    """Switches alerts on and off, and knows whom a new table alerts.

    Args:
        is_banned: whether the owners have banned somebody.
    """

    def __init__(
        self, members: GroupMembers, alerts: TableAlerts, answers: Replies, is_banned: Callable[[int], bool]
    ) -> None:
        self._members: Final = members
        self._alerts: Final = alerts
        self._answers: Final = answers
        self._is_banned: Final = is_banned

    @handles_command("ping", "group", "member", kind="look-up")
    async def offer_alert(self, request: Command, context: ChatContext) -> None:
        """``/haber``: a button for the alert; it changes nothing by itself, as other bots have a ``/ping``, too."""
        speaker = context.chat_speaker
        await self._answers.reply_briefly(request, speaker.html("bell-offer"), alert_keyboard(speaker))

    async def toggle_alert(self, tap: Tap, context: ChatContext) -> None:
        """Have the presser be told when the next table opens here, or not any more.

        Raises:
            Refusal: ``group_only``, ``members_only``, or ``bell_full`` with the number of subscribers.
        """
        scope, sender = tap.venue.scope, tap.sender
        if tap.venue.private:
            raise Refusal("group_only")
        if not (await self._members.find_member(scope.chat, sender.user)).present:
            raise Refusal("members_only")
        waiting = await self._alerts.list_subscribers(scope)
        waits = any(subscriber.user == sender.user for subscriber in waiting)
        if not waits and len(waiting) >= MAX_SUBSCRIBERS:
            raise Refusal("bell_full", most=MAX_SUBSCRIBERS)
        await self._alerts.set_subscription(scope, sender.user, None if waits else sender.name, tap.update.id)
        # Read again: handled once more, the same update turns nothing.
        waits = any(subscriber.user == sender.user for subscriber in await self._alerts.list_subscribers(scope))
        await self._answers.show_alert(tap, context.language, "bell-on" if waits else "bell-off")

    async def people_to_alert(self, scope: Scope, host: int) -> DueAlerts:
        """The people whom a host's new table alerts.

        Banned people and those who have left the group are dropped.

        A subscriber whom Telegram cannot tell about now stays for the next table.
        """
        waiting = await self._alerts.list_subscribers(scope)
        if not waiting:
            return NO_ALERTS
        banned = {subscriber.user for subscriber in waiting if self._is_banned(subscriber.user)}
        candidates = [subscriber for subscriber in waiting if subscriber.user not in {host, *banned}][:MAX_ALERTED]
        presences = await asyncio.gather(*(self._find_presence(scope, subscriber) for subscriber in candidates))
        alerted = tuple(
            Seat(subscriber.user, subscriber.name)
            for subscriber, present in zip(candidates, presences, strict=True)
            if present
        )
        known = {
            subscriber.user for subscriber, present in zip(candidates, presences, strict=True) if present is not None
        }
        dropped = [subscriber.user for subscriber in waiting if subscriber.user in {host, *banned, *known}]
        return DueAlerts(alerted, tuple(subscriber_field(scope, user) for user in dropped))

    async def _find_presence(self, scope: Scope, subscriber: AlertSubscriber) -> bool | None:
        """Whether somebody is in the group; ``None`` if Telegram cannot say."""
        try:
            return (await self._members.find_member(scope.chat, subscriber.user)).present
        except (Refusal, CallFailed):
            return None
