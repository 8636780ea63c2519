"""A running bot with a game among other chats, which mutated updates are sent to."""

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

import pytest
from redis.asyncio import Redis

from bot.announce.board_messages import PAUSE_SECONDS
from bot.languages import languages
from bot.store import keys
from bot.store.keys import FIRST_TABLE, Scope
from bot.tables.codec import compress_json
from bot.tables.table_loader import MOST_TABLES
from engine.crossword.state import GameState
from engine.game import Table
from engine.lobby_seats import Lobby
from tests.support.mutations import UpdateMutator
from tests.support.shard_workers import count_entries
from tests.transcripts import seams
from tests.transcripts.scenes.room import KIRAZ, LIMON, PEOPLE, SceneRoom, add_people, open_group
from tests.transcripts.stage import open_recording_stage

GROUP, OTHERS = -77, (-78, -79, -1001234567890)
PRIVATE = 200
BATCH = 100


@asynccontextmanager
async def run_attacked_bot(folder: Path) -> AsyncIterator[SceneRoom]:
    async with open_recording_stage(folder, keeps_transcript=False) as set_:
        await add_people(set_)
        await set_.start_bot()
        for chat in OTHERS:
            await open_group(set_, chat, "tr")
        await set_.run_op({"do": "chat", "chat": {"id": PRIVATE, "type": "private", "first_name": "Ayva"}})
        group = await open_group(set_, GROUP, "en")
        await group.open_and_begin("scrabble-en", 2)
        yield group


def update_mutations(table: SceneRoom, random: Random) -> UpdateMutator:
    words = ["", "H8 across CAT", "pas", "kalem", "/", "/yeni@", "Ğ" * 300, "\u0000", "a\nb"]
    tails = ("", " 1 2", " kelimelik", " H8 yatay KEDİ", f" {'a' * 4_000}", f" {'&<' * 2_000}", " en ab" * 600)
    commands = [f"/{name}{tail}" for name in languages().commands_by_name for tail in tails]
    chats = [table.stage.server.state.chats[chat].api for chat in (*OTHERS, PRIVATE)]
    data = ["", ":", *(f"{kind}{tail}" for kind in seams.KINDS for tail in ("", ":", ":0", ":00000000:1:2", ":" * 60))]
    rows = table.stage.buttons_of_message(GROUP, table.stage.newest_with_buttons(GROUP))
    data += [button["callback_data"] for row in rows for button in row for _ in range(20)]
    return UpdateMutator(random, words + commands, data, [*chats, {"id": GROUP, "type": "group"}])


async def count_dead_letters(table: SceneRoom) -> int:
    [dead] = await count_entries(table.stage.redis, keys.dead_letters)
    return dead


async def check_survives(
    table: SceneRoom, mutations: UpdateMutator, count: int, caplog: pytest.LogCaptureFixture
) -> None:
    """Send mutated updates, and after each batch a good move, which is told, and a picture of the board."""
    pauses = len(table.stage.pauses)
    for begun in range(0, count, BATCH):
        caplog.clear()
        await table.stage.feed_raw_updates(mutations.mutated_update, min(BATCH, count - begun))
        assert [record.getMessage() for record in caplog.records if record.exc_info] == []
        await check_game_goes_on(table)
    # Buttons of boards that are no longer the newest go meanwhile, with pauses of their own.
    assert set(table.stage.pauses[pauses:]) <= {PAUSE_SECONDS}, "nothing was tried again, so nobody waited behind it"
    assert await count_dead_letters(table) > 0


async def check_game_goes_on(table: SceneRoom, context: str = "") -> None:
    """A good move is told once, by a message of its own, and the board is drawn for whoever asks.

    In the game that goes on at whichever table: mutated updates open tables, and end games.
    """
    number, game = await require_running_game(table)
    before = count_messages_sent(table)
    user = game.players[game.turn].user
    several = len(await load_tables(table)) > 1
    await table.give_command(user, "pass", f"#{number}" if several else "")
    told = (await count_turns(table, number), count_messages_sent(table))
    assert told == (game.number + 1, before + 1), context
    pictures = count_messages_sent(table, "sendPhoto")
    await table.give_command(user, "board", f"#{number}" if several else "")
    assert count_messages_sent(table, "sendPhoto") == pictures + 1, context


async def require_running_game(table: SceneRoom) -> tuple[int, GameState]:
    """The number and the game of a table on which somebody of the room is to move: a new one where there is none."""
    found = await find_running_game(table)
    if found is None:
        for number, state in (await load_tables(table)).items():
            if isinstance(state, Lobby):
                await table.give_command(KIRAZ, "cancel", f"#{number}")
        await table.open_and_begin("scrabble-en", 2)
        found = await find_running_game(table)
    assert found is not None, await load_tables(table)
    return found


async def find_running_game(table: SceneRoom) -> tuple[int, GameState] | None:
    for number, state in (await load_tables(table)).items():
        if isinstance(state, GameState) and state.outcome is None and state.players[state.turn].user in PEOPLE:
            return number, state
    return None


async def count_turns(table: SceneRoom, number: int) -> int:
    """How many turns the game of a table has had."""
    state = (await load_tables(table))[number]
    assert isinstance(state, GameState)
    return state.number


async def load_tables(table: SceneRoom) -> dict[int, Table]:
    numbers = range(FIRST_TABLE, MOST_TABLES + 1)
    states = {number: await seams.load_table(table.stage.redis, GROUP, number=number) for number in numbers}
    return {number: state for number, state in states.items() if state is not None}


