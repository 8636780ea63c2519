"""The chat's own words that count at a table."""

from bot.judges import Changes, Judges
from bot.store.keys import Scope
from bot.tables.codec import decode_words
from engine.game import Table
from engine.seats import Lobby


async def words_at(judges: Judges, scope: Scope, table: Table, kept: bytes | None) -> Changes:
    """Those at a table whose game is still to end; ``kept`` are those its game began with."""
    if not table.ruleset.chat_words:
        return Changes()
    if isinstance(table, Lobby):
        return await judges.chat_words.read(scope.chat, table.ruleset.language)
    return Changes() if kept is None else decode_words(kept)
