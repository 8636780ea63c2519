"""Where somebody plays and has played, in lists of their own: these lie in other shards than the tables.

A note may outlive its game or precede one that never begins, so every reader asks the table itself.
"""

from bot.store.keys import Scope
from bot.store.redis import Store
from bot.tables.held import people, playing, table_name
from engine.game import Table, is_over
from engine.seats import Lobby


async def note_players(store: Store, table: Table | None, scope: Scope, former: Scope | None = None) -> None:
    """Note for the players of a table where it is, and that it is no longer at ``former``; again is harmless."""
    if table is None:
        return
    if is_over(table) and not isinstance(table, Lobby):
        for user in people(table.players):
            await store.add_finished_game(user, scope, table_name(table))
            if former is not None:
                await store.drop_finished_game(user, former, table_name(table))
    for user in playing(table):
        await store.add_user_game(user, scope, table_name(table))
        if former is not None:
            await store.drop_user_game(user, former, table_name(table))
