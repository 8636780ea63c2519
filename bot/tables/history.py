"""What was done at the tables of the chats: the log of the newest game, and the acts of former ones."""

from typing import Final

from bot.store.redis import Store
from bot.tables import acts
from bot.tables.acts import Act, IsAct
from bot.tables.codec import UnreadableState, decode_entry
from bot.tables.held import Held
from engine.record import LogEntry


class History:
    """Reads what was done.

    Args:
        store: where the logs are.
        is_act: which actions are kept as acts of administrators and hosts beyond their game.
    """

    def __init__(self, store: Store, is_act: IsAct) -> None:
        self._store: Final = store
        self._is_act: Final = is_act

    async def log(self, held: Held) -> list[LogEntry]:
        """What was done at a table, oldest first; nothing where it has changed since it was read.

        Raises:
            UnreadableState: it was written by another version.
        """
        return [decode_entry(entry) for entry in await self._store.log(held.scope, held.version)]

    async def acts(self, held: Held) -> list[Act]:
        """What was decided at a chat's table, and before at its former ones, oldest first.

        Raises:
            UnreadableState: it was written by another version.
        """
        kept = acts.read(await self._store.acts(held.scope))
        return (kept + acts.gathered(await self.log(held), held.table, self._is_act))[-acts.MOST :]

    async def kept(self, held: Held) -> bytes | None:
        """What stays of the acts at a place whose log begins anew; ``None`` leaves what was kept before."""
        if not held.version:
            return None
        try:
            return acts.stored(await self.acts(held))
        except UnreadableState:
            return None
