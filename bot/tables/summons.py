"""Whom a new table calls: those who wanted to be told of it, and are then told no more."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from bot.store.keys import Scope
from engine.seats import Seat


@dataclass(frozen=True, slots=True)
class Summons:
    """Who is told of a table that opens."""

    told: tuple[Seat, ...] = ()
    """Whom the message about it mentions."""
    called: tuple[str, ...] = ()
    """By what those are found who wait no longer (:func:`bot.store.callers.field_of`), told or not."""
    afar: int | None = None
    """Who opens it from their private chat, and is told there where it is."""


Summon = Callable[[Scope, int], Awaitable[Summons]]
"""Whom a table in that place calls, which that user opens."""

NOBODY = Summons()


async def nobody(scope: Scope, host: int) -> Summons:  # noqa: ARG001 - as any :data:`Summon`
    """Call nobody."""
    return NOBODY
