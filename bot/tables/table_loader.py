"""Chat migration and custom words of tables: what `bot.tables.games` needs to load a table.

A group that becomes a supergroup gets a new number; its tables and its players' index follow.
"""

import logging
from collections.abc import Awaitable, Callable

from bot.judges import WordChanges, WordJudge
from bot.store.chat_migration import InvalidChatMigration
from bot.store.games import GameStore
from bot.store.scope import Scope
from bot.tables.codec import decode_custom_words
from bot.tables.loaded_table import LoadedTable
from bot.tables.player_tables import index_players
from engine.game import Table
from engine.lobby_seats import Lobby
from engine.rulesets import shipped_rulesets

log = logging.getLogger(__name__)


async def migrate_chat_tables(
    old_chat: int,
    new_chat: int,
    store: GameStore,
    load_table: Callable[[Scope], Awaitable[LoadedTable]],
    load_closed_table: Callable[[Scope], Awaitable[Table | None]],
) -> bool:
    """Move a group's tables and its players' index to its new number; idempotent.

    Args:
        old_chat: the group's former number.
        new_chat: its new number, according to Telegram.
        store: where the tables are.
        load_table: loads a table, following migrations.
        load_closed_table: loads the table of the former number.

    Returns:
        Whether that migration is possible; if not, nothing was changed, and a log line says so.
    """
    try:
        closed = await store.close_chat(old_chat, new_chat)
    except InvalidChatMigration as error:
        log.error("what is said is not believed: %s", error)  # noqa: TRY400 - where it was raised says nothing more
        return False
    scope = Scope(closed.chat)
    if not closed.is_copied:
        # Indexed before and dropped after, so that a player's index never lacks the game.
        await index_players(store.players, await load_closed_table(Scope(old_chat)), scope)
        await store.migrate_chat(old_chat, scope.chat, {ruleset.language for ruleset in shipped_rulesets().values()})
    loaded = await load_table(scope)
    await index_players(store.players, loaded.table, loaded.scope, Scope(old_chat))
    return True


async def custom_words_at(judges: WordJudge, scope: Scope, table: Table, stored_words: bytes | None) -> WordChanges:
    """The custom words that count at a table whose game is not over; ``stored_words`` are those it began with."""
    if not table.ruleset.chat_words:
        return WordChanges()
    if isinstance(table, Lobby):
        return await judges.chat_words.load_changes(scope.chat, table.ruleset.language)
    return WordChanges() if stored_words is None else decode_custom_words(stored_words)
