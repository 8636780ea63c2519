"""Everybody who plays: so many tables at a time, in groups, forums and groups that move, one after another."""

import asyncio
import contextlib
from collections.abc import Iterator
from random import Random
from typing import Final

from bot.chaos.kinds import KINDS, SLEEPERS, Kind
from bot.chaos.ledger import Place
from bot.chaos.stage import Stage
from bot.chaos.tables import TableOf
from bot.chaos.watch import Watch
from bot.store.keys import Scope

_FIRST_CHAT: Final = -1_002_000_000_000
_FIRST_GROUP: Final = -5_000_000
_FIRST_USER: Final = 1_000_000
_FORUM: Final = 8
"""Every so manieth place is a topic of a forum; four topics share a chat."""
_TOPICS: Final = 4
_MOVES: Final = 13
"""Every so manieth place is a group that becomes a supergroup."""


class Crowd:
    """Keeps tables going until told to stop.

    Args:
        stage: where updates go.
        watch: how tables have come along.
        seed: of all that people do.
        tables: how many are played at a time.
        sleepers: at how many more nobody plays.
    """

    def __init__(self, stage: Stage, watch: Watch, seed: str, tables: int, sleepers: int) -> None:
        self._stage: Final = stage
        self._watch: Final = watch
        self._seed: Final = seed
        self._tables: Final = tables
        self._sleepers: Final = sleepers
        self._number = 0

    async def play(self) -> None:
        """Play until nothing new is to be begun."""
        slots = [self._slot(KINDS) for _ in range(self._tables)]
        slots += [self._slot(SLEEPERS) for _ in range(self._sleepers)]
        async with asyncio.TaskGroup() as group:
            for slot in slots:
                group.create_task(self._keep_going(slot))

    async def _keep_going(self, kinds: Iterator[Kind]) -> None:
        while not self._stage.stopping.is_set():
            table = self._next(next(kinds))
            playing = asyncio.create_task(table.play())
            stopping = asyncio.create_task(self._stage.stopping.wait())
            await asyncio.wait({playing, stopping}, return_when=asyncio.FIRST_COMPLETED)
            stopping.cancel()
            if not playing.done():
                playing.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await playing

    def _slot(self, kinds: tuple[Kind, ...]) -> Iterator[Kind]:
        chance = Random(f"{self._seed}:slot:{self._number}")  # noqa: S311 - games are played by it, nothing is kept secret
        self._number += 1
        while True:
            yield chance.choice(kinds)

    def _next(self, kind: Kind) -> TableOf:
        number = self._number
        self._number += 1
        chance = Random(f"{self._seed}:{number}")  # noqa: S311 - as above
        scope, supergroup = Scope(_FIRST_CHAT - number), None
        if number % _FORUM == 0:
            forum, topic = divmod(number // _FORUM, _TOPICS)
            scope = Scope(_FIRST_CHAT - 500_000 - forum, 2 + topic)
        elif number % _MOVES == 0:
            scope, supergroup = Scope(_FIRST_GROUP - number), _FIRST_CHAT - 900_000 - number
        place = self._stage.ledger.opened(Place(scope, kind.game))
        return TableOf(
            self._stage, self._watch, place, kind, chance=chance, first=_FIRST_USER + 10 * number, supergroup=supergroup
        )
