"""Everybody who plays: so many tables at a time, in groups, forums and groups that move, one after another."""

import asyncio
import contextlib
from collections.abc import Iterator
from random import Random
from typing import Final

from bot.store.scope import Scope
from tools.chaos.ledger import TableRecord
from tools.chaos.play_table import TablePlayer
from tools.chaos.table_kinds import IDLE_KINDS, PLAYED_KINDS, TableKind
from tools.chaos.table_watcher import TableWatcher
from tools.chaos.update_sender import UpdateSender

_FIRST_CHAT: Final = -1_002_000_000_000
_FIRST_GROUP: Final = -5_000_000
_FIRST_USER: Final = 1_000_000
_FORUM_EVERY: Final = 8
"""Every so manieth place is a topic of a forum; four topics share a chat."""
_TOPICS_PER_FORUM: Final = 4
_MIGRATION_EVERY: Final = 13
"""Every so manieth place is a group that becomes a supergroup."""


class AllTables:
    """Keeps tables going until told to stop.

    Args:
        sender: where updates go.
        watcher: how tables have come along.
        seed: of all that people do.
        tables: how many are played at a time.
        sleepers: at how many more nobody plays.
    """

    def __init__(self, sender: UpdateSender, watcher: TableWatcher, seed: str, tables: int, sleepers: int) -> None:
        self._sender: Final = sender
        self._watcher: Final = watcher
        self._seed: Final = seed
        self._tables: Final = tables
        self._sleepers: Final = sleepers
        self._number = 0

    async def play_until_stopped(self) -> None:
        """Play until nothing new is to be begun."""
        kinds_by_table = [self._choose_kinds(PLAYED_KINDS) for _ in range(self._tables)]
        kinds_by_table += [self._choose_kinds(IDLE_KINDS) for _ in range(self._sleepers)]
        async with asyncio.TaskGroup() as group:
            for kinds in kinds_by_table:
                group.create_task(self._play_one_after_another(kinds))

    async def _play_one_after_another(self, kinds: Iterator[TableKind]) -> None:
        while not self._sender.stopping.is_set():
            table = self._make_table_player(next(kinds))
            playing = asyncio.create_task(table.play_to_end())
            stopping = asyncio.create_task(self._sender.stopping.wait())
            await asyncio.wait({playing, stopping}, return_when=asyncio.FIRST_COMPLETED)
            stopping.cancel()
            if not playing.done():
                playing.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await playing

    def _choose_kinds(self, kinds: tuple[TableKind, ...]) -> Iterator[TableKind]:
        chance = Random(f"{self._seed}:slot:{self._number}")  # noqa: S311 - games are played by it, nothing is kept secret
        self._number += 1
        while True:
            yield chance.choice(kinds)

    def _make_table_player(self, kind: TableKind) -> TablePlayer:
        number = self._number
        self._number += 1
        chance = Random(f"{self._seed}:{number}")  # noqa: S311 - as above
        scope, supergroup = Scope(_FIRST_CHAT - number), None
        if number % _FORUM_EVERY == 0:
            forum, topic = divmod(number // _FORUM_EVERY, _TOPICS_PER_FORUM)
            scope = Scope(_FIRST_CHAT - 500_000 - forum, 2 + topic)
        elif number % _MIGRATION_EVERY == 0:
            scope, supergroup = Scope(_FIRST_GROUP - number), _FIRST_CHAT - 900_000 - number
        place = self._sender.ledger.add_record(TableRecord(scope, kind.game))
        return TablePlayer(
            self._sender, self._watcher, place, kind, rng=chance, host=_FIRST_USER + 10 * number, supergroup=supergroup
        )
