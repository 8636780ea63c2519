"""A table that is asked for in private, and the processes of which one has the table and the other the private chat."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from redis.asyncio import Redis

from bot.store import keys
from bot.store.shard_ownership import UNFENCED_EPOCH
from bot.tables.codec import decode_log_entry
from bot.telegram.requests import Request
from engine.clock import Timeout
from engine.crossword.state import GameState
from engine.errors import Refusal
from engine.turns import Pass
from tests.support.consumer_harness import ConsumerHarness
from tests.support.games import game
from tests.support.stored_tables import load_stored_log
from tests.support.streams import ALL_EPOCHS, OwnedShards
from tests.support.timeout_workers import SCOPE, World

TURN = 120
TABLE_EPOCHS = {keys.shard_of(SCOPE.chat): UNFENCED_EPOCH}
OTHER_EPOCHS = dict.fromkeys(ALL_EPOCHS.keys() - TABLE_EPOCHS.keys(), UNFENCED_EPOCH)


def two_minute_game() -> GameState:
    options = {"clock": "2min", "challenge": "void"}
    return game("scrabble-tr", laid=["8F KALEM"], racks=("LERİSĞZ", "AAEEKKL"), options=options)


def handle_as_passes(world: World, consumer: ConsumerHarness) -> None:
    """Have everything be a pass at the world's table by whoever asks; what is refused ends there."""

    async def work(request: Request) -> None:
        held = await world.games.load_table(SCOPE, request.update, request.arrived_at)
        try:
            await world.games.apply_action(held, Pass(request.sender.user), request.update)
        except Refusal:
            consumer.throttled_requests.append(request)

    consumer.on_request = work


async def applied_action_types(world: World) -> list[type]:
    """What was done at the world's table, by players or by time."""
    actions = [decode_log_entry(entry).action for entry in await load_stored_log(world.store, SCOPE)]
    return [type(action) for action in actions if isinstance(action, Pass | Timeout)]


@asynccontextmanager
async def run_two_consumers(world: World, redis: Redis) -> AsyncIterator[tuple[ConsumerHarness, ConsumerHarness]]:
    """Two processes: one runs, and reads the inbox of the table's chat; the other is yet to be opened, for the rest."""
    table = ConsumerHarness(redis, world.clock, shards=OwnedShards(TABLE_EPOCHS))
    others = ConsumerHarness(redis, world.clock, shards=OwnedShards(OTHER_EPOCHS))
    handle_as_passes(world, table)
    handle_as_passes(world, others)
    await world.put_table(two_minute_game())
    async with table.run_consumer():
        yield table, others
