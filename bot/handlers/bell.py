"""Who wants to be told when the next table opens: asked for by everybody for themselves, and told once.

The lobby's own message mentions them; nothing else is sent for it.
"""

import asyncio
from collections.abc import Callable
from typing import Final

from bot.families.context import Context
from bot.outcomes import Undone
from bot.store.callers import MOST, Caller, Callers, field_of
from bot.store.keys import Scope
from bot.tables.summons import NOBODY, Summons
from bot.telegram.answers import Answers
from bot.telegram.inbound import Command, Tap
from bot.telegram.members import Members
from bot.typed.commands import command
from engine.errors import Refusal
from engine.seats import Seat

MOST_TOLD: Final = 10
"""So many are told of one table, those who asked first; the others of the next one."""


class BellHandlers:
    """Lets people ask for it and think better of it, and knows whom a new table calls.

    Args:
        members: knows who is in a group.
        callers: keeps who waits.
        answers: tells who asks.
        is_shut: whether somebody is banned by the owners.
    """

    def __init__(self, members: Members, callers: Callers, answers: Answers, is_shut: Callable[[int], bool]) -> None:
        self._members: Final = members
        self._callers: Final = callers
        self._answers: Final = answers
        self._is_shut: Final = is_shut

    @command("ping", "group", "member", kind="setting", person=True)
    async def ping(self, request: Command, context: Context) -> None:
        """``/haber``: be told when the next table opens here; once more calls it off."""
        await self._answers.briefly(request, context.voice.html(await self._turned(request)))

    async def tapped(self, tap: Tap, context: Context) -> None:
        """The button for the same."""
        if tap.place.private:
            raise Refusal("group_only")
        await self._answers.alert(tap, context.language, await self._turned(tap))

    async def _turned(self, request: Command | Tap) -> str:
        """Turn it on or off for who asks; the message that says which.

        Raises:
            Refusal: ``members_only``, or ``bell_full`` with how many wait.
        """
        scope, sender = request.place.scope, request.sender
        if isinstance(request, Tap) and not (await self._members.of(scope.chat, sender.user)).present:
            raise Refusal("members_only")
        waiting = await self._callers.waiting(scope)
        waits = any(caller.user == sender.user for caller in waiting)
        if not waits and len(waiting) >= MOST:
            raise Refusal("bell_full", most=MOST)
        await self._callers.choose(scope, sender.user, None if waits else sender.name, request.update)
        # Read again: handled once more, the same update turns nothing.
        waits = any(caller.user == sender.user for caller in await self._callers.waiting(scope))
        return "bell-on" if waits else "bell-off"

    async def summoned(self, scope: Scope, host: int) -> Summons:
        """Whom a table calls that somebody opens.

        Who is banned or has left the group by then is told nothing, nor waits on.

        Of whom Telegram cannot say now whether they are there, the next table asks.
        """
        waiting = await self._callers.waiting(scope)
        if not waiting:
            return NOBODY
        shut = {caller.user for caller in waiting if self._is_shut(caller.user)}
        asked = [caller for caller in waiting if caller.user not in {host, *shut}][:MOST_TOLD]
        there = await asyncio.gather(*(self._present(scope, caller) for caller in asked))
        told = tuple(Seat(caller.user, caller.name) for caller, present in zip(asked, there, strict=True) if present)
        known = {caller.user for caller, present in zip(asked, there, strict=True) if present is not None}
        gone = [caller.user for caller in waiting if caller.user in {host, *shut, *known}]
        return Summons(told, tuple(field_of(scope, user) for user in gone))

    async def _present(self, scope: Scope, caller: Caller) -> bool | None:
        """Whether somebody is in the group; ``None`` where that cannot be said."""
        try:
            return (await self._members.of(scope.chat, caller.user)).present
        except (Refusal, Undone):
            return None
