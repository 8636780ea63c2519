"""A group that became a supergroup: its table, and the notes of its players, follow it to its new number."""

import logging
from collections.abc import Awaitable, Callable

from bot.store.keys import Scope
from bot.store.migrate import WrongMove
from bot.store.redis import Store
from bot.tables.held import Held
from bot.tables.notes import note_players
from engine.game import Table
from engine.rulesets import rulesets

log = logging.getLogger(__name__)


async def follow(
    old: int,
    new: int,
    store: Store,
    load: Callable[[Scope], Awaitable[Held]],
    left: Callable[[Scope], Awaitable[Table | None]],
) -> bool:
    """Take everything from one number to the other; again is harmless.

    Args:
        old: the group's former number.
        new: the one that it has now, as far as Telegram said.
        store: where the tables are.
        load: reads a table where it is by now.
        left: reads what a closed group left behind.

    Returns:
        Whether the one can have become the other; otherwise nothing was changed, and the log says so.
    """
    try:
        closed = await store.close(old, new)
    except WrongMove as error:
        log.error("what is said is not believed: %s", error)  # noqa: TRY400 - where it was raised says nothing more
        return False
    there = Scope(closed.chat)
    if not closed.left:
        # Noted before and dropped after, so that at no instant a player's list lacks the game.
        await note_players(store, await left(Scope(old)), there)
        await store.move(old, there.chat, {ruleset.language for ruleset in rulesets().values()})
    held = await load(there)
    await note_players(store, held.table, held.scope, Scope(old))
    return True
