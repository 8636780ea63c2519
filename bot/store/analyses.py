"""The store of what was found of finished games. It knows bytes; what found them knows their meaning."""

from typing import Any, Final

from bot.store import keys
from bot.store.scripts import Script
from bot.store.shards.ownership import RedisStore


class AnalysisStore(RedisStore):
    """Keeps an analysis as long as its game."""

    _keep_script: Final = Script("keep_analysis")

    async def save_analysis(self, chat: int, game: str, version: int, found: bytes) -> bool:
        """Keep what was found of a game; ``False`` if the game is not kept any more.

        Args:
            chat: whose game it is.
            game: its id.
            version: of what found it.
            found: what was found.
        """
        names = (keys.packed_game(chat, game), keys.game_analysis(chat, game))
        return bool(await self._keep_script(self._client, names, [b"%d\n" % version + found]))

    async def read_analysis(self, chat: int, game: str, version: int) -> bytes | None:
        """What was found of a game by that version; ``None`` if nothing was, or by another one."""
        stored: Any = await self._client.get(keys.game_analysis(chat, game))
        if stored is None:
            return None
        head, _, found = stored.partition(b"\n")
        return bytes(found) if head == b"%d" % version else None
