"""Everybody who plays: so many tables at a time, in groups, forums and groups that move, one after another."""

import asyncio
import contextlib
import math
from collections.abc import Iterator
from random import Random
from typing import Final

from bot.store.scope import Scope
from tools.chaos.ledger import TableRecord
from tools.chaos.outputs import TelegramOutput
from tools.chaos.places import Place
from tools.chaos.play_place import PlacePlayer
from tools.chaos.play_table import TablePlayer
from tools.chaos.players import NUMBERS_PER_TABLE, make_people, make_players
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
_PLACE_SORTS: Final = 4
"""Of places with several tables one in so many is a topic of a forum, and one a group that becomes a supergroup."""
_FEWEST_PEOPLE: Final = 4


class AllTables:
    """Keeps tables going until told to stop.

    Args:
        sender: where updates go.
        watcher: how tables have come along.
        seed: of all that people do.
        tables: how many are played at a time.
        sleepers: at how many more nobody plays.
        tables_per_chat: how many of them are in one chat or topic at a time.
        output: what the bot has sent.
    """

    def __init__(
        self,
        sender: UpdateSender,
        watcher: TableWatcher,
        seed: str,
        tables: int,
        sleepers: int,
        *,
        tables_per_chat: int,
        output: TelegramOutput,
    ) -> None:
        self._sender: Final = sender
        self._watcher: Final = watcher
        self._seed: Final = seed
        self._tables: Final = tables
        self._sleepers: Final = sleepers
        self._tables_per_chat: Final = tables_per_chat
        self._output: Final = output
        self._number = 0
        self._place_count = 0

    async def play_until_stopped(self) -> None:
        """Play until nothing new is to be begun."""
        played, idle = (math.ceil(count / self._tables_per_chat) for count in (self._tables, self._sleepers))
        kinds_by_place = [self._choose_kinds(PLAYED_KINDS) for _ in range(played)]
        kinds_by_place += [self._choose_kinds(IDLE_KINDS) for _ in range(idle)]
        async with asyncio.TaskGroup() as group:
            for kinds in kinds_by_place:
                group.create_task(self._play_one_after_another(kinds))

    async def _play_one_after_another(self, kinds: Iterator[TableKind]) -> None:
        while not self._sender.stopping.is_set():
            if self._tables_per_chat == 1:
                play = self._make_table_player(next(kinds)).play_to_end()
            else:
                play = self._make_place_player(kinds).play_to_end()
            playing = asyncio.create_task(play)
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
        record = self._sender.ledger.add_record(TableRecord(scope, kind.game))
        people = make_players(_FIRST_USER + NUMBERS_PER_TABLE * number, chance.choice(kind.players)).values()
        return TablePlayer(self._sender, self._watcher, record, kind, tuple(people), rng=chance, supergroup=supergroup)

    def _make_place_player(self, kinds: Iterator[TableKind]) -> PlacePlayer:
        """A chat or topic with several tables: every fourth is a topic, and every fourth a group that moves."""
        number, count = self._number, self._place_count
        people = make_people(_FIRST_USER + NUMBERS_PER_TABLE * number, max(_FEWEST_PEOPLE, self._tables_per_chat + 1))
        self._number += math.ceil(len(people) / NUMBERS_PER_TABLE) + 1
        self._place_count += 1
        scope, supergroup = Scope(_FIRST_CHAT - number), None
        if count % _PLACE_SORTS == 1:
            forum, topic = divmod(count // _PLACE_SORTS, _TOPICS_PER_FORUM)
            scope = Scope(_FIRST_CHAT - 500_000 - forum, 2 + topic)
        elif count % _PLACE_SORTS == 2:  # noqa: PLR2004 - the next sort
            scope, supergroup = Scope(_FIRST_GROUP - number), _FIRST_CHAT - 900_000 - number
        return PlacePlayer(
            self._sender,
            self._watcher,
            Place(scope, people, self._sender.ledger, self._watcher),
            kinds,
            rng=Random(f"{self._seed}:{number}"),  # noqa: S311 - as above
            tables=self._tables_per_chat,
            output=self._output,
            supergroup=supergroup,
        )
