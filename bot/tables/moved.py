"""A group that became a supergroup: its table, and the notes of its players, follow it to its new number."""

from collections.abc import Awaitable, Callable

from bot.store.keys import Scope
from bot.store.redis import Store
from bot.tables.held import Held
from bot.tables.notes import note_players
from engine.game import Table
from engine.rulesets import rulesets


async def follow(
    old: int,
    new: int,
    store: Store,
    load: Callable[[Scope], Awaitable[Held]],
    left: Callable[[Scope], Awaitable[Table | None]],
) -> None:
    """Take everything from one number to the other; again is harmless.

    Args:
        old: the group's former number.
        new: the one that it has now, as far as Telegram said.
        store: where the tables are.
        load: reads a table where it is by now.
        left: reads what a closed group left behind.

    Raises:
        UnreadableState: the table was written by another version; it has moved all the same.
        Astray: nobody can tell where the group is by now.
    """
    closed = await store.close(old, new)
    there = Scope(closed.chat)
    if not closed.left:
        # Noted before and dropped after, so that at no instant a player's list lacks the game.
        await note_players(store, await left(Scope(old)), there)
        await store.move(old, there.chat, {ruleset.language for ruleset in rulesets().values()})
    held = await load(there)
    for former in {Scope(old), there} - {held.scope}:
        await note_players(store, held.table, held.scope, former)
