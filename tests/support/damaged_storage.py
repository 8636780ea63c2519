"""Damages of what lies in Redis of one chat, and a running bot that goes on beside each."""

from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path

from redis.asyncio import Redis

from bot.announce.board_messages import PAUSE_SECONDS
from bot.store import keys
from bot.store.keys import Scope
from bot.tables.codec import compress_json
from tests.support.attacked_bot import OTHERS, check_game_goes_on, run_attacked_bot
from tests.transcripts.scenes.room import KIRAZ, LIMON, SceneRoom

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
    "halted": lambda redis: redis.sadd(keys.unreachable_scopes(VICTIM), b"junk"),
    "tongue": lambda redis: redis.set(keys.user_locale(KIRAZ), b"\xff"),
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
