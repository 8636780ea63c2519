"""A chat or topic with several tables at once: which there are, who sits where, and which number each of them got."""

import asyncio
import contextlib
from collections.abc import Sequence
from random import Random
from typing import Final

from redis.exceptions import RedisError

from bot.store.scope import Scope
from engine.game import Game
from engine.lobby_seats import Lobby
from tools.chaos.ledger import Ledger, TableRecord
from tools.chaos.table_watcher import TableWatcher
from tools.fleet.make_updates import FleetPerson

_MOST_SEATS: Final = 3
"""At how many tables of a place one person sits at most."""
_LOOK_SECONDS: Final = 0.2


class Place:
    """The tables of a chat or topic.

    Args:
        scope: of its first table.
        people: who plays there.
        ledger: learns of each table once its number is known.
        watcher: reads the tables.
    """

    def __init__(
        self,
        scope: Scope,
        people: Sequence[FleetPerson],
        ledger: Ledger,
        watcher: TableWatcher,
    ) -> None:
        self.people: Final = people
        self.may_play = asyncio.Event()
        """Set unless the group is just becoming a supergroup."""
        self.may_play.set()
        self._scope: Final = scope
        self._ledger: Final = ledger
        self._watcher: Final = watcher
        self._records: Final[list[TableRecord]] = []
        """Every table that was opened, in that order."""
        self._seated: Final[dict[TableRecord, frozenset[int]]] = {}
        """Who sits at the tables that are not over, or is about to sit down."""
        self._told: Final[set[int]] = set()
        """Numbers of tables that people have been told."""
        self._opening: Final[dict[int, asyncio.Lock]] = {}
        """Whoever hosts opens one table at a time, so that it is known which is which."""

    def add_table(self, title: str, players: Sequence[FleetPerson]) -> TableRecord:
        """A table that these people are about to open; its number is not known yet."""
        chat = self._records[0].scope.chat if self._records else self._scope.chat
        record = TableRecord(Scope(chat, self._scope.topic), title, neighbours=self._records)
        if self._records:
            record.former_chat = self._records[0].former_chat
        self._records.append(record)
        self._seated[record] = frozenset(one.user for one in players)
        self._ledger.unnumbered.append(record)
        return record

    def begin_migration(self) -> bool:
        """Keep everybody from beginning anything, as the group becomes a supergroup; whether it has not before."""
        if not self.may_play.is_set() or any(one.former_chat is not None for one in self._records):
            return False
        self.may_play.clear()
        return True

    def close_table(self, record: TableRecord) -> None:
        """Note that nobody sits at a table any more."""
        self._seated.pop(record, None)

    def choose_players(self, counts: Sequence[int], rng: Random) -> list[FleetPerson]:
        """Who plays next: as many as one of these counts says, of those who may sit down somewhere; else nobody."""
        free = [one for one in self.people if self._count_seats(one.user) < _MOST_SEATS]
        fitting = [count for count in counts if count <= len(free)]
        return rng.sample(free, rng.choice(fitting)) if fitting else []

    def is_only_seat(self, record: TableRecord, user: int) -> bool:
        """Whether somebody sits at this table and at no other."""
        return user in self._seated.get(record, ()) and self._count_seats(user) == 1

    def is_only_lobby(self, record: TableRecord) -> bool:
        """Whether somebody who sits down means this table: no other waits for players, and nobody was invited here.

        Who was invited may sit here by a button already, and what opens next is then the only one to sit down at.
        """
        others = (one.seen_table for one in self._seated if one is not record)
        seen = record.seen_table
        is_open = seen is None or (isinstance(seen, Lobby) and not seen.invited)
        return is_open and all(isinstance(one, Game) for one in others)

    def other_games(self, record: TableRecord, user: int) -> list[Game]:
        """The other running games of somebody, as they were seen last."""
        games = [one.seen_table for one in self._seated if one is not record]
        return [game for game in games if isinstance(game, Game) and game.seat_of(user) is not None]

    def tables_of(self, user: int) -> list[TableRecord]:
        """Where somebody sits, or is about to sit down."""
        return [one for one, seated in self._seated.items() if user in seated]

    def is_on_turn_elsewhere(self, record: TableRecord, user: int) -> bool:
        """Whether somebody was seen on turn at another table."""
        return any(game.players[game.turn].user == user for game in self.other_games(record, user))

    def lock_opening(self, host: int) -> asyncio.Lock:
        """Held by whoever opens a table, until its number is known."""
        return self._opening.setdefault(host, asyncio.Lock())

    async def find_number(self, record: TableRecord, host: int) -> None:
        """Wait until a table that somebody opens is there, and note its number."""
        known = {one.secret for one in self._records} - {None}
        told: set[int] = set()
        while True:
            found = None
            with contextlib.suppress(RedisError, OSError):
                told |= {
                    number for number, is_told in (await self._watcher.read_numbers(record.scope)).items() if is_told
                }
                found = await self._watcher.find_lobby(record.scope, host, known)
            if found is not None:
                break
            await asyncio.sleep(_LOOK_SECONDS)
        record.scope = record.scope.at_table(found.scope.table)
        for other in self._records:
            if other is not record and other.secret is not None and other.scope == record.scope:
                other.is_replaced = True
                record.former_tables += (other,)
                record.is_told_again |= record.scope.table in told | self._told
        self._told.update(told)
        record.secret, record.ruleset = found.table.secret, found.table.ruleset
        self._ledger.number_table(record)

    def _count_seats(self, user: int) -> int:
        return sum(user in seated for seated in self._seated.values())
