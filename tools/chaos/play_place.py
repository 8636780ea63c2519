"""A chat or topic where several tables are played at a time, each opened beside the others."""

import asyncio
from collections.abc import Iterator
from random import Random
from typing import Final

from engine.game import is_over
from tools.chaos.ledger import TableRecord
from tools.chaos.outputs import TelegramOutput
from tools.chaos.places import Place
from tools.chaos.play_table import TablePlayer
from tools.chaos.table_kinds import TableKind
from tools.chaos.table_watcher import COMMIT_WAIT_SECONDS, TableWatcher
from tools.chaos.update_sender import UpdateSender

_GAMES_PER_TABLE: Final = 3
"""So many tables are opened one after another instead of one, before people go elsewhere."""
_WAIT_SECONDS: Final = 0.5


class PlacePlayer:
    """Plays so many tables at a time at one place.

    Args:
        sender: where updates go.
        watcher: how tables have come along.
        place: where.
        kinds: what is played.
        rng: decides.
        tables: how many at a time.
        output: what the bot has sent.
        supergroup: the chat's number once it becomes a supergroup; ``None`` if it stays what it is.
    """

    def __init__(
        self,
        sender: UpdateSender,
        watcher: TableWatcher,
        place: Place,
        kinds: Iterator[TableKind],
        *,
        rng: Random,
        tables: int,
        output: TelegramOutput,
        supergroup: int | None = None,
    ) -> None:
        self._sender: Final = sender
        self._watcher: Final = watcher
        self._place: Final = place
        self._kinds: Final = kinds
        self._rng: Final = rng
        self._tables: Final = tables
        self._output: Final = output
        self._supergroup: Final = supergroup

    async def play_to_end(self) -> None:
        """Until as many tables have been played as are played at a place, or nothing new is to be begun."""
        async with asyncio.TaskGroup() as group:
            for _ in range(self._tables):
                group.create_task(self._play_one_after_another())

    async def _play_one_after_another(self) -> None:
        for _ in range(_GAMES_PER_TABLE):
            if self._sender.stopping.is_set():
                return
            kind = next(self._kinds)
            while not (players := self._place.choose_players(kind.players, self._rng)):  # noqa: ASYNC110 - as seats have no event
                await asyncio.sleep(_WAIT_SECONDS)
            record = self._place.add_table(kind.game, players)
            table = TablePlayer(
                self._sender,
                self._watcher,
                record,
                kind,
                players,
                rng=Random(self._rng.getrandbits(64)),  # noqa: S311 - games are played by it, nothing is kept secret
                supergroup=self._supergroup,
                place=self._place,
                output=self._output,
            )
            await table.play_to_end()
            await self._wait_until_over(record)
            self._place.close_table(record)

    async def _wait_until_over(self, record: TableRecord) -> None:
        """Wait until nobody sits at a table any more, which may be closed a moment after that was asked."""
        while True:
            version, table = await self._watcher.read_table(record)
            if version and (table is None or is_over(table)):
                return
            await self._watcher.wait_for_version(record, version + 1, COMMIT_WAIT_SECONDS)
