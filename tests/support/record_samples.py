"""Records of games that nobody played, for tests of what is kept and derived of them."""

from collections.abc import Sequence
from random import Random
from typing import Any, Final

from redis.asyncio import Redis

from bot.store import keys
from bot.store.records import RecordStore
from engine.game_record import GameRecord, PlayerRecord, encode_record
from engine.seat_figures import SeatFigures

BEGUN: Final = 1_790_000_000
"""When the first sample game ended; Unix seconds."""
HISTORY_MS: Final = 34_000_000_000


def sample_record(number: int, users: Sequence[int] = (1, 2)) -> GameRecord:
    """The record of a game: an hour after the one before, won by whom the number says."""
    chance = Random(number)
    ranked = sorted(users, key=lambda _: chance.random())
    ended = BEGUN + 3_600 * number
    return GameRecord(
        f"{number:016x}",
        "kelimelik",
        "crossword",
        ended - 600,
        ended,
        "out",
        24,
        tuple(
            PlayerRecord(user, f"P{user}", place, 500 - 40 * place, False, False, _figures(chance))
            for user, place in ((user, ranked.index(user) + 1) for user in users)
        ),
    )


def _figures(chance: Random) -> SeatFigures:
    points = chance.randrange(20, 110)
    return SeatFigures(
        plays=12, play_points=12 * points // 2, bingos=points // 80, best_play=points, best_play_word="KALEM",
        best_word="KALEM", best_word_points=points, longest_word="KALEMLİK",
    )  # fmt: skip


async def store_samples(redis: Redis, chat: int, numbers: Sequence[int], users: Sequence[int] = (1, 2)) -> None:
    """Have a chat remember sample games: records and packed games (which hold their numbers)."""
    records = [sample_record(number, users) for number in numbers]
    pipe = redis.pipeline(transaction=False)
    for number, record in zip(numbers, records, strict=True):
        pipe.rpush(keys.records(chat), encode_record(record))
        pipe.set(keys.packed_game(chat, record.id), b"game %d" % number, px=HISTORY_MS + 3_600_000 * number)
    await pipe.execute()
    await RecordStore(redis).note_users(chat, [(record.id, record.ended, users) for record in records])


async def derived_data(redis: Redis, chat: int) -> dict[str, Any]:
    """All that is derived from a chat's records."""
    store, found = RecordStore(redis), dict[str, Any]()
    for key in await store.list_derived_keys(chat):
        found[key] = await (redis.lrange(key, 0, -1) if key == keys.record_effects(chat) else redis.hgetall(key))
    return found
