"""Damages of what lies in Redis of one chat, and a running bot that goes on beside each."""

from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path

from redis.asyncio import Redis

from bot.announce.tidying import PAUSE_SECONDS
from bot.store import keys
from bot.store.keys import Scope
from bot.tables.packing import packed
from tests.support.besieged import OTHERS, besieged, plays_on
from tests.transcripts.scenes.room import KIRAZ, LIMON, Room

DEEP, TORN = b"[" * 100_000, b'{"type": "\xff\xfe"}'

VICTIM = OTHERS[0]
SHARD = keys.shard_of(VICTIM)
Damage = Callable[[Redis], Awaitable[object]]


def field(key: str, name: str, value: bytes) -> Damage:
    return lambda redis: redis.hset(key, name, value)


FIELDS = ("state", "version", "away", "post", "photo", "shown", "moved", "came", "due", "left")
VALUES = (b"x", b"\xff", b"-1", b"1e9", b"9" * 5_000)
DAMAGED_FIELDS: dict[str, Damage] = {
    f"{name} {value[:6]!r}": field(keys.game(Scope(VICTIM)), name, value) for name in FIELDS for value in VALUES
}
"""Each field of a game with each value that is none."""
DAMAGES: dict[str, Damage] = {
    "torn state": field(keys.game(Scope(VICTIM)), "state", packed(TORN)),
    "deep state": field(keys.game(Scope(VICTIM)), "state", packed(DEEP)),
    "unknown schema": field(keys.game(Scope(VICTIM)), "state", packed(b'{"type": "crossword", "schema": 99}')),
    "settings": lambda redis: redis.hset(
        keys.settings(VICTIM), mapping={"language": "zz", "theme": "x", "labels": "y"}
    ),
    "torn settings": field(keys.settings(VICTIM), "language", b"\xff"),
    "words": lambda redis: redis.set(keys.game_words(Scope(VICTIM)), b"x"),
    "log": lambda redis: redis.lpush(keys.log(Scope(VICTIM)), b"x"),
    "halted": lambda redis: redis.sadd(keys.halted(VICTIM), b"junk"),
    "tongue": lambda redis: redis.set(keys.tongue(KIRAZ), b"\xff"),
    "finished": lambda redis: redis.lpush(keys.user_finished(KIRAZ), b"junk"),
    "games": lambda redis: redis.sadd(keys.user_games(KIRAZ), b"junk"),
    "no reveal": lambda redis: redis.zadd(keys.reveals(SHARD), {b"junk": 0}),
    "torn reveal": lambda redis: redis.zadd(keys.reveals(SHARD), {b'{"text": "\xff"}': 0}),
    "deep reveal": lambda redis: redis.zadd(keys.reveals(SHARD), {DEEP: 0}),
    "no notice": lambda redis: redis.xadd(keys.outbox(SHARD), {"scope": str(VICTIM), "payload": b"\xff"}),
    "torn notice": lambda redis: redis.xadd(
        keys.outbox(SHARD), {"scope": str(VICTIM), "payload": packed(b'{"events": [], "table": "\xff", "title": {}}')}
    ),
    "deep notice": lambda redis: redis.xadd(keys.outbox(SHARD), {"scope": str(VICTIM), "payload": packed(DEEP)}),
    "no update": lambda redis: redis.xadd(keys.inbox(0), {"update": "1", "raw": b"\xff"}),
}
"""What may lie there by a version to come, by a fault of memory, or by hand."""


async def is_in_nobody_elses_way(folder: Path, damages: Mapping[str, Damage]) -> None:
    """See that a chat whose table is damaged is told something, and that the others play on."""
    async with besieged(folder) as table:
        redis, victim, private = table.stage.redis, Room(table.stage, VICTIM, "tr"), Room(table.stage, KIRAZ, "tr")
        for name, damage in damages.items():
            await cleared(redis)
            await victim.deal("kelimelik", 2)
            calls = len(table.stage.server.calls)
            await damage(redis)
            await victim.ask(KIRAZ, "score")
            await victim.ask(LIMON, "pass")
            await private.ask(KIRAZ, "rack")
            await victim.tap(KIRAZ, "board")
            await table.stage.do({"do": "pass", "seconds": 31})
            sent = [call for call in table.stage.server.calls[calls:] if call.asked.get("chat_id") == VICTIM]
            assert sent or name.startswith("moved"), f"{name}: the chat was told nothing"
            await plays_on(table, name)
            if (await table.board()).outcome is not None:
                await table.deal("scrabble-en", 2)
        tries = [pause for pause in table.stage.pauses if pause != PAUSE_SECONDS]
        assert len(tries) < 10 * len(damages), "nothing is tried again and again"


async def cleared(redis: Redis) -> None:
    """Forget all that the damaged chat had, and its first player."""
    for name in [name async for name in redis.scan_iter(match="hf:*")]:
        if any(part in name.decode().split(":") for part in (str(VICTIM), f"u{KIRAZ}")):
            await redis.delete(name)
