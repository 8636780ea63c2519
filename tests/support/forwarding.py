"""A table that is asked for in private, and the processes of which one has the table and the other the private chat."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from redis.asyncio import Redis

from bot.store import keys
from bot.store.ownership import ALONE
from bot.tables.codec import decode_entry
from bot.telegram.inbound import Request
from engine.clock import Timeout
from engine.crossword.state import GameState
from engine.errors import Refusal
from engine.turns import Pass
from tests.support.desk import Desk
from tests.support.games import game
from tests.support.stored_logs import stored_log
from tests.support.streams import ALL, Owned
from tests.support.workers import SCOPE, World

TURN = 120
THERE = {keys.shard_of(SCOPE.chat): ALONE}
ELSEWHERE = dict.fromkeys(ALL.keys() - THERE.keys(), ALONE)


def timed() -> GameState:
    options = {"clock": "2min", "challenge": "void"}
    return game("scrabble-tr", laid=["8F KALEM"], racks=("LERİSĞZ", "AAEEKKL"), options=options)


def passing(world: World, desk: Desk) -> None:
    """Have everything be a pass at the world's table by whoever asks; what is refused ends there."""

    async def work(request: Request) -> None:
        held = await world.games.load(SCOPE, request.update, request.arrived)
        try:
            await world.games.play(held, Pass(request.sender.user), request.update)
        except Refusal:
            desk.calmed.append(request)

    desk.work = work


async def played(world: World) -> list[type]:
    """What was done at the world's table, by players or by time."""
    actions = [decode_entry(entry).action for entry in await stored_log(world.store, SCOPE)]
    return [type(action) for action in actions if isinstance(action, Pass | Timeout)]


@asynccontextmanager
async def desks(world: World, redis: Redis) -> AsyncIterator[tuple[Desk, Desk]]:
    """Two processes: one runs, and reads the inbox of the table's chat; the other is yet to be opened, for the rest."""
    table = Desk(redis, world.clock, shards=Owned(THERE))
    others = Desk(redis, world.clock, shards=Owned(ELSEWHERE))
    passing(world, table)
    passing(world, others)
    await world.deal(timed())
    async with table.open():
        yield table, others