def count_messages_sent(table: SceneRoom, *methods: str) -> int:
    """How many messages the group was sent, of all or by those methods."""
    methods = methods or ("sendPhoto", "sendMessage")
    return sum(call.method in methods and call.parameters.get("chat_id") == GROUP for call in table.stage.server.calls)


DEEP_JSON, TORN_JSON = b"[" * 100_000, b'{"type": "\xff\xfe"}'
VICTIM = OTHERS[0]
SHARD = keys.shard_of(VICTIM)
Damage = Callable[[Redis], Awaitable[object]]


def set_hash_field(key: str, name: str, value: bytes) -> Damage:
    return lambda redis: redis.hset(key, name, value)


GAME_FIELDS = ("state", "version", "away", "post", "photo", "shown", "moved", "came", "due", "left")
BAD_VALUES = (b"x", b"\xff", b"-1", b"1e9", b"9" * 5_000)

DAMAGED_FIELDS: dict[str, Damage] = {
    f"{name} {value[:6]!r}": set_hash_field(keys.game(Scope(VICTIM)), name, value)
    for name in GAME_FIELDS
    for value in BAD_VALUES
}
"""Each field of a game with each value that is none."""

DAMAGES: dict[str, Damage] = {
    "torn state": set_hash_field(keys.game(Scope(VICTIM)), "state", compress_json(TORN_JSON)),
    "deep state": set_hash_field(keys.game(Scope(VICTIM)), "state", compress_json(DEEP_JSON)),
    "unknown schema": set_hash_field(
        keys.game(Scope(VICTIM)), "state", compress_json(b'{"type": "crossword", "schema": 99}')
    ),
    "settings": lambda redis: redis.hset(
        keys.settings(VICTIM), mapping={"language": "zz", "theme": "x", "labels": "y"}
    ),
    "torn settings": set_hash_field(keys.settings(VICTIM), "language", b"\xff"),
    "words": lambda redis: redis.set(keys.game_words(Scope(VICTIM)), b"x"),
    "log": lambda redis: redis.lpush(keys.game_log(Scope(VICTIM)), b"x"),
    "unreachable": lambda redis: redis.sadd(keys.unreachable_scopes(VICTIM), b"junk"),
    "locale": lambda redis: redis.set(keys.user_locale(KIRAZ), b"\xff"),
    "finished": lambda redis: redis.lpush(keys.user_finished_games(KIRAZ), b"junk"),
    "games": lambda redis: redis.sadd(keys.user_games(KIRAZ), b"junk"),
    "no reveal": lambda redis: redis.zadd(keys.card_reveals(SHARD), {b"junk": 0}),
    "torn reveal": lambda redis: redis.zadd(keys.card_reveals(SHARD), {b'{"text": "\xff"}': 0}),
    "deep reveal": lambda redis: redis.zadd(keys.card_reveals(SHARD), {DEEP_JSON: 0}),
    "no notice": lambda redis: redis.xadd(keys.outbox(SHARD), {"scope": str(VICTIM), "payload": b"\xff"}),
    "torn notice": lambda redis: redis.xadd(
        keys.outbox(SHARD),
        {"scope": str(VICTIM), "payload": compress_json(b'{"events": [], "table": "\xff", "title": {}}')},
    ),
    "deep notice": lambda redis: redis.xadd(
        keys.outbox(SHARD), {"scope": str(VICTIM), "payload": compress_json(DEEP_JSON)}
    ),
    "no update": lambda redis: redis.xadd(keys.inbox(0), {"update": "1", "raw": b"\xff"}),
}
"""What may lie there by a version to come, by a fault of memory, or by hand."""


async def check_damages_stay_local(folder: Path, damages: Mapping[str, Damage]) -> None:
    """See that a chat whose table is damaged is told something, and that the others play on."""
    async with run_attacked_bot(folder) as table:
        redis, victim, private = (
            table.stage.redis,
            SceneRoom(table.stage, VICTIM, "tr"),
            SceneRoom(table.stage, KIRAZ, "tr"),
        )
        for name, damage in damages.items():
            await clear_victim(redis)
            await victim.open_and_begin("kelimelik", 2)
            calls = len(table.stage.server.calls)
            await damage(redis)
            await victim.give_command(KIRAZ, "score")
            await victim.give_command(LIMON, "pass")
            await private.give_command(KIRAZ, "rack")
            await victim.tap_kind(KIRAZ, "board")
            await table.stage.run_op({"do": "pass", "seconds": 31})
            sent = [call for call in table.stage.server.calls[calls:] if call.parameters.get("chat_id") == VICTIM]
            assert sent or name.startswith("moved"), f"{name}: the chat was told nothing"
            await check_game_goes_on(table, name)
            if (await table.load_crossword()).outcome is not None:
                await table.open_and_begin("scrabble-en", 2)
        tries = [pause for pause in table.stage.pauses if pause != PAUSE_SECONDS]
        assert len(tries) < 10 * len(damages), "nothing is tried again and again"


async def clear_victim(redis: Redis) -> None:
    """Forget all that the damaged chat had, and its first player."""
    for name in [name async for name in redis.scan_iter(match="hf:*")]:
        if any(part in name.decode().split(":") for part in (str(VICTIM), f"u{KIRAZ}")):
            await redis.delete(name)
