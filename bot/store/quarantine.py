"""The quarantine for tables that this version cannot read: kept as they are, so that their chats can go on."""

from typing import Final

from bot.store import keys, retention
from bot.store.scope import Scope
from bot.store.scripts import FencedScript
from bot.store.shards.ownership import FencedStore


class Quarantine(FencedStore):
    """Moves tables into quarantine."""

    _quarantine_script: Final = FencedScript("quarantine", "numbers")

    async def quarantine_table(self, scope: Scope, version: int) -> bool:
        """Move a table with its log and its words into quarantine, where they are kept for a while.

        Returns:
            Whether it was moved; not if there is another version by now, or no table.

        Raises:
            ShardNotOwned: another worker owns the shard; nothing was changed.
            redis.exceptions.RedisError: it may have been done.
        """
        done = await self._run_fenced(
            self._quarantine_script,
            (
                keys.game(scope),
                keys.game_log(scope),
                keys.game_words(scope),
                keys.deadlines(keys.shard_of(scope.chat)),
                keys.quarantined_game(scope, version),
                keys.quarantined_log(scope, version),
                keys.table_numbers(scope),
                keys.game(scope.place),
            ),
            (version, str(scope), retention.QUARANTINE_SECONDS, scope.table),
        )
        return bool(done)
